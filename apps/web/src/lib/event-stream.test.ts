import { expect, test } from 'vitest';
import { readEventStream, type StreamMessage } from './event-stream.ts';

const bytes = new TextEncoder().encode(
  'retry: 1000\n\n: a comment\n\nid: 7\ndata: {"a":1}\n\ndata: "Åsa"\r\ndata: "Örjan"\r\n\r\nid:8\n\ndata:last\n\ndata: never ended',
);

async function read(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<StreamMessage[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const messages: StreamMessage[] = [];
  for await (const message of readEventStream(body)) messages.push(message);
  return messages;
}

const MESSAGES = [
  { id: '7', data: '{"a":1}' },
  { id: '7', data: '"Åsa"\n"Örjan"' },
  { id: '8', data: 'last' },
];

test('API-004: server-sent events are read with their ids; comments, retry and an unfinished message are none', async () => {
  expect(await read([bytes])).toEqual(MESSAGES);
});

test('API-004: a stream that arrives byte by byte gives the same messages', async () => {
  expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(MESSAGES);
});

test('API-004: a line without end is given up before it fills the memory', async () => {
  const megabyte = new TextEncoder().encode('x'.repeat(1_000_000));
  await expect(read(Array.from({ length: 6 }, () => megabyte))).rejects.toThrow('line too long');
});
