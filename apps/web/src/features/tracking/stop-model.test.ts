import { expect, test } from 'vitest';
import type { Stretch } from './history-model.ts';
import { isUnderWayAt, pausesOf, stopIndexAt, stopSigns, toldAt, toldLengthMs, toldSpan, withEnds } from './stop-model.ts';

const MIN = 60_000;
const HOUR = 60 * MIN;
const place = { lat: 59.3, lng: 18 };

test('13-A2: the player tells the length that the list tells, though the positions begin later and end earlier than the stop', () => {
  const stretches: Stretch[] = [{ kind: 'still', fromMs: MIN, toMs: 434 * MIN }];
  const stops = [{ ...place, fromMs: 0, toMs: 435 * MIN }];
  const told = (timeMs: number) => toldAt({ stretches, stops }, timeMs, 10 * HOUR);
  // In the positions' standing, at the stop's own beginning, and in the minute before it is driven off.
  for (const timeMs of [HOUR, 0, 434.5 * MIN]) expect(told(timeMs), `${timeMs}`).toEqual({ kind: 'still', lengthMs: 435 * MIN });
  expect(told(435 * MIN)).toBeNull();
});

test('13-A2: the chart tells the length that the list tells, and counts standing without a stop from the minutes that are shown', () => {
  // The positions stand from 06:22:40 to 16:35:20, the log's stop is 06:23–16:35.
  const band: Stretch = { kind: 'still', fromMs: 382.7 * MIN, toMs: 995.4 * MIN };
  const stops = [{ ...place, fromMs: 383.1 * MIN, toMs: 995.9 * MIN }];
  expect(toldLengthMs(band, stops, 24 * HOUR)).toBe(612 * MIN);
  expect(toldAt({ stretches: [band], stops }, 500 * MIN, 24 * HOUR)?.lengthMs).toBe(612 * MIN);
  expect(toldLengthMs({ kind: 'still', fromMs: 0.1 * MIN, toMs: 4.9 * MIN }, [], HOUR)).toBe(4 * MIN);
});

test('13-A2: a stop that goes on is as long as the card says: until now, not until the last position', () => {
  const stretches: Stretch[] = [{ kind: 'still', fromMs: MIN, toMs: 385 * MIN }];
  const stops = [{ ...place, fromMs: 0, toMs: null }];
  expect(toldAt({ stretches, stops }, 2 * MIN, 392 * MIN)).toEqual({ kind: 'still', lengthMs: 392 * MIN });
});

test('13-A2: standing that the log has no stop for is as long as it was, and so are silence and private use', () => {
  const stretches: Stretch[] = [
    { kind: 'still', fromMs: 0, toMs: 4 * MIN },
    { kind: 'gap', fromMs: 10 * MIN, toMs: 30 * MIN },
    { kind: 'still', fromMs: 40 * MIN, toMs: 60 * MIN },
  ];
  // It began to stand a while before the log counted it.
  const stops = [{ ...place, fromMs: 45 * MIN, toMs: 62 * MIN }];
  const told = (minute: number) => toldAt({ stretches, stops }, minute * MIN, 10 * HOUR);
  expect(told(1)).toEqual({ kind: 'still', lengthMs: 4 * MIN });
  expect(told(12)).toEqual({ kind: 'gap', lengthMs: 20 * MIN });
  expect(told(5)).toBeNull();
  expect(told(41)).toEqual({ kind: 'still', lengthMs: 17 * MIN });
});

test('13-A2: of stops in one place the map has one sign, and it tells of the one that was chosen', () => {
  const stops = [
    { ...place, fromMs: 0, toMs: 5 * MIN, label: '5 min' },
    { lat: 59.4, lng: 18, fromMs: 10 * MIN, toMs: 20 * MIN, label: '10 min' },
    { lat: 59.30002, lng: 18.0001, fromMs: 30 * MIN, toMs: 63 * MIN, label: '33 min' },
  ];
  const signs = (chosen: number) =>
    stopSigns(stops, chosen).map(({ stop, isChosen, nth, count }) => [stop.label, isChosen, nth, count]);
  expect(signs(-1)).toEqual([
    ['5 min', false, 1, 2],
    ['10 min', false, 1, 1],
  ]);
  expect(signs(2)).toEqual([
    ['33 min', true, 2, 2],
    ['10 min', false, 1, 1],
  ]);
  expect([0, 5, 30, 62, 63].map((minute) => stopIndexAt(stops, minute * MIN))).toEqual([0, -1, 2, 2, -1]);
});

