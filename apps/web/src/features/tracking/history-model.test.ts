import { allocateHistory, encodePackedHistory, POINT_FLAGS } from '@spora/telemetry/packed-history';
import { expect, test } from 'vitest';
import { fakeSend } from '../../lib/testing.tsx';
import { ApiError } from '../../lib/api-error.ts';
import {
  advanceCursor,
  daysOf,
  indexAt,
  limitedRange,
  paceOf,
  PLAYBACK_SPEEDS,
  pointsOf,
  SKIP_MS,
  periodOf,
  speedFor,
  standingWithin,
  stepCursor,
  stretchAt,
  stretchesOf,
  type HistoryPoint,
  type Stretch,
} from './history-model.ts';
import { historyQuery } from './queries.ts';

const at = (seconds: number, speedKmh = 50): HistoryPoint => ({
  timeMs: seconds * 1000,
  lat: 59,
  lng: 18,
  speedKmh,
  headingDeg: 0,
  isImplausible: false,
});

test('the cursor stands on the last point that has been passed', () => {
  const points = [at(10), at(20), at(30)];
  expect([5, 10, 19, 30, 99].map((s) => indexAt(points, s * 1000))).toEqual([-1, 0, 0, 2, 2]);
});

const played = (points: readonly HistoryPoint[], stretches: readonly Stretch[] = []) => ({ points, stretches });

test('MAP-029: at 1x a second shows a minute of driving, at 4x four minutes', () => {
  const drive = played(Array.from({ length: 100 }, (_, i) => at(i * 10)));
  expect(advanceCursor(drive, 0, 1000, 1)).toBe(60_000);
  expect(advanceCursor(drive, 0, 1000, 4)).toBe(240_000);
});

test('13-A1: however long a stop is, playback passes it in a second and a half, and goes on driving behind it', () => {
  const points = [at(0), at(60), at(60 + 7 * 3600), at(120 + 7 * 3600)];
  const stop = { kind: 'still', fromMs: 60_000, toMs: 60_000 + 7 * 3_600_000 } as const;
  const day = played(points, [stop]);
  expect(advanceCursor(day, 0, 1000, 1)).toBe(60_000);
  expect(advanceCursor(day, 60_000, SKIP_MS / 2, 4)).toBe(60_000 + 3.5 * 3_600_000);
  expect(advanceCursor(day, 60_000, SKIP_MS, 4)).toBe(stop.toMs);
  expect(advanceCursor(day, 60_000, SKIP_MS + 500, 1)).toBe(stop.toMs + 30_000);
  expect(advanceCursor(day, 0, 60_000, 64)).toBe(points.at(-1)!.timeMs);
  // Faster than that it is never held up.
  const short = { kind: 'still', fromMs: 60_000, toMs: 180_000 } as const;
  expect(advanceCursor(played([at(0), at(60), at(180), at(900)], [short]), 60_000, 100, 64)).toBe(60_000 + 384_000);
});

test('MAP-029: the first speed shows the driving in 20 to 60 seconds, of a short trip, a day with stops, and ten days', () => {
  const minutes = (count: number): number => count * 60_000;
  const day = (driven: number, stops: number) => {
    const each = minutes(driven / (stops + 1));
    const stretches = Array.from({ length: stops }, (_, i): Stretch => {
      const fromMs = (i + 1) * each + i * minutes(40);
      return { kind: 'still', fromMs, toMs: fromMs + minutes(40) };
    });
    return { stretches, driving: { fromMs: 0, toMs: minutes(driven + stops * 40) } };
  };
  for (const [driven, stops] of [
    [3, 0],
    [6, 0],
    [14, 1],
    [45, 2],
    [240, 12],
    [480, 20],
    [2_400, 8],
  ] as const) {
    const { stretches, driving } = day(driven, stops);
    const points = [at(0), at(driving.toMs / 1000)];
    const speed = speedFor(stretches, driving);
    const until = (ms: number) => advanceCursor({ points, stretches }, 0, ms, speed);
    expect([until(20_000) < driving.toMs, until(60_000)], `${driven} min`).toEqual([true, driving.toMs]);
  }
  expect(speedFor([], null)).toBe(1);
});

