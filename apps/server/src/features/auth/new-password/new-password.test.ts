import { DAY_MS } from '@spora/calendar/durations';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { changePassword, forgotPassword, me, readResetLink, resetPassword } from '@spora/contract/auth/endpoints';
import { isPassword } from '../../../platform/secrets/password.ts';
import { authApp, type From, NEW_PASSWORD, newAddress, PASSWORD } from '../../../testing/auth.ts';
import { waitingForLocks } from '../../../testing/waiting.ts';

const app = await authApp();
afterAll(() => app.close());
beforeEach(() => app.at(0));
const { owner } = app.database;

const forget = (email_address: string, from: From = {}, more: { subsite_id?: number } = {}) =>
  app.call(forgotPassword, { body: { email_address, lang: 'no', ...more } }, from);
const linkTo = async (email: string) => {
  await forget(email);
  await app.runJobs();
  return lastLinkTo(email);
};
const lastLinkTo = async (email: string) => {
  const mail = (await app.mailsTo(email, 'reset-link')).at(-1);
  const { path } = (mail?.params ?? { path: '' }) as { path: string };
  return new URL(path, 'http://spora.test').searchParams.get('_c') ?? 'none';
};
const reset = (code: string, password = NEW_PASSWORD, from: From = {}) =>
  app.call(resetPassword, { body: { code, password, password_confirmation: password } }, from);
const change = (member: { id: number; email: string }, token: string | undefined, more: object = {}) =>
  app.call(
    changePassword,
    { body: { userId: member.id, email: member.email, password: NEW_PASSWORD, current_password: PASSWORD, ...more } },
    { token },
  );
const passwordIs = async (member: { id: number }, password: string) => {
  const row = await owner.selectFrom('member').select('password_hash').where('id', '=', member.id).executeTakeFirstOrThrow();
  return isPassword(row.password_hash, password);
};
/** Until the call has ended, or waits for a row that another transaction holds. */
async function endedOrWaiting(call: Promise<unknown>): Promise<void> {
  let isOver = false;
  void call.finally(() => (isOver = true));
  await expect.poll(async () => isOver || (await waitingForLocks(app.database)) > 0).toBe(true);
}
const browserOf = async (member: { id: number }) => {
  await owner
    .insertInto('trusted_browser')
    .values({
      account_id: app.accountId,
      member_id: member.id,
      token_hash: Buffer.from(`browser of ${member.id}`),
      created_at: app.start,
      last_used_at: app.start,
      expires_at: new Date(app.start.getTime() + DAY_MS),
    })
    .execute();
};
const browsersOf = (member: { id: number }) =>
  owner.selectFrom('trusted_browser').select('id').where('member_id', '=', member.id).execute();

test('13-B5: what is no address is told so at once, since no link could ever reach it', async () => {
  for (const wrong of ['not a mail', 'anna', 'anna@', '@example.com'])
    expect((await forget(wrong)).errors, wrong).toEqual({ email_address: ['EnterValidEmail'] });
});

test('PWD-003, API-038, PWD-009: a link by mail, for one hour, in the language of the page, on the page that sets a password', async () => {
  const member = await app.newMember();
  expect(await forget(` ${member.email.toUpperCase()} `)).toMatchObject({ status: 200, data: {} });
  await app.runJobs();
  const mails = await app.mailsTo(member.email, 'reset-link');
  expect(mails, 'a job that runs twice sends one').toHaveLength(1);
  expect(mails[0]).toMatchObject({ language: 'no', account_id: app.accountId, subsite_id: 0 });
  expect(mails[0]!.params).toMatchObject({ minutes: 60, path: expect.stringMatching(/^\/user\/reset-password\?_c=[\w-]{43}$/) });
  expect(mails[0]!.expires_at!.getTime() - app.start.getTime()).toBe(3_600_000);
});

