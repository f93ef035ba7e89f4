import { PROTOCOLS } from '@spora/protocols/list';
import type { Protocol, Reply } from '@spora/protocols/protocol';
import { createTrackerClient, type ClientEvent } from '@spora/simulator/tracker-client';
import { randomOf } from '@spora/simulator/random';
import { recordsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { announce } from '../features.ts';
import { readTrackerRange } from '../core/log/read-log.ts';
import { metrics } from '../platform/observing/metrics.ts';
import { makeAccount, makeUnit, randomImei, testDatabase } from '../testing/database.ts';
import { ANY_PORTS, makeRecords } from '../testing/tracker.ts';
import { waitingForLocks } from '../testing/waiting.ts';
import { type RunningGateway, startGateway } from './gateway.ts';

/* What the gateway holds for every protocol of the list, spoken by the other end that its folder brings. */

const database = await testDatabase();
afterAll(() => database.close());
const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.stop();
});

const NOW = new Date('2026-03-10T12:00:00Z');
const accountId = await makeAccount(database);
const PHONE_ID = 'd3f1c2d4e5b6978812345678deadbeef';

async function gateway(): Promise<RunningGateway> {
  const config = { host: '127.0.0.1', trackerPorts: ANY_PORTS, maxPositionMonths: 24 };
  const started = await startGateway(
    { config, log: pino({ level: 'silent' }), now: () => NOW, pipeline: database.pipeline, ports: { announce } },
    { sweepMs: 50 },
  );
  open.push(started);
  return started;
}

const all: readonly Protocol[] = PROTOCOLS;
const ways = all.flatMap((protocol) =>
  protocol.transports.map((transport) => ({ name: `${protocol.name} ${transport.kind}`, protocol, transport })),
);
type Way = (typeof ways)[number];

/** A unit of the protocol's first family, and what its tracker says it is. */
async function unitOf({ name, knownBy, families }: Protocol) {
  const [family] = families;
  const made = await makeUnit(database, { accountId, family: family!.name, phoneId: randomImei() + PHONE_ID.slice(15) });
  const row = await database.owner
    .selectFrom('tracker')
    .select(['protocol', 'imei', 'phone_id'])
    .where('id', '=', made.trackerId)
    .executeTakeFirstOrThrow();
  expect(row.protocol).toBe(name);
  return { ...made, phoneId: row.phone_id, sender: knownBy === 'imei' ? row.imei : (row.phone_id ?? '') };
}

function client({ protocol, transport }: Way, port: number, sender: string, onEvent?: (event: ClientEvent) => void) {
  const made = createTrackerClient({
    host: '127.0.0.1',
    port,
    imei: sender,
    protocol,
    transport: transport.kind,
    order: 'oldest-first',
    random: randomOf('gateway', sender),
    retryMs: 20,
    ackTimeoutMs: 5000,
    ...(onEvent && { onEvent }),
  });
  open.push({ stop: () => made.close() });
  return made;
}

const portOf = ({ ports }: RunningGateway, { name }: Protocol): number => (ports as Readonly<Record<string, number>>)[name] ?? 0;
const storedOf = async (trackerId: number) =>
  recordsOf(await readTrackerRange(database.pipeline, trackerId, { fromMs: 0, toMs: NOW.getTime() * 2 }));
/** What every protocol carries; the ways differ in what else there is room for. */
const placesOf = (records: readonly { timeMs: number; latE7: number; lonE7: number }[]) =>
  records.map(({ timeMs, latE7, lonE7 }) => ({ timeMs, latE7, lonE7 }));

async function counted(metric: string, labels: Readonly<Record<string, string>>): Promise<number> {
  const found = (await metrics.getSingleMetric(metric)?.get())?.values ?? [];
  const matching = found.filter((value) => Object.entries(labels).every(([name, label]) => value.labels[name] === label));
  return matching.reduce((sum, { value }) => sum + value, 0);
}

test.each(ways)(
  'Trackers: $name: what is reported is acknowledged, and is in the log by then, counted under its protocol',
  async (way) => {
    const running = await gateway();
    const { trackerId, sender } = await unitOf(way.protocol);
    const labels = { protocol: way.protocol.name, transport: way.transport.kind };
    const before = await counted('spora_gateway_frames_total', labels);
    const records = makeRecords(5, NOW.getTime() - 60_000);
    const tracker = client(way, portOf(running, way.protocol), sender);
    for (const record of records) tracker.report(record);
    await tracker.drained(10_000);
    expect(placesOf(await storedOf(trackerId))).toEqual(placesOf(records));
    expect(await counted('spora_gateway_frames_total', labels)).toBeGreaterThan(before);
  },
);

test.each(ways)('The log: $name: nothing is acknowledged before its commit', async (way) => {
  const running = await gateway();
  const { trackerId, sender } = await unitOf(way.protocol);
  const acknowledged: number[] = [];
  const tracker = client(way, portOf(running, way.protocol), sender, (event) => {
    if (event.kind === 'acknowledged') acknowledged.push(event.count);
  });
  await database.owner.transaction().execute(async (tx) => {
    await sql`SELECT FROM tracker WHERE id = ${trackerId} FOR UPDATE`.execute(tx);
    tracker.report(makeRecords(1, NOW.getTime())[0]!);
    await expect.poll(() => waitingForLocks(database)).toBeGreaterThan(0);
    expect(acknowledged).toEqual([]);
  });
  await tracker.drained(10_000);
  expect(acknowledged).toEqual([1]);
});

