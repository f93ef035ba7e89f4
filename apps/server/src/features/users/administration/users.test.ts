import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { me } from '@spora/contract/auth/endpoints';
import { lockUnit, unlockUnit } from '@spora/contract/units/endpoints';
import {
  accessMatrix,
  changeAccess,
  endUserSessions,
  getUser,
  importUsers,
  inviteUser,
  listUsers,
  removeUser,
  resendInvitation,
  updateUser,
  userDependents,
} from '@spora/contract/users/endpoints';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;
const accountId = await makeAccount(app.database, { name: 'Sörla Bygg AB' });
const foreignId = await makeAccount(app.database);
let adminMember: { id: number; email: string };
let admin: Caller;
let foreignAdmin: Caller;

beforeAll(async () => {
  adminMember = await makeMember(app.database, { accountId, fullName: 'Maja Ek' });
  admin = await app.signInAs(adminMember);
  foreignAdmin = await app.signInAs(await makeMember(app.database, { accountId: foreignId }));
});

let n = 0;
const newEmail = () => `new-${(n += 1)}@example.test`;
const invite = async (more: object = {}) => {
  const answer = await admin.call(inviteUser, { body: { full_name: 'Ny Förare', email: newEmail(), ...more } });
  return answer.data!;
};
const mailsTo = (email: string) =>
  owner.selectFrom('mail').select(['template', 'params', 'language']).where('recipient', '=', email).orderBy('id').execute();
const auditOf = async () =>
  (await owner.selectFrom('audit_entry').select('action').where('account_id', '=', accountId).orderBy('id').execute()).map(
    ({ action }) => action,
  );

test('API-111, ADM-002, ADM-010: an invited person is listed as invited and gets a mail with a link of their own', async () => {
  const { unitId } = await makeUnit(app.database, { accountId });
  const user = await invite({ full_name: 'Nils Holm', language: 'no', phone: '+47 900 00 001', unit_ids: [unitId] });
  expect(user).toMatchObject({
    full_name: 'Nils Holm',
    status: 'invited',
    phone: '4790000001',
    units: 1,
    unit_ids: [unitId],
    is_admin: false,
  });
  const mails = await mailsTo(user.email);
  expect(mails).toMatchObject([
    { template: 'invitation', language: 'no', params: { inviterName: 'Maja Ek', accountName: 'Sörla Bygg AB' } },
  ]);
  expect((mails[0]!.params as { path: string }).path).toMatch(/^\/user\/reset-password\?_c=[\w-]{43}$/);
  const { data } = await admin.call(listUsers);
  expect(data!.user.find(({ id }) => id === user.id)).toMatchObject({ status: 'invited', last_seen_at: null });
  expect(await auditOf()).toContain('user-invited');
});

test('ADM-018: the log tells as what somebody was invited and with which rights, and not their address', async () => {
  const user = await invite({ full_name: 'Rut Ek', rights: ['edit-places'] });
  await invite({ full_name: 'Chef Ek', is_admin: true });
  const lines = await owner
    .selectFrom('audit_entry')
    .select(['subject', 'details'])
    .where('account_id', '=', accountId)
    .where('subject', 'in', ['Rut Ek', 'Chef Ek'])
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    {
      subject: 'Rut Ek',
      details: {
        changes: [
          { field: 'is_admin', before: null, after: false },
          { field: 'rights', before: null, after: 'edit-places' },
        ],
      },
    },
    { subject: 'Chef Ek', details: { changes: [{ field: 'is_admin', before: null, after: true }] } },
  ]);
  expect(JSON.stringify(lines)).not.toContain(user.email);
});

