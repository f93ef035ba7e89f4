import { MINUTE_MS } from '@spora/calendar/durations';
import { columnsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prepare } from '../../../core/log/appender.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import { announce } from '../../../features.ts';
import type { AccountId } from '../../../platform/ctx.ts';
import type { AlarmWords } from '../../../platform/mail/order.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, testDatabase } from '../../../testing/database.ts';
import { projectNext } from '../../../testing/engine.ts';
import { testPorts } from '../../../testing/http.ts';
import { makeReceiver } from '../../../testing/receivers.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { tell, tellEnd } from '../../alarms/telling/service.ts';
import { checkHomes, remindOfHomes, watchForHome } from './service.ts';

const database = await testDatabase();
const { owner, pipeline } = database;
afterAll(() => database.close());

const HOME = { latE7: 593_293_000, lonE7: 180_686_000 };
const AWAY = { latE7: 594_500_000, lonE7: 180_686_000 };
let now: Date;
const ctx = {
  actor: { kind: 'system' },
  db: pipeline,
  now: () => now,
  ports: { ...testPorts(), announce },
  log: createLog({ logLevel: 'silent' }),
} as const;
const linkTo = (_subsite: number, path: string): string => `https://spora.test${path}`;
let accountId: AccountId;
let unit: MadeUnit;
beforeAll(() => ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-12-01')));
beforeEach(async () => {
  accountId = await makeAccount(database);
  unit = await makeUnit(database, { accountId, name: 'Skåpbil 7' });
  const receiver = { account_id: accountId, name: 'Åsa', email: `asa-${accountId}@test.example`, security: true };
  await makeReceiver(database, receiver, { unitId: unit.unitId, at: new Date() });
});

/** Home every day at a time, from the day of the first check on. */
const homeAt = (time: string, firstCheck: string) =>
  owner
    .insertInto('safe_home')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      is_on: true,
      schedule: JSON.stringify([[0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, time }))]),
      start_date: '2026-03-01',
      time_zone: 'Europe/Stockholm',
      address: 'Storgatan 1',
      radius_m: 300,
      lat_e7: HOME.latE7,
      lon_e7: HOME.lonE7,
      next_at: new Date(firstCheck),
      changed_at: new Date(firstCheck),
    })
    .execute();

/** It reports each minute of a stretch, standing at a place, and what it said has come in by its end. */
async function report(from: string, minutes: number, place: { latE7: number; lonE7: number }, satellites = 9): Promise<void> {
  const startMs = Date.parse(from);
  const records = Array.from({ length: minutes }, (_, i): PositionRecord => ({
    timeMs: startMs + i * MINUTE_MS,
    ...place,
    speedKmh: 0,
    satellites,
    altitudeM: 0,
    headingDeg: 0,
    priority: 0,
    eventId: 0,
    io: [{ id: 239, width: 1, value: 0 }],
  }));
  const at = new Date(startMs + minutes * MINUTE_MS);
  await append(
    pipeline,
    prepare([{ trackerId: unit.trackerId, columns: columnsOf(records), bytes: 1, settle: () => {} }], at, 24),
  );
  while ((await projectNext(pipeline, at, { trackers: 50, segments: 8 }, { among: [unit.trackerId] })).trackers > 0) continue;
}
/** The job of a minute, and the jobs that it ordered. */
async function minute(at: string): Promise<void> {
  now = new Date(at);
  await watchForHome(ctx);
  while (await checkHomes(ctx)) continue;
  while (await remindOfHomes(ctx)) continue;
  const rows = await owner
    .selectFrom('alarm')
    .where('account_id', '=', accountId)
    .where('telling', '=', 'told')
    .select(['id', 'ended_at'])
    .execute();
  const ids = rows.map(({ id }) => id);
  await tell(ctx, linkTo, ids);
  const isOver = new Set(rows.flatMap(({ id, ended_at }) => (ended_at === null ? [] : [id])));
  await tellEnd(
    ctx,
    linkTo,
    (await endJobs()).filter((id) => isOver.has(id)),
  );
}
/** The alarms whose end is to be told, as jobs say. */
async function endJobs(): Promise<number[]> {
  const { rows } = await sql<{ payload: { alarm_ids: number[] } }>`SELECT payload FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'alarms.tell-end'`.execute(owner);
  return rows.flatMap(({ payload }) => payload.alarm_ids);
}
const alarms = async () =>
  (
    await owner
      .selectFrom('alarm')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'safe-home-missed')
      .select(['at', 'ended_at', 'lat_e7', 'telling'])
      .orderBy('at')
      .execute()
  ).map(({ at, ended_at, lat_e7, telling }) => [
    at.toISOString().slice(0, 16),
    ended_at?.toISOString().slice(0, 16) ?? null,
    lat_e7,
    telling,
  ]);
