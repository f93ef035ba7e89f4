import { afterAll, beforeEach, expect, test } from 'vitest';
import { forgotPassword, me, resetPassword } from '@spora/contract/auth/endpoints';
import { exportPersonData } from '@spora/contract/accounts/settings';
import { changeMemberEmail, openAccount } from '@spora/contract/support/endpoints';
import { generateTrips } from '@spora/contract/trips/endpoints';
import { lockUnit, unlockUnit } from '@spora/contract/units/endpoints';
import {
  agreeToEmail,
  answerEmailChange,
  lookAtEmailChange,
  resendEmail,
  resendUserEmail,
  withdrawEmail,
  withdrawUserEmail,
} from '@spora/contract/users/address';
import { changeEmail, getProfile, getUser, inviteUser, listUsers, updateUser } from '@spora/contract/users/endpoints';
import { authApp, NEW_PASSWORD, PASSWORD } from '../../../testing/auth.ts';
import { makeAccount, makeMember, makeStaff, makeUnit } from '../../../testing/database.ts';
import type { Caller } from '../../../testing/http.ts';
import { passwordAgrees } from './rules.ts';
import { makeTrip } from '../../../testing/trips.ts';

const app = await authApp();
afterAll(() => app.close());
beforeEach(() => app.at(0));
const { owner } = app.database;

let n = 0;
const newEmail = () => `other-${(n += 1)}@example.test`;
const mailsTo = (email: string) =>
  owner.selectFrom('mail').select(['template', 'params']).where('recipient', '=', email).orderBy('id').execute();
const templatesTo = async (email: string) => (await mailsTo(email)).map(({ template }) => template);
/** The code of the newest link that was mailed to an address. */
async function codeTo(email: string): Promise<string> {
  const paths = (await mailsTo(email)).flatMap(({ params }) => {
    const { path } = params as { path?: string };
    return path ? [path] : [];
  });
  return new URL(paths.at(-1) ?? '/', 'http://spora.test').searchParams.get('_c') ?? 'none';
}
const look = (code: string) => app.call(lookAtEmailChange, { body: { code } });
const answer = (code: string, agrees = true, password = '') => app.call(answerEmailChange, { body: { code, agrees, password } });
const canSignIn = async (email: string, password = PASSWORD) => (await app.signIn(email, {}, password)).status === 200;
const INVALID = { status: 422, errors: { code: ['InvalidEmailLink'] } };

