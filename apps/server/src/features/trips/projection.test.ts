import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RoutePoint } from '@spora/telemetry/route';
import { joinRoute } from '@spora/telemetry/route';
import { type Fix, type MotionState, NO_MOTION, advance, openTrip, settle } from './projection.ts';
import { DEFAULT_SETTINGS, type DatedSettings, type MachineTrip } from './rules.ts';
import { T0, driveBuilder, randomFrom } from '../../testing/drive.ts';

const DATED: DatedSettings[] = [{ fromMs: 0, settings: DEFAULT_SETTINGS }];
const ON = { ignition: true };
const OFF = { ignition: false };

function tripsOf(fixes: readonly Fix[], dated = DATED): MachineTrip[] {
  return advance(NO_MOTION, fixes, dated).effects.flatMap((effect) => (effect.kind === 'closed' ? [effect.trip] : []));
}
const seconds = (ms: number) => (ms - T0) / 1000;

test('TRIP-026: a drive between two stands with the ignition off is one trip, from its first moving to its first still moment', () => {
  const { fixes } = driveBuilder()
    .stand(600, OFF)
    .stand(60, ON)
    .drive(900, 50, ON)
    .stand(20, { ...ON, everyS: 10 })
    .stand(600, OFF);
  const trips = tripsOf(fixes);
  expect(trips).toHaveLength(1);
  expect(seconds(trips[0]!.startMs)).toBe(670);
  expect(seconds(trips[0]!.endMs)).toBe(1570);
  expect(trips[0]).toMatchObject({ endRule: 'ignition-off', distanceSource: 'positions', maxSpeedKmh: 50, gapBeforeS: null });
  expect(Math.abs(trips[0]!.distanceM - 12_500)).toBeLessThan(125);
});

test('TRIP-026: a tracker without ignition or movement input gives the same trip, ended by standing', () => {
  const { fixes } = driveBuilder().stand(600).drive(900, 50).stand(900);
  expect(tripsOf(fixes)).toMatchObject([{ endRule: 'still', startMs: T0 + 610_000, endMs: T0 + 1_530_000 }]);
});

test('TRIP-026: an ignition input that is not connected does not keep trips from being found', () => {
  const { fixes } = driveBuilder().stand(600, OFF).drive(900, 50, OFF).stand(900, OFF);
  expect(tripsOf(fixes)).toMatchObject([{ endRule: 'still' }]);
});

test('TRIP-026, CONST-056: unless somebody says otherwise a stop of five minutes, 200 m and 60 minutes of silence count', () => {
  expect(DEFAULT_SETTINGS).toMatchObject({ stopTimeoutS: 300, minDistanceM: 200, dataGapS: 3600 });
});

test('TRIP-026: a stop of four minutes does not end a trip, one of six does', () => {
  const withStop = (s: number) => driveBuilder().drive(600, 50, ON).stand(s, ON).drive(600, 50, ON).stand(900, ON).fixes;
  expect(tripsOf(withStop(240))).toHaveLength(1);
  expect(tripsOf(withStop(360))).toHaveLength(2);
});

test('TRIP-026: the ignition off for one minute does not end a trip, for three minutes it does', () => {
  const withStop = (s: number) => driveBuilder().drive(600, 50, ON).stand(s, OFF).drive(600, 50, ON).stand(900, OFF).fixes;
  expect(tripsOf(withStop(60))).toHaveLength(1);
  expect(tripsOf(withStop(180)).map((trip) => trip.endRule)).toEqual(['ignition-off', 'ignition-off']);
});

test('TRIP-026: the ignition off and then silence ends the trip at the stop as soon as the next record comes', () => {
  const { fixes } = driveBuilder()
    .drive(600, 50, ON)
    .stand(10, { ...OFF, everyS: 10 })
    .silent(7200)
    .drive(600, 50, ON)
    .stand(600, OFF);
  const trips = tripsOf(fixes);
  expect(trips).toMatchObject([{ endRule: 'ignition-off', endMs: T0 + 610_000 }, { endRule: 'ignition-off' }]);
  expect(trips[1]!.gapBeforeS).toBe(7210);
});

test('TRIP-026: a tunnel of four minutes and one of 253 seconds do not split a trip, with or without ignition', () => {
  for (const extra of [ON, {}])
    for (const s of [240, 253]) {
      const { fixes } = driveBuilder().drive(600, 60, extra).silent(s, 25).drive(600, 60, extra).stand(900, extra);
      expect(tripsOf(fixes)).toHaveLength(1);
    }
});

