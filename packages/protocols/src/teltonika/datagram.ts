import type { PositionRecord } from '@spora/telemetry/record';
import { type Datagram, ProtocolError, readOf } from '../protocol.ts';
import { decodeAvlBody, type AvlCodec } from './avl.ts';
import { encodeAvlBody } from './encode.ts';

const IMEI_DIGITS = 15;
/** Length, packet id, a byte that is always 1, AVL packet id, length of the number, the number. */
const BODY_AT = 8 + IMEI_DIGITS;

/** Offset of the AVL packet id in a packet and in its answer. */
const AVL_PACKET_ID_AT = 5;

/**
 * Decodes a UDP packet: length (of what follows it) | packet id | 01 | AVL packet id | number | body. There is no CRC:
 * UDP brings its own. The two ids come back in the answer, so that the tracker knows what was safe. Source: vendor wiki, "Teltonika Data Sending Protocols".
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
  const columns = readOf(imei, () => decodeAvlBody(bytes, BODY_AT, bytes.length));
  const packet = { packetId: view.getUint16(2), avlPacketId: bytes[AVL_PACKET_ID_AT]!, count: columns.n };
  return { name: imei, columns, acknowledgement: encodeDatagramAck(packet) };
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
  bytes[AVL_PACKET_ID_AT] = packet.avlPacketId;
  view.setUint16(6, IMEI_DIGITS);
  for (let i = 0; i < IMEI_DIGITS; i++) bytes[8 + i] = packet.imei.charCodeAt(i);
  bytes.set(body, BODY_AT);
  return bytes;
}

const ACK_BYTES = 7;

/** What the server answers: 0005 | packet id | 01 | AVL packet id | records that are safe. */
export function encodeDatagramAck(ack: {
  readonly packetId: number;
  readonly avlPacketId: number;
  readonly count: number;
}): Uint8Array {
  const bytes = new Uint8Array(ACK_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 5);
  view.setUint16(2, ack.packetId);
  bytes[4] = 1;
  bytes[AVL_PACKET_ID_AT] = ack.avlPacketId;
  bytes[6] = ack.count;
  return bytes;
}

/** The records that an answer says are safe; nothing for what is no answer to the packet with this AVL packet id. */
export const readDatagramAck = (bytes: Uint8Array, avlPacketId: number): number | undefined =>
  bytes.length === ACK_BYTES && bytes[AVL_PACKET_ID_AT] === avlPacketId ? bytes[6] : undefined;
