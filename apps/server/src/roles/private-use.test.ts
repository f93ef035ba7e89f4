import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { decodePackedPositions } from '@spora/telemetry/packed-positions';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { saveReceiver } from '@spora/contract/alarms/receivers';
import { effectOf } from '@spora/contract/path';
import { PATHS, pathOf, type PathId } from '@spora/contract/paths';
import { ENDPOINTS } from '@spora/contract/registry';
import { positions } from '@spora/contract/tracking/endpoints';
import { saveOdometer, saveOperatingTime, setDistanceFactor } from '@spora/contract/maintenance/readings';
import { correctToll } from '@spora/contract/tolls/endpoints';
import { STATIONS } from '@spora/tolls/stations';
import { addManualTrip } from '@spora/contract/trips/endpoints';
import { raise, tell, tellDue } from '../features/alarms/telling/service.ts';
import { watchPlans } from '../features/maintenance/plans/watch/service.ts';
import { readLiveState } from '../features/tracking/service.ts';
import { setAccount } from '../platform/ctx.ts';
import { createLog } from '../platform/observing/log.ts';
import { type Caller, testPorts } from '../testing/http.ts';
import { at, DAWN, LEAVES, makePrivateDay, NEXT_DAY, NOW, type Past, type PrivateDay, RETURNS } from '../testing/private-use.ts';
import { RIGHT_CALLS } from '../testing/right-calls/list.ts';
import { BRIDGE } from '../testing/toll-drive.ts';
import type { Call } from '../testing/right-calls/right-call.ts';
import type { Scene } from '../testing/right-calls/scene.ts';

/*
 * Of private use that is over, an administrator is told the same of any two days that have equal days, distances and odometers and
 * differ in times, ways and ends. The endpoints are those of the contract that read, each asked by its right call: a new one is in here
 * by being listed.
 */

const READS = ENDPOINTS.filter(({ id, kind }) => {
  const isRead = effectOf(PATHS[id]) === 'reads' || PATHS[id][0] === 'GET';
  return isRead && kind !== 'stream' && RIGHT_CALLS[id].who === 'members';
}).map(({ id }) => id);

/** Those whose right call is about something that nobody has, asked about what these days have. */
const ABOUT: Partial<Record<PathId, (day: PrivateDay) => Call>> = {
  'accounts.export-person-data': ({ driverId }) => ({ params: { id: driverId } }),
  'users.get': ({ driverId }) => ({ params: { id: driverId } }),
  'users.dependents': ({ driverId }) => ({ params: { id: driverId } }),
  'drivers.tag-history': () => ({ params: { id: 1 } }),
  'integrations.deliveries': () => ({ params: { id: 1 } }),
  'places.get': () => ({ params: { id: 1 } }),
  'tolls.of-trips': ({ tripIds }) => ({ body: { trip_ids: [...tripIds] } }),
  // One of before private use: those within it count for nothing beside it.
  'tolls.passage': ({ unit }) => ({ query: { key: `${unit.unitId}-${STATIONS[0]!.id}-${at(LEAVES - 2).getTime()}` } }),
  'bookings.get': () => ({ params: { id: 1 } }),
  'sensors.readings': () => ({ params: { id: 1 }, query: { span: '7d' } }),
  // A write by GET (DEC-40): what it removes would be told of no more.
  'alarms.delete-receiver': () => ({ params: { id: 2 ** 40 } }),
};
/** What the driver is told of the two days differs: the comparison sees what is there to be seen. */
const TOLD_TO_THE_DRIVER = [
  'trips.generate',
  'tracking.history',
  'tracking.raw-positions',
  'exports.download',
  'zones.log',
  'sensors.readings',
  'tolls.report',
  'tolls.of-trips',
  'eco.events',
] as const;

/** The whole day, from before private use into it, and within it. */
const WINDOWS: readonly ((hours: number) => number)[] = [
  (hours) => at(NOW).getTime() - hours * 6 * 3_600_000,
  (hours) => at(RETURNS - 40).getTime() - hours * 4 * 3_600_000,
  (hours) => at(RETURNS - 40).getTime() - hours * 1_800_000,
];

