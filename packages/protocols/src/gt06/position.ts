import { PLAIN_IO } from '../avl/plain.ts';
import type { Collected } from '../framed-stream.ts';
import { utcMs } from '../text-fields.ts';
import { KIND } from './frame.ts';

/**
 * Date, satellites, latitude, longitude, speed, course and what else stands in a message with a position. Source: GT06
 * protocol document 1.8.1, 5.2 (location), 5.3 (alarm); GT06E and JM-VL01 documents (22, 26, 27 and A0).
 */
export const GPS_BYTES = 18;
const DEGREES_E7_TIMES = 50;
/** A 1,800,000th of a degree is 50 / 9 of our units. */
const DEGREES_E7_PER = 9;
const MOST_LAT = 90 * 1_800_000;
const MOST_LON = 180 * 1_800_000;
const IS_FIX = 0x1000;
const IS_WEST = 0x0800;
const IS_NORTH = 0x0400;
const HAS_IGNITION = 0x4000;
const IS_IGNITION_ON = 0x8000;
/** The country code says by this bit that the network's code has two bytes. */
const IS_WIDE_NETWORK = 0x80;

/** What statuses said since the last position: told with the next one, since they have no time of their own. */
export type Noted = Map<number, readonly [width: 1 | 2 | 4, value: number]>;

interface Place {
  /** Bytes of the cell tower after the position, from its head to its end. */
  readonly cell: (bytes: Uint8Array, p: number) => number;
  readonly tail: 'none' | 'ignition' | 'status';
}

const plainCell = (bytes: Uint8Array, p: number) => ((bytes[p]! & IS_WIDE_NETWORK) !== 0 ? 9 : 8);
const wideCell = (bytes: Uint8Array, p: number) => ((bytes[p]! & IS_WIDE_NETWORK) !== 0 ? 16 : 15);
/** Says its length, itself included; 0 where no tower is known, and what follows then differs from model to model. */
const countedCell = (bytes: Uint8Array, p: number) => (bytes[p] === 0 ? Infinity : bytes[p]!);

const PLACES: Readonly<Record<number, Place>> = {
  0x10: { cell: () => 0, tail: 'none' },
  0x11: { cell: plainCell, tail: 'none' },
  [KIND.location]: { cell: plainCell, tail: 'none' },
  [KIND.location2]: { cell: plainCell, tail: 'ignition' },
  0x2d: { cell: plainCell, tail: 'none' },
  0x37: { cell: plainCell, tail: 'none' },
  [KIND.location4g]: { cell: wideCell, tail: 'ignition' },
  [KIND.alarm]: { cell: countedCell, tail: 'status' },
  [KIND.alarm2]: { cell: countedCell, tail: 'status' },
  [KIND.alarmFences]: { cell: countedCell, tail: 'status' },
  0xa3: { cell: countedCell, tail: 'status' },
  0xa4: { cell: countedCell, tail: 'status' },
};

/** Whether a message of this kind has a position. */
export const hasPosition = (kind: number): boolean => PLACES[kind] !== undefined;

/** Of the alarm's byte: what they are called in the vendor's table that a rule of ours asks for. */
const ALARM = { button: 1, powerCut: 2, shock: 3, overspeed: 6, moved: 9 } as const;
/** The same of bits 3 to 5 of the terminal's information. */
const STATE = { shock: 1, powerCut: 2, lowBattery: 3, button: 4 } as const;
/** Battery in sevenths: the vendor's words are none, extremely low, very low, low, medium, high and very high. */
const MOST_BATTERY = 6;

/** A status is this long, with what later models add; a longer one is of a model that puts other things there. */
export const MOST_STATUS_BYTES = 6;

/** Terminal information, battery and signal, as in a status and behind an alarm. */
export function noteStatus(bytes: Uint8Array, p: number, end: number, noted: Noted): void {
  if (p >= end) return;
  const state = bytes[p]!;
  const told = (state >> 3) & 7;
  noted.set(PLAIN_IO.ignition, [1, (state >> 1) & 1]);
  noted.set(PLAIN_IO.charging, [1, (state >> 2) & 1]);
  noted.set(PLAIN_IO.output1, [1, state >> 7]);
  noted.set(PLAIN_IO.alarmButton, [1, told === STATE.button ? 1 : 0]);
  noted.set(PLAIN_IO.unplugged, [1, told === STATE.powerCut ? 1 : 0]);
  if (p + 2 >= end) return;
  if (bytes[p + 1]! <= MOST_BATTERY) noted.set(PLAIN_IO.batteryLevel, [1, Math.round((bytes[p + 1]! * 100) / MOST_BATTERY)]);
  noted.set(PLAIN_IO.gsmSignal, [1, bytes[p + 2]!]);
}

