import { DAY_MS, HOUR_MS, MINUTE_MS } from '@spora/calendar/durations';
import { columnsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prepare } from '../../../core/log/appender.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import type { AccountId } from '../../../platform/ctx.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, testDatabase } from '../../../testing/database.ts';
import { projectNext, rebuildTracker } from '../../../testing/engine.ts';
import { testPorts } from '../../../testing/http.ts';
import { makeReceiver } from '../../../testing/receivers.ts';
import { forgetOld, raise, tell, tellDue } from './service.ts';

const database = await testDatabase();
const { owner, pipeline } = database;
afterAll(() => database.close());

const START = Date.UTC(2026, 10, 18, 12);
let now = new Date(START);
const ctx = {
  actor: { kind: 'system' },
  db: pipeline,
  now: () => now,
  ports: testPorts(),
  log: createLog({ logLevel: 'silent' }),
} as const;
const linkTo = (_subsite: number, path: string): string => `https://spora.test${path}`;
let accountId: AccountId;
let unit: MadeUnit;
beforeAll(() => ensurePartitions(pipeline, new Date('2026-10-01'), new Date('2026-12-01')));
beforeEach(async () => {
  now = new Date(START);
  accountId = await makeAccount(database);
  unit = await makeUnit(database, { accountId, name: 'Skåpbil 7' });
});

interface Receiving {
  readonly security?: boolean;
  readonly function?: boolean;
  readonly memberId?: number;
  readonly quiet?: readonly [string, string];
  readonly phone?: string;
  readonly push?: boolean;
}
let names = 0;
async function receiver(receiving: Receiving = {}): Promise<string> {
  const { security = true, function: wantsFunction = true, memberId, quiet, phone = '', push = false } = receiving;
  const email = `mottagare-${(names += 1)}@test.example`;
  const made = {
    account_id: accountId,
    member_id: memberId ?? null,
    name: 'Åsa',
    email,
    security,
    function: wantsFunction,
    dial_code: phone === '' ? '' : '46',
    phone,
    push,
    quiet_from: quiet?.[0] ?? null,
    quiet_to: quiet?.[1] ?? null,
  };
  await makeReceiver(database, made, { unitId: unit.unitId, at: now });
  return email;
}

/** Records a minute apart from `minute` on, by what they say: 249 jamming, 252 unplugged, 239 ignition. */
const records = (minute: number, told: readonly Readonly<Record<number, number>>[]): PositionRecord[] =>
  told.map((io, i) => ({
    timeMs: START + (minute + i) * MINUTE_MS,
    latE7: 593_300_000,
    lonE7: 180_600_000,
    speedKmh: 0,
    satellites: 9,
    altitudeM: 0,
    headingDeg: 0,
    priority: 0,
    eventId: 0,
    io: Object.entries(io).map(([id, value]) => ({ id: Number(id), width: 1 as const, value })),
  }));
const JAMMED = [{ 249: 1 }, { 249: 0 }] as const;

async function report(sent: readonly PositionRecord[], of = unit): Promise<void> {
  await append(pipeline, prepare([{ trackerId: of.trackerId, columns: columnsOf(sent), bytes: 1, settle: () => {} }], now, 24));
  while ((await projectNext(pipeline, now, { trackers: 50, segments: 8 }, { among: [of.trackerId] })).trackers > 0) continue;
  await tellAll();
}
async function tellAll(): Promise<void> {
  const { rows } = await owner
    .selectFrom('alarm')
    .where('telling', '=', 'told')
    .where('account_id', '=', accountId)
    .select('id')
    .execute()
    .then((found) => ({ rows: found }));
  await tell(
    ctx,
    linkTo,
    rows.map(({ id }) => id),
  );
}
const alarms = () =>
  owner
    .selectFrom('alarm')
    .where('account_id', '=', accountId)
    .select(['kind', 'telling', 'repeats', 'ended_at', 'at'])
    .orderBy('at')
    .execute();
const kindsTold = async () => (await alarms()).map(({ kind, telling }) => `${kind} ${telling}`);
const mails = async () =>
  (
    await owner
      .selectFrom('mail')
      .where('account_id', '=', accountId)
      .where('template', '=', 'alarm')
      .select(['recipient', 'params'])
      .orderBy('id')
      .execute()
  ).map(({ recipient, params }) => ({
    recipient,
    ...(params as {
      what: { kind: string; at: string; isDayOnly: boolean; hasEnded: boolean; isDelayed: boolean; value: number | null };
      place: string;
      repeats: number;
    }),
  }));

