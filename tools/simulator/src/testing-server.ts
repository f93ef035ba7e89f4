import { createServer, type Socket } from 'node:net';
import { PROTOCOLS } from '@spora/protocols/list';
import type { Protocol, StreamEvent, StreamTransport, Transport } from '@spora/protocols/protocol';
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
  readonly protocol?: Protocol;
  readonly accepts?: (imei: string) => boolean;
  /** Whether a batch is acknowledged; its number counts from 0. */
  readonly acknowledges?: (batch: number) => boolean;
}

/** The stream of a protocol; throws for one that has none. */
export function streamOf({ name, transports }: Protocol = PROTOCOLS[0]): StreamTransport {
  const all: readonly Transport[] = transports;
  const found = all.find((transport) => transport.kind === 'tcp');
  if (found === undefined) throw new Error(`${name} does not go over tcp`);
  return found;
}

/** The smallest server a tracker can talk to. */
export async function startTestServer({
  protocol,
  accepts = () => true,
  acknowledges = () => true,
}: TestServerOptions = {}): Promise<TestServer> {
  const batches: PositionRecord[][] = [];
  const hellos: string[] = [];
  const answers: string[] = [];
  const connections: Socket[] = [];
  const take = (socket: Socket, event: StreamEvent): void => {
    if (event.kind === 'hello') {
      hellos.push(event.name);
      socket.write(accepts(event.name) ? event.accepted : event.refused);
    } else if (event.kind === 'positions') {
      batches.push(recordsOf(event.columns));
      if (acknowledges(batches.length - 1)) socket.write(event.acknowledgement);
    } else if (event.kind === 'message') answers.push(event.message.text);
    else socket.write(event.answer);
  };
  const server = createServer((socket) => {
    connections.push(socket);
    const decoder = streamOf(protocol).open();
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