test('ERR-008: an e-mail address that anybody uses, of whatever account, is refused beside the field', async () => {
  const { email } = await makeMember(app.database, { accountId: foreignId });
  const answer = await admin.call(inviteUser, { body: { full_name: 'X Y', email: email.toUpperCase() } });
  expect(answer).toMatchObject({ status: 422, errors: { email: ['EmailOfAnother'] } });
  expect((await admin.call(inviteUser, { body: { full_name: 'X Y', email: adminMember.email } })).errors).toEqual({
    email: ['EmailOfColleague'],
  });
  const user = await invite();
  expect(await admin.call(updateUser, { params: { id: user.id }, body: { email } })).toMatchObject({
    errors: { email: ['EmailOfAnother'] },
  });
});

test('ADM-010: an invitation is sent again after an hour, with a new link, and not to somebody who has set a password', async () => {
  const user = await invite();
  expect((await admin.call(resendInvitation, { params: { id: user.id } })).errors).toBe('InvitationJustSent');
  const start = app.clock.now;
  app.clock.now = new Date(start.getTime() + 3_601_000);
  expect((await admin.call(resendInvitation, { params: { id: user.id } })).status).toBe(200);
  const links = (await mailsTo(user.email)).map(({ params }) => (params as { path: string }).path);
  expect(new Set(links).size).toBe(2);
  const open = await owner
    .selectFrom('password_reset')
    .select('ended_at')
    .where('member_id', '=', user.id)
    .where('ended_at', 'is', null)
    .execute();
  expect(open, 'only the newest link opens').toHaveLength(1);
  await owner.updateTable('member').set({ password_changed_at: app.clock.now }).where('id', '=', user.id).execute();
  expect((await admin.call(resendInvitation, { params: { id: user.id } })).errors).toBe('AlreadySignedIn');
  app.clock.now = start;
});

test('ADM-003: administrators cannot remove, disable or degrade themselves', async () => {
  const params = { id: adminMember.id };
  expect((await admin.call(removeUser, { params })).errors).toBe('NotYourself');
  expect((await admin.call(updateUser, { params, body: { is_disabled: true } })).errors).toBe('NotYourself');
  expect((await admin.call(updateUser, { params, body: { is_admin: false } })).errors).toBe('NotYourself');
  expect((await admin.call(getUser, { params })).data!.can).toEqual({
    edit: true,
    disable: false,
    remove: false,
    change_admin: false,
    reset_factor: false,
  });
});

test('ADM-004: of two administrators who take each other off at once, one stays', async () => {
  const account = await makeAccount(app.database);
  const [a, b] = [await makeMember(app.database, { accountId: account }), await makeMember(app.database, { accountId: account })];
  const [asA, asB] = [await app.signInAs(a), await app.signInAs(b)];
  await Promise.all([
    asA.call(updateUser, { params: { id: b.id }, body: { is_admin: false } }),
    asB.call(updateUser, { params: { id: a.id }, body: { is_admin: false } }),
  ]);
  const admins = await owner
    .selectFrom('member')
    .select('id')
    .where('account_id', '=', account)
    .where('is_admin', '=', true)
    .execute();
  expect(admins).toHaveLength(1);
});

test('ADM-010, ROLE-010: a disabled person is signed out at once and can be let in again', async () => {
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  const caller = await app.signInAs(member);
  const disabled = await admin.call(updateUser, { params: { id: member.id }, body: { is_disabled: true } });
  expect(disabled.data).toMatchObject({ status: 'disabled', is_disabled: true });
  expect((await caller.call(me)).status).toBe(401);
  expect((await admin.call(updateUser, { params: { id: member.id }, body: { is_disabled: false } })).data!.status).toBe('active');
});

test('ADM-010: what was not sent is not changed', async () => {
  const user = await invite({ department: 'Norr', rights: ['edit-places'] });
  const changed = await admin.call(updateUser, { params: { id: user.id }, body: { phone: '0700000001' } });
  expect(changed.data).toMatchObject({
    phone: '0700000001',
    department: 'Norr',
    rights: ['edit-places'],
    language: 'sv',
    full_name: 'Ny Förare',
  });
});

