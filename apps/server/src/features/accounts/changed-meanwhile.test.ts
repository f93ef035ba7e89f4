import { createGroup, getCompany, updateCompany, updateGroup } from '@spora/contract/accounts/endpoints';
import {
  getCarBenefit,
  getFuelPrice,
  getOptions,
  getOtherTripType,
  getRetention,
  setCarBenefit,
  setFuelPrice,
  setOptions,
  setOtherTripType,
  setRetention,
} from '@spora/contract/accounts/settings';
import { addSchedule, listSchedules, updateSchedule } from '@spora/contract/exports/schedules';
import { listPlans, recordService, savePlan } from '@spora/contract/maintenance/endpoints';
import {
  getObjectDescription,
  getTheftPage,
  makeTheftReport,
  saveObjectDescription,
} from '@spora/contract/object-description/endpoints';
import { listRefuellings, saveRefuelling } from '@spora/contract/refuelling/endpoints';
import { getUnit, updateUnit } from '@spora/contract/units/endpoints';
import {
  getTripSettings,
  getWorkingHours,
  saveSpeedAddress,
  saveTripSettings,
  saveWorkingHours,
} from '@spora/contract/units/settings';
import { getProfile, getUser, updateProfile, updateUser } from '@spora/contract/users/endpoints';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { testApp } from '../../testing/http.ts';

const app = await testApp();
afterAll(() => app.close());

/** An answer that tells that somebody else was first. */
const REFUSED = { status: 409, errors: 'ChangedMeanwhile' };

test('ERR-041: a form that says what it began with overwrites nothing that somebody else has changed meanwhile: unit, user, company and group', async () => {
  const accountId = await makeAccount(app.database, { name: 'Åkeriet AB' });
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const other = await app.signInAs(await makeMember(app.database, { accountId }));

  const params = { imei: (await makeUnit(app.database, { accountId, name: 'Bil' })).imei };
  const began = (await admin.call(getUnit, { params })).data!;
  await other.call(updateUnit, { params, body: { tags: ['Deras'] } });
  const mine = { tags: ['Mitt'], was: { tags: began.tags } };
  expect(await admin.call(updateUnit, { params, body: mine })).toMatchObject(REFUSED);
  // What they did not change is no conflict, and who has seen theirs or asks for it overwrites.
  expect((await admin.call(updateUnit, { params, body: { note: 'Hej', was: { note: '' } } })).status).toBe(200);
  expect((await admin.call(getUnit, { params })).data).toMatchObject({ tags: ['Deras'], note: 'Hej' });
  expect((await admin.call(updateUnit, { params, body: { tags: ['Mitt'], was: { tags: ['Deras'] } } })).status).toBe(200);
  expect((await admin.call(updateUnit, { params, body: { tags: ['Igen'] } })).status).toBe(200);

  const user = { id: (await makeMember(app.database, { accountId, isAdmin: false })).id };
  await other.call(updateUser, { params: user, body: { department: 'Norr' } });
  expect(await admin.call(updateUser, { params: user, body: { department: 'Syd', was: { department: '' } } })).toMatchObject(
    REFUSED,
  );
  expect((await admin.call(getUser, { params: user })).data!.department).toBe('Norr');
  expect((await admin.call(updateUser, { params: user, body: { department: 'Syd', was: { department: 'Norr' } } })).status).toBe(
    200,
  );

  await other.call(updateCompany, { body: { city: 'Lund' } });
  expect(await admin.call(updateCompany, { body: { city: 'Umeå', was: { city: '' } } })).toMatchObject(REFUSED);
  expect((await admin.call(getCompany)).data!.city).toBe('Lund');
  expect((await admin.call(updateCompany, { body: { city: 'Umeå', was: { city: 'Lund' } } })).status).toBe(200);

  const kind = { kind: 'tags' } as const;
  const group = (await admin.call(createGroup, { params: kind, body: { name: 'Nord' } })).data!;
  const of = { ...kind, id: group.id };
  await other.call(updateGroup, { params: of, body: { name: 'Norr' } });
  expect(await admin.call(updateGroup, { params: of, body: { name: 'Söder', was: { name: 'Nord' } } })).toMatchObject(REFUSED);
  expect((await admin.call(updateGroup, { params: of, body: { name: 'Söder', was: { name: 'Norr' } } })).status).toBe(200);
});

