import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@spora/calendar/durations';
import { getCompany, readAudit } from '@spora/contract/accounts/endpoints';
import { getAlarm, listAlarms } from '@spora/contract/alarms/centre';
import { listReceivers } from '@spora/contract/alarms/receivers';
import { attestStatus } from '@spora/contract/attestation/endpoints';
import { autoplanStatus } from '@spora/contract/autoplan/endpoints';
import { weekOfBookings } from '@spora/contract/bookings/endpoints';
import { listTags } from '@spora/contract/drivers/endpoints';
import { ecoEvents, greenDriving } from '@spora/contract/eco/endpoints';
import { serviceOverview } from '@spora/contract/maintenance/endpoints';
import { listThefts } from '@spora/contract/modes/endpoints';
import { getTheftPage } from '@spora/contract/object-description/endpoints';
import { listPlaces } from '@spora/contract/places/endpoints';
import { benefitValueReport } from '@spora/contract/reports/benefit';
import { summaryReport } from '@spora/contract/reports/endpoints';
import { fuelReport } from '@spora/contract/reports/fuel';
import { listPresets } from '@spora/contract/reports/presets';
import { listSafeHomes } from '@spora/contract/safe-return/endpoints';
import { listSensors } from '@spora/contract/sensors/endpoints';
import { listShareLinks } from '@spora/contract/sharing/endpoints';
import { getToday } from '@spora/contract/today/endpoints';
import { tollReport } from '@spora/contract/tolls/endpoints';
import { positions } from '@spora/contract/tracking/endpoints';
import { generateTrips } from '@spora/contract/trips/endpoints';
import { listUnitRows } from '@spora/contract/units/endpoints';
import { listZones, zoneLog } from '@spora/contract/zones/endpoints';
import { type FleetFile, fleetOf } from '@spora/simulator/fleet-file';
import { recordUnit } from '@spora/simulator/recorder';
import { columnsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepare } from '../core/log/appender.ts';
import { append, ensurePartitions } from '../core/log/segments.ts';
import { projectNext } from '../testing/engine.ts';
import { type Caller, testApp } from '../testing/http.ts';
import { ensureDemo, fleetFile } from './demo.ts';
import { DEMO_ACCOUNTS, demoImei } from './roster.ts';
import { LOOSE_FUSE } from './story-log.ts';
import { LOG, SETTING, type StoryDeps, tell } from './story.ts';
import { HOME_AGAIN, THEFT } from './zones.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
const { owner, api, pipeline } = app.database;
const dataDir = mkdtempSync(join(tmpdir(), 'spora-content-'));
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true });
});

/** Early in a month: the months of the log are told in a few weeks. */
const BEGUN = new Date('2026-11-05T11:00:00Z');
const MONTHS_FROM = Date.parse('2026-09-28T00:00:00Z');
/** Enough of the fleet that every page has something of it. */
const DRIVEN = [
  '101 Servicebil Maja',
  '102 Servicebil Jonas',
  '107 Nattbud Stockholm',
  '112 Platschef Lindholt',
  LOOSE_FUSE,
  '303 Kylbil Skåne',
  '601 Fjärrbil Göteborg',
  THEFT.unit,
];
const imeiOf = (unit: string) => demoImei(0, DEMO_ACCOUNTS[0]?.units.findIndex(({ name }) => name === unit) ?? 0);
let maja: Caller;

/** What the simulator drives until the demo begins, as the gateway takes it in. */
async function drive(): Promise<void> {
  await ensurePartitions(pipeline, new Date('2026-08-01'), new Date('2026-12-01'));
  const file = fleetFile(new Date(BEGUN.getTime() - 5 * DAY_MS), BEGUN, new Map()) as FleetFile;
  const driven = DRIVEN.map(imeiOf);
  const { seed, sinceMs, units } = fleetOf({ ...file, units: file.units.filter(({ imei }) => driven.includes(imei)) });
  for (const unit of units) {
    const records: PositionRecord[] = [];
    const fromMs = Math.max(unit.fromMs ?? 0, MONTHS_FROM);
    for (const { record } of recordUnit({ ...unit, seed, sinceMs: unit.sinceMs ?? sinceMs, fromMs })) {
      if (record.timeMs >= BEGUN.getTime()) break;
      records.push(record);
    }
    const { id } = await owner.selectFrom('tracker').where('imei', '=', unit.imei).select('id').executeTakeFirstOrThrow();
    await append(pipeline, prepare([{ trackerId: id, columns: columnsOf(records), bytes: 1, settle: () => {} }], BEGUN, 24));
  }
  while ((await projectNext(pipeline, BEGUN, { trackers: 50, segments: 8 })).trackers > 0) continue;
}

