import { recordsOf } from '@spora/telemetry/columns';
import { expect, test } from 'vitest';
import { ProtocolError, type StreamEvent } from '../protocol.ts';
import { decodeDatagram, encodeDatagram, readDatagramAck } from './datagram.ts';
import { encodeFrame, encodeHello, encodeHelloReply, encodeRecordAck } from './encode.ts';
import { createStreamDecoder } from './stream.ts';

/*
 * Frames that the vendor's codec page documents ("Teltonika Data Sending Protocols"), and the same ones broken in one
 * place. Restated as facts: the bytes and what they mean.
 */
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function decode(hex: string): StreamEvent[] {
  const decoder = createStreamDecoder();
  decoder.push(encodeHello('356307042441013'));
  return decoder.push(bytesOf(hex));
}

function decodePositions(hex: string) {
  const [event, ...others] = decode(hex);
  expect(others).toEqual([]);
  if (event?.kind !== 'positions') throw new Error('no positions');
  return recordsOf(event.columns);
}

const reasonOf = (hex: string) => {
  try {
    decode(hex);
  } catch (error) {
    return error instanceof ProtocolError ? error.reason : error;
  }
  return 'accepted';
};

const nowhere = { latE7: 0, lonE7: 0, altitudeM: 0, headingDeg: 0, satellites: 0, speedKmh: 0 };
const CODEC_8 =
  '000000000000003608010000016b40d8ea30010000000000000000000000000000000105021503010101425e0f01f10000601a014e0000000000000000010000c7cf';
const CODEC_8_TWO =
  '000000000000004308020000016b40d57b480100000000000000000000000000000001010101000000000000016b40d5c198010000000000000000000000000000000101010101000000020000252c';
const CODEC_8E =
  '000000000000004a8e010000016b412cee000100000000000000000000000000000000010005000100010100010011001d00010010015e2c880002000b000000003544c87a000e000000001dd7e06a00000100002994';
const CODEC_16 =
  '000000000000005f10020000016bdbc7833000000000000000000000000000000000000b05040200010000030002000b00270042563a00000000016bdbc7871800000000000000000000000000000000000b05040200010000030002000b00260042563a00000200005fb3';

test('codec 8: one record with elements of every width', () => {
  expect(decodePositions(CODEC_8)).toEqual([
    {
      ...nowhere,
      timeMs: Date.UTC(2019, 5, 10, 10, 4, 46),
      priority: 1,
      eventId: 1,
      io: [
        { id: 21, width: 1, value: 3 },
        { id: 1, width: 1, value: 1 },
        { id: 66, width: 2, value: 24_079 },
        { id: 241, width: 4, value: 24_602 },
        { id: 78, width: 8, value: 0n },
      ],
    },
  ]);
});

test('codec 8: two records', () => {
  expect(decodePositions(CODEC_8_TWO)).toEqual([
    { ...nowhere, timeMs: Date.UTC(2019, 5, 10, 10, 1, 1), priority: 1, eventId: 1, io: [{ id: 1, width: 1, value: 0 }] },
    { ...nowhere, timeMs: Date.UTC(2019, 5, 10, 10, 1, 19), priority: 1, eventId: 1, io: [{ id: 1, width: 1, value: 1 }] },
  ]);
});

test('codec 8: coordinates, altitude, angle and satellites of a real fix', () => {
  const [record] = decodePositions(
    '000000000000003008010000019078358db0011941b81a1941b81a02db0106050000ef0603ef01f00101000342314a43103109002b0000010000c897',
  );
  expect(record).toMatchObject({
    timeMs: Date.UTC(2024, 6, 3, 10, 48, 14),
    latE7: 423_737_370,
    lonE7: 423_737_370,
    altitudeM: 731,
    headingDeg: 262,
    satellites: 5,
    speedKmh: 0,
    eventId: 239,
  });
  expect(record!.io).toHaveLength(6);
});

test('codec 8 Extended: wide ids and counts', () => {
  expect(decodePositions(CODEC_8E)).toEqual([
    {
      ...nowhere,
      timeMs: Date.UTC(2019, 5, 10, 11, 36, 32),
      priority: 1,
      eventId: 1,
      io: [
        { id: 1, width: 1, value: 1 },
        { id: 17, width: 2, value: 29 },
        { id: 16, width: 4, value: 22_949_000 },
        { id: 11, width: 8, value: 893_700_218n },
        { id: 14, width: 8, value: 500_686_954n },
      ],
    },
  ]);
});

