import { PLAIN_IO } from '../avl/plain.ts';
import { createFramedDecoder, type Collected, type ReadFrame } from '../framed-stream.ts';
import { ProtocolError, type StreamDecoder } from '../protocol.ts';
import { latin1, TextFields, utcMs } from '../text-fields.ts';
import { BINARY_BYTES, beginsBinary, type Identify, readBinary, TAIL_BYTES } from './binary.ts';
import { collectStatus, judgeStatus } from './status.ts';

/** A list of cells is under 300 bytes; nothing documented is longer. */
export const MAX_TEXT_BYTES = 1024;
const STAR = 0x2a;
const DOLLAR = 0x24;
const HASH = 0x23;
const CR = 0x0d;
const LF = 0x0a;
const COMMA = 0x2c;
const NOTHING = new Uint8Array(0);
const MINUS = 0x2d;
const VALID = 0x41;
const SOUTH = 0x53;
const WEST = 0x57;
/** A valid fix of a tracker that does not say of how many satellites. */
const ASSUMED_SATELLITES = 4;
const NAME_DIGITS = 15;

/** Where the fields of a position begin behind its kind: the time, then validity, place, speed, course and date. */
const POSITIONS: ReadonlySet<string> = new Set(['V1', 'V2', 'VI1', 'V19']);
/** Answered with their own head. */
const BEATS: ReadonlySet<string> = new Set(['V0', 'HTBT']);
/** Answered as a position is. */
const CELLS: ReadonlySet<string> = new Set(['NBR', 'LINK', 'V3']);

const fields = new TextFields();

/**
 * The id of a terminal as a name: those of ten digits are shorter than an IMEI and get zeros before them.
 * @throws ProtocolError
 */
export function nameOf(id: string): string {
  if (!/^[0-9]{8,15}$/.test(id)) throw new ProtocolError('imei', 'a message without the id of a terminal');
  return id.padStart(NAME_DIGITS, '0');
}

/** The decoder of one H02 connection, tracker to server: texts from * to #, and binary positions from $ on. */
export function createStreamDecoder(): StreamDecoder {
  let name: string | undefined;
  /** A binary position was read; what belongs to it may follow. */
  let mayHaveTail = false;

  /** The bytes of the id last read, so that no text is made of each. */
  let known = NOTHING;

  const identify: Identify = (bytes, start, end, textOf, out) => {
    if (isSame(known, bytes, start, end)) return;
    const given = nameOf(textOf(bytes, start, end));
    if (name === undefined) out.tell({ kind: 'hello', name: given, accepted: NOTHING, refused: NOTHING });
    else if (given !== name) throw new ProtocolError('imei', 'a connection changes its name');
    name = given;
    known = bytes.slice(start, end);
  };

  const read: ReadFrame = (bytes, start, end, out) => {
    const first = bytes[start]!;
    if (mayHaveTail) {
      const isNext = beginsNext(bytes, start, end);
      if (isNext === undefined) return -(end - start + 1);
      mayHaveTail = false;
      if (!isNext) {
        if (start + TAIL_BYTES <= end) return TAIL_BYTES;
        mayHaveTail = true;
        return -TAIL_BYTES;
      }
    }
    if (first === CR || first === LF) return 1;
    if (first === DOLLAR) {
      if (start + BINARY_BYTES > end) return -BINARY_BYTES;
      readBinary(bytes, start, identify, out);
      mayHaveTail = true;
      return BINARY_BYTES;
    }
    if (first !== STAR) throw new ProtocolError('preamble', 'a message begins with neither * nor $');
    let stop = start + 1;
    while (stop < end && bytes[stop] !== HASH) stop++;
    if (stop - start > MAX_TEXT_BYTES) throw new ProtocolError('too-long', 'a message without its end');
    if (stop === end) return -(end - start + 1);
    readText(bytes, start + 1, stop, identify, out);
    return stop + 1 - start;
  };
  return createFramedDecoder(read, MAX_TEXT_BYTES + 1);
}

/** Whether a message begins here; undefined where that is not to be seen yet. */
function beginsNext(bytes: Uint8Array, start: number, end: number): boolean | undefined {
  if (bytes[start] === DOLLAR) return beginsBinary(bytes, start, end);
  if (bytes[start] !== STAR) return false;
  if (start + 4 > end) return undefined;
  return isLetter(bytes[start + 1]!) && isLetter(bytes[start + 2]!) && bytes[start + 3] === COMMA;
}

const isLetter = (byte: number) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

function isSame(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length === 0 || known.length !== end - start) return false;
  for (let k = 0; k < known.length; k++) if (known[k] !== bytes[start + k]) return false;
  return true;
}

const asciiOf = (bytes: Uint8Array, start: number, end: number): string => String.fromCharCode(...bytes.subarray(start, end));

/** Maker and id stand at the same place in each message: two letters and a comma before the id. */
const ID_AT = 3;

function readText(bytes: Uint8Array, start: number, end: number, identify: Identify, out: Collected): void {
  fields.split(bytes, start, end);
  if (fields.count < 3 || fields.length(0) !== 2) throw new ProtocolError('syntax', 'a message without maker, id and kind');
  const idEnd = start + ID_AT + fields.length(1);
  const kind = fields.is(2, 'V1') ? 'V1' : fields.text(2);
  if (POSITIONS.has(kind)) {
    // Some tell the battery before the date.
    const date = fields.length(11) === 6 ? 11 : 12;
    const timeMs = timeOf(3, date);
    const place = readPlace(4);
    identify(bytes, start + ID_AT, idEnd, asciiOf, out);
    if (place === undefined || Number.isNaN(timeMs)) return out.alive(answerOf(bytes, start, idEnd, kind, -1));
    collect(place, timeMs, statusAt(), out);
    return out.acknowledge(answerOf(bytes, start, idEnd, kind, date));
  }
  identify(bytes, start + ID_AT, idEnd, asciiOf, out);
  if (BEATS.has(kind)) return out.alive(latin1(`*${asciiOf(bytes, start, idEnd)},${kind}#`));
  if (CELLS.has(kind)) return out.alive(answerOf(bytes, start, idEnd, kind, -1));
  if (kind === 'V4') {
    const text = new TextDecoder('latin1').decode(bytes.subarray(start, end));
    return out.tell({ kind: 'message', message: { kind: 'answer', text: text.split(',').slice(3).join(',') } });
  }
  out.alive();
}

