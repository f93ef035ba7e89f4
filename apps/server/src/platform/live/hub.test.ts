import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { signOut } from '@spora/contract/auth/endpoints';
import type { LiveEvent } from '@spora/contract/live-event';
import { pathOf } from '@spora/contract/paths';
import { positions } from '@spora/contract/tracking/endpoints';
import { retireUnit } from '@spora/contract/units/endpoints';
import type { AccountId } from '../ctx.ts';
import { createViewer } from './viewer.ts';
import { announceAll, eventIdAt, messagesOf } from './hub.ts';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { testApp } from '../../testing/http.ts';
import { streamsOf, type TestStream } from '../../testing/live-stream.ts';
import { makeTrip } from '../../testing/trips.ts';

const app = await testApp({ live: { heartbeatMs: 200 } });
afterAll(() => app.close());
const openStream = await streamsOf(app);
const { pipeline, owner } = app.database;

const tells = (unitId: number) => (event: LiveEvent) => event.kind === 'position' && event.units.some(({ id }) => id === unitId);

async function move(accountId: AccountId, unitId: number, speed = 50): Promise<void> {
  await pipeline.transaction().execute(async (tx) => {
    const state = {
      last_contact_at: new Date(),
      time: new Date(),
      lat_e7: 593_000_000,
      lon_e7: 180_000_000,
      speed_kmh: speed,
      state: 'moving',
      report_interval_s: 60,
      changed_at: new Date(),
    };
    await tx
      .insertInto('unit_latest')
      .values({ unit_id: unitId, account_id: accountId, ...state })
      .onConflict((conflict) => conflict.column('unit_id').doUpdateSet(state))
      .execute();
    // As the projector tells it: the row says that it changed.
    await announceAll(tx, [{ accountId, unitId, kind: 'position', isPassing: true }]);
  });
}

const accountId = await makeAccount(app.database);
const admin = await app.signInAs(await makeMember(app.database, { accountId }));

test('API-061, MAP-003: a change reaches who may see the unit, within half a second, and nobody else', async () => {
  const foreignAdmin = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  const mine = await makeUnit(app.database, { accountId, visibleTo: [member.id] });
  const other = await makeUnit(app.database, { accountId });
  const streams = await Promise.all([openStream(admin), openStream(await app.signInAs(member)), openStream(foreignAdmin)]);
  await move(accountId, other.unitId);
  const tookMs: number[] = [];
  let event: LiveEvent | undefined;
  // The quickest of five counts: on a busy machine one of them may wait for its turn.
  for (let i = 0; i < 5; i += 1) {
    const before = performance.now();
    await move(accountId, mine.unitId, 71 + i);
    event = await streams[1].next(
      (told) =>
        told.kind === 'position' && told.units.some(({ id, position }) => id === mine.unitId && position?.speed_kmh === 71 + i),
    );
    tookMs.push(performance.now() - before);
  }
  expect(Math.min(...tookMs)).toBeLessThan(500);
  expect(event).toMatchObject({
    kind: 'position',
    units: [{ id: mine.unitId, imei: mine.imei, position: { speed_kmh: 75, lat: 59.3 } }],
  });
  await streams[0].next(tells(mine.unitId));
  await streams[0].next(tells(other.unitId));
  await wait(300);
  expect(streams[1].events.some(tells(other.unitId))).toBe(false);
  expect(streams[2].events.filter(({ kind }) => kind !== 'heartbeat')).toEqual([]);
  for (const stream of streams) stream.close();
});

test('14-1, ALARM-035, MAP-032: an alarm is told to who sees the unit and nobody else; in private use to its driver, an override to all', async () => {
  const accountId = await makeAccount(app.database);
  const watching = await app.signInAs(await makeMember(app.database, { accountId }));
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const other = await makeMember(app.database, { accountId, isAdmin: false });
  const { unitId } = await makeUnit(app.database, { accountId, visibleTo: [driver.id] });
  const streams = await Promise.all(
    [watching, await app.signInAs(driver), await app.signInAs(other)].map((caller) => openStream(caller)),
  );
  const told = () => streams.map(({ events }) => events.filter((event) => event.kind === 'alarm').length);
  const tell = async (kind: 'alarm' | 'override', expected: readonly number[]) => {
    await announceAll(pipeline, [{ accountId, unitId, kind }]);
    await expect.poll(told).toEqual(expected);
  };
  await tell('alarm', [1, 1, 0]);
  await makeTrip(
    app.database,
    { accountId, unitId },
    { start: '2026-03-10T08:00:00Z', type: 'private', driver: driver.id, isOngoing: true },
  );
  await tell('alarm', [1, 2, 0]);
  await tell('override', [2, 3, 0]);
  // Who comes back is told no more than who stayed.
  const again = await openStream(watching, String(Date.now() - 20_000));
  await again.next(({ kind }) => kind === 'alarm');
  await wait(300);
  expect(again.events.filter(({ kind }) => kind === 'alarm')).toHaveLength(1);
  for (const stream of [...streams, again]) stream.close();
});

