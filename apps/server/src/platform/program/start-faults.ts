import { accessSync, constants, mkdirSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { PROTOCOLS } from '@spora/protocols/list';
import type { Protocol } from '@spora/protocols/protocol';
import pg from 'pg';
import type { Config, Role } from '../configuration/config.ts';
import { readHolder } from '../database/embedded-processes.ts';
import { EXTENSIONS } from '../database/extensions.ts';
import { freeBytes } from '../observing/metrics.ts';

/** A port that the program is about to listen on, and the setting that chooses it. */
export interface WantedPort {
  readonly setting: string;
  readonly port: number;
  readonly isFixed: boolean;
  readonly transport: 'tcp' | 'udp';
}

/** The ports that these roles will listen on. */
export function wantedPorts(config: Config, roles: readonly Role[]): readonly WantedPort[] {
  const api: WantedPort = { setting: 'PORT', ...config.http, transport: 'tcp' };
  const trackers = PROTOCOLS.flatMap(({ name, port, transports }) =>
    transports.map(({ kind }): WantedPort => {
      const choice = config.trackerPorts[name] ?? { port: port.fallback, isFixed: false };
      return { setting: port.setting, ...choice, transport: kind === 'udp' ? 'udp' : 'tcp' };
    }),
  );
  const secure = PROTOCOLS.flatMap((protocol: Protocol): WantedPort[] => {
    const port = config.trackerTls?.ports[protocol.name];
    const setting = protocol.port.tlsSetting;
    return port === undefined || setting === undefined ? [] : [{ setting, port, isFixed: true, transport: 'tcp' }];
  });
  const health: WantedPort[] =
    config.healthPort === undefined || roles.includes('api')
      ? []
      : [{ setting: 'HEALTH_PORT', port: config.healthPort, isFixed: true, transport: 'tcp' }];
  return [...(roles.includes('api') ? [api] : []), ...(roles.includes('gateway') ? [...trackers, ...secure] : []), ...health];
}

/** Below this a start makes nothing better: PostgreSQL's log alone takes some of it. */
const LEAST_FREE_MB = 200;
const OLDEST_POSTGRES = 15;
const NEEDED_NODE = [22, 18] as const;

/**
 * What would make a start fail halfway, found before anything is made or migrated: one line each, with what to do. Empty: nothing.
 */
export async function startFaults(config: Config, ports: readonly WantedPort[]): Promise<string[]> {
  const node = nodeFault(process.version);
  const disk = await diskFault(config.dataDir);
  const own = config.database.kind === 'own' ? await databaseFaults(config.database.urls) : userFault();
  // Another program of this folder holds them: the start says where it answers.
  const isHeld = config.database.kind === 'embedded' && readHolder(config.dataDir) !== undefined;
  const taken = isHeld ? [] : await portFaults(config.host, ports);
  return [...node, ...disk, ...own, ...taken];
}

/** Node that runs TypeScript by itself. */
export function nodeFault(version: string): string[] {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  if (major > NEEDED_NODE[0] || (major === NEEDED_NODE[0] && minor >= NEEDED_NODE[1])) return [];
  return [`Node ${NEEDED_NODE.join('.')} or newer is needed, this is ${version}: start with npm start, which brings its own.`];
}

/**
 * The tools of PostgreSQL ask the system for the name of who runs them; a container that was given a number alone has none.
 * Root is no fault: the database runs as a user of its own then.
 */
export function userFault(uid: number | undefined = process.getuid?.(), nameOf: () => { username: string } = userInfo): string[] {
  if (uid === undefined || uid === 0) return [];
  try {
    nameOf();
    return [];
  } catch {
    return [
      `User number ${uid} has no name on this machine, which the embedded PostgreSQL needs: give it one (a line in /etc/passwd), run as another user, or use your own PostgreSQL (DATABASE_URL and the two beside it).`,
    ];
  }
}

/** Whether the data folder can be made and written, and has room. */
export async function diskFault(dataDir: string, leastFreeMb = LEAST_FREE_MB): Promise<string[]> {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    return [`DATA_DIR ${dataDir} cannot be written (${codeOf(error)}): give this user the folder, or set DATA_DIR to another.`];
  }
  const free = await freeBytes(dataDir);
  if (free === undefined || free >= leastFreeMb * 1e6) return [];
  return [
    `The disk of DATA_DIR ${dataDir} has ${Math.floor(free / 1e6)} MB free: make room for at least ${leastFreeMb} MB, or set DATA_DIR to another disk.`,
  ];
}

