import { correctToll, tollPassage, tollReport } from '@spora/contract/tolls/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, type TestApp } from '../../testing/http.ts';
import { BRIDGE } from '../../testing/toll-drive.ts';
import { makeTrip } from '../../testing/trips.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let driverId: number;
let unit: MadeUnit;

beforeAll(async () => {
  app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.now = new Date('2026-05-04T12:00:00Z');
  accountId = await makeAccount(app.database);
  await sql`UPDATE account SET time_zone = 'Europe/Stockholm' WHERE id = ${accountId}`.execute(app.database.owner);
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Anna Admin' }));
  const dag = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  driverId = dag.id;
  driver = await app.signInAs(dag);
  unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 7', visibleTo: [driverId] });
});

/** Times of 10 March 2026, a Tuesday, by the clocks of Stockholm an hour ahead. */
const onTuesday = (clock: string): string => `2026-03-10T${clock}:00.000Z`;
const pass = (clock: string, stationId = BRIDGE.stationId, pointId = '291') =>
  sql`INSERT INTO toll_passage (account_id, unit_id, station_id, point_id, at, found_at, lat_e7, lon_e7, is_uncertain)
    VALUES (${accountId}, ${unit.unitId}, ${stationId}, ${pointId}, ${onTuesday(clock)}, ${onTuesday(clock)}, 1, 1, false)`.execute(
    app.database.owner,
  );
const drive = (clock: string, type: 'business' | 'private') =>
  makeTrip(app.database, { accountId, unitId: unit.unitId }, { start: onTuesday(clock), minutes: 30, type, driver: driverId });
const keyAt = (clock: string, stationId = BRIDGE.stationId): string =>
  `${unit.unitId}-${stationId}-${Date.parse(onTuesday(clock))}`;
const ask = (caller: Caller, key: string) => caller.call(tollPassage, { query: { key } });

test('REP-014: a passage tells where its station stands, the hours and the tariff that it goes by, and the others of its day', async () => {
  // By the clocks 07:15, 08:15, 16:30 and 16:40; the most of a day in March is 135 kronor.
  for (const clock of ['06:15', '07:15', '15:30', '15:40']) await pass(clock);
  await pass('06:20', 'se-infrastructure/motalabron', '1');
  const { data } = await ask(admin, keyAt('15:30'));
  expect(data).toMatchObject({
    passage: { key: keyAt('15:30'), station: 'Skanstullsbron', amount: 45, rule: 'amount' },
    place: { is_zone: false, points: [{ lat: BRIDGE.latE7 / 1e7, lng: BRIDGE.lonE7 / 1e7 }] },
    basis: {
      valid_from: '2020-01-01',
      valid_to: null,
      hours: { from: '16:00', to: '17:30', amount: 45 },
      season: 'high',
      vehicle: 'car',
      alone: 45,
      day_maximum: 135,
      joined_minutes: null,
      month_ceiling: null,
    },
    can: { correct: true },
  });
  expect(
    data!.day.map(({ at, alone, amount, rule }) => [at.slice(11, 16), alone, amount, rule]),
    'those of the same scheme alone, and how the most of a day came on the last of them',
  ).toEqual([
    ['06:15', 45, 45, 'amount'],
    ['07:15', 45, 45, 'amount'],
    ['15:30', 45, 45, 'amount'],
    ['15:40', 45, 0, 'day-maximum'],
  ]);
  const { data: report } = await admin.call(tollReport, { body: { from: '2026-03-01', to: '2026-03-31' } });
  expect((await ask(admin, keyAt('15:30'))).data!.passage, 'as the report tells it').toEqual(
    report!.rows.find(({ key }) => key === keyAt('15:30')),
  );
});

test('REP-014: of Stockholm it tells whose prices hold, which differ within one half-hour at one station', async () => {
  const fredhall = 'se-stockholm/fredhall';
  // By the clocks 06:36 on the ramp and 06:56 on the main line.
  await pass('05:36', fredhall, '341');
  await pass('05:56', fredhall, '345');
  const { data } = await ask(admin, keyAt('05:56', fredhall));
  expect(data).toMatchObject({ passage: { price_table: 'essingeleden', amount: 27 }, basis: { hours: { amount: 27 } } });
  expect(data!.day.map(({ price_table, amount }) => [price_table, amount])).toEqual([
    ['inner-city', 30],
    ['essingeleden', 27],
  ]);
  await pass('06:10', 'se-gothenburg/tuvevagen', '925');
  expect((await ask(admin, keyAt('06:10', 'se-gothenburg/tuvevagen'))).data!.passage.price_table, 'there is one').toBeNull();
});

test('REP-014: of a passage without a tariff and of one that was said not to have been it tells what there is to be told', async () => {
  await pass('06:15');
  await pass('06:20', 'no/gone');
  expect((await ask(admin, keyAt('06:20', 'no/gone'))).data).toMatchObject({ place: null, basis: null, day: [] });
  const said = {
    imei: unit.imei,
    station_id: BRIDGE.stationId,
    at: onTuesday('06:15'),
    kind: 'not-passed' as const,
    reason: 'Bärgad',
  };
  expect((await admin.call(correctToll, { body: said })).status).toBe(200);
  expect((await ask(admin, keyAt('06:15'))).data).toMatchObject({
    passage: { is_withdrawn: true, amount: 0, corrections: [{ reason: 'Bärgad', by: 'Anna Admin' }] },
    basis: { hours: { amount: 45 } },
    day: [{ alone: 45, amount: 0, is_withdrawn: true }],
  });
});

test('REP-014: who does not see the unit is told of no passage, nor is anybody of what there is not', async () => {
  await pass('06:15');
  const stranger = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  const elsewhere = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  const answers = await Promise.all([
    ask(stranger, keyAt('06:15')),
    ask(elsewhere, keyAt('06:15')),
    ask(admin, keyAt('06:16')),
    ask(admin, 'nonsense'),
    ask(admin, `${'9'.repeat(20)}-x-1`),
  ]);
  expect(answers.map(({ status, errors }) => [status, errors])).toEqual(answers.map(() => [404, answers[0].errors]));
  expect((await ask(driver, keyAt('06:15'))).data).toMatchObject({ can: { correct: false } });
});

test('TRIP-032: of others’ private trips an administrator is told no passage, nor do they change what is told of another; the driver is told', async () => {
  await drive('06:00', 'private');
  await drive('15:20', 'business');
  await pass('15:30');
  const without = await ask(admin, keyAt('15:30'));
  expect(without.data).toMatchObject({ passage: { amount: 45, trip_type: 'business' }, day: [{ amount: 45 }] });
  for (const clock of ['06:05', '06:10', '06:15']) await pass(clock);
  expect((await ask(admin, keyAt('15:30'))).data, 'though private driving used up the most of the day').toEqual(without.data);
  expect((await ask(admin, keyAt('06:05'))).status).toBe(404);
  expect((await ask(driver, keyAt('06:05'))).data).toMatchObject({ passage: { trip_type: 'private' } });
  expect((await ask(driver, keyAt('15:30'))).data!.day.map(({ amount }) => amount)).toEqual([45, 45, 45, 0]);
});