beforeAll(async () => {
  app.clock.now = BEGUN;
  await ensureDemo({ dataDir }, owner, BEGUN);
  const admin = await owner
    .selectFrom('member')
    .where('email', '=', 'maja@sorlaby.example')
    .select('id')
    .executeTakeFirstOrThrow();
  maja = await app.signInAs(admin);
  const deps: StoryDeps = {
    config: { dataDir },
    api,
    owner,
    now: () => new Date(app.clock.now),
    mailbox: (_subsite, path) => `http://localhost:8080${path}`,
    send: async ({ method, url, token, body }) => {
      const answer = await app.app.inject({
        method: method as 'POST',
        url,
        headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { payload: body }),
      });
      return { status: answer.statusCode, text: answer.body };
    },
  };
  await tell(deps, SETTING);
  await drive();
  await tell(deps, LOG);
}, 300_000);

const YEAR = { from: '2026-01-01', to: '2026-11-05' };
const theft = { params: { imei: imeiOf(THEFT.unit) } };

/** What each page of the menu reads, and how much of it there is; by the names of their addresses. */
const CONTENT: Readonly<Record<string, () => Promise<Record<string, number>>>> = {
  today: async () => ({ lines: (await maja.call(getToday)).data!.lines.length }),
  map: async () => ({
    positions: (await maja.call(positions, { query: {} })).data!.units.filter(({ position }) => position !== null).length,
    links: (await maja.call(listShareLinks)).data!.links.length,
  }),
  tripLog: async () => ({ trips: (await maja.call(generateTrips, { body: YEAR })).data!.trips.length }),
  alarms: async () => {
    const { alarms } = (await maja.call(listAlarms, { query: {} })).data!;
    return {
      open: alarms.filter(({ state }) => state === 'new').length,
      handled: alarms.filter(({ note, state }) => state === 'handled' && note !== '').length,
      warm: alarms.filter(({ kind }) => kind === 'temperature').length,
      towed: alarms.filter(({ kind, unit }) => kind === 'towing' && unit?.name === THEFT.unit).length,
    };
  },
  attest: async () => ({
    attested: (await maja.call(attestStatus, { query: { month: '2026-09' } })).data!.rows.filter(({ state }) => state === 'admin')
      .length,
  }),
  summary: async () => ({
    rows: (await maja.call(summaryReport, { body: YEAR })).data!.rows.length,
    presets: (await maja.call(listPresets)).data!.presets.length,
  }),
  congestionReport: async () => {
    const { rows, totals } = (await maja.call(tollReport, { body: YEAR })).data!;
    return { passages: rows.length, kronor: totals.total.find(({ currency }) => currency === 'SEK')?.total ?? 0 };
  },
  greenDriving: async () => ({
    scored: (await maja.call(greenDriving, { body: YEAR })).data!.rows.filter(({ total }) => total.score !== null).length,
    events: (await maja.call(ecoEvents, { body: YEAR })).data!.events.length,
  }),
  benefitValue: async () => {
    const { rows } = (await maja.call(benefitValueReport, { body: YEAR })).data!;
    return { private: rows.filter((row) => row.is_benefit_car && row.months.some(({ private_m }) => private_m > 0)).length };
  },
  fuelReport: async () => {
    const { rows } = (await maja.call(fuelReport, { body: YEAR })).data!;
    return {
      filled: rows.filter(({ total }) => total.filled_l !== null).length,
      costs: rows.filter(({ total }) => (total.cost ?? 0) > 0).length,
    };
  },
  drivers: async () => ({ tags: (await maja.call(listTags)).data!.tags.length }),
  geofences: async () => ({
    zones: (await maja.call(listZones, { query: {} })).data!.geofences.length,
    crossings: (await maja.call(zoneLog, { query: {} })).data!.events.length,
  }),
  places: async () => ({ places: (await maja.call(listPlaces)).data!.places.length }),
  units: async () => {
    const { versions, shares, latest } = (await maja.call(getTheftPage, theft)).data!;
    return {
      units: (await maja.call(listUnitRows, { query: {} })).data!.units.length,
      reports: versions.length,
      shares: shares.length,
      track: latest?.track.length ?? 0,
    };
  },
  carSchedule: async () => ({
    bookings: (await maja.call(weekOfBookings, { query: { Imeis: '', week_day: '2026-11-06' } })).data!.BookingSchedules.flatMap(
      ({ Schedule }) => Schedule,
    ).length,
  }),
  sensors: async () => ({
    measured: (await maja.call(listSensors)).data!.sensors.filter(({ value, settings }) => value && settings.temperature_high_c)
      .length,
  }),
  service: async () => ({ plans: (await maja.call(serviceOverview)).data!.rows.length }),
  account: async () => ({
    street: (await maja.call(getCompany)).data!.street.length,
    autoplan: (await maja.call(autoplanStatus)).data!.units.length,
  }),
  safeReturnHome: async () => ({ on: (await maja.call(listSafeHomes)).data!.filter(({ status }) => status === 1).length }),
  alarmReceivers: async () => ({ receivers: (await maja.call(listReceivers)).data!.alarmReceivers.length }),
};

