import { crc16 } from './crc.ts';

/** Preamble of four zeros and the length of the body. */
export const HEAD_BYTES = 8;
export const CRC_BYTES = 4;

/** A body (codec id to second count) as a TCP frame: preamble, length, body, CRC in the low half of four bytes. */
export function wrapBody(body: Uint8Array): Uint8Array {
  const frame = new Uint8Array(HEAD_BYTES + body.length + CRC_BYTES);
  const view = new DataView(frame.buffer);
  view.setUint32(4, body.length);
  frame.set(body, HEAD_BYTES);
  view.setUint32(HEAD_BYTES + body.length, crc16(body));
  return frame;
}
