import type { PositionRecord } from '@spora/telemetry/record';
import { PLAIN_IO, plainValue } from '../avl/plain.ts';
import { BINARY_BYTES } from './binary.ts';
import { statusOf } from './status.ts';
import { latin1 } from '../text-fields.ts';

/** Texts are answered; binary positions are not. */
export const DIALECTS = ['text', 'binary'] as const;
export type Dialect = (typeof DIALECTS)[number];

const KMH_PER_KNOT = 1.852;
const SHORT_ID = /^0{5}[0-9]{10}$/;

/** The id as a terminal says it: ten digits where five zeros stand before them. */
const idOf = (name: string): string => (SHORT_ID.test(name) ? name.slice(5) : name);

/** A heartbeat: what is said first, since it is answered before any position. */
export const encodeBeat = (name: string): Uint8Array => latin1(`*HQ,${idOf(name)},HTBT,100#`);

/** @throws RangeError for what the dialect has no room for */
export const encodePosition = (name: string, record: PositionRecord, dialect: Dialect): Uint8Array =>
  dialect === 'binary' ? encodeBinary(name, record) : encodeText(name, record);

interface Said {
  readonly clock: string;
  readonly date: string;
  /** Two digits, six of minutes with four decimals; of the longitude one digit more. */
  readonly lat: string;
  readonly lon: string;
  readonly isNorth: boolean;
  readonly isEast: boolean;
  readonly isValid: boolean;
  readonly status: string;
}

function said(record: PositionRecord): Said {
  const stamp = new Date(record.timeMs).toISOString();
  const status = statusOf({
    ignition: plainValue(record, PLAIN_IO.ignition) ?? 0,
    button: plainValue(record, PLAIN_IO.alarmButton) ?? 0,
    powerCut: plainValue(record, PLAIN_IO.unplugged) ?? 0,
  });
  return {
    clock: stamp.slice(11, 19).replaceAll(':', ''),
    date: stamp.slice(8, 10) + stamp.slice(5, 7) + stamp.slice(2, 4),
    lat: minutesOf(record.latE7, 2),
    lon: minutesOf(record.lonE7, 3),
    isNorth: record.latE7 >= 0,
    isEast: record.lonE7 >= 0,
    isValid: record.satellites > 0,
    status: status.toString(16).toUpperCase().padStart(8, '0'),
  };
}

/** 1e-7 degrees as degrees and 1e-4 minutes, without sign and point. */
function minutesOf(e7: number, width: number): string {
  const total = Math.round((Math.abs(e7) * 3) / 50);
  return String(Math.floor(total / 600_000)).padStart(width, '0') + String(total % 600_000).padStart(6, '0');
}

function encodeText(name: string, record: PositionRecord): Uint8Array {
  const { clock, date, lat, lon, isNorth, isEast, isValid, status } = said(record);
  const knots = (record.speedKmh / KMH_PER_KNOT).toFixed(3);
  const place = `${lat.slice(0, 4)}.${lat.slice(4)},${isNorth ? 'N' : 'S'},${lon.slice(0, 5)}.${lon.slice(5)},${isEast ? 'E' : 'W'}`;
  return latin1(
    `*HQ,${idOf(name)},V1,${clock},${isValid ? 'A' : 'V'},${place},${knots},${String(record.headingDeg).padStart(3, '0')},${date},${status}#`,
  );
}

/** @throws RangeError for a name with more than ten digits: there is no room for it */
function encodeBinary(name: string, record: PositionRecord): Uint8Array {
  if (!SHORT_ID.test(name)) throw new RangeError('a binary position has room for an id of ten digits');
  const { clock, date, lat, lon, isNorth, isEast, isValid, status } = said(record);
  const flags = (isValid ? 2 : 0) | (isNorth ? 4 : 0) | (isEast ? 8 : 0);
  const knots = String(Math.min(999, Math.round(record.speedKmh / KMH_PER_KNOT))).padStart(3, '0');
  const course = String(record.headingDeg).padStart(3, '0');
  const digits = `24${idOf(name)}${clock}${date}${lat}00${lon}${flags.toString(16)}${knots}${course}${status}ff0000`;
  const bytes = Uint8Array.from(digits.match(/../g)!, (each) => Number.parseInt(each, 16));
  if (bytes.length !== BINARY_BYTES) throw new RangeError('a position that has no room');
  return bytes;
}
