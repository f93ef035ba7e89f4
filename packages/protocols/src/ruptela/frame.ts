import { crcCcitt } from '../crc-ccitt.ts';
import { ProtocolError } from '../protocol.ts';

/**
 * A frame of a tracker: a length of two bytes, its IMEI as a number of eight, the number of the command, its content, a
 * check sum of two bytes (CRC-16/KERMIT, the upper byte first). The length counts from the IMEI to the content. One of
 * the server has no IMEI. Source: "Ruptela device protocol" 1.113, 3.1.
 */
export const HEAD_BYTES = 11;
/** IMEI and command: a heartbeat has no content. */
export const LEAST_LENGTH = 9;
export const MAX_LENGTH = 1020;
export const MAX_FRAME_BYTES = MAX_LENGTH + 4;

/** Numbers of what a tracker says; the rest are passed over. */
export const COMMAND = {
  records: 1,
  version: 3,
  smsAnswer: 7,
  faults: 9,
  identification: 15,
  heartbeat: 16,
  dynamicIdentification: 18,
  extendedRecords: 68,
} as const;

/** Numbers of what a server says. */
export const REPLY = { records: 100, sms: 108, faults: 109, identification: 115, heartbeat: 116 } as const;

/**
 * The size of the frame at `start` with all around it; negative: the bytes with which to look again.
 * @throws ProtocolError where it is shorter or longer than any
 */
export function frameSize(bytes: Uint8Array, start: number, end: number): number {
  if (start + 2 > end) return -2;
  const length = (bytes[start]! << 8) | bytes[start + 1]!;
  if (length > MAX_LENGTH) throw new ProtocolError('too-long', `a frame of ${length} bytes`);
  if (length < LEAST_LENGTH) throw new ProtocolError('length', `a frame of ${length} bytes`);
  const size = length + 4;
  return start + size > end ? -size : size;
}

/** The check sum of bytes[start..end): all between length and check sum. Source: 3.1.5. */
export const crcOf = (bytes: Uint8Array, start: number, end: number): number => crcCcitt(bytes, start, end, 0);

/** Holds the check sum of a whole frame against it. @throws ProtocolError */
export function checkFrame(bytes: Uint8Array, start: number, size: number): void {
  const stop = start + size - 2;
  if (crcOf(bytes, start + 2, stop) !== ((bytes[stop]! << 8) | bytes[stop + 1]!))
    throw new ProtocolError('crc', 'the check sum of a frame is wrong');
}

/** A whole frame around what stands between length and check sum. @throws RangeError for more than fits */
export function wrapFrame(body: Uint8Array): Uint8Array {
  if (body.length > MAX_LENGTH) throw new RangeError('more than a frame holds');
  const frame = new Uint8Array(body.length + 4);
  const view = new DataView(frame.buffer);
  view.setUint16(0, body.length);
  frame.set(body, 2);
  view.setUint16(body.length + 2, crcOf(frame, 2, body.length + 2));
  return frame;
}

/** What a server says: the number of its command and its content. */
export const encodeReply = (command: number, ...content: readonly number[]): Uint8Array =>
  wrapFrame(Uint8Array.of(command, ...content));
