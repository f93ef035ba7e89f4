import { DAY_MS } from '@spora/calendar/durations';
import { hardwareOf } from '@spora/protocols/list';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { signIn } from '@spora/contract/auth/endpoints';
import { register, type RegistrationBody } from '@spora/contract/registration/endpoints';
import { listUnits } from '@spora/contract/units/endpoints';
import { makeAccount, makeUnit, randomImei } from '../../testing/database.ts';
import { testApp, testPorts } from '../../testing/http.ts';
import { ANY_PORTS, connectTracker, makeRecords } from '../../testing/tracker.ts';
import { startGateway } from '../../roles/gateway.ts';

const app = await testApp();
const { owner, pipeline } = app.database;
const gateway = await startGateway({
  ports: testPorts(),
  config: {
    host: '127.0.0.1',
    trackerPorts: ANY_PORTS,
    maxPositionMonths: 24,
  },
  log: pino({ level: 'silent' }),
  now: () => app.clock.now,
  pipeline,
});
afterAll(async () => {
  await gateway.stop();
  await app.close();
});

const PASSWORD = 'Vinterväg 27!';
const body = (Imei: string, userName: string): RegistrationBody => ({
  Imei,
  personal_org_number: '01234567',
  acc_company_phone: '01234567',
  address: '1 High Street',
  city: 'Leeds',
  companyName: 'Fell Road Ltd',
  contactPerson: 'Eva',
  country: 'gb',
  countryDialCode: '44',
  fullName: 'Eva Ek',
  phone: '447700900123',
  reseller: 'The shop',
  subsiteID: 0,
  terms: true,
  userName,
  userPassword: PASSWORD,
  userPassword_confirmation: PASSWORD,
  zipCode: 'LS1 1AA',
  is_private_account: 0,
});

async function greeting(imei: string): Promise<number> {
  const tracker = await connectTracker(gateway.ports.teltonika);
  const reply = await tracker.hello(imei);
  tracker.close();
  return reply;
}

test('REG-001: the tracker is refused until somebody registers it, and accepted from that moment on', async () => {
  const imei = randomImei();
  await owner
    .insertInto('stock_unit')
    .values({ imei, ...hardwareOf() })
    .execute();
  expect(await greeting(imei)).toBe(0);
  const userName = 'eva@fell.example';
  expect((await app.stranger.call(register, { body: body(imei, userName) })).status).toBe(200);
  await expect.poll(() => greeting(imei), { timeout: 5000 }).toBe(1);

  const tracker = await connectTracker(gateway.ports.teltonika);
  await tracker.hello(imei);
  // What it has stored since it was mounted belongs to the unit too.
  tracker.sendFrame(makeRecords(3, app.clock.now.getTime() - DAY_MS));
  expect(await tracker.readAck()).toBe(3);
  tracker.close();

  const answer = await app.stranger.call(signIn, { body: { username: userName, password: PASSWORD, subsiteid: 0 } });
  expect(answer.status).toBe(200);
  const member = await owner.selectFrom('member').select('id').where('email', '=', userName).executeTakeFirstOrThrow();
  const units = await (await app.signInAs(member)).call(listUnits);
  expect(JSON.stringify(units.data)).toContain(imei);
});

test('REG-005: a tracker that has left its account is registered anew, and shows nothing of its past', async () => {
  const { imei, trackerId, unitId } = await makeUnit(app.database, { accountId: await makeAccount(app.database) });
  await owner
    .insertInto('stock_unit')
    .values({ imei, ...hardwareOf() })
    .execute();
  const left = new Date(app.clock.now.getTime() - 3_600_000);
  await owner
    .updateTable('fitting')
    .set({ during: `[2000-01-01T00:00:00Z,${left.toISOString()})` })
    .where('unit_id', '=', unitId)
    .execute();
  expect((await app.stranger.call(register, { body: body(imei, 'new@fell.example') })).status).toBe(200);
  const fittings = await owner.selectFrom('fitting').select(['unit_id', 'during']).where('tracker_id', '=', trackerId).execute();
  expect(fittings).toHaveLength(2);
  const own = fittings.find((each) => each.unit_id !== unitId);
  expect(own?.during.slice(2, 12)).toBe(app.clock.now.toISOString().slice(0, 10));
});

test('REG-005: a number that was issued to a phone is never registered as a tracker', async () => {
  const { imei } = await makeUnit(app.database, { accountId: await makeAccount(app.database), family: 'phone' });
  await owner
    .insertInto('stock_unit')
    .values({ imei, ...hardwareOf() })
    .execute();
  const answer = await app.stranger.call(register, { body: body(imei, 'phone@fell.example') });
  expect(answer.errors).toEqual({ Imei: ['ImeiInUse'] });
});