test('PWD-008, PWD-009: a link tells whose password it sets, until it is used or an hour old; another tells nothing', async () => {
  const member = await app.newMember();
  const code = await linkTo(member.email);
  const read = (of: string) => app.call(readResetLink, { body: { code: of } });
  const account = await owner.selectFrom('account').select('name').where('id', '=', app.accountId).executeTakeFirstOrThrow();
  expect(await read(code)).toMatchObject({ status: 200, data: { username: member.email, account_name: account.name } });
  const invalid = { status: 422, errors: { code: ['InvalidResetLink'] } };
  expect(await read('A'.repeat(43))).toMatchObject(invalid);
  expect(await reset(code)).toMatchObject({ status: 200 });
  expect(await read(code)).toMatchObject(invalid);
});

test('PWD-005, SEC-007, ASVS 6.3.8: a known and an unknown address are answered and worked on alike; only the worker knows better', async () => {
  const member = await app.newMember();
  const disabled = await app.newMember();
  await owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute();
  const answers = [
    await forget(member.email),
    await forget('nobody@example.test'),
    await forget(disabled.email),
    await forget(member.email, {}, { subsite_id: 3 }),
  ];
  for (const answer of answers) expect(answer).toEqual({ ...answers[0], data: {} });
  const jobs = await app.runJobs();
  expect(jobs).toHaveLength(4);
  expect(jobs.map(({ member_id }) => member_id)).toEqual([member.id, null, disabled.id, null]);
  expect(JSON.stringify(jobs), 'no address lies in the queue').not.toContain('@');
  expect(await app.mailsTo(member.email, 'reset-link'), 'another brand sends none').toHaveLength(1);
  expect(await app.mailsTo(disabled.email, 'reset-link')).toEqual([]);
});

test('SEC-007: of more than five links within an hour no more are sent, to nobody told', async () => {
  const member = await app.newMember();
  for (let i = 0; i < 7; i += 1) expect(await forget(member.email)).toMatchObject({ status: 200, data: {} });
  expect(await app.runJobs()).toHaveLength(5);
});

test('API-039, PWD-007: a link sets the password, opens no session, and tells the owner by mail', async () => {
  const member = await app.newMember({ language: 'sv', fullName: 'Anna Ås' });
  expect(await reset(await linkTo(member.email)), 'the name to sign in by').toEqual(
    expect.objectContaining({ status: 200, data: { username: member.email } }),
  );
  expect(await passwordIs(member, NEW_PASSWORD)).toBe(true);
  expect(await owner.selectFrom('session').select('id').where('member_id', '=', member.id).execute()).toEqual([]);
  expect(await app.mailsTo(member.email, 'password-changed')).toMatchObject([
    { language: 'sv', params: { fullName: 'Anna Ås' } },
  ]);
  expect((await app.auditOf(member.id)).map(({ action }) => action)).toEqual(['password-reset']);
  expect((await app.signIn(member.email, {}, NEW_PASSWORD)).status).toBe(200);
});

test('PWD-008, ERR-007: a link that never was, is used, is too old, or was replaced by a newer answers at the code', async () => {
  const invalid = { status: 422, errors: { code: ['InvalidResetLink'] } };
  expect(await reset('x')).toMatchObject(invalid);
  expect(await reset('A'.repeat(43))).toMatchObject(invalid);

  const member = await app.newMember();
  const first = await linkTo(member.email);
  app.at(60);
  const second = await linkTo(member.email);
  expect(second).not.toBe(first);
  expect(await reset(first)).toMatchObject(invalid);
  app.at(60 + 3601);
  expect(await reset(second)).toMatchObject(invalid);
  expect(await passwordIs(member, PASSWORD)).toBe(true);
});

test('CONST-012: a link that is an hour old sets no password, one that is a minute younger does', async () => {
  const member = await app.newMember();
  const link = await linkTo(member.email);
  app.at(3601);
  expect((await reset(link)).status).toBe(422);
  app.at(3540);
  expect((await reset(link)).status).toBe(200);
});

