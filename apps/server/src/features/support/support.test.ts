import { HOUR_MS } from '@spora/calendar/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contactSupport, exportAudit, readAudit, updateCompany } from '@spora/contract/accounts/endpoints';
import { me, signIn, signOut } from '@spora/contract/auth/endpoints';
import { SUPPORT_VISIT_S } from '@spora/contract/limits';
import {
  addCredit,
  answerCase,
  findAccounts,
  getSupportAccount,
  listCases,
  listCredits,
  listMails,
  openAccount,
  setSubscription,
  supportMe,
  supportResetFactor,
  supportRequestCode,
  supportSignIn,
  supportSignOut,
  supportVerifyCode,
  updateSupportAccount,
} from '@spora/contract/support/endpoints';
import { listActs } from '@spora/contract/support/back-office';
import { VISIT_PAGE_HEADER } from '@spora/contract/support/values';
import { positions } from '@spora/contract/tracking/endpoints';
import { generateTrips } from '@spora/contract/trips/endpoints';
import { getUnit, listUnitRows, lockLog, lockUnit, unitHistory, unlockUnit } from '@spora/contract/units/endpoints';
import { getPreferences, getProfile, removeUser } from '@spora/contract/users/endpoints';
import { makeAccount, makeMember, makeStaff, makeUnit, type MadeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';
import { quickHash } from '../../testing/auth.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, api } = app.database;
const PASSWORD = 'support pass phrase 7';
const accountId = await makeAccount(app.database, { name: 'Åkeriet i Bålsta' });
const foreignId = await makeAccount(app.database, { name: 'Annat bolag' });
let unit: MadeUnit;
let foreignUnit: MadeUnit;
let admin: Caller;
let adminMember: { id: number; email: string };
let staff: { id: number; email: string };
let support: Caller;

beforeAll(async () => {
  adminMember = await makeMember(app.database, { accountId, fullName: 'Maja Ek', email: 'maja.ek@balsta.example' });
  admin = await app.signInAs(adminMember);
  unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 7' });
  foreignUnit = await makeUnit(app.database, { accountId: foreignId, name: 'Främmande bil' });
  const passwordHash = await quickHash(PASSWORD);
  staff = await makeStaff(app.database, { fullName: 'Sara Stöd', email: 'sara@spora.example', passwordHash });
});
beforeEach(async () => {
  app.clock.now = new Date();
  support = await app.signInAsStaff(staff);
});

let lastAddress = 0;
const from = () => ({ 'x-forwarded-for': `198.51.100.${(lastAddress += 1) % 250}` });
const open = async (account: number = accountId) => {
  const { data } = await support.call(openAccount, { params: { id: account }, body: { reason: 'Ringde om kartan' } });
  return { visitor: app.withToken(data!.token), user: data!.user };
};
const auditRows = async (account: number = accountId) =>
  owner
    .selectFrom('audit_entry')
    .where('account_id', '=', account)
    .where('actor_kind', '=', 'support')
    .select(['action', 'subject', 'actor_name', 'actor_member_id', 'details'])
    .orderBy('id', 'desc')
    .execute();
const codeSentTo = async (email: string) => {
  const row = await owner
    .selectFrom('mail')
    .where('recipient', '=', email)
    .where('template', '=', 'sign-in-code')
    .select(['params', 'account_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(row.account_id).toBeNull();
  return (row.params as { code: string }).code;
};

test('ADM-028, ROLE-011: support staff sign in by password and a mailed code, and never by the password alone', async () => {
  const { data } = await app.stranger.call(supportSignIn, { body: { email: 'sara@spora.example', password: PASSWORD } }, from());
  const waiting = app.withToken(data!.token);
  expect((await waiting.call(supportMe)).status).toBe(401);
  expect((await waiting.call(me)).status).toBe(401);
  expect((await waiting.call(supportRequestCode, { body: { lang: 'sv' } })).data?.sent_to).toBe('s•••@spora.example');
  const code = await codeSentTo('sara@spora.example');
  const wrong = code === '111111' ? '222222' : '111111';
  expect((await waiting.call(supportVerifyCode, { body: { code: wrong } })).errors).toBe('InvalidCode');
  const { data: opened } = await waiting.call(supportVerifyCode, { body: { code } });
  expect(opened!.staff).toEqual({ full_name: 'Sara Stöd', email: 'sara@spora.example', language: 'sv' });
  const signedIn = app.withToken(opened!.token);
  expect((await signedIn.call(supportMe)).status).toBe(200);
  expect((await waiting.call(supportRequestCode, { body: { lang: 'sv' } })).status).toBe(401);
  await signedIn.call(supportSignOut);
  expect((await signedIn.call(supportMe)).status).toBe(401);
});

test('ROLE-011: five wrong passwords block a name of the staff for an hour as they block a member; unknown names answer alike', async () => {
  const address = from();
  const attempt = (email: string, password: string) => app.stranger.call(supportSignIn, { body: { email, password } }, address);
  for (let left = 4; left >= 0; left -= 1)
    expect((await attempt('nobody@spora.example', 'x')).errors).toEqual({ msg: 'InvalidLogin', count: left });
  expect((await attempt('nobody@spora.example', 'x')).errors).toBe('TooManyAttempts');
  for (let i = 0; i < 5; i += 1) await attempt('sara@spora.example', 'wrong');
  expect((await attempt('sara@spora.example', PASSWORD)).errors).toBe('TooManyAttempts');
  await owner.deleteFrom('sign_in_failure').execute();
  expect((await attempt('sara@spora.example', PASSWORD)).status).toBe(200);
});

test('ROLE-001, DEC-77: a session of the staff opens nothing of a member, and a member nothing of the staff', async () => {
  expect((await support.call(listUnitRows)).status).toBe(401);
  expect((await admin.call(findAccounts, { query: { q: 'Åkeriet' } })).status).toBe(401);
  const { errors } = await app.stranger.call(signIn, { body: { username: 'sara@spora.example', password: PASSWORD } }, from());
  expect(errors).toMatchObject({ msg: 'InvalidLogin' });
});

test('DEC-77: somebody of the staff who is switched off is out at once, also of an account that they had open', async () => {
  const other = await makeStaff(app.database, { fullName: 'Tillfällig' });
  const session = await app.signInAsStaff(other);
  const { data } = await session.call(openAccount, { params: { id: accountId }, body: { reason: 'Fråga' } });
  const visitor = app.withToken(data!.token);
  expect((await visitor.call(me)).status).toBe(200);
  await owner.updateTable('support_staff').set({ disabled_at: new Date() }).where('id', '=', other.id).execute();
  expect((await session.call(supportMe)).status).toBe(401);
  expect((await visitor.call(me)).status).toBe(401);
});

test('ADM-028: an account is found by its name, a member and an IMEI, and by nothing else that only looks like one', async () => {
  const find = async (q: string) => (await support.call(findAccounts, { query: { q } })).data!.rows.map(({ id }) => id);
  expect(await find('keriet i bål')).toEqual([accountId]);
  // Whoever rings says a name; the keys of the staff may lack its letters.
  for (const q of ['akeriet i balsta', 'AKERIET', 'åkeriet']) expect(await find(q), q).toEqual([accountId]);
  expect(await find('maja.ek@')).toEqual([accountId]);
  await makeMember(app.database, { accountId: foreignId, fullName: 'Bjørn Sørensen', email: 'bs@annat.example', isAdmin: false });
  await makeMember(app.database, { accountId, fullName: 'Björn Ångström', email: 'ba@balsta.example', isAdmin: false });
  expect(await find('bjorn')).toEqual([foreignId, accountId]);
  expect(await find('björn sør')).toEqual([foreignId]);
  expect(await find(unit.imei)).toEqual([accountId]);
  expect(await find(foreignUnit.imei)).toEqual([foreignId]);
  expect(await find('100%')).toEqual([]);
  expect(await find('___')).toEqual([]);
  expect((await support.call(findAccounts, { query: { q: 'ab' } })).status).toBe(422);
});

test('ROLE-011, DEC-77: an account that is not open shows nothing of itself; opened with a reason it stands in the customer’s log', async () => {
  expect((await support.call(getSupportAccount, { params: { id: accountId } })).errors).toBe('OpenAccountFirst');
  expect((await support.call(listMails, { params: { id: accountId } })).errors).toBe('OpenAccountFirst');
  expect((await support.call(openAccount, { params: { id: accountId }, body: { reason: ' ' } })).status).toBe(422);
  expect((await support.call(openAccount, { params: { id: 2 ** 40 }, body: { reason: 'x' } })).errors).toBe('NotFound');
  const { user } = await open();
  expect(user).toMatchObject({ AccountName: 'Åkeriet i Bålsta', IsAdmin: true, Email: '', Support: { Name: 'Sara Stöd' } });
  const [row] = await auditRows();
  expect(row).toMatchObject({
    action: 'support-opened',
    actor_name: 'Sara Stöd',
    actor_member_id: null,
    details: { reason: 'Ringde om kartan' },
  });
  const shown = (await admin.call(readAudit, { query: { action: 'support-opened' } })).data!.rows[0];
  expect(shown).toMatchObject({ actor: 'Sara Stöd', actor_kind: 'support', action: 'support-opened' });
});

test('DEC-77: the staff’s log tells who opened which account and why, and each of the staff reads their own visits alone', async () => {
  await open();
  const other = await app.signInAsStaff(await makeStaff(app.database, { fullName: 'Olle Stöd' }));
  await other.call(openAccount, { params: { id: foreignId }, body: { reason: 'Kollega' } });
  const told = async (caller: Caller, query: { only?: 'own-visits' } = {}) =>
    (await caller.call(listActs, { query })).data!.rows.map((row) => [row.staff, row.action, row.account?.id, row.subject]);
  expect((await told(support)).slice(0, 2)).toEqual([
    ['Olle Stöd', 'account-opened', foreignId, 'Kollega'],
    ['Sara Stöd', 'account-opened', accountId, 'Ringde om kartan'],
  ]);
  expect(await told(other, { only: 'own-visits' })).toEqual([['Olle Stöd', 'account-opened', foreignId, 'Kollega']]);
  const own = await told(support, { only: 'own-visits' });
  expect(new Set(own.map(([staff, action]) => `${staff} ${action}`))).toEqual(new Set(['Sara Stöd account-opened']));
});

test('ROLE-011: support sees the customer’s pages as an administrator and changes nothing there', async () => {
  const { visitor } = await open();
  const rows = (await visitor.call(listUnitRows)).data!;
  expect(JSON.stringify(rows)).toContain('Skåpbil 7');
  expect(JSON.stringify(rows)).not.toContain('Främmande');
  expect((await visitor.call(me)).data!.user.Support?.Name).toBe('Sara Stöd');
  expect((await visitor.call(getPreferences)).status).toBe(200);
  expect((await visitor.call(positions, { query: {} })).status).toBe(200);
  const day = app.clock.now.toISOString().slice(0, 10);
  await makeTrip(
    app.database,
    { accountId, unitId: unit.unitId },
    { start: new Date(app.clock.now.getTime() - HOUR_MS).toISOString() },
  );
  const { trips } = (await visitor.call(generateTrips, { body: { from: day, to: day, imeis: [unit.imei] } })).data!;
  expect(trips.map(({ can }) => can.edit)).toEqual([false]);
  expect((await visitor.call(getUnit, { params: { imei: unit.imei } })).data!.can).toEqual(
    expect.objectContaining({ edit_looks: false, edit_all: false, lock: false, unlock: false }),
  );
  for (const refused of [
    await visitor.call(updateCompany, { body: { name: 'Kapat AB' } }),
    await visitor.call(lockUnit, { params: { imei: unit.imei }, body: {} }),
    // DEC-77: nothing leaves the account as a file; and what is a member's own is nobody else's.
    await visitor.call(exportAudit),
    await visitor.call(getProfile),
  ])
    expect(refused).toMatchObject({ status: 403, errors: 'SupportOnlyLooks' });
  expect((await visitor.call(getUnit, { params: { imei: foreignUnit.imei } })).status).toBe(404);
});

test('ROLE-011: what support looked at stands once in the customer’s log, a unit by its name', async () => {
  const { visitor } = await open();
  await visitor.call(getUnit, { params: { imei: unit.imei } });
  await visitor.call(getUnit, { params: { imei: unit.imei } });
  await visitor.call(listUnitRows);
  const viewed = (await auditRows()).filter(({ action }) => action === 'support-viewed').slice(0, 2);
  expect(viewed).toEqual([
    expect.objectContaining({ subject: '', details: { area: 'units' } }),
    expect.objectContaining({ subject: 'Skåpbil 7', details: { area: 'units' } }),
  ]);
});

test('ROLE-011: what a page loads stands with the page that a visitor’s call names, one that is none of ours with nothing', async () => {
  const { visitor } = await open();
  await visitor.call(listUnitRows, undefined, { [VISIT_PAGE_HEADER]: 'tracking' });
  await visitor.call(listUnitRows, undefined, { [VISIT_PAGE_HEADER]: 'nowhere' });
  await support.call(getSupportAccount, { params: { id: accountId } });
  const viewed = (await auditRows()).filter(({ action }) => action === 'support-viewed').slice(0, 3);
  expect(viewed.map(({ details }) => details)).toEqual([
    { area: 'support/accounts' },
    { area: 'units' },
    { area: 'tracking/units' },
  ]);
});

test('ROLE-003, LOCK-003, LOCK-011: support unlocks with a reason, also when the locker is gone; the locker is mailed and the log has the name', async () => {
  const locked = await makeUnit(app.database, { accountId, name: 'Låst bil' });
  const locker = await makeMember(app.database, { accountId, fullName: 'Lars Lås' });
  const lockerCaller = await app.signInAs(locker);
  await lockerCaller.call(lockUnit, { params: { imei: locked.imei }, body: { reason: 'privat' } });
  await owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', locker.id).execute();
  expect((await admin.call(unlockUnit, { params: { imei: locked.imei }, body: {} })).errors).toBe('OnlyLockerUnlocks');
  const { visitor } = await open();
  const call = (reason: string) => visitor.call(unlockUnit, { params: { imei: locked.imei }, body: { reason } });
  expect((await visitor.call(getUnit, { params: { imei: locked.imei } })).data!.can.unlock).toBe(true);
  expect((await call('')).errors).toEqual({ reason: ['SpecifyReason'] });
  expect((await call('Förare har slutat')).status).toBe(200);
  expect((await admin.call(lockLog, { params: { imei: locked.imei } })).data!.rows[0]).toMatchObject({
    action: 'unlock',
    user: 'Sara Stöd',
    reason: 'Förare har slutat',
  });
  const { rows } = (await admin.call(unitHistory, { params: { imei: locked.imei }, query: { type: 'lock' } })).data!;
  expect(rows[0]).toMatchObject({ actor: 'Sara Stöd' });
  const mail = await owner
    .selectFrom('mail')
    .where('recipient', '=', locker.email)
    .where('template', '=', 'unit-unlocked')
    .select('params')
    .executeTakeFirstOrThrow();
  expect(mail.params).toMatchObject({ byName: 'Sara Stöd' });
  expect((await auditRows())[0]).toMatchObject({ action: 'unit-unlocked', subject: 'Låst bil', actor_name: 'Sara Stöd' });
});

test('LOCK-003, LOCK-011: nobody is mailed that a unit was unlocked where whoever locked it was removed', async () => {
  const locked = await makeUnit(app.database, { accountId, name: 'Lämnad låst' });
  const locker = await makeMember(app.database, { accountId, fullName: 'Bo Borta' });
  await (await app.signInAs(locker)).call(lockUnit, { params: { imei: locked.imei }, body: { reason: 'privat' } });
  expect((await admin.call(removeUser, { params: { id: locker.id } })).status).toBe(200);
  const mails = () => owner.selectFrom('mail').where('template', '=', 'unit-unlocked').select('recipient').execute();
  const before = await mails();
  const { visitor } = await open();
  const unlocked = await visitor.call(unlockUnit, { params: { imei: locked.imei }, body: { reason: 'Har slutat' } });
  expect(unlocked.data).toMatchObject({ locked_by: null });
  expect(await mails()).toEqual(before);
});

test('DEC-77: a visit ends when support leaves, when another account is opened, when they sign out, and after an hour', async () => {
  const first = (await open()).visitor;
  expect((await first.call(signOut)).status).toBe(200);
  expect((await first.call(listUnitRows)).status).toBe(401);
  expect((await auditRows())[0]).toMatchObject({ action: 'support-left' });
  const second = (await open()).visitor;
  const third = (await open(foreignId)).visitor;
  expect((await second.call(listUnitRows)).status).toBe(401);
  expect((await third.call(listUnitRows)).status).toBe(200);
  expect((await support.call(getSupportAccount, { params: { id: accountId } })).errors).toBe('OpenAccountFirst');
  app.clock.now = new Date(app.clock.now.getTime() + (SUPPORT_VISIT_S - 60) * 1000);
  expect((await third.call(listUnitRows)).status).toBe(200);
  app.clock.now = new Date(app.clock.now.getTime() + 120_000);
  expect((await third.call(listUnitRows)).status).toBe(401);
  app.clock.now = new Date();
  support = await app.signInAsStaff(staff);
  const fourth = (await open()).visitor;
  await support.call(supportSignOut);
  expect((await fourth.call(listUnitRows)).status).toBe(401);
});

test('DEC-77: the staff’s log tells when whoever opened an account left it, by themselves or as their time ran out', async () => {
  const later = (minutes: number): Date => (app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000));
  const newest = async () => (await support.call(listActs, { query: {} })).data!.rows[0]!;
  const begun = later(5);
  const { visitor } = await open();
  expect(await newest()).toMatchObject({ at: begun.toISOString(), visit: { left_at: null } });
  const left = later(12);
  await visitor.call(signOut);
  expect((await newest()).visit).toEqual({ left_at: left.toISOString() });
  const again = later(5);
  await open();
  later(SUPPORT_VISIT_S / 60 + 1);
  support = await app.signInAsStaff(staff);
  expect((await newest()).visit).toEqual({ left_at: new Date(again.getTime() + SUPPORT_VISIT_S * 1000).toISOString() });
  app.clock.now = new Date();
  support = await app.signInAsStaff(staff);
});

test('ADM-028: flags, parent account and subscriptions are changed by support and stand in the customer’s log', async () => {
  await open();
  const params = { id: accountId };
  const change = { car_schedule: false, safe_return_home: false, parent_id: '4711', geofence_min_radius: 50 };
  expect((await support.call(updateSupportAccount, { params, body: change })).status).toBe(200);
  expect((await support.call(setSubscription, { params, body: { unit_id: unit.unitId, subscription_type: 'Bas' } })).status).toBe(
    200,
  );
  const foreign = { unit_id: foreignUnit.unitId, subscription_type: 'Bas' as const };
  expect((await support.call(setSubscription, { params, body: foreign })).errors).toBe('UnitNotFound');
  const { data } = await support.call(getSupportAccount, { params });
  expect(data).toMatchObject({
    car_schedule: false,
    safe_return_home: false,
    real_time_map: true,
    parent_id: '4711',
    geofence_min_radius: 50,
  });
  const meanwhile = { parent_id: '5', was: { parent_id: '' } };
  expect(
    await support.call(updateSupportAccount, { params, body: meanwhile }),
    'ERR-041: two of the staff at once',
  ).toMatchObject({
    status: 409,
    errors: 'ChangedMeanwhile',
  });
  for (const geofence_min_radius of [49, 301, 60.5])
    expect((await support.call(updateSupportAccount, { params, body: { geofence_min_radius } })).errors).toEqual({
      geofence_min_radius: ['ZoneLeastRadius'],
    });
  expect(data!.units.find(({ id }) => id === unit.unitId)).toMatchObject({ subscription_type: 'Bas', imei: unit.imei });
  expect((await auditRows()).filter(({ action }) => action === 'support-changed')).toHaveLength(2);
  // Nobody but support, even with the account in force.
  await expect(
    api.transaction().execute(async (tx) => {
      await sql`SELECT set_config('spora.account_id', ${String(accountId)}, true)`.execute(tx);
      await sql`SELECT support_change_account('{"car_schedule": true}')`.execute(tx);
      return tx.selectFrom('account').select('car_schedule').executeTakeFirstOrThrow();
    }),
  ).resolves.toEqual({ car_schedule: false });
});

test('ADM-028: SMS credits are a ledger with a balance that never falls below nothing, and no customer can enter any', async () => {
  await open();
  const params = { id: accountId };
  const enter = (amount: number, reason = 'Faktura 12') => support.call(addCredit, { params, body: { amount, reason } });
  expect((await enter(500)).data).toEqual({ balance: 500 });
  expect((await enter(-20, 'Rättat')).data).toEqual({ balance: 480 });
  expect((await enter(-481)).errors).toBe('BalanceTooLow');
  expect((await enter(0)).status).toBe(422);
  expect((await support.call(listCredits, { params })).data).toMatchObject({
    balance: 480,
    rows: [
      { amount: -20, reason: 'Rättat', actor: 'Sara Stöd' },
      { amount: 500, actor: 'Sara Stöd' },
    ],
  });
  await expect(
    api.transaction().execute(async (tx) => {
      await sql`SELECT set_config('spora.account_id', ${String(accountId)}, true)`.execute(tx);
      await tx.insertInto('sms_credit').values({ account_id: accountId, at: new Date(), amount: 9, reason: 'free' }).execute();
    }),
  ).rejects.toThrow(/row-level security/);
});

test('ADM-028: the delivery log tells what became of an account’s mail, and neither its text nor its code', async () => {
  await sql`SELECT order_mail(${accountId}, 'reset-link', 'maja.ek@balsta.example', 'sv', 0::smallint,
    '{"path": "/user/reset-password?_c=SECRET-PATH", "minutes": 60}'::jsonb, NULL, ${new Date()}, NULL)`.execute(api);
  await open();
  const answer = await support.call(listMails, { params: { id: accountId } });
  expect(answer.data!.rows[0]).toMatchObject({ template: 'reset-link', recipient: 'maja.ek@balsta.example', state: 'queued' });
  expect(answer.raw.toString()).not.toContain('SECRET-PATH');
});

test('ADM-022, ADM-023: what a customer wrote is listed with what its dialog attached, answered once, by mail and in the log', async () => {
  const body = { message: 'Kartan är tom', page: '/user/realtime-tracking', imei: unit.imei, version: '1.2.3' };
  const { data: made } = await admin.call(contactSupport, { body });
  const { rows } = (await support.call(listCases, { query: { state: 'open' } })).data!;
  const found = rows.find((row) => row.case === made!.case)!;
  expect(found).toMatchObject({
    account_name: 'Åkeriet i Bålsta',
    sender: 'Maja Ek',
    message: 'Kartan är tom',
    page: '/user/realtime-tracking',
    imei: unit.imei,
    version: '1.2.3',
  });
  const answer = () => support.call(answerCase, { params: { id: found.id }, body: { answer: 'Ladda om sidan.' } });
  expect((await answer()).status).toBe(200);
  expect((await answer()).errors).toBe('AlreadyAnswered');
  expect((await support.call(answerCase, { params: { id: 2 ** 40 }, body: { answer: 'x' } })).errors).toBe('NotFound');
  const answered = (await support.call(listCases, { query: { state: 'answered' } })).data!.rows;
  expect(answered.find(({ id }) => id === found.id)).toMatchObject({ answer: 'Ladda om sidan.', answered_by: 'Sara Stöd' });
  const mail = await owner
    .selectFrom('mail')
    .where('template', '=', 'support-answer')
    .select(['recipient', 'params'])
    .executeTakeFirstOrThrow();
  expect(mail).toMatchObject({ recipient: 'maja.ek@balsta.example', params: { answer: 'Ladda om sidan.' } });
  expect((await auditRows())[0]).toMatchObject({ action: 'support-answered', subject: made!.case });
});

test('ROLE-011: without somebody of the staff in force, nothing across accounts is found, whoever asks', async () => {
  for (const query of [
    sql`SELECT * FROM support_find_accounts('Åkeriet', 10)`,
    sql`SELECT * FROM support_list_cases(true, NULL, 10)`,
    sql`SELECT * FROM support_acts(NULL, 10)`,
    sql`SELECT * FROM support_acts(NULL, 10, true)`,
    sql`SELECT * FROM support_acts(NULL, 10, false, 'a', now() - interval '1 year', now())`,
    sql`SELECT * FROM support_check_stock(ARRAY['356307042441013'])`,
  ])
    expect((await query.execute(api)).rows).toEqual([]);
  await expect(sql`SELECT * FROM support_staff`.execute(api)).rejects.toThrow(/permission denied/);
  await expect(sql`SELECT * FROM support_session`.execute(api)).rejects.toThrow(/permission denied/);
});

test('12-A4: support resets the second step of a member of an open account, with a reason that the member and the administrators read', async () => {
  const member = await makeMember(app.database, {
    accountId,
    fullName: 'Nils Berg',
    email: 'nils@balsta.example',
    isAdmin: false,
  });
  const stranger = await makeMember(app.database, { accountId: foreignId });
  await owner
    .insertInto('authenticator_app')
    .values({ account_id: accountId, member_id: member.id, secret: 'x', created_at: new Date(), proven_at: new Date() })
    .execute();
  const own = await app.signInAs(member);
  const reset = (email: string) =>
    support.call(supportResetFactor, { params: { id: accountId }, body: { email, reason: 'Tappad telefon' } });
  expect((await reset(member.email)).errors).toBe('OpenAccountFirst');
  await open();
  expect((await reset(stranger.email)).errors, 'of another account').toBe('UserNotFound');
  expect((await reset(member.email)).status).toBe(200);
  expect((await own.call(me)).status, 'signed out').toBe(401);
  const row = await owner.selectFrom('member').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow();
  expect(row, 'a code by mail is asked for').toMatchObject({ two_factor: true, email: member.email });
  expect(await owner.selectFrom('authenticator_app').select('id').where('member_id', '=', member.id).execute()).toEqual([]);
  const mails = await owner.selectFrom('mail').selectAll().where('template', 'like', 'factor-reset%').orderBy('id').execute();
  expect(mails.map(({ template, recipient, params }) => [template, recipient, (params as { reason: string }).reason])).toEqual([
    ['factor-reset', 'nils@balsta.example', 'Tappad telefon'],
    ['factor-reset-told', 'maja.ek@balsta.example', 'Tappad telefon'],
  ]);
  expect((await auditRows())[0]).toMatchObject({
    action: 'factor-reset',
    subject: 'Nils Berg',
    actor_name: 'Sara Stöd',
    details: { reason: 'Tappad telefon' },
  });
});
