import { listReceivers, saveReceiver, testReceiver } from '@spora/contract/alarms/receivers';
import { lookAtReceiverLink, stopByReceiverLink } from '@spora/contract/alarms/receiver-link';
import { afterAll, expect, test } from 'vitest';
import { makeMember } from '../../../testing/database.ts';
import { add, one, receiversApp } from '../../../testing/receivers.ts';
import { newLink } from './link-repository.ts';

const { app, owner, newAccount, auditOf } = await receiversApp();
afterAll(() => app.close());
const { stranger, clock } = app;

const tokenOf = async (accountId: number, id: number): Promise<string> => {
  const path = await newLink(owner, { accountId, id, memberId: null }, clock.now);
  return path!.split('#')[1]!;
};
async function outsider(body: Parameters<typeof add>[1] = {}) {
  const account = await newAccount();
  const id = await add(account.admin, { name: 'Granne Ek', ...body });
  return { ...account, id, token: await tokenOf(account.accountId, id) };
}
const look = (token: string) => stranger.call(lookAtReceiverLink, { body: { token } });
const stop = (token: string, stops = true) => stranger.call(stopByReceiverLink, { body: { token, stops } });
const ownAudit = async (accountId: Awaited<ReturnType<typeof outsider>>['accountId']) =>
  (await auditOf(accountId)).filter(({ action }) => /receiver-(stopped|resumed)/.test(action));
const post = (token: string, payload: string, type = 'application/x-www-form-urlencoded') =>
  stranger.request({ method: 'POST', url: `/api/alertInfo/receiver/${token}`, payload, headers: { 'content-type': type } });

test('ALARM-039: the link says who sends and by which ways, and no more; to look changes nothing', async () => {
  const { admin, id, token, accountId } = await outsider({ country_code: '46', phone: '701234567' });
  const { name } = await owner.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirstOrThrow();
  const language = { language: 'sv' };
  await owner.updateTable('account').set({ alert_language: 'sv' }).where('id', '=', accountId).execute();
  expect((await look(token)).data).toEqual({ account: name, ...language, ways: ['email', 'sms'], stopped_at: null });
  expect((await one(admin, id)).state).toBe('active');
});

test('ALARM-039: by it alarms stop and begin again; the administrator sees it in the list and the log, once each time', async () => {
  const { admin, id, token, accountId } = await outsider();
  expect((await stop(token)).data).toMatchObject({ stopped_at: clock.now.toISOString() });
  await stop(token);
  expect(await one(admin, id)).toMatchObject({ state: 'stopped', stopped_at: clock.now.toISOString() });
  expect((await admin.call(testReceiver, { params: { id }, body: { channel: 'email' } })).data).toEqual({ state: 'dropped' });
  expect((await stop(await tokenOf(accountId, id), false)).data, 'each message has a link of its own').toMatchObject({
    stopped_at: null,
  });
  await stop(token, false);
  expect(await one(admin, id)).toMatchObject({ state: 'active', stopped_at: null });
  expect(await ownAudit(accountId)).toEqual([
    { action: 'alarm-receiver-stopped', subject: 'Granne Ek', details: {} },
    { action: 'alarm-receiver-resumed', subject: 'Granne Ek', details: {} },
  ]);
});

test('ALARM-039, RFC 8058: a mail program stops them by one post, in a form of either kind; to open the address or to post something else changes nothing', async () => {
  const { admin, id, token, accountId } = await outsider();
  const opened = await stranger.request({ method: 'GET', url: `/api/alertInfo/receiver/${token}?subsite=1` });
  expect([opened.statusCode, opened.headers.location]).toEqual([303, `/user/alerts?subsite=1#${token}`]);
  expect((await post(token, 'List-Unsubscribe=No')).statusCode).toBe(422);
  expect((await post(token, '{}', 'application/json')).statusCode).toBe(415);
  expect((await one(admin, id)).state).toBe('active');
  expect((await post(token, 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
  expect((await one(admin, id)).state).toBe('stopped');
  await stop(token, false);
  const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  expect((await post(token, form, 'multipart/form-data; boundary=x')).statusCode).toBe(200);
  expect((await one(admin, id)).state).toBe('stopped');
  expect((await ownAudit(accountId)).length).toBe(3);
});

test('ALARM-039: a token that is none, of a receiver that is gone or that became a user opens nothing, and none of them stands in the log', async () => {
  const { admin, id, token, accountId } = await outsider();
  const gone = await outsider();
  await owner.deleteFrom('alarm_receiver').where('id', '=', gone.id).execute();
  const member = await makeMember(app.database, { accountId });
  await owner.updateTable('alarm_receiver').set({ member_id: member.id }).where('id', '=', id).execute();
  for (const none of [token, gone.token, 'A'.repeat(43), 'x', '']) {
    expect([await look(none), await stop(none)]).toMatchObject([{ errors: 'ReceiverLinkUnknown' }, { status: 404 }]);
  }
  expect((await post(token, 'List-Unsubscribe=One-Click')).statusCode).toBe(404);
  expect((await one(admin, id)).state).toBe('active');
  expect(JSON.stringify(app.logged)).not.toContain(token);
});

test('ALARM-039: what one has stopped stays so while an address or number of theirs is left; somebody else in their place is told, and the links are over', async () => {
  const { admin, id, token } = await outsider({ email: 'ek@example.test', country_code: '46', phone: '701234567' });
  await stop(token);
  const save = (body: object) => admin.call(saveReceiver, { body: { id, name: 'Granne Ek', ...body } });
  await save({ email: 'ek2@example.test' });
  expect((await one(admin, id)).state).toBe('stopped');
  await save({ country_code: '46', phone: '707654321' });
  expect((await look(token)).status, 'neither is left').toBe(200);
  await save({ email: 'ny@example.test', country_code: '46', phone: '709999999' });
  expect((await one(admin, id)).state).toBe('active');
  expect((await look(token)).errors).toBe('ReceiverLinkUnknown');
});

test('ALARM-039: nobody stops the alarms of another receiver', async () => {
  const { admin, token } = await outsider();
  const other = await add(admin);
  await stop(token);
  expect((await admin.call(listReceivers)).data!.alarmReceivers.map(({ state }) => state).toSorted()).toEqual([
    'active',
    'stopped',
  ]);
  expect((await one(admin, other)).state).toBe('active');
});