test('13-A1: a history knows where it stood, where nothing was received and where it is withheld, to the second', () => {
  const stands = [at(100), at(110, 0), at(400, 0), at(410)];
  expect(stretchesOf(stands, [], [])).toEqual([{ kind: 'still', fromMs: 110_000, toMs: 400_000 }]);
  // Traffic lights are driving.
  expect(stretchesOf([at(0), at(10, 0), at(70, 0), at(80)], [], [])).toEqual([]);
  const away = { ...at(1000), lat: 59.1 };
  expect(stretchesOf([at(0), away], [{ fromMs: 0, toMs: 1_000_000 }], [])).toEqual([{ kind: 'gap', fromMs: 0, toMs: 1_000_000 }]);
  // Points are told to the second, what is withheld to the millisecond; also when the unit came back to where it was.
  const withheld = { fromMs: 110_400, toMs: 400_300, isWithheld: true };
  expect(stretchesOf(stands, [withheld], [])).toEqual([{ kind: 'private', fromMs: 110_000, toMs: 400_000 }]);
  // Silence in one place is standing, and so is a stop of the trip log whose positions wander.
  expect(stretchesOf([at(0), at(1000)], [], [])).toEqual([{ kind: 'still', fromMs: 0, toMs: 1_000_000 }]);
  const astray = [at(0, 3), { ...at(70, 9), lat: 59.002 }, at(140, 2)];
  expect(stretchesOf(astray, [], [{ fromMs: 0, toMs: null }])).toEqual([{ kind: 'still', fromMs: 0, toMs: 140_000 }]);
  expect(stretchesOf(astray, [], [{ fromMs: 0, toMs: 60_000 }])).toEqual([]);
});

test('13-A1: an instant lies in one stretch or in none', () => {
  const stretches = [
    { kind: 'still', fromMs: 10, toMs: 20 },
    { kind: 'gap', fromMs: 30, toMs: 40 },
  ] as const;
  expect([5, 10, 19, 20, 35, 40].map((ms) => stretchAt(stretches, ms)?.kind ?? null)).toEqual([
    null,
    'still',
    'still',
    null,
    'gap',
    null,
  ]);
});

test('MAP-029: the keyboard steps from point to point and stays inside', () => {
  const points = [at(0), at(10), at(20)];
  expect(stepCursor(points, 10_000, 1)).toBe(20_000);
  expect(stepCursor(points, 10_000, -10)).toBe(0);
});

test('MAP-015: a range is at most 30 days and never reaches beyond today', () => {
  expect(limitedRange('2026-01-01', '2026-03-01', '2026-11-21')).toEqual({ from: '2026-01-01', to: '2026-01-30' });
  expect(limitedRange('2026-11-20', '2026-12-24', '2026-11-21')).toEqual({ from: '2026-11-20', to: '2026-11-21' });
});

const request = { imei: '350000000000001', from: '2026-11-20', to: '2026-11-20', withImplausible: true };
const fetchWith = (send: ReturnType<typeof fakeSend>) => {
  const { queryFn } = historyQuery(send, request, 'Europe/Stockholm');
  return (queryFn as (context: { signal: AbortSignal }) => ReturnType<Extract<typeof queryFn, (...args: never) => unknown>>)({
    signal: new AbortController().signal,
  });
};

