import { afterAll, expect, test } from 'vitest';
import { assignReceiverUnits, listUntold, type ReceiverInput, saveReceiver } from '@spora/contract/alarms/receivers';
import { setUnitAlarms } from '@spora/contract/alarms/unit-settings';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;

async function makeFleet() {
  const accountId = await makeAccount(app.database);
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const unit = await makeUnit(app.database, { accountId });
  return { accountId, admin, unit };
}
const untold = async (caller: Caller) =>
  (await caller.call(listUntold)).data!.units.map(({ imei, kind, reason }) => `${imei} ${kind} ${reason}`);
async function addReceiver(admin: Caller, unitIds: readonly number[], over: Partial<ReceiverInput> = {}): Promise<number> {
  const { data } = await admin.call(saveReceiver, {
    body: { name: 'Åsa', email: `asa-${Math.random()}@example.test`, security_alarm: 1, ...over },
  });
  const terminals = unitIds.map((terminal_id) => ({ terminal_id, device_type: 'gps' as const }));
  await admin.call(assignReceiverUnits, { body: { receiver_id: data!.id, terminals } });
  return data!.id;
}
const all = (imei: string, reason = 'nobody') =>
  ['zone-left', 'zone-entered', 'safe-home-missed'].map((kind) => `${imei} ${kind} ${reason}`);

test('13-D: a unit without a receiver of security alarms is named for zones and homes until it has one', async () => {
  const { admin, unit } = await makeFleet();
  expect(await untold(admin)).toEqual(all(unit.imei));
  // Of another class, and of no unit.
  await addReceiver(admin, [unit.unitId], { security_alarm: 0, function_alarm: 1 });
  await addReceiver(admin, []);
  expect(await untold(admin)).toEqual(all(unit.imei));
  await addReceiver(admin, [unit.unitId]);
  expect(await untold(admin)).toEqual([]);
});

test('13-D, OPT-001: a receiver who stopped their own alerts or has left is nobody', async () => {
  const { accountId, admin, unit } = await makeFleet();
  const { id: memberId } = await makeMember(app.database, { accountId });
  const id = await addReceiver(admin, [unit.unitId]);
  expect(await untold(admin)).toEqual([]);
  const ofReceiver = owner.updateTable('alarm_receiver').where('id', '=', id);
  await ofReceiver.set({ stopped_at: new Date() }).execute();
  expect(await untold(admin), 'by the link of a message').toEqual(all(unit.imei));
  await ofReceiver.set({ stopped_at: null }).execute();
  await owner.updateTable('alarm_receiver').set({ member_id: memberId }).where('id', '=', id).execute();
  for (const gone of ['alerts_stopped_at', 'disabled_at', 'removed_at'] as const) {
    await owner
      .updateTable('member')
      .set({ [gone]: new Date() })
      .where('id', '=', memberId)
      .execute();
    expect(await untold(admin), gone).toEqual(all(unit.imei));
    await owner
      .updateTable('member')
      .set({ [gone]: null })
      .where('id', '=', memberId)
      .execute();
  }
});

test('13-D, ALARM-042: a unit whose zone alarms are switched off says so, whoever its receivers are', async () => {
  const { admin, unit } = await makeFleet();
  await addReceiver(admin, [unit.unitId]);
  await admin.call(setUnitAlarms, { params: { imei: unit.imei }, body: { kinds: [{ kind: 'zone-left', is_on: false }] } });
  expect(await untold(admin)).toEqual([`${unit.imei} zone-left off`]);
});

test('13-D: nobody is told of units that they do not see', async () => {
  const { accountId } = await makeFleet();
  const driver = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect(await untold(driver)).toEqual([]);
});

test('13-D, ALARM-038: who gets text messages alone is told nothing while there are no credits, and is told with one', async () => {
  const { accountId, admin, unit } = await makeFleet();
  await addReceiver(admin, [unit.unitId], { email: '', country_code: '46', phone: '701234567' });
  expect(await untold(admin)).toEqual(all(unit.imei, 'no-credits'));
  const credit = { account_id: accountId, at: app.clock.now, reason: 'free' } as const;
  await owner
    .insertInto('sms_credit')
    .values({ ...credit, amount: 1 })
    .execute();
  expect(await untold(admin)).toEqual([]);
  await owner
    .insertInto('sms_credit')
    .values({ ...credit, amount: -1 })
    .execute();
  expect(await untold(admin)).toEqual(all(unit.imei, 'no-credits'));
  await addReceiver(admin, [unit.unitId]);
  expect(await untold(admin)).toEqual([]);
});

test('13-D, ALARM-016: whose number is dead and who has push is told nothing without a device that takes it', async () => {
  const { accountId, admin, unit } = await makeFleet();
  const { id: memberId } = await makeMember(app.database, { accountId });
  const id = await addReceiver(admin, [unit.unitId]);
  await owner
    .updateTable('alarm_receiver')
    .set({ member_id: memberId, email: '', dial_code: '46', phone: '701234567', push: true })
    .where('id', '=', id)
    .execute();
  // Another number is not a dead one.
  await owner.updateTable('alarm_receiver').set({ phone_died_at: app.clock.now }).where('id', '=', id).execute();
  expect(await untold(admin)).toEqual(all(unit.imei, 'no-device'));
  const { id: deviceId } = await owner
    .insertInto('push_subscription')
    .values({
      account_id: accountId,
      member_id: memberId,
      endpoint: `https://push.example.com/untold-${memberId}`,
      public_key: 'B',
      auth_secret: 'a',
      vapid_key: 'k',
      label: 'Firefox',
      created_at: app.clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await untold(admin)).toEqual([]);
  await owner.updateTable('member').set({ push_stopped_at: app.clock.now }).where('id', '=', memberId).execute();
  expect(await untold(admin)).toEqual(all(unit.imei, 'no-device'));
  await owner.updateTable('member').set({ push_stopped_at: null }).where('id', '=', memberId).execute();
  await owner.updateTable('push_subscription').set({ gone_at: app.clock.now }).where('id', '=', deviceId).execute();
  expect(await untold(admin)).toEqual(all(unit.imei, 'no-device'));
});
