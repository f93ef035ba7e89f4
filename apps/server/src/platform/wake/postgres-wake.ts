import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Channel, earOf, type Listener, type Listening, type Wake } from './wake.ts';

/** PostgreSQL refuses a payload of 8,000 bytes and more. */
export const PAYLOAD_MAX = 7_900;

/** The statement that wakes who listens, in any process: if and only if its transaction commits, and after that. */
export const wakeStatement = ({ name }: Pick<Channel<unknown>, 'name'>, payloads: readonly string[]): RawBuilder<unknown> =>
  sql`SELECT pg_notify(${name}, payload) FROM unnest(${payloads}::text[]) AS payload`;

export interface PostgresWakeOptions {
  /** Any role may listen. */
  readonly url: string;
  readonly log: Logger;
  /** How long after a connection broke the next one is tried. */
  readonly againMs?: number;
  /** How often a connection is used, since one that died silently shows it only then. */
  readonly checkMs?: number;
}

/** PostgreSQL's LISTEN: a connection of its own for each listener, opened again whenever it breaks. */
export const createPostgresWake = (options: PostgresWakeOptions): Wake => ({
  listen: (channel, listener) => listenOn(channel, listener, options),
});

const ANSWER_MS = 5_000;

function listenOn<M>(
  channel: Channel<M>,
  listener: Listener<M>,
  { url, log, againMs = 1_000, checkMs = 15_000 }: PostgresWakeOptions,
): Listening {
  const stopping = new AbortController();
  const begun = Promise.withResolvers<void>();
  const hear = earOf(channel, listener, log);

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: channel.name,
      connectionTimeoutMillis: 10_000,
    });
    const broken = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload }) => hear(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel.name}`);
      listener.onBegun();
      begun.resolve();
      while (!(await hasBroken(broken))) if (!(await answers(client))) break;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Whether it is over by the time that the connection is to be tried again. */
  async function hasBroken(broken: Promise<void>): Promise<boolean> {
    const waited = new AbortController();
    try {
      return await Promise.race([
        broken.then(() => true),
        wait(checkMs, false, { signal: waited.signal, ref: false }).catch(() => true),
      ]);
    } finally {
      waited.abort();
    }
  }

  const answers = (client: pg.Client): Promise<boolean> =>
    Promise.race([
      client.query('SELECT 1').then(
        () => true,
        () => false,
      ),
      wait(ANSWER_MS, false, { signal: stopping.signal, ref: false }).catch(() => true),
    ]);

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce();
      } catch (error) {
        if (!stopping.signal.aborted)
          log.warn({ err: error, channel: channel.name }, 'the database cannot be listened to for now');
      }
      await wait(againMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }
  const running = run();

  return {
    begun: begun.promise,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
