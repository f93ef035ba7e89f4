import { afterAll, expect, test } from 'vitest';
import { me, signIn } from '@spora/contract/auth/endpoints';
import { acknowledgeNotice, getNotice, requireNotice } from '@spora/contract/users/endpoints';
import { makeAccount, makeMember } from '../../../testing/database.ts';
import { testApp } from '../../../testing/http.ts';
import { quickHash } from '../../../testing/auth.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;

const PASSWORD = 'a good pass phrase';
const passwordHash = await quickHash(PASSWORD);

async function newAccount() {
  const accountId = await makeAccount(app.database, { name: 'Åkeriet AB' });
  const admin = await makeMember(app.database, { accountId });
  const driver = await makeMember(app.database, { accountId, isAdmin: false, passwordHash });
  return { accountId, driver, asAdmin: await app.signInAs(admin), asDriver: await app.signInAs(driver) };
}
const mustRead = async (caller: Awaited<ReturnType<typeof app.signInAs>>) =>
  (await caller.call(me)).data?.user.MustAcknowledgeNotice;
const laterBy = (seconds: number) => void (app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000));
const auditOf = async (accountId: number) =>
  (
    await owner
      .selectFrom('audit_entry')
      .select('action')
      .where('account_id', '=', accountId)
      .where('action', 'like', 'notice%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

test('SEC-016: a driver is told for how many months the account keeps positions, and nobody has to read it until an administrator asks', async () => {
  const { accountId, asDriver } = await newAccount();
  await owner
    .updateTable('account')
    .set({ position_months: 7, private_position_months: 2 })
    .where('id', '=', accountId)
    .execute();
  expect((await asDriver.call(getNotice)).data).toEqual({
    position_months: 7,
    private_position_months: 2,
    required: false,
    acknowledged_at: null,
  });
  expect(await mustRead(asDriver)).toBe(false);
});

test('SEC-016: once required, signing in says that the notice is to be read, until the driver has; both are on record once', async () => {
  const { accountId, asAdmin, asDriver, driver } = await newAccount();
  expect((await asAdmin.call(requireNotice, { body: { required: true } })).data?.required).toBe(true);
  const signedIn = await app.stranger.call(signIn, { body: { username: driver.email, password: PASSWORD } });
  expect(signedIn.data).toMatchObject({ pending: false, user: { MustAcknowledgeNotice: true } });
  expect(await mustRead(asDriver)).toBe(true);

  laterBy(60);
  expect((await asDriver.call(acknowledgeNotice)).data?.acknowledged_at).toBe(app.clock.now.toISOString());
  expect(await mustRead(asDriver)).toBe(false);
  laterBy(60);
  await asAdmin.call(requireNotice, { body: { required: true } });
  expect(await mustRead(asDriver), 'required already').toBe(false);
  expect(await auditOf(accountId)).toEqual(['notice-required', 'notice-read']);
});

test('SEC-016: what is switched off asks nobody, and what is required anew is read anew', async () => {
  const { accountId, asAdmin, asDriver } = await newAccount();
  await asAdmin.call(requireNotice, { body: { required: true } });
  await asDriver.call(acknowledgeNotice);
  laterBy(60);
  await asAdmin.call(requireNotice, { body: { required: false } });
  expect(await mustRead(asAdmin)).toBe(false);
  await asAdmin.call(requireNotice, { body: { required: true } });
  expect(await mustRead(asDriver)).toBe(true);
  expect(await auditOf(accountId)).toEqual(['notice-required', 'notice-read', 'notice-not-required', 'notice-required']);
});

test('SEC-016, SEC-008: only an administrator requires it, and of the own account only', async () => {
  const { asDriver } = await newAccount();
  const other = await newAccount();
  expect(await asDriver.call(requireNotice, { body: { required: true } })).toMatchObject({ status: 403, errors: 'Forbidden' });
  await other.asAdmin.call(requireNotice, { body: { required: true } });
  expect(await mustRead(other.asDriver)).toBe(true);
  expect(await mustRead(asDriver)).toBe(false);
});