/** What the calls answer to somebody about a day: about a trip before private use, in it and after it or the last one. */
async function answersTo(caller: Caller, day: PrivateDay, ids: readonly PathId[]): Promise<Record<string, string>> {
  const { accountId, unit, driverId, tripIds } = day;
  const scenes = [tripIds[0]!, tripIds[1]!, tripIds.at(-1)!].map((tripId, i): Scene => ({
    accountId,
    unit,
    tripId,
    scheduleId: 1,
    receiverId: 1,
    waiting: { id: driverId },
    day: (offset) => new Date(DAWN + offset * 86_400_000).toISOString().slice(0, 10),
    hoursAgo: (hours) => new Date(WINDOWS[i]!(hours)).toISOString(),
  }));
  const told: Record<string, string> = {};
  for (const id of ids) {
    const calls = scenes.map((scene) => ABOUT[id]?.(day) ?? RIGHT_CALLS[id].call(scene));
    for (const [i, call] of calls.entries()) {
      if (calls.slice(0, i).some((earlier) => isDeepStrictEqual(earlier, call))) continue;
      const response = await caller.request({
        method: PATHS[id][0],
        url: pathOf(id, call.params),
        headers: { accept: 'application/json' },
        ...(call.query ? { query: call.query } : {}),
        ...(call.body ? { payload: call.body } : {}),
      });
      told[`${id} ${i}`] = `${response.statusCode} ${namingTrips(day, textOf(response.rawPayload))}`;
    }
  }
  return told;
}

/** An archive by what is in it. The machine's own day, on which the test runs, is none of the product's. */
function textOf(bytes: Buffer): string {
  const isArchive = bytes.subarray(0, 2).toString('latin1') === 'PK';
  const files = isArchive ? Object.values(unzipSync(bytes)) : [bytes];
  const text = files.map((file) => Buffer.from(file).toString('utf8')).join('\n');
  return text.replace(new RegExp(`${new Date().toISOString().slice(0, 10)}[T ][\\d:.]+Z?`, 'g'), 'today');
}

/** Numbers of trips are drawn by lot: two days have them in order of time. */
const namingTrips = ({ tripIds }: PrivateDay, text: string): string =>
  tripIds.reduce((named, id, i) => named.replaceAll(String(id), `trip ${i}`), text);

const systemAt = ({ app }: PrivateDay, now: Date) =>
  ({
    actor: { kind: 'system' },
    db: app.database.pipeline,
    now: () => now,
    ports: testPorts(),
    log: createLog({ logLevel: 'silent' }),
  }) as const;

/**
 * Alarms in private use that override nothing, with an administrator and somebody outside the company who are told in every way there
 * is; the job that tells them looks again and again until the day is asked about.
 */
async function raiseAlarms(day: PrivateDay, { there, heading }: Past): Promise<void> {
  const { app, accountId, unit, admin, now } = day;
  const { owner, pipeline } = app.database;
  const { rows } = await sql<{ id: number }>`SELECT id FROM member WHERE account_id = ${accountId} AND is_admin`.execute(owner);
  const adminId = rows[0]!.id;
  await sql`INSERT INTO push_subscription (account_id, member_id, endpoint, public_key, auth_secret, vapid_key, label, created_at)
    VALUES (${accountId}, ${adminId}, 'https://push.example.com/1', 'B', 'a', 'k', 'Firefox', ${at(0)})`.execute(owner);
  await sql`INSERT INTO sms_credit (account_id, at, amount, reason) VALUES (${accountId}, ${at(0)}, 99, 'free')`.execute(owner);
  const both = { security_alarm: 1, function_alarm: 1, terminal_id: unit.unitId, device_type: 'gps' } as const;
  const phones = { country_code: '46', phone: '701234567' };
  for (const body of [
    { ...both, name: 'Ada', email: 'ada@example.test', member_id: adminId, push_notification: 1 as const },
    { ...both, ...phones, name: 'Vakt', email: 'vakt@example.test' },
  ])
    expect((await admin.call(saveReceiver, { body })).status).toBe(200);
  const kinds = ['over-speed', 'door', 'over-speed'] as const;
  const told = async (noticed: string) =>
    (
      await sql<{
        id: number;
      }>`SELECT id FROM alarm WHERE telling = 'told' AND kind LIKE ANY (${noticed}::text[]) ORDER BY id`.execute(owner)
    ).rows.map(({ id }) => id);
  for (const [i, kind] of kinds.entries()) {
    const step = there + 1 + i;
    const where = { latE7: 593_000_000 + heading, lonE7: 180_000_000 + heading };
    const details = { value: 111 + heading, limit: 110 };
    const what = { accountId, unitId: unit.unitId, kind, subject: '', key: `${kind} ${step}`, atMs: at(step).getTime() };
    await raise(pipeline, [{ ...what, endedMs: null, ...where, details }], at(step));
    await tell(systemAt(day, at(step)), linkTo, await told('{over-speed,door}'));
  }
  // Zones were crossed as the day was reported, all at once.
  await tell(systemAt(day, at(NOW)), linkTo, await told('{zone-%}'));
  for (let step = 0; at(step) <= now; step += 6) while (await tellDue(systemAt(day, at(step)), linkTo)) continue;
}

