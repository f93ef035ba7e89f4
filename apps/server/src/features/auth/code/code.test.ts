import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listSessions, me, requestCode, signIn, signOut, verifyCode } from '@spora/contract/auth/endpoints';
import { LOCKOUT_S, PENDING_SESSION_S, TRUSTED_BROWSER_S } from '@spora/contract/limits';
import { recordingMailer } from '../../../testing/http.ts';
import { authApp, newAddress, PASSWORD } from '../../../testing/auth.ts';
import { judgeCode, maskEmail, newCode } from '../../../core/people/sign-in-code.ts';

const app = await authApp();
afterAll(() => app.close());
beforeEach(() => app.at(0));

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');
const twoFactorMember = () => app.newMember({ hasTwoFactor: true });
const signedIn = async (member: { id: number; email: string }, trust = false) => {
  const pending = await app.pendingOf(member);
  await pending.request();
  return (await pending.verify(await app.codeSentTo(member.email), { trust_browser: trust })).data!;
};

test('TFA-001, TFA-002, SEC-006: with two factors a right password opens nothing but the code calls, and tells no name', async () => {
  const member = await twoFactorMember();
  const { data } = await app.signIn(member.email);
  expect(data).toEqual({
    pending: true,
    user: { ID: member.id, EnableTwoFactorAuth: true, token: data!.user.token },
    factors: ['mail'],
  });
  const { token } = data!.user;
  for (const endpoint of [me, listSessions, signOut])
    expect(await app.call(endpoint, {}, { token })).toMatchObject({ status: 401, message: 'Unauthenticated.' });
});

test('TFA-018, DEC-15: a pending token, or a trust that only the browser claims, never becomes a session', async () => {
  const member = await twoFactorMember();
  const pending = await app.pendingOf(member);
  for (const device of ['A'.repeat(43), pending.token, 'remember=true'])
    expect((await app.signIn(member.email, { device })).data?.pending).toBe(true);
  app.at(3600);
  expect((await pending.request()).status, 'nor does it last').toBe(401);
  expect(PENDING_SESSION_S).toBeLessThan(3600);
});

test('TFA-003, API-036: the code goes to the address of the member, in the language of the page, and the answer masks it', async () => {
  const member = await twoFactorMember();
  const pending = await app.pendingOf(member);
  const { status, data } = await pending.request();
  expect({ status, data }).toEqual({ status: 200, data: { wait_s: 180, sent_to: maskEmail(member.email) } });
  const mails = await app.mailsTo(member.email, 'sign-in-code');
  expect(mails).toMatchObject([{ language: 'sv', account_id: app.accountId, params: { minutes: 5 } }]);
  expect(await app.codeSentTo(member.email)).toMatch(/^\d{6}$/);
  expect(maskEmail('anna@example.test')).toBe('a•••@example.test');
});

test('API-037, TFA-011, ASVS 7.2.4: a right code opens the session under a new token; the pending one is over', async () => {
  const member = await twoFactorMember();
  const pending = await app.pendingOf(member);
  await pending.request();
  const code = await app.codeSentTo(member.email);
  const { status, data } = await pending.verify(` ${code.slice(0, 3)} ${code.slice(3)}-`);
  expect(status).toBe(200);
  expect(data).toMatchObject({ user: { ID: member.id, EnableTwoFactorAuth: true }, device_token: null, device_expires_at: null });
  expect(data!.user.token).not.toBe(pending.token);
  expect((await app.call(me, {}, { token: data!.user.token })).status).toBe(200);
  expect((await pending.verify(code)).status).toBe(401);
  expect((await app.call(me, {}, { token: pending.token })).status).toBe(401);
});