test('ALARM-001, ALARM-030: what a unit reports is one alarm with a mail to each receiver of its class, and it knows when it was over', async () => {
  const [both, onlyFunction] = [await receiver(), await receiver({ security: false })];
  now = new Date(START + 5 * MINUTE_MS);
  await report(records(0, [{ 249: 0 }, { 249: 1 }, { 249: 1 }, { 249: 0 }]));
  expect(await alarms()).toMatchObject([
    { kind: 'jamming', telling: 'told', at: new Date(START + MINUTE_MS), ended_at: new Date(START + 3 * MINUTE_MS) },
  ]);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([both]);
  expect(onlyFunction).not.toBe(both);
});

test('ALARM-033: sent twice, late, in other pieces, told again and rebuilt, an occurrence is one alarm and one mail', async () => {
  await receiver();
  const all = records(0, [{ 249: 0 }, { 249: 1 }, { 249: 1 }, { 249: 1 }, { 249: 0 }, { 252: 1 }, { 252: 0 }]);
  now = new Date(START + 10 * MINUTE_MS);
  await report([all[2]!, all[5]!]);
  await report(all.slice(3));
  await report(all.slice(0, 4));
  await report(all);
  await rebuildTracker(pipeline, unit.imei, now);
  await tellAll();
  expect(await kindsTold()).toEqual(['jamming told', 'power-cut told']);
  expect(await mails()).toHaveLength(2);
  const conditions = await owner
    .selectFrom('unit_condition')
    .where('unit_id', '=', unit.unitId)
    .selectAll()
    .orderBy('began_at')
    .execute();
  expect(
    conditions.map(({ kind, began_at, ended_at }) => [kind, began_at.getTime() - START, ended_at!.getTime() - START]),
  ).toEqual([
    ['jamming', MINUTE_MS, 4 * MINUTE_MS],
    ['power-cut', 5 * MINUTE_MS, 6 * MINUTE_MS],
  ]);
});

test('ALARM-033: what came again is not summed up once somebody has seen to it', async () => {
  await receiver();
  now = new Date(START + 2 * MINUTE_MS);
  await report(records(0, JAMMED));
  now = new Date(START + 9 * MINUTE_MS);
  await report(records(3, JAMMED));
  expect(await kindsTold()).toEqual(['jamming told', 'jamming repeat']);
  await owner.updateTable('alarm').set({ state: 'handled', handled_at: now }).where('account_id', '=', accountId).execute();
  now = new Date(START + 18 * MINUTE_MS);
  await tellDue(ctx, linkTo);
  expect(await mails()).toHaveLength(1);
});

test('ALARM-033, CONST-054: within a quarter of an hour the same is only counted, and summed up once when that is over', async () => {
  await receiver();
  now = new Date(START + 2 * MINUTE_MS);
  await report(records(0, JAMMED));
  now = new Date(START + 9 * MINUTE_MS);
  await report(records(3, [...JAMMED, ...JAMMED, ...JAMMED]));
  expect(await kindsTold()).toEqual(['jamming told', 'jamming repeat', 'jamming repeat', 'jamming repeat']);
  expect(await mails()).toHaveLength(1);
  await tellDue(ctx, linkTo);
  expect(await mails(), 'not before its time').toHaveLength(1);
  now = new Date(START + 18 * MINUTE_MS);
  await tellDue(ctx, linkTo);
  await tellDue(ctx, linkTo);
  expect((await mails()).map(({ repeats }) => repeats)).toEqual([0, 3]);
  const newest = (await alarms()).at(-1)!;
  expect((await mails()).at(-1), 'of the last one, when and where').toMatchObject({
    what: { at: newest.at.toISOString() },
  });
  // The summary began a quiet time of its own.
  now = new Date(START + 21 * MINUTE_MS);
  await report(records(20, JAMMED));
  expect((await kindsTold()).at(-1)).toBe('jamming repeat');
  now = new Date(START + 40 * MINUTE_MS);
  await report(records(38, JAMMED));
  expect((await kindsTold()).at(-1)).toBe('jamming told');
});

