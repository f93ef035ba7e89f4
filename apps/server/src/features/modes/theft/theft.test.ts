import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { saveWorkingHours } from '@spora/contract/units/settings';
import { history, positions } from '@spora/contract/tracking/endpoints';
import { endTheftMode, getMode, listThefts, setMode, startTheftMode } from '@spora/contract/modes/endpoints';
import { unitHistory } from '@spora/contract/units/endpoints';
import type { AccountId } from '../../../platform/ctx.ts';
import { announce } from '../../../features.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';
import { modesWorld } from '../../../testing/modes.ts';
import { makeReceiver } from '../../../testing/receivers.ts';
import { makeTrip } from '../../../testing/trips.ts';

const app = await testApp();
const { owner, pipeline } = app.database;
const world = modesWorld(app);
afterAll(() => app.close());
const NOON = new Date('2026-03-10T12:00:00Z');
const after = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);
let accountId: AccountId;
let boss: { id: number; email: string };
let admin: Caller;
let unit: MadeUnit;
beforeEach(async () => {
  app.clock.now = NOON;
  accountId = await makeAccount(app.database);
  boss = await makeMember(app.database, { accountId, fullName: 'Berit Boss' });
  admin = await app.signInAs(boss);
  unit = await makeUnit(app.database, { accountId, family: 'C', name: 'Skåpbil 7' });
});
/** At so many hours after noon; sessions do not last so long. */
const at = async (hours: number): Promise<void> => {
  app.clock.now = after(hours);
  admin = await app.signInAs(boss);
};
const mode = async () => (await admin.call(getMode, { params: { imei: unit.imei } })).data!;
const start = (hours: 12 | 24 | 72 | null = null, caller = admin) =>
  caller.call(startTheftMode, { params: { imei: unit.imei }, body: { confirm: true, hours } });
const end = () => admin.call(endTheftMode, { params: { imei: unit.imei } });
const alarms = () =>
  owner.selectFrom('alarm').where('account_id', '=', accountId).select(['kind', 'subject', 'at', 'ended_at']).execute();
const audited = async (action: string) =>
  (
    await owner
      .selectFrom('audit_entry')
      .where('account_id', '=', accountId)
      .where('action', '=', action)
      .select('details')
      .execute()
  ).map(({ details }) => details);

/** Theft mode in the history of the unit. */
const inHistory = async () => {
  const { rows } = (await admin.call(unitHistory, { params: { imei: unit.imei }, query: { type: 'mode' } })).data!;
  return rows
    .filter(({ field }) => field === 'theft_mode')
    .map(({ old_value, new_value, actor }) => [old_value, new_value, actor]);
};

test('MODE-009, SEC-014: theft mode asks for a confirmation, and is written to the audit log, the history and the alarms', async () => {
  await world.heard(unit, accountId, after(-3), 86_400);
  const unconfirmed = await admin.call(startTheftMode, { params: { imei: unit.imei }, body: { hours: 12 } });
  expect(unconfirmed.errors).toBe('ConfirmTheftMode');
  expect((await mode()).theft).toBeNull();
  const { data } = await start(12);
  expect(data).toMatchObject({
    theft: { ends_at: after(12).toISOString(), by: 'Berit Boss', cause: 'person', mode_after: '24h' },
    expected_at: after(21).toISOString(),
  });
  expect((await world.newest(unit))?.text).toContain('10000:1800;10050:300');
  expect(await audited('theft-mode-started')).toEqual([{ hours: 12 }]);
  await world.tellThefts('started');
  expect(await alarms()).toEqual([{ kind: 'theft-mode', subject: '', at: NOON, ended_at: null }]);
});

