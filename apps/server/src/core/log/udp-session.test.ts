import { createSocket } from 'node:dgram';
import { columnsOf } from '@spora/telemetry/columns';
import { type DatagramTransport, ProtocolError } from '@spora/protocols/protocol';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { makeRecords } from '../../testing/tracker.ts';
import type { Frame } from './appender.ts';
import { createUdpService, type UdpService } from './udp-session.ts';

const services: UdpService[] = [];
afterEach(() => Promise.all(services.splice(0).map((service) => service.close())));

const FAULT = 'a fault of ours';
/** Says which tracker by its text; `decode!` and `find!` and `store!` fail there. */
async function serve() {
  const seen = {
    refused: [] as string[],
    stored: [] as string[],
    lines: [] as string[],
    told: [] as object[],
  };
  const columns = columnsOf(makeRecords(1, Date.parse('2026-03-10T12:00:00Z')));
  const transport: Pick<DatagramTransport, 'kind' | 'decode'> = {
    kind: 'udp',
    decode: (bytes) => {
      const name = Buffer.from(bytes).toString();
      if (name === 'decode!') throw new TypeError(FAULT);
      if (name.startsWith('broken'))
        throw new ProtocolError('count', 'broken', name === 'broken' ? {} : { sender: name.slice(7) });
      return { name, columns, acknowledgement: Buffer.from(`${name} stored`) };
    },
  };
  const note = (text: string): void => {
    const { level, msg, ...rest } = JSON.parse(text) as { level: number; msg: string };
    if (level >= 50) seen.lines.push(msg);
    else seen.told.push({ ...rest, msg });
  };
  const service = createUdpService({
    transport: transport as DatagramTransport,
    appender: {
      isFull: false,
      submit: (frame: Frame) => {
        if (frame.trackerId === 3) throw new TypeError(FAULT);
        seen.stored.push(String(frame.trackerId));
        frame.settle('stored');
      },
    },
    findTracker: (name) =>
      name === 'known' ? 7 : name === 'find!' ? Promise.reject(new Error(FAULT)) : Promise.resolve(name === 'store!' ? 3 : 1),
    strangers: { note: () => {} },
    log: pino({ level: 'info', base: null, timestamp: false }, { write: (text: string) => note(text) }),
    observe: { frame: () => {}, refused: (reason) => seen.refused.push(reason) },
    maxPerAddressPerSecond: 100,
    maxStrangersPerAddress: 100,
  });
  services.push(service);
  return { seen, port: await service.listen(0, '127.0.0.1') };
}

test('12-A7: a datagram that meets a fault is dropped alone, and the next is answered', async () => {
  const { seen, port } = await serve();
  const client = createSocket('udp4');
  const answers: string[] = [];
  client.on('message', (bytes) => answers.push(bytes.toString()));
  for (const text of ['decode!', 'find!', 'store!', 'well']) client.send(text, port, '127.0.0.1');
  await expect.poll(() => answers).toEqual(['well stored']);
  expect(seen.refused.toSorted()).toEqual(['fault', 'fault', 'lookup-failed']);
  expect(seen.lines).toEqual(Array(2).fill('a datagram failed and was dropped'));
  client.close();
});

test('12-A10 a refused datagram is told once with the tracker that it names', async () => {
  const { seen, port } = await serve();
  const client = createSocket('udp4');
  for (const text of ['broken known', 'broken known', 'broken other', 'broken']) client.send(text, port, '127.0.0.1');
  await expect.poll(() => seen.refused).toHaveLength(4);
  const msg = 'a datagram was refused: it broke its protocol';
  expect(seen.told).toEqual([
    { reason: 'count', imei: 'known', msg },
    { reason: 'count', imei: 'other', msg },
    { reason: 'count', msg },
  ]);
  client.close();
});