test('ALARM-034, CONST-055: after a quarter of an hour it is told as delayed, after a day only written down', async () => {
  await receiver();
  now = new Date(START + 16 * MINUTE_MS);
  await report(records(0, JAMMED));
  expect((await mails()).map(({ what }) => what.isDelayed)).toEqual([true]);
  now = new Date(START + 25 * HOUR_MS);
  await report(records(30, [{ 252: 1 }]));
  expect(await kindsTold()).toEqual(['jamming told', 'power-cut late']);
  expect(await mails()).toHaveLength(1);
});

test('ALARM-034: what takes a while to be sure of is not late, unless the record that makes it sure is', async () => {
  await receiver();
  const moved = (minute: number) => records(minute, [{ 239: 0 }]).map((record) => ({ ...record, latE7: record.latE7 + 90_000 }));
  await report(records(0, [{ 239: 0 }]));
  await report(moved(30));
  now = new Date(START + 61 * MINUTE_MS);
  await report(moved(60));
  expect((await mails()).map(({ what }) => [what.kind, what.at, what.isDelayed])).toEqual([
    ['towing', new Date(START + 30 * MINUTE_MS).toISOString(), false],
  ]);
  const other = await makeUnit(database, { accountId });
  await owner
    .insertInto('alarm_receiver_unit')
    .columns(['account_id', 'receiver_id', 'unit_id'])
    .expression((from) =>
      from
        .selectFrom('alarm_receiver')
        .where('account_id', '=', accountId)
        .select(['account_id', 'id', sql<number>`${other.unitId}::bigint`.as('unit_id')]),
    )
    .execute();
  await report([...records(0, [{ 239: 0 }]), ...moved(30), ...moved(40)], other);
  expect((await mails()).map(({ what }) => what.isDelayed)).toEqual([false, true]);
});

test('ALARM-036: of a muted unit nobody is told, and function alarms wait for the end of quiet hours', async () => {
  await receiver({ quiet: ['12:00', '15:00'] });
  now = new Date(START + MINUTE_MS);
  // 13:01 in Stockholm. Security alarms wait for nothing.
  await raise(pipeline, [alarmOf('alcohol')], now);
  await raise(pipeline, [alarmOf('jamming')], now);
  await tellAll();
  expect((await mails()).map(({ what }) => what.kind)).toEqual(['jamming']);
  now = new Date(START + 2 * HOUR_MS);
  await owner
    .updateTable('alarm')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'alcohol')
    .execute();
  await tellDue(ctx, linkTo);
  expect((await mails()).map(({ what }) => what.kind)).toEqual(['jamming', 'alcohol']);
  expect(
    (await mails()).map(({ what }) => what.hasEnded),
    '0079: as the list knows',
  ).toEqual([false, true]);

  await owner
    .insertInto('unit_alarm_mute')
    .values({ account_id: accountId, unit_id: unit.unitId, until: new Date(START + DAY_MS), member_id: 1, set_at: now })
    .execute();
  await raise(pipeline, [{ ...alarmOf('towing'), atMs: now.getTime() }], now);
  expect((await kindsTold()).at(-1)).toBe('towing muted');
});

test('ALARM-036: what came before a unit was muted, and is due meanwhile, is sent to nobody either: summaries, what waited, and who is told next', async () => {
  const [first, next] = [await receiver({ quiet: ['12:00', '15:00'] }), await receiver({ security: false, function: false })];
  const { id: nextId } = await owner
    .selectFrom('alarm_receiver')
    .where('email', '=', next)
    .select('id')
    .executeTakeFirstOrThrow();
  await owner
    .updateTable('alarm_receiver')
    .set({ escalate_after_min: 10, escalate_to_id: nextId })
    .where('email', '=', first)
    .execute();
  const again = (minutes: number) => ({ ...alarmOf('jamming'), key: `again ${minutes}`, atMs: START + minutes * MINUTE_MS });
  await raise(pipeline, [alarmOf('jamming'), alarmOf('alcohol')], now);
  await raise(pipeline, [again(1)], now);
  await tellAll();
  const until = new Date(START + 3 * HOUR_MS);
  await owner
    .insertInto('unit_alarm_mute')
    .values({ account_id: accountId, unit_id: unit.unitId, until, member_id: 1, set_at: now })
    .execute();
  now = new Date(START + 2 * MINUTE_MS);
  await raise(pipeline, [again(2)], now);
  expect((await kindsTold()).toSorted()).toEqual(['alcohol told', 'jamming muted', 'jamming repeat', 'jamming told']);
  for (const minutes of [11, 16, 125]) {
    now = new Date(START + minutes * MINUTE_MS);
    await tellDue(ctx, linkTo);
  }
  const sent = async () => (await mails()).map(({ recipient, what }) => `${what.kind} ${recipient}`);
  expect(await sent()).toEqual([`jamming ${first}`]);
  now = new Date(until.getTime() + MINUTE_MS);
  await tellDue(ctx, linkTo);
  expect(await sent(), 'nobody has handled it').toEqual([`jamming ${first}`, `jamming ${next}`]);
});