test('MODE-009: it ends by itself at the time that was chosen, and the mode of before comes back', async () => {
  await admin.call(setMode, { params: { imei: unit.imei }, body: { mode: '8h' } });
  await world.settle(unit, 'acknowledged');
  await start(12);
  await world.settle(unit, 'acknowledged');
  await world.tellThefts('started');
  expect(await mode()).toMatchObject({ current: { mode: 'theft' }, theft: { mode_after: '8h' } });
  app.clock.now = after(11.9);
  await world.tick();
  expect((await alarms())[0]?.ended_at).toBeNull();
  app.clock.now = after(12);
  await world.tick();
  await at(12);
  expect(await mode()).toMatchObject({ theft: null, current: { mode: 'theft' }, pending: { mode: '8h', by: '' } });
  expect((await alarms())[0]?.ended_at).toEqual(after(12));
  await world.settle(unit, 'acknowledged');
  expect(await mode()).toMatchObject({ current: { mode: '8h' }, pending: null });
  expect(await inHistory(), 'its end stands in the history of the unit, which nobody asked for').toEqual([
    ['on', '', ''],
    ['', 'on', 'Berit Boss'],
  ]);
});

test('MODE-003, 13b: a unit that reports more often than theft mode does not become slower by it', async () => {
  await start();
  const text = async () => (await world.newest(unit))!.text;
  expect(await text(), 'nothing is known of it').toMatch(/:1800.*:300/);
  await world.settle(unit, 'acknowledged');
  unit = await makeUnit(app.database, { accountId, family: 'C' });
  await world.heard(unit, accountId, NOON, 60);
  await start();
  expect(await text(), 'it was seen to report each minute').toMatch(/:1800.*:60/);
  unit = await makeUnit(app.database, { accountId, family: 'C' });
  await world.heard(unit, accountId, NOON, 600);
  await start();
  expect(await text(), 'it was seen to report every ten minutes, as it stood').toMatch(/:600.*:300/);
  unit = await makeUnit(app.database, { accountId, family: 'C' });
  await world.heard(unit, accountId, NOON, 600);
  const named = JSON.stringify({ external_voltage_v: 13.8 });
  await owner.updateTable('unit_latest').set({ named }).where('unit_id', '=', unit.unitId).execute();
  await start();
  expect((await mode()).theft?.mode_after).toBe('realtime-1');
  expect(await text(), 'no seldomer on the way than it is set to afterwards').toMatch(/:600.*:60/);
  unit = await makeUnit(app.database, { accountId, family: 'C' });
  await admin.call(setMode, { params: { imei: unit.imei }, body: { mode: 'realtime-1' } });
  await start();
  expect(await text(), 'hourly while it stands is slower than theft mode').toMatch(/:1800.*:60/);
  unit = await makeUnit(app.database, { accountId, family: 'C' });
  await admin.call(setMode, { params: { imei: unit.imei }, body: { mode: '12h' } });
  await start();
  expect(await text()).toMatch(/:1800.*:300/);
});

test('MODE-007, 13b: of a tracker that the vehicle feeds it is told, so that nobody is promised years of battery', async () => {
  await world.heard(unit, accountId, NOON, 60);
  expect((await mode()).is_powered).toBe(false);
  const named = (volts: number) =>
    owner
      .updateTable('unit_latest')
      .set({ named: JSON.stringify({ external_voltage_v: volts }) })
      .where('unit_id', '=', unit.unitId)
      .execute();
  await named(13.8);
  expect((await mode()).is_powered).toBe(true);
  await named(0);
  expect((await mode()).is_powered).toBe(false);
});

test('MODE-011, DEC-51: turned off before the tracker got it, nothing is left to be sent; without a mode before it is 24 h', async () => {
  await start();
  await end();
  expect(await mode()).toMatchObject({ theft: null, pending: null });
  expect((await world.newest(unit))?.state).toBe('withdrawn');
  await admin.call(setMode, { params: { imei: unit.imei }, body: { mode: '1h' } });
  await start();
  await end();
  expect((await mode()).pending, 'what it took the place of is asked for again').toMatchObject({ mode: '1h' });
  unit = await makeUnit(app.database, { accountId, family: 'C' });
  await start();
  await world.settle(unit, 'sent');
  await end();
  await world.settle(unit, 'acknowledged');
  app.clock.now = after(0.1);
  await world.tick();
  expect(await mode(), 'what was on its way when it was turned off').toMatchObject({ theft: null, pending: { mode: '24h' } });
});

