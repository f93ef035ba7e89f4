import { DAY_MS } from '@spora/calendar/durations';
import { afterAll, expect, test } from 'vitest';
import { listSessions, me } from '@spora/contract/auth/endpoints';
import {
  changeEmail,
  getPreferences,
  getProfile,
  listUsers,
  reportCrash,
  savePreferences,
  setOwnTwoFactor,
  setTwoFactor,
  updateProfile,
} from '@spora/contract/users/endpoints';
import { answerEmailChange } from '@spora/contract/users/address';
import { makeAccount, makeMember, type MemberOptions } from '../../testing/database.ts';
import { testApp } from '../../testing/http.ts';
import { quickHash } from '../../testing/auth.ts';

const UNLIMITED = { burst: 1e6, perSecond: 1 };
const PARENT = '0815';
const app = await testApp({
  env: { ALERT_NUMBERS_PARENT_ID: PARENT },
  http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } },
});
afterAll(() => app.close());
const { owner } = app.database;

const PASSWORD = 'a good pass phrase';
const passwordHash = await quickHash(PASSWORD);
const home = await makeAccount(app.database, { name: 'Home' });
const foreign = await makeAccount(app.database, { name: 'Foreign' });

async function newMember(more: Partial<MemberOptions> = {}) {
  const member = await makeMember(app.database, { accountId: home, passwordHash, isAdmin: false, ...more });
  return { ...member, caller: await app.signInAs(member) };
}
const rowOf = (id: number) => owner.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const mailsTo = async (recipient: string) =>
  await owner.selectFrom('mail').select(['template', 'language', 'params']).where('recipient', '=', recipient).execute();