const subjects = async () =>
  (
    await owner
      .selectFrom('mail')
      .where('account_id', '=', accountId)
      .where('template', '=', 'alarm')
      .select('params')
      .orderBy('id')
      .execute()
  )
    .map(({ params }) => (params as unknown as { what: AlarmWords }).what)
    .filter(({ kind }) => kind === 'safe-home-missed')
    .map(({ isOver, isPositionUnknown, at }) => [isOver ? 'home' : isPositionUnknown ? 'unknown' : 'missed', at.slice(0, 16)]);
const results = async () =>
  (
    await owner
      .selectFrom('safe_home_check')
      .where('unit_id', '=', unit.unitId)
      .select(['result', 'home_at'])
      .orderBy('at')
      .execute()
  ).map(({ result, home_at }) => [result, home_at?.toISOString().slice(0, 16) ?? null]);

test('SAFE-029, SAFE-030: at home nothing is told; away one alarm for each time, and a message when it comes home', async () => {
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T16:40:00Z', 30, HOME);
  await minute('2026-11-18T17:00:30Z');
  expect(await results(), 'what is on its way is waited for').toEqual([]);
  await minute('2026-11-18T17:01:00Z');
  await report('2026-11-19T16:40:00Z', 30, AWAY);
  await minute('2026-11-19T17:01:00Z');
  await minute('2026-11-19T17:02:00Z');
  expect(await alarms()).toEqual([['2026-11-19T17:00', null, AWAY.latE7, 'told']]);
  await report('2026-11-19T19:20:00Z', 20, HOME);
  await minute('2026-11-19T19:41:00Z');
  await minute('2026-11-19T19:42:00Z');
  expect(await alarms()).toEqual([['2026-11-19T17:00', '2026-11-19T19:39', AWAY.latE7, 'told']]);
  expect(await subjects()).toEqual([
    ['missed', '2026-11-19T17:00'],
    ['home', '2026-11-19T19:39'],
  ]);
  expect(await results()).toEqual([
    ['home', null],
    ['away', '2026-11-19T19:39'],
  ]);
});

test('SAFE-029: of a unit that was silent for longer than its interval the position is unknown, wherever it was before', async () => {
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T14:00:00Z', 20, HOME);
  await minute('2026-11-18T17:01:00Z');
  expect(await alarms()).toEqual([['2026-11-18T17:00', null, null, 'told']]);
  expect(await subjects()).toEqual([['unknown', '2026-11-18T17:00']]);
});

test('SAFE-029: a garage without satellites is no reason to be missed', async () => {
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T14:00:00Z', 20, HOME);
  await report('2026-11-18T14:20:00Z', 165, { latE7: 0, lonE7: 0 }, 0);
  await minute('2026-11-18T17:01:00Z');
  expect(await results()).toEqual([['home', null]]);
});

test('SAFE-030: a check that was skipped is not judged, and the next one is', async () => {
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await owner
    .insertInto('safe_home_check')
    .values({ account_id: accountId, unit_id: unit.unitId, at: new Date('2026-11-18T17:00:00Z'), result: 'skipped' })
    .execute();
  await report('2026-11-18T16:40:00Z', 30, AWAY);
  await minute('2026-11-18T17:01:00Z');
  await report('2026-11-19T16:40:00Z', 30, AWAY);
  await minute('2026-11-19T17:01:00Z');
  expect(await results()).toEqual([
    ['skipped', null],
    ['away', null],
  ]);
  expect((await alarms()).map(([at]) => at)).toEqual(['2026-11-19T17:00']);
});

test('SAFE-029: what came due while nothing ran is judged late by where the unit was then, each time once', async () => {
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T16:40:00Z', 30, AWAY);
  await report('2026-11-19T16:40:00Z', 30, HOME);
  await report('2026-11-20T16:40:00Z', 30, AWAY);
  await report('2026-11-20T19:00:00Z', 30, HOME);
  await minute('2026-11-20T19:29:00Z');
  await minute('2026-11-20T19:30:00Z');
  expect(await results()).toEqual([
    ['away', '2026-11-20T19:29'],
    ['home', null],
    ['away', '2026-11-20T19:29'],
  ]);
  // ALARM-034: older than a day it is only written down. That it came home is told once.
  expect(await alarms()).toEqual([
    ['2026-11-18T17:00', '2026-11-20T19:29', AWAY.latE7, 'late'],
    ['2026-11-20T17:00', '2026-11-20T19:29', AWAY.latE7, 'told'],
  ]);
  expect(await subjects()).toEqual([
    ['missed', '2026-11-20T17:00'],
    ['home', '2026-11-20T19:29'],
  ]);
});