/** Ports that are chosen and cannot be had; one that gives way to the next is no fault. */
export async function portFaults(host: string, ports: readonly WantedPort[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { setting, port, isFixed, transport } of ports) {
    const code = port === 0 ? undefined : await bindFault(host, port, transport);
    if (code === 'EADDRINUSE' && isFixed)
      faults.push(`${setting} ${port} is in use by another program: end that one, or set ${setting} to another port.`);
    if (code === 'EACCES')
      faults.push(`${setting} ${port} may not be opened by this user: set ${setting} to a port from 1024 up, behind a proxy.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      return [`HOST ${host} is no address of this machine: set HOST to one that is.`];
  }
  return [...new Set(faults)];
}

/** Why a port cannot be listened on; undefined where it can. */
export function bindFault(host: string, port: number, transport: WantedPort['transport']): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (transport === 'udp') {
      const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
      socket.once('error', (error) => {
        socket.close();
        resolve(codeOf(error));
      });
      socket.bind(port, host, () => socket.close(() => resolve(undefined)));
      return;
    }
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error)));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

type Urls = Extract<Config['database'], { kind: 'own' }>['urls'];

interface Seen {
  readonly role: string;
  readonly version: number;
  readonly encoding: string;
  /** Extensions that the server has no files of. */
  readonly missing: readonly string[];
  readonly roles: number;
}

/** What the three addresses of an own database lead to: reachable, the right roles, version, encoding and extension. */
export async function databaseFaults(urls: Urls): Promise<string[]> {
  const named = [
    ['DATABASE_URL', 'spora_owner', urls.owner],
    ['DATABASE_API_URL', 'spora_api', urls.api],
    ['DATABASE_PIPELINE_URL', 'spora_pipeline', urls.pipeline],
  ] as const;
  const faults: string[] = [];
  for (const [setting, role, url] of named) {
    if (!url) continue;
    const seen = await look(url).catch((error: unknown) => `${setting}: ${sentenceOf(error, url)}`);
    if (typeof seen === 'string') faults.push(seen);
    else {
      if (seen.role !== role)
        faults.push(`${setting} signs in as ${seen.role}: it must be the role ${role}, whose rights are its own.`);
      if (setting === 'DATABASE_URL') faults.push(...serverFaults(seen));
    }
  }
  // One cause, one line: the same server that is away is not told three times.
  return [...new Map(faults.map((line) => [line.replace(/^\w+: /, ''), line])).values()];
}

function serverFaults({ version, encoding, missing, roles }: Seen): string[] {
  const faults: string[] = [];
  if (version < OLDEST_POSTGRES)
    faults.push(`DATABASE_URL leads to PostgreSQL ${version}: ${OLDEST_POSTGRES} or newer is needed; upgrade the server.`);
  if (encoding !== 'UTF8')
    faults.push(`The database of DATABASE_URL is encoded as ${encoding}: make it with ENCODING 'UTF8' TEMPLATE template0.`);
  if (missing.length > 0)
    faults.push(`The database server lacks the extensions ${missing.join(', ')}: add PostgreSQL’s contrib package there.`);
  if (roles < 3) faults.push('The database server lacks the roles of Spora: run psql -f apps/server/roles.sql as its superuser.');
  return faults;
}

const LOOK_MS = 10_000;

async function look(url: string): Promise<Seen> {
  const client = new pg.Client({ connectionString: url, application_name: 'spora start', connectionTimeoutMillis: LOOK_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Seen>(
      `SELECT current_user AS role, current_setting('server_version_num')::integer / 10000 AS version,
        pg_encoding_to_char(encoding) AS encoding,
        ARRAY(SELECT wanted FROM unnest($1::text[]) AS wanted EXCEPT SELECT name FROM pg_available_extensions ORDER BY 1) AS missing,
        (SELECT count(*)::integer FROM pg_roles WHERE rolname IN ('spora_owner', 'spora_api', 'spora_pipeline')) AS roles
       FROM pg_database WHERE datname = current_database()`,
      [EXTENSIONS],
    );
    return rows[0] as Seen;
  } finally {
    await client.end().catch(() => {});
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

/** What an error tells a person; of a database that is not there, what to do about it. `url` is never shown with its password. */
export function sentenceOf(error: unknown, url?: string): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', message } = (error instanceof AggregateError ? error.errors[0] : error) as NodeJS.ErrnoException;
  const place = url === undefined ? '' : ` at ${new URL(url).host}`;
  if (/^(ECONNREFUSED|ENOENT|ECONNRESET|EHOSTUNREACH|ETIMEDOUT)$/.test(code) && (url !== undefined || /connect/.test(message)))
    return `No database answers${place} (${code}): start it, or correct the address.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The name of the database server is not known${place} (${code}): correct the address.`;
  if (code === '28P01' || code === '28000')
    return `The database${place} refuses the sign-in: correct user and password of the address.`;
  if (code === '3D000') return `There is no such database${place}: make it as docs/operations.md says, or correct the address.`;
  if (code === '53300') return `The database${place} has no connection left: raise max_connections, or end other programs.`;
  return message || code || error.name;
}
