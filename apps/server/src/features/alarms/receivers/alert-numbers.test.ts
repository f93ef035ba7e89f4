import { listAlertNumbers, removeAlertNumber, saveAlertNumber } from '@spora/contract/alarms/alert-numbers';
import { listReceivers, saveReceiver } from '@spora/contract/alarms/receivers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { saveParentAccounts } from '../../../core/people/parent-rights.ts';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../../testing/http.ts';
import { raise, tell } from '../telling/service.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner, pipeline } = app.database;

let accountId: AccountId;
let admin: Caller;
beforeEach(async () => {
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  await saveParentAccounts(owner, { alertNumbers: String(accountId), extraTimeZone: '' });
});

const NUMBER = {
  id: null,
  name: 'Jouren',
  country_code: '+46',
  phone: '70-123 45 67',
  security_alarm: true,
  function_alarm: false,
};
const save = (body: Partial<Omit<typeof NUMBER, 'id'>> & { id?: number | null } = {}, by = admin) =>
  by.call(saveAlertNumber, { body: { ...NUMBER, ...body } });
const numbers = async () => (await admin.call(listAlertNumbers)).data!.numbers;

test('ERR-041: a number that somebody has changed meanwhile is not overwritten unseen', async () => {
  const { id } = (await save({ name: 'Två' })).data!;
  const { name, phone, security_alarm, function_alarm } = (await numbers()).find((each) => each.id === id)!;
  const was = { name, phone, security_alarm, function_alarm };
  const changed = (more: object) => admin.call(saveAlertNumber, { body: { ...NUMBER, id, ...more } });
  expect((await changed({ name: 'Natten', was })).status).toBe(200);
  expect(await changed({ name: 'Dagen', was })).toMatchObject({ status: 409, errors: 'ChangedMeanwhile' });
  expect((await numbers()).find((each) => each.id === id)?.name).toBe('Natten');
  expect((await admin.call(removeAlertNumber, { params: { id } })).status).toBe(200);
});

test('ALARM-040, ALARM-041, DEC-21: under the one parent account numbers are added, changed and removed; elsewhere there are none', async () => {
  const { id } = (await save()).data!;
  expect(await numbers()).toEqual([
    { ...NUMBER, id, is_number_dead: false, is_stopped: false, country_code: '46', phone: '701234567' },
  ]);
  expect((await save({ id, name: 'Vakten', function_alarm: true })).status).toBe(200);
  expect(await numbers()).toMatchObject([{ id, name: 'Vakten', function_alarm: true }]);
  expect((await admin.call(listReceivers)).data!.alarmReceivers, 'they are no receivers of single units').toEqual([]);

  const other = await makeAccount(app.database);
  const stranger = await app.signInAs(await makeMember(app.database, { accountId: other }));
  for (const answer of [
    await stranger.call(listAlertNumbers),
    await save({}, stranger),
    await stranger.call(removeAlertNumber, { params: { id } }),
  ])
    expect(answer).toMatchObject({ status: 403, errors: 'Forbidden' });
  // Under the same parent, of another account.
  await owner
    .updateTable('account')
    .set({ parent_id: String(accountId) })
    .where('id', '=', other)
    .execute();
  const unknown = { status: 404, errors: 'ReceiverNotFound' };
  expect(await stranger.call(removeAlertNumber, { params: { id } })).toMatchObject(unknown);
  expect(await save({ id }, stranger)).toMatchObject(unknown);
  const member = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect((await member.call(listAlertNumbers)).status).toBe(403);

  expect((await admin.call(removeAlertNumber, { params: { id } })).status).toBe(200);
  expect(await numbers()).toEqual([]);
});

test('ALARM-020, ALARM-041: the phone rules are those of receivers, and nothing is half saved', async () => {
  expect((await save({ phone: '0701234567' })).errors).toEqual({ phone: ['ReceiverPhonePrefix'] });
  expect((await save({ phone: '1234' })).errors).toEqual({ phone: ['ReceiverPhoneShort'] });
  expect((await save({ country_code: '' })).errors).toEqual({ phone: ['ReceiverDialCode'] });
  expect((await save({ name: ' ' })).errors).toEqual({ name: ['SpecifyName'] });
  await save();
  expect((await save()).errors).toEqual({ phone: ['ReceiverPhoneExists'] });
  expect(await numbers()).toHaveLength(1);
});

test('ALARM-041: a number is told of every unit of its account by text message, of the classes it asked for, and of no other account', async () => {
  await save();
  const van = await makeUnit(app.database, { accountId, name: 'Skåpbil' });
  const boat = await makeUnit(app.database, { accountId, name: 'Båt' });
  const foreign = await makeAccount(app.database);
  const theirs = await makeUnit(app.database, { accountId: foreign });
  await owner.insertInto('sms_credit').values({ account_id: accountId, at: app.clock.now, amount: 9, reason: 'free' }).execute();
  const atMs = app.clock.now.getTime();
  const alarm = (account: number, unitId: number, kind: 'jamming' | 'low-battery') => ({
    ...{ accountId: account, unitId, kind, subject: '', key: `${kind} ${unitId}`, atMs, endedMs: null },
    ...{ latE7: null, lonE7: null, details: {} },
  });
  const raised = [
    alarm(accountId, van.unitId, 'jamming'),
    alarm(accountId, boat.unitId, 'jamming'),
    alarm(accountId, boat.unitId, 'low-battery'),
    alarm(foreign, theirs.unitId, 'jamming'),
  ];
  await raise(pipeline, raised, app.clock.now);
  const ids = (await owner.selectFrom('alarm').where('account_id', 'in', [accountId, foreign]).select('id').execute()).map(
    ({ id }) => id,
  );
  const ctx = {
    actor: { kind: 'system' },
    db: pipeline,
    now: () => app.clock.now,
    ports: testPorts(),
    log: createLog({ logLevel: 'silent' }),
  } as const;
  await tell(ctx, (_subsite, path) => path, ids);
  const sent = await owner
    .selectFrom('sms')
    .select(['recipient', 'body'])
    .where('account_id', 'in', [accountId, foreign])
    .execute();
  expect(sent.map(({ recipient, body }) => `${recipient} ${/Båt|Skåpbil/.exec(body)?.[0]}`).sort()).toEqual([
    '+46701234567 Båt',
    '+46701234567 Skåpbil',
  ]);
  // Who is told next is a receiver, never a number.
  const { id } = (await numbers())[0]!;
  const next = { name: 'Åsa', email: 'asa@example.test', escalate_after_min: 5, escalate_to: id };
  expect((await admin.call(saveReceiver, { body: next })).errors).toEqual({ escalate_to: ['ReceiverNotFound'] });
});