test('ADM-002: a member has a first and a last name; the one name that others read follows, and one that is sent whole is divided', async () => {
  const email = newEmail();
  const made = await admin.call(inviteUser, { body: { first_name: 'Eva', last_name: 'von Ny', email } });
  expect(made.data).toMatchObject({ first_name: 'Eva', last_name: 'von Ny', full_name: 'Eva von Ny' });
  const params = { id: made.data!.id };
  const change = async (body: object) => (await admin.call(updateUser, { params, body })).data;
  expect(await change({ last_name: 'Ek' })).toMatchObject({ first_name: 'Eva', last_name: 'Ek', full_name: 'Eva Ek' });
  expect(await change({ full_name: 'Karl Johan Berg' })).toMatchObject({ first_name: 'Karl Johan', last_name: 'Berg' });
  expect(await change({ phone: '0700000002' })).toMatchObject({ full_name: 'Karl Johan Berg' });
  const fault = async (body: object) => (await admin.call(updateUser, { params, body })).errors;
  expect(await fault({ first_name: ' ' })).toEqual({ first_name: ['SpecifyName'] });
  // WIZ-009: the two together are as long as one name, the space counts.
  expect(await fault({ first_name: 'x'.repeat(25), last_name: 'y'.repeat(25) })).toEqual({ last_name: ['NameLength'] });
  // DEC-83: also beside the one that stays.
  expect(await fault({ first_name: 'x'.repeat(46) })).toEqual({ first_name: ['NameLength'] });
  expect(await fault({ last_name: 'y'.repeat(40) })).toEqual({ last_name: ['NameLength'] });
  expect(await change({ first_name: 'x'.repeat(45) })).toMatchObject({ full_name: `${'x'.repeat(45)} Berg` });
  expect((await admin.call(inviteUser, { body: { email: newEmail() } })).errors).toEqual({ full_name: ['SpecifyName'] });
});

test.each([
  ['Anna Lindqvist', 'Anna', 'Lindqvist'],
  ['Karl Johan Berg', 'Karl Johan', 'Berg'],
  ['Greta von der  Lippe', 'Greta', 'von der Lippe'],
  [' Cher ', 'Cher', ''],
  ['Van Morrison', 'Van', 'Morrison'],
  ['', '', ''],
])('ADM-002: what was one name before is divided: %j', async (whole, first, last) => {
  const { rows } = await sql`SELECT first_name, last_name FROM divided_name(${whole})`.execute(owner);
  expect(rows).toEqual([{ first_name: first, last_name: last }]);
});

test('ADM-002, ADM-010: a file has one column for the name, or one for each part', async () => {
  const [one, two] = [newEmail(), newEmail()];
  const csv = `förnamn;efternamn;e-post\nEva;Ny;${one}\n;Utan;${two}`;
  const answer = (await admin.call(importUsers, { body: { csv, commit: true } })).data!;
  expect(answer.rows).toMatchObject([
    { full_name: 'Eva Ny', invited: true, errors: [] },
    { full_name: 'Utan', invited: false, errors: ['SpecifyName'] },
  ]);
  const listed = (await admin.call(listUsers, { query: {} })).data!.user.find(({ email }) => email === one);
  expect(listed).toMatchObject({ first_name: 'Eva', last_name: 'Ny', full_name: 'Eva Ny' });
});

test('ASVS 7.4.2, 12-A3: a new e-mail address set by an administrator is told to both addresses, and signs nobody out until it counts', async () => {
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  const caller = await app.signInAs(member);
  const email = newEmail();
  await admin.call(updateUser, { params: { id: member.id }, body: { email } });
  expect((await caller.call(me)).data?.user.Email).toBe(member.email);
  expect(await mailsTo(member.email)).toMatchObject([{ template: 'email-consent' }]);
  expect(await mailsTo(email)).toMatchObject([{ template: 'email-proof' }]);
});