/**
 * Collects the position of a message, with what was noted before; answers false where it holds none: it is too short,
 * or its time is none (a tracker that has never seen a satellite sends zeros).
 * @param zoneMs how far the tracker's clock is before UTC, as its login says
 */
export function collectPosition(
  kind: number,
  bytes: Uint8Array,
  start: number,
  end: number,
  zoneMs: number,
  noted: Noted,
  out: Collected,
): boolean {
  const place = PLACES[kind]!;
  if (end - start < GPS_BYTES) return false;
  const timeMs = timeOf(bytes, start);
  if (Number.isNaN(timeMs)) return false;
  const flags = (bytes[start + 16]! << 8) | bytes[start + 17]!;
  const lat = uint32(bytes, start + 7);
  const lon = uint32(bytes, start + 11);
  const isFix = (flags & IS_FIX) !== 0 && lat <= MOST_LAT && lon <= MOST_LON;
  const hasPlace = lat <= MOST_LAT && lon <= MOST_LON;
  const latE7 = hasPlace ? Math.round((lat * DEGREES_E7_TIMES) / DEGREES_E7_PER) : 0;
  const lonE7 = hasPlace ? Math.round((lon * DEGREES_E7_TIMES) / DEGREES_E7_PER) : 0;
  const tail = tailOf(place, bytes, start + GPS_BYTES, end);
  let cause = 0;
  if (place.tail === 'status') {
    noteStatus(bytes, tail, end, noted);
    cause = tail + 3 < end ? bytes[tail + 3]! : 0;
    if (cause === ALARM.button) noted.set(PLAIN_IO.alarmButton, [1, 1]);
    if (cause === ALARM.powerCut) noted.set(PLAIN_IO.unplugged, [1, 1]);
  }
  out.record({
    timeMs: timeMs - zoneMs,
    latE7: (flags & IS_NORTH) === 0 ? 0 - latE7 : latE7,
    lonE7: (flags & IS_WEST) === 0 ? lonE7 : 0 - lonE7,
    altitudeM: 0,
    headingDeg: (flags & 0x3ff) % 360,
    satellites: isFix ? Math.max(1, bytes[start + 6]! & 0x0f) : 0,
    speedKmh: bytes[start + 15]!,
    priority: cause === 0 ? 0 : cause === ALARM.button ? 2 : 1,
    eventId: cause === 0 ? 0 : PLAIN_IO.cause,
  });
  const isTold = place.tail === 'ignition' && tail < end;
  const hasIgnition = isTold || (flags & HAS_IGNITION) !== 0;
  if (noted.size > 0) {
    if (hasIgnition) noted.delete(PLAIN_IO.ignition);
    for (const [id, [width, value]] of noted) out.element(id, width, value);
    noted.clear();
  }
  if (hasIgnition) out.element(PLAIN_IO.ignition, 1, isTold ? Number(bytes[tail] !== 0) : Number((flags & IS_IGNITION_ON) !== 0));
  if (isTold && tail + 7 <= end) out.element(PLAIN_IO.odometer, 4, uint32(bytes, tail + 3));
  if (cause === ALARM.overspeed) out.element(PLAIN_IO.overspeed, 1, bytes[start + 15]!);
  if (cause !== 0) out.element(PLAIN_IO.cause, 1, cause);
  return true;
}

const tailOf = ({ cell }: Place, bytes: Uint8Array, p: number, end: number): number =>
  p < end ? Math.min(p + cell(bytes, p), end) : end;

const uint32 = (bytes: Uint8Array, p: number): number =>
  ((bytes[p]! << 24) | (bytes[p + 1]! << 16) | (bytes[p + 2]! << 8) | bytes[p + 3]!) >>> 0;

/** Six bytes from the year of the century to the second, as the tracker's clock has it; NaN for no time at all. */
const timeOf = (bytes: Uint8Array, p: number): number =>
  utcMs(bytes[p]!, bytes[p + 1]!, bytes[p + 2]!, bytes[p + 3]!, bytes[p + 4]!, bytes[p + 5]!);
