import { createServer, type Socket } from 'node:net';
import { encodeHelloReply, encodeRecordAck } from '@spora/protocols/teltonika/encode';
import { createStreamDecoder, type StreamEvent } from '@spora/protocols/teltonika/stream';
import { recordsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';

export interface TestServer {
  readonly port: number;
  /** Batches in the order they came, with what is acknowledged of them. */
  readonly batches: PositionRecord[][];
  readonly hellos: string[];
  readonly answers: string[];
  readonly connections: Socket[];
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly accepts?: (imei: string) => boolean;
  /** Whether a batch is acknowledged; its number counts from 0. */
  readonly acknowledges?: (batch: number) => boolean;
}

/** The smallest server a tracker can talk to. */
export async function startTestServer({
  accepts = () => true,
  acknowledges = () => true,
}: TestServerOptions = {}): Promise<TestServer> {
  const batches: PositionRecord[][] = [];
  const hellos: string[] = [];
  const answers: string[] = [];
  const connections: Socket[] = [];
  const take = (socket: Socket, event: StreamEvent): void => {
    if (event.kind === 'hello') {
      hellos.push(event.imei);
      socket.write(encodeHelloReply(accepts(event.imei)));
    } else if (event.kind === 'positions') {
      batches.push(recordsOf(event.columns));
      if (acknowledges(batches.length - 1)) socket.write(encodeRecordAck(event.count));
    } else if (event.kind === 'message') answers.push(event.message.text);
  };
  const server = createServer((socket) => {
    connections.push(socket);
    const decoder = createStreamDecoder();
    socket.on('data', (chunk) => {
      for (const event of decoder.push(chunk)) take(socket, event);
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    batches,
    hellos,
    answers,
    connections,
    async close() {
      for (const socket of connections) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
