import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imeiHasLuhn } from '@spora/contract/identity';
import { MARKER_SYMBOLS } from '@spora/contract/units/values';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { type FleetFile, fleetOf } from '@spora/simulator/fleet-file';
import { type Occupation, SHIFTS } from '@spora/simulator/occupation';
import { emailOf, USUAL_DRIVERS } from './drivers.ts';
import { DEMO_PLACES } from './places.ts';
import { DEMO_ACCOUNTS, demoImei } from './roster.ts';
import { ensureDemo, fleetFile } from './demo.ts';
import { seasonOn } from './story-office.ts';
import { SHARED } from './story-safety.ts';
import { ensureDemoStock, tellDemoStock } from './stock.ts';

const database = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'spora-demo-'));
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const NOW = new Date('2026-11-21T03:00:00Z');
const roster = DEMO_ACCOUNTS.flatMap(({ units }) => units);

test('an empty database gets the demo once; later starts tell the same sign-ins and add nothing', async () => {
  const first = await ensureDemo({ dataDir }, database.owner, NOW);
  // The accounts' people, and one of the support staff.
  expect(first.length).toBe(DEMO_ACCOUNTS.flatMap(({ members }) => members).length + 1);
  expect(await ensureDemo({ dataDir }, database.owner, new Date(NOW.getTime() + 1))).toEqual(first);
  const { units } = await database.owner
    .selectFrom('unit')
    .select(({ fn }) => fn.countAll<number>().as('units'))
    .executeTakeFirstOrThrow();
  expect(Number(units)).toBe(roster.length);
});

test('UNIT-003: the vehicles of the demo have an odometer, consumption and CO2, and its machines hours; the one still to come is an open matter', async () => {
  await ensureDemo({ dataDir }, database.owner, NOW);
  const units = await database.owner
    .selectFrom('unit')
    .leftJoin('unit_reading', 'unit_reading.unit_id', 'unit.id')
    .select(['unit.name', 'unit.kind', 'unit.consumption_per_10km', 'unit.co2_g_per_km', 'unit_reading.kind as reading'])
    .execute();
  const open = units.filter(({ kind, consumption_per_10km, co2_g_per_km, reading }) =>
    kind === 'vehicle' ? consumption_per_10km === null || co2_g_per_km === null || reading !== 'odometer' : reading !== 'hours',
  );
  expect(open.map(({ name }) => name)).toEqual(roster.filter(({ contact }) => contact === 'never').map(({ name }) => name));
  // The tracker of each counts on from what the dashboard showed.
  const { units: fleet } = fleetFile(NOW, NOW, new Map());
  const readings = await database.owner.selectFrom('unit_reading').where('kind', '=', 'odometer').select('value').execute();
  expect(fleet.map(({ traits }) => traits.odometerAtStartM)).toEqual(
    expect.arrayContaining(readings.map(({ value }) => Number(value))),
  );
  // An excavator creeps: what it counted fits its hours.
  const hours = await database.owner
    .selectFrom('unit_reading')
    .innerJoin('fitting', 'fitting.unit_id', 'unit_reading.unit_id')
    .innerJoin('tracker', 'tracker.id', 'fitting.tracker_id')
    .innerJoin('unit', 'unit.id', 'fitting.unit_id')
    .where('unit_reading.kind', '=', 'hours')
    .select(['tracker.imei', 'unit.kind', 'unit_reading.value'])
    .execute();
  const paces = hours.map(({ imei, kind, value }) => ({
    kind,
    kmh: fleet.find((unit) => unit.imei === imei)!.traits.odometerAtStartM / 1000 / (Number(value) / 3600),
  }));
  expect(paces.length).toBeGreaterThan(2);
  expect(paces.filter(({ kind, kmh }) => kmh > (kind === 'machine' ? 1 : 25))).toEqual([]);
});

test('one account of the demo is a private person’s, as registration makes it, and is told of alarms in Norwegian', async () => {
  await ensureDemo({ dataDir }, database.owner, NOW);
  const accounts = await database.owner
    .selectFrom('account')
    .select(['name', 'kind', 'alert_language', 'alert_time_zone'])
    .where('is_demo', '=', true)
    .orderBy('id')
    .execute();
  expect(
    accounts.map(({ name, kind, alert_language, alert_time_zone }) => [name, kind, alert_language, alert_time_zone]),
  ).toEqual([
    ['Sörlaby Service AB', 'company', 'sv', 'Europe/Stockholm'],
    ['Ingrid Tangvold', 'private', 'no', 'Europe/Oslo'],
    ['Halvmåne Bud AB', 'company', 'sv', 'Europe/Stockholm'],
  ]);
});

