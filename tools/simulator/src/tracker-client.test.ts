import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROTOCOLS } from '@spora/protocols/list';
import type { Transport } from '@spora/protocols/protocol';
import { encodeCommand } from '@spora/protocols/teltonika/messages';
import type { PositionRecord } from '@spora/telemetry/record';
import { afterEach, expect, test, vi } from 'vitest';
import { randomOf } from './random.ts';
import { createTrackerClient, type TrackerClient, type TrackerClientOptions } from './tracker-client.ts';
import { startTestServer, streamOf, type TestServer, type TestServerOptions } from './testing-server.ts';

const IMEI = '001010000000017';
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const record = (second: number, more: Partial<PositionRecord> = {}): PositionRecord => ({
  timeMs: 1_790_000_000_000 + second * 1000,
  // On the grid of every protocol.
  latE7: 593_300_000 + second * 900,
  lonE7: 180_600_000,
  altitudeM: 20,
  headingDeg: 90,
  satellites: 9,
  speedKmh: 40,
  priority: 0,
  eventId: 0,
  io: [{ id: 239, width: 1, value: 1 }],
  ...more,
});

async function pair(
  options: Partial<TrackerClientOptions> = {},
  behaviour: TestServerOptions = {},
): Promise<{ server: TestServer; client: TrackerClient }> {
  const server = await startTestServer(behaviour);
  const client = createTrackerClient({
    host: '127.0.0.1',
    port: server.port,
    imei: IMEI,
    transport: 'tcp',
    order: 'oldest-first',
    random: randomOf('test'),
    retryMs: 5,
    ...options,
  });
  open.push(server, client);
  return { server, client };
}
const timesOf = (batches: readonly (readonly PositionRecord[])[]) => batches.flat().map(({ timeMs }) => timeMs);
/** What every protocol has room for; what else it carries the contract suite holds. */
const placesOf = (records: readonly PositionRecord[]) => records.map(({ timeMs, latE7, lonE7 }) => ({ timeMs, latE7, lonE7 }));
const distinct = (times: readonly number[]) => [...new Set(times)].sort((a, b) => a - b);

const streams = PROTOCOLS.filter(({ transports }) => transports.some(({ kind }) => kind === 'tcp')).flatMap((protocol) =>
  [undefined, ...streamOf(protocol).device.dialects].map((dialect) => ({ name: protocol.name, protocol, dialect })),
);

test.each(streams)('a tracker says its number and its records arrive: $name $dialect', async ({ protocol, dialect }) => {
  const { server, client } = await pair({ protocol, ...(dialect !== undefined && { dialect }) }, { protocol });
  const sent = [record(0), record(5), record(10)];
  for (const each of sent) client.report(each);
  await client.drained(3000);
  expect(server.hellos).toEqual([IMEI]);
  expect(placesOf(server.batches.flat())).toEqual(placesOf(sent));
});

test('a tracker whose acknowledgement is lost connects anew and sends the records again', async () => {
  const { server, client } = await pair({ ackTimeoutMs: 40 }, { acknowledges: (batch) => batch !== 0 });
  for (let i = 0; i < 5; i++) client.report(record(i));
  await client.drained(3000);
  expect(server.hellos.length).toBe(2);
  expect(distinct(timesOf(server.batches))).toEqual([0, 1, 2, 3, 4].map((i) => record(i).timeMs));
  expect(timesOf(server.batches.slice(1))).toEqual(expect.arrayContaining(timesOf(server.batches.slice(0, 1))));
});

test('a tracker that loses acknowledgements itself loses no record', async () => {
  const { server, client } = await pair({ lostAckChance: 0.4, recordsPerFrame: 3 });
  for (let i = 0; i < 40; i++) client.report(record(i));
  await client.drained(5000);
  expect(distinct(timesOf(server.batches)).length).toBe(40);
  expect(timesOf(server.batches).length).toBeGreaterThan(40);
});

test('out of coverage a tracker keeps its records and sends them when it is back', async () => {
  const { server, client } = await pair();
  client.report(record(0));
  await client.drained(3000);
  client.setCovered(false);
  for (let i = 1; i <= 6; i++) client.report(record(i));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(server.batches.flat().length).toBe(1);
  client.setCovered(true);
  await client.drained(3000);
  expect(server.batches.flat().length).toBe(7);
  expect(server.hellos.length).toBe(2);
});

test('a backlog leaves with its urgent records first, the newest first where the tracker is set so', async () => {
  const { server, client } = await pair({ order: 'newest-first', recordsPerFrame: 3 });
  client.setCovered(false);
  for (let i = 0; i < 6; i++) client.report(record(i, { priority: i === 1 ? 1 : 0 }));
  client.setCovered(true);
  await client.drained(3000);
  expect(server.batches[0]?.map(({ timeMs }) => timeMs)).toEqual([1, 5, 4].map((i) => record(i).timeMs));
  expect(distinct(timesOf(server.batches)).length).toBe(6);
});

