import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../testing/database.ts';
import { createLog } from '../observing/log.ts';
import { metrics } from '../observing/metrics.ts';
import { createInProcessWake } from './in-process-wake.ts';
import { createPostgresWake, wakeStatement } from './postgres-wake.ts';
import { type Channel, jsonOf, type Wake } from './wake.ts';

const database = await testDatabase();
afterAll(() => database.close());
const log = createLog({ logLevel: 'silent' });

const NEWS: Channel<{ readonly n: number }> = { name: 'test_news', payload: jsonOf(z.object({ n: z.number() })) };
const OTHER: Channel<string> = { name: 'test_other', payload: z.string() };

interface Way {
  readonly wake: Wake;
  tell(channel: Pick<Channel<unknown>, 'name'>, ...payloads: string[]): Promise<void>;
  /** Whoever listens loses touch, as when a cable is pulled. */
  breakLine(): Promise<void>;
}

const WAYS: readonly (readonly [string, () => Way])[] = [
  [
    'in this process',
    () => {
      const wake = createInProcessWake({ log });
      return {
        wake,
        tell: async (channel, ...payloads) => payloads.forEach((payload) => wake.tell(channel, payload)),
        breakLine: async () => wake.interrupt(),
      };
    },
  ],
  [
    'by PostgreSQL',
    () => ({
      wake: createPostgresWake({ url: database.urls.owner, log, againMs: 20, checkMs: 50 }),
      tell: async (channel, ...payloads) => void (await wakeStatement(channel, payloads).execute(database.pipeline)),
      breakLine: async () =>
        void (await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = ${NEWS.name} AND datname = current_database()`.execute(database.owner)),
    }),
  ],
];

/** What a listener of NEWS has heard, and how often it began. */
function open({ wake }: Way, follow: (n: number) => void = () => {}) {
  const heard: number[] = [];
  let began = 0;
  const listening = wake.listen(NEWS, {
    onMessage: ({ n }) => {
      heard.push(n);
      follow(n);
    },
    onBegun: () => void (began += 1),
  });
  return { ...listening, heard, began: () => began };
}

const droppedOf = async (channel: string): Promise<number> =>
  (await metrics.getSingleMetric('spora_wake_dropped_total')?.get())?.values.find(({ labels }) => labels['channel'] === channel)
    ?.value ?? 0;

describe.each(WAYS)('the port for wake-ups, %s', (_name, make) => {
  test('who listens looks at everything once, then is woken by each message of its channel, in order', async () => {
    const way = make();
    const listener = open(way);
    await listener.begun;
    expect(listener.began()).toBe(1);
    await way.tell(OTHER, '{"n":0}');
    await way.tell(NEWS, '{"n":1}', '{"n":2}');
    await way.tell(NEWS, '{"n":3}');
    await expect.poll(() => listener.heard).toEqual([1, 2, 3]);
    expect(listener.began()).toBe(1);
    await listener.stop();
  });

  test('all who listen hear it', async () => {
    const way = make();
    const listeners = [open(way), open(way)];
    await Promise.all(listeners.map(({ begun }) => begun));
    await way.tell(NEWS, '{"n":7}');
    for (const { heard } of listeners) await expect.poll(() => heard).toEqual([7]);
    await Promise.all(listeners.map(({ stop }) => stop()));
  });

  test('what cannot be read is dropped and counted, and what follows is heard', async () => {
    const way = make();
    const listener = open(way);
    await listener.begun;
    const before = await droppedOf(NEWS.name);
    await way.tell(NEWS, 'x', '', 'null', '{"n":"1"}', '[]', '{"n":4}');
    await expect.poll(() => listener.heard).toEqual([4]);
    expect(await droppedOf(NEWS.name)).toBe(before + 5);
    await listener.stop();
  });

  test('a listener that fails at one message hears the next one', async () => {
    const way = make();
    const listener = open(way, (n) => {
      if (n === 1) throw new Error('cannot follow');
    });
    await listener.begun;
    await way.tell(NEWS, '{"n":1}', '{"n":2}');
    await expect.poll(() => listener.heard).toEqual([1, 2]);
    await listener.stop();
  });

  test('after the line broke it looks at everything again, and hears what comes then', async () => {
    const way = make();
    const listener = open(way);
    await listener.begun;
    for (const times of [2, 3]) {
      await way.breakLine();
      await expect.poll(listener.began).toBe(times);
    }
    await way.tell(NEWS, '{"n":5}');
    await expect.poll(() => listener.heard).toEqual([5]);
    await listener.stop();
  });

  test('who has stopped hears nothing more', async () => {
    const way = make();
    const [stopped, other] = [open(way), open(way)];
    await Promise.all([stopped.begun, other.begun]);
    await stopped.stop();
    await way.tell(NEWS, '{"n":6}');
    await expect.poll(() => other.heard).toEqual([6]);
    expect(stopped.heard).toEqual([]);
    await other.stop();
  });
});

test('PostgreSQL wakes with the commit, and nobody where it is rolled back', async () => {
  const wake = createPostgresWake({ url: database.urls.pipeline, log });
  const heard: string[] = [];
  const listening = wake.listen(OTHER, { onMessage: (text) => heard.push(text), onBegun: () => {} });
  await listening.begun;
  const telling = database.pipeline.transaction().execute(async (tx) => {
    await wakeStatement(OTHER, ['undone']).execute(tx);
    throw new Error('undone');
  });
  await expect(telling).rejects.toThrow('undone');
  await wakeStatement(OTHER, []).execute(database.pipeline);
  await wakeStatement(OTHER, ['done']).execute(database.pipeline);
  await expect.poll(() => heard).toEqual(['done']);
  await listening.stop();
});

test('a listener begins as soon as the database is there, and can be stopped before', async () => {
  const away = new URL(database.urls.pipeline);
  away.pathname = '/not_there_yet';
  let began = 0;
  const wake = createPostgresWake({ url: away.href, log, againMs: 20 });
  const listening = wake.listen(NEWS, { onMessage: () => {}, onBegun: () => void (began += 1) });
  const superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  await superuser.query('CREATE DATABASE not_there_yet');
  await superuser.query('GRANT CONNECT ON DATABASE not_there_yet TO PUBLIC');
  await listening.begun;
  expect(began).toBe(1);
  await listening.stop();
  await superuser.query('DROP DATABASE not_there_yet WITH (FORCE)');
  await superuser.end();
  const never = wake.listen(NEWS, { onMessage: () => {}, onBegun: () => void (began += 1) });
  await never.stop();
  expect(began).toBe(1);
});