/** Not of this company: the first steps of a new account, and numbers that only one brand has. */
const NOT_THE_DEMO = ['guide', 'alertNumbers'];

/** The pages with an entry in the menu, by the names of their addresses. */
function menuPages(): string[] {
  const web = fileURLToPath(new URL('../../../web/src/', import.meta.url));
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) => /(route|-pages)\.tsx$/.test(path));
  return files
    .flatMap((path) => readFileSync(join(web, path), 'utf8').split('createRoute({').slice(1))
    .filter((route) => route.includes('menu: {'))
    .map((route) => /path: ADDRESSES\.(\w+)/.exec(route)?.[1] ?? '');
}

test('ADM-030, NAV-027: the demo has content for every page of the menu', async () => {
  expect(Object.keys(CONTENT).toSorted(), 'CONTENT asks for what each page of the menu shows').toEqual(
    menuPages()
      .filter((name) => !NOT_THE_DEMO.includes(name))
      .toSorted(),
  );
  const empty: string[] = [];
  for (const [page, ask] of Object.entries(CONTENT))
    for (const [what, count] of Object.entries(await ask())) if (!(count > 0)) empty.push(`${page}: ${what}`);
  expect(empty).toEqual([]);
});

test('MODE-011, OBJ-008: the theft is over: its machine is found, and theft mode is off', async () => {
  expect((await maja.call(listThefts)).data!.units).toEqual([]);
  const { latest } = (await maja.call(getTheftPage, theft)).data!;
  expect(latest?.stops.length).toBeGreaterThan(0);
});

const alarmsOf = async (unit: string) =>
  (await maja.call(listAlarms, { query: { imeis: imeiOf(unit), limit: '200' } })).data!.alarms;

test('GEO-008, MODE-009: theft mode begins when the machine leaves its zone, and ends when it is back', async () => {
  const alarms = await alarmsOf(THEFT.unit);
  const left = alarms.find(({ kind }) => kind === 'zone-left');
  const mode = alarms.find(({ kind }) => kind === 'theft-mode');
  expect(left!.lat).not.toBeNull();
  // The server hears of the crossing, and begins theft mode: cause before effect.
  const heardAfterS = (Date.parse(mode!.at) - Date.parse(left!.at)) / 1000;
  expect(heardAfterS).toBeGreaterThan(0);
  expect(heardAfterS).toBeLessThan(60);
  expect(mode).toMatchObject({
    lat: left!.lat,
    lng: left!.lng,
    place: left!.place,
    ended_at: new Date(BEGUN.getTime() - HOME_AGAIN.hoursAgo * 3_600_000).toISOString(),
  });
  const opened = (await maja.call(getAlarm, { params: { id: mode!.id } })).data!;
  expect(opened.ended_by).toBe('Maja Lindholt');
  const kept = await owner.selectFrom('theft_mode').select(['started_at', 'ended_at']).execute();
  expect(kept).toEqual([{ started_at: new Date(mode!.at), ended_at: new Date(mode!.ended_at!) }]);
});

test('SEC-014, ADM-018: audit log and mailbox tell the theft at the times of its alarm, and nothing of it when the demo began', async () => {
  const mode = (await alarmsOf(THEFT.unit)).find(({ kind }) => kind === 'theft-mode')!;
  const { rows } = (await maja.call(readAudit, { query: { search: THEFT.unit.slice(0, 3), limit: '200' } })).data!;
  const told = rows.filter(({ action }) => action.startsWith('theft-mode'));
  expect(told.map(({ at, action }) => ({ at, action }))).toEqual([
    { at: mode.ended_at, action: 'theft-mode-ended' },
    { at: mode.at, action: 'theft-mode-started' },
  ]);
  // The log is in the order in which it was written: what is oldest was written first.
  const all = (await maja.call(readAudit, { query: { limit: '200' } })).data!.rows;
  expect(all.slice(-3).map(({ action }) => action)).toEqual(['theft-mode-ended', 'signed-in', 'theft-mode-started']);
  const mails = await owner
    .selectFrom('local_mail')
    .select(['at', 'subject'])
    .where('subject', 'like', '%801%stöldläge%')
    .execute();
  expect(mails.length).toBeGreaterThan(0);
  const texts = await owner.selectFrom('local_message').select(['at', 'body']).where('body', 'like', '%801%stöldläge%').execute();
  expect(texts.length).toBeGreaterThan(0);
  const clock = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Stockholm', dateStyle: 'short', timeStyle: 'short' });
  for (const { body } of texts) expect(body).toContain(clock.format(new Date(mode.at)));
  for (const { at } of [...mails, ...texts]) expect((at.getTime() - Date.parse(mode.at)) / 60_000).toBeLessThan(1);
  const outbox = await owner.selectFrom('mail').select('params').where('template', '=', 'alarm').execute();
  expect(outbox.length).toBeGreaterThan(0);
  for (const { params } of outbox) expect(params).toMatchObject({ unitName: expect.stringMatching(/./) as string });
});

