import { ECO_DEFAULTS } from '@spora/contract/eco/rules';
import type { NamedValues } from '@spora/protocols/avl/named-values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accelerationsBetween,
  copyEco,
  type EcoJudging,
  type EcoState,
  judge,
  judgingAt,
  MS2_PER_G,
  nothingJudged,
  type Noted,
  USUAL_JUDGING,
} from './rules.ts';

const T0 = Date.UTC(2026, 2, 10, 8);

/** A record of a drive: seconds from its start, its speed, and what else is said. */
interface Told {
  readonly s: number;
  readonly kmh?: number;
  readonly heading?: number;
  readonly values?: NamedValues;
}

const recordOf = ({ s, kmh, heading = 90, values = {} }: Told) => {
  const place = { latE7: 593_000_000 + s, lonE7: 180_000_000 };
  return {
    timeMs: T0 + s * 1000,
    values,
    fix: kmh === undefined ? null : { ...place, speedKmh: kmh, headingDeg: heading },
    at: place,
    tripStartMs: T0,
  };
};

function noted(records: readonly Told[], judging: Partial<EcoJudging> = {}, state: EcoState = nothingJudged()): Noted[] {
  const found: Noted[] = [];
  for (const record of records) judge(state, recordOf(record), { ...USUAL_JUDGING, ...judging }, (each) => found.push(each));
  return found.filter(({ kind }) => kind !== 'judged');
}
/** What was noted, as somebody would say it: what, when, how much, for how long. */
const said = (found: readonly Noted[]) =>
  found.map(({ kind, source, atMs, value, durationMs }) => ({
    kind,
    source,
    s: (atMs - T0) / 1000,
    value: value === null ? null : Math.round(value * 10) / 10,
    lasted: durationMs === null ? null : durationMs / 1000,
  }));
/** A while of driving as in the first record, told every second, before a drive: that often is often enough. */
const after = (drive: readonly Told[]): Told[] => {
  const [first] = drive;
  return first ? [...[6, 5, 4, 3, 2, 1].map((before) => ({ ...first, s: first.s - before })), ...drive] : [];
};
/** A drive by its speeds, a record each `every` seconds. */
const speeds = (kmh: readonly number[], every = 1): Told[] => after(kmh.map((each, i) => ({ s: i * every, kmh: each })));

