import { setTimeout as sleep } from 'node:timers/promises';
import { encodeAnswer, encodeCommand } from '@spora/protocols/teltonika/messages';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type RunningGateway, startGateway } from '../../../roles/gateway.ts';
import { announce } from '../../../features.ts';
import { makeAccount, makeMember, makeUnit, type MadeUnit, testDatabase } from '../../../testing/database.ts';
import { ANY_PORTS, connectTracker, makeRecords, type TestTracker } from '../../../testing/tracker.ts';
import { ecoProfileOf, ecoText, outputProfileOf, outputText } from '../profile-rules.ts';
import { deadlinesOf } from '../rules.ts';
import * as commands from '../repository.ts';
import { setAccount } from '../../../platform/ctx.ts';

const database = await testDatabase();
afterAll(() => database.close());
const running: RunningGateway[] = [];
const trackers: TestTracker[] = [];
afterEach(async () => {
  for (const tracker of trackers.splice(0)) tracker.close();
  await Promise.all(running.splice(0).map((gateway) => gateway.stop()));
});
const accountId = await makeAccount(database);
const member = await makeMember(database, { accountId });
const clock = { now: new Date('2026-03-10T12:00:00Z') };
const after = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000));

async function gateway(): Promise<RunningGateway> {
  const started = await startGateway(
    {
      config: {
        host: '127.0.0.1',
        trackerPorts: ANY_PORTS,
        maxPositionMonths: 24,
      },
      log: pino({ level: 'silent' }),
      now: () => clock.now,
      pipeline: database.pipeline,
      ports: { announce },
    },
    { sweepMs: 50, commandsMs: 20 },
  );
  running.push(started);
  return started;
}

async function connected({ ports }: RunningGateway, imei: string): Promise<TestTracker> {
  const tracker = await connectTracker(ports.teltonika);
  trackers.push(tracker);
  expect(await tracker.hello(imei)).toBe(1);
  return tracker;
}

interface Order {
  readonly output?: number;
  readonly isOn?: boolean;
}
/** Orders as the interface does: by its role, with the account in force. */
const order = (unit: MadeUnit, { output = 1, isOn = true }: Order = {}): Promise<number> => {
  const wish = { output, isOn, pulseS: null, onlyStandingStill: false };
  return database.api.transaction().execute(async (tx) => {
    await setAccount(tx, accountId);
    return commands.insertCommand(tx, {
      unitId: unit.unitId,
      memberId: member.id,
      kind: 'output',
      subject: `output-${output}`,
      parameters: wish,
      family: 'A',
      text: outputText(outputProfileOf('A')!, wish),
      reason: '',
      at: clock.now,
      ...deadlinesOf('output', clock.now),
    });
  });
};
const THRESHOLDS = { is_on: true, acceleration_ms2: 2.5, braking_ms2: 2.7, cornering_ms2: 3.4, max_speed_kmh: null };
const orderEco = (unit: MadeUnit): Promise<number> =>
  database.api.transaction().execute(async (tx) => {
    await setAccount(tx, accountId);
    return commands.insertCommand(tx, {
      unitId: unit.unitId,
      memberId: member.id,
      kind: 'eco-driving',
      subject: 'eco-driving',
      parameters: THRESHOLDS,
      family: 'A',
      text: ecoText(ecoProfileOf('A')!, THRESHOLDS),
      reason: '',
      at: clock.now,
      ...deadlinesOf('eco-driving', clock.now),
    });
  });
const rowOf = (id: number) =>
  database.owner.selectFrom('command').select(['state', 'answer', 'sent_at']).where('id', '=', id).executeTakeFirstOrThrow();
const becomes = (id: number, state: string) => expect.poll(async () => (await rowOf(id)).state, { timeout: 5000 }).toBe(state);
const textIn = async (tracker: TestTracker, text: string) => {
  const frame = Buffer.from(encodeCommand(text));
  expect((await tracker.read(frame.length)).equals(frame)).toBe(true);
};
const answer = (tracker: TestTracker, text: string) => tracker.send(encodeAnswer({ codec: 12, text }));
const unitOf = () => makeUnit(database, { accountId });

test('API-097, OUT-002: a connected tracker gets the command over its connection, and its answer acknowledges it', async () => {
  const started = await gateway();
  const unit = await unitOf();
  const tracker = await connected(started, unit.imei);
  const id = await order(unit);
  await textIn(tracker, 'setdigout 1');
  expect((await rowOf(id)).state).toBe('sent');
  answer(tracker, 'DOUT1:ON Timeout:INFINITY');
  await becomes(id, 'acknowledged');
  expect((await rowOf(id)).answer).toBe('DOUT1:ON Timeout:INFINITY');
  tracker.sendFrame(makeRecords(2, clock.now.getTime()));
  expect(await tracker.readAck()).toBe(2);
});

test('MODE-008: an answer is a contact: the unit was heard of then, whatever it last reported', async () => {
  const started = await gateway();
  const unit = await unitOf();
  const contacts = async () => {
    const of = (table: 'tracker' | 'unit_latest') => database.owner.selectFrom(table).select('last_contact_at');
    const [tracker, latest] = await Promise.all([
      of('tracker').where('id', '=', unit.trackerId).executeTakeFirst(),
      of('unit_latest').where('unit_id', '=', unit.unitId).executeTakeFirst(),
    ]);
    return [tracker?.last_contact_at, latest?.last_contact_at];
  };
  const tracker = await connected(started, unit.imei);
  await database.owner
    .insertInto('unit_latest')
    .values({ unit_id: unit.unitId, account_id: accountId, last_contact_at: clock.now, report_interval_s: 60, state: 'parked' })
    .execute();
  const id = await order(unit);
  await textIn(tracker, 'setdigout 1');
  const at = after(60);
  answer(tracker, 'DOUT1:ON Timeout:INFINITY');
  await becomes(id, 'acknowledged');
  expect(await contacts()).toEqual([at, at]);
});

