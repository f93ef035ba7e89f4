import fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { announcement, exportAudit } from '@spora/contract/accounts/endpoints';
import { checkAttestation } from '@spora/contract/attestation/endpoints';
import { previewCheckIn, readCheckInCode, suggestDrivers } from '@spora/contract/drivers/endpoints';
import { createToken } from '@spora/contract/integrations/endpoints';
import { previewOdometer } from '@spora/contract/maintenance/readings';
import { previewPlace, savePlace } from '@spora/contract/places/endpoints';
import { summaryReport } from '@spora/contract/reports/endpoints';
import { openAccount } from '@spora/contract/support/endpoints';
import { generateTrips, mergeTrips, previewMerge, updateTrip } from '@spora/contract/trips/endpoints';
import { makeTrip } from '../../testing/trips.ts';
import { makeAccount, makeMember, makeStaff, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../testing/http.ts';
import { createLog } from '../observing/log.ts';
import { createMount } from './mount.ts';

const app = await testApp();
afterAll(() => app.close());

const accountId = await makeAccount(app.database);
const { imei, unitId } = await makeUnit(app.database, { accountId, name: 'Bil 1' });
const DAY = '2026-03-02';
const trip = await makeTrip(app.database, { accountId, unitId }, { start: `${DAY}T08:00:00Z` });
const next = await makeTrip(app.database, { accountId, unitId }, { start: `${DAY}T08:40:00Z` });
const admin = await app.signInAs(await makeMember(app.database, { accountId }));
const tokenOf = async (rights: 'read' | 'write') =>
  app.withToken((await admin.call(createToken, { body: { name: 'Program', rights, days: 30 } })).data!.token);
const reader = await tokenOf('read');
const writer = await tokenOf('write');
const staff = await app.signInAsStaff(await makeStaff(app.database));
const visitor = app.withToken(
  (await staff.call(openAccount, { params: { id: accountId }, body: { reason: 'asked' } })).data!.token,
);

const WEEK = { from: '2026-03-01', to: '2026-03-07' };
/** The questions that are sent by POST since they are too long for an address. */
const QUESTIONS: Readonly<Record<string, (caller: Caller) => Promise<{ readonly status: number; readonly errors?: unknown }>>> = {
  'the trip log': (caller) => caller.call(generateTrips, { body: { ...WEEK, imeis: [imei] } }),
  'the summary report': (caller) => caller.call(summaryReport, { body: { ...WEEK, imeis: [imei] } }),
  'two trips as one': (caller) => caller.call(previewMerge, { body: { trip_ids: [trip, next] } }),
  'a period to attest': (caller) => caller.call(checkAttestation, { body: { imei, ...WEEK } }),
  'a check-in': (caller) => caller.call(previewCheckIn, { body: { imei, driver_id: null, from_trip_id: trip } }),
  'drivers of trips': (caller) => caller.call(suggestDrivers, { body: { trip_ids: [trip] } }),
  'a place': (caller) => caller.call(previewPlace, { body: { label: 'Kontoret', lat: 59.3, lng: 18, imeis: [imei] } }),
};

test.each(Object.entries(QUESTIONS))('DEC-77, ROLE-011: staff on a visit may ask for %s', async (_name, ask) => {
  expect(await ask(visitor)).toMatchObject({ status: 200 });
});

test('DEC-77: a question that goes before a change is for those who may change, as the use case says', async () => {
  expect(await visitor.call(previewOdometer, { params: { imei }, body: { value: 1000 } })).toMatchObject({
    status: 403,
    errors: 'Forbidden',
  });
  expect(await reader.call(previewOdometer, { params: { imei }, body: { value: 1000 } })).toMatchObject({ status: 200 });
});

test.each(Object.entries(QUESTIONS))('ADM-019: a token that only reads may ask for %s', async (_name, ask) => {
  expect(await ask(reader)).toMatchObject({ status: 200 });
});

test('DEC-77, ADM-019: what changes something, or is somebody’s own, stays shut to both', async () => {
  const writes: readonly ((caller: Caller) => Promise<unknown>)[] = [
    (caller) => caller.call(updateTrip, { params: { id: trip }, body: { purpose: 'changed' } }),
    (caller) => caller.call(mergeTrips, { body: { trip_ids: [trip, next] } }),
    (caller) => caller.call(savePlace, { body: { label: 'Kontoret', lat: 59.3, lng: 18 } }),
  ];
  for (const write of writes) {
    expect(await write(visitor)).toMatchObject({ status: 403, errors: 'SupportOnlyLooks' });
    expect(await write(reader)).toMatchObject({ status: 403, errors: 'TokenOnlyReads' });
  }
  expect(await visitor.call(readCheckInCode, { body: { code: '0'.repeat(32) } })).toMatchObject({
    status: 403,
    errors: 'SupportOnlyLooks',
  });
  expect(await visitor.call(exportAudit)).toMatchObject({ status: 403, errors: 'SupportOnlyLooks' });
  expect(await reader.call(exportAudit)).toMatchObject({ status: 403, errors: 'TokenNotHere' });
});

test('ADM-019: a program’s question leaves no line in the account’s log, its write does', async () => {
  const linesOf = () =>
    app.database.owner
      .selectFrom('audit_entry')
      .select('details')
      .where('account_id', '=', accountId)
      .where('action', '=', 'api-token-wrote')
      .execute();
  for (const ask of Object.values(QUESTIONS)) await ask(writer);
  expect(await linesOf()).toEqual([]);
  await writer.call(updateTrip, { params: { id: trip }, body: { purpose: 'Kundbesök' } });
  expect(await linesOf()).toEqual([{ details: { call: updateTrip.id } }]);
});

test('API-013: a key that comes with a question is of no account: it is answered anew', async () => {
  const headers = { 'idempotency-key': 'question-key' };
  const answers = [
    await admin.call(summaryReport, { body: { ...WEEK, imeis: [imei] } }, headers),
    await admin.call(summaryReport, { body: { ...WEEK, imeis: [] } }, headers),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test('what a path calls a read cannot write: the database refuses it', async () => {
  const server = fastify();
  const { mount } = createMount(server, {
    db: app.database.api,
    ports: testPorts(),
    log: createLog({ logLevel: 'silent' }),
    now: () => app.clock.now,
    isStrict: true,
    limitMember: () => {},
  });
  mount(announcement, async ({ db }) => {
    await sql`DELETE FROM idempotency`.execute(db);
    return '';
  });
  const { body } = await server.inject({ method: 'POST', url: '/api/announcement', payload: { subsiteID: 0, lang: 'sv' } });
  expect(body).toContain('read-only transaction');
  await server.close();
});
