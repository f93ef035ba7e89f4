import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '../../platform/observing/log.ts';
import { makeAccount, makeUnit, testDatabase } from '../../testing/database.ts';
import { createContacts } from './contacts.ts';

const database = await testDatabase();
const { owner, pipeline } = database;
afterAll(() => database.close());
const accountId = await makeAccount(database);
const { trackerId } = await makeUnit(database, { accountId });

const clock = { now: new Date('2026-03-10T08:00:00Z') };
const pass = (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms));
const open = () =>
  createContacts({ db: pipeline, log: createLog({ logLevel: 'silent' }), now: () => clock.now, everyMs: 5, againMs: 60_000 });
const stored = () => owner.selectFrom('tracker_contact').where('tracker_id', '=', trackerId).selectAll().executeTakeFirst();
/** The transaction that wrote the row last. */
const writes = async () => {
  const { rows } = await sql<{ xmin: string }>`SELECT xmin::text FROM tracker_contact WHERE tracker_id = ${trackerId}`.execute(
    owner,
  );
  return rows[0]?.xmin;
};

test('ADM-026: a tracker that comes anew each second is written once in a while, and its last hello when it stops', async () => {
  const contacts = open();
  contacts.noted(trackerId, 'tcp', '::ffff:192.0.2.7');
  await expect.poll(async () => (await stored())?.address_family).toBe('ipv4');
  const first = await writes();
  for (let i = 0; i < 20; i += 1) {
    pass(1_000);
    contacts.noted(trackerId, 'tcp', '192.0.2.7');
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  expect(await writes()).toBe(first);
  pass(60_000);
  contacts.noted(trackerId, 'tcp', '192.0.2.7');
  await expect.poll(async () => (await stored())?.at).toEqual(clock.now);
  pass(1_000);
  contacts.noted(trackerId, 'tcp', '192.0.2.7');
  await contacts.stop();
  expect((await stored())?.at).toEqual(clock.now);
});

test('ADM-026: where each datagram says who sends it, only another way is written', async () => {
  const contacts = open();
  contacts.noted(trackerId, 'udp', '192.0.2.7');
  await expect.poll(async () => (await stored())?.transport).toBe('udp');
  const first = await writes();
  pass(3_600_000);
  contacts.noted(trackerId, 'udp', '192.0.2.9');
  await contacts.stop();
  expect(await writes()).toBe(first);
});

test('ADM-026: refused frames are counted by hour and reason; a tracker that is gone spoils no other', async () => {
  const contacts = open();
  contacts.noted(2 ** 40, 'tcp', '192.0.2.7');
  contacts.refused(2 ** 40, 'crc');
  for (const reason of ['crc', 'crc', 'count']) contacts.refused(trackerId, reason);
  await contacts.stop();
  const rows = await owner.selectFrom('tracker_refusal').selectAll().orderBy('reason').execute();
  expect(rows.map(({ reason, n }) => [reason, n])).toEqual([
    ['count', 1],
    ['crc', 2],
  ]);
});