test('UNIT-030, UNIT-021: what waits is handed over at the next hello, days later too', async () => {
  const started = await gateway();
  const unit = await unitOf();
  const id = await orderEco(unit);
  after(3 * 86_400);
  await sleep(100);
  expect((await rowOf(id)).state).toBe('waiting');
  const tracker = await connected(started, unit.imei);
  await textIn(tracker, 'setparam 11000:1;11004:2.5;11005:2.7;11006:3.4;11100:0');
  answer(tracker, 'New value 11000:1;11004:2.5;11005:2.7;11006:3.4;11100:0');
  await becomes(id, 'acknowledged');
});

test('OUT-003: a switch whose tracker did not come within 90 seconds is never sent', async () => {
  const started = await gateway();
  const unit = await unitOf();
  const id = await order(unit);
  after(91);
  await becomes(id, 'expired');
  const tracker = await connected(started, unit.imei);
  await sleep(200);
  expect([tracker.unread, (await rowOf(id)).sent_at]).toEqual([0, null]);
});

test('OUT-003, OUT-011: an unconfirmed switch is not sent again by itself, also to a new connection, and a late answer still counts', async () => {
  const started = await gateway();
  const unit = await unitOf();
  const first = await connected(started, unit.imei);
  const id = await order(unit);
  await textIn(first, 'setdigout 1');
  first.close();
  after(91);
  await becomes(id, 'timed-out');
  const second = await connected(started, unit.imei);
  await sleep(200);
  expect(second.unread).toBe(0);
  answer(second, 'DOUT1:ON Timeout:INFINITY');
  await becomes(id, 'acknowledged');
});

test('OUT-011: a record that reports the output as wished confirms it; one from before the switch does not', async () => {
  const started = await gateway();
  const unit = await unitOf();
  const tracker = await connected(started, unit.imei);
  const id = await order(unit, { output: 2 });
  await textIn(tracker, 'setdigout ?1');
  const report = (atMs: number) =>
    sql`INSERT INTO unit_latest (unit_id, account_id, last_contact_at, state, report_interval_s, named)
      VALUES (${unit.unitId}, ${accountId}, ${clock.now}, 'parked', 60, ${JSON.stringify({ output_2: true, output_2_at_ms: atMs })}::jsonb)
      ON CONFLICT (unit_id) DO UPDATE SET named = excluded.named`.execute(database.owner);
  await report(clock.now.getTime() - 1000);
  await sleep(150);
  expect((await rowOf(id)).state).toBe('sent');
  await report(clock.now.getTime() + 5000);
  await becomes(id, 'acknowledged');
});

test('OUT-002: a tracker has one command at a time, and the next one as soon as it has answered', async () => {
  const started = await gateway();
  const unit = await unitOf();
  const tracker = await connected(started, unit.imei);
  const ids = [await order(unit), await order(unit, { output: 2, isOn: false })];
  await textIn(tracker, 'setdigout 1');
  await sleep(150);
  expect([tracker.unread, (await rowOf(ids[1]!)).state]).toEqual([0, 'waiting']);
  answer(tracker, 'Unknown command');
  await textIn(tracker, 'setdigout ?0');
  await becomes(ids[0]!, 'failed');
  answer(tracker, 'DOUT1:IGNORED DOUT2:OFF Timeout:INFINITY');
  await becomes(ids[1]!, 'acknowledged');
});

test('OUT-008: a tracker that waits until it stands still says so, and has it done once it reports it', async () => {
  const started = await gateway();
  const unit = await unitOf();
  const tracker = await connected(started, unit.imei);
  const id = await order(unit);
  await textIn(tracker, 'setdigout 1');
  answer(tracker, 'DOUT1:ON Timeout:INFINITY Speed threshold:5km/h Speed is above threshold, queued');
  await becomes(id, 'queued');
});

test('SEC-008: a tracker that came into another unit in the meantime is sent nothing that was meant for the former', async () => {
  const started = await gateway();
  const unit = await unitOf();
  const id = await orderEco(unit);
  await database.owner
    .updateTable('fitting')
    .set({ during: `[2000-01-01T00:00:00Z,${clock.now.toISOString()})` })
    .where('unit_id', '=', unit.unitId)
    .execute();
  const tracker = await connected(started, unit.imei);
  await sleep(200);
  expect([tracker.unread, (await rowOf(id)).state]).toEqual([0, 'waiting']);
});

test('SEC-008: the interface cannot order a command for a tracker of another account, nor rewrite what was sent', async () => {
  const foreign = await makeUnit(database, { accountId: await makeAccount(database) });
  await expect(order(foreign)).rejects.toMatchObject({ key: 'CommandNotSupported' });
  const unit = await unitOf();
  const id = await order(unit);
  const asApi = (statement: ReturnType<typeof sql>) =>
    database.api.transaction().execute(async (tx) => {
      await setAccount(tx, accountId);
      await statement.execute(tx);
    });
  await expect(asApi(sql`UPDATE command SET text = 'cpureset' WHERE id = ${id}`)).rejects.toThrow(/permission denied/);
  await expect(asApi(sql`DELETE FROM command WHERE id = ${id}`)).rejects.toThrow(/permission denied/);
});