test('MODE-010: while it is on, the map says so of the units that one may see, and another mode cannot be chosen', async () => {
  await world.heard(unit, accountId, NOON, 3600);
  const other = await makeMember(app.database, { accountId, isAdmin: false });
  await start(24);
  const shown = (await admin.call(positions, { query: { imeis: unit.imei } })).data!.units;
  expect(shown.map(({ state }) => state)).toEqual(['theft']);
  expect((await admin.call(listThefts)).data!.units).toMatchObject([{ name: 'Skåpbil 7', ends_at: after(24).toISOString() }]);
  expect((await (await app.signInAs(other)).call(listThefts)).data!.units).toEqual([]);
  expect((await admin.call(setMode, { params: { imei: unit.imei }, body: { mode: '1h' } })).errors).toBe('TheftModeIsOn');
  await start(null);
  expect((await mode()).theft?.ends_at, 'asked again it gets the new end').toBeNull();
  await end();
  const calm = (await admin.call(positions, { query: { imeis: unit.imei } })).data!.units;
  expect(calm.map(({ state }) => state)).not.toContain('theft');
});

test('MAP-032, SEC-014: from its start on it overrides private use, not before; the driver is told once and it is on record', async () => {
  const driver = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  await world.heard(unit, accountId, NOON, 3600);
  await makeTrip(
    app.database,
    { accountId, unitId: unit.unitId },
    {
      start: '2026-03-10T10:00:00Z',
      type: 'private',
      driver: driver.id,
      isOngoing: true,
    },
  );
  const seen = async () => (await admin.call(positions, { query: { imeis: unit.imei } })).data!.units[0]!;
  expect(await seen()).toMatchObject({ position: null, no_position_reason: 'private' });
  app.clock.now = after(1);
  await start();
  await world.tellThefts('started');
  expect(await seen()).toMatchObject({ state: 'theft', position: { lat: 59.3 } });
  const query = { imei: unit.imei, from: after(-6).toISOString(), to: after(2).toISOString() };
  const withheld = (await admin.call(history, { query })).data!.private_blocks;
  expect(withheld.length, 'what was private before stays so').toBeGreaterThan(0);
  const { rows } = await sql<{
    before: boolean;
    since: boolean;
  }>`SELECT is_withheld_at(${unit.unitId}, ${boss.id}, ${after(0.5)}) AS before,
    is_withheld_at(${unit.unitId}, ${boss.id}, ${after(1.5)}) AS since`.execute(owner);
  expect(rows).toEqual([{ before: true, since: false }]);
  const told = () =>
    owner
      .selectFrom('mail')
      .where('template', '=', 'private-overridden')
      .where('recipient', '=', driver.email)
      .select('id')
      .execute();
  expect(await told()).toHaveLength(1);
  await world.tick();
  expect(await inHistory(), 'once').toHaveLength(1);
  expect(await audited('private-use-overridden')).toEqual([{ kind: 'theft-mode', recipient: 'Berit Boss' }]);
  await end();
  expect(await seen(), 'and when it is off, what is private is private').toMatchObject({
    position: null,
    no_position_reason: 'private',
  });
});