test('12-A1, MAP-032: of private use others are told once, and not again as often as the unit reports or its trip grows; its driver is', async () => {
  const accountId = await makeAccount(app.database);
  const watching = await app.signInAs(await makeMember(app.database, { accountId }));
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const { unitId } = await makeUnit(app.database, { accountId, visibleTo: [driver.id] });
  const of = { accountId, unitId };
  const tripId = await makeTrip(app.database, of, {
    start: '2026-03-10T08:00:00Z',
    type: 'private',
    driver: driver.id,
    isOngoing: true,
  });
  const [seen, own] = [await openStream(watching), await openStream(await app.signInAs(driver))];
  const announceTrip = () => announceAll(pipeline, [{ accountId, unitId, kind: 'trip' }]);
  const ofTrips = ({ events }: TestStream) => events.filter((event) => event.kind === 'trip' && event.unit_id === unitId).length;
  for (const [i, speed] of [51, 52, 53].entries()) {
    await move(accountId, unitId, speed);
    await announceTrip();
    // What changes twice before it is sent is sent once: the next one waits until the driver has this one.
    while (ofTrips(own) <= i) await wait(20);
    await own.next((event) => event.kind === 'position' && event.units.some(({ position }) => position?.speed_kmh === speed));
    await wait(300);
  }
  const told = seen.events.filter(tells(unitId));
  expect(told).toMatchObject([{ units: [{ id: unitId, position: null, state: 'parked', last_contact: null }] }]);
  expect(ofTrips(seen)).toBe(0);
  await owner.updateTable('trip').set({ is_ongoing: false }).where('id', '=', tripId).execute();
  await announceTrip();
  await seen.next((event) => event.kind === 'trip' && event.unit_id === unitId);
  for (const stream of [seen, own]) stream.close();
});

test('MAP-025: many changes of one unit are one event, the newest, at most ten times a second', async () => {
  const { unitId } = await makeUnit(app.database, { accountId });
  const stream = await openStream(admin);
  const before = performance.now();
  for (let speed = 1; speed <= 60; speed += 1) await move(accountId, unitId, speed);
  const speeds = () =>
    stream.events
      .flatMap((event) => (event.kind === 'position' ? event.units.filter(({ id }) => id === unitId) : []))
      .map(({ position }) => position?.speed_kmh);
  await expect.poll(() => speeds().at(-1)).toBe(60);
  const seconds = (performance.now() - before) / 1000;
  const told = speeds();
  // One at once, then ten a second, however long the moves took.
  expect(told.length).toBeLessThanOrEqual(1 + Math.ceil(10 * seconds));
  expect(told.length).toBeLessThan(60);
  stream.close();
});

