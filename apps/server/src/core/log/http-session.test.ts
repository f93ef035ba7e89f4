import { OSMAND } from '@spora/protocols/osmand/protocol';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHttpService } from './http-session.ts';

const PHONE = '3f0a1b2c3d4e5f60718293a4b5c6d7e8';

test('12-A10 a refused request of a phone is told once with the number of its tracker, and never with what it is known by', async () => {
  const [transport] = OSMAND.transports.filter((each) => each.kind === 'http');
  const told: object[] = [];
  const service = createHttpService({
    transport: transport!,
    knownBy: OSMAND.knownBy,
    appender: { isFull: false, submit: ({ settle }) => settle('stored') },
    findTracker: (name) => (name === PHONE ? 7 : undefined),
    strangers: { note: () => {} },
    log: pino(
      { level: 'info', base: null, timestamp: false },
      { write: (line: string) => void told.push(JSON.parse(line) as object) },
    ),
    now: () => new Date('2026-03-10T12:00:00Z'),
    observe: { frame: () => {}, refused: () => {} },
    maxConnections: 10,
    maxConnectionsPerAddress: 10,
    maxStrangersPerAddress: 10,
    greetingMs: 1000,
    crowdedGreetingMs: 1000,
    maxRequestsPerSecond: 100,
  });
  const port = await service.listen(0, '127.0.0.1');
  try {
    const ask = async (query: string) => (await fetch(`http://127.0.0.1:${port}/?${query}`)).status;
    for (const query of [`id=${PHONE}&lat=59&lon=900`, `id=${PHONE}&lat=59&lon=901`, 'id=somebody&lat=59&lon=900', 'lat=59'])
      expect(await ask(query), query).toBe(400);
    await expect.poll(() => told.length).toBe(3);
    const msg = 'a request was refused: it broke its protocol';
    expect(told).toMatchObject([
      { reason: 'value', tracker: 7, msg },
      { reason: 'value', msg },
      { reason: 'imei', msg },
    ]);
    expect(JSON.stringify(told)).not.toContain(PHONE);
  } finally {
    await service.close();
  }
});