test('ALARM-033, ALARM-036: a summary that waited for the end of quiet hours says how many it counts', async () => {
  await receiver({ quiet: ['12:00', '15:00'] });
  const again = (hours: number) => ({ ...alarmOf('over-speed'), key: `again ${hours}`, atMs: START + hours * HOUR_MS });
  await raise(pipeline, [alarmOf('over-speed')], now);
  await tellAll();
  for (const hours of [1, 3]) {
    now = new Date(START + hours * HOUR_MS);
    await raise(pipeline, [again(hours)], now);
  }
  for (const hours of [3, 24, 26]) {
    now = new Date(START + hours * HOUR_MS);
    await tellDue(ctx, linkTo);
  }
  expect((await mails()).map(({ repeats, what }) => [repeats, what.at])).toEqual([
    [0, new Date(START).toISOString()],
    [2, new Date(START + 3 * HOUR_MS).toISOString()],
  ]);
});

const alarmOf = (kind: 'alcohol' | 'jamming' | 'towing' | 'over-speed') => ({
  accountId,
  unitId: unit.unitId,
  kind,
  subject: '',
  key: `${kind} ${unit.unitId}`,
  atMs: START,
  endedMs: null,
  latE7: 593_300_000,
  lonE7: 180_600_000,
  details: { value: 0.4, limit: 0.2 },
});

test('ALARM-036, OPT-001, LOCK-005: no mail to who is disabled, has stopped alerts, or is shut out from a locked unit', async () => {
  const member = async (more: object = {}) => {
    const { id } = await makeMember(database, { accountId });
    await owner
      .updateTable('member')
      .set({ disabled_at: null, ...more })
      .where('id', '=', id)
      .execute();
    return { id, email: await receiver({ memberId: id }) };
  };
  await member({ disabled_at: now });
  await member({ alerts_stopped_at: now });
  const [locker, given, other] = [await member(), await member(), await member()];
  await owner.insertInto('unit_access').values({ account_id: accountId, unit_id: unit.unitId, member_id: given.id }).execute();
  await raise(pipeline, [alarmOf('jamming')], now);
  await tellAll();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([locker.email, given.email, other.email]);
  await owner.updateTable('unit').set({ locked_at: now, locked_by_member_id: locker.id }).where('id', '=', unit.unitId).execute();
  await raise(pipeline, [alarmOf('towing')], now);
  await tellAll();
  expect((await mails()).slice(3).map(({ recipient }) => recipient)).toEqual([locker.email, given.email]);
});

test('MAP-032, TRIP-032: in private use others are told a function alarm by its day and on the day after, a security alarm at once and on record', async () => {
  const driver = await makeMember(database, { accountId, isAdmin: false });
  const [own, others] = [await receiver({ memberId: driver.id }), await receiver()];
  await owner
    .insertInto('trip')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      started_at: new Date(START - HOUR_MS),
      ended_at: new Date(START + HOUR_MS),
      is_ongoing: false,
      computed_type: 'private',
      computed_rule: 'default',
      computed_driver_id: driver.id,
      distance_m: 1000,
      distance_source: 'positions',
      end_rule: 'ignition-off',
      max_speed_kmh: 50,
      algorithm_version: 2,
    })
    .execute();
  await raise(pipeline, [alarmOf('over-speed')], now);
  await tellAll();
  expect(await mails()).toMatchObject([{ recipient: own, what: { isDayOnly: false, value: 0.4 } }]);
  now = new Date(START + 12 * HOUR_MS);
  await tellDue(ctx, linkTo);
  expect(await mails(), 'the day is not over').toHaveLength(1);
  now = new Date(START + DAY_MS);
  await tellDue(ctx, linkTo);
  expect((await mails())[1]).toMatchObject({
    recipient: others,
    place: '',
    what: { isDayOnly: true, value: null, kind: 'over-speed' },
  });
  const audit = () => owner.selectFrom('audit_entry').where('account_id', '=', accountId).select('action').execute();
  expect(await audit()).toEqual([]);

  now = new Date(START);
  await raise(pipeline, [alarmOf('towing')], now);
  await tellAll();
  expect((await mails())[3]).toMatchObject({ recipient: others, what: { isDayOnly: false, kind: 'towing' } });
  expect(await audit()).toEqual([{ action: 'private-use-overridden' }]);
  // Also who is told by a text message alone: of both alarms, and the other one of the second.
  const email = await receiver({ phone: '701234568' });
  await owner.updateTable('alarm_receiver').set({ email: '' }).where('email', '=', email).execute();
  await raise(pipeline, [alarmOf('jamming')], now);
  await tellAll();
  expect(await audit()).toHaveLength(4);
});

