import { DAY_MS } from '@spora/calendar/durations';
import { checkDayOff, listDaysOff, resetDayOff, setDayOff } from '@spora/contract/days-off/endpoints';
import { saveWorkingHours } from '@spora/contract/units/settings';
import { columnsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeMember, makeUnit, type MadeUnit } from '../../testing/database.ts';
import { testApp } from '../../testing/http.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { pictureOf, recordOf } from '../../testing/projector.ts';
import { prepare } from '../../core/log/appender.ts';
import { driveBuilder } from '../../testing/drive.ts';
import { projectNext, rebuildUnit } from '../../testing/engine.ts';

const app = await testApp();
// No holiday is near: what was some days ago was a working day, whenever this runs.
app.clock.now = new Date('2026-11-20T10:00:00Z');
afterAll(() => app.close());
const { owner, pipeline } = app.database;
const dayBefore = (days: number): string => new Date(app.clock.now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
await ensurePartitions(pipeline, new Date(app.clock.now.getTime() - 40 * DAY_MS), new Date(app.clock.now.getTime() + DAY_MS));

async function newAccount(country = 'SE') {
  const accountId = await makeAccount(app.database, { country });
  const boss = await makeMember(app.database, { accountId });
  const person = await makeMember(app.database, { accountId, isAdmin: false });
  return { accountId, person, admin: await app.signInAs(boss), driver: await app.signInAs(person) };
}
/** Noon by universal time on a day so long ago. */
async function drive(unit: MadeUnit, days: number): Promise<void> {
  const { fixes } = driveBuilder({ startMs: Date.parse(`${dayBefore(days)}T12:00:00Z`), withOdometer: true })
    .stand(120, { ignition: false })
    .drive(600, 50, { ignition: true })
    .stand(400, { ignition: false });
  const columns = columnsOf(fixes.map(recordOf));
  await append(pipeline, prepare([{ trackerId: unit.trackerId, columns, bytes: 1, settle: () => {} }], app.clock.now, 24));
  while ((await projectNext(pipeline, app.clock.now, { trackers: 50, segments: 8 })).trackers > 0) continue;
}
const ALWAYS = {
  is_active: true,
  intervals: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '24:00' }],
  inside_type: 'business',
  outside_type: 'private',
  hide_from_admins: 'off',
} as const;
const typesOf = async (unit: MadeUnit) => (await pictureOf(app.database, unit)).trips.map(({ type }) => type);
async function refitsOf(unit: MadeUnit): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM graphile_worker.jobs
    WHERE key = ${`telemetry.refit-unit:${unit.unitId}`}`.execute(owner);
  return rows[0]!.n;
}
const rebuild = (unit: MadeUnit, accountId: Parameters<typeof rebuildUnit>[1]['accountId']) =>
  rebuildUnit(pipeline, { unitId: unit.unitId, accountId }, app.clock.now);

test('TRIP-036: everybody sees the days off of the account’s country, and only an administrator changes them', async () => {
  const { accountId, admin, driver } = await newAccount('NO');
  const seen = (await driver.call(listDaysOff, { query: { year: 2027 } })).data!;
  expect(seen).toMatchObject({ year: 2027, country: 'no', can: { edit: false } });
  expect(seen.days.map(({ day }) => day)).toContain('2027-05-17');
  expect((await admin.call(listDaysOff, { query: { year: 2027 } })).data!.can).toEqual({ edit: true });
  // Which units it decides about is told of those that one sees.
  const [on, off] = [await makeUnit(app.database, { accountId }), await makeUnit(app.database, { accountId })];
  await admin.call(saveWorkingHours, { params: { imei: on.imei }, body: { ...ALWAYS, from: dayBefore(20) } });
  expect((await admin.call(listDaysOff, { query: {} })).data!.units_with_hours).toBe(1);
  expect((await driver.call(listDaysOff, { query: {} })).data!.units_with_hours, `not ${off.imei}`).toBe(0);
  expect((await driver.call(setDayOff, { body: { day: '2027-05-18', is_off: true } })).status).toBe(403);
  expect((await driver.call(resetDayOff, { params: { day: '2027-05-17' } })).status).toBe(403);
});

test('TRIP-036: an administrator adds a day off, works on a holiday and takes both back; other accounts notice nothing, the audit log does', async () => {
  const { accountId, admin } = await newAccount();
  const other = await newAccount();
  const of = async (day: string, who = admin) =>
    (await who.call(listDaysOff, { query: { year: 2027 } })).data!.days.find((each) => each.day === day);
  expect(await of('2027-01-06')).toMatchObject({ holiday: 'epiphany', is_off: true, is_own: false });
  await admin.call(setDayOff, { body: { day: '2027-01-06', is_off: false } });
  await admin.call(setDayOff, { body: { day: '2027-01-05', is_off: true, name: ' Klämdag ' } });
  expect(await of('2027-01-06')).toMatchObject({ holiday: 'epiphany', is_off: false, is_own: true });
  expect(await of('2027-01-05')).toMatchObject({ holiday: null, kind: 'own', name: 'Klämdag', is_off: true, is_own: true });
  expect(await of('2027-01-06', other.admin)).toMatchObject({ is_off: true });
  expect(await of('2027-01-05', other.admin)).toBeUndefined();
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  await admin.call(resetDayOff, { params: { day: '2027-01-06' } });
  await admin.call(resetDayOff, { params: { day: '2027-01-05' } });
  await admin.call(resetDayOff, { params: { day: '2027-01-05' } });
  expect(await of('2027-01-06')).toMatchObject({ is_off: true, is_own: false });
  expect(await of('2027-01-05')).toBeUndefined();
  const rows = await owner
    .selectFrom('audit_entry')
    .select(['action', 'subject'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { action: 'day-off-worked', subject: '2027-01-06' },
    { action: 'day-off-set', subject: '2027-01-05' },
    { action: 'day-off-reset', subject: '2027-01-06' },
    { action: 'day-off-reset', subject: '2027-01-05' },
  ]);
});

test('TRIP-036: a day longer ago than a trip log reaches, or too far ahead, is not changed', async () => {
  const { admin } = await newAccount();
  for (const day of [dayBefore(400), '2099-01-01'])
    expect(await admin.call(setDayOff, { body: { day, is_off: true } })).toMatchObject({
      status: 422,
      errors: 'DayOffOutOfReach',
    });
  expect((await admin.call(setDayOff, { body: { day: '2027-01-05', is_off: true, name: 'x'.repeat(51) } })).errors).toEqual({
    name: ['TextTooLong'],
  });
});

test('TRIP-036: trips of a day off get the type for outside the hours, whether it was settled before they were driven or after', async () => {
  const { accountId, admin } = await newAccount();
  const before = await makeUnit(app.database, { accountId });
  const after = await makeUnit(app.database, { accountId });
  for (const unit of [before, after])
    await admin.call(saveWorkingHours, { params: { imei: unit.imei }, body: { ...ALWAYS, from: dayBefore(20) } });
  for (const days of [9, 10, 11]) await admin.call(setDayOff, { body: { day: dayBefore(days), is_off: days === 10 } });
  for (const days of [11, 10, 9]) await drive(before, days);
  expect(await typesOf(before)).toEqual(['business', 'private', 'business']);
  await rebuild(before, accountId);
  expect(await typesOf(before), 'a rebuild equals living through it').toEqual(['business', 'private', 'business']);

  await admin.call(resetDayOff, { params: { day: dayBefore(10) } });
  await admin.call(setDayOff, { body: { day: dayBefore(10), is_off: false } });
  for (const days of [11, 10, 9]) await drive(after, days);
  expect(await typesOf(after)).toEqual(['business', 'business', 'business']);
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  await admin.call(setDayOff, { body: { day: dayBefore(10), is_off: true } });
  expect(await refitsOf(after)).toBe(1);
  await rebuild(after, accountId);
  expect(await typesOf(after)).toEqual(['business', 'private', 'business']);
});

test('TRIP-036: units without a trip that the day decides are left alone, and so are days that are still to come', async () => {
  const { accountId, admin } = await newAccount();
  const idle = await makeUnit(app.database, { accountId });
  await admin.call(saveWorkingHours, { params: { imei: idle.imei }, body: { ...ALWAYS, from: dayBefore(20) } });
  const free = await makeUnit(app.database, { accountId });
  await drive(idle, 12);
  await drive(free, 10);
  await admin.call(setDayOff, { body: { day: dayBefore(10), is_off: true } });
  await admin.call(setDayOff, { body: { day: dayBefore(-10), is_off: true } });
  expect([await refitsOf(idle), await refitsOf(free)]).toEqual([0, 0]);
});

test('TRIP-036, TRIP-032: how many trips a day that has been makes private is counted before, and is what comes of it', async () => {
  const { accountId, admin, driver } = await newAccount();
  const unit = await makeUnit(app.database, { accountId });
  const free = await makeUnit(app.database, { accountId });
  await admin.call(saveWorkingHours, { params: { imei: unit.imei }, body: { ...ALWAYS, from: dayBefore(20) } });
  for (const days of [11, 10, 9]) await drive(unit, days);
  await drive(free, 10);
  const counted = async (days: number, is_off: boolean | null = true, who = admin) =>
    (await who.call(checkDayOff, { body: { day: dayBefore(days), is_off } })).data?.becoming_private;
  expect(await counted(10)).toBe(1);
  expect(
    [await counted(10, false), await counted(12), await counted(-5)],
    'a working day, one without trips, one to come',
  ).toEqual([0, 0, 0]);
  expect((await driver.call(checkDayOff, { body: { day: dayBefore(10), is_off: true } })).status).toBe(403);
  expect((await admin.call(checkDayOff, { body: { day: dayBefore(400), is_off: true } })).errors).toBe('DayOffOutOfReach');
  expect(await typesOf(unit), 'nothing has been changed').toEqual(['business', 'business', 'business']);
  await admin.call(setDayOff, { body: { day: dayBefore(10), is_off: true } });
  await rebuild(unit, accountId);
  expect(await typesOf(unit)).toEqual(['business', 'private', 'business']);
  expect(await counted(10), 'of what is private by now nothing is told').toBe(0);
  expect(await counted(9)).toBe(1);
});

test('TRIP-036, TRIP-032: attested trips stand, and making a day a working day opens nobody’s private trip to the administrator', async () => {
  const { accountId, admin, person } = await newAccount();
  const unit = await makeUnit(app.database, { accountId });
  await admin.call(saveWorkingHours, { params: { imei: unit.imei }, body: { ...ALWAYS, from: dayBefore(20) } });
  await owner
    .updateTable('unit_setting')
    .set({ settings: sql`settings || ${JSON.stringify({ driverMemberId: person.id })}::jsonb` })
    .where('unit_id', '=', unit.unitId)
    .execute();
  await admin.call(setDayOff, { body: { day: dayBefore(8), is_off: true } });
  await drive(unit, 8);
  expect(await typesOf(unit)).toEqual(['private']);
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  await admin.call(setDayOff, { body: { day: dayBefore(8), is_off: false } });
  await rebuild(unit, accountId);
  expect(await typesOf(unit)).toEqual(['private']);

  const attested = await makeUnit(app.database, { accountId });
  await admin.call(saveWorkingHours, { params: { imei: attested.imei }, body: { ...ALWAYS, from: dayBefore(20) } });
  await drive(attested, 7);
  const { id } = await owner
    .insertInto('attestation')
    .values({
      account_id: accountId,
      unit_id: attested.unitId,
      from_day: dayBefore(8),
      to_day: dayBefore(6),
      admin_attested_at: app.clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner.updateTable('trip').set({ attestation_id: id }).where('unit_id', '=', attested.unitId).execute();
  await admin.call(setDayOff, { body: { day: dayBefore(7), is_off: true } });
  expect(await refitsOf(attested)).toBe(0);
  await rebuild(attested, accountId);
  expect(await typesOf(attested)).toEqual(['business']);
});