test('nobody hears of what is rolled back', async () => {
  const { unitId } = await makeUnit(app.database, { accountId });
  const stream = await openStream(admin);
  await expect(
    pipeline.transaction().execute(async (tx) => {
      // As the projector tells it: the row says that it changed.
      await announceAll(tx, [{ accountId, unitId, kind: 'position', isPassing: true }]);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await wait(200);
  expect(stream.events.some(tells(unitId))).toBe(false);
  stream.close();
});

test("MAP-031: on a private trip the unit's place goes to its driver alone, on the same stream", async () => {
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const { unitId } = await makeUnit(app.database, { accountId, visibleTo: [driver.id] });
  const other = await makeUnit(app.database, { accountId, visibleTo: [driver.id] });
  const at = new Date();
  const trip = {
    account_id: accountId,
    unit_id: unitId,
    started_at: at,
    ended_at: at,
    is_ongoing: true,
    computed_driver_id: driver.id,
  };
  const computed = { distance_m: 1, distance_source: 'positions', max_speed_kmh: 1, end_rule: 'open', computed_rule: 'default' };
  await owner
    .insertInto('trip')
    .values({ ...trip, ...computed, computed_type: 'private', algorithm_version: 1 })
    .execute();
  const [others, own] = await Promise.all([openStream(admin), openStream(await app.signInAs(driver))]);
  await move(accountId, unitId, 44);
  const [seen, mine] = await Promise.all([others.next(tells(unitId)), own.next(tells(unitId))]);
  expect(seen).toMatchObject({ units: [{ id: unitId, state: 'parked', position: null, no_position_reason: 'private' }] });
  expect(mine).toMatchObject({ units: [{ id: unitId, state: 'moving', position: { speed_kmh: 44, lat: 59.3 } }] });
  await move(accountId, other.unitId, 45);
  expect(await own.next(tells(other.unitId))).toMatchObject({ units: [{ position: { speed_kmh: 45 } }] });
  expect(own.events.filter(tells(unitId))).toHaveLength(1);
  for (const stream of [others, own]) stream.close();
});

test('DEC-59: a stream continues after the full state, and after its own last event', async () => {
  const { unitId } = await makeUnit(app.database, { accountId });
  const full = await admin.call(positions);
  await move(accountId, unitId, 33);
  const stream = await openStream(admin, full.data?.last_event_id);
  const event = await stream.next(tells(unitId));
  stream.close();
  await announceAll(pipeline, [{ accountId, unitId, kind: 'trip' }]);
  const again = await openStream(admin, event.id);
  expect(await again.next(({ kind }) => kind === 'trip')).toMatchObject({ unit_id: unitId, trip: null });
  expect(again.events.some(({ kind }) => kind === 'reload')).toBe(false);
  again.close();
});

test.each([
  ['from over five minutes ago', eventIdAt(new Date(Date.now() - 301_000))],
  ['of another kind', 'abc'],
  ['far too long', '9'.repeat(400)],
])('DEC-59: a last event %s asks for a full load', async (_what, id) => {
  const stream = await openStream(admin, id);
  await stream.next(({ kind }) => kind === 'reload');
  stream.close();
});

test('DEC-59: heartbeats keep a quiet stream alive and move its event id on', async () => {
  const stream = await openStream(admin);
  await stream.next(({ kind }) => kind === 'heartbeat');
  expect(Number(stream.events[0]?.id)).toBeGreaterThan(1.6e12);
  stream.close();
});

test('MAP-003: access given and taken holds at once on an open stream', async () => {
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  const { unitId } = await makeUnit(app.database, { accountId });
  const stream = await openStream(await app.signInAs(member));
  await owner.insertInto('unit_access').values({ account_id: accountId, member_id: member.id, unit_id: unitId }).execute();
  await stream.next(({ kind }) => kind === 'reload');
  await move(accountId, unitId);
  await stream.next(tells(unitId));
  stream.events.length = 0;
  await owner.deleteFrom('unit_access').where('member_id', '=', member.id).execute();
  await stream.next(({ kind }) => kind === 'reload');
  await move(accountId, unitId);
  await wait(300);
  expect(stream.events.some(tells(unitId))).toBe(false);
  stream.close();
});

test('LOCK-005, MAP-003: of a locked unit an administrator who is shut out is told nothing, on a stream that is open already', async () => {
  const accountId = await makeAccount(app.database);
  const lockerId = (await makeMember(app.database, { accountId, isAdmin: false })).id;
  const stream = await openStream(await app.signInAs(await makeMember(app.database, { accountId })));
  const [locked, open] = [await makeUnit(app.database, { accountId }), await makeUnit(app.database, { accountId })];
  await move(accountId, locked.unitId);
  await stream.next(tells(locked.unitId));
  const lock = { locked_at: new Date(), locked_by_member_id: lockerId };
  await owner.updateTable('unit').set(lock).where('id', '=', locked.unitId).execute();
  await stream.next(({ kind }) => kind === 'reload');
  stream.events.length = 0;
  await move(accountId, locked.unitId, 61);
  await move(accountId, open.unitId);
  await stream.next(tells(open.unitId));
  await wait(300);
  expect(stream.events.some(tells(locked.unitId))).toBe(false);
  stream.close();
});

test('MAP-034, ADM-025: a unit that is taken out of use leaves open maps at once, and only those that had it', async () => {
  const accountId = await makeAccount(app.database);
  const manager = await app.signInAs(await makeMember(app.database, { accountId }));
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const other = await makeMember(app.database, { accountId, isAdmin: false });
  const { imei } = await makeUnit(app.database, { accountId, visibleTo: [driver.id] });
  await makeUnit(app.database, { accountId, visibleTo: [other.id] });
  const streams = await Promise.all(
    [manager, await app.signInAs(driver), await app.signInAs(other)].map((caller) => openStream(caller)),
  );
  expect((await manager.call(retireUnit, { params: { imei }, body: { reason: 'sold' } })).status).toBe(200);
  for (const stream of streams.slice(0, 2)) await stream.next(({ kind }) => kind === 'reload');
  expect((await manager.call(positions, { query: {} })).data?.units).toHaveLength(1);
  await wait(200);
  expect(streams[2]!.events.map(({ kind }) => kind)).not.toContain('reload');
  for (const stream of streams) stream.close();
});

test.each(['signs out', 'is disabled', 'loses the map'])('SEC-008: when the member %s, the stream ends', async (what) => {
  const member = await makeMember(app.database, { accountId });
  const caller = await app.signInAs(member);
  const stream = await openStream(caller);
  if (what === 'signs out') await caller.call(signOut);
  else
    await owner
      .updateTable('member')
      .set(what === 'is disabled' ? { disabled_at: new Date() } : { real_time_map: false })
      .where('id', '=', member.id)
      .execute();
  for (let i = 0; i < 100 && !stream.isOver(); i += 1) await wait(20);
  expect(stream.isOver()).toBe(true);
});

test('when the database connection breaks, every viewer loads anew and hears again', async () => {
  const { unitId } = await makeUnit(app.database, { accountId });
  const stream = await openStream(admin);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'spora_live' AND datname = current_database()`
    .execute(app.database.api)
    .catch(() => undefined);
  await stream.next(({ kind }) => kind === 'reload');
  await move(accountId, unitId);
  await stream.next(tells(unitId));
  stream.close();
}, 10_000);

test('one member may not hold streams without end', async () => {
  const caller = await app.signInAs(await makeMember(app.database, { accountId }));
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(caller)));
  const refused = await caller.request({ url: pathOf('tracking.stream') });
  expect({ status: refused.statusCode, body: refused.json<unknown>() }).toEqual({
    status: 429,
    body: { success: false, errors: 'TooManyRequests' },
  });
  for (const stream of streams) stream.close();
});

test('a reader that stalls holds a bounded amount of memory and is then told to load anew', async () => {
  let response!: ServerResponse;
  const server = createServer((_request, answer) => {
    response = answer;
    answer.writeHead(200);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  socket.pause();
  while (!(response as ServerResponse | undefined)) await wait(5);
  const actor = {
    kind: 'member',
    accountId,
    memberId: 1,
    sessionId: 1,
    isAdmin: true,
    mayUseMap: true,
    isPrivateClosed: false,
    timeZone: 'UTC',
  } as const;
  const viewer = createViewer(response, {
    actor,
    tokenHash: Buffer.alloc(32),
    audience: { key: 'all', unitIds: null, viewers: new Set() },
    nowMs: () => performance.now(),
    // As the feed does at its next flush.
    onDrain: (behind) => (behind.mustReload ? behind.reload('7') : undefined),
  });
  const frame = (units: number[]) => ({ kind: 'position' as const, units, bytes: Buffer.alloc(70_000, 'x') });
  for (let i = 0; i < 1000; i += 1) {
    viewer.send([frame([i * 3, i * 3 + 1, i * 3 + 2])]);
    await new Promise(setImmediate);
  }
  expect(viewer.blockedSinceMs).toBeDefined();
  expect(response.writableLength).toBeLessThan(250_000);
  expect(viewer.mustReload).toBe(true);
  let heard = '';
  socket.on('data', (data) => (heard = (heard + data.toString()).slice(-200)));
  socket.resume();
  while (!heard.includes('reload')) await wait(5);
  expect(viewer.isBehind).toBe(false);
  socket.destroy();
  server.close();
});

test('announcements of one transaction are few notifications, each short enough for PostgreSQL', async () => {
  const many = Array.from({ length: 5000 }, (_, i) => ({
    accountId,
    unitId: 9_000_000_000 + (i % 2500),
    kind: 'position' as const,
  }));
  const messages = messagesOf(many);
  expect(messages.flatMap(({ position }) => position ?? [])).toHaveLength(2500);
  for (const message of messages) expect(JSON.stringify(message).length).toBeLessThan(8000);
  await announceAll(pipeline, []);
  await owner.transaction().execute(async (tx) => {
    await sql`SELECT pg_notify('spora_live', ${JSON.stringify(messages[0])})`.execute(tx);
  });
});

test('what is no message of ours on the channel is dropped: the streams go on', async () => {
  const { unitId } = await makeUnit(app.database, { accountId });
  const stream = await openStream(admin);
  await sql`SELECT pg_notify('spora_live', payload) FROM unnest(ARRAY['x', '', '{"account":"1"}', '{"position":[1]}']) AS payload`.execute(
    pipeline,
  );
  await move(accountId, unitId);
  await stream.next(tells(unitId));
  expect(app.logged.filter(({ msg }) => msg === 'a message that cannot be read was dropped')).toHaveLength(1);
  stream.close();
});
