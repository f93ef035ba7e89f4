import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { Db } from './db.generated.ts';
import { KeepingClient } from './kept-queries.ts';

const { builtins } = pg.types;

/** int8 and numeric as numbers (ours stay far below 2^53), dates as `YYYY-MM-DD` text, since a day has no zone. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: (text) => text,
};

export interface PoolOptions {
  /** Most connections held at once. */
  readonly max: number;
  /** Told of connections that break while idle; the next query simply opens another. */
  readonly onIdleError?: (error: Error) => void;
  /** Shown in pg_stat_activity. */
  readonly name?: string;
}

/** A pool of plain `pg` connections with this program's types, for COPY, LISTEN and the job queue. */
export function openPool(url: string, { max, onIdleError, name }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name ?? 'spora',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary'): ((value: string) => unknown) =>
        (format === 'binary' ? undefined : PARSERS[id]) ?? (pg.types.getTypeParser(id, format) as (value: string) => unknown),
    },
  });
  // Without a listener a server restart would end the process.
  pool.on('error', onIdleError ?? (() => {}));
  // A connection in use reports through its query as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A connection of its own, to be ended by the caller. One that breaks fails its queries and never the process. */
export async function connectClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  // Without a listener a server that goes away between two queries would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The typed query builder over a pool; `destroy()` ends the pool too. */
export function kyselyOver(pool: pg.Pool): Kysely<Db> {
  const keeping: PostgresPool = {
    options: pool.options,
    connect: async () => new KeepingClient(await pool.connect()),
    end: () => pool.end(),
  };
  return new Kysely<Db>({ dialect: new PostgresDialect({ pool: keeping }) });
}

/** Opens a pool of its own for the role that `url` names. */
export const openDatabase = (url: string, options: PoolOptions): Kysely<Db> => kyselyOver(openPool(url, options));

/** The name of the constraint that an error of PostgreSQL reports as violated. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint;