test('SEC-014, DEC-49: the alarm of theft mode tells no place that was reported in private use or hidden hours before it', async () => {
  const place = async () => {
    await world.tellThefts('started');
    const [row] = await owner
      .selectFrom('alarm')
      .where('account_id', '=', accountId)
      .where('unit_id', '=', unit.unitId)
      .select(['lat_e7', 'lon_e7'])
      .execute();
    return row!;
  };
  const nowhere = { lat_e7: null, lon_e7: null };
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const drive = { start: '2026-03-10T10:00:00Z', type: 'private', driver: driver.id, isOngoing: true } as const;
  await world.heard(unit, accountId, after(-1), 3600);
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, drive);
  await start();
  expect(await place(), 'reported in private use').toEqual(nowhere);
  unit = await makeUnit(app.database, { accountId, family: 'C' });
  await world.heard(unit, accountId, after(-1), 3600);
  await start();
  expect(await place(), 'told to everybody before').toEqual({ lat_e7: 593_000_000, lon_e7: 180_000_000 });
  unit = await makeUnit(app.database, { accountId, family: 'C' });
  await at(-48);
  const body = {
    is_active: true,
    intervals: [{ weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }],
    inside_type: null,
    outside_type: null,
    hide_from_admins: 'during' as const,
  };
  await admin.call(saveWorkingHours, { params: { imei: unit.imei }, body });
  await at(0);
  await world.heard(unit, accountId, after(-1), 3600);
  await start();
  expect(await place(), 'reported in hidden hours').toEqual(nowhere);
});

test('DEC-49: hidden hours do not hide a unit from administrators while theft mode is on', async () => {
  await world.heard(unit, accountId, NOON, 3600);
  await at(-48);
  const body = {
    is_active: true,
    intervals: [{ weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }],
    inside_type: null,
    outside_type: null,
    hide_from_admins: 'during' as const,
  };
  expect((await admin.call(saveWorkingHours, { params: { imei: unit.imei }, body })).status).toBe(200);
  await at(0);
  const reason = async () => (await admin.call(positions, { query: { imeis: unit.imei } })).data!.units[0]!.no_position_reason;
  expect(await reason()).toBe('hidden');
  await start();
  expect(await reason()).toBeNull();
});

