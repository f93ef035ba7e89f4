import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { PROTOCOLS } from '@spora/protocols/list';
import { encodeFrame, encodeHello } from '@spora/protocols/teltonika/encode';
import type { PositionRecord } from '@spora/telemetry/record';
import type { Config } from '../platform/configuration/config.ts';

/** Every protocol on a number that the system chooses. */
export const ANY_PORTS: Config['trackerPorts'] = Object.fromEntries(
  PROTOCOLS.map(({ name }) => [name, { port: 0, isFixed: true }]),
);

/** A tracker on a real socket that says exactly what a test tells it to. */
export interface TestTracker {
  readonly socket: Socket;
  /** Says its number; answers the one byte of the reply. */
  hello(imei: string): Promise<number>;
  send(bytes: Uint8Array): void;
  sendFrame(records: readonly PositionRecord[]): void;
  /** The next so many bytes; rejects when the connection closes before them. */
  read(bytes: number): Promise<Buffer>;
  readAck(): Promise<number>;
  /** What has arrived and is not read. */
  readonly unread: number;
  readonly closed: Promise<void>;
  close(): void;
}

/** Connects to a gateway of this machine. `ca`: over TLS, trusting what that certificate signs. */
export async function connectTracker(port: number, { ca }: { readonly ca?: string } = {}): Promise<TestTracker> {
  const socket =
    ca === undefined ? connect({ port, host: '127.0.0.1', noDelay: true }) : connectTls({ port, host: '127.0.0.1', ca });
  let received = Buffer.alloc(0);
  let wake = () => {};
  let isClosed = false;
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      isClosed = true;
      wake();
      resolve();
    }),
  );
  await new Promise<void>((resolve, reject) =>
    socket.once(ca === undefined ? 'connect' : 'secureConnect', resolve).once('error', reject),
  );
  socket.removeAllListeners('error');
  socket.on('error', () => {});

  async function read(bytes: number): Promise<Buffer> {
    while (received.length < bytes) {
      if (isClosed) throw new Error('the connection was closed');
      await new Promise<void>((resolve) => (wake = resolve));
    }
    const taken = received.subarray(0, bytes);
    received = received.subarray(bytes);
    return taken;
  }
  return {
    socket,
    hello: async (imei) => {
      socket.write(encodeHello(imei));
      return (await read(1)).readUInt8();
    },
    send: (bytes) => void socket.write(bytes),
    sendFrame: (records) => void socket.write(encodeFrame(records, '8E')),
    read,
    readAck: async () => (await read(4)).readUInt32BE(),
    get unread() {
      return received.length;
    },
    closed,
    close: () => socket.destroy(),
  };
}

/** Plausible records, one a second from `fromMs` on. */
export const makeRecords = (count: number, fromMs: number, change: Partial<PositionRecord> = {}): PositionRecord[] =>
  Array.from({ length: count }, (_, i) => ({
    timeMs: fromMs + i * 1000,
    latE7: 593_293_000 + i * 900,
    lonE7: 180_686_000 + i * 1_400,
    altitudeM: 28 + (i % 5),
    headingDeg: (40 + i) % 360,
    satellites: 11,
    speedKmh: 50 + (i % 7),
    priority: 0,
    eventId: 0,
    io: [
      { id: 239, width: 1, value: 1 },
      { id: 240, width: 1, value: 1 },
      { id: 66, width: 2, value: 13_800 + (i % 9) },
      { id: 16, width: 4, value: 120_000 + i * 14 },
    ],
    ...change,
  }));
