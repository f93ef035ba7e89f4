import { allocateColumns, type RecordColumns } from '@spora/telemetry/columns';
import { ProtocolError, type StreamDecoder, type StreamEvent } from './protocol.ts';

const NOTHING = new Uint8Array(0);
const FIRST_BUFFER_BYTES = 256;
/** Records of one event; what comes in one piece beyond it becomes another. */
const MAX_RECORDS = 255;
const FEW_ELEMENTS = 32;
const MAX_ELEMENTS = MAX_RECORDS * 16;

/** A position as `Collected.record` takes it: units and meaning as of `PositionRecord`. */
export interface Fix {
  readonly timeMs: number;
  readonly latE7: number;
  readonly lonE7: number;
  readonly altitudeM: number;
  readonly headingDeg: number;
  readonly satellites: number;
  readonly speedKmh: number;
  readonly priority: number;
  readonly eventId: number;
}

/**
 * What the bytes of one push said. Messages of one record that come together become one event with all of their
 * acknowledgements, one after the other: a set of columns for each record would cost more than its decoding.
 */
export class Collected {
  #events: StreamEvent[] = [];
  #acknowledgements: Uint8Array[] = [];
  readonly #rows: RecordColumns = allocateColumns(MAX_RECORDS, MAX_ELEMENTS, 0);
  #n = 0;
  #elements = 0;

  /**
   * Adds a record; its elements follow by `element`, its answer by `acknowledge`.
   * @param most the most elements that will follow, where they may be more than a few
   */
  record(fix: Fix, most = FEW_ELEMENTS): void {
    if (this.#n === MAX_RECORDS || this.#elements > MAX_ELEMENTS - most) this.#flush();
    const rows = this.#rows;
    const i = this.#n++;
    rows.timeMs[i] = fix.timeMs;
    rows.latE7[i] = fix.latE7;
    rows.lonE7[i] = fix.lonE7;
    rows.altitudeM[i] = fix.altitudeM;
    rows.headingDeg[i] = fix.headingDeg;
    rows.satellites[i] = fix.satellites;
    rows.speedKmh[i] = fix.speedKmh;
    rows.priority[i] = fix.priority;
    rows.eventId[i] = fix.eventId;
    rows.ioStart[i + 1] = this.#elements;
  }

  /** An element of the record added last. `high`: the upper four bytes of one of width 8. */
  element(id: number, width: 1 | 2 | 4 | 8, value: number, high = 0): void {
    const rows = this.#rows;
    const e = this.#elements++;
    rows.ioId[e] = id;
    rows.ioWidth[e] = width;
    rows.ioLow[e] = value;
    rows.ioHigh[e] = high;
    rows.ioStart[this.#n] = this.#elements;
  }

  /** Leaves when the records added so far are committed. */
  acknowledge(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#acknowledgements.push(bytes);
  }

  tell(event: StreamEvent): void {
    this.#flush();
    this.#events.push(event);
  }

  /** The link is alive; said once for several in a row that are not answered. */
  alive(answer: Uint8Array = NOTHING): void {
    if (answer.length > 0) this.tell({ kind: 'ping', answer });
    else if (this.#n === 0 && this.#events.at(-1) !== SILENT_PING) this.#events.push(SILENT_PING);
  }

  take(): StreamEvent[] {
    this.#flush();
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #flush(): void {
    const n = this.#n;
    if (n === 0) return;
    const elements = this.#elements;
    const rows = this.#rows;
    const columns = allocateColumns(n, elements, 0);
    // Loops: views of so few rows would cost more than what they copy.
    for (let i = 0; i < n; i++) {
      columns.timeMs[i] = rows.timeMs[i]!;
      columns.latE7[i] = rows.latE7[i]!;
      columns.lonE7[i] = rows.lonE7[i]!;
      columns.altitudeM[i] = rows.altitudeM[i]!;
      columns.headingDeg[i] = rows.headingDeg[i]!;
      columns.satellites[i] = rows.satellites[i]!;
      columns.speedKmh[i] = rows.speedKmh[i]!;
      columns.priority[i] = rows.priority[i]!;
      columns.eventId[i] = rows.eventId[i]!;
      columns.ioStart[i + 1] = rows.ioStart[i + 1]!;
    }
    for (let e = 0; e < elements; e++) {
      columns.ioId[e] = rows.ioId[e]!;
      columns.ioWidth[e] = rows.ioWidth[e]!;
      columns.ioLow[e] = rows.ioLow[e]!;
      columns.ioHigh[e] = rows.ioHigh[e]!;
    }
    this.#n = this.#elements = 0;
    this.#events.push({ kind: 'positions', columns, acknowledgement: joined(this.#acknowledgements) });
    this.#acknowledgements = [];
  }
}

const SILENT_PING: StreamEvent = { kind: 'ping', answer: NOTHING };

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length < 2) return parts[0] ?? NOTHING;
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Reads the message that begins at `start` of bytes[0..end). Answers how many bytes it took, or, of a message that is
 * not complete, the number of bytes with which it is worth looking again, negative.
 * @throws ProtocolError, before anything of the message is collected
 */
export type ReadFrame = (bytes: Uint8Array, start: number, end: number, out: Collected) => number;

/** One for all connections: it is empty between two pushes, and thousands of idle connections keep no columns. */
const collected = new Collected();

/**
 * The decoder of a connection that says one message after the other. Pure but for the bytes of the message in
 * progress, which grow with what has really been sent and never with what a length promises.
 * @param maxBytes the longest message; `read` refuses longer ones
 */
export function createFramedDecoder(read: ReadFrame, maxBytes: number): StreamDecoder {
  let buffer = NOTHING;
  let used = 0;
  /** Bytes at which it makes sense to look again: spares a slow sender's stream from being parsed at every byte. */
  let needed = 0;
  let failure: ProtocolError | undefined;

  function parse(bytes: Uint8Array, end: number): number {
    let p = 0;
    needed = 1;
    while (p < end) {
      const taken = read(bytes, p, end, collected);
      if (taken <= 0) {
        needed = -taken;
        break;
      }
      p += taken;
    }
    return p;
  }

  function append(chunk: Uint8Array): void {
    if (used + chunk.length > buffer.length) {
      const grown = new Uint8Array(Math.max(FIRST_BUFFER_BYTES, used + chunk.length, Math.min(buffer.length * 2, maxBytes)));
      grown.set(buffer.subarray(0, used));
      buffer = grown;
    }
    buffer.set(chunk, used);
    used += chunk.length;
  }

  function take(chunk: Uint8Array): void {
    if (used === 0) {
      const taken = parse(chunk, chunk.length);
      if (taken < chunk.length) append(chunk.subarray(taken));
      return;
    }
    append(chunk);
    if (used < needed) return;
    const taken = parse(buffer, used);
    const rest = buffer.subarray(taken, used);
    buffer = NOTHING;
    used = 0;
    if (rest.length > 0) append(rest);
  }

  return {
    push(chunk) {
      if (failure !== undefined) throw failure;
      try {
        take(chunk);
      } catch (error) {
        if (!(error instanceof ProtocolError)) {
          collected.take();
          throw error;
        }
        failure = error;
        buffer = NOTHING;
        used = 0;
      }
      const events = collected.take();
      if (failure !== undefined && events.length === 0) throw failure;
      return events;
    },
    get failure() {
      return failure;
    },
    get bufferedBytes() {
      return used;
    },
  };
}
