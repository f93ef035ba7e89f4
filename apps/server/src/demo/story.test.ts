import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@spora/calendar/durations';
import { getCompany, listGroups } from '@spora/contract/accounts/endpoints';
import { weekOfBookings } from '@spora/contract/bookings/endpoints';
import { getFuelPrice } from '@spora/contract/accounts/settings';
import { attestStatus } from '@spora/contract/attestation/endpoints';
import { listTags } from '@spora/contract/drivers/endpoints';
import { listReceivers } from '@spora/contract/alarms/receivers';
import { serviceOverview } from '@spora/contract/maintenance/endpoints';
import { listPlaces } from '@spora/contract/places/endpoints';
import { listRefuellings } from '@spora/contract/refuelling/endpoints';
import { listSchedules } from '@spora/contract/exports/schedules';
import { generateTrips, type Trip } from '@spora/contract/trips/endpoints';
import { listUsers } from '@spora/contract/users/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTrip } from '../testing/trips.ts';
import { type Caller, testApp } from '../testing/http.ts';
import { USUAL_DRIVERS } from './drivers.ts';
import { DEMO_PLACES } from './places.ts';
import { DEMO_ACCOUNTS, demoImei } from './roster.ts';
import { isPastTold, LOG, SETTING, type StoryDeps, tell } from './story.ts';
import type { Send } from './story-caller.ts';
import { OPEN } from './story-log.ts';
import { readStory } from './story-state.ts';
import { ensureDemo } from './demo.ts';

const app = await testApp();
const { owner, api } = app.database;
const dataDir = mkdtempSync(join(tmpdir(), 'spora-story-'));
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true });
});

const BEGUN = new Date('2026-11-21T09:00:00Z');
const calls: string[] = [];
let killAfter = Infinity;
/** Into the application, as the program sends it to itself; a kill is a call that is not answered. */
const send: Send = async ({ method, url, token, body }) => {
  calls.push(`${method} ${url}`);
  if (calls.length > killAfter) throw new Error('killed');
  const answer = await app.app.inject({
    method: method as 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, text: answer.body };
};
const deps: StoryDeps = { config: { dataDir }, api, owner, send, now: () => new Date(app.clock.now), mailbox: null };
const imeiOf = (unit: string) => demoImei(0, DEMO_ACCOUNTS[0]?.units.findIndex(({ name }) => name === unit) ?? 0);
let maja: Caller;

beforeAll(async () => {
  app.clock.now = BEGUN;
  await ensureDemo({ dataDir }, owner, BEGUN);
  const admin = await owner
    .selectFrom('member')
    .where('email', '=', 'maja@sorlaby.example')
    .select('id')
    .executeTakeFirstOrThrow();
  maja = await app.signInAs(admin);
});

const DAYS = [...days('2026-09-07', 2), ...days('2026-10-05', 2), ...days('2026-11-17', 4)];
function days(from: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => new Date(Date.parse(from) + i * DAY_MS).toISOString().slice(0, 10));
}

/** Three trips a day, as the projector leaves them: without a purpose where no place says one. */
async function drive(): Promise<void> {
  const units = await owner.selectFrom('unit').select(['id', 'name', 'account_id']).execute();
  const people = await owner.selectFrom('member').select(['id', 'full_name']).execute();
  for (const unit of units.filter(({ name }) => /^(10[1-4]|113|20[12]|30[12]) /.test(name))) {
    const driver = people.find(({ full_name }) => full_name === USUAL_DRIVERS[unit.name])?.id ?? null;
    for (const day of DAYS)
      for (const hour of ['07', '10', '13'])
        await makeTrip({ owner }, { accountId: unit.account_id, unitId: unit.id }, { start: `${day}T${hour}:00:00Z`, driver });
  }
}