test('ALARM-037, ADM-021: messages are kept 90 days, places as long as positions, alarms for a year', async () => {
  await receiver();
  await raise(pipeline, [alarmOf('jamming')], now);
  await tellAll();
  const left = async () => {
    await forgetOld(ctx);
    const count = (table: 'alarm' | 'alarm_message') =>
      owner.selectFrom(table).where('account_id', '=', accountId).selectAll().execute();
    const [alarm] = await owner.selectFrom('alarm').where('account_id', '=', accountId).select('lat_e7').execute();
    return [(await count('alarm_message')).length, (await count('alarm')).length, alarm?.lat_e7 ?? null];
  };
  expect(await left()).toEqual([1, 1, 593_300_000]);
  now = new Date(START + 93 * DAY_MS);
  expect(await left()).toEqual([0, 1, null]);
  now = new Date(START + 370 * DAY_MS);
  expect(await left()).toEqual([0, 0, null]);
});

test('ALARM-001, 038, 039: by text message and push too, in the language of alerts; without credits that is said, and the mail goes', async () => {
  const anna = await makeMember(database, { accountId });
  await receiver({ memberId: anna.id, phone: '701234567', push: true });
  await owner.updateTable('account').set({ alert_language: 'no' }).where('id', '=', accountId).execute();
  await owner
    .insertInto('push_subscription')
    .values({
      account_id: accountId,
      member_id: anna.id,
      endpoint: `https://push.example.com/${anna.id}`,
      public_key: 'B',
      auth_secret: 'a',
      vapid_key: 'k',
      label: 'Firefox',
      created_at: now,
    })
    .execute();
  const states = async () => {
    const rows = await owner
      .selectFrom('alarm_message')
      .leftJoin('sms', 'sms.id', 'alarm_message.sms_id')
      .where('alarm_message.account_id', '=', accountId)
      .select(['channel', 'alarm_message.state', 'sms.state as sms_state', 'sms.body', 'push_ids'])
      .orderBy('alarm_message.id')
      .execute();
    return rows.map(({ channel, state, sms_state, push_ids }) => [channel, sms_state ?? state, push_ids.length]);
  };
  await raise(pipeline, [alarmOf('jamming')], now);
  await tellAll();
  await tellAll();
  expect(await states()).toEqual([
    ['email', 'ordered', 0],
    ['sms', 'no-credits', 0],
    ['push', 'ordered', 1],
  ]);
  await owner.insertInto('sms_credit').values({ account_id: accountId, at: now, amount: 9, reason: 'free' }).execute();
  await raise(pipeline, [alarmOf('towing')], now);
  await tellAll();
  expect((await states()).slice(3).map(([channel, state]) => `${channel} ${state}`)).toEqual([
    'email ordered',
    'sms queued',
    'push ordered',
  ]);
  const [sms] = await owner
    .selectFrom('sms')
    .where('state', '=', 'queued')
    .where('account_id', '=', accountId)
    .select('body')
    .execute();
  expect(sms!.body).toMatch(
    /^Spora: Skåpbil 7 beveger seg uten tenning\. 2026-11-18 13:00.*https:\/\/spora\.test\/user\/alarms\?alarm=\d+$/,
  );
  const [push] = await owner
    .selectFrom('push')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .select(['body', 'urgency'])
    .execute();
  expect(push).toMatchObject({ urgency: 'high' });
  expect(JSON.parse(push!.body)).toMatchObject({
    title: 'Skåpbil 7 beveger seg uten tenning',
    url: expect.stringContaining('/user/alarms?alarm='),
  });
});