test('a tracker answers commands of codec 12 and 14 while it reports', async () => {
  const { server, client } = await pair();
  client.report(record(0));
  await client.drained(3000);
  const [socket] = server.connections;
  for (const byte of encodeCommand('setdigout 1?0 10')) socket?.write(Uint8Array.of(byte));
  await vi.waitFor(() => expect(server.answers).toEqual(['DOUT1:ON Timeout:10s DOUT2:IGNORED DOUT3:OFF Timeout:INFINITY']));
  socket?.write(encodeCommand('getver', { imei: IMEI }));
  await vi.waitFor(() => expect(server.answers[1]).toContain(`IMEI:${IMEI}`));
  client.report(record(5));
  await client.drained(3000);
  expect(server.batches.flat().length).toBe(2);
});

test('MODE-004, MAP-010: a tracker reports as seldom as it was told to, and often while it is tracked on demand', async () => {
  const { server, client } = await pair();
  client.report(record(0));
  await client.drained(2000);
  expect([client.reportsEveryS(true), client.reportsEveryS(false)]).toEqual([0, 0]);
  const say = async (text: string) => {
    server.connections.at(-1)!.write(encodeCommand(text));
    const count = server.answers.length;
    await vi.waitFor(() => expect(server.answers.length).toBe(count + 1));
  };
  await say('setparam 10000:1800;10050:300');
  expect([client.reportsEveryS(true), client.reportsEveryS(false)]).toEqual([300, 1800]);
  await say('on_demand_tracking1');
  expect(client.reportsEveryS(false)).toBe(0);
  await say('on_demand_tracking0');
  expect(client.reportsEveryS(false)).toBe(1800);
});

test('a refused tracker keeps its records and says that it was refused', async () => {
  const events: string[] = [];
  const { server, client } = await pair({ onEvent: ({ kind }) => events.push(kind) }, { accepts: () => false });
  client.report(record(0));
  await vi.waitFor(() => expect(events).toContain('refused'));
  expect(client.waiting).toBe(1);
  expect(server.batches).toEqual([]);
});

const datagrams = PROTOCOLS.flatMap((protocol) => {
  const transports: readonly Transport[] = protocol.transports;
  return transports.flatMap((udp) => (udp.kind === 'udp' ? [{ name: protocol.name, protocol, udp }] : []));
});

test.each(datagrams)('over UDP a datagram without an answer is sent again: $name', async ({ protocol, udp }) => {
  const seen: number[][] = [];
  const socket = createSocket('udp4');
  socket.on('message', (bytes, from) => {
    const { columns, acknowledgement } = udp.decode(bytes);
    seen.push([...columns.timeMs]);
    if (seen.length > 1) socket.send(acknowledgement, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { client } = await pair({ protocol, transport: 'udp', port: socket.address().port, ackTimeoutMs: 40 });
  client.report(record(0));
  await client.drained(3000);
  socket.close();
  expect(seen).toEqual([[record(0).timeMs], [record(0).timeMs]]);
});

const applications = PROTOCOLS.flatMap((protocol) => {
  const transports: readonly Transport[] = protocol.transports;
  return transports.flatMap((http) =>
    http.kind === 'http' ? http.device.dialects.map((dialect) => ({ name: protocol.name, protocol, http, dialect })) : [],
  );
});

test.each(applications)(
  'over HTTP each record is a request, sent again until it is answered with 200: $name $dialect',
  async (way) => {
    const seen: number[] = [];
    const server = createServer(async (request, response) => {
      const body = Buffer.concat((await request.toArray()) as Buffer[]);
      const contentType = request.headers['content-type'] ?? '';
      const { name, records } = way.http.parse({ query: (request.url ?? '').replace(/^[^?]*/, ''), body, contentType });
      expect(name).toBe(IMEI);
      seen.push(...records.map(({ timeMs }) => timeMs));
      response.writeHead(seen.length === 2 ? 503 : 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(server);
    const { port } = server.address() as AddressInfo;
    const { client } = await pair({ protocol: way.protocol, transport: 'http', dialect: way.dialect, port });
    client.report(record(0));
    client.report(record(1));
    await client.drained(3000);
    expect(distinct(seen)).toEqual([record(0).timeMs, record(1).timeMs]);
    expect(seen.length).toBe(4);
  },
);

test('a tracker asked for a way that its protocol does not go says so', async () => {
  await expect(pair({ protocol: PROTOCOLS.find(({ knownBy }) => knownBy === 'phone-id')!, transport: 'udp' })).rejects.toThrow(
    'udp',
  );
});

test('a memory that is full loses its oldest records and grows no further', async () => {
  const { server, client } = await pair({ capacity: 4 });
  client.setCovered(false);
  for (let i = 0; i < 10; i++) client.report(record(i));
  expect(client.waiting).toBe(4);
  client.setCovered(true);
  await client.drained(3000);
  expect(timesOf(server.batches)).toEqual([6, 7, 8, 9].map((i) => record(i).timeMs));
});