test.each(ways)('Trackers: $name: a stranger, and a tracker of another protocol, are refused and leave nothing', async (way) => {
  const running = await gateway();
  const labels = { protocol: way.protocol.name, transport: way.transport.kind, reason: 'unknown-tracker' };
  const others = await Promise.all(all.filter(({ name }) => name !== way.protocol.name).map(unitOf));
  const stranger = way.protocol.knownBy === 'imei' ? randomImei() : `${randomImei()}0123456789`;
  const asKnownHere = others.map(({ imei, phoneId }) => (way.protocol.knownBy === 'imei' ? imei : (phoneId ?? imei)));
  for (const sender of [stranger, ...asKnownHere]) {
    const before = await counted('spora_gateway_refused_total', labels);
    const tracker = client(way, portOf(running, way.protocol), sender);
    tracker.report(makeRecords(1, NOW.getTime())[0]!);
    await vi.waitFor(async () => expect(await counted('spora_gateway_refused_total', labels)).toBeGreaterThan(before), {
      timeout: 30_000,
    });
    expect(tracker.waiting).toBe(1);
    tracker.close();
  }
  for (const { trackerId } of others) expect(await storedOf(trackerId)).toEqual([]);
});

const streams = ways.flatMap(({ transport, ...way }) => (transport.kind === 'tcp' ? [{ ...way, transport }] : []));

test.each(streams)(
  'Trackers: $name: whatever is sent in one piece with the hello waits until it is known who speaks',
  async (way) => {
    const running = await gateway();
    const { trackerId, sender } = await unitOf(way.protocol);
    const { device } = way.transport;
    const socket = connect(portOf(running, way.protocol), '127.0.0.1');
    open.push({ stop: () => socket.destroy() });
    const reader = device.openReplies(sender);
    const replies: Reply[] = [];
    socket.on('data', (chunk) => replies.push(...reader.push(chunk)));
    const records = makeRecords(2, NOW.getTime() - 10_000);
    socket.write(
      Buffer.concat([
        device.encodeHello(sender),
        device.encodePositions({ name: sender, records: records.slice(0, 1) }),
        device.encodePositions({ name: sender, records: records.slice(1) }),
      ]),
    );
    await vi.waitFor(() => expect(replies.map(({ kind }) => kind)).toEqual(['hello', 'acknowledged', 'acknowledged']), {
      timeout: 30_000,
    });
    expect(placesOf(await storedOf(trackerId))).toEqual(placesOf(records));
  },
);

test.each(streams)(
  'Trackers: $name: a command leaves by the connection of its tracker, where the protocol has any',
  async (way) => {
    const running = await gateway();
    const { trackerId, sender } = await unitOf(way.protocol);
    const received: string[] = [];
    const tracker = client(way, portOf(running, way.protocol), sender, ({ kind }) => received.push(kind));
    tracker.connect();
    await vi.waitFor(() => expect(running.findSession(trackerId)).toBeDefined(), { timeout: 30_000 });
    const session = running.findSession(trackerId)!;
    expect(session.takesCommands).toBe(way.transport.encodeCommand !== undefined);
    const before = await counted('spora_gateway_messages_total', { protocol: way.protocol.name });
    session.sendCommand('getinfo');
    if (session.takesCommands) {
      await vi.waitFor(() => expect(received).toContain('command'), { timeout: 30_000 });
      await vi.waitFor(async () =>
        expect(await counted('spora_gateway_messages_total', { protocol: way.protocol.name })).toBe(before + 1),
      );
    }
    tracker.report(makeRecords(1, NOW.getTime())[0]!);
    await tracker.drained(10_000);
  },
);

test('Bad input: a protocol that is not of the list is no way in: its trackers are strangers on every port', async () => {
  const running = await gateway();
  for (const way of ways) {
    const { trackerId, sender } = await unitOf(way.protocol);
    await database.owner.updateTable('tracker').set({ protocol: 'not-of-the-list' }).where('id', '=', trackerId).execute();
    const labels = { protocol: way.protocol.name, transport: way.transport.kind, reason: 'unknown-tracker' };
    const before = await counted('spora_gateway_refused_total', labels);
    const tracker = client(way, portOf(running, way.protocol), sender);
    tracker.report(makeRecords(1, NOW.getTime())[0]!);
    await vi.waitFor(async () => expect(await counted('spora_gateway_refused_total', labels)).toBeGreaterThan(before), {
      timeout: 30_000,
    });
    tracker.close();
    expect(await storedOf(trackerId)).toEqual([]);
  }
});

test('the database takes no name of a protocol or family that has not the shape of one', async () => {
  const { trackerId } = await unitOf(all[0]!);
  for (const protocol of ['', 'Upper', 'with space', "o'quote", 'x'.repeat(33)])
    await expect(database.owner.updateTable('tracker').set({ protocol }).where('id', '=', trackerId).execute()).rejects.toThrow(
      'tracker_protocol',
    );
  await expect(
    database.owner.updateTable('tracker_family').set({ family: '?' }).where('tracker_id', '=', trackerId).execute(),
  ).rejects.toThrow('tracker_family_shape');
});