test('PWD-008: a link is good once, also for two calls side by side', async () => {
  const member = await app.newMember();
  const link = await linkTo(member.email);
  const answers = await Promise.all([reset(link), reset(link, 'Ett annat 88 lås')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('ASVS 6.4.1: links die with a change of the password', async () => {
  const member = await app.newMember();
  const link = await linkTo(member.email);
  const caller = await app.signInAs(member);
  expect((await change(member, caller.token)).status).toBe(200);
  expect(await reset(link)).toMatchObject({ errors: { code: ['InvalidResetLink'] } });
});

test('ASVS 6.4.3: a new password does not stand in for the second factor; sessions and trusted browsers end', async () => {
  const member = await app.newMember({ hasTwoFactor: true });
  await browserOf(member);
  const caller = await app.signInAs(member);
  expect((await reset(await linkTo(member.email))).status).toBe(200);
  expect((await caller.call(me)).status).toBe(401);
  expect(await browsersOf(member)).toEqual([]);
  expect((await app.signIn(member.email, {}, NEW_PASSWORD)).data?.pending).toBe(true);
});

test('ASVS 7.4.3: an old password that is still being judged while another is set opens nothing, and leaves no sign-in that waits', async () => {
  for (const hasTwoFactor of [false, true]) {
    const member = await app.newMember({ hasTwoFactor });
    let signedIn: ReturnType<typeof app.signIn> | undefined;
    await owner.transaction().execute(async (tx) => {
      await tx.updateTable('member').set({ password_hash: 'another' }).where('id', '=', member.id).execute();
      await tx.deleteFrom('session').where('member_id', '=', member.id).execute();
      signedIn = app.signIn(member.email);
      await endedOrWaiting(signedIn);
    });
    expect((await signedIn)?.errors).toMatchObject({ msg: 'InvalidLogin' });
    expect(await owner.selectFrom('session').select('id').where('member_id', '=', member.id).execute()).toEqual([]);
  }
});

test('ASVS 7.4.3: a right code that is shown while another password is set opens nothing', async () => {
  const member = await app.newMember({ hasTwoFactor: true });
  const waiting = await app.pendingOf(member);
  await waiting.request();
  const code = await app.codeSentTo(member.email);
  let verified: ReturnType<typeof waiting.verify> | undefined;
  await owner.transaction().execute(async (tx) => {
    await tx.updateTable('member').set({ password_hash: 'another' }).where('id', '=', member.id).execute();
    verified = waiting.verify(code);
    await endedOrWaiting(verified);
    await tx.deleteFrom('session').where('member_id', '=', member.id).execute();
  });
  expect((await verified)?.errors).toBe('Unauthenticated');
  expect(await owner.selectFrom('session').select('id').where('member_id', '=', member.id).execute()).toEqual([]);
});

test('PWD-012: a weak password and one that was typed differently twice are refused, and the link stays good', async () => {
  const member = await app.newMember();
  const code = await linkTo(member.email);
  expect((await reset(code, 'kort')).errors).toMatchObject({ password: ['PasswordTooWeak'] });
  const body = { code, password: NEW_PASSWORD, password_confirmation: `${NEW_PASSWORD}!` };
  expect((await app.call(resetPassword, { body })).errors).toEqual({ password_confirmation: ['PasswordNotMatch'] });
  expect((await reset(code)).status).toBe(200);
});

test('SEC-017, ASVS 6.2.4, ASVS 6.2.12: a password that many use, or the own address, is refused though it has everything the rule asks for', async () => {
  const member = await app.newMember({ email: 'ingrid.solberg@example.test', fullName: 'Ingrid Solberg' });
  const code = await linkTo(member.email);
  const caller = await app.signInAs(member);
  for (const password of ['Password1!', 'Sommar2026!', 'P@ssw0rd!', 'Ingrid.Solberg1', 'Solberg#2026']) {
    const key = password.includes('olberg') ? 'PasswordOwnWords' : 'PasswordTooCommon';
    expect((await reset(code, password)).errors, password).toEqual({ password: [key] });
    expect((await change(member, caller.token, { password })).errors, password).toEqual({ password: [key] });
  }
});

test('ASVS 6.2.1, ASVS 6.2.7, ASVS 6.2.9: a pass phrase of 200 characters is taken whole, spaces and all', async () => {
  const member = await app.newMember();
  const phrase = `Hästen & vagnen 7 ${'å'.repeat(182)}`;
  expect((await reset(await linkTo(member.email), phrase)).status).toBe(200);
  expect(await passwordIs(member, phrase)).toBe(true);
  expect(await passwordIs(member, phrase.slice(0, -1)), 'nothing is cut off').toBe(false);
});

test('AUTH-026, API-030, DEC-56, ASVS 6.2.3: a change asks for the current password, and counts wrong ones', async () => {
  const member = await app.newMember();
  const { token } = await app.signInAs(member);
  for (let i = 0; i < 5; i += 1)
    expect(await change(member, token, { current_password: 'wrong' })).toMatchObject({
      status: 422,
      errors: { current_password: ['WrongPassword'] },
    });
  expect(await change(member, token)).toMatchObject({ status: 429, errors: 'TooManyAttempts', retryAfter: 3600 });
  app.at(3601);
  expect(await change(member, token)).toMatchObject({ status: 200, data: {} });
  expect(await passwordIs(member, NEW_PASSWORD)).toBe(true);
});

test("API-030, SEC-008: nobody's password but one's own can be changed, not even by an administrator", async () => {
  const [admin, other] = [await app.newMember({ isAdmin: true }), await app.newMember()];
  const { token } = await app.signInAs(admin);
  expect(await change(other, token)).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect(await passwordIs(other, PASSWORD)).toBe(true);
});

test('ASVS 7.4.3: a change ends the other sessions if wished, trusted browsers in any case, and tells the owner', async () => {
  const member = await app.newMember();
  const [here, elsewhere] = [await app.signInAs(member), await app.signInAs(member)];
  await browserOf(member);
  expect((await change(member, here.token, { end_other_sessions: false })).status).toBe(200);
  expect((await elsewhere.call(me)).status).toBe(200);
  expect(await browsersOf(member)).toEqual([]);
  expect((await change(member, here.token, { current_password: NEW_PASSWORD, password: 'Ett annat 88 lås' })).status).toBe(200);
  expect((await elsewhere.call(me)).status).toBe(401);
  expect((await here.call(me)).status).toBe(200);
  expect(await app.mailsTo(member.email, 'password-changed')).toHaveLength(2);
  const actions = (await app.auditOf(member.id)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['password-changed', 'browser-forgotten', 'session-ended']));
});

test('ASVS 6.1.1: who sets a new password by mail gets in, whatever strangers do with the name meanwhile', async () => {
  const member = await app.newMember();
  for (let i = 0; i < 50; i += 1) await app.signIn(member.email, {}, 'wrong');
  const address = newAddress();
  expect((await app.signIn(member.email, { address })).status, 'from an address that nobody knows').toBe(429);
  expect((await reset(await linkTo(member.email), NEW_PASSWORD, { address })).status).toBe(200);
  expect((await app.signIn(member.email, { address }, NEW_PASSWORD)).status).toBe(200);
});

test('SEC-004, ASVS 14.2.1: links lie hashed in the database, and no log line or audit row holds one', async () => {
  const member = await app.newMember();
  const link = await linkTo(member.email);
  const row = await owner
    .selectFrom('password_reset')
    .select('token_hash')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(row.token_hash.toString('base64url')).not.toBe(link);
  await reset(link);
  expect(JSON.stringify([app.logged, await app.auditOf(member.id)])).not.toContain(link);
});

test('12-A4, ASVS 6.2.11, 6.2.12: a link sets no leaked password, and none made of the person’s, the company’s or the product’s name', async () => {
  const member = await app.newMember({ fullName: 'Bertil Qvarnlund' });
  const code = await linkTo(member.email);
  for (const [password, key] of [
    ['Babygurl1!', 'PasswordTooCommon'],
    ['Qvarnlund#26', 'PasswordOwnWords'],
    ['Spora2026!', 'PasswordTooCommon'],
    ['Åkeriet#2026', 'PasswordOwnWords'],
  ] as const)
    expect((await reset(code, password)).errors, password).toEqual({ password: [key] });
  expect((await reset(code)).status).toBe(200);
});
