import { haversineM } from '@spora/telemetry/geometry';
import { expect, test } from 'vitest';
import { driveBuilder, randomFrom } from '../../../testing/drive.ts';
import { copyZones, type Crossing, crossZones, DatedZones, nothingCrossed, type Seen, type ZoneVersion } from './rules.ts';

const T0 = Date.UTC(2026, 2, 10, 8);
const E7_PER_M = 1e7 / 111_195;
const CENTRE = { latE7: 593_000_000, lonE7: 180_000_000 };
const ZONE: ZoneVersion = { zoneId: 7, fromMs: 0, toMs: Infinity, ...CENTRE, radiusM: 300, alarm: 'both', inactive: null };

/** A position so many metres north of the zone's centre, a minute after the one before unless `s` says when. */
interface Step {
  readonly m: number;
  readonly s?: number;
  readonly kmh?: number;
  readonly hdop?: number;
}

function cross(steps: readonly Step[], zones: readonly ZoneVersion[] = [ZONE], dated = new DatedZones(zones)) {
  const state = nothingCrossed();
  const crossings: Crossing[] = [];
  let timeMs = T0;
  for (const [i, { m, s, kmh = 0, hdop = 1 }] of steps.entries()) {
    timeMs = s === undefined ? timeMs + (i === 0 ? 0 : 60_000) : T0 + s * 1000;
    const seen: Seen = {
      timeMs,
      latE7: CENTRE.latE7 + Math.round(m * E7_PER_M),
      lonE7: CENTRE.lonE7,
      speedKmh: kmh,
      values: { hdop },
    };
    crossZones(state, seen, dated, (crossing) => crossings.push(crossing));
  }
  return crossings;
}
const told = (crossings: readonly Crossing[]) =>
  crossings.map(({ direction, at, isTold }) => [direction, (at.timeMs - T0) / 1000, isTold]);

test('GEO-019: one position outside is not believed, two in a row are; the crossing is where the first of them was', () => {
  expect(told(cross([{ m: 0 }, { m: 360 }, { m: 10 }, { m: 0 }]))).toEqual([]);
  const crossings = cross([{ m: 0 }, { m: 360 }, { m: 380 }, { m: 500 }]);
  expect(told(crossings)).toEqual([['left', 60, true]]);
  expect(crossings[0]?.at.latE7).toBe(CENTRE.latE7 + Math.round(360 * E7_PER_M));
});

test('GEO-019: one position whose accuracy circle lies wholly outside is enough, but not of a unit that stands', () => {
  expect(told(cross([{ m: 0 }, { m: 340, kmh: 60 }]))).toEqual([['left', 60, true]]);
  expect(told(cross([{ m: 0 }, { m: 340, kmh: 60, hdop: 9 }]))).toEqual([]);
  expect(told(cross([{ m: 0 }, { m: 440 }]))).toEqual([]);
  expect(told(cross([{ m: 0 }, { m: 2000 }]))).toEqual([['left', 60, true]]);
});

test('GEO-019: entering is believed in the same way', () => {
  expect(told(cross([{ m: 900 }, { m: 290 }, { m: 310 }, { m: 900 }]))).toEqual([]);
  expect(told(cross([{ m: 900 }, { m: 290 }, { m: 280 }]))).toEqual([['entered', 60, true]]);
  expect(told(cross([{ m: 900 }, { m: 100, kmh: 50 }]))).toEqual([['entered', 60, true]]);
});

test('GEO-019: a unit that stands at the edge does not cross it', () => {
  const quiver = Array.from({ length: 200 }, (_, i) => ({ m: 300 + (i % 2 === 0 ? 12 : -15) + (i % 3 === 0 ? 6 : 0) }));
  expect(told(cross([{ m: 280 }, ...quiver]))).toEqual([]);
});

test('GEO-019: a return within the guard time is written down and not told; a later one is told', () => {
  const out = [{ m: 0 }, { m: 500, s: 60, kmh: 50 }];
  expect(told(cross([...out, { m: 0, s: 240, kmh: 50 }]))).toEqual([
    ['left', 60, true],
    ['entered', 240, false],
  ]);
  expect(told(cross([...out, { m: 0, s: 240, kmh: 50 }, { m: 500, s: 300, kmh: 50 }]))[2]).toEqual(['left', 300, false]);
  expect(told(cross([...out, { m: 0, s: 361, kmh: 50 }]))[1]).toEqual(['entered', 361, true]);
});

