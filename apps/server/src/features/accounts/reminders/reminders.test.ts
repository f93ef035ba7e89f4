import { afterAll, expect, test } from 'vitest';
import { listReminders, sendReminders } from '@spora/contract/accounts/settings';
import { acknowledgeNotice, inviteUser, requireNotice } from '@spora/contract/users/endpoints';
import { makeAccount, makeMember } from '../../../testing/database.ts';
import { recordingMailer, testApp } from '../../../testing/http.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;

async function newAccount() {
  const accountId = await makeAccount(app.database, { name: 'Åkeriet AB' });
  const adminMember = await makeMember(app.database, { accountId, fullName: 'Anna' });
  const bo = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Bo' });
  const admin = await app.signInAs(adminMember);
  // A session ends with the day.
  const fresh = () => app.signInAs(adminMember);
  return { accountId, admin, fresh, bo, asBo: await app.signInAs(bo) };
}
const laterBy = (hours: number) => void (app.clock.now = new Date(app.clock.now.getTime() + hours * 3_600_000));
const mails = async (accountId: number, template: string) =>
  (
    await owner
      .selectFrom('mail')
      .select('recipient')
      .where('account_id', '=', accountId)
      .where('template', '=', template)
      .orderBy('id')
      .execute()
  ).map(({ recipient }) => recipient);
const remind = async ({ fresh }: Awaited<ReturnType<typeof newAccount>>, matter: 'notice' | 'invitation') =>
  (await (await fresh()).call(sendReminders, { body: { matter } })).data;
const counts = async ({ fresh }: Awaited<ReturnType<typeof newAccount>>) =>
  (await (await fresh()).call(listReminders)).data!.matters;

test('ADM-017: somebody is reminded of the notice at most once in 24 hours, however often and by whomever it is asked', async () => {
  const account = await newAccount();
  expect(await remind(account, 'notice')).toEqual({ sent: 0, too_soon: 0 });
  await account.admin.call(requireNotice, { body: { required: true } });
  await account.admin.call(acknowledgeNotice);
  expect(await counts(account)).toEqual([
    { matter: 'notice', waiting: 1, may_remind: 1 },
    { matter: 'invitation', waiting: 0, may_remind: 0 },
  ]);
  const two = await Promise.all([remind(account, 'notice'), remind(account, 'notice')]);
  expect(two.map((answer) => answer!.sent).toSorted()).toEqual([0, 1]);
  laterBy(23.9);
  expect(await remind(account, 'notice')).toEqual({ sent: 0, too_soon: 1 });
  expect((await counts(account))[0]).toEqual({ matter: 'notice', waiting: 1, may_remind: 0 });
  laterBy(0.2);
  expect(await remind(account, 'notice')).toEqual({ sent: 1, too_soon: 0 });
  expect(await mails(account.accountId, 'notice-reminder')).toEqual([account.bo.email, account.bo.email]);
});

test('ADM-017: who has read the notice, or is switched off, is reminded of nothing', async () => {
  const account = await newAccount();
  const off = await makeMember(app.database, { accountId: account.accountId });
  await owner.updateTable('member').set({ disabled_at: app.clock.now }).where('id', '=', off.id).execute();
  await account.admin.call(requireNotice, { body: { required: true } });
  await account.admin.call(acknowledgeNotice);
  await account.asBo.call(acknowledgeNotice);
  expect(await remind(account, 'notice')).toEqual({ sent: 0, too_soon: 0 });
});

test('ADM-017: an invitation that is not taken up is sent again with a new link, a day after the last one; matters do not block each other', async () => {
  const account = await newAccount();
  const email = `ny-${account.accountId}@example.test`;
  await account.admin.call(inviteUser, { body: { full_name: 'Ny', email } });
  expect(await remind(account, 'invitation')).toEqual({ sent: 0, too_soon: 1 });
  laterBy(24.1);
  await (await account.fresh()).call(requireNotice, { body: { required: true } });
  expect((await remind(account, 'notice'))?.sent).toBe(2);
  expect(await remind(account, 'invitation')).toEqual({ sent: 1, too_soon: 0 });
  expect(await remind(account, 'invitation')).toEqual({ sent: 0, too_soon: 1 });
  expect(await mails(account.accountId, 'invitation')).toEqual([email, email]);
  const open = await owner
    .selectFrom('password_reset')
    .innerJoin('member', 'member.id', 'password_reset.member_id')
    .where('member.email', '=', email)
    .where('password_reset.ended_at', 'is', null)
    .select('password_reset.id')
    .execute();
  expect(open).toHaveLength(1);
});

test('ADM-017, SEC-008: members remind nobody, and nobody of another account is reminded', async () => {
  const account = await newAccount();
  const other = await newAccount();
  await other.admin.call(requireNotice, { body: { required: true } });
  expect(await account.asBo.call(sendReminders, { body: { matter: 'notice' } })).toMatchObject({ status: 403 });
  expect(await remind(account, 'notice')).toEqual({ sent: 0, too_soon: 0 });
  expect(await mails(other.accountId, 'notice-reminder')).toEqual([]);
});

test('ADM-017: where no mail can be sent nobody counts as reminded', async () => {
  const silent = await testApp({ ports: { mail: recordingMailer({ isAvailable: false }) } });
  const accountId = await makeAccount(silent.database);
  const admin = await silent.signInAs(await makeMember(silent.database, { accountId }));
  await admin.call(requireNotice, { body: { required: true } });
  expect((await admin.call(sendReminders, { body: { matter: 'notice' } })).errors).toBe('MailUnavailable');
  expect((await admin.call(listReminders)).data!.matters[0]).toMatchObject({ waiting: 1, may_remind: 1 });
  await silent.close();
});