test('codec 8 Extended: an element of variable length, its bytes untouched', () => {
  const records = decodePositions(
    '00000000000000a98e020000017357633410000f0dc39b2095964a00ac00f80b00000000000b000500f00100150400c800004501007156000500b5000500b600040018000000430fe00044011b000100f10000601b000000000000017357633be1000f0dc39b2095964a00ac00f80b000001810001000000000000000000010181002d11213102030405060708090a0b0c0d0e0f104545010abc212102030405060708090a0b0c0d0e0f10020b010aad020000bf30',
  );
  expect(records[0]).toMatchObject({
    latE7: 546_674_250,
    lonE7: 252_560_283,
    altitudeM: 172,
    headingDeg: 248,
    satellites: 11,
    eventId: 0,
  });
  expect(records[0]!.io).toHaveLength(11);
  expect(records[1]).toMatchObject({ eventId: 385 });
  const beacon = records[1]!.io[0]!;
  expect(beacon).toMatchObject({ id: 385, width: 0 });
  expect(hexOf(beacon.value as Uint8Array)).toBe(
    '11213102030405060708090a0b0c0d0e0f104545010abc212102030405060708090a0b0c0d0e0f10020b010aad',
  );
});

test('codec 16: the generation type is passed over, ids are wide and counts narrow', () => {
  expect(
    decodePositions(CODEC_16).map((record) => [record.timeMs, record.eventId, record.io.map((io) => [io.id, io.value])]),
  ).toEqual([
    [
      Date.UTC(2019, 6, 10, 12, 6, 54),
      11,
      [
        [1, 0],
        [3, 0],
        [11, 39],
        [66, 22_074],
      ],
    ],
    [
      Date.UTC(2019, 6, 10, 12, 6, 55),
      11,
      [
        [1, 0],
        [3, 0],
        [11, 38],
        [66, 22_074],
      ],
    ],
  ]);
});

test.each([
  ['8', CODEC_8],
  ['8', CODEC_8_TWO],
  ['8E', CODEC_8E],
] as const)('codec %s: a documented frame is encoded to the byte', (codec, hex) => {
  expect(hexOf(encodeFrame(decodePositions(hex), codec))).toBe(hex);
});

test.each([
  ['a preamble that is not zero', CODEC_8.replace(/^00000000/, '00000100'), 'preamble'],
  ['a wrong check sum', CODEC_8.replace(/c7cf$/, 'c7c1'), 'crc'],
  ['a check sum with its upper half set', CODEC_8.replace(/0000c7cf$/, '0100c7cf'), 'crc'],
  [
    'a second count that differs, check sum right',
    '000000000000002808010000016b40d9ad80010000000000000000000000000000000103021503010101425e100000020000f36a',
    'count',
  ],
  ['an unknown codec', CODEC_8.replace('0000003608', '0000003604'), 'crc'],
  ['a length beyond the limit', '0000000000010001', 'too-long'],
  ['a length of nothing', '0000000000000000', 'length'],
])('%s is refused', (_, hex, reason) => {
  expect(reasonOf(hex)).toBe(reason);
});

test.each([
  [
    '8',
    '003dcafe0105000f33353230393330383634303336353508010000016b4f815b30010000000000000000000000000000000103021503010101425dbc000001',
    5,
    Date.UTC(2019, 5, 13, 6, 23, 26),
    3,
  ],
  [
    '8E',
    '005fcafe0107000f3335323039333038363430333635358e010000016b4f831c680100000000000000000000000000000000010005000100010100010011009d00010010015e2c880002000b000000003544c87a000e000000001dd7e06a000001',
    7,
    Date.UTC(2019, 5, 13, 6, 25, 21),
    5,
  ],
] as const)('UDP, codec %s: decoded, answered and encoded to the byte', (codec, hex, avlPacketId, timeMs, elements) => {
  const { name, columns, acknowledgement } = decodeDatagram(bytesOf(hex));
  expect(name).toBe('352093086403655');
  const records = recordsOf(columns);
  expect(records.map((record) => [record.timeMs, record.io.length])).toEqual([[timeMs, elements]]);
  expect(hexOf(encodeDatagram({ packetId: 0xcafe, avlPacketId, imei: name, records, codec }))).toBe(hex);
  expect(hexOf(acknowledgement)).toBe(`0005cafe01${avlPacketId.toString(16).padStart(2, '0')}01`);
  expect([readDatagramAck(acknowledgement, avlPacketId), readDatagramAck(acknowledgement, avlPacketId + 1)]).toEqual([
    1,
    undefined,
  ]);
});

test.each([
  [
    'a number of four digits',
    '005fcafe010700043335323039333038363430333635358e010000016b4f831c680100000000000000000000000000000000010005000100010100010011009d00010010015e2c880002000b000000003544c87a000e000000001dd7e06a000001',
    'imei',
  ],
  [
    'a length that is not its own',
    '013dcafe0105000f33353230393330383634303336353508010000016b4f815b30010000000000000000000000000000000103021503010101425dbc000001',
    'length',
  ],
])('a datagram with %s is refused', (_, hex, reason) => {
  expect(() => decodeDatagram(bytesOf(hex))).toThrow(expect.objectContaining({ reason }));
});

test('the server answers a hello with one byte and a frame with the number of records in four', () => {
  expect(hexOf(encodeHello('356307042441013'))).toBe('000f333536333037303432343431303133');
  expect([hexOf(encodeHelloReply(true)), hexOf(encodeHelloReply(false)), hexOf(encodeRecordAck(2))]).toEqual([
    '01',
    '00',
    '00000002',
  ]);
});
