import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeMessageBody, encodeAnswer, encodeCommand, encodeMessage, type CodecMessage } from './messages.ts';

const decode = (frame: Uint8Array) => decodeMessageBody(frame, 8, frame.length - 4);
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

test("the commands of the vendor's codec page are encoded to the byte", () => {
  expect(hexOf(encodeCommand('getinfo'))).toBe('000000000000000f0c010500000007676574696e666f0100004312');
  expect(hexOf(encodeCommand('getio'))).toBe('000000000000000d0c010500000005676574696f01000000cb');
  expect(hexOf(encodeCommand('getver', { imei: '352093081452251' }))).toBe(
    '00000000000000160e01050000000e0352093081452251676574766572010000d2c1',
  );
});

test("the answers of the vendor's codec page decode to their text, time and number", () => {
  expect(
    decode(
      bytesOf(
        '00000000000000370c01060000002f4449313a31204449323a30204449333a302041494e313a302041494e323a313639323420444f313a3020444f323a3101000066e3',
      ),
    ),
  ).toEqual({
    codec: 12,
    kind: 'answer',
    text: 'DI1:1 DI2:0 DI3:0 AIN1:0 AIN2:16924 DO1:0 DO2:1',
  });
  expect(decode(bytesOf('00000000000000130d01060000000b0a81c320676574696e666f0100001d6b'))).toEqual({
    codec: 13,
    kind: 'answer',
    text: 'getinfo',
    timeMs: Date.UTC(1975, 7, 3, 5, 37, 36),
  });
  expect(decode(bytesOf('000000000000001b0f010b00000013654b65a4012345678912345648656c6c6f210a01000093d6'))).toEqual({
    codec: 15,
    kind: 'serial',
    text: 'Hello!\n',
    timeMs: Date.UTC(2023, 10, 8, 10, 40, 36),
    imei: '123456789123456',
  });
});

test('any message comes back as it was, every byte of its text', () => {
  const text = fc.uint8Array({ maxLength: 200 }).map((bytes) => String.fromCharCode(...bytes));
  const imei = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 15, maxLength: 15 }).map((digits) => digits.join(''));
  const timeMs = fc.integer({ min: 0, max: 0xffff_ffff }).map((s) => s * 1000);
  const message: fc.Arbitrary<CodecMessage> = fc.oneof(
    fc.record({ codec: fc.constant(12 as const), kind: fc.constantFrom('command' as const, 'answer' as const), text }),
    fc.record({ codec: fc.constant(13 as const), kind: fc.constant('answer' as const), text, timeMs }),
    fc.record({
      codec: fc.constant(14 as const),
      kind: fc.constantFrom('command' as const, 'answer' as const, 'not-executed' as const),
      text,
      imei,
    }),
    fc.record({ codec: fc.constant(15 as const), kind: fc.constant('serial' as const), text, imei, timeMs }),
  );
  fc.assert(
    fc.property(message, (one) => {
      expect(decode(encodeMessage(one))).toEqual(one);
    }),
  );
});

test('a message whose size, counts, type or number are wrong is refused', () => {
  const change = (at: number, to: number, imei?: string) => {
    const frame = encodeCommand('getver', imei === undefined ? {} : { imei });
    frame[at] = to;
    return () => decode(frame);
  };
  expect(change(14, 9)).toThrow(expect.objectContaining({ reason: 'length' }));
  expect(change(9, 2)).toThrow(expect.objectContaining({ reason: 'count' }));
  expect(change(10, 0x77)).toThrow(expect.objectContaining({ reason: 'message-type' }));
  expect(change(16, 0xaa, '352093081452251')).toThrow(expect.objectContaining({ reason: 'imei' }));
});

test('what a codec cannot carry is not encoded', () => {
  expect(() => encodeCommand('ä€')).toThrow(RangeError);
  expect(() => encodeCommand('x', { imei: '1' })).toThrow(RangeError);
  expect(() => encodeAnswer({ codec: 13, text: 'x' })).toThrow(RangeError);
  expect(() => encodeMessage({ codec: 12, kind: 'not-executed', text: '' })).toThrow(RangeError);
});