test('12-A4, ASVS 7.4.5: an administrator ends a member’s sessions and trusted browsers, which is told by mail and on record; nobody else’s', async () => {
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Kim Borta' });
  const [phone, laptop] = [await app.signInAs(member), await app.signInAs(member)];
  const at = { created_at: app.clock.now, last_used_at: app.clock.now, expires_at: new Date(app.clock.now.getTime() + 1e9) };
  await owner
    .insertInto('trusted_browser')
    .values({ account_id: accountId, member_id: member.id, token_hash: Buffer.from(`phone of ${member.id}`), ...at })
    .execute();
  const params = { id: member.id };
  expect((await foreignAdmin.call(endUserSessions, { params })).errors).toBe('UserNotFound');
  expect((await phone.call(endUserSessions, { params: { id: adminMember.id } })).status).toBe(403);
  expect((await admin.call(endUserSessions, { params: { id: adminMember.id } })).errors).toBe('NotYourself');
  expect((await admin.call(endUserSessions, { params })).data).toEqual({ ended: 2 });
  for (const caller of [phone, laptop]) expect((await caller.call(me)).status).toBe(401);
  expect(await owner.selectFrom('trusted_browser').select('id').where('member_id', '=', member.id).execute()).toEqual([]);
  expect(await mailsTo(member.email)).toMatchObject([
    { template: 'sessions-ended', params: { fullName: 'Kim Borta', byName: 'Maja Ek' } },
  ]);
  expect(await auditOf()).toEqual(expect.arrayContaining(['session-ended', 'browser-forgotten']));
  expect((await admin.call(me)).status).toBe(200);
});

test('ADM-011, LOCK-011: what depends on somebody is told first; once removed they are gone from the list and their name stays on trips', async () => {
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Olle Gran' });
  const { unitId } = await makeUnit(app.database, { accountId, name: 'Skåpbil 7' });
  await owner
    .updateTable('unit')
    .set({ locked_at: new Date(), locked_by_member_id: member.id })
    .where('id', '=', unitId)
    .execute();
  const { unitId: told } = await makeUnit(app.database, { accountId });
  const receiver = {
    account_id: accountId,
    name: 'Olle',
    email: 'olle@example.test',
    member_id: member.id,
    push: true,
    security: true,
    created_at: new Date(),
    changed_at: new Date(),
  };
  const { id: receiverId } = await owner.insertInto('alarm_receiver').values(receiver).returning('id').executeTakeFirstOrThrow();
  for (const unit of [unitId, told])
    await owner
      .insertInto('alarm_receiver_unit')
      .values({ account_id: accountId, receiver_id: receiverId, unit_id: unit })
      .execute();
  for (const hours of [-1, 3]) {
    const [from, to] = [hours, hours + 2].map((h) => new Date(Date.now() + h * 3_600_000));
    await sql`INSERT INTO booking (account_id, unit_id, kind, state, driver_id, booked_by, purpose, during, created_at, changed_at)
      VALUES (${accountId}, ${told}, 'drive', 'booked', ${member.id}, ${member.id}, 'Kund', tstzrange(${from}::timestamptz, ${to}::timestamptz), now(), now())`.execute(
      owner,
    );
  }
  const { unitId: usual } = await makeUnit(app.database, { accountId, name: 'Bil 1' });
  const { unitId: checkedIn } = await makeUnit(app.database, { accountId, name: 'Bil 2' });
  for (const unit of [usual, unitId])
    await sql`INSERT INTO unit_setting (account_id, unit_id, valid_from, settings)
      VALUES (${accountId}, ${unit}, '2026-01-01', ${JSON.stringify({ driverMemberId: member.id })}::jsonb)`.execute(owner);
  await sql`INSERT INTO driver_event (account_id, unit_id, at, member_id, source, recorded_at)
    VALUES (${accountId}, ${checkedIn}, '2026-01-01', ${member.id}, 'member', '2026-01-01')`.execute(owner);
  expect((await admin.call(userDependents, { params: { id: member.id } })).data).toMatchObject({
    // Of the locked one nothing is told.
    driven_units: ['Bil 1', 'Bil 2'],
    locked_units: ['Skåpbil 7'],
    trips: 0,
    // Not the locked one.
    alarm_units: 1,
    // Not the one that has begun, which stays theirs.
    bookings: 1,
  });
  const caller = await app.signInAs(member);
  expect((await admin.call(removeUser, { params: { id: member.id } })).status).toBe(200);
  expect((await caller.call(me)).status).toBe(401);
  expect((await admin.call(listUsers)).data!.user.map(({ id }) => id)).not.toContain(member.id);
  const row = await owner
    .selectFrom('member')
    .select(['full_name', 'email'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(row.full_name).toBe('Olle Gran');
  expect(
    (await admin.call(inviteUser, { body: { full_name: 'Olle Gran', email: member.email } })).status,
    'the address is free',
  ).toBe(200);
});

test('LOCK-001, ADM-012: access is given and taken, counted and on record', async () => {
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  const { unitId } = await makeUnit(app.database, { accountId });
  const pair = { user_id: member.id, unit_id: unitId };
  expect((await admin.call(changeAccess, { body: { give: [pair] } })).data).toEqual({
    given: 1,
    taken: 0,
    bookings: 0,
    refused: [],
  });
  expect((await admin.call(changeAccess, { body: { give: [pair] } })).data, 'twice is once').toMatchObject({ given: 0 });
  const matrix = (await admin.call(accessMatrix)).data!;
  expect(matrix.access).toContainEqual([member.id, unitId]);
  expect((await admin.call(changeAccess, { body: { take: [pair] } })).data).toMatchObject({ taken: 1 });
  expect(await auditOf()).toEqual(expect.arrayContaining(['access-given', 'access-taken']));
});

test('ADM-012: each change of access is on record under the name of whose it was, with the units', async () => {
  const eva = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Eva Ström' });
  const units = [await makeUnit(app.database, { accountId }), await makeUnit(app.database, { accountId })];
  const pairs = units.map(({ unitId }) => ({ user_id: eva.id, unit_id: unitId }));
  await owner.updateTable('unit').set({ name: 'Skåpbil' }).where('id', '=', units[0]!.unitId).execute();
  await admin.call(changeAccess, { body: { give: pairs } });
  await admin.call(changeAccess, { body: { take: [pairs[0]!] } });
  const entries = await owner
    .selectFrom('audit_entry')
    .select(['action', 'details'])
    .where('account_id', '=', accountId)
    .where('subject', '=', 'Eva Ström')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'access-given', details: { count: 2, units: expect.stringContaining('Skåpbil') } },
    { action: 'access-taken', details: { count: 1, units: 'Skåpbil' } },
  ]);
});

