import type { RecordColumns } from '@spora/telemetry/columns';
import { ProtocolError } from '../protocol.ts';
import { decodeAvlBody, isAvlCodec } from './avl.ts';
import { crc16 } from './crc.ts';
import { CRC_BYTES, HEAD_BYTES } from './envelope.ts';
import { decodeMessageBody, isMessageCodec, type CodecMessage } from './messages.ts';

export type StreamEvent =
  | { readonly kind: 'hello'; readonly imei: string }
  | { readonly kind: 'positions'; readonly columns: RecordColumns; readonly count: number }
  | { readonly kind: 'message'; readonly message: CodecMessage }
  /** The link is alive; nothing is answered. Several in one chunk are one event. */
  | { readonly kind: 'ping' };

export interface StreamLimits {
  /** The longest body of a frame, codec id to second count. */
  readonly maxFrameBytes: number;
}

/**
 * The vendor confirms no maximum. Its trackers gather about 1 kB; 255 records of the richest configuration seen are
 * under 60 kB.
 */
export const DEFAULT_STREAM_LIMITS: StreamLimits = { maxFrameBytes: 65_536 };

export interface StreamDecoder {
  /**
   * Takes the next bytes of the connection, cut anywhere, and answers what became complete. `chunk` is not kept.
   * Wrong input throws a ProtocolError, and every later push throws it again. When good events came before the wrong
   * bytes of the same chunk these are answered first and the error waits in `failure`, so that how a stream is cut
   * never decides what is received.
   */
  push(chunk: Uint8Array): StreamEvent[];
  /** Set when the stream is broken: acknowledge what was answered, then close. */
  readonly failure: ProtocolError | undefined;
  /** Bytes kept for a frame that is not complete: at most the limit and its envelope. */
  readonly bufferedBytes: number;
}

const HELLO_BYTES = 17;
const IMEI_DIGITS = 15;
const PING = 0xff;
const ZERO = 0x30;
const NOTHING = new Uint8Array(0);
const FIRST_BUFFER_BYTES = 256;

/**
 * The decoder of one Teltonika TCP connection, tracker to server: a hello, then frames and pings. Pure but for the
 * bytes of the frame in progress, which grow with what has really been sent and never with what a length promises.
 */
export function createStreamDecoder(limits: StreamLimits = DEFAULT_STREAM_LIMITS): StreamDecoder {
  let buffer = NOTHING;
  let used = 0;
  /** Bytes at which it makes sense to look again: spares a slow sender's stream from being parsed at every byte. */
  let needed = 0;
  let isGreeted = false;
  let failure: ProtocolError | undefined;

  /** Reads complete items from bytes[0..end) and answers how many bytes they took. */
  function parse(bytes: Uint8Array, end: number, events: StreamEvent[]): number {
    let p = 0;
    needed = 1;
    while (p < end) {
      if (!isGreeted) {
        const imei = readHello(bytes, p, end);
        if (imei === undefined) break;
        events.push({ kind: 'hello', imei });
        isGreeted = true;
        p += HELLO_BYTES;
        continue;
      }
      if (bytes[p] === PING) {
        if (events.at(-1)?.kind !== 'ping') events.push({ kind: 'ping' });
        p++;
        continue;
      }
      const size = frameSize(bytes, p, end, limits.maxFrameBytes);
      if (size === undefined) break;
      if (p + size > end) {
        needed = size;
        break;
      }
      events.push(decodeFrame(bytes, p, size));
      p += size;
    }
    return p;
  }

  function append(chunk: Uint8Array): void {
    if (used + chunk.length > buffer.length) {
      const grown = new Uint8Array(
        Math.max(FIRST_BUFFER_BYTES, used + chunk.length, Math.min(buffer.length * 2, limits.maxFrameBytes)),
      );
      grown.set(buffer.subarray(0, used));
      buffer = grown;
    }
    buffer.set(chunk, used);
    used += chunk.length;
  }

  function push(chunk: Uint8Array): StreamEvent[] {
    if (failure !== undefined) throw failure;
    const events: StreamEvent[] = [];
    try {
      if (used === 0) {
        const taken = parse(chunk, chunk.length, events);
        if (taken < chunk.length) append(chunk.subarray(taken));
      } else {
        append(chunk);
        if (used >= needed) {
          const taken = parse(buffer, used, events);
          const rest = buffer.subarray(taken, used);
          buffer = NOTHING;
          used = 0;
          if (rest.length > 0) append(rest);
        }
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      failure = error;
      buffer = NOTHING;
      used = 0;
      if (events.length === 0) throw error;
    }
    return events;
  }

  return {
    push,
    get failure() {
      return failure;
    },
    get bufferedBytes() {
      return used;
    },
  };
}

/** The number of a hello, or nothing while it is incomplete; refuses at the first byte that cannot be of one. */
function readHello(bytes: Uint8Array, start: number, end: number): string | undefined {
  let imei = '';
  for (let i = 0; i < HELLO_BYTES; i++) {
    if (start + i >= end) return undefined;
    const byte = bytes[start + i]!;
    if (i === 0 ? byte !== 0 : i === 1 ? byte !== IMEI_DIGITS : byte < ZERO || byte > ZERO + 9) {
      throw new ProtocolError('hello', 'the connection does not begin with a number of 15 digits');
    }
    if (i > 1) imei += String.fromCharCode(byte);
  }
  return imei;
}

/** The size of the frame at `start` with its envelope, or nothing while its head is incomplete. */
function frameSize(bytes: Uint8Array, start: number, end: number, maxFrameBytes: number): number | undefined {
  for (let p = start; p < Math.min(start + 4, end); p++) {
    if (bytes[p] !== 0) throw new ProtocolError('preamble', 'a frame does not begin with four zeros');
  }
  if (start + HEAD_BYTES > end) return undefined;
  const length = ((bytes[start + 4]! << 24) | (bytes[start + 5]! << 16) | (bytes[start + 6]! << 8) | bytes[start + 7]!) >>> 0;
  if (length > maxFrameBytes) throw new ProtocolError('too-long', `a frame of ${length} bytes`);
  if (length < 3) throw new ProtocolError('length', `a frame of ${length} bytes`);
  return HEAD_BYTES + length + CRC_BYTES;
}

function decodeFrame(bytes: Uint8Array, start: number, size: number): StreamEvent {
  const body = start + HEAD_BYTES;
  const end = start + size - CRC_BYTES;
  const crc = crc16(bytes, body, end);
  if (bytes[end] !== 0 || bytes[end + 1] !== 0 || bytes[end + 2] !== crc >>> 8 || bytes[end + 3] !== (crc & 0xff)) {
    throw new ProtocolError('crc', 'the check sum of a frame is wrong');
  }
  const codec = bytes[body]!;
  if (isAvlCodec(codec)) {
    const columns = decodeAvlBody(bytes, body, end);
    return { kind: 'positions', columns, count: columns.n };
  }
  if (!isMessageCodec(codec)) throw new ProtocolError('codec', `codec ${codec.toString(16)} is unknown`);
  const message = decodeMessageBody(bytes, body, end);
  if (message.kind === 'command') throw new ProtocolError('command-from-tracker', 'commands go the other way');
  return { kind: 'message', message };
}