test('13-A1: a unit is under way at its last position where no stop holds that, and nobody knows after what is withheld', () => {
  const stops = [
    { ...place, fromMs: 0, toMs: HOUR },
    { ...place, fromMs: 2 * HOUR, toMs: 3 * HOUR },
  ];
  expect(isUnderWayAt(3.5 * HOUR, stops, [])).toBe(true);
  expect(isUnderWayAt(2.5 * HOUR, stops, [])).toBe(false);
  expect(isUnderWayAt(3.5 * HOUR, [...stops, { ...place, fromMs: 3.4 * HOUR, toMs: null }], [])).toBe(false);
  expect(isUnderWayAt(3.5 * HOUR, stops, [{ toMs: Infinity }])).toBe(false);
  expect(isUnderWayAt(3.5 * HOUR, stops, [{ toMs: HOUR }])).toBe(true);
});

test('13-A1: standing that the log has no stop of is a pause of its trip; where there are no stops at all, nobody knows', () => {
  const stops = [{ ...place, fromMs: HOUR, toMs: 2 * HOUR }];
  const still = (fromMs: number, toMs: number): Stretch => ({ kind: 'still', fromMs, toMs });
  const isPause = (stretch: Stretch, of = stops): boolean => pausesOf([still(0, 0.1 * HOUR), stretch], of).has(stretch);
  expect(isPause(still(2.2 * HOUR, 2.3 * HOUR))).toBe(true);
  expect(isPause(still(0.9 * HOUR, 2 * HOUR))).toBe(false);
  expect(isPause(still(2 * HOUR - 1_000, 2.1 * HOUR))).toBe(true);
  expect(isPause({ ...still(2.2 * HOUR, 2.3 * HOUR), kind: 'gap' })).toBe(false);
  expect(isPause(still(2.2 * HOUR, 2.3 * HOUR), [])).toBe(false);
});

test('13-A1: of many stretches each is held against the stops about it, also where one stop has several, and one goes on', () => {
  const stops = [
    { ...place, fromMs: HOUR, toMs: 2 * HOUR },
    { ...place, fromMs: 2 * HOUR + 1_000, toMs: 3 * HOUR },
    { ...place, fromMs: 5 * HOUR, toMs: null },
  ];
  const still = (fromMs: number, toMs: number): Stretch => ({ kind: 'still', fromMs: fromMs * HOUR, toMs: toMs * HOUR });
  const within = [still(1.1, 1.2), still(1.5, 1.7), still(1.9, 2.1), still(2.5, 3.5), still(5.5, 6), still(7, 8)];
  const beside = [still(0.2, 0.4), still(3.1, 3.2), still(4, 4.5)];
  const all = [...within, ...beside].toSorted((a, b) => a.fromMs - b.fromMs);
  expect([...pausesOf(all, stops)]).toEqual(beside);
});

test('MAP-029: the chart of a day reaches as far as the log knows that the unit stood, and no further than now', () => {
  const hour = (n: number): number => n * 3_600_000;
  const points = [{ timeMs: hour(6) }, { timeMs: hour(15) }];
  const at = { lat: 59, lng: 18 };
  const night = { ...at, fromMs: hour(0), toMs: hour(6) + 500 };
  const evening = { ...at, fromMs: hour(14), toMs: hour(24) };
  expect(toldSpan(points, [night, evening], hour(24))).toEqual({ fromMs: 0, toMs: hour(24) });
  expect(toldSpan(points, [night, { ...evening, toMs: null }], hour(17))).toEqual({ fromMs: 0, toMs: hour(17) });
  expect(toldSpan(points, [{ ...night, toMs: hour(3) }], hour(24)), 'it was on its way').toEqual({
    fromMs: hour(6),
    toMs: hour(15),
  });
  expect(toldSpan([], [night], hour(24))).toBeNull();
  const stood = { kind: 'still', fromMs: hour(14), toMs: hour(15) } as const;
  const told = { fromMs: 0, toMs: hour(24) };
  expect(withEnds([stood], points, told)).toEqual([
    { kind: 'still', fromMs: 0, toMs: hour(6) },
    { kind: 'still', fromMs: hour(14), toMs: hour(24) },
  ]);
  const withheld = { ...stood, kind: 'private' } as const;
  expect(withEnds([withheld], points, { fromMs: hour(6), toMs: hour(15) }), 'nothing is added to what is withheld').toEqual([
    withheld,
  ]);
});