test('ADM-018: of many units that somebody was given the record names each', async () => {
  const eva = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Många Bilar' });
  const names = Array.from({ length: 12 }, (_, i) => `Bil ${i + 1}`);
  const give = [];
  for (const name of names) {
    const { unitId } = await makeUnit(app.database, { accountId, name });
    give.push({ user_id: eva.id, unit_id: unitId });
  }
  await admin.call(changeAccess, { body: { give } });
  const { details } = await owner
    .selectFrom('audit_entry')
    .select('details')
    .where('account_id', '=', accountId)
    .where('subject', '=', 'Många Bilar')
    .executeTakeFirstOrThrow();
  const { units } = details as { units: string };
  expect(units.split(', ').toSorted()).toEqual(names.toSorted());
});

test('LOCK-010: the locker keeps their own access while the unit is locked', async () => {
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  const { unitId } = await makeUnit(app.database, { accountId });
  const pair = { user_id: member.id, unit_id: unitId };
  await admin.call(changeAccess, { body: { give: [pair] } });
  await owner
    .updateTable('unit')
    .set({ locked_at: new Date(), locked_by_member_id: member.id })
    .where('id', '=', unitId)
    .execute();
  expect((await admin.call(changeAccess, { body: { take: [pair] } })).data).toEqual({
    given: 0,
    taken: 0,
    bookings: 0,
    refused: [{ ...pair, reason: 'UnlockFirst' }],
  });
});

