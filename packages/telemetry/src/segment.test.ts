import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedError } from './bytes.ts';
import { columnsOf, recordsOf, sliceColumns, type RecordColumns } from './columns.ts';
import { createPackedWriter, type ColumnWriter } from './packed-column.ts';
import { decodeSegment, decodeSegments, encodeMergedSegment, encodeSegment, MAX_SEGMENT_RECORDS } from './segment.ts';
import { syntheticDrive } from './testing-drive.ts';
import { anyRecords } from './testing-records.ts';

const ways: [string, (columns: RecordColumns) => Uint8Array][] = [
  ['as received', encodeSegment],
  ['merged', encodeMergedSegment],
];

test.each(ways)('a segment %s decodes to the records it was made of', (_, encode) => {
  fc.assert(
    fc.property(anyRecords(60), (records) => {
      expect(recordsOf(decodeSegment(encode(columnsOf(records))))).toEqual(records);
    }),
    { numRuns: 300 },
  );
});

test('many segments at once decode to the records of each, one after the other', () => {
  const part = fc.tuple(anyRecords(12), fc.constantFrom(encodeSegment, encodeMergedSegment));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const decoded = decodeSegments(parts.map(([records, encode]) => encode(columnsOf(records))));
      expect(recordsOf(decoded)).toEqual(parts.flatMap(([records]) => records));
      // In memory of their own, which the next call leaves alone.
      decodeSegments([encodeSegment(columnsOf(syntheticDrive(30)))]);
      expect(decoded).toEqual(columnsOf(parts.flatMap(([records]) => records)));
    }),
    { numRuns: 200 },
  );
});

test.each(ways)('a realistic day %s comes back, and packs to the same bytes again', (_, encode) => {
  const columns = columnsOf(syntheticDrive(3000));
  const bytes = encode(columns);
  const back = decodeSegment(bytes);
  expect(recordsOf(back)).toEqual(recordsOf(columns));
  expect(encode(back)).toEqual(bytes);
});

test('a record costs at most 18 bytes ten to a row, and at most 12 in a merged day', () => {
  const columns = columnsOf(syntheticDrive(5000));
  let received = 0;
  for (let i = 0; i < columns.n; i += 10) received += encodeSegment(sliceColumns(columns, i, i + 10)).length;
  expect(received / columns.n).toBeLessThan(18);
  expect(encodeMergedSegment(columns).length / columns.n).toBeLessThan(12);
});

test.each(ways)('the bytes %s decode the same from the middle of a larger buffer', (_, encode) => {
  const bytes = encode(columnsOf(syntheticDrive(20)));
  const larger = new Uint8Array(bytes.length + 50).fill(0xaa);
  larger.set(bytes, 13);
  expect(decodeSegment(larger.subarray(13, 13 + bytes.length))).toEqual(decodeSegment(bytes));
});

test('cut off, changed or made-up bytes never give anything but a PackedError or records', () => {
  const good = ways.map(([, encode]) => encode(columnsOf(syntheticDrive(40))));
  const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) });
  const hostile = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).chain((bytes) => fc.constantFrom(1, 2).map((version) => Uint8Array.of(version, ...bytes))),
    fc.tuple(fc.constantFrom(...good), fc.array(change, { maxLength: 6 }), fc.nat()).map(([bytes, changes, cut]) => {
      const changed = bytes.slice(0, cut % 3 === 0 ? cut % bytes.length : undefined);
      for (const { at, to } of changes) if (changed.length > 0) changed[at % changed.length] = to;
      return changed;
    }),
  );
  fc.assert(
    fc.property(hostile, (bytes) => {
      try {
        expect(decodeSegment(bytes).n).toBeLessThanOrEqual(MAX_SEGMENT_RECORDS);
      } catch (error) {
        expect(error).toBeInstanceOf(PackedError);
      }
    }),
    { numRuns: 3000 },
  );
});

test('a few bytes cannot ask for more than a bounded number of records and elements', () => {
  // Version 1, a head that claims 2^40 records.
  expect(() => decodeSegment(Uint8Array.of(1, 6, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20))).toThrow(PackedError);
});

/** A segment of n records at one time and place, up to its io; what follows is up to the hostile. */
function crafted(n: number, follow: (out: ColumnWriter) => void, earliest = 0): Uint8Array {
  const out = createPackedWriter();
  out.head.varint(n);
  out.head.byte(2);
  out.head.varint(earliest);
  for (let column = 0; column < 9; column++) out.column(new Int32Array(n), n);
  follow(out);
  return Uint8Array.of(1, ...out.finish());
}
const noShapes = (out: ColumnWriter) => out.head.varint(0);

const crafts: [string, Uint8Array, RegExp][] = [
  [
    'a record of a shape that is not there',
    crafted(1, (out) => (noShapes(out), out.column(new Int32Array(1), 1))),
    /shape that is not there/,
  ],
  ['a time past the last date', crafted(1, noShapes, Number.MAX_SAFE_INTEGER), /time that is none/],
  [
    'few bytes that stand for millions of elements',
    crafted(MAX_SEGMENT_RECORDS, (out) => {
      for (const value of [1, 0, 0, 64]) out.head.varint(value);
      for (let k = 0; k < 64; k++) out.head.varint(1);
      out.column(new Int32Array(MAX_SEGMENT_RECORDS), MAX_SEGMENT_RECORDS);
    }),
    /too many io elements/,
  ],
  // Head of 7 bytes: two records, seconds, from 0; the times as changes, the only one of them after one still record too many.
  ['a change past the end of its column', Uint8Array.of(1, 8, 2, 3, 0, 3, 0, 1, 1, 2), /change lies past the end/],
];

test.each(crafts)('%s: refused for what it is', (_, bytes, reason) => {
  expect(() => decodeSegment(bytes)).toThrow(PackedError);
  expect(() => decodeSegment(bytes)).toThrow(reason);
});

test('an unknown version and no bytes at all are refused', () => {
  expect(() => decodeSegment(Uint8Array.of(9, 1, 2))).toThrow(PackedError);
  expect(() => decodeSegment(new Uint8Array(0))).toThrow(PackedError);
});

test('the bytes of a known segment stay what they are, so that a log of years stays readable', () => {
  const bytes = encodeSegment(columnsOf(syntheticDrive(3)));
  expect(Buffer.from(bytes).toString('hex')).toMatchInlineSnapshot(
    `"014b0303e7ebe0cf062400230e2cefa2f49a022ea8928f56252a6017230a200167000100000c01020304053d3e3839405c5a8081818480818c8800c76c00dc1f0093ba0200c1bb0126a8ed9328863a502807e9ee80331672017b070020c901"`,
  );
  const merged = encodeMergedSegment(columnsOf(syntheticDrive(3)));
  expect(Buffer.from(merged).toString('hex')).toMatchInlineSnapshot(
    `"02540303e7ebe0cf060200010e02efa2f49a0202a8928f56012a0118010a010101ef010100000c01020304053d3e3839405c5a000000010001000400000001000c000800c76c00dc1f0093ba0200c1bb0101a8ed932800090d7ec02c8514fe96ddcd5e0858a906080344126a96d2bacb74f0"`,
  );
});