test('TRIP-026: records without a position inside a long tunnel keep the trip together', () => {
  const blind = { ...ON, satellites: 0, latE7: 0, lonE7: 0, movement: true };
  const { fixes } = driveBuilder().drive(600, 70, ON).drive(1500, 60, blind).drive(600, 70, ON).stand(900, ON);
  expect(tripsOf(fixes)).toHaveLength(1);
});

test('TRIP-026: silence over 60 minutes ends a trip although the unit was moving before and after', () => {
  const { fixes } = driveBuilder().drive(600, 80).silent(3700, 80).drive(600, 80).stand(900);
  expect(tripsOf(fixes)).toMatchObject([{ endRule: 'gap', endMs: T0 + 600_000 }, { endRule: 'still' }]);
});

test('TRIP-026: a silence in which it can hardly have moved all the time is a stop', () => {
  const { fixes } = driveBuilder().drive(600, 50).silent(580, 7).drive(600, 50).stand(900);
  expect(tripsOf(fixes)).toMatchObject([{ endRule: 'gap' }, { endRule: 'still' }]);
});

test('TRIP-026: a missing stop event does not swallow the trip: the next record closes it', () => {
  const { fixes } = driveBuilder().drive(600, 50, ON).silent(40_000).stand(60, OFF);
  expect(tripsOf(fixes)).toMatchObject([{ endRule: 'gap', endMs: T0 + 600_000 }]);
});

test('TRIP-026: parked jitter is no trip, over a night, whatever inputs there are', () => {
  for (const extra of [{}, OFF, { movement: false }, { speedKmh: 3 }])
    for (const jitterM of [30, 60])
      expect(tripsOf(driveBuilder().stand(36_000, { ...extra, everyS: 60, jitterM }).fixes)).toEqual([]);
});

test('TRIP-026: jitter after a trip neither prolongs it nor makes another', () => {
  const { fixes } = driveBuilder()
    .drive(600, 50, ON)
    .stand(30_000, { ...OFF, jitterM: 60 });
  expect(tripsOf(fixes)).toMatchObject([{ endMs: T0 + 630_000 }]);
});

test('TRIP-026: a loop that never gets 200 m away is a trip', () => {
  const { fixes } = driveBuilder()
    .stand(600, OFF)
    .drive(360, 20, { ...ON, everyS: 5, turn: 3 })
    .stand(600, OFF);
  expect(tripsOf(fixes)).toHaveLength(1);
  expect(tripsOf(fixes)[0]!.distanceM).toBeGreaterThan(1900);
});

test('TRIP-026: less than the minimum distance is no trip, and the threshold is a dated setting of the unit', () => {
  const { fixes } = driveBuilder()
    .stand(300, OFF)
    .drive(30, 18, { ...ON, everyS: 5 })
    .stand(600, OFF);
  expect(tripsOf(fixes)).toEqual([]);
  const before = { fromMs: 0, settings: DEFAULT_SETTINGS };
  expect(tripsOf(fixes, [before, { fromMs: T0 + 200_000, settings: { ...DEFAULT_SETTINGS, minDistanceM: 100 } }])).toHaveLength(
    1,
  );
  expect(tripsOf(fixes, [before, { fromMs: T0 + 10_000_000, settings: { ...DEFAULT_SETTINGS, minDistanceM: 100 } }])).toEqual([]);
});

test('TRIP-026: the tracker own end of trip is believed when the unit stands', () => {
  const { fixes } = driveBuilder().drive(600, 50).stand(30, { isTripStop: true }).stand(150).drive(600, 50).stand(900);
  expect(tripsOf(fixes)).toMatchObject([{ endRule: 'tracker-event' }, { endRule: 'still' }]);
});

test('the odometer gives the distance and both readings when it is sound', () => {
  const { fixes } = driveBuilder({ withOdometer: true })
    .stand(600, OFF)
    .drive(900, 50, { ...ON, everyS: 60, turn: 0.4 })
    .stand(600, OFF);
  const [trip] = tripsOf(fixes);
  expect(trip).toMatchObject({
    distanceSource: 'odometer',
    distanceM: 12_500,
    startOdometerM: 1_000_000,
    stopOdometerM: 1_012_500,
  });
});

test.each([
  ['out of a garage', 600],
  ['through a tunnel as long as a stop', 240],
])('a way without a position at the beginning is counted by odometer and positions alike: %s', (_, stoodS) => {
  const blind = { ...ON, satellites: 0 };
  const { fixes } = driveBuilder({ withOdometer: true })
    .stand(600, OFF)
    .drive(600, 50, ON)
    .stand(stoodS, OFF)
    .stand(30, ON)
    .drive(70, 50, blind)
    .drive(600, 50, ON)
    .stand(600, OFF);
  const [, second] = tripsOf(fixes);
  // From where it stood to where it stood again: the odometer goes on where the trip before ended.
  expect(second).toMatchObject({
    startOdometerM: 1_008_333,
    stopOdometerM: 1_017_639,
    distanceM: 9_306,
    distanceSource: 'odometer',
  });
});

