import { expect, test } from 'vitest';
import { drivesBetween } from './drive-model.ts';
import { daysOf, type HistoryPoint } from './history-model.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-11-02T08:00:00Z');
const iso = (minute: number): string => new Date(START + minute * MINUTE).toISOString();
const at = (minute: number, lat: number, speedKmh = 60): HistoryPoint => ({
  ...{ timeMs: START + minute * MINUTE, lat, lng: 18, speedKmh, headingDeg: 0, isImplausible: false },
});
const span = (from: number, to: number) => ({ fromMs: START + from * MINUTE, toMs: START + to * MINUTE });
const told = { breaks: [], withheld: [], hidesSpeed: false };
const timesOf = (drives: readonly { fromMs: number; toMs: number }[]) =>
  drives.map(({ fromMs, toMs }) => [(fromMs - START) / MINUTE, (toMs - START) / MINUTE]);

test('MAP-014: what lies between two stops is one drive, what a period cuts is one by its positions, and distances add up to the day', () => {
  const points = [
    at(0, 59),
    at(5, 59.02),
    at(10, 59.04, 0),
    at(20, 59.04, 0),
    at(25, 59.06),
    at(30, 59.08, 0),
    at(50, 59.08, 0),
    at(55, 59.1),
  ];
  const stops = [
    { from: iso(10), to: iso(20) },
    { from: iso(30), to: iso(50) },
  ];
  const drives = drivesBetween(points, { ...told, stops });
  expect(timesOf(drives)).toEqual([
    [0, 10],
    [20, 30],
    [50, 55],
  ]);
  expect(drives.map(({ left, reached }) => [left, reached])).toEqual([
    [null, stops[0]],
    [stops[0], stops[1]],
    [stops[1], null],
  ]);
  // What is withheld of one drive cuts none of the others.
  expect(timesOf(drivesBetween(points, { ...told, stops, breaks: [span(2, 4)] })).slice(-2)).toEqual([
    [20, 30],
    [50, 55],
  ]);
  const period = span(0, 600);
  const [day] = daysOf({ stops, breaks: [], hidesSpeed: false }, points, { period, dayOf: () => '2026-11-02' });
  expect(drives.reduce((sum, { distanceM }) => sum + (distanceM ?? 0), 0)).toBeCloseTo(day?.distanceM ?? 0);
});

test('MAP-014: a unit that stood untold before its first stop has not driven, and without any stop nobody knows what was one drive', () => {
  const points = [at(0, 59, 0), at(5, 59, 0), at(30, 59, 0)];
  expect(drivesBetween(points, { ...told, stops: [{ from: iso(10), to: null }] })).toEqual([]);
  expect(drivesBetween([at(0, 59), at(5, 59.1)], { ...told, stops: [] })).toEqual([]);
});

test('MAP-014: a drive that no position tells of is one all the same, but for what may have been private', () => {
  const stops = [
    { from: iso(0), to: iso(10) },
    { from: iso(30), to: null },
  ];
  const points = [at(0, 59, 0), at(40, 59.5, 0)];
  expect(drivesBetween(points, { ...told, stops })).toMatchObject([{ ...span(10, 30), distanceM: null }]);
  expect(drivesBetween(points, { ...told, stops, withheld: [span(0, 60)] })).toEqual([]);
});

test('UNIT-018: where speeds are hidden a drive has no distance, and is one by where it led', () => {
  const points = [at(0, 59, 0), at(5, 59.02, 0), at(10, 59.04, 0), at(30, 59.04, 0)];
  const drives = drivesBetween(points, { ...told, hidesSpeed: true, stops: [{ from: iso(10), to: null }] });
  expect(drives).toMatchObject([{ ...span(0, 10), distanceM: null }]);
});