test('GEO-008, MODE-006: a unit that leaves a zone set so is in theft mode; one that returns or whose crossing is old is not', async () => {
  const zone = async (theftModeOnLeave: boolean) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO zone (account_id, name, lat_e7, lon_e7, radius_m, alarm, theft_mode_on_leave, created_at, changed_at, is_active)
      VALUES (${accountId}, ${`Hamnen ${theftModeOnLeave}`}, 593000000, 180000000, 300, 'leave', ${theftModeOnLeave}, ${NOON}, ${NOON}, true) RETURNING id`.execute(
      owner,
    );
    return rows[0]!.id;
  };
  const cross = async (zoneId: number, direction: 'left' | 'entered', timeMs = NOON.getTime(), isTold = true) => {
    const place = { latE7: 593_000_000, lonE7: 180_000_000, timeMs };
    const crossing = { unit: { unitId: unit.unitId, accountId }, zoneId, zoneName: 'Hamnen', direction, isTold, at: place };
    await pipeline.transaction().execute((tx) => announce(tx, [{ name: 'zones-crossed', crossings: [crossing as never] }], NOON));
  };
  const [harbour, yard] = [await zone(true), await zone(false)];
  await cross(yard, 'left');
  await cross(harbour, 'entered');
  await cross(harbour, 'left', after(-25).getTime());
  expect((await mode()).theft).toBeNull();
  await owner.updateTable('unit').set({ features: [] }).where('id', '=', unit.unitId).execute();
  await cross(harbour, 'left');
  expect((await mode()).theft, 'FEAT-001').toBeNull();
  await owner
    .updateTable('unit')
    .set({ features: ['theft', 'zones'] })
    .where('id', '=', unit.unitId)
    .execute();
  // A zone that tells of entering only begins it all the same.
  await cross(harbour, 'left', NOON.getTime(), false);
  expect((await mode()).theft).toMatchObject({ cause: 'zone', zone: 'Hamnen', by: '', ends_at: null });
  expect((await world.newest(unit))?.parameters).toEqual({ mode: 'theft' });
  expect(await audited('theft-mode-started')).toEqual([{ zone: 'Hamnen' }]);
  expect(await inHistory(), 'MODE-009: in the history of the unit').toEqual([['', 'on', '']]);
  await end();
  expect(await inHistory()).toEqual([
    ['on', '', 'Berit Boss'],
    ['', 'on', ''],
  ]);
});

test('FEAT-001: without the feature it cannot be turned on; a tracker whose reporting cannot be changed has it all the same', async () => {
  await owner.updateTable('unit').set({ features: [] }).where('id', '=', unit.unitId).execute();
  expect((await start()).errors).toBe('FeatureOff');
  unit = await makeUnit(app.database, { accountId, family: 'B' });
  expect((await start()).data?.theft.cause).toBe('person');
  await world.tellThefts('started');
  expect((await alarms()).map(({ kind }) => kind)).toEqual(['theft-mode']);
});

test('MODE-011, DEC-51: what is said to follow is what is asked of the tracker: the nearest to how it reported, of what it takes', async () => {
  const over = async (family: string, everyS: number | null, volts = 0) => {
    unit = await makeUnit(app.database, { accountId, family });
    if (everyS !== null) await world.heard(unit, accountId, NOON, everyS);
    const named = JSON.stringify({ external_voltage_v: volts });
    await owner.updateTable('unit_latest').set({ named }).where('unit_id', '=', unit.unitId).execute();
    await start();
    expect((await mode()).theft?.changes_reporting, 'a tracker that has not got it goes on as it is').toBe(false);
    await world.settle(unit, 'acknowledged');
    const { mode_after: said, changes_reporting } = (await mode()).theft!;
    expect(changes_reporting).toBe(true);
    expect((await admin.call(listThefts)).data!.units.find(({ imei }) => imei === unit.imei)?.mode_after).toBe(said);
    await end();
    expect((await mode()).pending?.mode, 'what was said').toBe(said);
    await world.settle(unit, 'acknowledged');
    expect(await mode()).toMatchObject({ current: { mode: said }, pending: null });
    return said;
  };
  expect(await over('A', null), 'once a day is more than it takes').toBe('12h');
  expect(await over('A', 86_400)).toBe('12h');
  expect(await over('A', 3600, 13.8), 'it stood: as it drove it may have reported each second').toBe('realtime-1');
  expect(await over('C', 30)).toBe('realtime-1');
  expect(await over('C', 600)).toBe('realtime-5');
  expect(await over('C', 40_000)).toBe('8h');
  expect(await over('C', null)).toBe('24h');
});

test('MODE-011, DEC-51: a unit that was seen to report every ten minutes as it stood does so again, also after the next theft mode', async () => {
  await world.heard(unit, accountId, NOON, 604);
  const text = async () => (await world.newest(unit))!.text;
  for (const wasSet of [false, true]) {
    await start();
    expect((await mode()).theft).toMatchObject({ mode_after: 'realtime-5', resting_after_s: 600, was_set: wasSet });
    expect(await text(), 'theft mode makes it no seldomer').toMatch(/10000:600;10050:300/);
    await world.settle(unit, 'acknowledged');
    await owner.updateTable('unit_latest').set({ report_interval_s: 300 }).where('unit_id', '=', unit.unitId).execute();
    await end();
    expect(await text()).toMatch(/10000:600;10050:300/);
    await world.settle(unit, 'acknowledged');
    expect((await mode()).current).toMatchObject({ mode: 'realtime-5', resting_s: 600 });
  }
  await admin.call(setMode, { params: { imei: unit.imei }, body: { mode: '1h' } });
  await world.settle(unit, 'acknowledged');
  expect((await mode()).after_theft, 'what somebody asks for is as its mode says').toMatchObject({ mode: '1h', resting_s: 3600 });
});

test('MODE-011: what is ordered again, or after its turn came, is as often while it stands as before theft mode', async () => {
  await world.heard(unit, accountId, NOON, 600);
  await start();
  await world.settle(unit, 'sent');
  await end();
  await world.settle(unit, 'acknowledged');
  app.clock.now = after(0.1);
  await world.tick();
  expect((await world.newest(unit))?.text, 'it waited for its turn').toMatch(/10000:600;10050:300/);
});

test('ALARM-035: whoever ends theft mode has seen its alarm, and has dealt with what they began themselves', async () => {
  const states = () =>
    owner
      .selectFrom('alarm')
      .where('account_id', '=', accountId)
      .select(['state', 'handled_by_member_id'])
      .orderBy('at')
      .execute();
  await start();
  await world.tellThefts('started');
  app.clock.now = after(0.5);
  await end();
  await world.tellThefts('ended');
  expect(await states()).toEqual([{ state: 'handled', handled_by_member_id: boss.id }]);
  const other = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Otto Admin' }));
  await start(null, other);
  await world.tellThefts('started');
  await end();
  await world.tellThefts('ended');
  expect((await states()).map(({ state }) => state)).toEqual(['handled', 'seen']);
  app.clock.now = after(0.6);
  await start(12);
  await world.tellThefts('started');
  await at(13);
  await world.tick();
  expect(
    (await states()).map(({ state }) => state),
    'its time was up',
  ).toEqual(['handled', 'seen', 'new']);
});

test('DEC-51: that what follows was never set from here is said, before it is turned on and while it is on', async () => {
  unit = await makeUnit(app.database, { accountId, family: 'C' });
  await world.heard(unit, accountId, NOON, 600);
  expect((await mode()).after_theft).toEqual({ mode: 'realtime-5', resting_s: 600, was_set: false });
  await start();
  expect(await mode()).toMatchObject({ after_theft: null, theft: { mode_after: 'realtime-5', was_set: false } });
  unit = await makeUnit(app.database, { accountId, family: 'C' });
  await admin.call(setMode, { params: { imei: unit.imei }, body: { mode: '8h' } });
  expect((await mode()).after_theft).toEqual({ mode: '8h', resting_s: 8 * 3600, was_set: true });
  await start();
  expect((await mode()).theft).toMatchObject({ mode_after: '8h', was_set: true });
  expect((await admin.call(listThefts)).data!.units.map(({ was_set: wasSet }) => wasSet).toSorted()).toEqual([false, true]);
});

test('MODE-009: it is told how many are told, of whom receive security alarms of the unit and may', async () => {
  const receive = (name: string, over: object, isOfUnit = true) =>
    makeReceiver(
      app.database,
      { account_id: accountId, name, security: true, ...over },
      { unitId: isOfUnit ? unit.unitId : null, at: NOON },
    );
  expect((await mode()).security_receivers).toBe(0);
  await receive('Vakt', { email: 'vakt@example.com' });
  await receive('Verkstad', { email: 'verkstad@example.com', security: false });
  await receive('Annan', { email: 'annan@example.com' }, false);
  expect(await mode()).toMatchObject({
    security_receivers: 1,
    only_security_receiver: { name: 'Vakt', is_own: false, ways: ['email'] },
  });
  await receive('Till', { email: 'till@example.com' });
  expect(await mode()).toMatchObject({
    security_receivers: 2,
    only_security_receiver: null,
    security_receiver_names: ['Till', 'Vakt'],
  });
  for (const name of ['A', 'B']) await receive(name, { email: `${name}@example.com` });
  expect(await mode()).toMatchObject({ security_receivers: 4, security_receiver_names: [] });
});

test('MODE-009: of the one receiver oneself is told, and others only to administrators', async () => {
  const driver = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  unit = await makeUnit(app.database, { accountId, visibleTo: [driver.id] });
  const receiver = { account_id: accountId, name: 'x', member_id: driver.id, email: 'dag@example.com', security: true };
  await makeReceiver(app.database, receiver, { unitId: unit.unitId, at: NOON });
  const toldTo = async (caller: Caller) => {
    const { only_security_receiver: only, security_receiver_names: names } = (
      await caller.call(getMode, { params: { imei: unit.imei } })
    ).data!;
    return [only, names];
  };
  expect(await toldTo(await app.signInAs(driver))).toEqual([{ name: 'Dag Driver', is_own: true, ways: ['email'] }, []]);
  expect(await toldTo(admin)).toEqual([{ name: 'Dag Driver', is_own: false, ways: ['email'] }, ['Dag Driver']]);
});
