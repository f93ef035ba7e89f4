import type { RecordColumns } from './columns.ts';
import { PackedError, type ByteReader, type ByteWriter } from './bytes.ts';

/**
 * Which io elements records carry. A tracker sends the same ids record after record, so the sets of ids and widths
 * (shapes) are written once, and each (id, width) is a column of its own that runs through all shapes.
 */
export interface IoLayout {
  /** Each shape: the pair of every element, in the order sent. */
  readonly shapes: readonly (readonly number[])[];
  /** id * 16 + width. */
  readonly pairs: readonly number[];
  /** Of each record. */
  readonly shapeOf: Int32Array;
  /** How many elements each pair has. */
  readonly counts: readonly number[];
}

const pairKey = (id: number, width: number) => id * 16 + width;
/** The io id of an (id, width) pair. */
export const pairId = (pair: number): number => pair >>> 4;
/** The width in bytes of an (id, width) pair; 0 is variable. */
export const pairWidth = (pair: number): number => pair & 15;

const some = (width: number, ...ids: number[]) => ids.map((id) => pairKey(id, width));
/** The pairs that trackers send most, as one byte each (1 upwards). Part of the format: never change, never reorder. */
const KNOWN_PAIRS: readonly number[] = [
  ...some(
    1,
    239,
    240,
    21,
    200,
    69,
    1,
    2,
    3,
    4,
    179,
    180,
    380,
    381,
    113,
    252,
    250,
    253,
    254,
    255,
    246,
    247,
    249,
    251,
    175,
    248,
    303,
    391,
    80,
  ),
  ...some(1, 116, 155, 156, 157, 158, 159, 29, 20, 22, 23, 30, 31, 32, 37, 48, 81, 89, 263, 10),
  ...some(1, 10804, 10805, 10806, 10807, 10808, 10809, 10810, 10811),
  ...some(
    2,
    66,
    67,
    68,
    9,
    6,
    181,
    182,
    24,
    205,
    206,
    25,
    26,
    27,
    28,
    86,
    104,
    106,
    108,
    17,
    18,
    19,
    15,
    13,
    36,
    60,
    84,
    85,
    90,
    243,
  ),
  ...some(2, 10800, 10801, 10802, 10803, 285),
  ...some(4, 16, 199, 241, 72, 73, 74, 75, 12, 83, 87, 102, 103, 105, 107, 389, 390, 449, 636, 800, 205, 4, 5),
  ...some(8, 78, 207, 11, 14, 238),
  ...some(0, 385, 281, 256),
  ...some(2, 65001, 65004),
  ...some(1, 65002, 65003, 65005),
  ...some(4, 65006),
];
const KNOWN_CODES: ReadonlyMap<number, number> = new Map(KNOWN_PAIRS.map((pair, i) => [pair, i + 1]));

const MAX_SHAPES = 4096;
const MAX_SHAPE_ELEMENTS = 8192;

/** The layout of columns. Shapes and pairs are numbered as they first appear. */
export function layoutOf(columns: RecordColumns): IoLayout {
  const { ioStart, ioId, ioWidth } = columns;
  const shapes: number[][] = [];
  const pairs: number[] = [];
  const pairIndex = new Map<number, number>();
  const shapeIndex = new Map<string, number>();
  const shapeOf = new Int32Array(columns.n);
  const shapeCounts: number[] = [];
  let current = -1;
  for (let i = 0; i < columns.n; i++) {
    const start = ioStart[i]!;
    const length = ioStart[i + 1]! - start;
    if (current < 0 || !isAsBefore(columns, i)) {
      const shape: number[] = [];
      for (let e = start; e < start + length; e++) {
        const key = pairKey(ioId[e]!, ioWidth[e]!);
        let pair = pairIndex.get(key);
        if (pair === undefined) {
          pair = pairs.push(key) - 1;
          pairIndex.set(key, pair);
        }
        shape.push(pair);
      }
      const text = shape.join();
      const known = shapeIndex.get(text);
      current = known ?? shapes.push(shape) - 1;
      if (known === undefined) {
        shapeIndex.set(text, current);
        shapeCounts.push(0);
      }
    }
    shapeOf[i] = current;
    shapeCounts[current]!++;
  }
  return { shapes, pairs, shapeOf, counts: countPairs(shapes, shapeCounts, pairs.length) };
}