test("the demo's drivers see the units named for them and those they usually drive, no others", async () => {
  await ensureDemo({ dataDir }, database.owner, NOW);
  const seen = await database.owner
    .selectFrom('unit_access')
    .innerJoin('unit', 'unit.id', 'unit_access.unit_id')
    .innerJoin('member', 'member.id', 'unit_access.member_id')
    .select(['unit.name', 'member.email'])
    .execute();
  const named = DEMO_ACCOUNTS.flatMap(({ members }) =>
    members.flatMap(({ email, sees = [] }) => sees.map((name) => `${name} ${email}`)),
  );
  const admins = DEMO_ACCOUNTS.flatMap(({ members }) => members.flatMap((one) => (one.isAdmin ? [one.fullName] : [])));
  const driven = Object.entries(USUAL_DRIVERS).flatMap(([name, driver]) =>
    admins.includes(driver) || driver === 'Jonas Brekkestam' ? [] : [`${name} ${emailOf(driver)}`],
  );
  expect(named.length).toBeGreaterThan(0);
  expect(seen.map(({ name, email }) => `${name} ${email}`).toSorted()).toEqual([...named, ...driven].toSorted());
});

test('the demo names nothing real: test IMEIs with right check digits, plates with letters no register gives out, .example addresses', () => {
  const imeis = DEMO_ACCOUNTS.flatMap(({ units }, account) => units.map((_, place) => demoImei(account, place)));
  expect(new Set(imeis).size).toBe(imeis.length);
  for (const imei of imeis) {
    expect(imei).toMatch(/^00\d{13}$/);
    const sum = [...imei].reduce(
      (total, digit, i) => total + [...String(Number(digit) * (i % 2 === 1 ? 2 : 1))].reduce((a, b) => a + Number(b), 0),
      0,
    );
    expect(sum % 10).toBe(0);
  }
  const plates = roster.flatMap(({ plate }) => plate ?? []);
  expect(new Set(plates).size).toBe(plates.length);
  for (const plate of plates) expect(plate).toMatch(/[IQ]/);
  for (const { email } of DEMO_ACCOUNTS.flatMap(({ members }) => members)) expect(email).toMatch(/\.example$/);
  const emails = [...new Set(Object.values(USUAL_DRIVERS))].map(emailOf);
  for (const email of emails) expect(email).toMatch(/^[a-z.-]+@sorlaby\.example$/);
  expect(new Set(emails).size).toBe(emails.length);
  expect(roster.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(USUAL_DRIVERS)));
  for (const { symbol, towedBy } of roster) {
    expect(MARKER_SYMBOLS).toContain(symbol);
    if (towedBy !== undefined) expect(roster.map(({ name }) => name)).toContain(towedBy);
  }
});

test('what is pulled has the places of what pulls it, and does nobody’s visits', () => {
  for (const { name, towedBy } of roster.filter((unit) => unit.towedBy !== undefined)) {
    const placesOf = (unit: string): string[] =>
      DEMO_PLACES.filter(({ units }) => units.includes(unit)).map(({ label }) => label);
    expect(placesOf(name), name).toEqual(placesOf(towedBy!));
    expect(
      DEMO_PLACES.filter(
        ({ units, rules }) => units.includes(name) && rules.some((rule) => (rule.units ?? units).includes(name)),
      ),
    ).toEqual([]);
  }
});

test('a unit goes on a little before it was last heard of; one that never reported begins with the demo', () => {
  const since = new Date('2026-11-16T03:00:00Z');
  const heard = new Date('2026-11-20T12:00:00Z');
  const { units } = fleetFile(since, NOW, new Map([[demoImei(0, 0), heard]]));
  expect(units[0]?.from).toBe('2026-11-20T11:45:00.000Z');
  expect(units.find(({ imei }) => imei === demoImei(0, 4))?.from).toBe(since.toISOString());
  expect(units.length).toBe(roster.filter(({ contact }) => contact !== 'never').length);
});

test('after a long rest the demo goes on some days back rather than with weeks of driving', () => {
  const { units } = fleetFile(
    new Date('2026-09-01T00:00:00Z'),
    NOW,
    new Map([[demoImei(0, 0), new Date('2026-09-10T00:00:00Z')]]),
  );
  for (const unit of units.filter((one) => !('since' in one) || one.imei === demoImei(0, 0)))
    expect(unit.from).toBe('2026-11-16T03:00:00.000Z');
});

