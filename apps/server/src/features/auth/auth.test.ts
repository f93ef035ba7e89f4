import { afterAll, expect, test } from 'vitest';
import { me, signIn, signOut } from '@spora/contract/auth';
import { SESSION_IDLE_S, SESSION_MAX_S, SESSION_UNREMEMBERED_MAX_S } from '@spora/contract/limits';
import { hashPassword } from '../../platform/security-password.ts';
import { makeAccount, makeMember } from '../../platform/testing.ts';
import { testApp } from '../../platform/testing-http.ts';

const app = await testApp({
  http: {
    rates: { address: { burst: 1e6, perSecond: 1 }, member: { burst: 1e6, perSecond: 1 }, account: { burst: 1e6, perSecond: 1 } },
  },
});
afterAll(() => app.close());

const PASSWORD = 'a good pass phrase';
const accountId = await makeAccount(app.database, { name: 'Åkeriet AB', timeZone: 'Europe/Oslo' });
const passwordHash = await hashPassword(PASSWORD);
const newMember = (options: Partial<Parameters<typeof makeMember>[1]> = {}) =>
  makeMember(app.database, { accountId, passwordHash, ...options });

const sessionCount = async () =>
  (
    await app.database.owner
      .selectFrom('session')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

let lastAddress = 0;
const newAddress = () => `192.0.2.${(lastAddress += 1)}`;
const attempt = async (username: string, password: string, remoteAddress: string, more: object = {}) => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress,
    payload: { username, password, ...more },
  });
  return { status: response.statusCode, body: response.json<{ data: { user: { token: string } }; errors: unknown }>() };
};

test('AUTH-016: a right password opens a session and answers the user record', async () => {
  const member = await newMember({ fullName: 'Anna Ås', isAdmin: false });
  const answer = await app.stranger.call(signIn, { body: { username: ` ${member.email.toUpperCase()} `, password: PASSWORD } });
  expect(answer.status).toBe(200);
  expect(answer.data?.user).toMatchObject({
    ID: member.id,
    FullName: 'Anna Ås',
    Email: member.email,
    IsAdmin: false,
    RealTimeMap: true,
    ParentID: String(accountId),
    EnableTwoFactorAuth: false,
    userHasOnlyBasSubscription: false,
    TimeZone: 'Europe/Oslo',
    AccountName: 'Åkeriet AB',
  });
  const again = await app.app.inject({ url: '/api/user/me', headers: { authorization: `Bearer ${answer.data?.user.token}` } });
  expect(again.json()).toMatchObject({ success: true, data: { user: { ID: member.id } } });
});

test('SEC-004: the database holds only a hash of the token, and no log line holds token, name or password', async () => {
  const member = await newMember();
  const answer = await app.stranger.call(signIn, { body: { username: member.email, password: PASSWORD } });
  const token = answer.data?.user.token ?? '';
  expect(Buffer.from(token, 'base64url').length).toBe(32);
  const rows = await app.database.owner.selectFrom('session').select('token_hash').where('member_id', '=', member.id).execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]!.token_hash.toString('base64url')).not.toBe(token);
  const log = JSON.stringify(app.logged);
  for (const secret of [token, member.email, PASSWORD]) expect(log).not.toContain(secret);
});

test('AUTH-005: an empty name and an empty password are named before anything is tried', async () => {
  const answer = await app.stranger.call(signIn, { body: { username: ' ', password: '' } });
  expect(answer).toMatchObject({ status: 422, errors: { username: ['SpecifyUsername'], password: ['SpecifyPassword'] } });
});

test('AUTH-011, AUTH-012, AUTH-013: five wrong passwords count down to the block, which the right one does not open', async () => {
  const { email } = await newMember();
  const address = newAddress();
  for (const count of [4, 3, 2, 1, 0]) {
    const { status, body } = await attempt(email, 'wrong', address);
    expect({ status, errors: body.errors }).toEqual({ status: 401, errors: { msg: 'InvalidLogin', count } });
  }
  expect(await attempt(email, PASSWORD, address)).toMatchObject({ status: 429, body: { errors: 'TooManyAttempts' } });
  expect((await attempt(email, PASSWORD, newAddress())).status, 'another address is not locked out').toBe(200);
});

test('CONST-013: the block ends an hour after the fifth failure, and trying while blocked does not prolong it', async () => {
  const { email } = await newMember();
  const address = newAddress();
  const start = app.clock.now;
  for (let i = 0; i < 5; i += 1) {
    app.clock.now = new Date(start.getTime() + i * 10 * 60_000);
    await attempt(email, 'wrong', address);
  }
  const fifth = app.clock.now.getTime();
  app.clock.now = new Date(fifth + 3_590_000);
  expect((await attempt(email, PASSWORD, address)).status, 'although the first failure is over an hour old').toBe(429);
  app.clock.now = new Date(fifth + 3_601_000);
  expect((await attempt(email, PASSWORD, address)).status).toBe(200);
  app.clock.now = start;
});

