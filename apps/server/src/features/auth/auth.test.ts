import { setImmediate as immediately } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { me, signIn, signOut } from '@spora/contract/auth/endpoints';
import { SESSION_IDLE_S, SESSION_MAX_S, SESSION_UNREMEMBERED_MAX_S } from '@spora/contract/limits';
import { hashPassword } from '../../platform/secrets/password.ts';
import { makeAccount, makeUnit } from '../../testing/database.ts';
import { signInCount } from '../../core/people/attempt-limits.ts';
import { authApp, newAddress, PASSWORD } from '../../testing/auth.ts';

const app = await authApp();
afterAll(() => app.close());
beforeEach(() => app.at(0));
const { accountId, newMember } = app;
const { owner } = app.database;

const attempt = async (username: string, password: string, remoteAddress: string, more: object = {}) => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress,
    payload: { username, password, ...more },
  });
  return {
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    body: response.json<{ data: { user: { token: string } }; errors: unknown }>(),
  };
};
const addressKeyOf = (address: string) => signInCount('', address, null).counters[2]!.key;
const userOf = async (member: { id: number }) => (await (await app.signInAs(member)).call(me)).data!.user;
const sessionCount = async () =>
  (
    await owner
      .selectFrom('session')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

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
  const rows = await owner.selectFrom('session').select('token_hash').where('member_id', '=', member.id).execute();
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

test('AUTH-013: an attempt that was never judged, since too many passwords waited, is not held against anybody', async () => {
  const member = await app.newMember();
  const address = newAddress();
  let isOver = false;
  const others = Array.from({ length: 80 }, async () => {
    while (!isOver) await hashPassword('x', 'stranger').catch(() => immediately());
  });
  const answer = await app.signIn(member.email, { address });
  isOver = true;
  await Promise.all(others);
  expect({ status: answer.status, errors: answer.errors }).toEqual({ status: 429, errors: 'TooManyRequests' });
  expect((await app.signIn(member.email, { address }, 'wrong')).errors).toMatchObject({ count: 4 });
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
  await owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute();
  const answers = [
    await attempt('nobody@example.test', PASSWORD, newAddress()),
    await attempt(email, 'wrong', newAddress()),
    await attempt(disabled.email, 'wrong', newAddress()),
    await attempt(email, 'wrong', newAddress(), { subsiteid: 3 }),
  ];
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 401, body: { success: false, errors: { msg: 'InvalidLogin', count: 4 } } });
});

test('AUTH-015, BRAND-010, ERR-004, DEC-81: after a right password each obstacle has its own text, and no session opens', async () => {
  const { email } = await newMember();
  const disabled = await newMember();
  await owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute();
  const closed = await makeAccount(app.database, {});
  await owner.updateTable('account').set({ closed_at: new Date() }).where('id', '=', closed).execute();
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
  for (let i = 0; i < 60; i += 1) answers.push(await attempt(`name-${i}`, 'wrong', address));
  expect(answers.filter(({ body }) => body.errors === 'TooManyRequests').length).toBeGreaterThanOrEqual(3);
});

test('API-006: a signed-out token is over at once, for every server that shares the database', async () => {
  const member = await newMember();
  const caller = await app.signInAs(member);
  expect((await caller.call(me)).status).toBe(200);
  expect((await caller.call(signOut)).data).toEqual({});
  expect(await caller.call(me)).toMatchObject({ status: 401, errors: 'Unauthenticated', message: 'Unauthenticated.' });
});