test('ASVS 6.5.1: a code is good once: of two calls side by side one opens a session', async () => {
  const member = await twoFactorMember();
  const pending = await app.pendingOf(member);
  await pending.request();
  const code = await app.codeSentTo(member.email);
  const answers = await Promise.all([pending.verify(code), pending.verify(code), pending.verify(code)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('ASVS 6.5.2: the database holds a keyed hash of the code, and neither the code nor its key', async () => {
  const member = await twoFactorMember();
  const pending = await app.pendingOf(member);
  await pending.request();
  const code = await app.codeSentTo(member.email);
  const row = await app.database.owner
    .selectFrom('sign_in_code')
    .innerJoin('session', 'session.id', 'sign_in_code.session_id')
    .select(['code_hash', 'token_hash'])
    .where('sign_in_code.member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  const guesses = [createHash('sha256').update(code).digest(), createHmac('sha256', row.token_hash).update(code).digest()];
  for (const guess of guesses) expect(row.code_hash.equals(guess)).toBe(false);
  expect(JSON.stringify(app.logged)).not.toContain(code);
});

test('ASVS 6.5.3, ASVS 6.5.4: codes are six digits, leading zeros among them, spread over all of them', () => {
  const codes = Array.from({ length: 5000 }, newCode);
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(new Set(codes.map((code) => code[0])).size).toBe(10);
  expect(new Set(codes).size).toBeGreaterThan(4900);
});

test('ASVS 6.5.5, ERR-005: a code is too old after five minutes, and one that a newer replaced is expired', async () => {
  const member = await twoFactorMember();
  const pending = await app.pendingOf(member);
  await pending.request();
  const first = await app.codeSentTo(member.email);
  app.at(301);
  expect(await pending.verify(first)).toMatchObject({ status: 422, errors: 'ExpiredCode' });
  await pending.request();
  const second = await app.codeSentTo(member.email);
  if (first !== second) expect(await pending.verify(first)).toMatchObject({ status: 422, errors: 'ExpiredCode' });
  expect((await pending.verify(second)).status).toBe(200);
});

test('ASVS 6.6.2: a code opens the sign-in that asked for it, not another one of the same member', async () => {
  const member = await twoFactorMember();
  const [here, elsewhere] = [await app.pendingOf(member), await app.pendingOf(member)];
  await here.request();
  const code = await app.codeSentTo(member.email);
  expect(await elsewhere.verify(code)).toMatchObject({ status: 422, errors: 'ExpiredCode' });
  expect((await here.verify(code)).status).toBe(200);
});

test('TFA-019, CONST-053, ASVS 6.6.3: the fifth wrong code ends it; nothing is judged for a quarter of an hour, in any sign-in', async () => {
  const member = await twoFactorMember();
  const pending = await app.pendingOf(member);
  await pending.request();
  const code = await app.codeSentTo(member.email);
  for (let i = 0; i < 4; i += 1)
    expect(await pending.verify(wrongOf(code))).toMatchObject({ status: 422, errors: 'InvalidCode' });
  expect(await pending.verify(wrongOf(code))).toMatchObject({ status: 429, errors: 'TooManyCodeAttempts', retryAfter: 900 });
  expect(await pending.verify(code), 'the right one comes too late').toMatchObject({
    status: 429,
    errors: 'TooManyCodeAttempts',
  });
  const again = await app.pendingOf(member);
  expect(await again.request()).toMatchObject({ status: 429, errors: 'TooManyCodeAttempts', retryAfter: 900 });
  app.at(901);
  expect((await again.request()).status).toBe(200);
  expect((await again.verify(await app.codeSentTo(member.email))).status).toBe(200);
});

test('CONST-053: of many wrong codes side by side no more than five are judged', async () => {
  const member = await twoFactorMember();
  const pending = await app.pendingOf(member);
  await pending.request();
  const wrong = wrongOf(await app.codeSentTo(member.email));
  const answers = await Promise.all(Array.from({ length: 12 }, () => pending.verify(wrong)));
  expect(answers.filter(({ errors }) => errors === 'InvalidCode')).toHaveLength(4);
  const [row] = await app.database.owner.selectFrom('sign_in_code').selectAll().where('member_id', '=', member.id).execute();
  expect(row!.wrong_attempts).toBe(5);
});

test('DEC-13: another code may be asked for ten seconds after the last, at once after a wrong one', async () => {
  const member = await twoFactorMember();
  const pending = await app.pendingOf(member);
  await pending.request();
  expect(await pending.request()).toMatchObject({ status: 429, errors: 'CodeTooSoon', retryAfter: 10 });
  app.at(10);
  expect((await pending.request()).data?.wait_s).toBe(10);
  await pending.verify(wrongOf(await app.codeSentTo(member.email)));
  expect((await pending.request()).status).toBe(200);
});

test('SEC-007, ERR-043, ASVS 6.3.6: five codes are sent within an hour, then one must wait, and is told how long', async () => {
  const member = await twoFactorMember();
  for (let i = 0; i < 5; i += 1) expect((await (await app.pendingOf(member)).request()).status).toBe(200);
  const pending = await app.pendingOf(member);
  expect(await pending.request()).toMatchObject({ status: 429, errors: 'TooManyCodes', retryAfter: 3600 });
  expect(await app.mailsTo(member.email, 'sign-in-code')).toHaveLength(5);
});

test('API-036, SEC-008: whose code it is, the token decides; the id of another member is refused', async () => {
  const [member, other] = [await twoFactorMember(), await twoFactorMember()];
  const { token } = await app.pendingOf(member);
  expect(await app.call(requestCode, { body: { lang: 'sv', user_id: other.id } }, { token })).toMatchObject({ status: 403 });
  expect(await app.call(verifyCode, { body: { code: '123456', user_id: other.id } }, { token })).toMatchObject({ status: 403 });
  expect(await app.mailsTo(other.email, 'sign-in-code')).toEqual([]);
});

test('ERR-006: without a mailbox, or without a way to send mail, the code cannot be sent and that is said', async () => {
  const nameless = await twoFactorMember();
  await app.database.owner.updateTable('member').set({ email: 'lars-1' }).where('id', '=', nameless.id).execute();
  expect(await (await app.pendingOf({ ...nameless, email: 'lars-1' })).request()).toMatchObject({ errors: 'InvalidEmail2FA' });

  const mute = await authApp({ ports: { mail: recordingMailer({ isAvailable: false }) } });
  try {
    const pending = await mute.pendingOf(await mute.newMember({ hasTwoFactor: true }));
    expect(await pending.request()).toMatchObject({ status: 422, errors: 'InvalidEmail2FA' });
  } finally {
    await mute.close();
  }
});

test('TFA-016, CONST-016, ASVS 8.3.1: a browser that the server trusts skips the code for 180 days, for its own member only', async () => {
  const member = await twoFactorMember();
  const { device_token: device, device_expires_at } = await signedIn(member, true);
  expect(Buffer.from(device!, 'base64url')).toHaveLength(32);
  expect((Date.parse(device_expires_at!) - app.start.getTime()) / 1000).toBe(15_552_000);
  expect((await app.signIn(member.email, { device })).data).toMatchObject({ pending: false, user: { ID: member.id } });
  const row = await app.database.owner
    .selectFrom('trusted_browser')
    .selectAll()
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(row.token_hash.toString('base64url'), 'only a hash is kept').not.toBe(device);

  const other = await twoFactorMember();
  expect((await app.signIn(other.email, { device })).data?.pending).toBe(true);
  expect(await app.signIn(member.email, { device }, 'wrong')).toMatchObject({ errors: { msg: 'InvalidLogin', count: 4 } });
  app.at(TRUSTED_BROWSER_S + 1);
  expect((await app.signIn(member.email, { device })).data?.pending).toBe(true);
});

test('AUTH-013, ASVS 6.1.1: a trusted browser is not stopped by what others do with the name, but counts its own mistakes', async () => {
  const member = await twoFactorMember();
  const { device_token: device } = await signedIn(member, true);
  const address = newAddress();
  for (let i = 0; i < 5; i += 1) await app.signIn(member.email, { address }, 'wrong');
  expect((await app.signIn(member.email, { address })).status).toBe(429);
  expect((await app.signIn(member.email, { address, device })).status).toBe(200);
  for (let i = 0; i < 5; i += 1) await app.signIn(member.email, { device }, 'wrong');
  expect(await app.signIn(member.email, { device })).toMatchObject({ status: 429, retryAfter: LOCKOUT_S });
});

test('a member who is disabled while the code is on its way does not get in', async () => {
  const member = await twoFactorMember();
  const pending = await app.pendingOf(member);
  await pending.request();
  await app.database.owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', member.id).execute();
  expect((await pending.verify(await app.codeSentTo(member.email))).status).toBe(401);
});

test('DEC-82: the session behind a code is remembered as was asked for with the password', async () => {
  const member = await twoFactorMember();
  const { data } = await app.call(signIn, { body: { username: member.email, password: PASSWORD, remember_me: false } });
  const from = { token: data!.user.token };
  await app.call(requestCode, { body: { lang: 'sv', user_id: member.id } }, from);
  await app.call(verifyCode, { body: { code: await app.codeSentTo(member.email), user_id: member.id } }, from);
  const rows = await app.database.owner.selectFrom('session').selectAll().where('member_id', '=', member.id).execute();
  expect(rows).toMatchObject([{ remember: false, is_pending: false }]);
  expect(rows[0]!.expires_at.getTime() - rows[0]!.created_at.getTime()).toBe(12 * 3_600_000);
});

test('ASVS 16.3, SEC-014: sign-in by code, a refused code and a trusted browser stand in the audit log, with no code and no token', async () => {
  const member = await twoFactorMember();
  const pending = await app.pendingOf(member);
  await pending.request();
  const code = await app.codeSentTo(member.email);
  await pending.verify(wrongOf(code));
  const { data } = await pending.verify(code, { trust_browser: true });
  const entries = await app.auditOf(member.id);
  expect(entries.map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
    ['code-refused', 'stranger'],
    ['browser-trusted', 'member'],
    ['signed-in', 'member'],
  ]);
  expect(entries[2]!.details).toMatchObject({ second_factor: 'code', browser: 'Firefox, Windows' });
  const text = JSON.stringify([entries, app.logged]);
  for (const secret of [code, data!.device_token!, data!.user.token, pending.token]) expect(text).not.toContain(secret);
});

test('SEC-008: codes are no rows that the interface sees while no account is in force', async () => {
  const member = await twoFactorMember();
  await (await app.pendingOf(member)).request();
  expect(await app.database.api.selectFrom('sign_in_code').select('id').execute()).toEqual([]);
});

test('TFA-019: a code is judged against the newest only', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const code = (id: number, hash: string, more: object = {}) => ({
    id,
    codeHash: Buffer.from(hash),
    createdAt: now,
    expiresAt: new Date(now.getTime() + 1000),
    wrongAttempts: 0,
    endedAt: null,
    ...more,
  });
  const old = code(1, 'old', { endedAt: now });
  expect(judgeCode([code(2, 'new'), old], Buffer.from('new'), now)).toEqual({ kind: 'right' });
  expect(judgeCode([code(2, 'new'), old], Buffer.from('old'), now)).toEqual({ kind: 'wrong', key: 'ExpiredCode' });
  expect(judgeCode([code(2, 'new'), old], Buffer.from('xxx'), now)).toEqual({ kind: 'wrong', key: 'InvalidCode' });
  expect(judgeCode([old], Buffer.from('old'), now)).toEqual({ kind: 'wrong', key: 'ExpiredCode' });
  expect(judgeCode([], Buffer.from('old'), now)).toEqual({ kind: 'wrong', key: 'ExpiredCode' });
  expect(judgeCode([code(2, 'new', { wrongAttempts: 4 })], Buffer.from('xxx'), now)).toMatchObject({
    key: 'TooManyCodeAttempts',
  });
});