test('an odometer that is reset, stuck or leaps is not believed', () => {
  const drive = () => driveBuilder({ withOdometer: true }).stand(600, OFF).drive(900, 50, ON).stand(600, OFF).fixes;
  const changed = (change: (odometerM: number, i: number) => number) =>
    tripsOf(drive().map((fix, i) => ({ ...fix, odometerM: change(fix.odometerM ?? 0, i) })))[0]!;
  for (const change of [
    (m: number, i: number) => (i > 60 ? m - 1_000_000 : m),
    () => 1_000_000,
    (m: number, i: number) => (i > 60 ? m + 500_000 : m),
  ]) {
    const trip = changed(change);
    expect(trip.distanceSource).toBe('positions');
    expect(Math.abs(trip.distanceM - 12_500)).toBeLessThan(125);
  }
});

test('TRIP-027: impossible speed, 0/0, no satellites and poor accuracy are left out of distance, stops and route', () => {
  const { fixes } = driveBuilder().stand(600, OFF).drive(900, 50, ON).stand(600, OFF);
  const spoilt = fixes.map((fix, i): Fix => {
    if (i % 7 === 3) return { ...fix, latE7: fix.latE7 + 3_000_000 };
    if (i % 11 === 4) return { ...fix, latE7: 0, lonE7: 0 };
    if (i % 13 === 5) return { ...fix, lonE7: fix.lonE7 - 100_000, satellites: 0 };
    if (i % 17 === 6) return { ...fix, latE7: fix.latE7 - 100_000, hdop: 50 };
    return fix;
  });
  const [trip] = tripsOf(spoilt);
  expect(Math.abs(trip!.distanceM - 12_500)).toBeLessThan(125);
  expect(tripsOf(spoilt)).toHaveLength(1);
});

test('TRIP-024: the driver switch decides the type, else the default of the unit', () => {
  const drive = (extra: Partial<Fix>) =>
    driveBuilder()
      .drive(600, 50, { ...ON, ...extra })
      .stand(600, OFF).fixes;
  expect(tripsOf(drive({ switchType: 'private' }))).toMatchObject([{ type: 'private', typeRule: 'switch' }]);
  expect(tripsOf(drive({}))).toMatchObject([{ type: 'business', typeRule: 'default' }]);
});

test.each(['private', 'business'] as const)(
  'TRIP-024, TRIP-032: a trip whose switch was %s first and the other then is private: a way home is not told as the company’s',
  (first) => {
    const then = first === 'private' ? 'business' : 'private';
    const { fixes } = driveBuilder()
      .drive(600, 50, { ...ON, switchType: first })
      .stand(60, { ...ON, switchType: then })
      .drive(600, 50, { ...ON, switchType: then })
      .stand(600, OFF);
    expect(tripsOf(fixes)).toMatchObject([{ type: 'private', typeRule: 'switch' }]);
    const standing = driveBuilder()
      .stand(60, { ...ON, switchType: first })
      .drive(600, 50, { ...ON, switchType: then })
      .stand(600, OFF).fixes;
    expect(tripsOf(standing), 'as it set out').toMatchObject([{ type: then }]);
  },
);

test('TRIP-028: a trip under way is known while it lasts, and silence ends it for the eye alone', () => {
  const { fixes, timeMs } = driveBuilder().drive(600, 50, ON);
  const { state } = advance(NO_MOTION, fixes, DATED);
  expect(openTrip(state, DATED)).toMatchObject({ endRule: 'open', startMs: T0 + 10_000, endMs: timeMs });
  expect(settle(state, timeMs + 59 * 60_000, DATED).trip).toBeNull();
  expect(settle(state, timeMs + 61 * 60_000, DATED)).toMatchObject({
    trip: { endRule: 'gap', endMs: timeMs },
    activity: 'parked',
  });
});

test('MAP-019: moving, stopped and parked, and since when', () => {
  const builder = driveBuilder().stand(600, OFF);
  const now = () => advance(NO_MOTION, builder.fixes, DATED).state;
  expect(now().activity).toBe('parked');
  builder.drive(300, 50, ON);
  expect(now()).toMatchObject({ activity: 'moving' });
  builder.stand(60, ON);
  expect(now()).toMatchObject({ activity: 'stopped', activitySinceMs: T0 + 930_000 });
  builder.stand(600, OFF);
  expect(now()).toMatchObject({ activity: 'parked', activitySinceMs: T0 + 930_000 });
});

