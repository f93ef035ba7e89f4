import { PackedError } from './bytes.ts';
import { createPlaneReader, createPlaneWriter } from './plane-column.ts';

/** Points of a unit's history as columns, in order of time. */
export interface HistoryPoints {
  readonly n: number;
  readonly timeMs: Float64Array;
  /** 1e-7 degrees. */
  readonly latE7: Int32Array;
  readonly lonE7: Int32Array;
  readonly speedKmh: Uint16Array;
  readonly headingDeg: Uint16Array;
  readonly altitudeM: Int16Array;
  readonly satellites: Uint8Array;
  /** A sum of POINT_FLAGS. */
  readonly flags: Uint8Array;
}

export const POINT_FLAGS = {
  /** TRIP-027: not to be drawn, not counted in distance. */
  implausible: 1,
  /** Ignition was reported for this point; without it neither on nor off is known. */
  ignitionKnown: 2,
  ignitionOn: 4,
} as const;

const VERSION = 2;
/** 1e-6 degrees (11 cm): a tenth of the finest fix, for a third less to send. The exports and the log keep 1e-7. */
const STEP_E7 = 10;
const MAX_POINTS = 4_000_000;
const MAX_JSON_BYTES = 16_777_216;

/** Columns for n points, all zero. */
export const allocateHistory = (n: number): HistoryPoints => ({
  n,
  timeMs: new Float64Array(n),
  latE7: new Int32Array(n),
  lonE7: new Int32Array(n),
  speedKmh: new Uint16Array(n),
  headingDeg: new Uint16Array(n),
  altitudeM: new Int16Array(n),
  satellites: new Uint8Array(n),
  flags: new Uint8Array(n),
});

/** The first n of the points, as views of their columns. */
export const firstPoints = (points: HistoryPoints, n: number): HistoryPoints =>
  n === points.n
    ? points
    : {
        n,
        timeMs: points.timeMs.subarray(0, n),
        latE7: points.latE7.subarray(0, n),
        lonE7: points.lonE7.subarray(0, n),
        speedKmh: points.speedKmh.subarray(0, n),
        headingDeg: points.headingDeg.subarray(0, n),
        altitudeM: points.altitudeM.subarray(0, n),
        satellites: points.satellites.subarray(0, n),
        flags: points.flags.subarray(0, n),
      };

/**
 * Packs the points of a history and what comes with them (stops, gaps, private blocks, totals) as one answer, to be compressed on its way.
 * Coordinates are rounded to 1e-6 degrees and times to the second.
 * @param rest anything that JSON can hold
 */
export function encodePackedHistory(points: HistoryPoints, rest: unknown): Uint8Array {
  const { n } = points;
  if (n > MAX_POINTS) throw new RangeError('a history is too long');
  const out = createPlaneWriter();
  out.head.byte(VERSION);
  const json = new TextEncoder().encode(JSON.stringify(rest ?? null));
  out.head.varint(json.length);
  out.head.raw(json);
  out.head.varint(n);
  const first = n === 0 ? 0 : Math.round(points.timeMs[0]! / 1000);
  out.head.varint(Math.max(0, first));
  const scratch = new Int32Array(n);
  const write = (value: (i: number) => number) => {
    for (let i = 0; i < n; i++) scratch[i] = value(i);
    out.column(scratch, n);
  };
  write((i) => Math.round(points.timeMs[i]! / 1000) - first);
  write((i) => Math.round(points.latE7[i]! / STEP_E7));
  write((i) => Math.round(points.lonE7[i]! / STEP_E7));
  for (const column of [points.speedKmh, points.headingDeg, points.altitudeM, points.satellites, points.flags]) {
    scratch.set(column);
    out.column(scratch, n);
  }
  return out.finish();
}

/**
 * Unpacks, in a browser as well.
 * @returns `rest` as it came out of JSON: the caller holds it against its schema
 * @throws PackedError
 */
export function decodePackedHistory(bytes: Uint8Array): { readonly points: HistoryPoints; readonly rest: unknown } {
  const from = createPlaneReader(bytes);
  if (from.head.byte() !== VERSION) throw new PackedError('a history of unknown version');
  const json = new TextDecoder().decode(from.head.raw(from.head.count(MAX_JSON_BYTES)));
  let rest: unknown;
  try {
    rest = JSON.parse(json);
  } catch (cause) {
    throw new PackedError('a history with broken details', { cause });
  }
  const points = allocateHistory(from.head.count(MAX_POINTS));
  const first = from.head.varint();
  const scratch = new Int32Array(points.n);
  const read = (store: (i: number, value: number) => void) => {
    from.column(scratch, points.n);
    for (let i = 0; i < points.n; i++) store(i, scratch[i]!);
  };
  read((i, value) => (points.timeMs[i] = (first + value) * 1000));
  read((i, value) => (points.latE7[i] = value * STEP_E7));
  read((i, value) => (points.lonE7[i] = value * STEP_E7));
  for (const column of [points.speedKmh, points.headingDeg, points.altitudeM, points.satellites, points.flags]) {
    from.column(scratch, points.n);
    column.set(scratch);
  }
  return { points, rest };
}