test('GEO-018: the zone tells of leaving, entering or both; all of it is written down', () => {
  const steps = [{ m: 0 }, { m: 900, s: 60, kmh: 50 }, { m: 0, s: 3600, kmh: 50 }];
  expect(told(cross(steps, [{ ...ZONE, alarm: 'leave' }])).map(([, , isTold]) => isTold)).toEqual([true, false]);
  expect(told(cross(steps, [{ ...ZONE, alarm: 'enter' }])).map(([, , isTold]) => isTold)).toEqual([false, true]);
  expect(told(cross(steps)).map(([, , isTold]) => isTold)).toEqual([true, true]);
});

test('MAP-013: a unit that says nothing from being armed until it is far away has left', () => {
  const armed = { ...ZONE, fromMs: T0 + 90_000 };
  expect(told(cross([{ m: 5 }, { m: 0 }, { m: 4000, s: 7200, kmh: 60 }], [armed]))).toEqual([['left', 7200, true]]);
  // Who was outside when the zone was made has not left it.
  expect(told(cross([{ m: 900 }, { m: 900 }, { m: 4000, s: 7200, kmh: 60 }], [armed]))).toEqual([]);
});

test('GEO-016: what happens while the zone is inactive is no crossing, also over midnight', () => {
  // 8:00 in UTC is 9:00 in Stockholm, on a Tuesday.
  const inactive = (weekdays: number[], fromMin: number, toMin: number) =>
    [{ ...ZONE, inactive: { timeZone: 'Europe/Stockholm', intervals: [{ weekdays, fromMin, toMin }] } }] as const;
  const leaves = [{ m: 0 }, { m: 900, s: 60, kmh: 50 }, { m: 900, s: 7200 }];
  expect(told(cross(leaves, inactive([2], 8 * 60, 10 * 60)))).toEqual([]);
  expect(told(cross(leaves, inactive([1], 22 * 60, 10 * 60)))).toEqual([]);
  expect(told(cross(leaves, inactive([3], 8 * 60, 10 * 60)))).toEqual([['left', 60, true]]);
  // Who left meanwhile is outside when it is active again, and has crossed nothing until they are back.
  const back = [...leaves, { m: 0, s: 7300, kmh: 50 }];
  expect(told(cross(back, inactive([2], 8 * 60, 10 * 60)))).toEqual([['entered', 7300, true]]);
});

test('decision 0054: what was changed at a time is judged so from then on, and no change of a zone is a crossing', () => {
  const moved = [
    { ...ZONE, toMs: T0 + 90_000 },
    { ...ZONE, fromMs: T0 + 90_000, latE7: CENTRE.latE7 + Math.round(5000 * E7_PER_M) },
  ];
  expect(told(cross([{ m: 0 }, { m: 0 }, { m: 0 }, { m: 0 }], moved))).toEqual([]);
  expect(told(cross([{ m: 0 }, { m: 0 }, { m: 0 }, { m: 5000, kmh: 80 }], moved))).toEqual([['entered', 180, true]]);
  // Made wider round a unit that drives by: it was not inside, so it has not left.
  const wider = [
    { ...ZONE, toMs: T0 + 90_000 },
    { ...ZONE, fromMs: T0 + 90_000, radiusM: 420 },
  ];
  expect(told(cross([{ m: 900 }, { m: 400 }, { m: 900, kmh: 50 }, { m: 2000, kmh: 50 }], wider))).toEqual([]);
  expect(told(cross([{ m: 900 }, { m: 400 }, { m: 400 }, { m: 2000, kmh: 50 }], wider))).toEqual([['left', 180, true]]);
  // What is told is another thing now, the circle is the same: a position that waits goes on waiting.
  const retold = [
    { ...ZONE, toMs: T0 + 90_000 },
    { ...ZONE, fromMs: T0 + 90_000, alarm: 'enter' as const },
  ];
  expect(told(cross([{ m: 0 }, { m: 360 }, { m: 380 }], retold))).toEqual([['left', 60, false]]);
});

test('FEAT-001: while the feature is off nothing is judged', () => {
  const off = new DatedZones([ZONE], [{ fromMs: T0 + 30_000, toMs: T0 + 200_000 }]);
  expect(told(cross([{ m: 0 }, { m: 900, kmh: 60 }, { m: 900 }, { m: 900, s: 300 }, { m: 900 }], [], off))).toEqual([]);
  expect(told(cross([{ m: 0 }, { m: 900 }, { m: 0 }, { m: 0, s: 300 }, { m: 900, kmh: 50 }], [], off))).toEqual([
    ['left', 360, true],
  ]);
});