test('API-060: the history is asked for in its packed form and unpacked here', async () => {
  const points = allocateHistory(2);
  points.timeMs.set([1_763_600_000_000, 1_763_600_010_000]);
  points.latE7.set([593_000_000, 593_001_000]);
  points.lonE7.set([180_000_000, 180_002_000]);
  points.speedKmh.set([50, 60]);
  points.flags.set([0, POINT_FLAGS.implausible]);
  const rest = { stops: [], gaps: [], breaks: [], private_blocks: [], distance_m: 1234, implausible_count: 1 };
  const send = fakeSend({ 'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)) });
  const data = await fetchWith(send);
  expect(send.requests[0]).toMatchObject({ accept: 'application/octet-stream', query: { with_implausible: 'true' } });
  expect(data).toMatchObject(rest);
  expect(pointsOf(data)).toEqual([
    { timeMs: 1_763_600_000_000, lat: 59.3, lng: 18, speedKmh: 50, headingDeg: 0, isImplausible: false },
    { timeMs: 1_763_600_010_000, lat: 59.3001, lng: 18.0002, speedKmh: 60, headingDeg: 0, isImplausible: true },
  ]);
});

test('MAP-015: a refusal of the packed form is the same as of any call', async () => {
  const send = fakeSend({
    'tracking.history': () => {
      throw new ApiError(422, 'HistoryMaxDays');
    },
  });
  await expect(fetchWith(send)).rejects.toMatchObject({ status: 422, errors: 'HistoryMaxDays' });
});

test('13-D: the length of a stop is that within the days shown, also of one that began days before', () => {
  const stop = { from: '2026-11-18T16:00:00Z', to: '2026-11-21T05:12:00Z' };
  const day = periodOf({ from: '2026-11-21', to: '2026-11-21' }, 'Europe/Stockholm');
  expect(standingWithin(stop, day)).toBe(6.2 * 3600);
  const seconds = { from: '2026-11-21T08:00:01Z', to: '2026-11-21T08:02:58Z' };
  expect(standingWithin(seconds, day), 'as the minutes say that stand beside it').toBe(120);
  expect(standingWithin({ from: '2026-11-21T22:00:00Z', to: '2026-11-23T05:00:00Z' }, day)).toBe(3600);
  expect(standingWithin({ from: '2026-11-21T08:00:00Z', to: '2026-11-21T08:30:00Z' }, day)).toBe(1800);
});

test('MAP-014: several days are told one by one, each with its stops and its part of the distance, nothing withheld among it', () => {
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const on = (iso: string, lat: number, speedKmh = 50): HistoryPoint => ({ ...at(0, speedKmh), timeMs: Date.parse(iso), lat });
  const points = [
    on('2026-11-02T08:00:00Z', 59),
    on('2026-11-02T08:10:00Z', 59.01),
    // Driven privately between.
    on('2026-11-02T12:00:00Z', 59.5),
    on('2026-11-02T12:10:00Z', 59.51, 0),
    // Parked jitter.
    on('2026-11-03T02:00:00Z', 59.5101, 0),
    // It works where it stands, as an excavator does.
    on('2026-11-03T09:00:00Z', 59.511, 6),
    on('2026-11-03T09:10:00Z', 59.5101, 0),
    on('2026-11-04T08:00:00Z', 59.52),
  ];
  const stops = [
    { from: '2026-11-01T16:00:00Z', to: '2026-11-02T07:55:00Z' },
    { from: '2026-11-02T12:10:00Z', to: '2026-11-04T07:55:00Z' },
    { from: '2026-11-04T08:00:00Z', to: null },
  ];
  const breaks = [{ fromMs: Date.parse('2026-11-02T08:10:00Z'), toMs: Date.parse('2026-11-02T12:00:00Z') }];
  const period = { fromMs: Date.parse('2026-11-02T00:00:00Z'), toMs: Date.parse('2026-11-05T00:00:00Z') };
  const days = daysOf({ stops, breaks, hidesSpeed: false }, points, { period, dayOf });
  expect(days.map(({ day, distanceM, stops: of }) => [day, Math.round((distanceM ?? 0) / 10) * 10, of.length])).toEqual([
    ['2026-11-02', 2220, 2],
    ['2026-11-04', 1100, 1],
  ]);
  expect(daysOf({ stops, breaks, hidesSpeed: true }, points, { period, dayOf })[0]?.distanceM).toBeNull();
});

test('MAP-029: each speed of playback says how many whole seconds a minute or an hour takes', () => {
  expect(PLAYBACK_SPEEDS.map((speed) => Object.values(paceOf(speed)).join(' '))).toEqual([
    ...['minute 12', 'minute 6', 'minute 3', 'minute 2'],
    ...['hour 60', 'hour 30', 'hour 15', 'hour 8', 'hour 4', 'hour 2', 'hour 1'],
  ]);
  for (const speed of PLAYBACK_SPEEDS) {
    const { of, seconds } = paceOf(speed);
    expect(seconds * speed).toBe(of === 'hour' ? 60 : 1);
  }
});