interface Place {
  readonly latE7: number;
  readonly lonE7: number;
  readonly isValid: boolean;
  readonly speedKmh: number;
  readonly headingDeg: number;
}

/** hhmmss in one field and ddmmyy in another; NaN where either is none. */
function timeOf(clock: number, date: number): number {
  if (fields.length(clock) !== 6 || fields.length(date) !== 6) return NaN;
  return utcMs(
    fields.digits(date, 4, 2),
    fields.digits(date, 2, 2),
    fields.digits(date, 0, 2),
    fields.digits(clock, 0, 2),
    fields.digits(clock, 2, 2),
    fields.digits(clock, 4, 2),
  );
}

/** From the validity on. Undefined where no coordinates are told; what is told and is none is refused. */
function readPlace(at: number): Place | undefined {
  if (fields.count < at + 7) throw new ProtocolError('truncated', 'a position without its fields');
  if (fields.length(at + 1) === 0 && fields.length(at + 3) === 0) return undefined;
  const lat = degreesOf(at + 1, 90);
  const lon = degreesOf(at + 3, 180);
  const hundredths = fields.scaled(at + 5, 3);
  const course = fields.length(at + 6) === 0 ? 0 : fields.scaled(at + 6, 2);
  if (!(hundredths >= 0 && hundredths < 1e6) || !(course >= 0 && course < 1e5))
    throw new ProtocolError('value', 'a speed or course that is none');
  const valid = fields.byte(at);
  return {
    latE7: fields.byte(at + 2) === SOUTH ? 0 - lat : lat,
    lonE7: fields.byte(at + 4) === WEST ? 0 - lon : lon,
    // A coding scheme may stand in its place, a digit.
    isValid: valid === VALID || (valid >= 0x30 && valid <= 0x39),
    speedKmh: Math.round((hundredths * 1.852) / 1000),
    headingDeg: Math.round(course / 100) % 360,
  };
}

/** ddmm.mmmm, or -dd-mm.mmmm as some write it, in 1e-7 degrees without sign. @throws ProtocolError */
function degreesOf(i: number, most: number): number {
  let degrees: number;
  /** 1e-5 minutes. */
  let minutes: number;
  if (fields.byte(i) === MINUS) {
    let dash = 1;
    while (dash < fields.length(i) && fields.byte(i, dash) !== MINUS) dash++;
    degrees = fields.digits(i, 1, dash - 1);
    minutes = fields.scaled(i, 5, dash + 1);
  } else {
    const value = fields.scaled(i, 5);
    degrees = Math.floor(value / 1e7);
    minutes = value - degrees * 1e7;
  }
  if (!(minutes >= 0 && minutes < 60e5) || !(degrees >= 0 && degrees + minutes / 60e5 <= most))
    throw new ProtocolError('value', 'a place that is none on earth');
  return Math.round(degrees * 1e7 + (minutes * 5) / 3);
}

/** Eight hexadecimal digits behind the date; where they stand depends on what else the model tells. */
function statusAt(): number {
  for (let i = 12; i < Math.min(fields.count, 17); i++) {
    if (fields.length(i) !== 8) continue;
    const status = fields.hex(i);
    if (!Number.isNaN(status)) return status;
  }
  return NaN;
}

function collect(place: Place, timeMs: number, status: number, out: Collected): void {
  const hasStatus = !Number.isNaN(status);
  const { priority, isCause } = judgeStatus(hasStatus ? status : -1);
  out.record({
    timeMs,
    latE7: place.latE7,
    lonE7: place.lonE7,
    altitudeM: 0,
    headingDeg: place.headingDeg,
    satellites: place.isValid ? ASSUMED_SATELLITES : 0,
    speedKmh: place.speedKmh,
    priority,
    eventId: isCause ? PLAIN_IO.cause : 0,
  });
  if (hasStatus) collectStatus(status, place.speedKmh, out);
}

const CONFIRMS = [COMMA, 0x56, 0x34, COMMA] as const;

/**
 * What confirms a message: its maker and id, `V4`, its kind, and its own time where it has one (the document echoes the
 * time of what is confirmed). Byte by byte: a date and texts would cost more than all the rest.
 * @param date the field of the date; -1 without time
 */
function answerOf(bytes: Uint8Array, start: number, idEnd: number, kind: string, date: number): Uint8Array {
  const head = idEnd - start;
  const answer = new Uint8Array(1 + head + CONFIRMS.length + kind.length + (date < 0 ? 1 : 16));
  let p = 0;
  answer[p++] = STAR;
  for (let k = 0; k < head; k++) answer[p++] = bytes[start + k]!;
  for (const byte of CONFIRMS) answer[p++] = byte;
  for (let k = 0; k < kind.length; k++) answer[p++] = kind.charCodeAt(k);
  if (date >= 0) {
    answer[p++] = COMMA;
    answer[p++] = 0x32;
    answer[p++] = 0x30;
    for (const k of [4, 5, 2, 3, 0, 1]) answer[p++] = fields.byte(date, k);
    for (let k = 0; k < 6; k++) answer[p++] = fields.byte(3, k);
  }
  answer[p] = HASH;
  return answer;
}