test('LOCK-010: who is administrator no more keeps the units that they have locked, and can unlock them', async () => {
  const member = await makeMember(app.database, { accountId });
  const { imei, unitId } = await makeUnit(app.database, { accountId });
  const { unitId: openId } = await makeUnit(app.database, { accountId });
  expect((await (await app.signInAs(member)).call(lockUnit, { params: { imei }, body: {} })).status).toBe(200);
  const changed = await admin.call(updateUser, { params: { id: member.id }, body: { is_admin: false } });
  expect(changed.data!.unit_ids).toEqual([unitId]);
  expect(changed.data!.unit_ids).not.toContain(openId);
  expect((await auditOf()).slice(-3)).toEqual(['access-given', 'session-ended', 'user-changed']);
  const locker = await app.signInAs(member);
  expect((await locker.call(unlockUnit, { params: { imei }, body: {} })).data).toMatchObject({ locked_by: null });
});

test('LOCK-005, decision 0013: who is shut out by a lock gives nobody access to the unit, who has access or locked it does', async () => {
  const [locker, sharer, second] = [
    await makeMember(app.database, { accountId, isAdmin: false }),
    await makeMember(app.database, { accountId }),
    await makeMember(app.database, { accountId }),
  ];
  const { unitId, imei } = await makeUnit(app.database, { accountId });
  const free = await makeUnit(app.database, { accountId });
  const pairOf = (user_id: number) => ({ user_id, unit_id: unitId });
  await admin.call(changeAccess, { body: { give: [pairOf(locker.id), pairOf(sharer.id)] } });
  await owner
    .updateTable('unit')
    .set({ locked_at: new Date(), locked_by_member_id: locker.id })
    .where('id', '=', unitId)
    .execute();
  const open = { user_id: second.id, unit_id: free.unitId };
  const own = pairOf(adminMember.id);
  expect((await admin.call(changeAccess, { body: { give: [pairOf(second.id), own, open] } })).data).toEqual({
    given: 1,
    taken: 0,
    bookings: 0,
    refused: [
      { ...pairOf(second.id), reason: 'UnitLocked' },
      { ...own, reason: 'UnitLocked' },
    ],
  });
  expect((await admin.call(accessMatrix)).data!.access).not.toContainEqual([second.id, unitId]);

  const body = { full_name: 'Ny Förare', email: newEmail(), unit_ids: [unitId] };
  expect(await admin.call(inviteUser, { body })).toMatchObject({ status: 403, errors: 'UnitLocked' });
  const csv = `name,email,units\nAnna,${newEmail()},${imei}`;
  expect((await admin.call(importUsers, { body: { csv, commit: true } })).data!.rows).toMatchObject([
    { errors: ['UnitLocked'], invited: false },
  ]);
  expect((await admin.call(importUsers, { body: { csv } })).data!.rows, 'the preview says it too').toMatchObject([
    { errors: ['UnitLocked'] },
  ]);

  const withAccess = await app.signInAs(sharer);
  expect((await withAccess.call(changeAccess, { body: { give: [pairOf(second.id)] } })).data).toMatchObject({
    given: 1,
    refused: [],
  });
  await owner.updateTable('unit').set({ locked_by_member_id: adminMember.id }).where('id', '=', unitId).execute();
  expect((await admin.call(changeAccess, { body: { give: [own] } })).data, 'the locker').toMatchObject({ given: 1, refused: [] });
});

test('ADM-010: of a file two wrong addresses that are alike are wrong, not taken', async () => {
  const { data } = await admin.call(importUsers, { body: { csv: 'name,email\nAnna,wrong\nBo,wrong\nCilla,\nDan,' } });
  expect(data!.rows.map(({ errors }) => errors)).toEqual([
    ['EnterValidEmail'],
    ['EnterValidEmail'],
    ['EmailNotEmpty'],
    ['EmailNotEmpty'],
  ]);
});

