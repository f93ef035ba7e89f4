import { ProtocolError } from '../protocol.ts';
import { crcItu } from './crc.ts';

/**
 * A frame: two start bytes, a length of one byte (after 78 78) or two (after 79 79), a number that says what it is, its
 * content, a serial number, the check sum, CR and LF. The length counts from the number to the check sum. Source: GT06
 * protocol document 1.8.1, chapter 4; the second start of later models in the documents of GT06E and JM-VL01.
 */
export const SHORT = 0x78;
export const LONG = 0x79;
const CR = 0x0d;
const LF = 0x0a;
/** Number, serial number, check sum. */
const LEAST = 5;
/** The vendor names no maximum: its longest documented message is a text of under 300 bytes. */
export const MAX_LENGTH = 4096;
export const MAX_FRAME_BYTES = MAX_LENGTH + 6;

/** Numbers of messages; the rest are answered with nothing. */
export const KIND = {
  login: 0x01,
  location: 0x12,
  status: 0x13,
  text: 0x15,
  alarm: 0x16,
  textLong: 0x21,
  location2: 0x22,
  heartbeat: 0x23,
  alarm2: 0x26,
  alarmFences: 0x27,
  command: 0x80,
  information: 0x94,
  location4g: 0xa0,
} as const;

/**
 * The size of the frame at `start` with all around it; negative: the bytes with which to look again.
 * @throws ProtocolError where none can begin or it is longer than any
 */
export function frameSize(bytes: Uint8Array, start: number, end: number): number {
  const mark = bytes[start]!;
  if (mark !== SHORT && mark !== LONG) throw new ProtocolError('preamble', 'a frame does not begin with 78 78 or 79 79');
  if (start + 1 === end) return -2;
  if (bytes[start + 1] !== mark) throw new ProtocolError('preamble', 'the two start bytes differ');
  const head = mark === SHORT ? 3 : 4;
  if (start + head > end) return -head;
  const length = mark === SHORT ? bytes[start + 2]! : (bytes[start + 2]! << 8) | bytes[start + 3]!;
  if (length < LEAST) throw new ProtocolError('length', `a frame of ${length} bytes`);
  if (length > MAX_LENGTH) throw new ProtocolError('too-long', `a frame of ${length} bytes`);
  const size = head + length + 2;
  return start + size > end ? -size : size;
}

/** Holds the stop bytes and the check sum of a whole frame against it. @throws ProtocolError */
export function checkFrame(bytes: Uint8Array, start: number, size: number): void {
  const stop = start + size - 2;
  if (bytes[stop] !== CR || bytes[stop + 1] !== LF) throw new ProtocolError('trailing', 'a frame does not end with CR and LF');
  if (crcItu(bytes, start + 2, stop - 2) !== ((bytes[stop - 2]! << 8) | bytes[stop - 1]!))
    throw new ProtocolError('crc', 'the check sum of a frame is wrong');
}

/** A whole frame; after 79 79 where the content asks for it or `isLong` does. */
export function wrapFrame(kind: number, content: Uint8Array, serial: number, isLong = content.length > 0xff - LEAST): Uint8Array {
  const head = isLong ? 4 : 3;
  const length = content.length + LEAST;
  const frame = new Uint8Array(head + length + 2);
  const view = new DataView(frame.buffer);
  frame[0] = frame[1] = isLong ? LONG : SHORT;
  if (isLong) view.setUint16(2, length);
  else frame[2] = length;
  frame[head] = kind;
  frame.set(content, head + 1);
  view.setUint16(head + 1 + content.length, serial);
  view.setUint16(head + length - 2, crcItu(frame, 2, head + length - 2));
  frame[head + length] = CR;
  frame[head + length + 1] = LF;
  return frame;
}

/** The server's answer to a message: its number and its serial number. Source: GT06 protocol document 1.8.1, 5.1.2. */
export function encodeAnswer(kind: number, serialHigh: number, serialLow: number): Uint8Array {
  const frame = new Uint8Array(10);
  frame[0] = frame[1] = SHORT;
  frame[2] = LEAST;
  frame[3] = kind;
  frame[4] = serialHigh;
  frame[5] = serialLow;
  frame[8] = CR;
  frame[9] = LF;
  const crc = crcItu(frame, 2, 6);
  frame[6] = crc >>> 8;
  frame[7] = crc & 0xff;
  return frame;
}