async function people({ hasTwoFactor = false } = {}) {
  const maja = await app.newMember({ fullName: 'Maja Ek' });
  const dag = await app.newMember({ fullName: 'Dag Driver', isAdmin: false, hasTwoFactor });
  return { maja, dag, admin: await app.signInAs(maja), driver: await app.signInAs(dag) };
}
const askFor = async (admin: Caller, member: { id: number }, email = newEmail()) => {
  const { status, data } = await admin.call(updateUser, { params: { id: member.id }, body: { email } });
  expect(status).toBe(200);
  return { email, data };
};
/** A reset of the password through a mailbox; answers whether a link came. */
async function resetBy(email: string): Promise<boolean> {
  const before = (await templatesTo(email)).filter((each) => each === 'reset-link').length;
  await app.call(forgotPassword, { body: { email_address: email, lang: 'sv' } });
  await app.runJobs();
  const links = (await mailsTo(email)).filter(({ template }) => template === 'reset-link');
  if (links.length === before) return false;
  const code = new URL((links.at(-1)!.params as { path: string }).path, 'http://spora.test').searchParams.get('_c') ?? '';
  const { status } = await app.call(resetPassword, {
    body: { code, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
  });
  return status === 200;
}
const START = '2026-03-10T08:00:00Z';
async function privateTripOf(driver: { id: number }): Promise<{ unitId: number; imei: string; tripId: number }> {
  const unit = await makeUnit(app.database, { accountId: app.accountId, visibleTo: [driver.id] });
  const tripId = await makeTrip(
    app.database,
    { accountId: app.accountId, unitId: unit.unitId },
    { start: START, type: 'private', driver: driver.id },
  );
  return { ...unit, tripId };
}
const addressesRead = async (caller: Caller, imei: string) => {
  const period = { from: '2026-03-01', to: '2026-03-31' };
  const { data } = await caller.call(generateTrips, { body: { imeis: [imei], ...period } });
  return data?.trips.map(({ is_masked, start }) => (is_masked ? null : start.address));
};

test('12-A3 an administrator who changes a driver’s address signs in by it no more than before, and reads no private trip', async () => {
  const { dag, admin, driver } = await people();
  const { imei } = await privateTripOf(dag);
  expect(await addressesRead(driver, imei)).toEqual(['Hornsgatan 84, Stockholm']);
  const { email, data } = await askFor(admin, dag, 'attacker@evil.example');
  expect(data).toMatchObject({ email: dag.email, pending_email: { email, ordered_by: 'administrator', is_proven: false } });
  expect((await driver.call(me)).data?.user.Email, 'nobody is signed out').toBe(dag.email);
  expect(await resetBy(email), 'no link to an address that waits').toBe(false);
  expect(await answer(await codeTo(email)), 'proven').toMatchObject({ data: { state: 'waiting' } });
  expect(await resetBy(email), 'nor to one that is proven alone').toBe(false);
  expect(await canSignIn(email)).toBe(false);
  expect(await canSignIn(dag.email)).toBe(true);
  expect(await addressesRead(admin, imei)).toEqual([null]);
});

test('12-A3 it counts when both have agreed, in either order: sessions, browsers and links end, and both are told', async () => {
  for (const isOldFirst of [true, false]) {
    const { dag, maja, admin, driver } = await people();
    const { email } = await askFor(admin, dag);
    const [toOld, toNew] = [await codeTo(dag.email), await codeTo(email)];
    expect((await look(toOld)).data).toMatchObject({
      ...{ side: 'old', full_name: 'Dag Driver', new_email: email, ordered_by: 'administrator', by_name: 'Maja Ek' },
      ...{ is_proven: false, is_agreed: false, takes_password: false },
    });
    const codes = isOldFirst ? [toOld, toNew] : [toNew, toOld];
    expect((await answer(codes[0]!)).data).toEqual({ state: 'waiting' });
    expect((await driver.call(me)).data?.user.Email).toBe(dag.email);
    expect((await answer(codes[1]!)).data).toEqual({ state: 'changed' });
    expect((await driver.call(me)).status).toBe(401);
    expect(await canSignIn(email)).toBe(true);
    expect(await canSignIn(dag.email)).toBe(false);
    expect(await templatesTo(dag.email)).toEqual(['email-consent', 'email-changed']);
    expect(await templatesTo(email)).toEqual(['email-proof', 'email-changed']);
    for (const code of codes) expect(await answer(code), 'links work once').toMatchObject(INVALID);
    const audit = (await app.auditOf(maja.id)).map(({ action }) => action);
    expect(audit).toEqual(expect.arrayContaining(['email-change-asked', 'email-changed']));
    expect((await admin.call(getUser, { params: { id: dag.id } })).data).toMatchObject({ email, pending_email: null });
  }
});

test('12-A3 the owner of either address ends it, both are told, and what was asked in the owner’s own name signs them out', async () => {
  const { dag, admin, driver } = await people();
  const { email } = await askFor(admin, dag);
  expect((await answer(await codeTo(dag.email), false)).data).toEqual({ state: 'refused' });
  expect(await answer(await codeTo(email))).toMatchObject(INVALID);
  for (const address of [dag.email, email]) expect((await templatesTo(address)).at(-1)).toBe('email-change-ended');
  expect((await driver.call(me)).status, 'the driver did not ask for it').toBe(200);

  const own = newEmail();
  expect((await driver.call(changeEmail, { body: { email: own, password: PASSWORD } })).status).toBe(200);
  expect((await answer(await codeTo(own), false)).data).toEqual({ state: 'refused' });
  expect((await driver.call(me)).status).toBe(200);

  await driver.call(changeEmail, { body: { email: newEmail(), password: PASSWORD } });
  expect((await answer(await codeTo(dag.email), false)).data).toEqual({ state: 'refused' });
  expect((await driver.call(me)).status, 'it was somebody else').toBe(401);
});

test('12-A3 links end after seven days, with another address, and when they are sent again', async () => {
  const { dag, maja, admin } = await people();
  const first = await askFor(admin, dag);
  const [oldCode, newCode] = [await codeTo(dag.email), await codeTo(first.email)];
  const second = await askFor(admin, dag);
  for (const code of [oldCode, newCode]) expect(await answer(code)).toMatchObject(INVALID);
  const waiting = await codeTo(second.email);
  expect((await admin.call(resendUserEmail, { params: { id: dag.id } })).errors).toBe('LinkJustSent');
  app.at(400);
  expect((await admin.call(resendUserEmail, { params: { id: dag.id } })).data?.pending_email).toMatchObject({
    email: second.email,
  });
  expect(await answer(waiting)).toMatchObject(INVALID);
  app.at(400 + 7 * 24 * 3600 - 1);
  expect((await look(await codeTo(second.email))).status).toBe(200);
  app.at(400 + 7 * 24 * 3600);
  expect(await answer(await codeTo(second.email))).toMatchObject(INVALID);
  const later = await app.signInAs(maja);
  expect((await later.call(listUsers)).data!.user.find(({ id }) => id === dag.id)!.pending_email).toBeNull();
});

test('12-A3 an administrator withdraws it, of their own account only; a member withdraws it too', async () => {
  const { dag, admin, driver } = await people();
  const { email } = await askFor(admin, dag);
  const stranger = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  const params = { id: dag.id };
  for (const endpoint of [withdrawUserEmail, resendUserEmail])
    expect((await stranger.call(endpoint, { params })).errors).toBe('UserNotFound');
  expect((await admin.call(withdrawUserEmail, { params })).data).toMatchObject({ email: dag.email, pending_email: null });
  expect((await admin.call(withdrawUserEmail, { params })).errors).toBe('NoEmailWaits');
  expect(await answer(await codeTo(email))).toMatchObject(INVALID);
  await askFor(admin, dag);
  expect((await driver.call(resendEmail)).errors).toBe('LinkJustSent');
  expect((await driver.call(withdrawEmail)).data).toMatchObject({ pending_email: null });
});

test('12-A3 a member agrees with the password, on the profile or on the page of the new address; a second factor is not skipped', async () => {
  const { dag, admin, driver } = await people();
  const { email } = await askFor(admin, dag);
  expect((await driver.call(getProfile)).data?.pending_email).toMatchObject({ email, by_name: 'Maja Ek', is_agreed: false });
  expect(await driver.call(agreeToEmail, { body: { password: 'wrong' } })).toMatchObject({
    errors: { password: ['WrongPassword'] },
  });
  expect((await driver.call(agreeToEmail, { body: { password: PASSWORD } })).data?.pending_email).toMatchObject({
    is_agreed: true,
  });
  expect((await answer(await codeTo(email))).data).toEqual({ state: 'changed' });
  expect((await driver.call(me)).data?.user.Email, 'the session that agreed goes on').toBe(email);

  const again = await people();
  const other = await askFor(again.admin, again.dag);
  const code = await codeTo(other.email);
  expect((await look(code)).data).toMatchObject({ side: 'new', takes_password: true });
  for (let i = 0; i < 5; i += 1)
    expect(await answer(code, true, 'wrong')).toMatchObject({ errors: { password: ['WrongPassword'] } });
  expect(await answer(code, true, PASSWORD)).toMatchObject({ status: 429 });
  expect(await canSignIn(again.dag.email), 'who holds the link shuts nobody out').toBe(true);
  app.at(3700);
  expect((await answer(code, true, PASSWORD)).data).toEqual({ state: 'changed' });

  const careful = await people({ hasTwoFactor: true });
  const third = await askFor(careful.admin, careful.dag);
  expect((await look(await codeTo(third.email))).data).toMatchObject({ takes_password: false });
  expect((await answer(await codeTo(third.email), true, PASSWORD)).errors).toBe('AgreeByMail');
  expect((await careful.driver.call(agreeToEmail, { body: { password: PASSWORD } })).errors).toBe('AgreeByMail');
  const own = newEmail();
  expect((await careful.driver.call(changeEmail, { body: { email: own, password: PASSWORD } })).data).toMatchObject({
    pending_email: { email: own, is_agreed: false },
  });
  expect((await answer(await codeTo(own))).data, 'the code by mail would go there too').toEqual({ state: 'waiting' });
  expect((await answer(await codeTo(careful.dag.email))).data).toEqual({ state: 'changed' });
});

test('12-A3 who has an app agrees with its code beside the password, and never with the password alone', async () => {
  const { dag, admin, driver } = await people();
  await owner
    .insertInto('authenticator_app')
    .values({
      account_id: app.accountId,
      member_id: dag.id,
      secret: 'sealed',
      created_at: app.clock.now,
      proven_at: app.clock.now,
    })
    .execute();
  const { email } = await askFor(admin, dag);
  const code = await codeTo(email);
  expect((await look(code)).data).toMatchObject({ takes_password: false });
  expect((await answer(code, true, PASSWORD)).errors).toBe('AgreeByMail');
  expect((await driver.call(agreeToEmail, { body: { password: PASSWORD } })).errors).toEqual({ code: ['SecondFactorNeeded'] });
  expect((await driver.call(getProfile)).data?.pending_email).toMatchObject({ is_agreed: false });
  const [member, factors] = [
    { password_hash: 'x', password_changed_at: null },
    { app: true, passkey: false, mail: true },
  ];
  expect(passwordAgrees(member, { in_force_at: null }, factors, { isFactorShown: true })).toBe(true);
});

async function supportChanges(dag: { email: string }) {
  const staff = await makeStaff(app.database, { fullName: 'Sara Stöd' });
  const support = await app.signInAsStaff(staff);
  const params = { id: app.accountId };
  const email = newEmail();
  const body = { email: dag.email, new_email: email, reason: 'Lost mailbox' };
  expect((await support.call(changeMemberEmail, { params, body })).errors).toBe('OpenAccountFirst');
  await support.call(openAccount, { params, body: { reason: 'asked' } });
  expect((await support.call(changeMemberEmail, { params, body: { ...body, reason: ' ' } })).status).toBe(422);
  expect((await support.call(changeMemberEmail, { params, body })).status).toBe(200);
  return email;
}

test('12-A3 support changes it with a reason told to both; private trips and locks stay closed until the address before agrees', async () => {
  const { dag, admin, driver } = await people();
  const { imei } = await privateTripOf(dag);
  const locked = await makeUnit(app.database, { accountId: app.accountId, visibleTo: [dag.id] });
  await driver.call(lockUnit, { params: { imei: locked.imei }, body: { reason: 'mine' } });
  const email = await supportChanges(dag);
  expect(await mailsTo(dag.email)).toMatchObject([
    { template: 'email-consent', params: { byName: 'Sara Stöd', reason: 'Lost mailbox', isBySupport: true } },
  ]);
  expect(await canSignIn(email), 'not before it is proven').toBe(false);
  expect((await answer(await codeTo(email))).data).toEqual({ state: 'changed' });
  expect((await mailsTo(dag.email)).at(-1)).toMatchObject({ template: 'email-changed', params: { isClosed: true } });
  expect(await resetBy(email)).toBe(true);

  const holder = await app.signInAs(dag);
  expect(await addressesRead(holder, imei), 'as to anybody').toEqual([null]);
  expect(await addressesRead(holder, locked.imei), 'a lock is closed').toBeUndefined();
  expect((await holder.call(unlockUnit, { params: { imei: locked.imei }, body: { reason: '' } })).errors).toBe(
    'OnlyLockerUnlocks',
  );
  const file = await holder.call(exportPersonData, { params: { id: dag.id } });
  expect(file.status).toBe(403);
  expect((await holder.call(getProfile)).data?.pending_email).toMatchObject({ is_in_force: true, is_agreed: false });
  expect(await holder.call(agreeToEmail, { body: { password: NEW_PASSWORD } }), 'set since').toMatchObject({
    errors: 'AgreeByMail',
  });
  for (const caller of [holder.call(changeEmail, { body: { email: newEmail(), password: NEW_PASSWORD } })])
    expect((await caller).errors).toBe('AddressNotConfirmed');
  expect((await admin.call(updateUser, { params: { id: dag.id }, body: { email: newEmail() } })).errors).toBe(
    'AddressNotConfirmed',
  );
  expect((await holder.call(withdrawEmail)).errors).toBe('NoEmailWaits');

  const consent = (await mailsTo(dag.email)).find(({ template }) => template === 'email-consent');
  const code = new URL((consent!.params as { path: string }).path, 'http://spora.test').searchParams.get('_c')!;
  expect((await answer(code)).data).toEqual({ state: 'changed' });
  expect(await addressesRead(holder, imei)).toEqual(['Hornsgatan 84, Stockholm']);
  expect((await holder.call(unlockUnit, { params: { imei: locked.imei }, body: { reason: '' } })).status).toBe(200);
  expect((await holder.call(getProfile)).data?.pending_email).toBeNull();
});

test('12-A3 the password from before opens them as well; who reads the address before takes it back, with the password set since', async () => {
  const first = await people();
  const { imei } = await privateTripOf(first.dag);
  const email = await supportChanges(first.dag);
  await answer(await codeTo(email));
  const holder = await app.signInAs(first.dag);
  expect(await addressesRead(holder, imei)).toEqual([null]);
  expect((await holder.call(agreeToEmail, { body: { password: PASSWORD } })).data?.pending_email).toBeNull();
  expect(await addressesRead(holder, imei)).toEqual(['Hornsgatan 84, Stockholm']);

  const { dag } = await people();
  const theirs = await supportChanges(dag);
  await answer(await codeTo(theirs));
  app.at(60);
  expect(await resetBy(theirs)).toBe(true);
  const thief = await app.signInAs(dag);
  const consent = (await mailsTo(dag.email)).find(({ template }) => template === 'email-consent');
  const code = new URL((consent!.params as { path: string }).path, 'http://spora.test').searchParams.get('_c')!;
  expect((await answer(code, false)).data).toEqual({ state: 'refused' });
  expect((await thief.call(me)).status).toBe(401);
  expect(await canSignIn(theirs, NEW_PASSWORD)).toBe(false);
  expect(await canSignIn(dag.email, NEW_PASSWORD), 'nor with what was set since').toBe(false);
  app.at(120);
  expect(await resetBy(dag.email)).toBe(true);
  expect(await canSignIn(dag.email, NEW_PASSWORD)).toBe(true);
});

test('12-A3 the address of somebody who was never here is put right at once, unless private trips are theirs', async () => {
  const { admin } = await people();
  const invite = async () => (await admin.call(inviteUser, { body: { full_name: 'Ny Förare', email: newEmail() } })).data!;
  const invited = await invite();
  const right = await askFor(admin, invited);
  expect(right.data).toMatchObject({ email: right.email, pending_email: null, status: 'invited' });
  expect(await templatesTo(right.email)).toEqual(['invitation']);
  const old = await codeTo(invited.email);
  const body = { code: old, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
  expect((await app.call(resetPassword, { body })).status, 'the link that went astray').toBe(422);

  const driving = await invite();
  await privateTripOf(driving);
  const asked = await askFor(admin, driving);
  expect(asked.data).toMatchObject({ email: driving.email, pending_email: { email: asked.email } });
  expect(await resetBy(asked.email)).toBe(false);
});

test('12-A3 an address that somebody has is refused, also when it was taken while it waited', async () => {
  const { dag, admin, maja } = await people();
  expect((await admin.call(updateUser, { params: { id: dag.id }, body: { email: maja.email } })).errors).toEqual({
    email: ['EmailInUse'],
  });
  const { email } = await askFor(admin, dag);
  await answer(await codeTo(dag.email));
  await app.newMember({ email });
  expect((await answer(await codeTo(email))).errors).toEqual({ email: ['EmailInUse'] });
  expect((await admin.call(getUser, { params: { id: dag.id } })).data).toMatchObject({ email: dag.email });
});

test('12-A3 what is over is forgotten, but one in force that nobody has agreed to is kept', async () => {
  const { dag, admin } = await people();
  await askFor(admin, dag);
  const kept = await people();
  const email = await supportChanges(kept.dag);
  await answer(await codeTo(email));
  app.at(60 * 24 * 3600);
  await app.upkeep();
  const rows = await owner.selectFrom('email_change').select('member_id').execute();
  expect(rows.map(({ member_id }) => member_id)).toContain(kept.dag.id);
  expect(rows.map(({ member_id }) => member_id)).not.toContain(dag.id);
});
