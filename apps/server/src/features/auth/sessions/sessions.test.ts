import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  endOtherSessions,
  endSession,
  forgetBrowser,
  forgetBrowsers,
  forgotPassword,
  listSessions,
  me,
} from '@spora/contract/auth/endpoints';
import { SESSION_IDLE_S, TRUSTED_BROWSER_S } from '@spora/contract/limits';
import { authApp } from '../../../testing/auth.ts';
import { browserName } from './rules.ts';

const app = await authApp();
afterAll(() => app.close());
beforeEach(() => app.at(0));

const tokenOf = async (email: string) => {
  const { data } = await app.signIn(email);
  if (!data || data.pending) throw new Error('not signed in');
  return data.user.token;
};
/** Signs in with a code and trusts the browser. */
const trusting = async (member: { id: number; email: string }) => {
  const pending = await app.pendingOf(member);
  await pending.request();
  const { data } = await pending.verify(await app.codeSentTo(member.email), { trust_browser: true });
  return { token: data!.user.token, device: data!.device_token };
};

test('ASVS 7.5.2: a member sees the own sessions with readable names, this one marked, and no pending or idle ones', async () => {
  const member = await app.newMember({ hasTwoFactor: true });
  const { token } = await trusting(member);
  const other = await app.signInAs(member);
  await app.pendingOf(member);
  const { data } = await app.call(listSessions, {}, { token });
  expect(data!.sessions).toHaveLength(2);
  expect(data!.sessions.find(({ is_this }) => is_this)).toMatchObject({ browser: 'Firefox, Windows' });
  expect(data!.trusted_browsers).toMatchObject([{ browser: 'Firefox, Windows', is_this: true }]);
  expect((await other.call(listSessions)).data!.trusted_browsers).toMatchObject([{ is_this: false }]);
  app.at(SESSION_IDLE_S - 60);
  await app.call(me, {}, { token });
  app.at(SESSION_IDLE_S + 60);
  expect((await app.call(listSessions, {}, { token })).data!.sessions).toHaveLength(1);
});

test('ASVS 7.4.1: one session is ended by another, at once; a foreign one is as unknown as none', async () => {
  const [member, stranger] = [await app.newMember(), await app.newMember()];
  const [token, lost] = [await tokenOf(member.email), await tokenOf(member.email)];
  const { sessions } = (await app.call(listSessions, {}, { token })).data!;
  const id = sessions.find(({ is_this }) => !is_this)!.id;
  const foreign = await tokenOf(stranger.email);
  for (const params of [{ id }, { id: 2 ** 40 }])
    expect(await app.call(endSession, { params }, { token: foreign })).toMatchObject({ status: 404, errors: 'NotFound' });
  expect((await app.call(endSession, { params: { id } }, { token })).status).toBe(200);
  expect((await app.call(me, {}, { token: lost })).status).toBe(401);
  expect((await app.call(me, {}, { token })).status).toBe(200);
});

test('ASVS 7.4.3, SEC-014: signing out everywhere else leaves this session, ends a sign-in that waits for its code, and is on record', async () => {
  const member = await app.newMember();
  const tokens = [await tokenOf(member.email), await tokenOf(member.email), await tokenOf(member.email)];
  await app.database.owner.updateTable('member').set({ two_factor: true }).where('id', '=', member.id).execute();
  const pending = await app.pendingOf(member);
  expect((await app.call(endOtherSessions, {}, { token: tokens[0] })).data).toEqual({ ended: 2 });
  expect((await app.call(me, {}, { token: tokens[0] })).status).toBe(200);
  expect((await app.call(me, {}, { token: tokens[1] })).status).toBe(401);
  expect((await pending.request()).status).toBe(401);
  expect((await app.auditOf(member.id)).at(-1)).toMatchObject({ action: 'session-ended', details: { count: 2 } });
});

test('ASVS 8.3.1: a browser that is trusted no longer asks for the code again, by one or all', async () => {
  const member = await app.newMember({ hasTwoFactor: true });
  const [first, second, third] = [await trusting(member), await trusting(member), await trusting(member)];
  const isTrusted = async ({ device }: { device: string | null }) =>
    (await app.signIn(member.email, { device })).data?.pending === false;
  const { trusted_browsers } = (await app.call(listSessions, {}, { token: first.token })).data!;
  const params = { id: trusted_browsers.find(({ is_this }) => is_this)!.id };
  const stranger = await tokenOf((await app.newMember()).email);
  expect(await app.call(forgetBrowser, { params }, { token: stranger })).toMatchObject({ status: 404, errors: 'NotFound' });
  expect((await app.call(forgetBrowser, { params }, { token: first.token })).status).toBe(200);
  expect([await isTrusted(first), await isTrusted(second)]).toEqual([false, true]);
  expect((await app.call(forgetBrowsers, {}, { token: second.token })).data).toEqual({ ended: 2 });
  expect([await isTrusted(second), await isTrusted(third)]).toEqual([false, false]);
  expect((await app.auditOf(member.id)).at(-1)).toMatchObject({ action: 'browser-forgotten', details: { count: 2 } });
});

test('DEC-82: what is over is forgotten by the hourly upkeep: waiting sign-ins, codes, links, trusted browsers, known addresses', async () => {
  const member = await app.newMember({ hasTwoFactor: true });
  await trusting(member);
  const pending = await app.pendingOf(member);
  await pending.request();
  await app.call(forgotPassword, { body: { email_address: member.email, lang: 'sv' } });
  await app.runJobs();
  const left = async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT (SELECT count(*) FROM session WHERE member_id = ${member.id} AND is_pending)
        + (SELECT count(*) FROM sign_in_code WHERE member_id = ${member.id})
        + (SELECT count(*) FROM password_reset WHERE member_id = ${member.id})
        + (SELECT count(*) FROM trusted_browser WHERE member_id = ${member.id})
        + (SELECT count(*) FROM sign_in_known) AS n`.execute(app.database.owner);
    return rows[0]!.n;
  };
  await app.upkeep();
  expect(await left(), 'while it is of use').toBeGreaterThanOrEqual(5);
  app.at(TRUSTED_BROWSER_S + 60);
  await app.upkeep();
  expect(await left()).toBe(0);
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox, Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome, Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari, macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  ['curl/8.5.0', ''],
  ['', ''],
])('a session is called by browser and system: %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