test('ERR-041: what the trips of a unit are made by, its speed and its working hours are not overwritten unseen either', async () => {
  const accountId = await makeAccount(app.database, {});
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const other = await app.signInAs(await makeMember(app.database, { accountId }));
  const params = { imei: (await makeUnit(app.database, { accountId, name: 'Bil' })).imei };

  await other.call(saveTripSettings, { params, body: { stop_timeout_s: 600 } });
  const trips = { stop_timeout_s: 900, was: { stop_timeout_s: 300 } };
  expect(await admin.call(saveTripSettings, { params, body: trips })).toMatchObject(REFUSED);
  expect((await admin.call(getTripSettings, { params })).data?.stop_timeout_s).toBe(600);
  expect(
    (await admin.call(saveTripSettings, { params, body: { min_distance_m: 300, was: { min_distance_m: 200 } } })).status,
  ).toBe(200);
  expect((await admin.call(saveTripSettings, { params, body: { ...trips, was: { stop_timeout_s: 600 } } })).status).toBe(200);

  await other.call(saveSpeedAddress, { params, body: { speed_limit_kmh: 90 } });
  const speed = { speed_limit_kmh: 110, was: { speed_limit_kmh: null } };
  expect(await admin.call(saveSpeedAddress, { params, body: speed })).toMatchObject(REFUSED);
  expect((await admin.call(saveSpeedAddress, { params, body: { ...speed, was: { speed_limit_kmh: 90 } } })).status).toBe(200);

  const { valid_from: _from, can: _can, time_zone: _zone, ...began } = (await admin.call(getWorkingHours, { params })).data!;
  const hours = { ...began, is_active: true };
  await other.call(saveWorkingHours, { params, body: { ...hours, outside_type: 'other' } });
  expect(await admin.call(saveWorkingHours, { params, body: { ...hours, inside_type: null, was: began } })).toMatchObject(
    REFUSED,
  );
  expect((await admin.call(getWorkingHours, { params })).data?.outside_type).toBe('other');
  const seen = { ...hours, outside_type: 'other' as const };
  expect((await admin.call(saveWorkingHours, { params, body: { ...hours, was: seen } })).status).toBe(200);
});

test('ERR-041: a service plan says what it began with, so that neither its fields nor what was done meanwhile is overwritten unseen', async () => {
  const accountId = await makeAccount(app.database, {});
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const other = await app.signInAs(await makeMember(app.database, { accountId }));
  const params = { imei: (await makeUnit(app.database, { accountId, name: 'Bil' })).imei };
  const first = { kind: 'service', interval_km: 15_000, last_done_km: 1000.5, last_done_on: '2026-01-10' } as const;
  const began = (await admin.call(savePlan, { params, body: first })).data!.plans[0]!;
  const save = (over: object, was: object) =>
    admin.call(savePlan, { params, body: { ...first, id: began.id, ...over, was: { ...was } } });

  expect((await save({ note: 'Ring först' }, began)).status, 'nobody else was there').toBe(200);
  const seen = { ...began, note: 'Ring först' };
  await other.call(savePlan, { params, body: { ...first, id: began.id, note: 'Ring först', interval_km: 20_000 } });
  expect(await save({ note: 'Ring sedan' }, seen)).toMatchObject(REFUSED);
  const done = { plan_id: began.id, done_on: '2026-02-10', km: 1500 };
  expect((await other.call(recordService, { params, body: done })).status).toBe(200);
  expect(await save({ note: 'Ring sedan', interval_km: 20_000 }, { ...seen, interval_km: 20_000 })).toMatchObject(REFUSED);
  expect((await admin.call(listPlans, { params })).data!.plans).toMatchObject([
    { note: 'Ring först', interval_km: 20_000, last_done_km: 1500, last_done_on: '2026-02-10' },
  ]);
  expect((await admin.call(savePlan, { params, body: { ...first, id: began.id } })).status, 'who asks for it overwrites').toBe(
    200,
  );
});

