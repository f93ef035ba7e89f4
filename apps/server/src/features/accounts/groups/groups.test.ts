import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroup, listGroups, removeGroup, updateGroup, usualPurpose } from '@spora/contract/accounts/endpoints';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { layOver } from '../../trips/overlay-api.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
const accountId = await makeAccount(app.database);
const foreignId = await makeAccount(app.database);
let admin: Caller;
let foreignAdmin: Caller;
let driver: Caller;
let driverId: number;

beforeAll(async () => {
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  foreignAdmin = await app.signInAs(await makeMember(app.database, { accountId: foreignId }));
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  driverId = member.id;
  driver = await app.signInAs(member);
});

const add = async (kind: 'departments' | 'projects' | 'tags' | 'purposes', name: string) => {
  const { data } = await admin.call(createGroup, { params: { kind }, body: { name } });
  return data!;
};
const listed = async (kind: 'departments' | 'projects' | 'tags' | 'purposes') =>
  (await admin.call(listGroups, { params: { kind } })).data!.groups;
const unitWith = async (fields: { department?: string; project?: string; tags?: string[] }) => {
  const { unitId } = await makeUnit(app.database, { accountId });
  await owner.updateTable('unit').set(fields).where('id', '=', unitId).execute();
  return async () => owner.selectFrom('unit').selectAll().where('id', '=', unitId).executeTakeFirstOrThrow();
};

test('API-112, ADM-005, ERR-037: a name that exists is refused whatever its case, and another kind may bear it', async () => {
  await add('departments', 'Norr');
  expect(await admin.call(createGroup, { params: { kind: 'departments' }, body: { name: 'NORR' } })).toMatchObject({
    status: 422,
    errors: { name: ['NameExists'] },
  });
  expect((await admin.call(createGroup, { params: { kind: 'tags' }, body: { name: 'Norr' } })).status).toBe(200);
  expect((await foreignAdmin.call(createGroup, { params: { kind: 'departments' }, body: { name: 'Norr' } })).status).toBe(200);
});

test('ADM-013: a renamed tag is renamed on every unit that bears it, and its uses are counted', async () => {
  const { id } = await add('tags', 'Vinter');
  const unit = await unitWith({ tags: ['Jour', 'Vinter'] });
  expect((await listed('tags')).find((tag) => tag.id === id)).toMatchObject({ uses: 1 });
  expect((await admin.call(updateGroup, { params: { kind: 'tags', id }, body: { name: 'Snö' } })).status).toBe(200);
  expect((await unit()).tags.sort()).toEqual(['Jour', 'Snö']);
});

test('ADM-013: of two merged departments one is left, and every unit of both is in it', async () => {
  const from = await add('departments', 'Syd');
  const into = await add('departments', 'Skåne');
  const unit = await unitWith({ department: 'Syd' });
  await admin.call(updateGroup, { params: { kind: 'departments', id: from.id }, body: { merge_into: into.id } });
  expect((await unit()).department).toBe('Skåne');
  expect((await listed('departments')).map(({ name }) => name)).not.toContain('Syd');
});

test('ADM-013: users bear departments too: they are counted, and renamed and merged along', async () => {
  const { id } = await add('departments', 'Verkstad');
  const into = await add('departments', 'Service');
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  await owner.updateTable('member').set({ department: 'Verkstad' }).where('id', '=', member.id).execute();
  const department = async () =>
    (await owner.selectFrom('member').select('department').where('id', '=', member.id).executeTakeFirstOrThrow()).department;
  const params = { kind: 'departments', id } as const;
  expect((await listed('departments')).find((each) => each.id === id)).toMatchObject({ uses: 1, users: 1 });
  expect(await admin.call(removeGroup, { params })).toMatchObject({ status: 409, errors: 'GroupInUse' });
  await admin.call(updateGroup, { params, body: { name: 'Verkstaden' } });
  expect(await department()).toBe('Verkstaden');
  await admin.call(updateGroup, { params, body: { merge_into: into.id } });
  expect(await department()).toBe('Service');
});

test('ADM-013, TRIP-032: trips that bear a project or a purpose are counted, private ones are not, and keep it from being removed', async () => {
  const { unitId } = await makeUnit(app.database, { accountId });
  const start = ['2026-03-02T08:00:00Z', '2026-03-03T08:00:00Z', '2026-03-04T08:00:00Z'] as const;
  await makeTrip(app.database, { accountId, unitId }, { start: start[0] });
  await makeTrip(app.database, { accountId, unitId }, { start: start[1] });
  await makeTrip(app.database, { accountId, unitId }, { start: start[2], type: 'private' });
  await owner.updateTable('trip').set({ project: 'Tunneln', purpose: 'Besiktning' }).where('unit_id', '=', unitId).execute();
  for (const [kind, name] of [
    ['projects', 'Tunneln'],
    ['purposes', 'Besiktning'],
  ] as const) {
    const { id } = await add(kind, name);
    expect(
      (await listed(kind)).find((each) => each.id === id),
      kind,
    ).toMatchObject({ uses: 2, users: 0, trips: 2 });
    expect(await admin.call(removeGroup, { params: { kind, id } })).toMatchObject({ status: 409, errors: 'GroupInUse' });
  }
});

