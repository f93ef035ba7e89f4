import { columnsOf } from '@spora/telemetry/columns';
import { readAudit } from '@spora/contract/accounts/endpoints';
import { SHARE_LINKS_MAX } from '@spora/contract/limits';
import {
  listShareLinks,
  makeShareLink,
  previewShareLink,
  revokeShareLink,
  watchShareLink,
} from '@spora/contract/sharing/endpoints';
import { saveWorkingHours } from '@spora/contract/units/settings';
import { lockUnit, unlockUnit } from '@spora/contract/units/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prepare } from '../../core/log/appender.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { createLog } from '../../platform/observing/log.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { driveBuilder } from '../../testing/drive.ts';
import { projectNext } from '../../testing/engine.ts';
import { type Caller, testApp, testPorts } from '../../testing/http.ts';
import { recordOf } from '../../testing/projector.ts';
import { makeTrip } from '../../testing/trips.ts';
import { forgetLinks } from './keeping.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
const { owner, pipeline } = app.database;
afterAll(() => app.close());
beforeAll(() => ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-05-01')));

/** A Tuesday, noon by Stockholm's clocks. */
const NOON = Date.parse('2026-03-10T11:00:00Z');
const MINUTE = 60_000;
let accountId: AccountId;
let [ada, eva]: { id: number }[] = [];
let [admin, employee]: Caller[] = [];
let van: MadeUnit;
let car: MadeUnit;

beforeEach(async () => {
  app.clock.now = new Date(NOON);
  accountId = await makeAccount(app.database);
  ada = await makeMember(app.database, { accountId, fullName: 'Ada Admin' });
  eva = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Eva Ek' });
  van = await makeUnit(app.database, { accountId, name: 'Skåpbil', visibleTo: [eva.id] });
  car = await makeUnit(app.database, { accountId, name: 'Direktörsbil' });
  [admin, employee] = [await app.signInAs(ada), await app.signInAs(eva)];
  for (const unit of [van, car]) await drive(unit, NOON - 20 * MINUTE);
});

/** A drive of ten minutes that ends in standing for long enough to be parked. */
async function drive(unit: MadeUnit, startMs: number): Promise<void> {
  const { fixes } = driveBuilder({ startMs, withOdometer: true })
    .stand(60, { ignition: false })
    .drive(600, 60, { ignition: true })
    .stand(400, { ignition: false });
  const frame = { trackerId: unit.trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} };
  await append(pipeline, prepare([frame], app.clock.now, 24));
  while ((await projectNext(pipeline, app.clock.now, { trackers: 50, segments: 8 })).trackers > 0) continue;
}

const tokenOf = (url: string): string => url.split('#')[1] ?? '';
async function share(caller: Caller, units: readonly MadeUnit[], over: Record<string, unknown> = {}): Promise<string> {
  const answer = await caller.call(makeShareLink, { body: { imeis: units.map(({ imei }) => imei), minutes: 60, ...over } });
  expect(answer.status).toBe(200);
  return tokenOf(answer.data!.url);
}
let visits = 0;
/** Each from another address, as many more than one may ask. */
const watch = (token: string, withTrail = false) =>
  app.strangerAt(`198.51.100.${(visits += 1)}`).call(watchShareLink, { body: { token, with_trail: withTrail } });
/** What a stranger is told: of each unit whether it has a position, or the refusal. */
async function seen(token: string): Promise<string> {
  const { status, data, errors } = await watch(token);
  return status === 200
    ? data!.units.map(({ position }) => (position ? 'here' : 'none')).join(' ')
    : `${status} ${typeof errors === 'string' ? errors : JSON.stringify(errors)}`;
}
const OVER = '404 ShareOver';

