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

/** Takes personal data out of free text: e-mails, IMEIs, bearer tokens, coordinates, values quoted by PostgreSQL. */
export const scrubText = (text: string): string =>
  text
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]')
    .replace(/\bBearer\s+\S+/gi, 'Bearer [hidden]')
    .replace(/([?&](?:lat|lon|lng|latitude|longitude|id|token|imei)=)[^&\s]+/gi, `$1${HIDDEN}`)
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

/**
 * JSON lines without personal data: every finished line passes through the scrubber, so that no child logger and no library can
 * bring anything past it; fields go by their names, texts by patterns. Level `error` means that someone must act.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, destination: DestinationStream = process.stdout): Logger {
  return pino(
    {
      level: logLevel,
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => describeError(error) },
    },
    { write: (line) => destination.write(`${JSON.stringify(scrub(JSON.parse(line)))}\n`) },
  );
}
