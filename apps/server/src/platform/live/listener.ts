import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { LIVE_CHANNEL, type LiveMessage } from './hub.ts';

export interface ListenerOptions {
  /** Any role may listen. */
  readonly url: string;
  readonly log: Logger;
  readonly onMessage: (message: LiveMessage) => void;
  /** The connection was away: messages may be missing. */
  readonly onGap: () => void;
}

export interface Listener {
  /** Asks the server something, since a connection that died silently only shows when it is used. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_MS = 1000;

/** Listens on `spora_live` with a connection of its own, and connects again whenever it breaks. Resolves once it listens. */
export async function startListener({ url, log, onMessage, onGap }: ListenerOptions): Promise<Listener> {
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'spora live',
      connectionTimeoutMillis: 10_000,
    });
    let isOver = false;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      if (client === next) {
        client = undefined;
        void reconnect();
      }
    };
    next.on('error', over);
    next.on('end', over);
    next.on('notification', ({ payload }) => onMessage(JSON.parse(payload ?? '{}') as LiveMessage));
    try {
      await next.connect();
      await next.query(`LISTEN ${LIVE_CHANNEL}`);
    } catch (error) {
      isOver = true;
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
  }

  async function reconnect(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await wait(RETRY_MS, undefined, { signal: stopping.signal });
        await connect();
        onGap();
        return;
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the live connection to the database is away');
      }
    }
  }

  await connect();
  return {
    check: async () => {
      const checked = client;
      if (!checked) return;
      const isAlive = await Promise.race([
        checked.query('SELECT 1').then(
          () => true,
          () => false,
        ),
        wait(5_000, false, { signal: stopping.signal }).catch(() => true),
      ]);
      if (!isAlive) await checked.end().catch(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