test('SAFE-029: killed between the judging and its commit, or run by two at once, a check is judged once', async () => {
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T16:40:00Z', 30, AWAY);
  now = new Date('2026-11-18T17:01:00Z');
  const failing = { ...ctx, ports: { ...ctx.ports, announce: () => Promise.reject(new Error('killed')) } };
  await expect(checkHomes(failing)).rejects.toThrow('killed');
  expect(await results()).toEqual([]);
  await Promise.all([checkHomes(ctx), checkHomes(ctx)]);
  expect(await alarms()).toHaveLength(1);
});

test.each([
  ['spring', '2026-03-28T17:00:00Z', ['2026-03-28T17:00', '2026-03-29T16:00', '2026-03-30T16:00']],
  ['autumn', '2026-10-24T16:00:00Z', ['2026-10-24T16:00', '2026-10-25T17:00', '2026-10-26T17:00']],
] as const)('SAFE-029, DEC-35: 18:00 is 18:00 over the clock change in %s', async (_, first, checks) => {
  await homeAt('18:00', first);
  for (const at of checks) {
    const due = Date.parse(`${at}:00Z`);
    await report(new Date(due - 20 * MINUTE_MS).toISOString(), 25, AWAY);
    await minute(new Date(due - MINUTE_MS).toISOString());
    await minute(new Date(due + MINUTE_MS).toISOString());
  }
  expect((await alarms()).map(([at]) => at)).toEqual(checks);
});

test('FEAT-001, ALARM-042: nothing is judged where the unit or its account has it not, or its alarms are off', async () => {
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T16:40:00Z', 30, AWAY);
  await owner
    .updateTable('unit')
    .set({ features: ['theft'] })
    .where('id', '=', unit.unitId)
    .execute();
  await minute('2026-11-18T17:01:00Z');
  await owner
    .updateTable('unit')
    .set({ features: ['safe-return'] })
    .where('id', '=', unit.unitId)
    .execute();
  await owner
    .insertInto('unit_setting')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      valid_from: new Date('2026-11-19T00:00:00Z'),
      settings: '{"alarms":{"safe-home-missed":false}}',
    })
    .execute();
  await report('2026-11-19T16:40:00Z', 30, AWAY);
  await minute('2026-11-19T17:01:00Z');
  expect(await results()).toEqual([]);
  expect(await alarms()).toEqual([]);
});

test('SAFE-032: switched off, what it had missed is over, and nobody is told that it came home', async () => {
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T16:40:00Z', 30, AWAY);
  await minute('2026-11-18T17:01:00Z');
  await owner.updateTable('safe_home').set({ is_on: false, next_at: null }).where('unit_id', '=', unit.unitId).execute();
  await minute('2026-11-18T18:00:00Z');
  expect(await alarms()).toEqual([['2026-11-18T17:00', '2026-11-18T18:00', AWAY.latE7, 'told']]);
  expect(await subjects()).toEqual([['missed', '2026-11-18T17:00']]);
});

test('TRIP-032: nobody else is told when a unit in private use came home', async () => {
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T16:40:00Z', 30, AWAY);
  await minute('2026-11-18T17:01:00Z');
  await makeTrip(database, { accountId, unitId: unit.unitId }, { start: '2026-11-18T18:30:00Z', minutes: 60, type: 'private' });
  await report('2026-11-18T19:00:00Z', 20, HOME);
  await minute('2026-11-18T19:21:00Z');
  expect((await alarms())[0]?.[1]).toBe('2026-11-18T19:19');
  expect((await subjects()).filter(([what]) => what === 'home')).toEqual([]);
});

const reminders = async () =>
  (
    await owner
      .selectFrom('mail')
      .where('account_id', '=', accountId)
      .where('template', '=', 'safe-home-soon')
      .select(['recipient', 'params'])
      .orderBy('id')
      .execute()
  ).map(({ recipient, params }) => [recipient, (params as unknown as { time: string }).time]);
const receiver = () => `asa-${accountId}@test.example`;
const usuallyDrivenBy = (memberId: number) =>
  owner
    .insertInto('unit_setting')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      valid_from: new Date('2026-11-01T00:00:00Z'),
      settings: JSON.stringify({ driverMemberId: memberId }),
    })
    .execute();

test('14-3: half an hour before its check a unit that is away is told of once, to its receivers, and not one that is home or silent', async () => {
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T16:10:00Z', 15, AWAY);
  await minute('2026-11-18T16:29:00Z');
  expect(await reminders()).toEqual([]);
  await minute('2026-11-18T16:30:00Z');
  await minute('2026-11-18T16:31:00Z');
  expect(await reminders()).toEqual([[receiver(), '18:00']]);
  expect(await alarms()).toEqual([]);
  await report('2026-11-18T16:45:00Z', 30, HOME);
  await minute('2026-11-18T17:15:00Z');
  await report('2026-11-19T16:10:00Z', 20, HOME);
  await minute('2026-11-19T16:30:00Z');
  await minute('2026-11-19T17:01:00Z');
  await minute('2026-11-20T16:30:00Z');
  expect(await reminders()).toHaveLength(1);
});