test('ALARM-034, ALARM-037: what happened before the demo began was known and told when it happened, and handled when it was over', async () => {
  for (const unit of [THEFT.unit, '303 Kylbil Skåne', '601 Fjärrbil Göteborg']) {
    const alarms = await alarmsOf(unit);
    expect(alarms.length).toBeGreaterThan(0);
    for (const { id, kind, ...alarm } of alarms) {
      const { noticed_at, messages, repeats_of } = (await maja.call(getAlarm, { params: { id } })).data!;
      const minutesAfter = (at: string, earlier = alarm.at) => (Date.parse(at) - Date.parse(earlier)) / 60_000;
      expect(minutesAfter(noticed_at!), `${unit} ${kind}`).toBeLessThan(1);
      expect(alarm.is_delayed).toBe(false);
      expect(alarm.telling === 'repeat').toBe(repeats_of !== null);
      if (repeats_of) expect(minutesAfter(alarm.at, repeats_of.at)).toBeLessThan(alarm.class === 'security' ? 15 : 24 * 60);
      else expect(messages).not.toEqual([]);
      for (const { at, state } of messages ?? []) {
        expect(minutesAfter(at)).toBeLessThan(1);
        expect(state).toBe('sent');
      }
      if (!alarm.handled) continue;
      expect(minutesAfter(alarm.handled.at, alarm.ended_at ?? alarm.at)).toBeGreaterThan(0);
      expect(alarm.noted?.at).toBe(alarm.handled.at);
      expect(alarm.handled.at < BEGUN.toISOString()).toBe(true);
    }
  }
  // Carried off and brought home: two moves without ignition, the second one while theft mode was still on.
  const moved = (await alarmsOf(THEFT.unit)).filter(({ kind }) => kind === 'towing');
  expect(moved.map(({ telling }) => telling)).toEqual(['told', 'told']);
  expect(moved.every(({ ended_at }) => Date.parse(ended_at!) < BEGUN.getTime() - HOME_AGAIN.hoursAgo * 3_600_000)).toBe(true);
});

test('BLE-016: the dairy box of the fridge is too warm on several afternoons, and at no other time', async () => {
  const warm = (await alarmsOf('303 Kylbil Skåne')).filter(({ subject }) => subject === 'Mejeri Skåne');
  const hours = warm.map(({ at }) => new Date(at).getUTCHours());
  expect(new Set(warm.map(({ at }) => at.slice(0, 10))).size).toBeGreaterThan(1);
  expect(hours.filter((hour) => hour < 11 || hour > 13)).toEqual([]);
  const lasted = warm.map(({ at, ended_at }) => (Date.parse(ended_at!) - Date.parse(at)) / 3_600_000);
  expect(Math.max(...lasted)).toBeLessThan(3);
});

test('TRIP-023, ADM-030: a few trips of the demo have an odometer that differs, one of them explained; else it is the way', async () => {
  const { totals } = (await maja.call(generateTrips, { body: YEAR })).data!;
  expect(totals.count).toBeGreaterThan(500);
  const { trips } = (await maja.call(generateTrips, { body: { ...YEAR, imeis: [imeiOf(LOOSE_FUSE)], page_size: 500 } })).data!;
  const open = trips.filter(({ has_odometer_gap }) => has_odometer_gap);
  expect([1, 2]).toContain(open.length);
  expect(totals.odometer_gap).toBe(open.length);
  const explained = trips.filter(({ odometer_explanation }) => odometer_explanation);
  expect(explained).toMatchObject([{ odometer_explanation: { reason: 'other', note: expect.stringMatching(/./) as string } }]);
});

test('SRV-003: one inspection is overdue and one service due soon, however long the log of the demo is', async () => {
  const { rows } = (await maja.call(serviceOverview)).data!;
  const stateOf = (unit: string) => rows.filter((row) => row.unit.name === unit).map(({ plan }) => `${plan.kind} ${plan.state}`);
  expect(stateOf('102 Servicebil Jonas').toSorted()).toEqual(['inspection overdue', 'service ok']);
  expect(stateOf('101 Servicebil Maja')).toEqual(['service due-soon']);
  expect(rows.filter(({ plan }) => plan.state === 'overdue')).toHaveLength(1);
});