/** Whether record i carries the same ids and widths as the one before it. */
function isAsBefore({ ioStart, ioId, ioWidth }: RecordColumns, i: number): boolean {
  const start = ioStart[i]!;
  const length = ioStart[i + 1]! - start;
  const before = ioStart[i - 1]!;
  if (start - before !== length) return false;
  for (let k = 0; k < length; k++) {
    if (ioId[start + k] !== ioId[before + k] || ioWidth[start + k] !== ioWidth[before + k]) return false;
  }
  return true;
}

function countPairs(shapes: readonly (readonly number[])[], shapeCounts: readonly number[], pairs: number): number[] {
  const counts = new Array<number>(pairs).fill(0);
  shapes.forEach((shape, s) => {
    for (const pair of shape) counts[pair]! += shapeCounts[s]!;
  });
  return counts;
}

/** Writes the shapes, each as what differs from the one before. */
export function writeShapes(out: ByteWriter, layout: IoLayout): void {
  out.varint(layout.shapes.length);
  let before: readonly number[] = [];
  for (const shape of layout.shapes) {
    const shorter = Math.min(before.length, shape.length);
    let prefix = 0;
    while (prefix < shorter && before[prefix] === shape[prefix]) prefix++;
    let suffix = 0;
    while (suffix < shorter - prefix && before[before.length - 1 - suffix] === shape[shape.length - 1 - suffix]) suffix++;
    out.varint(prefix);
    out.varint(suffix);
    out.varint(shape.length - prefix - suffix);
    for (let k = prefix; k < shape.length - suffix; k++) {
      const pair = layout.pairs[shape[k]!]!;
      const code = KNOWN_CODES.get(pair);
      out.varint(code ?? 0);
      if (code === undefined) out.varint(pair);
    }
    before = shape;
  }
}

/** Shapes by pair number, and the pairs. */
export type Shapes = Pick<IoLayout, 'shapes' | 'pairs'>;

/** What was read last, and its bytes: a tracker's segments nearly always begin alike, and no bytes begin others that say more. */
let last: { readonly bytes: Uint8Array; readonly read: Shapes } | undefined;
/** Longer ones are not remembered. */
const REMEMBERED_BYTES = 512;

/** Reads what writeShapes wrote. @throws PackedError */
export function readShapes(from: ByteReader): Shapes {
  if (last && from.passes(last.bytes)) return last.read;
  const start = from.at;
  const read = parseShapes(from);
  if (from.at - start <= REMEMBERED_BYTES) last = { bytes: from.since(start), read };
  return read;
}

function parseShapes(from: ByteReader): Shapes {
  const shapes: number[][] = [];
  const pairs: number[] = [];
  const pairIndex = new Map<number, number>();
  let before: number[] = [];
  let total = 0;
  for (let count = from.count(MAX_SHAPES); count > 0; count--) {
    const prefix = from.count(before.length);
    const suffix = from.count(before.length - prefix);
    const middle = from.count(Math.min(MAX_SHAPE_ELEMENTS, from.left));
    total += prefix + suffix + middle;
    if (total > 16 * MAX_SHAPE_ELEMENTS) throw new PackedError('shapes of too many elements');
    const shape = before.slice(0, prefix);
    for (let k = 0; k < middle; k++) {
      const code = from.count(KNOWN_PAIRS.length);
      const key = code === 0 ? from.count(0xf_ffff) : KNOWN_PAIRS[code - 1]!;
      if (![0, 1, 2, 4, 8].includes(pairWidth(key))) throw new PackedError('an element of an impossible width');
      let pair = pairIndex.get(key);
      if (pair === undefined) {
        pair = pairs.push(key) - 1;
        pairIndex.set(key, pair);
      }
      shape.push(pair);
    }
    shape.push(...before.slice(before.length - suffix));
    shapes.push(shape);
    before = shape;
  }
  return { shapes, pairs };
}

/** How many elements each pair has, when records are of these shapes. @throws PackedError for a shape that is none */
export function countElements(shapes: readonly (readonly number[])[], pairs: number, shapeOf: Int32Array): number[] {
  const shapeCounts = new Array<number>(shapes.length).fill(0);
  for (const shape of shapeOf) {
    if (shape < 0 || shape >= shapes.length) throw new PackedError('a record of a shape that is not there');
    shapeCounts[shape]!++;
  }
  return countPairs(shapes, shapeCounts, pairs);
}