test('AUTH-013: of many wrong attempts side by side no more than five are judged', async () => {
  const { email } = await newMember();
  const address = newAddress();
  const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(email, 'wrong', address)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

test('AUTH-013: success resets the count', async () => {
  const { email } = await newMember();
  const address = newAddress();
  for (let i = 0; i < 4; i += 1) await attempt(email, 'wrong', address);
  expect((await attempt(email, PASSWORD, address)).status).toBe(200);
  expect((await attempt(email, 'wrong', address)).body.errors).toEqual({ msg: 'InvalidLogin', count: 4 });
});

test('DEC-81, ASVS 6.3.8: an unknown name and a wrong password answer alike, also of a disabled member and on another brand', async () => {
  const { email } = await newMember();
  const disabled = await newMember();
  await app.database.owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute();
  const answers = [
    await attempt('nobody@example.test', PASSWORD, newAddress()),
    await attempt(email, 'wrong', newAddress()),
    await attempt(disabled.email, 'wrong', newAddress()),
    await attempt(email, 'wrong', newAddress(), { subsiteid: 3 }),
  ];
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 401, body: { success: false, errors: { msg: 'InvalidLogin', count: 4 } } });
});

test('AUTH-015, ERR-004, DEC-81: after a right password each obstacle has its own text, and no session opens', async () => {
  const { email } = await newMember();
  const disabled = await newMember();
  await app.database.owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute();
  const closed = await makeAccount(app.database, {});
  await app.database.owner.updateTable('account').set({ closed_at: new Date() }).where('id', '=', closed).execute();
  const ofClosed = await newMember({ accountId: closed });
  const before = await sessionCount();
  const answers = [
    await attempt(email, PASSWORD, newAddress(), { subsiteid: 3 }),
    await attempt(ofClosed.email, PASSWORD, newAddress()),
    await attempt(disabled.email, PASSWORD, newAddress()),
  ];
  expect(answers.map(({ status, body }) => [status, body.errors])).toEqual([
    [403, 'InvalidUserSubsite'],
    [403, 'InvalidSiteAccess'],
    [403, 'InvalidMember'],
  ]);
  expect(await sessionCount()).toBe(before);
});

test('SEC-007: one address may not try names in bulk', async () => {
  const address = newAddress();
  const answers = [];
  for (let i = 0; i < 24; i += 1) answers.push(await attempt(`name-${i}`, 'wrong', address));
  expect(answers.filter(({ body }) => body.errors === 'TooManyRequests').length).toBeGreaterThanOrEqual(3);
});

test('API-006, SEC-002: a signed-out token is over at once, for every server that shares the database', async () => {
  const member = await newMember();
  const caller = await app.signInAs(member);
  expect((await caller.call(me)).status).toBe(200);
  expect((await caller.call(signOut)).data).toEqual({});
  expect(await caller.call(me)).toMatchObject({ status: 401, errors: 'Unauthenticated', message: 'Unauthenticated.' });
});

test('DEC-82: a session ends after 12 hours without use and after 30 days of use', async () => {
  const member = await newMember();
  const start = app.clock.now;
  const at = (s: number) => (app.clock.now = new Date(start.getTime() + s * 1000));
  const idle = await app.signInAs(member);
  at(SESSION_IDLE_S + 1);
  expect((await idle.call(me)).status).toBe(401);

  at(0);
  const busy = await app.signInAs(member);
  for (let s = 0; s < SESSION_MAX_S; s += SESSION_IDLE_S - 60) {
    at(s);
    expect((await busy.call(me)).status, `after ${s} s`).toBe(200);
  }
  at(SESSION_MAX_S + 1);
  expect((await busy.call(me)).status).toBe(401);
  app.clock.now = start;
});

test('DEC-82: a session that is not to be remembered ends after 12 hours, used or not', async () => {
  const member = await newMember();
  const endOf = async (remembered: boolean) => {
    await app.stranger.call(signIn, { body: { username: member.email, password: PASSWORD, remember_me: remembered } });
    const row = await app.database.owner
      .selectFrom('session')
      .select(['created_at', 'expires_at'])
      .where('member_id', '=', member.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return (row.expires_at.getTime() - row.created_at.getTime()) / 1000;
  };
  expect(await endOf(false)).toBe(SESSION_UNREMEMBERED_MAX_S);
  expect(await endOf(true)).toBe(SESSION_MAX_S);
});

test('a member who is disabled loses every open session at once', async () => {
  const member = await newMember();
  const caller = await app.signInAs(member);
  await app.database.owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', member.id).execute();
  expect((await caller.call(me)).status).toBe(401);
});
