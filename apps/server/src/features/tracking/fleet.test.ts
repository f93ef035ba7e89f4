import { decodePackedPositions } from '@spora/telemetry/packed-positions';
import { fleet, type LiveUnit, PACKED_FROM_UNITS, positions } from '@spora/contract/tracking/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
const NOW = new Date('2026-03-10T20:00:00Z');
/** As a browser asks. */
const EITHER = { accept: 'application/octet-stream, application/json' };
let accountId: AccountId;
let admin: Caller;
beforeAll(async () => {
  app.clock.now = NOW;
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
});

const heard = (unitIds: readonly number[]) =>
  sql`
  INSERT INTO unit_latest (unit_id, account_id, last_contact_at, time, lat_e7, lon_e7, speed_kmh, heading_deg, report_interval_s, state)
  SELECT id, ${accountId}, ${NOW}, ${NOW}, 593000000, 180000000, 50, 90, 60, 'moving' FROM unnest(${unitIds}::bigint[]) AS u (id)`.execute(
    owner,
  );

/** What JSON says of the units, in the words of the fleet. */
const named = (unit: LiveUnit) => {
  const { id, imei, kind, name, registration_number, colour, marker_symbol, icon, department, project, tags, driver } = unit;
  const hides_speed = unit.hides_speed ?? false;
  return {
    id,
    imei,
    kind,
    name,
    registration_number,
    colour,
    marker_symbol,
    icon,
    department,
    project,
    tags,
    driver,
    hides_speed,
  };
};

test('API-055: the fleet says of units what JSON says and the packed positions do not, and of those that never reported why', async () => {
  const driver = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Kim Berg' });
  const given = await makeUnit(app.database, { accountId, name: 'Given', visibleTo: [driver.id] });
  const other = await makeUnit(app.database, { accountId, name: 'Other', kind: 'boat' });
  const silent = await makeUnit(app.database, { accountId, name: 'Silent' });
  const privately = await makeUnit(app.database, { accountId, name: 'Entered by hand' });
  await makeTrip(app.database, { accountId, unitId: privately.unitId }, { start: '2026-03-10T08:00:00Z', type: 'private' });
  await heard([given.unitId, other.unitId]);
  await sql`UPDATE unit SET hides_speed = true, department = 'North', tags = '{a,b}' WHERE id = ${given.unitId}`.execute(owner);
  const settings = JSON.stringify({ driverMemberId: driver.id });
  await owner
    .insertInto('unit_setting')
    .values({ account_id: accountId, unit_id: given.unitId, valid_from: new Date(0), settings })
    .execute();
  for (const caller of [admin, await app.signInAs(driver)]) {
    const { units } = (await caller.call(positions)).data!;
    const { unreported, ...columns } = (await caller.call(fleet)).data!.units!;
    const told = columns.id.map((_, i) => Object.fromEntries(Object.entries(columns).map(([key, values]) => [key, values[i]])));
    expect(told).toEqual(units.map(named));
    const packed = await caller.call(positions, {}, { accept: 'application/octet-stream' });
    const reported = new Set(decodePackedPositions(packed.raw).positions.unitId);
    expect(unreported).toEqual(
      units
        .filter(({ id }) => !reported.has(id))
        .map(({ id, state, last_contact, no_position_reason }) => ({ id, state, last_contact, no_position_reason })),
    );
  }
  const { units } = (await admin.call(fleet)).data!;
  expect(units!.id).toContain(silent.unitId);
  expect(units!.unreported.map(({ no_position_reason }) => no_position_reason)).toEqual(['never-connected', 'private']);
});

test('API-055: who knows the fleet is told so, until something of it changes', async () => {
  const unit = await makeUnit(app.database, { accountId, name: 'Before' });
  const ask = async (known?: string) => (await admin.call(fleet, { query: known ? { known } : {} })).data!;
  const { version } = await ask();
  expect(await ask(version)).toEqual({ version, units: null });
  await heard([unit.unitId]);
  await sql`UPDATE unit SET name = 'After' WHERE id = ${unit.unitId}`.execute(owner);
  const changed = await ask(version);
  expect(changed.version).not.toBe(version);
  expect(changed.units?.name).toContain('After');
});

test('MAP-002: who has no map is told of no fleet', async () => {
  const caller = await app.signInAs(await makeMember(app.database, { accountId, mayUseMap: false }));
  expect((await caller.call(fleet)).errors).toBe('Forbidden');
});

test('MAP-003: units asked for by number are those that the user may see, and nothing says that there are others', async () => {
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  const mine = await makeUnit(app.database, { accountId, visibleTo: [member.id] });
  const theirs = await makeUnit(app.database, { accountId });
  const foreign = await makeUnit(app.database, { accountId: await makeAccount(app.database) });
  const ask = async (caller: Caller, ...ids: number[]) =>
    (await caller.call(positions, { query: { ids: ids.join() } })).data?.units.map(({ id }) => id);
  const caller = await app.signInAs(member);
  expect(await ask(caller, mine.unitId, theirs.unitId, foreign.unitId, 9_999_999)).toEqual([mine.unitId]);
  expect(await ask(caller, theirs.unitId)).toEqual([]);
  expect(await ask(admin, mine.unitId, theirs.unitId, foreign.unitId)).toEqual([mine.unitId, theirs.unitId]);
  expect((await caller.call(positions, { query: { ids: 'x' } })).status).toBe(422);
});

test('API-055: who takes both forms is answered JSON of a few units and the packed form of many', async () => {
  const few = await admin.call(positions, {}, EITHER);
  expect(few.headers['content-type']).toMatch(/json/);
  expect(few.data?.units.length).toBeGreaterThan(1);
  await sql`WITH made AS (INSERT INTO unit (account_id, name) SELECT ${accountId}, 'Unit ' || i FROM generate_series(1, ${PACKED_FROM_UNITS}::int) i RETURNING id)
    INSERT INTO unit_latest (unit_id, account_id, last_contact_at, report_interval_s, state) SELECT id, ${accountId}, ${NOW}, 60, 'parked' FROM made`.execute(
    owner,
  );
  const many = await admin.call(positions, {}, EITHER);
  expect(many.headers['content-type']).toBe('application/octet-stream');
  expect(decodePackedPositions(many.raw).positions.n).toBeGreaterThanOrEqual(PACKED_FROM_UNITS);
  expect((await admin.call(positions)).headers['content-type']).toMatch(/json/);
});
