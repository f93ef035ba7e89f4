import { PLAIN_IO } from '../avl/plain.ts';
import { createFramedDecoder, type Collected, type ReadFrame } from '../framed-stream.ts';
import { ProtocolError, type StreamDecoder } from '../protocol.ts';
import { latin1, TextFields, utcMs } from '../text-fields.ts';
import { alarmOf, collectAlarm } from './alarms.ts';

/** A part of a camera's picture is under 3 kB. */
export const MAX_LINE_BYTES = 4096;
const ENDS = { semicolon: 0x3b, star: 0x2a, carriageReturn: 0x0d, lineFeed: 0x0a, space: 0x20 } as const;
const HASH = 0x23;
const SMALL_I = 0x69;
const POINT = 0x2e;
const NORTH = 0x4e;
const SOUTH = 0x53;
const EAST = 0x45;
const WEST = 0x57;
const FULL = 0x46;
const VALID = 0x41;
const NUMBER_DIGITS = 15;
/** Before the number: the head of a line, and that of a login. */
const LINE_HEAD = latin1('imei:');
const LOGIN_HEAD = latin1('##,imei:');
const NOTHING = new Uint8Array(0);
const LOAD = latin1('LOAD');
const ON = latin1('ON');
/** A fix of a tracker that does not tell its satellites. */
const ASSUMED_SATELLITES = 4;
const KMH_PER_KNOT = 1.852;
const HALF_DAY_MS = 43_200_000;

/** Fields of a line. Source: GPRS data protocol of GPS102, 103 and 104. */
const FIELD = {
  word: 1,
  clock: 2,
  kind: 4,
  utc: 5,
  validity: 6,
  place: 7,
  speed: 11,
  course: 12,
  altitude: 13,
  ignition: 14,
  door: 15,
};

const fields = new TextFields();

const isEnd = (byte: number): boolean =>
  byte === ENDS.semicolon || byte === ENDS.star || byte === ENDS.carriageReturn || byte === ENDS.lineFeed;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** The decoder of one connection, tracker to server: a login, heartbeats, and lines that each say who they are from. */
export function createStreamDecoder(): StreamDecoder {
  let name = '';

  /** The number at `p`. @throws ProtocolError where it is none or another */
  const identify = (bytes: Uint8Array, p: number, end: number, accepted: Uint8Array, out: Collected): void => {
    let isSame = name !== '';
    for (let k = 0; k < NUMBER_DIGITS; k++) {
      if (p + k >= end || !isDigit(bytes[p + k]!)) throw new ProtocolError('imei', 'a line without the number of its tracker');
      isSame &&= bytes[p + k] === name.charCodeAt(k);
    }
    if (p + NUMBER_DIGITS < end && isDigit(bytes[p + NUMBER_DIGITS]!))
      throw new ProtocolError('imei', 'a line with a longer number than that of a tracker');
    if (isSame && accepted.length === 0) return;
    if (name !== '' && !isSame) throw new ProtocolError('imei', 'a connection changes its name');
    name = String.fromCharCode(...bytes.subarray(p, p + NUMBER_DIGITS));
    out.tell({ kind: 'hello', name, accepted, refused: NOTHING });
  };

  const read: ReadFrame = (bytes, start, end, out) => {
    const first = bytes[start]!;
    if (isEnd(first) || first === ENDS.space || first === 0) return 1;
    if (isDigit(first)) return readBeat(bytes, start, end, (p, stop) => identify(bytes, p, stop, NOTHING, out), out);
    const head = first === HASH ? LOGIN_HEAD : first === SMALL_I ? LINE_HEAD : undefined;
    if (head === undefined) throw new ProtocolError('preamble', 'a line begins with neither ##, imei nor a number');
    for (let k = 1; k < head.length && start + k < end; k++)
      if (bytes[start + k] !== head[k]) throw new ProtocolError('preamble', 'a line does not say whose it is');
    let stop = start + 1;
    while (stop < end && !isEnd(bytes[stop]!)) stop++;
    if (stop - start > MAX_LINE_BYTES) throw new ProtocolError('too-long', 'a line without its end');
    if (stop === end) return -(end - start + 1);
    const number = start + head.length;
    if (first === HASH) {
      identify(bytes, number, stop, LOAD, out);
      return stop + 1 - start;
    }
    fields.split(bytes, start, stop);
    if (fields.count < 3) throw new ProtocolError('syntax', 'a line without its kind');
    identify(bytes, number, stop, NOTHING, out);
    if (!collectPosition(out)) {
      out.alive();
      return stop + 1 - start;
    }
    // The button is pressed on until it is heard; to the rest the protocol has no answer, and that to a heartbeat does no harm.
    out.acknowledge(fields.is(FIELD.word, 'help me') ? latin1(`**,imei:${name},E;`) : ON);
    return stop + 1 - start;
  };
  return createFramedDecoder(read, MAX_LINE_BYTES + 1);
}

/** A heartbeat: the number alone. Some send the next line without an end between. */
function readBeat(
  bytes: Uint8Array,
  start: number,
  end: number,
  identify: (p: number, stop: number) => void,
  out: Collected,
): number {
  let stop = start;
  while (stop < end && isDigit(bytes[stop]!) && stop - start <= NUMBER_DIGITS) stop++;
  if (stop === end && stop - start <= NUMBER_DIGITS) return -(end - start + 1);
  if (stop - start <= NUMBER_DIGITS && !isEnd(bytes[stop]!) && bytes[stop] !== SMALL_I)
    throw new ProtocolError('syntax', 'a number that is no heartbeat');
  identify(start, stop);
  out.alive(ON);
  return stop - start;
}

