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
const all = (imei: string) => ['zone-left', 'zone-entered', 'safe-home-missed'].map((kind) => `${imei} ${kind} nobody`);

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