/** Everything that an administrator is told of a day: by calls, by the live stream, by mail, text message, push and webhooks. */
async function toldOf(day: PrivateDay): Promise<Record<string, string>> {
  const { app, unit, accountId } = day;
  const told = await answersTo(day.admin, day, READS);
  const live = await app.database.api.transaction().execute(async (tx) => {
    await setAccount(tx, accountId);
    return readLiveState(tx, accountId, [unit.unitId], day.now);
  });
  told['live'] = JSON.stringify(live.units);
  // What whoever comes back is told of; of trips, places and alarms the hub tells nobody what it kept of private use.
  const kept = sql`SELECT kind, unit_id = ${unit.unitId} AS is_unit, count(*) FROM live_event
    WHERE account_id = ${accountId} AND kind NOT IN ('position', 'trip', 'alarm') GROUP BY 1, 2 ORDER BY 1, 2`;
  told['kept'] = JSON.stringify((await kept.execute(app.database.owner)).rows);
  told['packed'] = JSON.stringify(await packedFor(day.admin));
  await watchPlans(systemAt(day, day.now));
  for (const table of ['mail', 'sms', 'push', 'webhook_delivery'])
    told[table] = namingTrips(
      day,
      textOf(
        Buffer.from(JSON.stringify((await sql`SELECT * FROM ${sql.table(table)} ORDER BY id`.execute(app.database.owner)).rows)),
      ).replaceAll(/((?:\/user\/alerts|\/shared\/alarm)#)[\w-]{22,43}/g, '$1drawn by lot'),
    );
  return told;
}

/** The latest positions as browsers load them of many units. */
async function packedFor(caller: Caller): Promise<unknown> {
  const packed = await caller.call(positions, {}, { accept: 'application/octet-stream' });
  const { positions: found } = decodePackedPositions(packed.raw);
  return Object.entries(found).map(([name, column]) => [name, typeof column === 'number' ? column : [...column]]);
}

/** What trying tells: the answers to entries at moments all through private use. */
async function triedOn({ admin, unit }: PrivateDay, steps: readonly number[]): Promise<Record<string, unknown>> {
  const tried: Record<string, unknown> = {};
  for (const step of steps) {
    const [start, stop] = [at(step).toISOString(), at(step + 1).toISOString()];
    const ends = { start, stop, start_address: 'A', stop_address: 'B' };
    const trip = await admin.call(addManualTrip, { body: { imei: unit.imei, ...ends, distance_m: 1000, type: 'business' } });
    const reading = { value: 1, time: start, confirmed: true };
    const odometer = await admin.call(saveOdometer, { params: { imei: unit.imei }, body: reading });
    const passage = { imei: unit.imei, station_id: BRIDGE.stationId, at: start, kind: 'passed' as const, reason: 'Fakturan' };
    const toll = await admin.call(correctToll, { body: passage });
    const factor = await admin.call(setDistanceFactor, { params: { imei: unit.imei }, body: { value: 1.1, from: start } });
    const hours = await admin.call(saveOperatingTime, { params: { imei: unit.imei }, body: { value: 1, time: start } });
    tried[start] = [trip, odometer, toll, factor, hours].map(({ errors }) => errors);
  }
  return tried;
}

/** Where two answers to one question part, by the question. */
const differing = (a: Record<string, string>, b: Record<string, string>): Record<string, string[]> =>
  Object.fromEntries(Object.keys(a).flatMap((key) => (a[key] === b[key] ? [] : [[key, whereParted(a[key]!, b[key]!)]])));
function whereParted(a: string, b: string): string[] {
  let i = 0;
  while (a[i] === b[i]) i += 1;
  return [a, b].map((text) => text.slice(Math.max(0, i - 120), i + 160));
}

const anyPast = fc
  .record({
    there: fc.integer({ min: LEAVES + 4, max: 60 }),
    stays: fc.integer({ min: 8, max: 55 }),
    heading: fc.integer({ min: 0, max: 359 }),
  })
  .map(({ there, stays, heading }): Past => ({ there, back: there + 3 + stays, heading }));

const TELLING = 90;
const linkTo = (_subsite: number, path: string): string => `https://spora.test${path}`;

/** The days of each past, handed to a rule one beside the next; each is asked everything once. */
async function onDays(
  pasts: readonly Past[],
  when: Parameters<typeof makePrivateDay>[1],
  rule: (days: readonly PrivateDay[]) => Promise<void>,
): Promise<void> {
  const days: PrivateDay[] = [];
  try {
    for (const past of pasts) {
      const day = await makePrivateDay(past, when);
      days.push(day);
      await raiseAlarms(day, past);
    }
    await rule(days);
  } finally {
    for (const { app } of days) await app.close();
  }
}

/** All days are answered as the first. */
async function expectToldTheSame(days: readonly PrivateDay[]): Promise<void> {
  const [first, ...others] = days as readonly [PrivateDay, ...PrivateDay[]];
  const told = await toldOf(first);
  expect(Object.values(told).filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(TELLING);
  for (const other of others) expect(differing(told, await toldOf(other))).toEqual({});
}

const compare = (pasts: readonly Past[], isOver: boolean): Promise<void> =>
  onDays(pasts, { isOver, asked: isOver ? NOW : NEXT_DAY }, async (days) => {
    for (const { tripIds } of days) expect(tripIds).toHaveLength(isOver ? 4 : 3);
    await expectToldTheSame(days);
    const [first, ...others] = await all(days, (day) => answersTo(day.driver, day, TOLD_TO_THE_DRIVER));
    for (const other of others)
      expect(Object.keys(differing(first!, other))).toEqual(expect.arrayContaining(TOLD_TO_THE_DRIVER.map((id) => `${id} 0`)));
    const steps = [...new Set([LEAVES + 1, ...pasts.flatMap(({ there, back }) => [there, there + 1, back + 4]), 120])];
    for (const tried of await all(days, (day) => triedOn(day, steps)))
      expect(Object.values(tried)).toEqual(steps.map(() => Array.from({ length: 5 }, () => 'UnitInPrivateUse')));
  });

/** Of days of which one has no second private trip: on that day they look the same, so that nobody sees when it ends. */
const watch = ([one, ...others]: readonly Past[]): Promise<void> =>
  onDays([{ ...one!, back: NOW }, ...others], { isOver: false, asked: NOW }, async (days) => {
    expect(days.map(({ tripIds }) => tripIds.length)).toEqual([2, ...others.map(() => 3)]);
    // What is asked of the last trip is of none that the administrator was ever shown.
    await expectToldTheSame(days.map((day) => ({ ...day, tripIds: day.tripIds.slice(0, 2) })));
  });

/** One after the other. */
async function all<T>(days: readonly PrivateDay[], ask: (day: PrivateDay) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (const day of days) answers.push(await ask(day));
  return answers;
}

/** Every reading call is asked about some days: minutes where the machine has other work, and what hangs fails all the same. */
const WHOLE_INTERFACE_MS = 600_000;

describe('12-A1, TRIP-032, MAP-031, MAP-032, SEC-015', () => {
  test.each([
    { isOver: true, days: 4 },
    { isOver: false, days: 3 },
  ])(
    'an administrator is told nothing of private driving but its days, distances and odometers (a business trip since: $isOver)',
    ({ isOver, days }) => ofDays(days, (pasts) => compare(pasts, isOver)),
    WHOLE_INTERFACE_MS,
  );

  test(
    'who asks again and again on the day of a private trip does not see when it ends',
    () => ofDays(3, watch),
    WHOLE_INTERFACE_MS,
  );
});

/** Holds a rule against so many days, of which any two differ. */
const ofDays = (count: number, rule: (pasts: readonly Past[]) => Promise<void>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyPast, {
        minLength: count,
        maxLength: count,
        comparator: (a, b) => a.there === b.there || a.heading === b.heading,
      }),
      rule,
    ),
    { numRuns: 1, seed: 12, endOnFailure: true },
  );
