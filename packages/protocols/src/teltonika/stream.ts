import { createFramedDecoder, type ReadFrame } from '../framed-stream.ts';
import { ProtocolError, type StreamDecoder, type StreamEvent } from '../protocol.ts';
import { decodeAvlBody, isAvlCodec } from './avl.ts';
import { crc16 } from './crc.ts';
import { encodeHelloReply, encodeRecordAck } from './encode.ts';
import { CRC_BYTES, HEAD_BYTES } from './envelope.ts';
import { decodeMessageBody, isMessageCodec } from './messages.ts';

export interface StreamLimits {
  /** The longest body of a frame, codec id to second count. */
  readonly maxFrameBytes: number;
}

/**
 * The vendor confirms no maximum. Its trackers gather about 1 kB; 255 records of the richest configuration seen are
 * under 60 kB.
 */
export const DEFAULT_STREAM_LIMITS: StreamLimits = { maxFrameBytes: 65_536 };

const HELLO_BYTES = 17;
const IMEI_DIGITS = 15;
const PING = 0xff;
const ZERO = 0x30;

const ACCEPTED = encodeHelloReply(true);
const REFUSED = encodeHelloReply(false);
/** Counts are at most 255: each acknowledgement is made once. */
const ACKS = Array.from({ length: 256 }, (_, count) => encodeRecordAck(count));

/** The decoder of one Teltonika TCP connection, tracker to server: a hello, then frames and pings. */
export function createStreamDecoder(limits: StreamLimits = DEFAULT_STREAM_LIMITS): StreamDecoder {
  let isGreeted = false;
  const read: ReadFrame = (bytes, start, end, out) => {
    if (!isGreeted) {
      const imei = readHello(bytes, start, end);
      if (imei === undefined) return -1;
      out.tell({ kind: 'hello', name: imei, accepted: ACCEPTED, refused: REFUSED });
      isGreeted = true;
      return HELLO_BYTES;
    }
    if (bytes[start] === PING) {
      out.alive();
      return 1;
    }
    const size = frameSize(bytes, start, end, limits.maxFrameBytes);
    if (size === undefined) return -1;
    if (start + size > end) return -size;
    out.tell(decodeFrame(bytes, start, size));
    return size;
  };
  return createFramedDecoder(read, limits.maxFrameBytes);
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
    return { kind: 'positions', columns, acknowledgement: ACKS[columns.n]! };
  }
  if (!isMessageCodec(codec)) throw new ProtocolError('codec', `codec ${codec.toString(16)} is unknown`);
  const message = decodeMessageBody(bytes, body, end);
  const { kind } = message;
  if (kind === 'command') throw new ProtocolError('command-from-tracker', 'commands go the other way');
  return { kind: 'message', message: { ...message, kind } };
}
