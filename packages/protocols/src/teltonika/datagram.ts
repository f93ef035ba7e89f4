import type { RecordColumns } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { ProtocolError } from '../protocol.ts';
import { decodeAvlBody, type AvlCodec } from './avl.ts';
import { encodeAvlBody } from './encode.ts';

/** One UDP packet of positions. The two ids come back in the answer, so that the tracker knows what was safe. */
export interface Datagram {
  readonly packetId: number;
  readonly avlPacketId: number;
  readonly imei: string;
  readonly columns: RecordColumns;
}

const IMEI_DIGITS = 15;
/** Length, packet id, a byte that is always 1, AVL packet id, length of the number, the number. */
const BODY_AT = 8 + IMEI_DIGITS;

/**
 * Decodes a UDP packet: length (of what follows it) | packet id | 01 | AVL packet id | number | body. There is no CRC:
 * UDP brings its own. Source: vendor wiki, "Teltonika Data Sending Protocols".
 * @throws ProtocolError
 */
export function decodeDatagram(bytes: Uint8Array): Datagram {
  if (bytes.length < BODY_AT + 3) throw new ProtocolError('truncated', 'a datagram without a body');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0) !== bytes.length - 2) throw new ProtocolError('length', 'a datagram says another length than it has');
  if (bytes[4] !== 1) throw new ProtocolError('preamble', 'a datagram of an unknown kind');
  if (view.getUint16(6) !== IMEI_DIGITS) throw new ProtocolError('imei', 'a datagram with a number that is not of 15 digits');
  const imei = String.fromCharCode(...bytes.subarray(8, BODY_AT));
  if (!/^[0-9]{15}$/.test(imei)) throw new ProtocolError('imei', 'a datagram with a number that is not one');
  return { packetId: view.getUint16(2), avlPacketId: bytes[5]!, imei, columns: decodeAvlBody(bytes, BODY_AT, bytes.length) };
}

/** Records as a tracker sends them over UDP. @throws RangeError as of `encodeFrame`, and over 65,535 bytes. */
export function encodeDatagram(packet: {
  readonly packetId: number;
  readonly avlPacketId: number;
  readonly imei: string;
  readonly records: readonly PositionRecord[];
  readonly codec: AvlCodec;
}): Uint8Array {
  if (!/^[0-9]{15}$/.test(packet.imei)) throw new RangeError('an IMEI has 15 digits');
  const body = encodeAvlBody(packet.records, packet.codec);
  const bytes = new Uint8Array(BODY_AT + body.length);
  if (bytes.length - 2 > 0xffff) throw new RangeError('too much for a datagram');
  const view = new DataView(bytes.buffer);
  view.setUint16(0, bytes.length - 2);
  view.setUint16(2, packet.packetId);
  bytes[4] = 1;
  bytes[5] = packet.avlPacketId;
  view.setUint16(6, IMEI_DIGITS);
  for (let i = 0; i < IMEI_DIGITS; i++) bytes[8 + i] = packet.imei.charCodeAt(i);
  bytes.set(body, BODY_AT);
  return bytes;
}

/** What the server answers: 0005 | packet id | 01 | AVL packet id | records that are safe. */
export function encodeDatagramAck(ack: {
  readonly packetId: number;
  readonly avlPacketId: number;
  readonly count: number;
}): Uint8Array {
  const bytes = new Uint8Array(7);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 5);
  view.setUint16(2, ack.packetId);
  bytes[4] = 1;
  bytes[5] = ack.avlPacketId;
  bytes[6] = ack.count;
  return bytes;
}