test('MAP-035, API-062: a stranger with the link sees what was chosen and nothing beside it', async () => {
  const bare = (await watch(await share(employee!, [van], { shows_names: false }))).data!;
  expect(bare).toMatchObject({ title: '', has_trail: false, destination: null });
  expect(bare.units).toHaveLength(1);
  expect(bare.units[0]).toMatchObject({
    number: 1,
    name: null,
    marker_symbol: null,
    way: null,
    trail: null,
    position: { state: 'parked', is_watercraft: false },
  });
  expect(JSON.stringify(bare)).not.toMatch(new RegExp(`${van.imei}|Skåpbil|Eva|Ada|Direkt`));

  const destination = { lat: 59.4, lng: 18, label: 'Lagret' };
  const full = (await watch(await share(admin!, [van, car], { title: 'Leveransen', with_trail: true, destination }), true)).data!;
  expect(full).toMatchObject({ title: 'Leveransen', has_trail: true, destination });
  expect(full.units.map(({ name }) => name)).toEqual(['Skåpbil', 'Direktörsbil']);
  expect(full.units[0]!.way!.distance_m).toBeGreaterThan(0);
  expect(full.units[0]!.marker_symbol, 'told with the name').not.toBeNull();
  expect(full.units[0]!.position).toHaveProperty('address');
  const asBoat = (kind: string) => owner.updateTable('unit').set({ kind }).where('id', '=', van.unitId).execute();
  await asBoat('boat');
  const isBoat = async (shows_names: boolean) =>
    (await watch(await share(admin!, [van], { shows_names }))).data!.units[0]!.position!.is_watercraft;
  expect([await isBoat(true), await isBoat(false)], 'what it is is told with the name').toEqual([true, false]);
  await asBoat('vehicle');
});

test('MAP-035: the trail begins when the link was made', async () => {
  const token = await share(admin!, [van], { with_trail: true });
  expect((await watch(token, true)).data!.units[0]!.trail).toEqual([]);
  app.clock.now = new Date(NOON + 30 * MINUTE);
  await drive(van, NOON + 5 * MINUTE);
  const { trail } = (await watch(token, true)).data!.units[0]!;
  expect(trail!.flat().length).toBeGreaterThan(2);
  expect((await watch(token)).data!.units[0]!.trail, 'not asked for').toBeNull();
  const without = await share(admin!, [van]);
  expect((await watch(without, true)).data!.units[0]!.trail, 'not chosen').toBeNull();
});

test('CONST-057: a link opens for 15 minutes to 30 days and shows nothing after its end', async () => {
  for (const minutes of [14, 30 * 24 * 60 + 1, 15.5])
    expect((await admin!.call(makeShareLink, { body: { imeis: [van.imei], minutes } })).status).toBe(422);
  const short = await share(admin!, [van], { minutes: 15 });
  const long = await share(admin!, [van], { minutes: 30 * 24 * 60 });
  app.clock.now = new Date(NOON + 15 * MINUTE - 1);
  expect(await seen(short)).toBe('here');
  app.clock.now = new Date(NOON + 15 * MINUTE);
  expect(await seen(short)).toBe(OVER);
  app.clock.now = new Date(NOON + 30 * 24 * 60 * MINUTE - 1);
  expect(await seen(long)).toBe('here');
  app.clock.now = new Date(NOON + 30 * 24 * 60 * MINUTE);
  expect(await seen(long)).toBe(OVER);
});

test('MAP-035, API-062: links are listed and copied by their maker, and ended by them or an administrator', async () => {
  const hers = await share(employee!, [van], { title: 'Min' });
  const his = await share(admin!, [car]);
  const own = (await employee!.call(listShareLinks, {})).data!.links;
  expect(own.map(({ title, url }) => [title, tokenOf(url!)])).toEqual([['Min', hers]]);
  const all = (await admin!.call(listShareLinks, {})).data!.links;
  expect(all.map(({ made_by, url, units }) => [made_by, url === null, units])).toEqual([
    ['Ada Admin', false, ['Direktörsbil']],
    ['Eva Ek', true, ['Skåpbil']],
  ]);
  const idOf = (name: string): number => all.find(({ made_by }) => made_by === name)!.id;
  expect((await employee!.call(revokeShareLink, { params: { id: idOf('Ada Admin') } })).errors).toBe('ShareNotFound');
  expect(await seen(his)).toBe('here');
  expect((await admin!.call(revokeShareLink, { params: { id: idOf('Eva Ek') } })).status).toBe(200);
  expect((await admin!.call(revokeShareLink, { params: { id: idOf('Eva Ek') } })).status).toBe(200);
  expect(await seen(hers)).toBe(OVER);
  expect((await employee!.call(listShareLinks, {})).data!.links).toEqual([]);
  const acts = (await admin!.call(readAudit, { query: {} })).data!.rows.filter(({ action }) => action.startsWith('share-'));
  expect(acts.map(({ action }) => action)).toEqual(['share-revoked', 'share-made', 'share-made']);
  // Two links of one unit are told apart.
  expect(acts[0]!.details).toEqual({ ...acts[2]!.details, title: 'Min' });
  expect(Date.parse(String(acts[0]!.details['until']))).toBeGreaterThan(NOON);
  await share(admin!, [car], { with_trail: true });
  const [made] = (await admin!.call(readAudit, { query: {} })).data!.rows;
  expect([made!.details['with_trail'], acts[1]!.details['with_trail']], 'the way is what is private').toEqual([true, false]);
});