describe('computed from the speed', () => {
  test('REP-013: one hard braking from 60 km/h is found once, at its beginning, with its greatest value', () => {
    expect(said(noted(speeds([60, 60, 48, 34, 22, 12, 12, 12])))).toEqual([
      { kind: 'braking', source: 'speed', s: 1, value: 3.9, lasted: 4 },
    ]);
  });

  test('REP-013: a hard start is found, a brisk one that stays below the threshold is not', () => {
    expect(said(noted(speeds([0, 0, 10, 20, 30, 32, 32])))).toMatchObject([{ kind: 'acceleration', s: 1, value: 2.8 }]);
    expect(noted(speeds([0, 0, 9, 18, 27, 36, 36]))).toEqual([]);
  });

  test('REP-013: within a braking that eases off by less than a fifth there is no second one, and none within 3 s of its end', () => {
    expect(noted(speeds([90, 79, 69.5, 58, 47, 47, 47]))).toHaveLength(1);
    expect(noted(speeds([90, 79, 75, 64, 60, 60, 60, 60]))).toHaveLength(1);
    expect(noted(speeds([90, 79, 79, 79, 79, 79, 68, 68]))).toHaveLength(2);
  });

  test('REP-013: a sharp bend at 50 km/h is cornering; the same turn at walking pace in a car park is not', () => {
    const turning = (kmh: number): Told[] => after([0, 0, 18, 36, 54, 54, 54].map((heading, i) => ({ s: i, kmh, heading })));
    expect(said(noted(turning(50)))).toEqual([{ kind: 'cornering', source: 'speed', s: 1, value: 4.4, lasted: 3 }]);
    expect(noted(turning(20))).toEqual([]);
  });

  test('REP-013: a heading that passes north turns by the small angle', () => {
    expect(
      accelerationsBetween({ timeMs: 0, speedKmh: 50, headingDeg: 359 }, { timeMs: 1000, speedKmh: 50, headingDeg: 1 }),
    ).toMatchObject({ cornering: expect.closeTo(0.48, 2) as number });
  });

  test('REP-013: positions every 10 seconds tell nothing of harsh driving, whatever lies between them', () => {
    expect(noted(speeds([90, 0, 90, 0, 90], 10))).toEqual([]);
    expect(noted([...speeds([60, 60]), { s: 6, kmh: 20 }, { s: 7, kmh: 20 }])).toEqual([]);
  });

  test('REP-013: a few records in a bend of a tracker that else reports seldom tell nothing: their headings jump', () => {
    const bend = [0, 10, 12, 14, 24].map((s, i) => ({ s, kmh: 45, heading: i < 2 ? 0 : i * 45 }));
    expect(noted(bend)).toEqual([]);
  });

  test('REP-013: no vehicle does 27 m/s²: a speed that jumps and comes back is the receiver’s', () => {
    expect(noted(speeds([50, 50, 147, 50, 50, 50]))).toEqual([]);
    expect(noted(speeds([50, 50, 70, 50, 50, 50]))).toEqual([]);
    expect(noted(speeds([50, 50, 30, 50, 50, 50]))).toEqual([]);
  });

  test('REP-013: a lorry is judged by its own thresholds', () => {
    const gentle = speeds([0, 0, 8, 16, 24, 24, 24]);
    expect(noted(gentle)).toEqual([]);
    expect(noted(gentle, { thresholds: ECO_DEFAULTS.thresholds.truck })).toMatchObject([{ kind: 'acceleration', limit: 2 }]);
  });

  test('REP-013: speeding lasts from the first position above the limit to the last, and an overtaking of 15 s is none', () => {
    const drive = (over: number): Told[] => [
      { s: 0, kmh: 88 },
      ...Array.from({ length: over }, (_, i) => ({ s: 10 + i * 5, kmh: 96 + i })),
      { s: 10 + over * 5, kmh: 90 },
    ];
    expect(said(noted(drive(7), { speedLimitKmh: 90 }))).toEqual([
      { kind: 'speeding', source: 'speed', s: 10, value: 102, lasted: 30 },
    ]);
    expect(noted(drive(4), { speedLimitKmh: 90 })).toEqual([]);
    expect(noted(drive(7))).toEqual([]);
  });

  test('REP-013: standing with the ignition on for three minutes is idling; a red light, and a stop with the engine off, are not', () => {
    const stand = (seconds: number, ignition: boolean): Told[] => [
      ...Array.from({ length: seconds / 30 + 1 }, (_, i) => ({ s: i * 30, kmh: 0, values: { ignition } })),
      { s: seconds + 30, kmh: 40, values: { ignition } },
    ];
    expect(said(noted(stand(240, true)))).toEqual([{ kind: 'idling', source: 'speed', s: 0, value: null, lasted: 240 }]);
    expect(noted(stand(150, true))).toEqual([]);
    expect(noted(stand(600, false))).toEqual([]);
  });

  test('REP-013: idling ends when the engine is switched off, and a long silence is not counted', () => {
    const on = { ignition: true };
    expect(
      said(
        noted([
          { s: 0, kmh: 0, values: on },
          { s: 300, kmh: 0, values: on },
          { s: 330, kmh: 0, values: { ignition: false } },
        ]),
      ),
    ).toMatchObject([{ lasted: 330 }]);
    expect(
      said(
        noted([
          { s: 0, kmh: 0, values: on },
          { s: 300, kmh: 0, values: on },
          { s: 7500, kmh: 0, values: { ignition: false } },
        ]),
      ),
    ).toMatchObject([{ lasted: 300 }]);
  });
});

