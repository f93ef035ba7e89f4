import type { Collected } from '../framed-stream.ts';
import { PLAIN_IO } from '../avl/plain.ts';
import { utcMs } from '../text-fields.ts';
import { collectStatus, judgeStatus } from './status.ts';

/**
 * A binary position: $, the id, time and date, place, battery, speed, course and status as decimal digits two to a byte,
 * and three bytes of a count. Some models tell thirteen bytes more of the cell; they are passed over, and told from the
 * next message by what they hold. Source: H02 protocol document; captures of trackers of both lengths.
 */
export const BINARY_BYTES = 32;
export const TAIL_BYTES = 13;
const ID_BYTES = 5;
const HEAD_BYTES = 12;
const TIME = 1 + ID_BYTES;
const LAT = TIME + 6;
const LON = LAT + 5;
const IS_EAST = 0x08;
const IS_NORTH = 0x04;
const IS_VALID = 0x02;
const MINUTES_E4 = 60e4;
const ASSUMED_SATELLITES = 4;

const high = (bytes: Uint8Array, p: number) => bytes[p]! >> 4;
const low = (bytes: Uint8Array, p: number) => bytes[p]! & 15;
/** Two decimal digits, or NaN. */
const pair = (bytes: Uint8Array, p: number): number => {
  const byte = bytes[p]!;
  const tens = byte >> 4;
  const ones = byte & 15;
  return tens > 9 || ones > 9 ? NaN : tens * 10 + ones;
};

const timeOf = (bytes: Uint8Array, p: number): number =>
  utcMs(pair(bytes, p + 5), pair(bytes, p + 4), pair(bytes, p + 3), pair(bytes, p), pair(bytes, p + 1), pair(bytes, p + 2));

/** The digits of an id as a text; of bytes that are none, whatever they are. */
function idOf(bytes: Uint8Array, start: number, end: number): string {
  let id = '';
  for (let p = start; p < end; p++) id += bytes[p]!.toString(16).padStart(2, '0');
  return id;
}

function isId(bytes: Uint8Array, start: number): boolean {
  for (let p = start; p < start + ID_BYTES; p++) if (Number.isNaN(pair(bytes, p))) return false;
  return true;
}

/** Takes the bytes of an id for the sender's, by how they are a text. @throws ProtocolError when they are another's */
export type Identify = (
  bytes: Uint8Array,
  start: number,
  end: number,
  textOf: (bytes: Uint8Array, start: number, end: number) => string,
  out: Collected,
) => void;

/** Whether the bytes at a $ are the head of a position; undefined while too few of them are there. */
export function beginsBinary(bytes: Uint8Array, start: number, end: number): boolean | undefined {
  if (start + HEAD_BYTES > end) return undefined;
  return isId(bytes, start + 1) && !Number.isNaN(timeOf(bytes, start + TIME));
}

/** Collects the position at `start`. @throws ProtocolError */
export function readBinary(bytes: Uint8Array, start: number, identify: Identify, out: Collected): void {
  const timeMs = timeOf(bytes, start + TIME);
  const lat = start + LAT;
  const lon = start + LON;
  const latE4 = pair(bytes, lat + 1) * 1e4 + pair(bytes, lat + 2) * 100 + pair(bytes, lat + 3);
  const lonDegrees = pair(bytes, lon) * 10 + high(bytes, lon + 1);
  const lonE4 = (low(bytes, lon + 1) * 10 + high(bytes, lon + 2)) * 1e4 + digits3(bytes, lon + 2) * 10 + high(bytes, lon + 4);
  const flags = low(bytes, lon + 4);
  const speed = lon + 5;
  const knots = pair(bytes, speed) * 10 + high(bytes, speed + 1);
  const course = low(bytes, speed + 1) * 100 + pair(bytes, speed + 2);
  const latDegrees = pair(bytes, lat);
  const latE7 = Math.round(latDegrees * 1e7 + (latE4 * 50) / 3);
  const lonE7 = Math.round(lonDegrees * 1e7 + (lonE4 * 50) / 3);
  identify(bytes, start + 1, start + TIME, idOf, out);
  const isPlace = latE4 < MINUTES_E4 && lonE4 < MINUTES_E4 && latE7 <= 90e7 && lonE7 <= 180e7 && knots < 1000 && course < 1000;
  if (Number.isNaN(timeMs) || !isPlace) return out.alive();
  const p = speed + 3;
  const status = ((bytes[p]! << 24) | (bytes[p + 1]! << 16) | (bytes[p + 2]! << 8) | bytes[p + 3]!) >>> 0;
  const speedKmh = Math.round(knots * 1.852);
  const { priority, isCause } = judgeStatus(status);
  out.record({
    timeMs,
    latE7: (flags & IS_NORTH) === 0 ? 0 - latE7 : latE7,
    lonE7: (flags & IS_EAST) === 0 ? 0 - lonE7 : lonE7,
    altitudeM: 0,
    headingDeg: course % 360,
    satellites: (flags & IS_VALID) === 0 ? 0 : ASSUMED_SATELLITES,
    speedKmh,
    priority,
    eventId: isCause ? PLAIN_IO.cause : 0,
  });
  collectStatus(status, speedKmh, out);
}

/** The low digit of a byte, both of the next: three digits in a row. */
const digits3 = (bytes: Uint8Array, p: number): number => low(bytes, p) * 100 + pair(bytes, p + 1);
