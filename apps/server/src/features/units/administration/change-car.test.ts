import { listReceivers } from '@spora/contract/alarms/receivers';
import { addUnit, changeCar, getUnit, replaceTracker, retireUnit } from '@spora/contract/units/endpoints';
import { hardwareOf } from '@spora/protocols/list';
import { listZones, saveZone } from '@spora/contract/zones/endpoints';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeAccount, makeMember, makeUnit, randomImei } from '../../../testing/database.ts';
import { testApp } from '../../../testing/http.ts';
import { makeReceiver } from '../../../testing/receivers.ts';
import { makeTrip } from '../../../testing/trips.ts';

const app = await testApp();
afterAll(() => app.close());

test('UNIT-011, ALARM-001: who received the alarms of the old vehicle receives those of the new one, and its zones watch that from then on', async () => {
  const { database, clock } = app;
  const accountId = await makeAccount(database);
  const admin = await app.signInAs(await makeMember(database, { accountId }));
  const unit = await makeUnit(database, { accountId, name: 'Gamla bilen' });
  const other = await makeUnit(database, { accountId, name: 'Lastbilen' });
  await makeReceiver(
    database,
    { account_id: accountId, name: 'Jouren', email: 'jouren@example.test', member_id: null, security: true },
    { unitId: unit.unitId, at: clock.now },
  );
  const yard = { name: 'Gården', lat: 59.3, lng: 18, radius: 300, imeis: [unit.imei, other.imei] };
  expect((await admin.call(saveZone, { body: yard })).status).toBe(200);
  clock.now = new Date(clock.now.getTime() + 3_600_000);
  const car = { imei: unit.imei, name: 'Nya bilen', registration_number: 'NYA123' };
  const { unit_id: newId } = (await admin.call(changeCar, { body: car })).data!;

  const [receiver] = (await admin.call(listReceivers, {})).data!.alarmReceivers;
  expect(receiver?.only_unit).toBe('Nya bilen');
  const [zone] = (await admin.call(listZones, { query: {} })).data!.geofences;
  expect(zone?.units.map(({ name }) => name).sort()).toEqual(['Lastbilen', 'Nya bilen']);
  const { rows } = await sql<{ unit_id: number; from: Date; to: Date | null }>`
    SELECT unit_id, valid_from AS from, valid_to AS to FROM zone_watch WHERE account_id = ${accountId} AND unit_id <> ${other.unitId}
    ORDER BY unit_id`.execute(database.owner);
  expect(rows).toMatchObject([
    { unit_id: unit.unitId, to: clock.now },
    { unit_id: newId, from: clock.now, to: null },
  ]);
});

test('TRIP-032, UNIT-011: no time of somebody’s private use becomes another vehicle’s, whose trips none of its rules make private', async () => {
  const { database, clock } = app;
  const accountId = await makeAccount(database);
  const admin = await app.signInAs(await makeMember(database, { accountId }));
  const driver = await makeMember(database, { accountId, isAdmin: false });
  const unit = await makeUnit(database, { accountId });
  const daysAgo = (days: number) => new Date(clock.now.getTime() - days * 86_400_000).toISOString();
  for (const [days, type] of [
    [3, 'private'],
    [2, 'business'],
  ] as const)
    await makeTrip(database, { accountId, unitId: unit.unitId }, { start: daysAgo(days), type, driver: driver.id });
  const change = (from: string) =>
    admin.call(changeCar, { body: { imei: unit.imei, name: 'Nya bilen', registration_number: 'NYA123', from } });
  for (const days of [5, 3, 2.5]) expect(await change(daysAgo(days))).toMatchObject({ status: 409, errors: 'PrivateUseSince' });
  expect((await change(daysAgo(1))).status).toBe(200);
});

test('TRIP-032, UNIT-012: a tracker that leaves its unit takes nobody’s private use with it into another', async () => {
  const { database, clock } = app;
  const start = clock.now;
  onTestFinished(() => void (clock.now = start));
  const accountId = await makeAccount(database);
  const adminMember = await makeMember(database, { accountId });
  const driver = await makeMember(database, { accountId, isAdmin: false });
  const [unit, other] = [await makeUnit(database, { accountId }), await makeUnit(database, { accountId })];
  const next = randomImei();
  await database.owner
    .insertInto('stock_unit')
    .values({ imei: next, ...hardwareOf() })
    .execute();
  const hoursAgo = (hours: number) => new Date(start.getTime() - hours * 3_600_000).toISOString();
  for (const { unitId } of [unit, other])
    await makeTrip(database, { accountId, unitId }, { start: hoursAgo(9), type: 'private', driver: driver.id });
  await makeTrip(database, { accountId, unitId: other.unitId }, { start: hoursAgo(5), driver: driver.id });
  let admin = await app.signInAs(adminMember);
  const replace = { current_imei: unit.imei, new_imei: next };
  for (const hours of [12, 9, 2]) {
    const answer = await admin.call(replaceTracker, { body: { ...replace, from: hoursAgo(hours) } });
    expect(answer).toMatchObject({ status: 409, errors: 'PrivateUseSince' });
  }
  expect((await admin.call(replaceTracker, { body: replace })).status).toBe(200);
  await admin.call(retireUnit, { params: { imei: other.imei }, body: { reason: 'removed' } });
  clock.now = new Date(start.getTime() + 2 * 86_400_000);
  admin = await app.signInAs(adminMember);
  const fittedFrom = async (imei: string) => {
    await admin.call(addUnit, { body: { imei, name: 'Ny', registration_number: 'NYA123' } });
    return (await admin.call(getUnit, { params: { imei } })).data?.tracker?.fitted_from;
  };
  expect(await fittedFrom(unit.imei), 'it left in private use').toBe(clock.now.toISOString());
  expect(await fittedFrom(other.imei), 'it left after a trip that is told').toBe(start.toISOString());
});
