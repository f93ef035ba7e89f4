import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { answerTo, createAnnounce, type DomainEvent, listenerOf } from './events.ts';

const database = await testDatabase();
afterAll(() => database.close());
const NOW = new Date('2026-03-10T12:00:00Z');
const finished: DomainEvent = { name: 'trip-finished', ids: [1] };
const failed: DomainEvent = { name: 'command-failed', ids: [2] };

test('each event goes to all who listen to it, in their order, and to nobody else', async () => {
  const heard: string[] = [];
  const announce = createAnnounce([
    listenerOf({
      'trip-finished': async ({ ids }, _db, now) => void heard.push(`first ${String(ids)} ${now.toISOString()}`),
    }),
    listenerOf({}),
    listenerOf({
      'command-failed': async ({ name }) => void heard.push(`second ${name}`),
      'trip-finished': async ({ name }) => void heard.push(`second ${name}`),
    }),
  ]);
  await announce(database.pipeline, [finished, failed], NOW);
  expect(heard).toEqual(['first 1 2026-03-10T12:00:00.000Z', 'second trip-finished', 'second command-failed']);
  expect(answerTo({ 'trip-finished': (_event, n: number) => n + 1 }, failed, 1)).toBeUndefined();
  expect(answerTo({ 'trip-finished': (_event, n: number) => n + 1 }, finished, 1)).toBe(2);
});

test('what follows from an event is there if and only if the event is: a listener that fails undoes both', async () => {
  const { owner } = database;
  await sql`CREATE TABLE follows (n int)`.execute(owner);
  const count = async () => (await sql<{ n: number }>`SELECT count(*)::int AS n FROM follows`.execute(owner)).rows[0]?.n;
  const insert = listenerOf({
    'trip-finished': async (_event, db) => void (await sql`INSERT INTO follows VALUES (2)`.execute(db)),
  });
  const fail = listenerOf({
    'trip-finished': async () => {
      throw new Error('cannot follow');
    },
  });
  const happen = (listeners: Parameters<typeof createAnnounce>[0]) =>
    owner.transaction().execute(async (tx) => {
      await sql`INSERT INTO follows VALUES (1)`.execute(tx);
      await createAnnounce(listeners)(tx, [finished], NOW);
    });
  await expect(happen([insert, fail])).rejects.toThrow('cannot follow');
  expect(await count()).toBe(0);
  await happen([insert]);
  expect(await count()).toBe(2);
});