const auditOf = async (id: number) =>
  (
    await owner
      .selectFrom('audit_entry')
      .select(['action', 'subject', 'account_id'])
      .where('actor_member_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);
async function trustBrowser(memberId: number) {
  const now = app.clock.now;
  await owner
    .insertInto('trusted_browser')
    .values({
      account_id: home,
      member_id: memberId,
      token_hash: Buffer.from(`${memberId}-${Math.random()}`),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 1e9),
    })
    .execute();
}
const browsersOf = async (memberId: number) =>
  (await owner.selectFrom('trusted_browser').select('id').where('member_id', '=', memberId).execute()).length;

test('ADM-027: a member sees and changes their own name, phone and language; what is not sent stays', async () => {
  const { caller, id } = await newMember({ fullName: 'Anna Lindqvist', language: 'sv' });
  const changed = await caller.call(updateProfile, { body: { full_name: ' Anna Ek ', phone: '+46 (0)70-123 45 67' } });
  expect(changed.data).toMatchObject({ full_name: 'Anna Ek', phone: '46701234567', language: 'sv', alerts: true });
  expect(changed.data).toMatchObject({ first_name: 'Anna', last_name: 'Ek' });
  expect((await caller.call(updateProfile, { body: { last_name: 'Lund' } })).data).toMatchObject({ full_name: 'Anna Lund' });
  // DEC-83: together with what stays as long as one name.
  expect((await caller.call(updateProfile, { body: { first_name: 'x'.repeat(46) } })).errors).toEqual({
    first_name: ['NameLength'],
  });
  await caller.call(updateProfile, { body: { full_name: 'Anna Ek' } });
  expect((await caller.call(updateProfile, { body: { language: 'no' } })).data).toMatchObject({
    full_name: 'Anna Ek',
    language: 'no',
  });
  expect((await caller.call(getProfile)).data).toEqual({ ...changed.data, language: 'no' });
  expect(await rowOf(id)).toMatchObject({ full_name: 'Anna Ek', phone: '46701234567', language: 'no' });
});

test('ADM-027: a blank name, a name too long and a phone that is none are told at their fields', async () => {
  const { caller } = await newMember();
  const answer = await caller.call(updateProfile, { body: { full_name: ' ', phone: '12345' } });
  expect(answer).toMatchObject({ status: 422, errors: { full_name: ['SpecifyName'], phone: ['InvalidPhone'] } });
  expect((await caller.call(updateProfile, { body: { full_name: 'x'.repeat(51) } })).errors).toEqual({
    full_name: ['NameLength'],
  });
});

test('ADM-027: alerts that were stopped on the opt-out page are switched on again here, and that is on record', async () => {
  const { caller, id } = await newMember();
  await owner
    .updateTable('member')
    .set({ alerts_stopped_at: new Date(), push_stopped_at: new Date() })
    .where('id', '=', id)
    .execute();
  expect((await caller.call(getProfile)).data).toMatchObject({ alerts: false, push: false });
  expect((await caller.call(updateProfile, { body: { alerts: true } })).data).toMatchObject({ alerts: true, push: false });
  expect(await rowOf(id)).toMatchObject({ alerts_stopped_at: null });
  await caller.call(updateProfile, { body: { alerts: true } });
  expect(await auditOf(id)).toEqual(['alerts-resumed']);
});

test('ADM-027, ASVS 7.5.1: the e-mail address is changed only with the password, and five wrong ones block it', async () => {
  const { caller, id, email } = await newMember();
  for (let i = 0; i < 5; i += 1)
    expect(await caller.call(changeEmail, { body: { email: 'stolen@example.test', password: 'wrong' } })).toMatchObject({
      status: 422,
      errors: { password: ['WrongPassword'] },
    });
  expect(await caller.call(changeEmail, { body: { email: 'stolen@example.test', password: PASSWORD } })).toMatchObject({
    status: 429,
    errors: 'TooManyAttempts',
  });
  expect((await rowOf(id)).email).toBe(email);
});

test('ADM-027, SEC-014, 12-A3: a changed address, once it is proven, ends other sessions, trusted browsers and mailed links, tells both addresses and is on record', async () => {
  const member = await newMember({ language: 'no', fullName: 'Ola' });
  const elsewhere = await app.signInAs(member);
  await trustBrowser(member.id);
  await owner
    .insertInto('password_reset')
    .values({
      account_id: home,
      member_id: member.id,
      token_hash: Buffer.from(`link ${member.id}`),
      created_at: app.clock.now,
      expires_at: new Date(app.clock.now.getTime() + 1e6),
    })
    .execute();
  const email = `new-${member.id}@example.test`;
  const answer = await member.caller.call(changeEmail, { body: { email: email.toUpperCase(), password: PASSWORD } });
  expect(answer.data).toMatchObject({ email: member.email, pending_email: { email, is_agreed: true } });
  expect((await elsewhere.call(me)).status, 'nothing yet').toBe(200);
  const [proof] = await mailsTo(email);
  const { path } = proof!.params as { path: string };
  const code = new URL(path, 'http://spora.test').searchParams.get('_c') ?? '';
  expect((await app.stranger.call(answerEmailChange, { body: { code, agrees: true } })).data).toEqual({ state: 'changed' });

  expect((await elsewhere.call(me)).status).toBe(401);
  expect((await member.caller.call(me)).data?.user.Email).toBe(email);
  expect(await browsersOf(member.id)).toBe(0);
  const links = await owner.selectFrom('password_reset').select('ended_at').where('member_id', '=', member.id).execute();
  expect(links.map(({ ended_at }) => ended_at)).toEqual([app.clock.now]);
  for (const address of [member.email, email])
    expect((await mailsTo(address)).at(-1)).toEqual({
      template: 'email-changed',
      language: 'no',
      params: { fullName: 'Ola', newEmail: email, isClosed: false },
    });
  expect(await auditOf(member.id)).toContain('email-changed');
});

test('SEC-007: an address can be changed five times an hour, tried ones that are taken among them: it writes to strangers and tells who is known', async () => {
  const { caller, id, email } = await newMember();
  const taken = await makeMember(app.database, { accountId: foreign });
  const change = (to: string) => caller.call(changeEmail, { body: { email: to, password: PASSWORD } });
  for (let i = 0; i < 4; i += 1) expect((await change(`victim-${id}-${i}@example.test`)).status).toBe(200);
  expect((await change(taken.email)).errors).toEqual({ email: ['EmailInUse'] });
  const refused = await change(taken.email);
  expect(refused).toMatchObject({ status: 429, errors: 'TooManyRequests' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  expect((await change(email)).status).toBe(429);
  expect(await mailsTo(`victim-${id}-3@example.test`)).toHaveLength(1);
});

test('ADM-027: an address that somebody has already, in any account and any case, is refused at its field and changes nothing', async () => {
  const { caller, email } = await newMember();
  const taken = await makeMember(app.database, { accountId: foreign, email: `Taken-${Date.now()}@Example.test` });
  expect(await caller.call(changeEmail, { body: { email: taken.email, password: PASSWORD } })).toMatchObject({
    status: 422,
    errors: { email: ['EmailInUse'] },
  });
  expect(await mailsTo(email)).toEqual([]);
  expect((await caller.call(changeEmail, { body: { email: 'no address', password: PASSWORD } })).errors).toEqual({
    email: ['EnterValidEmail'],
  });
});

test('TFA-020, ASVS 7.5.1: one switches two-factor with the password; off forgets trusted browsers; each change is mailed and on record once', async () => {
  const { caller, id, email } = await newMember({ language: 'en', fullName: 'Kim' });
  expect((await caller.call(setOwnTwoFactor, { body: { enabled: true, password: 'wrong' } })).errors).toEqual({
    password: ['WrongPassword'],
  });
  expect((await caller.call(setOwnTwoFactor, { body: { enabled: true, password: PASSWORD } })).data?.two_factor).toBe(true);
  await caller.call(setOwnTwoFactor, { body: { enabled: true, password: PASSWORD } });
  await trustBrowser(id);
  expect((await caller.call(setOwnTwoFactor, { body: { enabled: false, password: PASSWORD } })).data?.two_factor).toBe(false);
  expect(await browsersOf(id)).toBe(0);
  expect((await mailsTo(email)).map(({ params }) => params)).toEqual([
    { fullName: 'Kim', enabled: true },
    { fullName: 'Kim', enabled: false },
  ]);
  expect((await auditOf(id)).filter((action) => action.startsWith('two-factor'))).toEqual(['two-factor-on', 'two-factor-off']);
});

test('TFA-020, SEC-014: an administrator switches it for a member, who is told by mail; the session of the member goes on', async () => {
  const admin = await newMember({ isAdmin: true });
  const member = await newMember({ fullName: 'Nils', language: 'sv' });
  const answer = await admin.caller.call(setTwoFactor, { params: { id: member.id }, body: { enabled: true } });
  expect(answer.data).toMatchObject({ id: member.id, full_name: 'Nils', two_factor: true });
  expect(await mailsTo(member.email)).toEqual([
    { template: 'two-factor-changed', language: 'sv', params: { fullName: 'Nils', enabled: true } },
  ]);
  expect(await auditOf(admin.id)).toEqual(['two-factor-on']);
  expect((await member.caller.call(listSessions)).status).toBe(200);
  expect((await member.caller.call(me)).data?.user.EnableTwoFactorAuth).toBe(true);
});

test('ASVS 7.5.1: an administrator cannot pass by the password for their own second factor', async () => {
  const admin = await newMember({ isAdmin: true });
  await owner.updateTable('member').set({ two_factor: true }).where('id', '=', admin.id).execute();
  expect(await admin.caller.call(setTwoFactor, { params: { id: admin.id }, body: { enabled: false } })).toMatchObject({
    status: 409,
    errors: 'OwnTwoFactor',
  });
  expect((await rowOf(admin.id)).two_factor).toBe(true);
});

test('SEC-008, TFA-020: a member of another account is as unknown as none, and a member without the role may not', async () => {
  const admin = await newMember({ isAdmin: true });
  const stranger = await makeMember(app.database, { accountId: foreign });
  for (const id of [stranger.id, 2 ** 40])
    expect(await admin.caller.call(setTwoFactor, { params: { id }, body: { enabled: true } })).toMatchObject({
      status: 404,
      errors: 'UserNotFound',
    });
  expect((await rowOf(stranger.id)).two_factor).toBe(false);
  const plain = await newMember();
  expect(await plain.caller.call(setTwoFactor, { params: { id: admin.id }, body: { enabled: true } })).toMatchObject({
    status: 403,
    errors: 'Forbidden',
  });
  expect((await plain.caller.call(listUsers)).errors).toBe('Forbidden');
});

test('TFA-020: nobody is locked out by switching it on where no code can arrive', async () => {
  const member = await newMember({ email: `name-without-mail-${Date.now()}` });
  expect(await member.caller.call(setOwnTwoFactor, { body: { enabled: true, password: PASSWORD } })).toMatchObject({
    status: 422,
    errors: 'InvalidEmail2FA',
  });
  expect((await rowOf(member.id)).two_factor).toBe(false);
});

test('API-024: the list has every member of the account and nobody else, by name, with when they were last here', async () => {
  const accountId = await makeAccount(app.database);
  const admin = await newMember({ accountId, isAdmin: true, fullName: 'Bo' });
  const gone = await makeMember(app.database, { accountId, fullName: 'Adam', isAdmin: false });
  await makeMember(app.database, { accountId, fullName: 'Cilla', isAdmin: false });
  const lastWeek = new Date(app.clock.now.getTime() - 7 * DAY_MS);
  await owner
    .insertInto('audit_entry')
    .values({ account_id: accountId, at: lastWeek, actor_kind: 'member', actor_member_id: gone.id, action: 'signed-in' })
    .execute();
  await owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', gone.id).execute();
  const all = await admin.caller.call(listUsers, { query: { limit: -1 } });
  expect(
    all.data?.user.map(({ full_name, is_admin, is_disabled, last_seen_at }) => [full_name, is_admin, is_disabled, last_seen_at]),
  ).toEqual([
    ['Adam', false, true, lastWeek.toISOString()],
    ['Bo', true, false, app.clock.now.toISOString()],
    ['Cilla', false, false, null],
  ]);
  expect((await admin.caller.call(listUsers, { query: { limit: 2 } })).data?.user).toHaveLength(2);
});

test('STORE-010: settings of the screens are kept per user, one by one, and null forgets one', async () => {
  const anna = await newMember();
  const bo = await newMember();
  await anna.caller.call(savePreferences, { body: { preferences: { theme: 'dark', 'trip-columns': ['time', 'driver'] } } });
  await anna.caller.call(savePreferences, { body: { preferences: { 'side-menu': true } } });
  expect((await anna.caller.call(getPreferences)).data?.preferences).toEqual({
    theme: 'dark',
    'side-menu': true,
    'trip-columns': ['time', 'driver'],
  });
  await anna.caller.call(savePreferences, { body: { preferences: { theme: null } } });
  expect((await anna.caller.call(getPreferences)).data?.preferences).not.toHaveProperty('theme');
  expect((await bo.caller.call(getPreferences)).data?.preferences).toEqual({});
  expect((await anna.caller.call(savePreferences, { body: { preferences: { secret: 1 } } as object })).status).toBe(422);
});

test('API-119, ERR-044: what happened is found in the log under the reference that the person was shown', async () => {
  const { caller } = await newMember();
  await caller.call(reportCrash, {
    body: {
      reference: 'ABCD2345',
      error: 'TypeError',
      places: ['at Page (map-page.js:1:2)'],
      page: '/user/profile',
      version: '1.2.3',
    },
  });
  expect(app.logged.find(({ reference }) => reference === 'ABCD2345')).toMatchObject({
    error: 'TypeError',
    places: ['at Page (map-page.js:1:2)'],
    page: '/user/profile',
    version: '1.2.3',
  });
});

test('12-A10: a crash report brings no session token and no link that opens a door into the log', async () => {
  const { caller } = await newMember();
  const token = 'Zk3x_9Qw-7LmN2pR5tUvB8yCdEfGhIjKlMnOpQrStUv';
  await caller.call(reportCrash, {
    body: {
      reference: 'ABCD2346',
      error: token,
      places: [`at ${token}`, '_c=12345'],
      page: `/x/${token}?_c=${token}#code=1`,
      version: '1',
    },
  });
  const line = app.logged.find(({ reference }) => reference === 'ABCD2346');
  expect(line).toMatchObject({ page: '/x/[hidden]' });
  expect(JSON.stringify(line)).not.toMatch(/Zk3x|12345|code=1/);
});

test('12-A10: who asks for what is not theirs is found in the log, by call, account and member', async () => {
  const { id, caller } = await newMember();
  expect((await caller.call(listUsers)).status).toBe(403);
  expect(app.logged.find(({ msg, member }) => msg === 'a call was refused' && member === id)).toMatchObject({
    level: 'warn',
    endpoint: 'users.list',
    account: home,
    key: 'Forbidden',
  });
});

test('NAV-022, DEC-21: the user record says whether the account belongs to the parent of the installation', async () => {
  const accountId = await makeAccount(app.database);
  await owner.updateTable('account').set({ parent_id: PARENT }).where('id', '=', accountId).execute();
  const under = await newMember({ accountId });
  expect((await under.caller.call(me)).data?.user).toMatchObject({ HasAlertNumbers: true, HasExtraTimeZone: false });
  const elsewhere = await newMember();
  expect((await elsewhere.caller.call(me)).data?.user).toMatchObject({ HasAlertNumbers: false, HasExtraTimeZone: false });
});