test('GEO-004: only the zones that are in force are looked at, and a state is as small as these', () => {
  const past = Array.from({ length: 300 }, (_, i) => ({ ...ZONE, zoneId: i + 10, fromMs: i * 1000, toMs: i * 1000 + 500 }));
  const dated = new DatedZones([...past, ZONE]);
  expect(dated.at(T0).map(({ zoneId }) => zoneId)).toEqual([7]);
  expect(dated.at(12_100).map(({ zoneId }) => zoneId)).toEqual([7, 22]);
  const state = nothingCrossed();
  crossZones(state, { timeMs: T0, ...CENTRE, speedKmh: 0, values: {} }, dated, () => {});
  expect(Object.keys(state.zones)).toEqual(['7']);
  crossZones(state, { timeMs: T0 + 1000, ...CENTRE, speedKmh: 0, values: {} }, undefined, () => {});
  expect(copyZones(state).zones).toEqual({});
});

test('GEO-001: distances are those of the sphere, far north and across the date line too', () => {
  for (const [lat, lon] of [
    [59.3, 18],
    [70.6, 29.7],
    [-16.5, 179.999],
  ] as const) {
    const zone = { ...ZONE, latE7: lat * 1e7, lonE7: lon * 1e7, radiusM: 5000, fromMs: T0 };
    for (const bearing of [0, 45, 90, 200])
      for (const [metres, inside] of [
        [4995, true],
        [5005, false],
      ] as const) {
        const east = ((metres / 111_195) * Math.sin((bearing * Math.PI) / 180)) / Math.cos((lat * Math.PI) / 180);
        const lonNow = lon + east > 180 ? lon + east - 360 : lon + east;
        const latNow = lat + (metres / 111_195) * Math.cos((bearing * Math.PI) / 180);
        const isNear = haversineM(lat, lon, latNow, lonNow) <= 5000;
        const state = nothingCrossed();
        const mark = { latE7: Math.round(latNow * 1e7), lonE7: Math.round(lonNow * 1e7) };
        crossZones(state, { timeMs: T0 - 1, ...mark, speedKmh: 0, values: {} }, undefined, () => {});
        crossZones(state, { timeMs: T0, ...mark, speedKmh: 0, values: {} }, new DatedZones([zone]), () => {});
        expect(state.zones['7']?.isInside).toBe(isNear);
        expect(bearing === 0 ? isNear : inside).toBe(inside);
      }
  }
});

test('12-A2, GEO-019: a day of drives through zones around the stops crosses each edge once, however far off the positions are', () => {
  const E7_PER_M_EAST = E7_PER_M / Math.cos((59.3 * Math.PI) / 180);
  for (const [seed, offM] of Array.from({ length: 30 }, (_, i) => [i + 1, 5 + (i % 4) * 5] as const)) {
    const drive = driveBuilder({ seed });
    const stops: { latE7: number; lonE7: number; from: number }[] = [];
    for (let n = 0; n < 5; n++) {
      drive.stand(900, { everyS: 30 });
      const { latE7, lonE7 } = drive.fixes.at(-1)!;
      stops.push({ latE7, lonE7, from: drive.fixes.length });
      // Turns on the spot, then drives straight on.
      if (n < 4) drive.drive(10, 0, { turn: 4 + (seed % 3) }).drive(240 + seed * 4, 50, { everyS: 10 });
    }
    const random = randomFrom(seed);
    const off = () => (random() + random() - 1) * offM;
    const dated = new DatedZones(stops.map(({ latE7, lonE7 }, i) => ({ ...ZONE, latE7, lonE7, zoneId: i })));
    const state = nothingCrossed();
    const crossed: string[] = [];
    for (const fix of drive.fixes) {
      const [latE7, lonE7] = [fix.latE7 + off() * E7_PER_M, fix.lonE7 + off() * E7_PER_M_EAST].map(Math.round) as [
        number,
        number,
      ];
      const seen = { timeMs: fix.timeMs, latE7, lonE7, speedKmh: fix.speedKmh, values: { hdop: 1 } };
      crossZones(state, seen, dated, ({ zoneId, direction }) => crossed.push(`${direction} ${zoneId}`));
    }
    const expected = ['left 0', 'entered 1', 'left 1', 'entered 2', 'left 2', 'entered 3', 'left 3', 'entered 4'];
    expect(crossed, `drive ${seed}`).toEqual(expected);
  }
});