describe('from the tracker', () => {
  const brakes: NamedValues = { greenDriving: 'braking', greenDrivingValue: 0.41, greenDrivingMs: 1200 };

  test('REP-013: the tracker’s own event is found once, in m/s² by what its model tells in', () => {
    const drive = [
      { s: 0, kmh: 50 },
      { s: 4, kmh: 30, values: brakes },
      { s: 5, kmh: 28, values: brakes },
      { s: 10, kmh: 30 },
    ];
    expect(said(noted(drive))).toEqual([{ kind: 'braking', source: 'tracker', s: 4, value: 4, lasted: 1.2 }]);
    expect(noted(drive)[0]?.value).toBeCloseTo(0.41 * MS2_PER_G, 6);
    expect(noted(drive, { valueUnit: 'ms2' })[0]?.value).toBe(0.41);
  });

  test('REP-013: where the tracker tells of harsh driving itself, nothing is computed beside it', () => {
    const hard = speeds([60, 48, 34, 22, 12, 12, 12]).map((each) => ({ ...each, s: each.s + 20 }));
    expect(noted([{ s: 0, kmh: 50, values: brakes }, ...hard])).toHaveLength(1);
    const later = hard.map((each) => ({ ...each, s: each.s + 91 * 86_400 }));
    expect(noted([{ s: 0, kmh: 50, values: brakes }, ...later]), 'a quarter of a year later it no longer does').toHaveLength(2);
  });

  test('REP-013: the tracker tells of the beginning and of the end of speeding; it is one', () => {
    const over = (overspeedKmh: number) => ({ overspeedKmh });
    const drive: Told[] = [
      { s: 0, kmh: 80 },
      { s: 10, kmh: 95, values: over(95) },
      { s: 20, kmh: 104 },
      { s: 40, kmh: 101 },
      { s: 50, kmh: 89, values: over(89) },
      { s: 60, kmh: 85 },
    ];
    expect(said(noted(drive))).toEqual([{ kind: 'speeding', source: 'tracker', s: 10, value: 104, lasted: 40 }]);
    const seenSlower = drive.map((each) => (each.s === 40 ? { ...each, kmh: 88 } : each));
    expect(said(noted(seenSlower))).toEqual([{ kind: 'speeding', source: 'tracker', s: 10, value: 104, lasted: 30 }]);
  });

  test('REP-013: the tracker’s word for idling counts, however soon it gives it', () => {
    const drive: Told[] = [
      { s: 0, kmh: 0, values: { ignition: true } },
      { s: 60, kmh: 0, values: { idling: true } },
      { s: 90, kmh: 0, values: { idling: false } },
    ];
    expect(said(noted(drive))).toEqual([{ kind: 'idling', source: 'tracker', s: 0, value: null, lasted: 90 }]);
  });
});

test('FEAT-001: while the feature is off nothing is noted, nor what began before', () => {
  const state = nothingJudged();
  const found: Noted[] = [];
  const dated = { judgings: [], offSpans: [{ fromMs: T0 + 2000, toMs: T0 + 60_000 }] };
  for (const told of speeds([60, 48, 34, 22, 12, 12, 12, 12]))
    judge(state, recordOf(told), judgingAt(dated, T0 + told.s * 1000), (each) => found.push(each));
  expect(found).toEqual([]);
  expect(state).toEqual({ ...nothingJudged(), lastMs: T0 + 7000 });
});

const anyRecord = fc.record({
  step: fc.constantFrom(1, 1, 1, 2, 3, 10, 120, 1200),
  kmh: fc.option(fc.integer({ min: 0, max: 140 }), { nil: undefined }),
  heading: fc.integer({ min: 0, max: 359 }),
  values: fc.record(
    {
      ignition: fc.boolean(),
      greenDriving: fc.constantFrom('acceleration', 'braking', 'cornering'),
      overspeedKmh: fc.integer({ min: 0, max: 150 }),
      idling: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
});

test('REP-013: however the records of a drive are cut and stored between, the same is noted, and of each kind nothing twice at once', () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 120 }), fc.nat(), (steps, seed) => {
      let s = 0;
      const drive = steps.map(({ step, ...rest }): Told => ({ s: (s += step), ...rest, kmh: rest.kmh as number }));
      const limit = { speedLimitKmh: 90 };
      const whole = noted(drive, limit);
      const cut = drive.length === 0 ? 0 : seed % drive.length;
      const state = nothingJudged();
      const first = noted(drive.slice(0, cut), limit, state);
      const stored = JSON.parse(JSON.stringify(copyEco(state))) as EcoState;
      expect([...first, ...noted(drive.slice(cut), limit, stored)]).toEqual(whole);
      for (const kind of ['acceleration', 'braking', 'cornering', 'speeding', 'idling'] as const) {
        const own = whole.filter((each) => each.kind === kind);
        for (const [i, each] of own.entries()) {
          expect(each.notedMs).toBeGreaterThanOrEqual(each.atMs);
          const before = own[i - 1];
          if (before) expect(each.atMs).toBeGreaterThanOrEqual(before.atMs + (before.durationMs ?? 0));
          if (each.source === 'speed' && each.value !== null && kind !== 'speeding') expect(each.value).toBeLessThanOrEqual(8);
        }
      }
    }),
  );
});