test('ADM-010: who is imported gets the invitation in the language of whoever imported them', async () => {
  const norwegian = await makeMember(app.database, { accountId, fullName: 'Kari Nes' });
  await owner.updateTable('member').set({ language: 'no' }).where('id', '=', norwegian.id).execute();
  const email = newEmail();
  const caller = await app.signInAs(norwegian);
  await caller.call(importUsers, { body: { csv: `navn;e-post\nOla Lie;${email}`, commit: true } });
  expect(await mailsTo(email)).toMatchObject([{ template: 'invitation', language: 'no' }]);
});

test('SEC-008: members and units of another account are as if they did not exist', async () => {
  const { unitId } = await makeUnit(app.database, { accountId });
  const user = await invite();
  for (const endpoint of [getUser, removeUser, userDependents, resendInvitation])
    expect(await foreignAdmin.call(endpoint, { params: { id: user.id } })).toMatchObject({ status: 404, errors: 'UserNotFound' });
  const stranger = await makeMember(app.database, { accountId: foreignId, isAdmin: false });
  expect(await foreignAdmin.call(changeAccess, { body: { give: [{ user_id: stranger.id, unit_id: unitId }] } })).toMatchObject({
    status: 404,
  });
});

test('13-B5, ADM-010: columns that mean nothing here are named, and a role is read, or said not to be one', async () => {
  const [a, b] = [newEmail(), newEmail()];
  const csv = `Namn;E-post;Roll;Anställd sedan;\nAnna Ås;${a};Administratör;2019\nBo Ek;${b};Användare;2020\nCilla Dal;${newEmail()};Kung;2021`;
  const answer = (await admin.call(importUsers, { body: { csv, commit: true } })).data!;
  expect(answer.unread).toEqual(['Anställd sedan']);
  expect(answer.rows.map(({ is_admin, errors, invited }) => [is_admin, errors, invited])).toEqual([
    [true, [], true],
    [false, [], true],
    [false, ['ImportRole'], false],
  ]);
  const { user } = (await admin.call(listUsers)).data!;
  expect([a, b].map((email) => user.find((each) => each.email === email)?.is_admin)).toEqual([true, false]);
});

test('ADM-010: of a file with wrong rows each is told with its line, and only the right ones are invited, once', async () => {
  const { unitId, imei } = await makeUnit(app.database, { accountId });
  await owner.updateTable('unit').set({ registration_number: 'QAV 10I' }).where('id', '=', unitId).execute();
  const [a, b] = [newEmail(), newEmail()];
  const csv = `\ufeffE-post;Namn;Telefon;Enheter;Admin\r\n${a};Anna Ås;070-000 00 01;qav10i|${imei};\r\nfel;Bo;;;\r\n${adminMember.email};Cilla Dal;;;\r\n${b};"Dan; Ek";;XXX999;ja\r\n${a};Anna Igen;;;\r\n`;
  const preview = (await admin.call(importUsers, { body: { csv } })).data!.rows;
  expect(preview.map(({ line, errors, invited }) => ({ line, errors, invited }))).toEqual([
    { line: 2, errors: [], invited: false },
    { line: 3, errors: ['EnterValidEmail'], invited: false },
    { line: 4, errors: ['EmailOfColleague'], invited: false },
    { line: 5, errors: ['UnitNotFound'], invited: false },
    { line: 6, errors: ['EmailTwiceInFile'], invited: false },
  ]);
  const done = (await admin.call(importUsers, { body: { csv, commit: true } })).data!.rows;
  expect(done.map(({ invited }) => invited)).toEqual([true, false, false, false, false]);
  expect((await admin.call(importUsers, { body: { csv, commit: true } })).data!.rows.filter(({ invited }) => invited)).toEqual(
    [],
  );
  const { data } = await admin.call(listUsers);
  expect(data!.user.find(({ email }) => email === a)).toMatchObject({ full_name: 'Anna Ås', phone: '0700000001', units: 1 });
  expect(await admin.call(importUsers, { body: { csv: 'a,b\n1,2' } })).toMatchObject({ status: 422, errors: 'CsvColumns' });
});
