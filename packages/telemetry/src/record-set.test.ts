import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf, recordsOf, type RecordColumns } from './columns.ts';
import type { PositionRecord, RawIo } from './record.ts';
import { digestOf, splitByUtcDay, splitColumns, uniteColumns, uniteSegments } from './record-set.ts';
import { decodeSegment, encodeMergedSegment, encodeSegment } from './segment.ts';
import { seededRandom, syntheticDrive } from './testing-drive.ts';
import { anyIo, anyRecords } from './testing-records.ts';

/** The records cut at random places into parts, shuffled, some sent twice, each part through the log's codec. */
function regroup(records: readonly PositionRecord[], seed: number): RecordColumns[] {
  const random = seededRandom(seed);
  const sent = [...records, ...records.filter(() => random() < 0.3)].map((record) => ({ record, order: random() }));
  const shuffled = random() < 0.5 ? sent.toSorted((a, b) => a.order - b.order) : sent;
  const parts: RecordColumns[] = [];
  for (let i = 0; i < shuffled.length;) {
    const size = 1 + Math.floor(random() * 12);
    const part = columnsOf(shuffled.slice(i, i + size).map((item) => item.record));
    parts.push(decodeSegment(random() < 0.5 ? encodeSegment(part) : encodeMergedSegment(part)));
    i += size;
  }
  return parts;
}

test('records cut, shuffled and sent twice in any way unite to the same bytes', () => {
  fc.assert(
    fc.property(anyRecords(), fc.nat(), (records, seed) => {
      const whole = uniteColumns([columnsOf(records)]);
      const again = uniteColumns(regroup(records, seed));
      expect(encodeSegment(again)).toEqual(encodeSegment(whole));
      expect(digestOf(again)).toEqual(digestOf(whole));
    }),
    { numRuns: 200 },
  );
});

/** Records at few times and places with io of one shape, or of any, as trackers send more than one in a second. */
const nearRecords = fc
  .tuple(
    fc.array(
      fc.record({
        timeMs: fc.integer({ min: 0, max: 12 }).map((second) => second * 1000),
        latE7: fc.integer({ min: 0, max: 1 }),
        isOn: fc.integer({ min: 0, max: 1 }),
        other: fc.integer({ min: 0, max: 2 }),
        any: fc.array(anyIo(250), { maxLength: 3 }),
      }),
      { maxLength: 24 },
    ),
    fc.boolean(),
  )
  .map(([found, isGrid]) =>
    found.map(({ timeMs, latE7, isOn, other, any }): PositionRecord => {
      const before: RawIo[] = [
        { id: 21, width: 1, value: other },
        { id: 239, width: 1, value: isOn },
        { id: 11, width: 8, value: BigInt(other) },
      ];
      const after: RawIo[] = [
        { id: 182, width: 2, value: 8 },
        { id: 16, width: 4, value: other },
      ];
      const io = isGrid ? [...before, ...after] : [...before, ...any, ...after];
      return { ...syntheticDrive(1)[0]!, timeMs, latE7, io };
    }),
  );

test('segments read for some io elements give the same records, whatever overlaps and differs in the others alone', () => {
  const needed = new Set([239, 182]);
  const asked = (columns: RecordColumns) =>
    recordsOf(columns).map((record) => ({ ...record, io: record.io.filter(({ id }) => needed.has(id)) }));
  fc.assert(
    fc.property(nearRecords, fc.nat(), fc.boolean(), (records, seed, isMerged) => {
      const parts = isMerged ? splitColumns(uniteColumns([columnsOf(records)]), 5) : regroup(records, seed);
      const segments = parts.map((part, i) => (i % 2 === 0 ? encodeMergedSegment(part) : encodeSegment(part)));
      expect(asked(uniteSegments(segments, needed))).toEqual(asked(uniteColumns(parts)));
    }),
    { numRuns: 1_000 },
  );
});

test('of a merged day that is read for some io elements the others take no memory', () => {
  const day = uniteColumns([columnsOf(syntheticDrive(3_000))]);
  const [id] = day.ioId;
  const read = uniteSegments(splitColumns(day, 1_000).map(encodeMergedSegment), new Set([id!]));
  expect(read.n).toBe(day.n);
  expect(new Set(read.ioId)).toEqual(new Set([id]));
});

test('uniting in two steps is uniting in one', () => {
  fc.assert(
    fc.property(anyRecords(), anyRecords(), anyRecords(), (a, b, c) => {
      const [x, y, z] = [columnsOf(a), columnsOf(b), columnsOf(c)];
      const once = uniteColumns([x, y, z]);
      expect(encodeSegment(uniteColumns([uniteColumns([z, x]), y]))).toEqual(encodeSegment(once));
      expect(encodeSegment(uniteColumns([once, once]))).toEqual(encodeSegment(once));
    }),
  );
});

test('a united set is sorted by time and keeps every different record', () => {
  fc.assert(
    fc.property(anyRecords(), (records) => {
      const united = recordsOf(uniteColumns([columnsOf(records)]));
      const different = new Set(
        records.map((record) => JSON.stringify(record, (_, v: unknown) => (typeof v === 'bigint' ? `${v}n` : v))),
      );
      expect(united).toHaveLength(different.size);
      expect(united.map((record) => record.timeMs)).toEqual(united.map((record) => record.timeMs).toSorted((a, b) => a - b));
    }),
  );
});

test('records that differ in one io byte, or only in the order of their io, are two', () => {
  const [base] = syntheticDrive(1) as [PositionRecord];
  const bytes = (...values: number[]) => ({ ...base, io: [{ id: 385, width: 0 as const, value: Uint8Array.from(values) }] });
  expect(uniteColumns([columnsOf([bytes(1, 2, 3), bytes(1, 2, 4), bytes(1, 2, 3)])]).n).toBe(2);
  expect(uniteColumns([columnsOf([base, { ...base, io: base.io.toReversed() }])]).n).toBe(2);
});

test('digests of different sets differ', () => {
  const drive = syntheticDrive(200);
  const digests = new Set(drive.map((_, i) => Buffer.from(digestOf(columnsOf(drive.slice(0, i + 1)))).toString('hex')));
  expect(digests.size).toBe(200);
});

test('a frame over UTC midnight is split there, whatever the zone of the machine', () => {
  const records = syntheticDrive(40, { startMs: Date.UTC(2026, 0, 1, 23, 59, 30) });
  const days = splitByUtcDay(columnsOf(records));
  expect(days.map((day) => new Date(day.timeMs[0]!).toISOString().slice(0, 10))).toEqual(['2026-01-01', '2026-01-02']);
  expect(days.flatMap(recordsOf)).toEqual(records);
  const midnight = columnsOf([{ ...records[0]!, timeMs: Date.UTC(2026, 0, 2) }]);
  expect(splitByUtcDay(midnight)).toHaveLength(1);
  expect(splitByUtcDay(columnsOf([]))).toEqual([]);
});

test('pieces for segments hold at most what is asked, in order', () => {
  const records = syntheticDrive(25);
  const pieces = splitColumns(columnsOf(records), 10);
  expect(pieces.map((piece) => piece.n)).toEqual([10, 10, 5]);
  expect(pieces.flatMap(recordsOf)).toEqual(records);
});
