import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createStreamServer, type StreamLimits, type StreamServer } from './stream-server.ts';

const LIMITS: StreamLimits = {
  maxConnections: 10,
  maxConnectionsPerAddress: 10,
  maxStrangersPerAddress: 10,
  greetingMs: 10_000,
  crowdedGreetingMs: 10_000,
  idleMs: 10_000,
  messageMs: 10_000,
  maxBytesPerSecond: 1e9,
  maxMessagesPerSecond: 1e9,
  maxUnsentBytes: 1e6,
};

const servers: StreamServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(limits: Partial<StreamLimits> = {}) {
  const seen = { bytes: 0, refused: [] as string[], faults: [] as unknown[] };
  const server = createStreamServer({
    limits: { ...LIMITS, ...limits },
    sweepMs: 20,
    onRefused: (reason) => seen.refused.push(reason),
    onFault: (error) => seen.faults.push(error),
    accept: (connection) => ({
      receive: (chunk) => {
        if (chunk.includes('!')) throw new TypeError('a fault of ours');
        seen.bytes += chunk.length;
        connection.send(chunk);
        return 1;
      },
      isGreeted: () => true,
      pendingBytes: () => 0,
      closed: () => {},
    }),
  });
  servers.push(server);
  return { server, seen, port: await server.listen(0, '127.0.0.1') };
}

const open = async (port: number) => {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
};

test('Bad input: while all are paused nobody is read, also who connects meanwhile, and nothing is lost', async () => {
  const { server, seen, port } = await serve({ idleMs: 100 });
  const before = await open(port);
  await expect.poll(() => server.connections.size).toBe(1);
  server.pauseAll('full');
  const during = await open(port);
  before.write('12345');
  during.write('678');
  await sleep(250);
  expect(seen).toEqual({ bytes: 0, refused: [], faults: [] });
  server.resumeAll('full');
  await expect.poll(() => seen.bytes).toBe(8);
  before.destroy();
  during.destroy();
});

test('Bad input: who never reads its answers is closed before they fill the memory', async () => {
  const { seen, port } = await serve({ maxUnsentBytes: 100_000 });
  const deaf = await open(port);
  deaf.pause();
  const closed = new Promise((resolve) => deaf.once('close', resolve));
  const flood = setInterval(() => deaf.writableLength < 1e6 && deaf.write(Buffer.alloc(500_000)), 5);
  await expect.poll(() => seen.refused, { timeout: 10_000 }).toContain('unread-answers');
  clearInterval(flood);
  deaf.destroy();
  await closed;
});

test('12-A7: a fault of what reads one connection ends that connection alone', async () => {
  const { server, seen, port } = await serve();
  const [good, bad] = [await open(port), await open(port)];
  await expect.poll(() => server.connections.size).toBe(2);
  bad.write('!');
  await new Promise((resolve) => bad.once('close', resolve));
  good.write('still read');
  await expect.poll(() => seen.bytes).toBe(10);
  expect(seen.refused).toEqual(['fault']);
  expect(seen.faults).toEqual([expect.any(TypeError)]);
  await expect.poll(() => server.connections.size).toBe(1);
  good.destroy();
});