test('ERR-041: nor is what somebody else wrote of the object or of its theft meanwhile', async () => {
  const accountId = await makeAccount(app.database, {});
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const other = await app.signInAs(await makeMember(app.database, { accountId }));
  const params = { imei: (await makeUnit(app.database, { accountId, name: 'Båt' })).imei };

  await other.call(saveObjectDescription, { params, body: { model: '600', links: ['https://a.test'] } });
  expect(await admin.call(saveObjectDescription, { params, body: { model: '550', was: { model: '' } } })).toMatchObject(REFUSED);
  const links = { links: [], was: { links: ['https://b.test'] } };
  expect(await admin.call(saveObjectDescription, { params, body: links })).toMatchObject(REFUSED);
  expect((await admin.call(getObjectDescription, { params })).data).toMatchObject({ model: '600', links: ['https://a.test'] });
  const year = { year: 2019, was: { year: null } };
  expect((await admin.call(saveObjectDescription, { params, body: year })).status, 'another field').toBe(200);
  const model = { model: '550', was: { model: '600' } };
  expect((await admin.call(saveObjectDescription, { params, body: model })).status, 'who has seen theirs').toBe(200);

  const began = (await admin.call(getTheftPage, { params })).data!.draft;
  const theirs = { ...began, police_station: 'Umeå' };
  const from = (await other.call(getTheftPage, { params })).data!.draft;
  expect((await other.call(makeTheftReport, { params, body: { ...theirs, was: from } })).status).toBe(200);
  expect(await admin.call(makeTheftReport, { params, body: { ...began, claim_number: 'S-17', was: began } })).toMatchObject(
    REFUSED,
  );
  const { draft, versions } = (await admin.call(getTheftPage, { params })).data!;
  expect([draft.police_station, versions.length]).toEqual(['Umeå', 1]);
  const body = { ...draft, claim_number: 'S-17', was: draft };
  const made = (await admin.call(makeTheftReport, { params, body })).data!;
  expect(made.latest?.theft, 'and what it began with is no part of the report').toEqual({ ...draft, claim_number: 'S-17' });
});

test('ERR-041: nor what an administrator changed meanwhile of the profile that its owner has open', async () => {
  const accountId = await makeAccount(app.database, {});
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const own = await makeMember(app.database, { accountId, isAdmin: false });
  const member = await app.signInAs(own);
  const { first_name, last_name, phone } = (await member.call(getProfile)).data!;
  const was = { first_name, last_name, phone };
  await admin.call(updateUser, { params: { id: own.id }, body: { phone: '+46701234567' } });
  expect(await member.call(updateProfile, { body: { ...was, first_name: 'Anja', was } })).toMatchObject(REFUSED);
  expect((await member.call(getProfile)).data).toMatchObject({ first_name, phone: '46701234567' });
  const seen = { ...was, phone: '46701234567' };
  expect((await member.call(updateProfile, { body: { ...seen, first_name: 'Anja', was: seen } })).status).toBe(200);
  expect((await member.call(updateProfile, { body: { alerts: false } })).status, 'a switch says what it is to be').toBe(200);
});

test('ERR-041: nor what somebody else made of a refuelling or of a log that is sent by mail', async () => {
  const accountId = await makeAccount(app.database, {});
  const own = await makeMember(app.database, { accountId });
  const admin = await app.signInAs(own);
  const other = await app.signInAs(await makeMember(app.database, { accountId }));
  const params = { imei: (await makeUnit(app.database, { accountId, name: 'Bil' })).imei };
  const filled = { at: '2026-03-01T08:00:00.000Z', fuel_type: 'diesel' as const, amount: 40 };
  const { id } = (await admin.call(saveRefuelling, { params, body: filled })).data!;
  expect(
    (await other.call(saveRefuelling, { params, body: { ...filled, id, station: 'Sala', was: { station: '' } } })).status,
  ).toBe(200);
  const mine = { ...filled, id, amount: 41, was: { ...filled, station: '' } };
  expect(await admin.call(saveRefuelling, { params, body: mine })).toMatchObject(REFUSED);
  expect((await admin.call(listRefuellings, { params, query: {} })).data!.rows).toMatchObject([{ amount: 40, station: 'Sala' }]);
  const seen = { ...mine, station: 'Sala', was: { ...filled, station: 'Sala' } };
  expect((await admin.call(saveRefuelling, { params, body: seen })).status).toBe(200);

  const sent = {
    name: 'Månad',
    every: 'month' as const,
    format: 'pdf' as const,
    language: 'sv' as const,
    recipient_ids: [own.id],
    is_paused: false,
  };
  const schedule = (await admin.call(addSchedule, { body: { ...sent, filter: {} } })).data!;
  expect((await admin.call(updateSchedule, { params: schedule, body: { ...sent, format: 'csv', was: sent } })).status).toBe(200);
  expect(await admin.call(updateSchedule, { params: schedule, body: { ...sent, name: 'Vår', was: sent } })).toMatchObject(
    REFUSED,
  );
  const { schedules } = (await admin.call(listSchedules)).data!;
  expect(schedules).toMatchObject([{ name: 'Månad', format: 'csv' }]);
  const theirs = { ...sent, format: 'csv' as const };
  expect((await admin.call(updateSchedule, { params: schedule, body: { ...theirs, name: 'Vår', was: theirs } })).status).toBe(
    200,
  );
});

