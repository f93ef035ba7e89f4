import { expect, test } from 'vitest';
import { encodeCommand } from './messages.ts';
import { createReplyReader } from './replies.ts';
import { createStreamDecoder } from './stream.ts';
import { encodeHello } from './encode.ts';

const IMEI = '356307042441013';

test('what a server says that cannot be read is told, however it is cut', () => {
  const reader = createReplyReader(IMEI);
  expect(reader.push(Uint8Array.of(1))).toEqual([{ kind: 'hello', isAccepted: true }]);
  expect(reader.push(Uint8Array.of(0, 0))).toEqual([]);
  expect(reader.push(Uint8Array.of(0, 7, 0, 0, 0, 0))).toEqual([{ kind: 'acknowledged', count: 7 }]);
  expect(reader.push(Uint8Array.of(0x7f, 0, 0, 0))).toEqual([{ kind: 'unreadable' }]);
  expect(reader.push(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1, 99, 0, 0, 0, 0))).toEqual([{ kind: 'unreadable' }]);
});

test.each([
  ['12', encodeCommand('getver'), { codec: 12, kind: 'answer', text: 'Ver:1' }],
  ['14', encodeCommand('getver', { imei: IMEI }), { codec: 14, kind: 'answer', text: 'Ver:1', imei: IMEI }],
])('a command of codec %s is answered in its own', (_, bytes, answer) => {
  const reader = createReplyReader(IMEI);
  reader.push(Uint8Array.of(1));
  const replies = Array.from(bytes, (byte) => reader.push(Uint8Array.of(byte))).flat();
  expect(replies).toMatchObject([{ kind: 'command', text: 'getver' }]);
  const decoder = createStreamDecoder();
  decoder.push(encodeHello(IMEI));
  const [reply] = replies;
  if (reply?.kind === 'command')
    expect(decoder.push(reply.encodeAnswer('Ver:1'))).toEqual([{ kind: 'message', message: answer }]);
});