test('ADM-013, ATT-003, TRIP-032: trips follow a purpose and a project that are merged; attested and private ones stay, and their history and the audit log tell it', async () => {
  for (const [kind, field] of [
    ['purposes', 'purpose'],
    ['projects', 'project'],
  ] as const) {
    const unit = await makeUnit(app.database, { accountId });
    const start = (day: number) => ({ start: `2026-03-0${day}T08:00:00Z` });
    const open = await makeTrip(app.database, { accountId, unitId: unit.unitId }, start(2));
    const attested = await makeTrip(app.database, { accountId, unitId: unit.unitId }, start(3));
    const hidden = await makeTrip(app.database, { accountId, unitId: unit.unitId }, { ...start(4), type: 'private' });
    await owner
      .updateTable('trip')
      .set({ [field]: `Kundbesök ${kind}` })
      .where('unit_id', '=', unit.unitId)
      .execute();
    await sql`WITH a AS (INSERT INTO attestation (account_id, unit_id, from_day, to_day, admin_attested_at)
      VALUES (${accountId}, ${unit.unitId}, '2026-03-03', '2026-03-03', now()) RETURNING id)
      UPDATE trip SET attestation_id = a.id FROM a WHERE trip.id = ${attested}`.execute(owner);
    const from = await add(kind, `Kundbesök ${kind}`);
    const into = await add(kind, `Möte ${kind}`);
    expect((await listed(kind)).find(({ id }) => id === from.id)).toMatchObject({ trips: 2, attested_trips: 1 });
    await admin.call(updateGroup, { params: { kind, id: from.id }, body: { merge_into: into.id } });
    const now = await owner
      .selectFrom('trip')
      .select(['id', field])
      .where('unit_id', '=', unit.unitId)
      .orderBy('started_at')
      .execute();
    expect(now.map((trip) => [trip.id, (trip as Record<string, unknown>)[field]])).toEqual([
      [open, `Möte ${kind}`],
      [attested, `Kundbesök ${kind}`],
      [hidden, `Kundbesök ${kind}`],
    ]);
    // What lies over the machine's trips is laid anew now and then: the edit holds.
    await layOver(owner, [{ unitId: unit.unitId, fromMs: Date.parse('2026-03-01'), toMs: Date.parse('2026-04-01') }]);
    const history = await owner.selectFrom('trip_edit').selectAll().where('unit_id', '=', unit.unitId).execute();
    expect(history).toMatchObject([{ field, old_value: `Kundbesök ${kind}`, value: `Möte ${kind}`, manual_trip_id: null }]);
    const [line] = await owner.selectFrom('audit_entry').select(['action', 'details']).orderBy('id', 'desc').limit(1).execute();
    expect(line).toEqual({ action: 'group-merged', details: { kind, changed_trips: 1 } });
    const said = await owner.selectFrom('trip').select(field).where('id', '=', open).executeTakeFirstOrThrow();
    expect((said as Record<string, unknown>)[field]).toBe(`Möte ${kind}`);
  }
});

test('ADM-013, ADM-014: a purpose that is the usual one of a unit or a user is in use, until it is merged', async () => {
  const { id } = await add('purposes', 'Servicebesök');
  const into = await add('purposes', 'Besök');
  const { unitId } = await makeUnit(app.database, { accountId });
  await owner.updateTable('unit').set({ default_purpose: 'Servicebesök' }).where('id', '=', unitId).execute();
  await owner.updateTable('member').set({ default_purpose: 'Servicebesök' }).where('id', '=', driverId).execute();
  const params = { kind: 'purposes', id } as const;
  expect((await listed('purposes')).find((each) => each.id === id)).toMatchObject({ uses: 2, users: 1, trips: 0 });
  expect(await admin.call(removeGroup, { params })).toMatchObject({ status: 409, errors: 'GroupInUse' });
  await admin.call(updateGroup, { params, body: { merge_into: into.id } });
  expect((await listed('purposes')).find((each) => each.id === into.id)).toMatchObject({ uses: 2, users: 1 });
});