test('14-3: who usually drives the unit is reminded instead of its receivers, of a check that is needed', async () => {
  const dan = await makeMember(database, { accountId, isAdmin: false });
  await usuallyDrivenBy(dan.id);
  const browser = {
    endpoint: `https://push.test/${dan.id}`,
    public_key: 'p',
    auth_secret: 's',
    vapid_key: 'v',
    label: 'Telefon',
  };
  await owner
    .insertInto('push_subscription')
    .values({ account_id: accountId, member_id: dan.id, ...browser, created_at: new Date('2026-11-01T00:00:00Z') })
    .execute();
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T16:10:00Z', 20, AWAY);
  await minute('2026-11-18T16:30:00Z');
  expect(await reminders()).toEqual([[dan.email, '18:00']]);
  const pushed = await owner.selectFrom('push').where('account_id', '=', accountId).select(['member_id', 'body']).execute();
  expect(pushed.map(({ member_id }) => member_id)).toEqual([dan.id]);
  expect(JSON.stringify(pushed)).toContain('18:00');
  await minute('2026-11-18T17:01:00Z');
  await owner
    .insertInto('safe_home_check')
    .values({ account_id: accountId, unit_id: unit.unitId, at: new Date('2026-11-19T17:00:00Z'), result: 'skipped' })
    .execute();
  await report('2026-11-19T16:10:00Z', 20, AWAY);
  await minute('2026-11-19T16:30:00Z');
  expect(await reminders()).toHaveLength(1);
});

test('14-3, TRIP-032: of a unit in private use only who drives it is reminded', async () => {
  const [dan, eva] = [await makeMember(database, { accountId }), await makeMember(database, { accountId })];
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T16:10:00Z', 20, AWAY);
  const trip = { start: '2026-11-18T16:00:00Z', type: 'private', driver: dan.id, isOngoing: true } as const;
  await makeTrip(database, { accountId, unitId: unit.unitId }, trip);
  await minute('2026-11-18T16:30:00Z');
  expect(await reminders()).toEqual([]);
  const again = () => owner.updateTable('safe_home').set({ reminded_of: null }).where('unit_id', '=', unit.unitId).execute();
  await again();
  await usuallyDrivenBy(eva.id);
  await minute('2026-11-18T16:31:00Z');
  expect(await reminders()).toEqual([]);
  await again();
  await owner
    .updateTable('unit_setting')
    .set({ settings: JSON.stringify({ driverMemberId: dan.id }) })
    .where('unit_id', '=', unit.unitId)
    .execute();
  await minute('2026-11-18T16:32:00Z');
  expect(await reminders()).toEqual([[dan.email, '18:00']]);
});

test('14-3: nobody is reminded of a unit that is muted or whose alarm is off', async () => {
  const dan = await makeMember(database, { accountId });
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T16:10:00Z', 20, AWAY);
  const until = new Date('2026-11-19T00:00:00Z');
  await owner
    .insertInto('unit_alarm_mute')
    .values({ account_id: accountId, unit_id: unit.unitId, until, member_id: dan.id, set_at: until })
    .execute();
  await minute('2026-11-18T16:30:00Z');
  await owner
    .insertInto('unit_setting')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      valid_from: new Date('2026-11-19T00:00:00Z'),
      settings: '{"alarms":{"safe-home-missed":false}}',
    })
    .execute();
  await minute('2026-11-18T17:01:00Z');
  await report('2026-11-19T16:10:00Z', 20, AWAY);
  await minute('2026-11-19T16:30:00Z');
  expect(await reminders()).toEqual([]);
});

test('14-3, LOCK-013: of a locked unit only who has its key is reminded', async () => {
  const [dan, eva] = [await makeMember(database, { accountId }), await makeMember(database, { accountId })];
  await homeAt('18:00', '2026-11-18T17:00:00Z');
  await report('2026-11-18T16:10:00Z', 20, AWAY);
  const lockedBy = (memberId: number) =>
    owner
      .updateTable('unit')
      .set({ locked_at: new Date('2026-11-18T12:00:00Z'), locked_by_member_id: memberId })
      .where('id', '=', unit.unitId)
      .execute();
  await lockedBy(dan.id);
  await minute('2026-11-18T16:30:00Z');
  expect(await reminders()).toEqual([]);
  await owner.updateTable('safe_home').set({ reminded_of: null }).where('unit_id', '=', unit.unitId).execute();
  await usuallyDrivenBy(eva.id);
  await lockedBy(eva.id);
  await minute('2026-11-18T16:31:00Z');
  expect(await reminders()).toEqual([[eva.email, '18:00']]);
});
