import { PackedError } from './bytes.ts';
import { createPackedReader, createPackedWriter } from './packed-column.ts';

/** The newest positions of a fleet as columns, in order of unit id; only what moves, the rest of a unit comes from elsewhere. */
export interface LatestPositions {
  readonly n: number;
  readonly unitId: Float64Array;
  /** When the position was taken; 0 without one, and then the next four columns are 0. */
  readonly timeMs: Float64Array;
  /** 1e-7 degrees. */
  readonly latE7: Int32Array;
  readonly lonE7: Int32Array;
  readonly speedKmh: Uint16Array;
  readonly headingDeg: Uint16Array;
  /** An index into the states of the contract. */
  readonly state: Uint8Array;
  /** When the state began; 0 when that is unknown. */
  readonly sinceMs: Float64Array;
  readonly contactMs: Float64Array;
  /** So long after its contact a silent unit is shown as out of contact. */
  readonly patienceS: Int32Array;
  /** A sum of LATEST_FLAGS. */
  readonly flags: Uint8Array;
}

export const LATEST_FLAGS = {
  /** Ignition was reported; without it neither on nor off is known. */
  ignitionKnown: 1,
  ignitionOn: 2,
  /** The place is withheld: somebody else's private trip is under way. */
  private: 4,
  /** The place is withheld: hidden from administrators. */
  hidden: 8,
} as const;

const VERSION = 1;
/** 1e-5 degrees (1.1 m), below what a fix is worth: the whole fleet at once is for looking at, a card and the stream are exact. */
const STEP_E7 = 100;
const MAX_UNITS = 1_000_000;
const MAX_JSON_BYTES = 65_536;

/** Columns for n units, all zero. */
export const allocateLatest = (n: number): LatestPositions => ({
  n,
  unitId: new Float64Array(n),
  timeMs: new Float64Array(n),
  latE7: new Int32Array(n),
  lonE7: new Int32Array(n),
  speedKmh: new Uint16Array(n),
  headingDeg: new Uint16Array(n),
  state: new Uint8Array(n),
  sinceMs: new Float64Array(n),
  contactMs: new Float64Array(n),
  patienceS: new Int32Array(n),
  flags: new Uint8Array(n),
});

/**
 * Packs the latest positions as of `nowMs`, and what comes with them. Times are rounded down to the second and may lie some
 * 68 years before or after `nowMs`; ids must ascend.
 * @param rest anything that JSON can hold
 */
export function encodePackedPositions(positions: LatestPositions, nowMs: number, rest: unknown): Uint8Array {
  const { n } = positions;
  if (n > MAX_UNITS) throw new RangeError('a fleet is too large');
  const out = createPackedWriter();
  out.head.byte(VERSION);
  const json = new TextEncoder().encode(JSON.stringify(rest ?? null));
  out.head.varint(json.length);
  out.head.raw(json);
  const nowS = Math.floor(nowMs / 1000);
  out.head.varint(nowS);
  out.head.varint(n);
  const scratch = new Int32Array(n);
  const write = (value: (i: number) => number) => {
    for (let i = 0; i < n; i++) scratch[i] = value(i);
    out.column(scratch, n);
  };
  // One more than the age, so that 0 is left for "none".
  const age = (ms: number): number => (ms === 0 ? 0 : foldedAge(nowS - Math.floor(ms / 1000)));
  write((i) => positions.unitId[i]! - (i === 0 ? 0 : positions.unitId[i - 1]!));
  for (const column of [positions.timeMs, positions.sinceMs, positions.contactMs]) write((i) => age(column[i]!));
  write((i) => Math.round(positions.latE7[i]! / STEP_E7));
  write((i) => Math.round(positions.lonE7[i]! / STEP_E7));
  for (const column of [positions.speedKmh, positions.headingDeg, positions.state, positions.patienceS, positions.flags])
    write((i) => column[i]!);
  return out.finish();
}

/** A clock ahead of ours makes a negative age; the smallest numbers are for the likely ones. */
const foldedAge = (seconds: number): number => (seconds >= 0 ? seconds + 1 : seconds);
const unfoldedAge = (folded: number): number => (folded > 0 ? folded - 1 : folded);

/**
 * Unpacks, in a browser as well.
 * @returns `rest` as it came out of JSON: the caller holds it against its schema
 * @throws PackedError
 */
export function decodePackedPositions(bytes: Uint8Array): { readonly positions: LatestPositions; readonly rest: unknown } {
  const from = createPackedReader(bytes);
  if (from.head.byte() !== VERSION) throw new PackedError('positions of unknown version');
  const json = new TextDecoder().decode(from.head.raw(from.head.count(MAX_JSON_BYTES)));
  let rest: unknown;
  try {
    rest = JSON.parse(json);
  } catch (cause) {
    throw new PackedError('positions with broken details', { cause });
  }
  const nowS = from.head.varint();
  const positions = allocateLatest(from.head.count(MAX_UNITS));
  const scratch = new Int32Array(positions.n);
  const read = (store: (i: number, value: number) => void) => {
    from.column(scratch, positions.n);
    for (let i = 0; i < positions.n; i++) store(i, scratch[i]!);
  };
  let id = 0;
  read((i, value) => (positions.unitId[i] = id += value));
  for (const column of [positions.timeMs, positions.sinceMs, positions.contactMs])
    read((i, value) => (column[i] = value === 0 ? 0 : (nowS - unfoldedAge(value)) * 1000));
  read((i, value) => (positions.latE7[i] = value * STEP_E7));
  read((i, value) => (positions.lonE7[i] = value * STEP_E7));
  for (const column of [positions.speedKmh, positions.headingDeg, positions.state, positions.patienceS, positions.flags])
    read((i, value) => (column[i] = value));
  return { positions, rest };
}