test('the memory of the machine stays small on a long trip', () => {
  const { fixes } = driveBuilder().drive(4 * 3600, 70, { ...ON, everyS: 1, turn: 0.3 });
  const { state, effects } = advance(NO_MOTION, fixes, DATED);
  expect(JSON.stringify(state).length).toBeLessThan(5000);
  expect(effects.length).toBeGreaterThan(100);
});

/** A week of a vehicle in miniature: stands, jitter, drives, tunnels, silences, spoilt positions, with or without inputs. */
function randomHistory(seed: number): Fix[] {
  const random = randomFrom(seed);
  const hasIgnition = random() < 0.6;
  const builder = driveBuilder({ seed, withOdometer: random() < 0.5 });
  for (let i = 0; i < 12; i++) {
    const choice = random();
    const input = (ignition: boolean) => (hasIgnition ? { ignition } : {});
    if (choice < 0.35)
      builder.drive(60 + random() * 1200, 10 + random() * 80, {
        ...input(true),
        everyS: random() < 0.5 ? 5 : 20,
        turn: random(),
      });
    else if (choice < 0.6) builder.stand(60 + random() * 1000, { ...input(random() < 0.5), jitterM: random() * 60 });
    else if (choice < 0.75) builder.silent(random() * 5000, random() < 0.5 ? 0 : 60);
    else if (choice < 0.85) builder.drive(200, 50, { ...input(true), satellites: 0, latE7: 0, lonE7: 0 });
    else builder.stand(900, { ...input(false), everyS: 60, jitterM: 20 });
  }
  return builder.fixes;
}

interface Outcome {
  readonly trips: readonly (MachineTrip & { route: RoutePoint[][] })[];
  readonly state: MotionState;
}

function outcomeOf(pieces: readonly (readonly Fix[])[]): Outcome {
  let state: MotionState = NO_MOTION;
  let route: RoutePoint[][] = [];
  const trips: Outcome['trips'][number][] = [];
  for (const piece of pieces) {
    const result = advance(JSON.parse(JSON.stringify(state)) as MotionState, piece, DATED);
    state = result.state;
    for (const effect of result.effects) {
      if (effect.kind === 'route') route = joinRoute(route, effect.piece);
      else {
        trips.push({ ...effect.trip, route });
        route = [];
      }
    }
  }
  return { trips, state };
}

test('MAP-029: what was driven through a tunnel is no part of the drawn line, though the tracker went on reporting; a short one is', () => {
  const LOST = { ...ON, satellites: 0, latE7: 593_000_000, lonE7: 180_000_000 };
  const through = (seconds: number, lost: Partial<Fix>) =>
    outcomeOf([driveBuilder().stand(60, ON).drive(600, 60, ON).drive(seconds, 60, lost).drive(600, 60, ON).stand(900, ON).fixes])
      .trips[0]!.route;
  expect(through(90, LOST)).toHaveLength(2);
  const [before, after] = through(90, LOST);
  expect((after![0]!.timeMs - before!.at(-1)!.timeMs) / 1000).toBe(100);
  for (const whole of [through(10, LOST), through(90, ON)]) expect(whole).toHaveLength(1);
});

test('a history fed in one piece or in any split gives the same trips, routes and state, byte for byte', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 60 }), (seed, sizes) => {
      const history = randomHistory(seed);
      const pieces: Fix[][] = [];
      let at = 0;
      for (const size of [...sizes, history.length]) {
        pieces.push(history.slice(at, at + size));
        at += size;
      }
      expect(JSON.stringify(outcomeOf(pieces))).toBe(JSON.stringify(outcomeOf([history])));
    }),
    { numRuns: 60 },
  );
});

test('trips never overlap, never run backwards, and re-running from the state of any closed trip gives those after it again', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const history = randomHistory(seed);
      const { effects } = advance(NO_MOTION, history, DATED);
      const closed = effects.flatMap((effect) => (effect.kind === 'closed' ? [effect] : []));
      closed.forEach(({ trip, state }, i) => {
        expect(trip.endMs).toBeGreaterThan(trip.startMs);
        expect(trip.startMs).toBeGreaterThanOrEqual(closed[i - 1]?.trip.endMs ?? 0);
        expect(trip.distanceM).toBeGreaterThan(0);
        const later = history.filter((fix) => fix.timeMs > (state.lastMs ?? 0));
        const again = advance(state, later, DATED).effects.flatMap((effect) => (effect.kind === 'closed' ? [effect.trip] : []));
        expect(again).toEqual(closed.slice(i + 1).map((effect) => effect.trip));
      });
    }),
    { numRuns: 60 },
  );
});
