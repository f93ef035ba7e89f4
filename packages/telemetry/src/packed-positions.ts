import { PackedError, unzigzag, zigzag } from './bytes.ts';
import { createPackedReader, createPackedWriter } from './packed-column.ts';

/** The newest positions of a fleet as columns, in order of unit id; only what list and map draw, the rest of a unit comes from elsewhere. */
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
  /** 0 when it is not told. */
  readonly contactMs: Float64Array;
  /** So long after its contact a silent unit is shown as out of contact. */
  readonly patienceS: Int32Array;
  /** A sum of LATEST_FLAGS. */
  readonly flags: Uint8Array;
}

export const LATEST_FLAGS = {
  /** The place is withheld: somebody else's private trip is under way. */
  private: 4,
  /** The place is withheld: hidden from administrators. */
  hidden: 8,
} as const;
/** Beside the flags of a unit as packed: it has a position. */
const HAS_POSITION = 1;

const VERSION = 2;
/** 1e-5 degrees (1.1 m), below what a fix is worth: the whole fleet at once is for looking at, a card and the stream are exact. */
const STEP_E7 = 100;
/** Makes 1e-5 degrees of either sign a number above zero. */
const LAT_BASE = 9_000_000;
const LON_BASE = 18_000_000;
/** A marker turned by a degree looks the same. */
const STEP_DEG = 2;
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
  contactMs: new Float64Array(n),
  patienceS: new Int32Array(n),
  flags: new Uint8Array(n),
});

/**
 * Packs the latest positions as of `nowMs`, and what comes with them. Times are rounded down to the second and may lie some
 * 68 years before or after `nowMs`, headings are rounded to 2 degrees, and a patience up to five binary digits; ids must ascend.
 * Units without a position take no room in the columns of positions, where a few zeros would make all the others wider.
 * @param rest anything that JSON can hold
 */
export function encodePackedPositions(positions: LatestPositions, nowMs: number, rest: unknown): Uint8Array {
  const { n, unitId, timeMs, contactMs } = positions;
  if (n > MAX_UNITS) throw new RangeError('a fleet is too large');
  const out = createPackedWriter();
  out.head.byte(VERSION);
  const json = new TextEncoder().encode(JSON.stringify(rest ?? null));
  out.head.varint(json.length);
  out.head.raw(json);
  const nowS = Math.floor(nowMs / 1000);
  out.head.varint(nowS);
  out.head.varint(n);
  const all = new Int32Array(n);
  const placed = new Int32Array(n);
  let places = 0;
  for (let i = 0; i < n; i++) if (timeMs[i] !== 0) placed[places++] = i;
  const scratch = new Int32Array(n);
  const write = (rows: Int32Array, count: number, value: (i: number) => number) => {
    for (let k = 0; k < count; k++) scratch[k] = value(rows[k]!);
    out.column(scratch, count);
  };
  for (let i = 0; i < n; i++) all[i] = i;
  const secondOf = (ms: number): number => (ms === 0 ? nowS : Math.floor(ms / 1000));
  write(all, n, (i) => unitId[i]! - (i === 0 ? 0 : unitId[i - 1]!));
  write(all, n, (i) => positions.flags[i]! | (timeMs[i] === 0 ? 0 : HAS_POSITION));
  write(all, n, (i) => positions.state[i]!);
  // One more than the age, so that 0 is left for "none".
  write(all, n, (i) => (contactMs[i] === 0 ? 0 : foldedAge(nowS - Math.floor(contactMs[i]! / 1000))));
  write(all, n, (i) => roundedUp(positions.patienceS[i]!));
  // A position is nearly always as old as the last contact.
  write(placed, places, (i) => zigzag(secondOf(contactMs[i]!) - Math.floor(timeMs[i]! / 1000)));
  write(placed, places, (i) => LAT_BASE + Math.round(positions.latE7[i]! / STEP_E7));
  write(placed, places, (i) => LON_BASE + Math.round(positions.lonE7[i]! / STEP_E7));
  write(placed, places, (i) => positions.speedKmh[i]!);
  write(placed, places, (i) => Math.round(positions.headingDeg[i]! / STEP_DEG) % (360 / STEP_DEG));
  return out.finish();
}

/** A clock ahead of ours makes a negative age; the smallest numbers are for the likely ones. */
const foldedAge = (seconds: number): number => (seconds >= 0 ? seconds + 1 : seconds);
const unfoldedAge = (folded: number): number => (folded > 0 ? folded - 1 : folded);

/** A number up to its fifth binary digit, as one that counts such numbers: below 32 each is itself, above it every octave has sixteen. */
function roundedUp(value: number): number {
  if (value < 32) return value;
  const shift = 27 - Math.clz32(value);
  return 16 * (shift + 1) + Math.ceil(value / 2 ** shift) - 16;
}
const unrounded = (code: number): number => (code < 32 ? code : ((code & 15) + 16) * 2 ** ((code >> 4) - 1));

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
  const { n, contactMs, timeMs } = positions;
  const scratch = new Int32Array(n);
  const placed = new Int32Array(n);
  let places = 0;
  const read = (store: (i: number, value: number) => void) => {
    from.column(scratch, n);
    for (let i = 0; i < n; i++) store(i, scratch[i]!);
  };
  const readPlaced = (store: (i: number, value: number) => void) => {
    from.column(scratch, places);
    for (let k = 0; k < places; k++) store(placed[k]!, scratch[k]!);
  };
  let id = 0;
  read((i, value) => (positions.unitId[i] = id += value));
  read((i, value) => {
    positions.flags[i] = value & ~HAS_POSITION;
    if ((value & HAS_POSITION) !== 0) placed[places++] = i;
  });
  read((i, value) => (positions.state[i] = value));
  read((i, value) => (contactMs[i] = value === 0 ? 0 : (nowS - unfoldedAge(value)) * 1000));
  read((i, value) => (positions.patienceS[i] = unrounded(value)));
  readPlaced((i, value) => (timeMs[i] = (contactMs[i] === 0 ? nowS * 1000 : contactMs[i]!) - unzigzag(value) * 1000));
  readPlaced((i, value) => (positions.latE7[i] = (value - LAT_BASE) * STEP_E7));
  readPlaced((i, value) => (positions.lonE7[i] = (value - LON_BASE) * STEP_E7));
  readPlaced((i, value) => (positions.speedKmh[i] = value));
  readPlaced((i, value) => (positions.headingDeg[i] = value * STEP_DEG));
  return { positions, rest };
}