test("ERR-041: nor the account's options, its other trips and how long it keeps positions", async () => {
  const accountId = await makeAccount(app.database, {});
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const other = await app.signInAs(await makeMember(app.database, { accountId }));

  await other.call(setOptions, { body: { alert_language: 'en' } });
  const mine = { alert_language: 'no' as const, was: { alert_language: 'sv' } };
  expect(await admin.call(setOptions, { body: mine })).toMatchObject(REFUSED);
  expect((await admin.call(getOptions)).data?.alert_language).toBe('en');
  const reminder = { monthly_attest_reminder: true, was: { monthly_attest_reminder: false } };
  expect((await admin.call(setOptions, { body: reminder })).status, 'another field').toBe(200);
  expect((await admin.call(setOptions, { body: { ...mine, was: { alert_language: 'en' } } })).status, 'who has seen theirs').toBe(
    200,
  );
  expect(await admin.call(setOptions, { body: { was: {} } })).toMatchObject({ status: 422 });

  await other.call(setOtherTripType, { body: { name: 'Jour', colour: '#112233' } });
  const type = { colour: '#445566', was: { colour: null } };
  expect(await admin.call(setOtherTripType, { body: type })).toMatchObject(REFUSED);
  expect((await admin.call(getOtherTripType)).data).toMatchObject({ name: 'Jour', colour: '#112233' });
  expect((await admin.call(setOtherTripType, { body: { ...type, was: { colour: '#112233' } } })).status).toBe(200);

  const began = (await admin.call(getRetention)).data!;
  const was = { position_months: began.position_months, private_position_months: began.private_position_months };
  await other.call(setRetention, { body: { position_months: 6, private_position_months: 1 } });
  const longer = { position_months: 9, private_position_months: 2 };
  expect(await admin.call(setRetention, { body: { ...longer, was } })).toMatchObject(REFUSED);
  expect((await admin.call(getRetention)).data).toMatchObject({ position_months: 6, private_position_months: 1 });
  const seen = { position_months: 6, private_position_months: 1 };
  expect((await admin.call(setRetention, { body: { ...longer, was: seen } })).status).toBe(200);
});

test('ERR-041: nor a price or a figure of car benefit that somebody else has set for the same day', async () => {
  const accountId = await makeAccount(app.database, {});
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const other = await app.signInAs(await makeMember(app.database, { accountId }));

  const price = { kind: 'fuel' as const, subject: 'diesel' as const, valid_from: '2026-12-01' };
  const none = { was: { amount: null } };
  expect((await other.call(setFuelPrice, { body: { ...price, amount: 19.5, ...none } })).status).toBe(200);
  expect(await admin.call(setFuelPrice, { body: { ...price, amount: 21, ...none } })).toMatchObject(REFUSED);
  expect((await admin.call(getFuelPrice)).data?.rates).toMatchObject([{ amount: 19.5 }]);
  const petrol = { ...price, subject: 'petrol' as const, amount: 21, ...none };
  expect((await admin.call(setFuelPrice, { body: petrol })).status, 'another fuel').toBe(200);
  expect((await admin.call(setFuelPrice, { body: { ...petrol, valid_from: '2027-01-01' } })).status, 'another day').toBe(200);
  expect((await admin.call(setFuelPrice, { body: { ...price, amount: 21, was: { amount: 19.5 } } })).status).toBe(200);

  const figures = { benefit_factor: 0.9, reduced_line_km: 30_000, private_occasions_max: 10, private_km_max: 1000 };
  const noFigures = { benefit_factor: null, reduced_line_km: null, private_occasions_max: null, private_km_max: null };
  const day = { valid_from: '2026-12-01' };
  expect((await other.call(setCarBenefit, { body: { ...day, ...figures, was: noFigures } })).status).toBe(200);
  const mine = { ...day, ...figures, benefit_factor: 1.1 };
  expect(await admin.call(setCarBenefit, { body: { ...mine, was: noFigures } })).toMatchObject(REFUSED);
  expect((await admin.call(getCarBenefit)).data?.settings[0]).toMatchObject({ ...day, ...figures });
  expect((await admin.call(setCarBenefit, { body: { ...mine, was: figures } })).status).toBe(200);
});
