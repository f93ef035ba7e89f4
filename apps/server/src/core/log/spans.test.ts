import { DAY_MS } from '@spora/calendar/durations';
import { columnsOf, concatColumns, recordsOf, sliceColumns } from '@spora/telemetry/columns';
import { digestOf, uniteColumns } from '@spora/telemetry/record-set';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeRecords } from '../../testing/tracker.ts';
import {
  clockBounds,
  clockVerdict,
  isOneRisingDay,
  isWorthMerging,
  MERGED_RECORDS,
  mergeSegments,
  withinSpan,
  withoutSpan,
} from './spans.ts';

const FROM = Date.parse('2026-03-10T08:00:00Z');

test('The log: merging any cut, repetition and order of a day keeps the same set of records', () => {
  const day = columnsOf(makeRecords(60, FROM));
  const cuts = fc.array(fc.tuple(fc.nat(59), fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(cuts, (ranges) => {
      const segments = ranges.map(([from, count], i) => ({
        seq: i + 3,
        columns: sliceColumns(day, from, Math.min(60, from + count)),
      }));
      const merged = mergeSegments(segments);
      const before = uniteColumns(segments.map(({ columns }) => columns));
      expect(digestOf(uniteColumns(merged.map(({ columns }) => columns)))).toEqual(digestOf(before));
      expect(merged).toHaveLength(1);
      expect(merged[0]?.seq).toBe(Math.max(...segments.map(({ seq }) => seq)));
    }),
  );
});

test('The log: a large day becomes few segments with one number and different first times', () => {
  const records = makeRecords(MERGED_RECORDS * 2 + 10, FROM - 3_600_000).map((record, i) => ({
    ...record,
    timeMs: FROM + (i >> 1) * 1000,
    speedKmh: i % 2,
  }));
  const merged = mergeSegments([{ seq: 9, columns: columnsOf(records) }]);
  expect(merged).toHaveLength(3);
  expect(new Set(merged.map(({ seq }) => seq))).toEqual(new Set([9]));
  expect(new Set(merged.map(({ columns }) => columns.timeMs[0])).size).toBe(3);
  expect(recordsOf(concatColumns(merged.map(({ columns }) => columns)))).toEqual(records);
  const total = merged.reduce((sum, { columns }) => sum + columns.n, 0);
  expect(isWorthMerging(merged.length, total)).toBe(false);
  expect(isWorthMerging(merged.length + 1, total)).toBe(true);
});

test('The log: a day ahead is believed, a millisecond more is not; months back are counted as the calendar does', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');
  const bounds = clockBounds(now, 1);
  expect(clockVerdict(now + DAY_MS, bounds)).toBe('believed');
  expect(clockVerdict(now + 86_400_001, bounds)).toBe('future');
  expect(clockVerdict(Date.parse('2026-02-28T12:00:00Z'), bounds)).toBe('believed');
  expect(clockVerdict(Date.parse('2026-02-28T11:59:59.999Z'), bounds)).toBe('too-old');
  expect(clockVerdict(Number.NaN, bounds)).toBe('too-old');
});

test('The log: only what rises within one UTC day is taken as it is', () => {
  const midnight = Date.parse('2026-03-11T00:00:00Z');
  expect(isOneRisingDay(columnsOf(makeRecords(5, midnight)))).toBe(true);
  expect(isOneRisingDay(columnsOf(makeRecords(5, midnight - 2000)))).toBe(false);
  expect(isOneRisingDay(columnsOf(makeRecords(5, midnight).toReversed()))).toBe(false);
  expect(isOneRisingDay(columnsOf([...makeRecords(1, midnight), ...makeRecords(1, midnight)]))).toBe(false);
  expect(isOneRisingDay(columnsOf([]))).toBe(false);
});

test('Retention: a span takes its start and leaves its end', () => {
  const columns = columnsOf(makeRecords(5, FROM));
  const span = { fromMs: FROM + 1000, toMs: FROM + 3000 };
  const seconds = (times: Float64Array) => [...times].map((at) => (at - FROM) / 1000);
  expect(seconds(withinSpan(columns, span).timeMs)).toEqual([1, 2]);
  expect(seconds(withoutSpan(columns, span).timeMs)).toEqual([0, 3, 4]);
  expect(withinSpan(columns, { fromMs: FROM + 9000, toMs: FROM + 2000 }).n).toBe(0);
});