const log = async (unit: string, more: object = {}): Promise<readonly Trip[]> => {
  const answer = await maja.call(generateTrips, {
    body: { from: '2026-09-01', to: '2026-11-21', imeis: [imeiOf(unit)], page_size: 500, ...more },
  });
  return answer.data!.trips;
};
const sessions = async () => {
  const { n } = await owner
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

test('PLACE-007, DRV-010, TRIP-016: before the fleet drives there are places with rules, rates, tags and a paused schedule, once, also after a kill', async () => {
  killAfter = 24;
  await expect(tell(deps, SETTING)).rejects.toThrow('killed');
  expect(readStory({ dataDir })?.done).toEqual(['rates', 'choices']);
  killAfter = Infinity;
  await tell(deps, SETTING);
  const { places } = (await maja.call(listPlaces)).data!;
  expect(places.map(({ label }) => label).toSorted()).toEqual(DEMO_PLACES.map(({ label }) => label).toSorted());
  for (const place of places) {
    expect(place.rules.length).toBeGreaterThan(0);
    expect(place.valid_from).toBe('2026-08-31T22:00:00.000Z');
  }
  const { rates } = (await maja.call(getFuelPrice)).data!;
  expect(rates.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['diesel', 'electric', 'own', 'passenger']));
  expect((await maja.call(listTags)).data!.tags.map(({ user }) => user?.name).toSorted()).toEqual([
    'Agnes Råbyholm',
    'Viktor Limhage',
  ]);
  expect((await maja.call(listSchedules)).data!.schedules).toMatchObject([
    { is_paused: true, recipients: [{ name: 'Maja Lindholt' }] },
  ]);
  // 13-B5: what the units bear is in the lists, and the pages of the company and of service have something to show.
  for (const kind of ['departments', 'tags'] as const) {
    const { groups } = (await maja.call(listGroups, { params: { kind } })).data!;
    expect(groups.length).toBeGreaterThan(4);
    expect(groups.every(({ uses }) => uses > 0)).toBe(true);
  }
  expect((await maja.call(getCompany)).data).toMatchObject({ city: 'Stockholm', invoice_email: 'faktura@sorlaby.example' });
  const due = (await maja.call(serviceOverview)).data!.rows.map(({ plan }) => plan.state);
  expect(new Set(due)).toEqual(new Set(['overdue', 'due-soon', 'ok']));
  const week = async (week_day: string) =>
    (await maja.call(weekOfBookings, { query: { Imeis: '', week_day } })).data!.BookingSchedules.flatMap(
      ({ Schedule }) => Schedule,
    );
  expect((await week('2026-11-12')).length, 'there is a week to go back to').toBe(7);
  // It begins on a Saturday: what was booked in its week, what is for Sunday, and from Monday on.
  const [thisWeek, nextWeek] = [await week('2026-11-21'), await week('2026-11-23')];
  expect(new Set([...thisWeek, ...nextWeek].map(({ booking_id }) => booking_id)).size).toBe(26);
  expect(new Set(thisWeek.filter(({ date }) => date < '2026-11-21').map(({ date }) => date))).toEqual(
    new Set(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']),
  );
  expect(new Set(thisWeek.map(({ kind }) => kind))).toEqual(new Set(['drive', 'service']));
  expect(new Set(nextWeek.map(({ kind }) => kind))).toEqual(new Set(['drive', 'service', 'inspection']));
  const { alarmReceivers, SmsCredits } = (await maja.call(listReceivers)).data!;
  expect(alarmReceivers.map(({ name, security_alarm, function_alarm }) => [name, security_alarm, function_alarm])).toEqual([
    ['Jouren', 1, 0],
    ['Maja Lindholt', 1, 1],
  ]);
  expect(alarmReceivers.every(({ total_units }) => total_units > 20)).toBe(true);
  // Text messages lie beside the mails on the demo's page.
  expect([SmsCredits, alarmReceivers[0]?.phone]).toEqual([100, '701740605']);
  expect(readStory({ dataDir })?.done).toEqual(Object.keys(SETTING));
  const told = calls.length;
  await tell(deps, SETTING);
  expect(calls.length).toBe(told);
});

test('the log waits until the past has been told', async () => {
  expect(await isPastTold(owner, BEGUN)).toBe(false);
  // All have reported, some of them from a tunnel or a garage, where they have no position since yesterday.
  await sql`INSERT INTO unit_projection (account_id, unit_id, newest_record_at, state) SELECT account_id, id, ${BEGUN}, '{}' FROM unit`.execute(
    owner,
  );
  expect(await isPastTold(owner, BEGUN)).toBe(true);
  await sql`UPDATE unit_projection SET newest_record_at = ${new Date(BEGUN.getTime() - 3_600_000)}
    WHERE unit_id = (SELECT id FROM unit WHERE name = '101 Servicebil Maja')`.execute(owner);
  expect(await isPastTold(owner, BEGUN)).toBe(false);
  // Who has set out meanwhile is where its latest position says, long before what is kept of it is written again.
  await sql`INSERT INTO unit_latest (account_id, unit_id, last_contact_at, time, lat_e7, lon_e7, speed_kmh, state, report_interval_s)
    SELECT account_id, id, ${BEGUN}, ${BEGUN}, 593000000, 180000000, 50, 'moving', 10 FROM unit WHERE name = '101 Servicebil Maja'`.execute(
    owner,
  );
  expect(await isPastTold(owner, BEGUN)).toBe(true);
  for (const table of ['unit_projection', 'unit_latest'] as const) await owner.deleteFrom(table).execute();
});

test(
  'TRIP-023, ATT-009: the log tells a story: purposes, few open matters, a merged and a manual trip, a month sealed and one half attested',
  { timeout: 60_000 },
  async () => {
    await drive();
    // Killed in the middle of it, twice.
    for (const some of [25, 70]) {
      killAfter = calls.length + some;
      await expect(tell(deps, LOG)).rejects.toThrow('killed');
    }
    killAfter = Infinity;
    await tell(deps, LOG);
    expect(readStory({ dataDir })?.done).toEqual([...Object.keys(SETTING), ...Object.keys(LOG)]);

    const recent = { from: '2026-11-15' };
    const open = (await log('113 Uppland service', { ...recent, purpose_missing: true })).length;
    expect(open).toBe(OPEN.purposes);
    for (const unit of ['101 Servicebil Maja', '102 Servicebil Jonas', '302 Servicebil Malmö'])
      expect(await log(unit, { ...recent, purpose_missing: true })).toEqual([]);
    expect(await log('202 Servicebil Mölndal', { driver_missing: true })).toHaveLength(OPEN.drivers);
    expect((await log('102 Servicebil Jonas', recent)).filter(({ parts }) => parts.length === 2)).toHaveLength(1);
    expect((await log('104 VVS Söder', recent)).filter(({ is_manual }) => is_manual)).toHaveLength(1);
    expect((await log('104 VVS Söder', recent)).filter(({ type }) => type === 'private')).toHaveLength(2);
    const written = await log('103 Servicebil El', recent);
    expect(written.some(({ visited, note }) => visited !== '' && note !== '')).toBe(true);
    expect(written.filter(({ passengers }) => passengers.length > 0)).toHaveLength(1);
    // TRIP-031: nobody wrote in trips of long ago.
    expect((await log('101 Servicebil Maja')).some(({ is_edited_late }) => is_edited_late)).toBe(false);
    const filled = (await maja.call(listRefuellings, { params: { imei: imeiOf('101 Servicebil Maja') }, query: {} })).data!;
    expect(filled.rows).toHaveLength(2);

    const september = (await maja.call(attestStatus, { query: { month: '2026-09' } })).data!.rows;
    expect(september.filter(({ unit_name }) => unit_name.startsWith('101')).map(({ state }) => state)).toEqual(['admin']);
    const october = new Map(
      (await maja.call(attestStatus, { query: { month: '2026-10' } })).data!.rows.map((row) => [row.unit_name, row]),
    );
    expect(october.get('102 Servicebil Jonas')?.state).toBe('user');
    expect(october.get('201 Servicebil Hisingen')).toMatchObject({
      state: 'reopened',
      reopened_reason: expect.stringMatching(/./) as string,
    });
    const people = (await maja.call(listUsers, { query: { limit: -1 } })).data!.user;
    const attesters = new Set([...october.values()].flatMap(({ user_attested_by }) => user_attested_by ?? []));
    expect(attesters.size).toBeGreaterThan(2);
    expect(
      people.filter(({ full_name, last_seen_at }) => attesters.has(full_name) && last_seen_at === null),
      'whoever attested was here',
    ).toEqual([]);
    expect(october.get('301 Servicebil Lund')).toMatchObject({ state: 'open', reminded_at: expect.any(String) as string });
  },
);

test('a later start tells nothing again, and nobody is left signed in', async () => {
  const told = calls.length;
  await tell(deps, { ...SETTING, ...LOG });
  expect(calls.length).toBe(told);
  // Of the test's own administrator.
  expect(await sessions()).toBe(1);
});

test('a demo that was filled without a story is left as it is', async () => {
  rmSync(join(dataDir, 'demo', 'story.json'));
  const told = calls.length;
  await tell(deps, { ...SETTING, ...LOG });
  expect(calls.length).toBe(told);
});
