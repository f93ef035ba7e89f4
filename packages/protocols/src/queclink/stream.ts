import { PLAIN_IO } from '../avl/plain.ts';
import { createFramedDecoder, type Collected, type ReadFrame } from '../framed-stream.ts';
import { ProtocolError, type StreamDecoder } from '../protocol.ts';
import { hexDigit, latin1, TextFields, utcMs } from '../text-fields.ts';

/** Fifteen positions and the list of a bus are under 2 kB. */
export const MAX_LINE_BYTES = 4096;
const PLUS = 0x2b;
const DOLLAR = 0x24;
const POINT = 0x2e;
const NOTHING = new Uint8Array(0);
const SACK = latin1('+SACK:');
/** +RESP:, +BUFF: and +ACK: with what follows until the first comma, for example GTFRI. */
const SENT: readonly string[] = ['RESP', 'BUFF'];
/** A fix of a tracker that tells its precision, not its satellites. */
const ASSUMED_SATELLITES = 4;
const MOST_POSITIONS = 16;

/** What the report itself says of the tracker, whatever stands in it. Source: @Track documents of GV200, GV300 and GL300. */
const SAYS: Readonly<Record<string, readonly [id: number, value: 0 | 1]>> = {
  GTIGN: [PLAIN_IO.ignition, 1],
  GTVGN: [PLAIN_IO.ignition, 1],
  GTIGF: [PLAIN_IO.ignition, 0],
  GTVGF: [PLAIN_IO.ignition, 0],
  GTMPN: [PLAIN_IO.unplugged, 0],
  GTMPF: [PLAIN_IO.unplugged, 1],
  GTSOS: [PLAIN_IO.alarmButton, 1],
  GTTOW: [PLAIN_IO.towing, 1],
};
const isAlarm = (kind: string) => kind === 'GTMPF' || kind === 'GTTOW' || kind === 'GTSOS';
/** Reports whose fields behind the cell are mileage, battery and state. */
const REGULAR: ReadonlySet<string> = new Set(['GTFRI', 'GTERI', 'GTRTL']);

const fields = new TextFields();

/** The decoder of one connection, tracker to server: lines of text from + to $. */
export function createStreamDecoder(): StreamDecoder {
  let name: string | undefined;

  const read: ReadFrame = (bytes, start, end, out) => {
    const first = bytes[start]!;
    if (first === 0 || first === 0x0d || first === 0x0a) return 1;
    if (first !== PLUS) throw new ProtocolError('preamble', 'a line does not begin with +');
    let stop = start + 1;
    while (stop < end && bytes[stop] !== DOLLAR) stop++;
    if (stop - start > MAX_LINE_BYTES) throw new ProtocolError('too-long', 'a line without its end');
    if (stop === end) return -(end - start + 1);
    fields.split(bytes, start + 1, stop);
    const report = reportOf();
    if (name === undefined || !fields.is(2, name)) {
      const given = fields.text(2);
      if (!/^[0-9]{15}$/.test(given)) throw new ProtocolError('imei', 'a line without the number of its tracker');
      if (name !== undefined) throw new ProtocolError('imei', 'a connection changes its name');
      out.tell({ kind: 'hello', name: given, accepted: NOTHING, refused: NOTHING });
      name = given;
    }
    if (report.isAnswer) takeAnswer(report.kind, bytes.subarray(start + 1, stop), out);
    else if (collectPositions(report.kind, out) > 0) out.acknowledge(sackOf());
    else out.alive(sackOf());
    return stop + 1 - start;
  };
  return createFramedDecoder(read, MAX_LINE_BYTES + 1);
}

interface Report {
  readonly isAnswer: boolean;
  readonly kind: string;
}

/** @throws ProtocolError for a head that is none */
function reportOf(): Report {
  const length = fields.length(0);
  // The common ones without a text.
  if (fields.is(0, 'RESP:GTFRI')) return FIXED;
  const head = length > 16 ? '' : fields.text(0);
  const colon = head.indexOf(':');
  const sort = head.slice(0, Math.max(0, colon));
  const kind = head.slice(colon + 1);
  const isAnswer = sort === 'ACK';
  if (!(isAnswer || SENT.includes(sort)) || !/^GT[A-Z0-9]{3}$/.test(kind) || fields.count < 4)
    throw new ProtocolError('syntax', 'a line that is neither a report nor an answer');
  return { isAnswer, kind };
}
const FIXED: Report = { isAnswer: false, kind: 'GTFRI' };

/** A heartbeat, which has an answer of its own, or what became of a command. */
function takeAnswer(kind: string, line: Uint8Array, out: Collected): void {
  if (kind === 'GTHBD') return out.alive(latin1(`+SACK:GTHBD,${fields.text(1)},${fields.text(fields.count - 1)}$`));
  out.tell({ kind: 'message', message: { kind: 'answer', text: new TextDecoder('latin1').decode(line) } });
  out.alive(sackOf());
}

/** Confirms a line by the four hexadecimal digits at its end; one without them is not confirmed. */
function sackOf(): Uint8Array {
  const count = fields.count - 1;
  if (fields.length(count) !== 4 || Number.isNaN(fields.hex(count))) return NOTHING;
  const bytes = new Uint8Array(SACK.length + 5);
  bytes.set(SACK);
  for (let k = 0; k < 4; k++) bytes[SACK.length + k] = fields.byte(count, k);
  bytes[SACK.length + 4] = DOLLAR;
  return bytes;
}

/**
 * Finds the positions of a report by what they look like: longitude, latitude and a time stand together in each model's
 * report, with precision, speed, azimuth and altitude before them; what stands around them differs from model to model.
 */