test('DEC-82, ASVS 7.3: a session ends after 12 hours without use and after 30 days of use', async () => {
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
    const row = await owner
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

test('ASVS 7.4.2: a member who is disabled loses every open session at once', async () => {
  const member = await newMember();
  const caller = await app.signInAs(member);
  await owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', member.id).execute();
  expect((await caller.call(me)).status).toBe(401);
});

test('AUTH-006, DEC-03: a name is an e-mail address, or a-z, 0-9, - and _, whatever its case; others are refused before anything is tried', async () => {
  const { id } = await newMember();
  await owner.updateTable('member').set({ email: 'lars_b-2' }).where('id', '=', id).execute();
  expect((await attempt(' Lars_B-2 ', PASSWORD, newAddress())).status).toBe(200);
  for (const username of ['lars b', 'lars.b', 'åsa', "x'; --"])
    expect((await attempt(username, PASSWORD, newAddress())).body.errors, username).toEqual({ username: ['InvalidUsername'] });
});

test('AUTH-007, API-035: the payload is name, password, brand and whether to be remembered; brand 0 and "remembered" when left out', async () => {
  const { email } = await newMember();
  const { body } = await attempt(email, PASSWORD, newAddress(), { subsiteid: '0', remember_me: true });
  expect(body).toMatchObject({ success: true, data: { pending: false, user: { SubsiteID: 0 } } });
  expect((await attempt(email, PASSWORD, newAddress(), { subsiteid: 'x' })).status).toBe(422);
});

test('ERR-001, ERR-002, ERR-043: the refusal counts what is left, then says when it is worth trying again', async () => {
  const { email } = await newMember();
  const address = newAddress();
  const counts = [];
  for (let i = 0; i < 5; i += 1) counts.push((await attempt(email, 'wrong', address)).body.errors);
  expect(counts).toEqual([4, 3, 2, 1, 0].map((count) => ({ msg: 'InvalidLogin', count })));
  app.at(600);
  const { status, retryAfter, body } = await attempt(email, PASSWORD, address);
  expect({ status, errors: body.errors, retryAfter: Number(retryAfter) }).toEqual({
    status: 429,
    errors: 'TooManyAttempts',
    retryAfter: 3000,
  });
});

test('AUTH-013, DEC-63, CONST-052: names that nobody has count down and are blocked like others', async () => {
  const address = newAddress();
  for (const count of [4, 3, 2, 1, 0])
    expect((await attempt('nobody-at-all@example.test', 'x', address)).body.errors).toEqual({ msg: 'InvalidLogin', count });
  expect((await attempt('nobody-at-all@example.test', 'x', address)).status).toBe(429);
});

test('ASVS 6.3.1, ASVS 6.1.1: a name tried from everywhere is blocked for new addresses only; where its owner has signed in, it opens', async () => {
  const { email } = await newMember();
  const home = newAddress();
  expect((await attempt(email, PASSWORD, home)).status).toBe(200);
  for (let i = 0; i < 50; i += 1) await attempt(email, 'wrong', newAddress());
  expect((await attempt(email, PASSWORD, newAddress())).status).toBe(429);
  expect((await attempt(email, PASSWORD, home)).status).toBe(200);
  app.at(3601);
  expect((await attempt(email, PASSWORD, newAddress())).status, 'and an hour later from anywhere').toBe(200);
});

test('ASVS 6.3.1: one address that fails with a hundred names is stopped for the next one, but not for who signs in there', async () => {
  const [stranger, regular] = [await newMember(), await newMember()];
  const address = newAddress();
  expect((await attempt(regular.email, PASSWORD, address)).status).toBe(200);
  await owner
    .insertInto('sign_in_failure')
    .values(Array.from({ length: 100 }, () => ({ key_hash: addressKeyOf(address), at: app.clock.now })))
    .execute();
  expect((await attempt(stranger.email, PASSWORD, address)).status).toBe(429);
  expect((await attempt(regular.email, PASSWORD, address)).status).toBe(200);
});

test('DEC-17, MAP-002: the map is on when the account and the member both have it', async () => {
  const member = await newMember();
  expect((await userOf(member)).RealTimeMap).toBe(true);
  await owner.updateTable('member').set({ real_time_map: false }).where('id', '=', member.id).execute();
  expect((await userOf(member)).RealTimeMap).toBe(false);
  const closed = await makeAccount(app.database, {});
  await owner.updateTable('account').set({ real_time_map: false }).where('id', '=', closed).execute();
  const without = await newMember({ accountId: closed });
  expect((await userOf(without)).RealTimeMap).toBe(false);
  const positions = await (await app.signInAs(without)).request({ url: '/api/user/realtime/positions?imeis=' });
  expect(positions.statusCode).toBe(403);
});

test('AUTH-016, DEC-21: the user record names the parent account, the brand and the second factor', async () => {
  const child = await makeAccount(app.database, {});
  await owner.updateTable('account').set({ parent_id: '4711', subsite_id: 3 }).where('id', '=', child).execute();
  const user = await userOf(await newMember({ accountId: child, hasTwoFactor: true }));
  expect(user).toMatchObject({ ParentID: '4711', SubsiteID: 3, EnableTwoFactorAuth: true });
  expect((await userOf(await newMember())).ParentID).toBe(String(accountId));
});

test('AUTH-016, DEC-73: who sees units of the subscription "Bas" only is told so; who sees none, or a better one, is not', async () => {
  const account = await makeAccount(app.database, {});
  const [admin, member] = [await newMember({ accountId: account }), await newMember({ accountId: account, isAdmin: false })];
  const onlyBas = async (who: { id: number }) => (await userOf(who)).userHasOnlyBasSubscription;
  expect(await onlyBas(admin)).toBe(false);
  const bas = await makeUnit(app.database, { accountId: account, visibleTo: [member.id] });
  const standard = await makeUnit(app.database, { accountId: account });
  await owner.updateTable('unit').set({ subscription_type: 'Bas' }).where('id', '=', bas.unitId).execute();
  expect([await onlyBas(admin), await onlyBas(member)]).toEqual([false, true]);
  await owner.updateTable('unit').set({ retired_at: new Date() }).where('id', '=', standard.unitId).execute();
  expect(await onlyBas(admin), 'a unit that is there no longer').toBe(true);
  await owner.updateTable('unit').set({ subscription_type: 'Bas', retired_at: null }).where('id', '=', standard.unitId).execute();
  expect(await onlyBas(admin)).toBe(true);
});

test('REP-001, NAV-027: a private person is told to be one, and who sees nothing that drives on roads is told so', async () => {
  const account = await makeAccount(app.database, {});
  const [admin, member] = [await newMember({ accountId: account }), await newMember({ accountId: account, isAdmin: false })];
  const toldTo = async (who: { id: number }) => {
    const { IsPrivatePerson, HasNoRoadVehicle } = await userOf(who);
    return [IsPrivatePerson, HasNoRoadVehicle];
  };
  expect(await toldTo(admin), 'no unit yet').toEqual([undefined, undefined]);
  await makeUnit(app.database, { accountId: account, kind: 'boat', visibleTo: [member.id] });
  expect([await toldTo(admin), await toldTo(member)]).toEqual([
    [undefined, true],
    [undefined, true],
  ]);
  await makeUnit(app.database, { accountId: account });
  await owner.updateTable('account').set({ kind: 'private' }).where('id', '=', account).execute();
  expect([await toldTo(admin), await toldTo(member)]).toEqual([
    [true, undefined],
    [true, true],
  ]);
});

test('NAV-027: a private person who has nobody else in the account is told so; with somebody else, or in a company, nobody is', async () => {
  const account = await makeAccount(app.database, {});
  const admin = await newMember({ accountId: account });
  const isAlone = async (who: { id: number }) => (await userOf(who)).IsAlone;
  expect(await isAlone(admin), 'a company').toBeUndefined();
  await owner.updateTable('account').set({ kind: 'private' }).where('id', '=', account).execute();
  expect(await isAlone(admin)).toBe(true);
  await newMember({ accountId: account, isAdmin: false });
  expect(await isAlone(admin)).toBeUndefined();
});

test('DEC-69: whoever may change places without being an administrator is told so', async () => {
  const account = await makeAccount(app.database, {});
  const driver = await newMember({ accountId: account, isAdmin: false });
  const toldWith = async (...rights: string[]) => {
    await owner.updateTable('member').set({ rights }).where('id', '=', driver.id).execute();
    return (await userOf(driver)).MayEditPlaces;
  };
  expect([await toldWith(), await toldWith('edit-places')]).toEqual([undefined, true]);
});

test('DEC-27: whether bookings of others may be changed is sent with the user; administrators may, and who was given the right', async () => {
  const account = await makeAccount(app.database, {});
  const driver = await newMember({ accountId: account, isAdmin: false });
  const told = async (who: { id: number }) => (await userOf(who)).CanEditAllBookings;
  expect([await told(await newMember({ accountId: account })), await told(driver)]).toEqual([true, false]);
  await owner
    .updateTable('member')
    .set({ rights: ['edit-all-bookings'] })
    .where('id', '=', driver.id)
    .execute();
  expect(await told(driver)).toBe(true);
});

test('ASVS 16.2, ASVS 16.3: sign-ins and refused ones of a member stand in the audit log, without name, password or token', async () => {
  const member = await newMember();
  await attempt(member.email, 'wrong-and-secret', newAddress());
  await attempt(member.email, PASSWORD, newAddress(), { subsiteid: 5 });
  const { body } = await attempt(member.email, PASSWORD, newAddress());
  const entries = await app.auditOf(member.id);
  expect(entries.map(({ action, actor_kind, details }) => [action, actor_kind, details])).toEqual([
    ['sign-in-refused', 'stranger', { member: member.id, reason: 'password' }],
    ['sign-in-refused', 'stranger', { member: member.id, reason: 'brand' }],
    ['signed-in', 'member', { second_factor: 'none', browser: '' }],
  ]);
  const text = JSON.stringify([entries, app.logged]);
  for (const secret of ['wrong-and-secret', PASSWORD, body.data.user.token, member.email]) expect(text).not.toContain(secret);
});

test('ASVS 6.3.8: an unknown name costs the same writing as a known one', async () => {
  const rows = async () => {
    const { n } = await owner
      .selectFrom('sign_in_failure')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    const audit = await owner
      .selectFrom('audit_entry')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return n + audit.n;
  };
  const member = await newMember();
  const before = await rows();
  await attempt(member.email, 'wrong', newAddress());
  const afterKnown = await rows();
  await attempt('unknown-to-all@example.test', 'wrong', newAddress());
  expect(await rows()).toBe(afterKnown + (afterKnown - before));
});

test('ASVS 7.2.3, ASVS 7.2.4: every sign-in has a token of its own, of 256 random bits', async () => {
  const member = await newMember();
  const tokens = [await attempt(member.email, PASSWORD, newAddress()), await attempt(member.email, PASSWORD, newAddress())].map(
    ({ body }) => body.data.user.token,
  );
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test('API-027, AUTH-018, ASVS 7.4.1: signing out ends the session on the server; the next call is told that it is over', async () => {
  const { body } = await attempt((await newMember()).email, PASSWORD, newAddress());
  const from = { token: body.data.user.token };
  expect(await app.call(signOut, {}, from)).toMatchObject({ status: 200, data: {} });
  expect(await app.call(me, {}, from)).toMatchObject({ status: 401, errors: 'Unauthenticated', message: 'Unauthenticated.' });
  expect((await app.call(signOut, {}, from)).status).toBe(401);
});

test('ASVS 7.4.2, ASVS 8.3.1: what opened for a member before the access was switched off does not open again with it', async () => {
  const member = await newMember({ hasTwoFactor: true });
  const caller = await app.signInAs(member);
  const pending = await app.pendingOf(member);
  await pending.request();
  const { data } = await pending.verify(await app.codeSentTo(member.email), { trust_browser: true });
  for (const disabled_at of [app.clock.now, null])
    await owner.updateTable('member').set({ disabled_at }).where('id', '=', member.id).execute();
  expect((await caller.call(me)).status).toBe(401);
  expect((await app.signIn(member.email, { device: data!.device_token })).data?.pending).toBe(true);
});

test('ASVS 7.4.2: when an account is closed, every open session of its members is over', async () => {
  const account = await makeAccount(app.database, {});
  const caller = await app.signInAs(await newMember({ accountId: account }));
  await owner.updateTable('account').set({ closed_at: new Date() }).where('id', '=', account).execute();
  expect((await caller.call(me)).status).toBe(401);
});