test('ADM-014: whose usual purpose it is, is told by name whatever the case it was typed in, and to administrators of the account only', async () => {
  const { id } = await add('purposes', 'Tillsyn');
  const params = { id };
  expect((await admin.call(usualPurpose, { params })).data).toEqual({ units: [], users: [] });
  const unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 4' });
  await owner.updateTable('unit').set({ default_purpose: 'tillsyn' }).where('id', '=', unit.unitId).execute();
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Tor Tillsyn' });
  await owner.updateTable('member').set({ default_purpose: 'TILLSYN' }).where('id', '=', member.id).execute();
  const gone = await makeMember(app.database, { accountId, isAdmin: false });
  await owner
    .updateTable('member')
    .set({ default_purpose: 'Tillsyn', removed_at: new Date() })
    .where('id', '=', gone.id)
    .execute();
  expect((await admin.call(usualPurpose, { params })).data).toEqual({
    units: [{ imei: unit.imei, name: 'Skåpbil 4' }],
    users: [{ id: member.id, name: 'Tor Tillsyn' }],
  });
  expect((await listed('purposes')).find((each) => each.id === id)).toMatchObject({ uses: 2, users: 1 });
  expect(await foreignAdmin.call(usualPurpose, { params })).toMatchObject({ status: 404, errors: 'GroupNotFound' });
  expect(await driver.call(usualPurpose, { params })).toMatchObject({ status: 403, errors: 'Forbidden' });
  const { id: department } = await add('departments', 'Tillsyn');
  expect((await admin.call(usualPurpose, { params: { id: department } })).status, 'no purpose').toBe(404);
});

test('ADM-013: one in use is not removed but archived, and comes back', async () => {
  const { id } = await add('projects', 'Bron');
  await unitWith({ project: 'Bron' });
  const params = { kind: 'projects', id } as const;
  expect(await admin.call(removeGroup, { params })).toMatchObject({ status: 409, errors: 'GroupInUse' });
  await admin.call(updateGroup, { params, body: { is_archived: true } });
  expect((await listed('projects')).find((project) => project.id === id)).toMatchObject({ is_archived: true, uses: 1 });
  await admin.call(updateGroup, { params, body: { is_archived: false } });
  expect((await listed('projects')).find((project) => project.id === id)).toMatchObject({ is_archived: false });
});

test('ADM-007: members add purposes and projects only where the account allows it, and never departments', async () => {
  const create = (kind: 'purposes' | 'departments', name: string) =>
    driver.call(createGroup, { params: { kind }, body: { name } });
  expect(await create('purposes', 'Kundbesök')).toMatchObject({ status: 403, errors: 'Forbidden' });
  await owner.updateTable('account').set({ members_may_create_groups: true }).where('id', '=', accountId).execute();
  expect(await create('purposes', 'Kundbesök')).toMatchObject({ status: 200, data: { name: 'Kundbesök' } });
  expect((await create('departments', 'Egen')).status).toBe(403);
  await owner.updateTable('account').set({ members_may_create_groups: false }).where('id', '=', accountId).execute();
  await owner
    .updateTable('member')
    .set({ rights: ['create-groups'] })
    .where('id', '=', driverId)
    .execute();
  expect((await create('purposes', 'Leverans')).status, 'a right of their own').toBe(200);
  expect((await create('purposes', 'x'.repeat(101))).errors).toEqual({ name: ['GroupNameLength'] });
});

test('ADM-014: a purpose has a name of 1 to 100 characters, once whatever its case, and the trips it is offered for', async () => {
  const create = (name: string, more: { trip_type?: 'business' | 'private' | 'other' } = {}) =>
    admin.call(createGroup, { params: { kind: 'purposes' }, body: { name, ...more } });
  for (const name of ['', '   ']) expect((await create(name)).errors).toEqual({ name: ['SpecifyName'] });
  expect((await create('x'.repeat(101))).errors).toEqual({ name: ['GroupNameLength'] });
  expect((await create('x'.repeat(100))).status).toBe(200);
  for (const trip_type of ['business', 'private', 'other'] as const)
    expect((await create(`Ärende ${trip_type}`, { trip_type })).status).toBe(200);
  expect((await create('ÄRENDE PRIVATE')).errors).toEqual({ name: ['NameExists'] });
  const offered = (await listed('purposes')).filter(({ name }) => name.startsWith('Ärende'));
  expect(Object.fromEntries(offered.map(({ name, trip_type }) => [name, trip_type]))).toEqual({
    'Ärende business': 'business',
    'Ärende private': 'private',
    'Ärende other': 'other',
  });
});

test('SEC-008: a group of another account is not found, and members may not change one', async () => {
  const { id } = await add('projects', 'Hemlig');
  const call = { params: { kind: 'projects', id }, body: { name: 'Tagen' } } as const;
  expect(await foreignAdmin.call(updateGroup, call)).toMatchObject({ status: 404, errors: 'GroupNotFound' });
  expect(await driver.call(updateGroup, call)).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect((await listed('projects')).map(({ name }) => name)).toContain('Hemlig');
});