test('MAP-035: guessed, cut and foreign tokens get one and the same answer, and nothing is kept that opens a link', async () => {
  const token = await share(admin!, [van]);
  const answers = ['', 'x', 'A'.repeat(43), token.slice(1), `${token}A`].map(async (each) => {
    const { status, errors, headers } = await watch(each).then((answer) => ({ ...answer, headers: null }));
    return JSON.stringify({ status, errors, headers });
  });
  expect(new Set(await Promise.all(answers)).size).toBe(1);
  expect(await seen('A'.repeat(43))).toBe(OVER);
  expect(JSON.stringify(await owner.selectFrom('share_link').selectAll().execute())).not.toContain(token);

  const other = await makeAccount(app.database);
  const stranger = await app.signInAs(await makeMember(app.database, { accountId: other }));
  const { id } = (await admin!.call(listShareLinks, {})).data!.links[0]!;
  expect((await stranger.call(revokeShareLink, { params: { id } })).errors).toBe('ShareNotFound');
  expect((await stranger.call(listShareLinks, {})).data!.links).toEqual([]);
  expect((await stranger.call(makeShareLink, { body: { imeis: [van.imei], minutes: 60 } })).errors).toBe('UnitNotFound');
  expect((await employee!.call(makeShareLink, { body: { imeis: [van.imei, car.imei], minutes: 60 } })).errors).toBe(
    'UnitNotFound',
  );
  expect(await seen(token)).toBe('here');
});

test('MAP-035, MAP-031: of private use and hidden hours a stranger is told "no position" and not why, its driver’s own link too', async () => {
  const token = await share(employee!, [van], { with_trail: true });
  await sql`UPDATE trip SET ended_at = ended_at - interval '1 hour', started_at = started_at - interval '1 hour' WHERE unit_id = ${van.unitId}`.execute(
    owner,
  );
  await makeTrip(
    app.database,
    { accountId, unitId: van.unitId },
    { start: new Date(NOON - 5 * MINUTE).toISOString(), type: 'private', driver: eva!.id, minutes: 4 },
  );
  const inPrivate = (await watch(token, true)).data!.units;
  expect(inPrivate).toEqual([{ number: 1, name: 'Skåpbil', marker_symbol: 'car', position: null, way: null, trail: null }]);

  const silent = await makeUnit(app.database, { accountId, name: 'Skåpbil' });
  expect((await watch(await share(admin!, [silent], { with_trail: true }), true)).data!.units).toEqual(inPrivate);

  const hidden = await share(admin!, [car], { with_trail: true });
  expect(await seen(hidden)).toBe('here');
  const body = {
    is_active: true,
    intervals: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' }],
    inside_type: null,
    outside_type: null,
    hide_from_admins: 'during',
  } as const;
  expect((await admin!.call(saveWorkingHours, { params: { imei: car.imei }, body })).status).toBe(200);
  app.clock.now = new Date(NOON + MINUTE);
  expect((await watch(hidden, true)).data!.units).toEqual([
    { number: 1, name: 'Direktörsbil', marker_symbol: 'car', position: null, way: null, trail: null },
  ]);
});

/** The newest trip of a unit becomes one that somebody drives privately, which ended before noon. */
async function drivePrivately(unit: MadeUnit, driver: { id: number } | null): Promise<void> {
  await sql`UPDATE trip SET ended_at = ended_at - interval '1 hour', started_at = started_at - interval '1 hour' WHERE unit_id = ${unit.unitId}`.execute(
    owner,
  );
  await makeTrip(
    app.database,
    { accountId, unitId: unit.unitId },
    { start: new Date(NOON - 5 * MINUTE).toISOString(), type: 'private', driver: driver?.id ?? null, minutes: 4 },
  );
}
const asKind = (kind: 'company' | 'private') => owner.updateTable('account').set({ kind }).where('id', '=', accountId).execute();
const preview = async (caller: Caller, units: readonly MadeUnit[], with_own_private = false) =>
  (await caller.call(previewShareLink, { body: { imeis: units.map(({ imei }) => imei), with_own_private } })).data!
    .without_position;

