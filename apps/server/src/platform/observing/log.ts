import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import type { Config } from '../configuration/config.ts';

/** What writes the log; the library behind it is known to this file only. */
export type Logger = PinoLogger;

/** Fields that say who or where somebody is, or open a door; lower case, without `_` and `-`. */
const PRIVATE = new Set([
  'lat',
  'lon',
  'lng',
  'latitude',
  'longitude',
  'late7',
  'lone7',
  'point',
  'position',
  'positions',
  'coordinates',
  'address',
  'label',
  'route',
  'name',
  'fullname',
  'username',
  'email',
  'phone',
  'phoneid',
  'registrationnumber',
  'plate',
  'purpose',
  'note',
  'remoteaddress',
  'ip',
  'password',
  'passwordhash',
  'token',
  'tokenhash',
  'secret',
  'authorization',
  'cookie',
  'setcookie',
  'body',
  'query',
  'payload',
  'detail',
  'parameters',
]);

const HIDDEN = '[hidden]';
const MAX_DEPTH = 6;

/** Enough to find a tracker whose number one has, too little to learn one. */
export const shortImei = (imei: string): string => `…${imei.slice(-4)}`;

/** Random letters and digits, as tokens, secrets and their hashes are: base64url, hexadecimal digits, what a webhook is signed with. */
const RANDOM =
  /(?<![\w-])(?:(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{40,}|[0-9a-f]{32}|[0-9a-f]{64})(?![\w-])|whsec_[\w+/=]+/g;

/** Takes personal data out of free text: e-mails, IMEIs, tokens, coordinates, values quoted by PostgreSQL. */
export const scrubText = (text: string): string =>
  text
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]')
    .replace(/\bBearer\s+\S+/gi, 'Bearer [hidden]')
    .replace(
      /((?:^|[?&;\s])(?:lat|lon|lng|latitude|longitude|id|token|imei|_c|code|key|secret|session|password)=)[^&;\s]+/gi,
      `$1${HIDDEN}`,
    )
    .replace(RANDOM, HIDDEN)
    .replace(/\)=\([^)]*\)/g, `)=(${HIDDEN})`)
    .replace(/-?\d{1,3}\.\d{3,}\s*[,;/ ]\s*-?\d{1,3}\.\d{3,}/g, '[position]')
    .replace(/(?<!\d)\d{15}(?!\d)/g, (imei) => shortImei(imei));

function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => scrub(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scrubField(key, item, depth)]));
}

function scrubField(key: string, value: unknown, depth: number): unknown {
  const plain = key.toLowerCase().replaceAll(/[_-]/g, '');
  if (plain === 'imei' && (typeof value === 'string' || typeof value === 'number')) return shortImei(String(value));
  if (PRIVATE.has(plain) && value !== undefined && value !== null) return HIDDEN;
  return scrub(value, depth + 1);
}

/** Only what helps to find the fault: an error's other fields (PostgreSQL's `detail` among them) quote people's values. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code, constraint, key } = error as { code?: unknown; constraint?: unknown; key?: unknown };
  return {
    type: name,
    message,
    stack,
    code,
    constraint,
    key,
    cause: depth < MAX_DEPTH ? describeError(cause, depth + 1) : undefined,
  };
}

interface LogLine {
  readonly level: string;
  readonly msg?: string;
  readonly err?: {
    readonly type?: string;
    readonly code?: unknown;
    readonly message?: string;
    readonly stack?: string;
    readonly cause?: unknown;
  };
  readonly [field: string]: unknown;
}

const AGAIN_MS = 60_000;
const REMEMBERED_MAX = 500;

/**
 * A fault that lasts is one line a minute, which counts those that were left out; a database that is away or full is one for all
 * who miss it, without a stack. What a person may be looking for by its reference is never left out.
 */
function createCalm(nowMs: () => number): (line: LogLine) => LogLine | undefined {
  const told = new Map<string, { atMs: number; leftOut: number }>();
  return (given) => {
    if (given.level !== 'warn' && given.level !== 'error') return given;
    const outage = outageOf(given);
    const line = outage
      ? { ...given, outage, ...(given.err && { err: { ...given.err, stack: undefined, cause: undefined } }) }
      : given;
    if (line['reqId'] !== undefined || line['reference'] !== undefined) return line;
    const key = outage ?? keyOf(line);
    const atMs = nowMs();
    const former = told.get(key);
    if (former && atMs - former.atMs < AGAIN_MS) {
      former.leftOut += 1;
      return undefined;
    }
    if (told.size >= REMEMBERED_MAX)
      for (const [other, { atMs: otherMs }] of told)
        if (atMs - otherMs >= AGAIN_MS || told.size >= REMEMBERED_MAX) told.delete(other);
    told.set(key, { atMs, leftOut: 0 });
    return former?.leftOut ? { ...line, leftOut: former.leftOut } : line;
  };
}

/** Numbers and quoted values aside, what a line says. */
function keyOf({ level, msg, err, ...fields }: LogLine): string {
  const { type, code, message } = err ?? {};
  const texts = ['name', 'channel', 'message', 'trackerId'].map((field) => fields[field]);
  return JSON.stringify([level, msg, type, code, message, ...texts]).replaceAll(/'[^']*'|\d+(\.\d+)?/g, '#');
}

const QUEUE_CUT_OFF =
  /terminating connection|connection error|ECONNRESET|ECONNREFUSED|ENOTFOUND|\.s\.PGSQL\.|Connection terminated|Failed to reset locked/;

/** That the database is away, or its disk full: not a fault of the line that tells it. The job queue tells it in a text. */
function outageOf({ err, msg, message }: LogLine): string | undefined {
  const code = typeof err?.code === 'string' ? err.code : '';
  const queue = msg === 'job queue' && typeof message === 'string' && !message.startsWith('Failed task') ? message : '';
  if (code === '53100' || /No space left on device/.test(queue)) return 'the disk of the database is full';
  const isAway =
    /^(08|57P0[1-5]|53300|3D000|28P01)/.test(code) ||
    (/^(ECONN|ENOENT|EHOST|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE)/.test(code) &&
      /node_modules.pg|postgres-wake|\.s\.PGSQL\./.test(`${err?.stack} ${err?.message}`)) ||
    /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/.test(
      err?.message ?? '',
    ) ||
    QUEUE_CUT_OFF.test(queue);
  return isAway ? 'the database cannot be reached' : undefined;
}

/**
 * JSON lines without personal data: every finished line passes through the scrubber, so that no child logger and no library can
 * bring anything past it; fields go by their names, texts by patterns. Level `error` means that someone must act.
 */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = process.stdout,
  nowMs: () => number = Date.now,
): Logger {
  const calm = createCalm(nowMs);
  return pino(
    {
      level: logLevel,
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => describeError(error) },
    },
    {
      write: (text) => {
        const line = calm(JSON.parse(text) as LogLine);
        if (line) destination.write(`${JSON.stringify(scrub(line))}\n`);
      },
    },
  );
}
