import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listenNear, listenOn } from './listen.ts';

const open: Server[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

const listen = (port: number) =>
  new Promise<void>((done, fail) => {
    const server = createServer()
      .once('error', fail)
      .listen(port, '127.0.0.1', () => (open.push(server), done()));
  });
const portOf = (server: Server | undefined) => (server!.address() as { port: number }).port;

test('a taken port gives way to the next free one', async () => {
  await listen(0);
  const taken = portOf(open[0]);
  expect(await listenNear({ port: taken, isFixed: false }, listen)).toBeGreaterThan(taken);
});

test('a taken port that was set explicitly is refused by name', async () => {
  await listen(0);
  const taken = portOf(open[0]);
  await expect(listenNear({ port: taken, isFixed: true }, listen)).rejects.toThrow(`Port ${taken} is in use`);
});

test('a server that was refused port after port listens on the next as if it were its first', async () => {
  await listen(0);
  const taken = portOf(open[0]);
  const server = createServer();
  open.push(server);
  for (const _ of Array(12)) await expect(listenOn(server, { port: taken, host: '127.0.0.1' })).rejects.toThrow('EADDRINUSE');
  expect(await listenOn(server, { port: 0, host: '127.0.0.1' })).toBe(portOf(server));
  expect([server.listenerCount('listening'), server.listenerCount('error')]).toEqual([0, 0]);
});