test('MAP-035: a private person’s link shows what its maker drives privately where it is to, and nobody else’s', async () => {
  await asKind('private');
  await drivePrivately(van, eva!);
  await drivePrivately(car, ada!);
  const both = { with_own_private: true, with_trail: true };
  const [hers, theirs] = [await share(employee!, [van], both), await share(admin!, [van, car], both)];
  expect([await seen(hers), await seen(theirs)]).toEqual(['here', 'none here']);
  expect(await seen(await share(employee!, [van])), 'not chosen').toBe('none');
  expect(await seen(await share(admin!, [car, van])), 'not chosen').toBe('none none');
  const nobody = await makeUnit(app.database, { accountId, name: 'Ingens' });
  await drive(nobody, NOON - 20 * MINUTE);
  await drivePrivately(nobody, null);
  expect(await seen(await share(admin!, [nobody], both)), 'of whom it is not known').toBe('none');

  app.clock.now = new Date(NOON + 30 * MINUTE);
  await drive(van, NOON + 5 * MINUTE);
  await sql`UPDATE trip SET computed_type = 'private', computed_driver_id = ${eva!.id} WHERE unit_id = ${van.unitId}`.execute(
    owner,
  );
  const [own] = (await watch(hers, true)).data!.units;
  expect(own!.trail!.flat().length, 'the way as well').toBeGreaterThan(2);
  expect((await watch(theirs, true)).data!.units[0]).toMatchObject({ position: null, trail: null });

  const listed = (await employee!.call(listShareLinks, {})).data!.links;
  expect(listed.map(({ with_own_private }) => with_own_private)).toEqual([false, true]);
  const made = (await admin!.call(readAudit, { query: {} })).data!.rows.filter(({ action }) => action === 'share-made');
  expect(made.map(({ details }) => details['with_own_private'] ?? false)).toEqual([true, false, false, true, true]);
});

test('MAP-035, MAP-031: a company’s link never shows private use, asked for or not, nor one that was made before the account was a company’s', async () => {
  const body = { imeis: [van.imei], minutes: 60, with_own_private: true };
  expect((await employee!.call(makeShareLink, { body })).errors).toBe('Forbidden');
  expect((await admin!.call(makeShareLink, { body })).errors).toBe('Forbidden');
  await asKind('private');
  const token = await share(employee!, [van], { with_own_private: true });
  await drivePrivately(van, eva!);
  expect(await seen(token)).toBe('here');
  await asKind('company');
  expect(await seen(token)).toBe('none');
});

test('MAP-035, MAP-004: hidden hours hide from a link that shows private use as well', async () => {
  await asKind('private');
  await drivePrivately(car, ada!);
  const token = await share(admin!, [car], { with_own_private: true, with_trail: true });
  expect(await seen(token)).toBe('here');
  const body = {
    is_active: true,
    intervals: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' }],
    inside_type: null,
    outside_type: null,
    hide_from_admins: 'during',
  } as const;
  expect((await admin!.call(saveWorkingHours, { params: { imei: car.imei }, body })).status).toBe(200);
  app.clock.now = new Date(NOON + MINUTE);
  expect((await watch(token, true)).data!.units[0]).toMatchObject({ position: null, trail: null });
});

test('MAP-035, SEC-015: while what is the driver’s alone is closed to its maker, a link shows none of it and is not copied, and none is made', async () => {
  await asKind('private');
  await drivePrivately(van, eva!);
  const token = await share(employee!, [van], { with_own_private: true });
  await sql`UPDATE member SET private_closed_at = now() WHERE id = ${eva!.id}`.execute(owner);
  expect(await seen(token)).toBe('none');
  expect((await employee!.call(listShareLinks, {})).data!.links.map(({ url }) => url)).toEqual([null]);
  const body = { imeis: [van.imei], minutes: 60, with_own_private: true };
  expect((await employee!.call(makeShareLink, { body })).errors).toBe('Forbidden');
  await sql`UPDATE member SET private_closed_at = NULL WHERE id = ${eva!.id}`.execute(owner);
  expect(await seen(token)).toBe('here');
});

