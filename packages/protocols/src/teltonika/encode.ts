import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import { AVL_CODEC_IDS, type AvlCodec } from './avl.ts';
import { wrapBody } from './envelope.ts';

const MAX_RECORDS = 255;
/** Codec 16's generation type (vendor wiki): what we do not keep is written as the likeliest. */
const PERIODICAL = 7;
const ON_CHANGE = 5;

/** The first thing a tracker says: the length of its number and the number. */
export function encodeHello(imei: string): Uint8Array {
  if (!/^[0-9]{15}$/.test(imei)) throw new RangeError('an IMEI has 15 digits');
  return Uint8Array.from([0, imei.length, ...Array.from(imei, (digit) => digit.charCodeAt(0))]);
}

/** What the server answers to a hello. */
export const encodeHelloReply = (accepted: boolean): Uint8Array => Uint8Array.of(accepted ? 1 : 0);

/** What the server answers to a frame of positions: how many records are safe. Any other number makes it come again. */
export function encodeRecordAck(count: number): Uint8Array {
  const ack = new Uint8Array(4);
  new DataView(ack.buffer).setUint32(0, count);
  return ack;
}

/**
 * Records as a TCP frame, as a tracker sends it.
 * @throws RangeError for no or more than 255 records, and for values the codec has no room for (ids over 255 in codec
 * 8, variable-length elements in all but 8E).
 */
export const encodeFrame = (records: readonly PositionRecord[], codec: AvlCodec): Uint8Array =>
  wrapBody(encodeAvlBody(records, codec));

/** The body of an AVL packet, from the codec id to the second count. Errors as of `encodeFrame`. */
export function encodeAvlBody(records: readonly PositionRecord[], codec: AvlCodec): Uint8Array {
  if (records.length === 0 || records.length > MAX_RECORDS) throw new RangeError('a packet holds 1 to 255 records');
  const body = new Uint8Array(3 + records.reduce((sum, record) => sum + sizeOf(record, codec), 0));
  const view = new DataView(body.buffer);
  body[0] = AVL_CODEC_IDS[codec];
  body[1] = records.length;
  let p = 2;
  for (const record of records) p = writeRecord(view, p, record, codec);
  body[p] = records.length;
  return body;
}

const idBytes = (codec: AvlCodec) => (codec === '8' ? 1 : 2);
const countBytes = (codec: AvlCodec) => (codec === '8E' ? 2 : 1);

function sizeOf(record: PositionRecord, codec: AvlCodec): number {
  const groups = codec === '8E' ? 6 : 5;
  let size = 24 + idBytes(codec) + (codec === '16' ? 1 : 0) + groups * countBytes(codec);
  for (const io of record.io) size += idBytes(codec) + (io.width === 0 ? 2 + io.value.length : io.width);
  return size;
}

function writeRecord(view: DataView, start: number, record: PositionRecord, codec: AvlCodec): number {
  let p = start;
  const writeId = (id: number) => {
    if (id < 0 || id >= 256 ** idBytes(codec)) throw new RangeError(`codec ${codec} has no room for id ${id}`);
    if (codec === '8') view.setUint8(p, id);
    else view.setUint16(p, id);
    p += idBytes(codec);
  };
  const writeCount = (count: number) => {
    if (count >= 256 ** countBytes(codec)) throw new RangeError(`codec ${codec} has no room for ${count} elements`);
    if (codec === '8E') view.setUint16(p, count);
    else view.setUint8(p, count);
    p += countBytes(codec);
  };
  view.setBigUint64(p, BigInt(record.timeMs));
  view.setUint8(p + 8, record.priority);
  view.setInt32(p + 9, record.lonE7);
  view.setInt32(p + 13, record.latE7);
  view.setInt16(p + 17, record.altitudeM);
  view.setUint16(p + 19, record.headingDeg);
  view.setUint8(p + 21, record.satellites);
  view.setUint16(p + 22, record.speedKmh);
  p += 24;
  writeId(record.eventId);
  if (codec === '16') view.setUint8(p++, record.eventId === 0 ? PERIODICAL : ON_CHANGE);
  writeCount(record.io.length);
  for (const width of [1, 2, 4, 8] as const) {
    const group = record.io.filter((io) => io.width === width);
    writeCount(group.length);
    for (const io of group) {
      writeId(io.id);
      writeValue(view, p, io);
      p += width;
    }
  }
  const variable = record.io.filter((io) => io.width === 0);
  if (codec !== '8E') {
    if (variable.length > 0) throw new RangeError(`codec ${codec} has no variable-length elements`);
    return p;
  }
  writeCount(variable.length);
  for (const io of variable) {
    if (io.value.length > 0xffff) throw new RangeError('an element is too long');
    writeId(io.id);
    view.setUint16(p, io.value.length);
    new Uint8Array(view.buffer).set(io.value, p + 2);
    p += 2 + io.value.length;
  }
  return p;
}

function writeValue(view: DataView, p: number, io: RawIo): void {
  if (io.width === 1) view.setUint8(p, io.value);
  else if (io.width === 2) view.setUint16(p, io.value);
  else if (io.width === 4) view.setUint32(p, io.value);
  else if (io.width === 8) view.setBigUint64(p, io.value);
}