function collectPositions(kind: string, out: Collected): number {
  const last = fields.count - 2;
  let found = 0;
  for (let i = 7; i + 2 < last && found < MOST_POSITIONS; i++) {
    if (fields.length(i + 2) !== 14 || !isPlace(i) || !isPlace(i + 1)) continue;
    if (!collect(kind, i, out)) continue;
    found++;
    const next = i + 3;
    if (kind === 'GTFRI' && isFollowed(next)) {
      i += 2;
      continue;
    }
    collectRest(kind, next, last, out);
    i += 2;
  }
  return found;
}

/** Another position of the same report stands behind this one's cell. */
const isFollowed = (at: number): boolean => {
  const end = Math.min(at + 12, fields.count - 4);
  for (let i = at; i < end; i++) if (fields.length(i + 2) === 14 && isPlace(i) && isPlace(i + 1)) return true;
  return false;
};

/** A number with six decimals. */
function isPlace(i: number): boolean {
  const length = fields.length(i);
  return length >= 8 && length <= 11 && fields.byte(i, length - 7) === POINT;
}

/** Whether the fields that end with the longitude at `i` are a position; then it is collected. */
function collect(kind: string, i: number, out: Collected): boolean {
  const lonE7 = fields.scaled(i, 7);
  const latE7 = fields.scaled(i + 1, 7);
  const time = i + 2;
  const timeMs =
    fields.digits(time, 0, 2) === 20
      ? utcMs(
          fields.digits(time, 2, 2),
          fields.digits(time, 4, 2),
          fields.digits(time, 6, 2),
          fields.digits(time, 8, 2),
          fields.digits(time, 10, 2),
          fields.digits(time, 12, 2),
        )
      : NaN;
  if (Number.isNaN(timeMs) || !(Math.abs(latE7) <= 90e7) || !(Math.abs(lonE7) <= 180e7)) return false;
  const altitude = orZero(fields.scaled(i - 1, 1));
  const heading = orZero(fields.scaled(i - 2, 0));
  const speed = orZero(fields.scaled(i - 3, 1));
  const precision = orZero(fields.scaled(i - 4, 1));
  out.record({
    timeMs,
    latE7: latE7 + 0,
    lonE7: lonE7 + 0,
    altitudeM: Math.max(-32_768, Math.min(32_767, Math.round(altitude / 10))) + 0,
    headingDeg: (((heading % 360) + 360) % 360) + 0,
    satellites: precision > 0 ? ASSUMED_SATELLITES : 0,
    speedKmh: Math.max(0, Math.min(0xffff, Math.round(speed / 10))),
    priority: kind === 'GTSOS' ? 2 : isAlarm(kind) ? 1 : 0,
    eventId: SAYS[kind]?.[0] ?? 0,
  });
  if (precision > 0) out.element(PLAIN_IO.hdop, 2, Math.min(precision, 0xffff));
  return true;
}

const orZero = (value: number): number => (Number.isNaN(value) ? 0 : value);

/** What the report says by its kind, and of regular ones mileage, battery and state behind the four fields of the cell. */
function collectRest(kind: string, cell: number, last: number, out: Collected): void {
  const says = SAYS[kind];
  if (says !== undefined) out.element(says[0], 1, says[1]);
  if (!REGULAR.has(kind)) return;
  for (let i = cell + 4; i < Math.min(cell + 7, last); i++) {
    const length = fields.length(i);
    if (length < 3 || fields.byte(i, length - 2) !== POINT) continue;
    const metres = fields.scaled(i, 3);
    if (metres > 0 && metres <= 0xffff_ffff) out.element(PLAIN_IO.odometer, 4, metres);
    break;
  }
  for (let i = cell + 4; i < last; i++) {
    const state = stateAt(i);
    if (state === undefined) continue;
    const battery = fields.length(i - 1) <= 3 ? fields.scaled(i - 1, 0) : NaN;
    if (battery >= 0 && battery <= 100) out.element(PLAIN_IO.batteryLevel, 1, battery);
    if (state.ignition !== undefined) out.element(PLAIN_IO.ignition, 1, state.ignition);
    out.element(PLAIN_IO.movement, 1, state.movement);
    if (state.isTowed) out.element(PLAIN_IO.towing, 1, 1);
    break;
  }
}

interface State {
  readonly ignition: 0 | 1 | undefined;
  readonly movement: 0 | 1;
  readonly isTowed?: true;
}

/** The first byte of the state: ignition off or on or not known, at rest or in motion; 16 is towed, 1A perhaps. */
const STATES: Readonly<Record<number, State>> = {
  0x11: { ignition: 0, movement: 0 },
  0x12: { ignition: 0, movement: 1 },
  0x16: { ignition: 0, movement: 1, isTowed: true },
  0x1a: { ignition: 0, movement: 1 },
  0x21: { ignition: 1, movement: 0 },
  0x22: { ignition: 1, movement: 1 },
  0x41: { ignition: undefined, movement: 0 },
  0x42: { ignition: undefined, movement: 1 },
};

/** A state has six or ten hexadecimal digits, with those of inputs and outputs. */
function stateAt(i: number): State | undefined {
  const length = fields.length(i);
  if (length !== 6 && length !== 10) return undefined;
  const state = STATES[hexDigit(fields.byte(i)) * 16 + hexDigit(fields.byte(i, 1))];
  if (state === undefined) return undefined;
  for (let k = 2; k < length; k++) if (hexDigit(fields.byte(i, k)) < 0) return undefined;
  return state;
}