test('MAP-035: before a link is made it is told what it would show no position of', async () => {
  expect(await preview(admin!, [van, car])).toEqual([]);
  await drivePrivately(van, eva!);
  const silent = await makeUnit(app.database, { accountId, name: 'Tyst' });
  const inPrivate = { imei: van.imei, name: 'Skåpbil', is_private: true };
  expect(await preview(admin!, [van, car, silent])).toEqual(
    expect.arrayContaining([inPrivate, { imei: silent.imei, name: 'Tyst', is_private: false }]),
  );
  expect(await preview(employee!, [van]), 'its driver, whose own map shows it').toEqual([inPrivate]);
  expect(await preview(employee!, [van], true), 'a company shows it in no link').toEqual([inPrivate]);
  await asKind('private');
  expect(await preview(employee!, [van])).toEqual([inPrivate]);
  expect(await preview(employee!, [van], true)).toEqual([]);
  expect(await preview(admin!, [van], true)).toEqual([inPrivate]);
});

test('MAP-035, LOCK-005: a lock takes a unit out of every link for good, its locker’s own too', async () => {
  const both = await share(admin!, [van, car]);
  const own = await share(employee!, [van]);
  expect((await employee!.call(lockUnit, { params: { imei: van.imei }, body: { reason: '' } })).status).toBe(200);
  expect(await seen(both)).toBe('here');
  expect((await watch(both)).data!.units.map(({ name }) => name)).toEqual(['Direktörsbil']);
  expect(await seen(own)).toBe(OVER);
  expect((await employee!.call(unlockUnit, { params: { imei: van.imei }, body: { reason: '' } })).status).toBe(200);
  expect(await seen(own)).toBe(OVER);
});

const LOSSES: Record<string, () => Promise<unknown>> = {
  'the unit is retired': () => sql`UPDATE unit SET retired_at = now() WHERE id = ${van.unitId}`.execute(owner),
  'its maker loses access to the unit': () =>
    sql`DELETE FROM unit_access WHERE unit_id = ${van.unitId} AND member_id = ${eva!.id}`.execute(owner),
  'its maker is switched off': () => sql`UPDATE member SET disabled_at = now() WHERE id = ${eva!.id}`.execute(owner),
  'its maker is removed': () => sql`UPDATE member SET removed_at = now() WHERE id = ${eva!.id}`.execute(owner),
  'its maker loses the map': () => sql`UPDATE member SET real_time_map = false WHERE id = ${eva!.id}`.execute(owner),
  'the account is closed': () => sql`UPDATE account SET closed_at = now() WHERE id = ${accountId}`.execute(owner),
};
test.each(Object.keys(LOSSES))('MAP-035: a link shows nothing after %s', async (what) => {
  const token = await share(employee!, [van]);
  expect(await seen(token)).toBe('here');
  await LOSSES[what]!();
  expect(await seen(token)).toBe(OVER);
});

test('MAP-035: who has no map shares nothing, and nobody more than 50 links at once', async () => {
  await sql`UPDATE member SET real_time_map = false WHERE id = ${eva!.id}`.execute(owner);
  const again = await app.signInAs(eva!);
  expect((await again.call(makeShareLink, { body: { imeis: [van.imei], minutes: 60 } })).errors).toBe('Forbidden');
  expect((await again.call(listShareLinks, {})).errors).toBe('Forbidden');
  await sql`INSERT INTO share_link (account_id, member_id, token_hash, sealed_token, title, shows_names, with_trail, created_at, expires_at)
    SELECT ${accountId}, ${ada!.id}, int8send(n), '', '', true, false, ${app.clock.now}, ${new Date(NOON + MINUTE)} FROM generate_series(1, ${SHARE_LINKS_MAX}::int) n`.execute(
    owner,
  );
  expect((await admin!.call(makeShareLink, { body: { imeis: [van.imei], minutes: 60 } })).errors).toBe('ShareLinksMax');
  await owner.deleteFrom('share_link').where('account_id', '=', accountId).execute();
});

test('MAP-035: links that have been over for 90 days are forgotten', async () => {
  await share(admin!, [van], { minutes: 15 });
  const count = async () =>
    (await owner.selectFrom('share_link').select('id').where('account_id', '=', accountId).execute()).length;
  const forget = (days: number) =>
    forgetLinks({
      actor: { kind: 'system' },
      db: pipeline,
      now: () => new Date(NOON + days * 24 * 60 * MINUTE),
      ports: testPorts(),
      log: createLog({ logLevel: 'silent' }),
    });
  await forget(90);
  expect(await count()).toBe(1);
  await forget(91);
  expect(await count()).toBe(0);
});
