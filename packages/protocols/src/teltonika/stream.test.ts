import { syntheticDrive } from '@spora/telemetry/testing-drive';
import { expect, test } from 'vitest';
import { ProtocolError } from '../protocol.ts';
import { crc16 } from './crc.ts';
import { encodeFrame, encodeHello } from './encode.ts';
import { wrapBody } from './envelope.ts';
import { encodeAnswer, encodeCommand } from './messages.ts';
import { createStreamDecoder } from './stream.ts';

const IMEI = '356307042441013';
const greeted = () => {
  const decoder = createStreamDecoder();
  expect(decoder.push(encodeHello(IMEI))).toMatchObject([{ kind: 'hello', name: IMEI }]);
  return decoder;
};

test('the check sum is that of the standard check string, from any start and for any length', () => {
  const check = new TextEncoder().encode('xx123456789yy');
  expect(crc16(check, 2, 11)).toBe(0xbb3d);
  const bitByBit = (bytes: Uint8Array) => {
    let crc = 0;
    for (const byte of bytes) {
      crc ^= byte;
      for (let i = 0; i < 8; i++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
    }
    return crc;
  };
  const bytes = Uint8Array.from({ length: 40 }, (_, i) => (i * 37 + 11) & 0xff);
  for (let length = 0; length <= 40; length++) expect(crc16(bytes, 0, length)).toBe(bitByBit(bytes.subarray(0, length)));
});

test('a ping between frames is an event of its own and disturbs nothing', () => {
  const frame = encodeFrame(syntheticDrive(2), '8E');
  const events = greeted().push(Uint8Array.of(0xff, ...frame, 0xff, 0xff, ...frame));
  expect(events.map((event) => event.kind)).toEqual(['ping', 'positions', 'ping', 'positions']);
});

test.each([
  ['letters', '000f41424344454647484950515253545556'],
  ['another length', '000e3335363330373034323434313031'],
  ['a ping before the hello', 'ff'],
  ['an HTTP request', Buffer.from('GET / HTTP/1.1').toString('hex')],
])('a connection that begins with %s is refused at once', (_, hex) => {
  expect(() => createStreamDecoder().push(Uint8Array.from(Buffer.from(hex, 'hex')))).toThrow(
    expect.objectContaining({ reason: 'hello' }),
  );
});

test('a command that comes from the tracker is refused, its answer is a message', () => {
  expect(() => greeted().push(encodeCommand('getinfo'))).toThrow(expect.objectContaining({ reason: 'command-from-tracker' }));
  expect(() => greeted().push(encodeCommand('getver', { imei: IMEI }))).toThrow(
    expect.objectContaining({ reason: 'command-from-tracker' }),
  );
  expect(greeted().push(encodeAnswer({ codec: 12, text: 'DOUT1:ON' }))).toEqual([
    { kind: 'message', message: { codec: 12, kind: 'answer', text: 'DOUT1:ON' } },
  ]);
});

test('a broken stream stays broken, keeps nothing, and says so', () => {
  const decoder = greeted();
  const good = encodeFrame(syntheticDrive(1), '8E');
  const events = decoder.push(Uint8Array.of(...good, 1));
  expect(events.map((event) => event.kind)).toEqual(['positions']);
  expect(decoder.failure).toMatchObject({ reason: 'preamble' });
  expect(decoder.bufferedBytes).toBe(0);
  expect(() => decoder.push(good)).toThrow(ProtocolError);
});

test('a length alone reserves nothing: what is kept is what was sent', () => {
  const decoder = greeted();
  decoder.push(Uint8Array.of(0, 0, 0, 0, 0, 0, 0xff, 0xff));
  expect(decoder.bufferedBytes).toBe(8);
  decoder.push(new Uint8Array(100));
  expect(decoder.bufferedBytes).toBe(108);
});

test('the longest frame that is allowed passes in pieces of any size', () => {
  const records = syntheticDrive(255).map((record) => ({
    ...record,
    io: [{ id: 385, width: 0 as const, value: new Uint8Array(200) }],
  }));
  const frame = encodeFrame(records, '8E');
  expect(frame.length).toBeGreaterThan(60_000);
  for (const size of [1000, 1460, 65_536]) {
    const decoder = greeted();
    const counts: number[] = [];
    for (let i = 0; i < frame.length; i += size) {
      for (const event of decoder.push(frame.subarray(i, i + size))) if (event.kind === 'positions') counts.push(event.columns.n);
    }
    expect(counts).toEqual([255]);
    expect(decoder.bufferedBytes).toBe(0);
  }
});

test('a clock far beyond any date is brought down to the last one, so that the record can be acknowledged and set aside', () => {
  const frame = encodeFrame([{ ...syntheticDrive(1)[0]!, timeMs: Number.MAX_SAFE_INTEGER }], '8E');
  const [event] = greeted().push(frame);
  expect(event).toMatchObject({ kind: 'positions' });
  if (event?.kind === 'positions') expect(new Date(event.columns.timeMs[0]!).toISOString()).toBe('+275760-09-13T00:00:00.000Z');
});

test('records are not views of the bytes they came from', () => {
  const frame = encodeFrame([{ ...syntheticDrive(1)[0]!, io: [{ id: 385, width: 0, value: Uint8Array.of(1, 2, 3) }] }], '8E');
  const [event] = greeted().push(frame);
  frame.fill(0);
  if (event?.kind !== 'positions') throw new Error('no positions');
  expect([...event.columns.ioBytes]).toEqual([1, 2, 3]);
});

test('records that a codec cannot carry are not encoded', () => {
  const [record] = syntheticDrive(1);
  expect(() => encodeFrame([], '8')).toThrow(RangeError);
  expect(() => encodeFrame([{ ...record!, io: [{ id: 256, width: 1, value: 0 }] }], '8')).toThrow(RangeError);
  expect(() => encodeFrame([{ ...record!, io: [{ id: 1, width: 0, value: new Uint8Array(1) }] }], '16')).toThrow(RangeError);
});

const BEACON = { id: 385, width: 0, value: new Uint8Array(20) } as const;

/** A frame changed in its body, with length and check sum made right again: only the structure itself can give it away. */
function rebuilt(change: (body: number[]) => unknown): () => unknown {
  const records = syntheticDrive(2).map((record) => ({ ...record, io: [...record.io, BEACON] }));
  const body = [...encodeFrame(records, '8E').subarray(8, -4)];
  change(body);
  return () => greeted().push(wrapBody(Uint8Array.from(body)));
}
/** Of the first record in a body: codec, count, then 24 fixed bytes and the event id come before the total of elements. */
const TOTAL_AT = 2 + 24 + 2;

const changes: [string, (body: number[]) => unknown, string][] = [
  ['bytes left over before the second count', (body) => body.splice(-1, 0, 0, 0), 'trailing'],
  ['a last element that is cut short', (body) => body.splice(-9, 8), 'truncated'],
  ['a last record without its last group', (body) => body.splice(-27, 26), 'truncated'],
  ['a total of elements that is not the sum of its groups', (body) => body.splice(TOTAL_AT + 1, 1, 99), 'count'],
  ['no records at all', (body) => body.splice(0, body.length, 0x8e, 0, 0), 'count'],
  ['more records counted than there are', (body) => [body.splice(1, 1, 3), body.splice(-1, 1, 3)], 'truncated'],
  ['an unknown codec', (body) => body.splice(0, 1, 0x07), 'codec'],
];

test.each(changes)('a frame with a right check sum but %s is refused', (_, change, reason) => {
  expect(rebuilt(change)).toThrow(expect.objectContaining({ reason }));
});