test('Ingrid never drives her car and her boat at the same time, and sails on many a weekend all the same', () => {
  const { units } = fleetOf(fleetFile(NOW, NOW, new Map()) as FleetFile);
  const [boat, car] = ['Havørn', 'Bilen'].map((name) => {
    const place = DEMO_ACCOUNTS[1]!.units.findIndex((unit) => unit.name === name);
    const { life } = units.find(({ imei }) => imei === demoImei(1, place))!;
    const days = Array.from({ length: 90 }, (_, i) => life.planOf(life.dayAt(NOW.getTime()) + i));
    return days.map(({ drives }) => ({ fromMs: drives[0]?.startMs ?? Infinity, toMs: drives.at(-1)?.endMs ?? -Infinity }));
  });
  const sailed = boat!.filter(({ toMs }) => toMs > 0);
  const clash = sailed.filter(({ fromMs, toMs }) => car!.some((driven) => driven.fromMs < toMs && driven.toMs > fromMs));
  expect(clash).toEqual([]);
  expect(sailed.length).toBeGreaterThan(9);
});

test('11-6: the last two days of the past have every record, the days before few', () => {
  for (const { coarseUntil } of fleetFile(NOW, NOW, new Map()).units) expect(coarseUntil).toBe('2026-11-19T03:00:00.000Z');
});

test('ATT-011: units with months begin before the month before last; a start that was killed on the way goes on where it was', () => {
  const since = new Date('2026-11-16T03:00:00Z');
  const heard = new Map([[demoImei(0, 0), new Date('2026-10-02T12:00:00Z')]]);
  const withMonths = (hasStory?: boolean) =>
    fleetFile(since, NOW, heard, hasStory).units.filter((unit) => 'since' in unit) as {
      imei: string;
      from: string;
      since: string;
    }[];
  expect(withMonths().length).toBe(roster.filter(({ hasMonths }) => hasMonths === true).length);
  for (const { imei, from, since: counted } of withMonths()) {
    expect(from).toBe(imei === demoImei(0, 0) ? '2026-10-02T11:45:00.000Z' : '2026-08-31T22:00:00.000Z');
    expect(counted).toBe('2026-08-31T22:00:00.000Z');
  }
  // A demo of before, whose log is somebody's by now.
  expect(withMonths(false)).toEqual([]);
});

test('REG-001: the start tells the IMEIs that can still be registered, those of one brand apart; each once, with its check digit', async () => {
  await ensureDemoStock(database.owner);
  const told = (await tellDemoStock(database.owner)).join('\n');
  const imeis = told.match(/\b\d{15}\b/g) ?? [];
  expect(imeis).toHaveLength(12);
  expect(imeis.every((imei) => imei.startsWith('00') && imeiHasLuhn(imei))).toBe(true);
  expect(told).toContain('Kustlys only, ?subsite=3');
  const [first = ''] = imeis;
  await database.owner.updateTable('stock_unit').set({ registered_at: NOW }).where('imei', '=', first).execute();
  await ensureDemoStock(database.owner);
  expect((await tellDemoStock(database.owner)).join('\n')).not.toContain(first);
  await database.owner.updateTable('stock_unit').set({ registered_at: NOW }).execute();
  expect(await tellDemoStock(database.owner)).toEqual([]);
});

test('MAP-035: at every hour of a weekday one of the units behind the link of the demo is at work', () => {
  const shifts = SHARED.map((name) => SHIFTS[roster.find((unit) => unit.name === name)!.occupation as Occupation]);
  // The first drive of a day may begin a little later, and the last one be over before.
  const isAtWork = (hour: number) =>
    shifts.some(({ from, until }) => [hour, hour + 24].some((at) => at >= from + 0.25 && at < until - 0.25));
  expect(Array.from({ length: 96 }, (_, quarter) => quarter / 4).filter((hour) => !isAtWork(hour))).toEqual([]);
});

test.each([
  ['2026-11-26', '2026-04-15', '2026-10-15'],
  ['2027-02-01', '2026-04-15', '2026-10-15'],
  ['2027-04-15', '2027-04-15', '2026-10-15'],
  ['2027-10-14', '2027-04-15', '2026-10-15'],
])('tyres follow the season: on %s summer tyres were put on last on %s, winter tyres on %s', (day, summer, winter) => {
  expect([seasonOn(day, '04'), seasonOn(day, '10')]).toEqual([summer, winter]);
});