test('ALARM-036: a security alarm that nobody handles goes to who is told next, once, when the time is up; a handled one does not', async () => {
  const [first, next] = [await receiver(), await receiver({ security: false })];
  const idOf = async (email: string): Promise<number> =>
    (await owner.selectFrom('alarm_receiver').where('email', '=', email).select('id').executeTakeFirstOrThrow()).id;
  await owner
    .updateTable('alarm_receiver')
    .set({ escalate_after_min: 10, escalate_to_id: await idOf(next) })
    .where('email', '=', first)
    .execute();
  await raise(pipeline, [alarmOf('jamming'), alarmOf('towing'), alarmOf('over-speed')], now);
  await owner
    .updateTable('alarm')
    .set({ state: 'handled' })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'towing')
    .execute();
  await tellAll();
  const toNext = async () => (await mails()).filter(({ recipient }) => recipient === next).map(({ what }) => what.kind);
  now = new Date(START + 9 * MINUTE_MS);
  await tellDue(ctx, linkTo);
  expect(await toNext()).toEqual(['over-speed']);
  now = new Date(START + 10 * MINUTE_MS);
  await tellDue(ctx, linkTo);
  await tellDue(ctx, linkTo);
  expect(await toNext()).toEqual(['over-speed', 'jamming']);
});

test('ALARM-036, ALARM-028: of an alarm of a sensor with receivers of its own, theirs are told next, not those of the unit’s', async () => {
  const emails = [await receiver(), await receiver(), await receiver(), await receiver()];
  const rows = await owner.selectFrom('alarm_receiver').where('email', 'in', emails).select('id').orderBy('id').execute();
  const [ofUnit, nextOfUnit, ofSensor, nextOfSensor] = rows.map(({ id }) => id) as [number, number, number, number];
  await owner.deleteFrom('alarm_receiver_unit').where('receiver_id', 'in', [nextOfUnit, ofSensor, nextOfSensor]).execute();
  const next = (id: number, to: number, minutes: number) =>
    owner.updateTable('alarm_receiver').set({ escalate_after_min: minutes, escalate_to_id: to }).where('id', '=', id).execute();
  await next(ofUnit, nextOfUnit, 10);
  // As late as may be chosen.
  await next(ofSensor, nextOfSensor, 1440);
  const { id: sensorId } = await owner
    .insertInto('sensor')
    .values({ account_id: accountId, mac: '7CD9F4100001', name: 'Bakdörr', kind: 'sensor', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('alarm_receiver_sensor')
    .values({ account_id: accountId, receiver_id: ofSensor, sensor_id: sensorId })
    .execute();
  const door = { ...alarmOf('jamming'), kind: 'door' as const, subject: 'Bakdörr', details: { sensor_id: sensorId } };
  await raise(pipeline, [door], now);
  await tellAll();
  for (const minutes of [11, 1439, 1440]) {
    now = new Date(START + minutes * MINUTE_MS);
    await tellDue(ctx, linkTo);
  }
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([emails[2], emails[3]]);
});

test('of many alarms at once the first messages do not wait until the last is ordered: they are told a few at a time', async () => {
  const units = await Promise.all(Array.from({ length: 45 }, () => makeUnit(database, { accountId })));
  const alarms = units.map(({ unitId }) => ({
    accountId,
    unitId,
    kind: 'jamming' as const,
    subject: '',
    key: `jamming ${unitId}`,
    atMs: now.getTime(),
    endedMs: null,
    latE7: null,
    lonE7: null,
    details: {},
  }));
  await raise(pipeline, alarms, now);
  const ids = (await owner.selectFrom('alarm').where('account_id', '=', accountId).select('id').execute()).map(({ id }) => id);
  const { rows } = await sql<{ ids: number[] }>`
    SELECT j.payload -> 'alarm_ids' AS ids FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'alarms.tell'`.execute(owner);
  const pieces = rows.map((row) => row.ids.filter((id) => ids.includes(id))).filter((piece) => piece.length > 0);
  expect(pieces.flat().sort((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  expect(pieces.map(({ length }) => length).sort((a, b) => a - b)).toEqual([5, 20, 20]);
});