/** Collects the position of the line; false where it holds none that is certain. */
function collectPosition(out: Collected): boolean {
  if (fields.length(FIELD.kind) !== 1 || fields.byte(FIELD.kind) !== FULL) return false;
  const timeMs = timeOf();
  const place = placeOf();
  if (Number.isNaN(timeMs) || place === undefined) return false;
  const knots = orZero(fields.scaled(FIELD.speed, 3));
  const course = orZero(fields.scaled(FIELD.course, 2));
  const altitude = orZero(fields.scaled(FIELD.altitude, 1));
  const speedKmh = Math.max(0, Math.min(0xffff, Math.round((knots * KMH_PER_KNOT) / 1000)));
  // The common one without a text.
  const word = fields.is(FIELD.word, 'tracker') ? '' : fields.length(FIELD.word) > 20 ? '' : fields.text(FIELD.word);
  const alarm = word === '' ? undefined : alarmOf(word);
  out.record({
    timeMs,
    latE7: place.latE7,
    lonE7: place.lonE7,
    altitudeM: Math.max(-32_768, Math.min(32_767, Math.round(altitude / 10))) + 0,
    headingDeg: (((Math.round(course / 100) % 360) + 360) % 360) + 0,
    satellites: fields.byte(FIELD.validity) === VALID ? ASSUMED_SATELLITES : 0,
    speedKmh,
    priority: alarm?.priority ?? 0,
    eventId:
      alarm === undefined ? (word === 'acc on' || word === 'acc off' ? PLAIN_IO.ignition : 0) : (alarm.says ?? PLAIN_IO.cause),
  });
  if (alarm !== undefined) collectAlarm(alarm, speedKmh, out);
  const ignition = word === 'acc on' ? 1 : word === 'acc off' ? 0 : bitOf(FIELD.ignition);
  if (ignition !== undefined) out.element(PLAIN_IO.ignition, 1, ignition);
  const door = bitOf(FIELD.door);
  if (door !== undefined) out.element(PLAIN_IO.input1, 1, door);
  return true;
}

const orZero = (value: number): number => (Number.isNaN(value) ? 0 : value);

const bitOf = (i: number): 0 | 1 | undefined =>
  fields.length(i) !== 1 ? undefined : fields.byte(i) === 0x30 ? 0 : fields.byte(i) === 0x31 ? 1 : undefined;

/**
 * The time of the fix, which is told in UTC without a date, on the day that the tracker's own clock has: that is of any zone.
 * Where a model tells something else in the place of UTC its clock is taken for UTC.
 */
function timeOf(): number {
  const own = clockOf();
  const length = fields.length(FIELD.utc);
  if (Number.isNaN(own) || length < 6 || (length > 6 && fields.byte(FIELD.utc, 6) !== POINT)) return own;
  const hour = fields.digits(FIELD.utc, 0, 2);
  const minute = fields.digits(FIELD.utc, 2, 2);
  const second = fields.digits(FIELD.utc, 4, 2);
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return own;
  const utc = own - (own % (2 * HALF_DAY_MS)) + ((hour * 60 + minute) * 60 + second) * 1000;
  if (utc - own > HALF_DAY_MS) return utc - 2 * HALF_DAY_MS;
  return own - utc > HALF_DAY_MS ? utc + 2 * HALF_DAY_MS : utc;
}

/** yymmddhhmm, with seconds or without, or yy/mm/dd hh:mm; NaN for anything else. */
function clockOf(): number {
  const i = FIELD.clock;
  const length = fields.length(i);
  const step = length === 14 ? 3 : 2;
  if (length !== 10 && length !== 12 && length !== 14) return NaN;
  return utcMs(
    fields.digits(i, 0, 2),
    fields.digits(i, step, 2),
    fields.digits(i, step * 2, 2),
    fields.digits(i, step * 3, 2),
    fields.digits(i, step * 4, 2),
    length === 12 ? fields.digits(i, 10, 2) : 0,
  );
}

interface Place {
  readonly latE7: number;
  readonly lonE7: number;
}

/** Latitude and longitude, each with its side of the earth behind it, or before it; undefined where either is not told or none. */
function placeOf(): Place | undefined {
  const isBefore = fields.length(FIELD.place) === 1;
  const lat = degreesOf(FIELD.place + (isBefore ? 1 : 0), 90);
  const lon = degreesOf(FIELD.place + (isBefore ? 3 : 2), 180);
  const latSide = fields.byte(FIELD.place + (isBefore ? 0 : 1));
  const lonSide = fields.byte(FIELD.place + (isBefore ? 2 : 3));
  if (Number.isNaN(lat) || Number.isNaN(lon)) return undefined;
  if ((latSide !== NORTH && latSide !== SOUTH) || (lonSide !== EAST && lonSide !== WEST)) return undefined;
  return { latE7: latSide === SOUTH ? 0 - lat : lat, lonE7: lonSide === WEST ? 0 - lon : lon };
}

/** ddmm.mmmm in 1e-7 degrees; NaN for anything else. */
function degreesOf(i: number, most: number): number {
  const value = fields.scaled(i, 5);
  const degrees = Math.floor(value / 1e7);
  const minutes = value - degrees * 1e7;
  if (!(minutes >= 0 && minutes < 60e5) || !(degrees >= 0 && degrees + minutes / 60e5 <= most)) return NaN;
  return Math.round(degrees * 1e7 + (minutes * 5) / 3);
}
