import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeAnswer, encodeCommand } from '@spora/protocols/teltonika/messages';
import { encodeDatagram } from '@spora/protocols/teltonika/datagram';
import { encodeFrame, encodeHello } from '@spora/protocols/teltonika/encode';
import { encodeOsmandQuery } from '@spora/protocols/osmand/requests';
import { PROTOCOLS } from '@spora/protocols/list';
import { recordsOf } from '@spora/telemetry/columns';
import { CONTRADICTED_IO, judgeFixes, QUALITY } from '@spora/telemetry/quality';
import type { PositionRecord } from '@spora/telemetry/record';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { readTrackerRange, readUnitRange } from '../core/log/read-log.ts';
import { metrics } from '../platform/observing/metrics.ts';
import { announce } from '../features.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { makeAccount, makeMember, makeUnit, randomImei, testDatabase } from '../testing/database.ts';
import { createPostgresWake } from '../platform/wake/postgres-wake.ts';
import { createProjector } from '../testing/engine.ts';
import { ANY_PORTS, connectTracker, makeRecords } from '../testing/tracker.ts';
import { type GatewayOptions, type RunningGateway, startGateway } from './gateway.ts';
import { setAccount } from '../platform/ctx.ts';

const database = await testDatabase();
afterAll(() => database.close());
const running: RunningGateway[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((gateway) => gateway.stop()));
});

const NOW = new Date('2026-03-10T12:00:00Z');
const accountId = await makeAccount(database);

async function gateway(
  options: GatewayOptions = {},
  db = database.pipeline,
  log = pino({ level: 'silent' }),
): Promise<RunningGateway> {
  const started = await startGateway(
    {
      config: {
        host: '127.0.0.1',
        trackerPorts: ANY_PORTS,
        maxPositionMonths: 24,
      },
      log,
      now: () => NOW,
      pipeline: db,
      ports: { announce },
    },
    { sweepMs: 50, ...options },
  );
  running.push(started);
  return started;
}

async function greeted(port: number, imei: string) {
  const tracker = await connectTracker(port);
  expect(await tracker.hello(imei)).toBe(1);
  return tracker;
}

const all = { fromMs: 0, toMs: NOW.getTime() * 2 };
const storedOf = async (trackerId: number) => recordsOf(await readTrackerRange(database.pipeline, trackerId, all));

async function counted(transport: string, reason: string): Promise<number> {
  const metric = await metrics.getSingleMetric('spora_gateway_refused_total')?.get();
  return metric?.values.find(({ labels }) => labels['transport'] === transport && labels['reason'] === reason)?.value ?? 0;
}

test('Trackers: a frame is acknowledged with its own count, and is in the log by then', async () => {
  const { ports } = await gateway();
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const tracker = await greeted(ports.teltonika, imei);
  const records = makeRecords(20, NOW.getTime() - 60_000);
  tracker.sendFrame(records);
  expect(await tracker.readAck()).toBe(20);
  expect(await storedOf(trackerId)).toEqual(records);
  const row = await database.owner
    .selectFrom('tracker')
    .select(['next_seq', 'last_contact_at'])
    .where('id', '=', trackerId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ next_seq: 2, last_contact_at: NOW });
});

test('The log: nothing is acknowledged before its commit', async () => {
  const { ports } = await gateway();
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const tracker = await greeted(ports.teltonika, imei);
  await database.owner.transaction().execute(async (tx) => {
    await sql`SELECT FROM tracker WHERE id = ${trackerId} FOR UPDATE`.execute(tx);
    tracker.sendFrame(makeRecords(3, NOW.getTime()));
    await sleep(300);
    expect(tracker.unread).toBe(0);
  });
  expect(await tracker.readAck()).toBe(3);
});

test('Trackers: any cut of the stream gives the same records and the same acknowledgements', async () => {
  const { ports } = await gateway();
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const records = makeRecords(6, NOW.getTime() - 600_000);
  const bytes = Buffer.concat([
    encodeHello(imei),
    encodeFrame(records.slice(0, 4), '8E'),
    Buffer.of(0xff),
    encodeFrame(records.slice(4), '8'),
  ]);
  for (const size of [1, 7, 64, bytes.length]) {
    const tracker = await connectTracker(ports.teltonika);
    for (let at = 0; at < bytes.length; at += size) {
      tracker.send(bytes.subarray(at, at + size));
      if (size < 64) await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await tracker.read(1)).readUInt8()).toBe(1);
    expect([await tracker.readAck(), await tracker.readAck()]).toEqual([4, 2]);
    tracker.close();
  }
  expect(await storedOf(trackerId)).toEqual(records);
});

test('Bad input: a frame with a wrong check sum is counted, never acknowledged, and ends the connection; the good one before it counts', async () => {
  const { ports } = await gateway();
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const before = await counted('tcp', 'crc');
  const tracker = await greeted(ports.teltonika, imei);
  const bad = Buffer.from(encodeFrame(makeRecords(5, NOW.getTime()), '8E'));
  bad.writeUInt8(bad.readUInt8(30) ^ 0x10, 30);
  tracker.send(
    Buffer.concat([encodeFrame(makeRecords(2, NOW.getTime()), '8E'), bad, encodeFrame(makeRecords(7, NOW.getTime()), '8E')]),
  );
  expect(await tracker.readAck()).toBe(2);
  await tracker.closed;
  expect(tracker.unread).toBe(0);
  expect(await storedOf(trackerId)).toHaveLength(2);
  expect(await counted('tcp', 'crc')).toBe(before + 1);
});

test('ADM-026: a hello and what was refused after it are noted for the connection page, by the tracker and the way it came', async () => {
  const { ports } = await gateway({ contactsMs: 20 });
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const tracker = await greeted(ports.teltonika, imei);
  const broken = Buffer.from(encodeFrame(makeRecords(2, NOW.getTime()), '8E'));
  broken.writeUInt8((broken.at(-1) ?? 0) ^ 0xff, broken.length - 1);
  tracker.send(broken);
  await tracker.closed;
  const contactOf = () => database.owner.selectFrom('tracker_contact').where('tracker_id', '=', trackerId).selectAll().execute();
  await expect.poll(contactOf).toMatchObject([{ at: NOW, transport: 'tcp', address_family: 'ipv4' }]);
  const refusals = () => database.owner.selectFrom('tracker_refusal').where('tracker_id', '=', trackerId).selectAll().execute();
  await expect.poll(refusals).toMatchObject([{ reason: 'crc', n: 1, last_at: NOW }]);
});

test('Trackers: an unknown IMEI is refused with 00, closed, counted and noted; registered a moment later it is let in', async () => {
  const { ports } = await gateway();
  const imei = randomImei();
  const stranger = await connectTracker(ports.teltonika);
  expect(await stranger.hello(imei)).toBe(0);
  await stranger.closed;
  await expect
    .poll(() => database.owner.selectFrom('unknown_tracker').select('attempts').where('imei', '=', imei).executeTakeFirst(), {
      timeout: 3000,
    })
    .toEqual({ attempts: 1 });
  await makeUnit(database, { accountId, imei });
  await expect
    .poll(
      async () => {
        const tracker = await connectTracker(ports.teltonika);
        const reply = await tracker.hello(imei);
        tracker.close();
        return reply;
      },
      { timeout: 5000 },
    )
    .toBe(1);
});

test('Trackers: a number issued to a phone is no way in on the tracker port', async () => {
  const { ports } = await gateway();
  const { imei } = await makeUnit(database, { accountId, family: 'phone' });
  const tracker = await connectTracker(ports.teltonika);
  expect(await tracker.hello(imei)).toBe(0);
});

test('Trackers: the same number connecting again is served beside the older connection, and gets the commands', async () => {
  const { ports, findSession } = await gateway();
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const older = await greeted(ports.teltonika, imei);
  older.sendFrame(makeRecords(4, NOW.getTime()));
  const newer = await greeted(ports.teltonika, imei);
  expect(await older.readAck()).toBe(4);
  newer.sendFrame(makeRecords(2, NOW.getTime()));
  expect(await newer.readAck()).toBe(2);
  findSession(trackerId)?.sendCommand('getinfo');
  expect(await newer.read(encodeCommand('getinfo').length)).toEqual(Buffer.from(encodeCommand('getinfo')));
});

test('Trackers: answers to commands are not acknowledged as positions, and a command from a tracker is refused', async () => {
  const { ports } = await gateway();
  const { imei } = await makeUnit(database, { accountId });
  const tracker = await greeted(ports.teltonika, imei);
  tracker.send(encodeAnswer({ codec: 12, text: 'Param ID:239 Value:0' }));
  tracker.send(encodeAnswer({ codec: 15, text: 'from the serial port', timeMs: 1_700_000_000_000, imei }));
  tracker.sendFrame(makeRecords(1, NOW.getTime()));
  expect(await tracker.readAck()).toBe(1);
  expect(tracker.unread).toBe(0);
  const before = await counted('tcp', 'command-from-tracker');
  tracker.send(encodeCommand('cpureset'));
  await tracker.closed;
  expect(await counted('tcp', 'command-from-tracker')).toBe(before + 1);
});

test('Trackers: over UDP the answer names both packet ids and the count, after the commit; strangers hear nothing', async () => {
  const { ports } = await gateway();
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const socket = createSocket('udp4');
  const answers: Buffer[] = [];
  socket.on('message', (bytes) => answers.push(bytes));
  const records = makeRecords(3, NOW.getTime() - 5000);
  const send = (bytes: Uint8Array) => socket.send(bytes, ports.teltonika, '127.0.0.1');
  send(encodeDatagram({ packetId: 0xcafe, avlPacketId: 5, imei: randomImei(), records, codec: '8E' }));
  send(Buffer.from('rubbish'));
  send(encodeDatagram({ packetId: 0xcafe, avlPacketId: 6, imei, records, codec: '8E' }));
  await expect.poll(() => answers.map((bytes) => bytes.toString('hex'))).toEqual(['0005cafe010603']);
  expect(await storedOf(trackerId)).toEqual(records);
  socket.close();
});

test('API: the documented request of a phone application is stored before it is answered with 200', async () => {
  const { ports } = await gateway();
  const phoneId = 'a3f1c2d4e5b6978812345678deadbeef';
  const { trackerId, unitId } = await makeUnit(database, { accountId, family: 'phone', phoneId });
  const base = `http://127.0.0.1:${ports.osmand}/`;
  const at = NOW.getTime() - 10_000;
  const answer = await fetch(
    `${base}?id=${phoneId}&timestamp=${at / 1000}&lat=59.3293&lon=18.0686&speed=10&bearing=90&altitude=28&accuracy=4&batt=81`,
  );
  expect(answer.status).toBe(200);
  const [record] = await storedOf(trackerId);
  expect(record).toMatchObject({ timeMs: at, latE7: 593_293_000, lonE7: 180_686_000 });
  const posted = await fetch(base, {
    method: 'POST',
    body: encodeOsmandQuery({ ...record!, timeMs: at + 1000 }, phoneId),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(posted.status).toBe(200);
  const seen = await database.api.transaction().execute(async (tx) => {
    await setAccount(tx, accountId);
    return readUnitRange(tx, unitId, new Date(at), new Date(at + 1000));
  });
  expect(seen.n).toBe(1);
});

test('API: a position that a phone sends without a time is of the time it came', async () => {
  const { ports } = await gateway();
  const phoneId = 'c3f1c2d4e5b6978812345678deadbeef';
  const { trackerId } = await makeUnit(database, { accountId, family: 'phone', phoneId });
  const answer = await fetch(`http://127.0.0.1:${ports.osmand}/?id=${phoneId}&lat=59.3293&lon=18.0686`);
  expect(answer.status).toBe(200);
  expect(await storedOf(trackerId)).toMatchObject([{ timeMs: NOW.getTime(), latE7: 593_293_000 }]);
});

const alarmsOf = async (unitId: number) =>
  (
    await database.owner
      .selectFrom('alarm')
      .select(['kind', 'lat_e7', 'telling'])
      .where('unit_id', '=', unitId)
      .orderBy('id')
      .execute()
  ).map(({ kind, lat_e7, telling }) => `${kind} ${String(lat_e7)} ${telling}`);
/** Reports one record of its own second, and waits for the acknowledgement. */
async function reports(
  tracker: Awaited<ReturnType<typeof greeted>>,
  second: number,
  change: Partial<PositionRecord> = {},
): Promise<void> {
  tracker.sendFrame(makeRecords(1, NOW.getTime() - 60_000 + second * 1000, change));
  expect(await tracker.readAck()).toBe(1);
}

test('15-identity: who reports under the number of another puts it not off; both are served, and a security alarm says so once', async () => {
  const { ports } = await gateway({ overtakenMs: 0, contactsMs: 5 });
  const { imei, trackerId, unitId } = await makeUnit(database, { accountId });
  const real = await greeted(ports.teltonika, imei);
  await reports(real, 0);
  const impostor = await greeted(ports.teltonika, imei);
  await reports(impostor, 1);
  expect(await alarmsOf(unitId)).toEqual([]);
  await reports(real, 2);
  await expect.poll(() => alarmsOf(unitId)).toEqual(['shared-identity null told']);
  await reports(impostor, 3);
  await reports(real, 4);
  expect(await storedOf(trackerId)).toHaveLength(5);
  await expect
    .poll(() =>
      database.owner.selectFrom('tracker_refusal').select(['reason', 'n']).where('tracker_id', '=', trackerId).execute(),
    )
    .toEqual([{ reason: 'shared-identity', n: 1 }]);
  // Another one comes, and is found out in its turn; it is no news within a quarter of an hour.
  const third = await greeted(ports.teltonika, imei);
  await reports(third, 5);
  await reports(real, 6);
  await expect
    .poll(() => database.owner.selectFrom('tracker_refusal').select('n').where('tracker_id', '=', trackerId).execute())
    .toEqual([{ n: 2 }]);
  expect(await alarmsOf(unitId)).toHaveLength(1);
});

test('15-identity: a tracker that roams and leaves half-open connections behind takes over quietly', async () => {
  const { ports, findSession } = await gateway({ overtakenMs: 0, contactsMs: 5 });
  const { imei, trackerId, unitId } = await makeUnit(database, { accountId });
  for (let second = 0; second < 7; second++) {
    // The former connection is never closed, and never heard of again.
    const roaming = await greeted(ports.teltonika, imei);
    await reports(roaming, second);
  }
  expect(findSession(trackerId)).toBeDefined();
  expect(await storedOf(trackerId)).toHaveLength(7);
  expect(await alarmsOf(unitId)).toEqual([]);
  // What was under way when it roamed is no second device.
  const slow = await gateway();
  const other = await makeUnit(database, { accountId });
  const before = await greeted(slow.ports.teltonika, other.imei);
  await reports(before, 0);
  const after = await greeted(slow.ports.teltonika, other.imei);
  await reports(after, 2);
  await reports(before, 1);
  expect(await storedOf(other.trackerId)).toHaveLength(3);
  expect(await alarmsOf(other.unitId)).toEqual([]);
});

test('15-identity: positions that jump impossibly between two connections are marked, however many they are, and not believed', async () => {
  const { ports } = await gateway({ overtakenMs: 0 });
  const { imei, trackerId, unitId } = await makeUnit(database, { accountId });
  const PARIS = { latE7: 488_566_000, lonE7: 23_522_000 };
  const real = await greeted(ports.teltonika, imei);
  await reports(real, 0);
  const impostor = await greeted(ports.teltonika, imei);
  for (const second of [1, 2, 3, 4, 5]) await reports(impostor, second, PARIS);
  await reports(real, 6);
  // What it says of where the other one is goes with the rest.
  await reports(impostor, 7);
  await reports(impostor, 8, PARIS);
  await reports(impostor, 9, { ...PARIS, satellites: 0 });
  const stored = await storedOf(trackerId);
  const isMarked = stored.map(({ io }) => io.some(({ id }) => id === CONTRADICTED_IO));
  expect(isMarked).toEqual([false, true, true, true, true, true, false, false, true, false]);
  const fixes = stored.map((record, i) => ({ ...record, isContradicted: isMarked[i] }));
  const { good, noFix, implausible } = QUALITY;
  expect([...judgeFixes(fixes)]).toEqual([good, ...Array(5).fill(implausible), good, good, implausible, noFix]);
  const silent = pino({ level: 'silent' });
  const wake = createPostgresWake({ url: database.urls.pipeline, log: silent });
  const projector = createProjector({ db: database.pipeline, wake, log: silent, now: () => NOW });
  await projector.drain();
  await projector.stop();
  const { latE7, lonE7 } = makeRecords(1, 0)[0]!;
  // On the map the unit never left.
  expect(
    await database.owner
      .selectFrom('unit_latest')
      .select(['time', 'lat_e7', 'lon_e7'])
      .where('unit_id', '=', unitId)
      .executeTakeFirst(),
  ).toEqual({ time: new Date(NOW.getTime() - 60_000 + 7000), lat_e7: latE7, lon_e7: lonE7 });
});

test('15-identity: a tracker that comes by a newer connection from where it can be by now is not marked, nor once the older is gone', async () => {
  const { ports, findSession } = await gateway({ overtakenMs: 0 });
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const half = await greeted(ports.teltonika, imei);
  await reports(half, 0);
  const after = await greeted(ports.teltonika, imei);
  // A minute at 90 km/h, and a backlog of before it.
  await reports(after, 60, { latE7: 593_293_000 + 134_900 });
  await reports(after, -600, { latE7: 593_293_000 - 300_000 });
  half.close();
  after.close();
  await vi.waitFor(() => expect(findSession(trackerId)).toBeUndefined(), { timeout: 30_000 });
  const shipped = await greeted(ports.teltonika, imei);
  await reports(shipped, 61, { latE7: 488_566_000, lonE7: 23_522_000 });
  expect((await storedOf(trackerId)).flatMap(({ io }) => io.filter(({ id }) => id === CONTRADICTED_IO))).toEqual([]);
});

test('15-identity: connections that only say the number put no tracker off that reports', async () => {
  const { ports } = await gateway();
  const { imei } = await makeUnit(database, { accountId });
  const real = await greeted(ports.teltonika, imei);
  await reports(real, 0);
  const before = await counted('tcp', 'replaced');
  const strangers = [];
  for (let i = 0; i < 6; i++) strangers.push(await greeted(ports.teltonika, imei));
  // Of seven connections four stay: the one that reports, and the newest.
  await Promise.all(strangers.slice(0, 3).map((stranger) => stranger.closed));
  expect(await counted('tcp', 'replaced')).toBe(before + 3);
  await reports(real, 1);
});

test('15-identity, OUT-006: a command is acknowledged by the connection that it was sent to, and by no other of that name', async () => {
  const { ports } = await gateway({ commandsMs: 20 });
  const { imei, trackerId, unitId } = await makeUnit(database, { accountId });
  const { id: memberId } = await makeMember(database, { accountId });
  const at = NOW;
  const command = {
    account_id: accountId,
    unit_id: unitId,
    tracker_id: trackerId,
    member_id: memberId,
    family: 'A',
    kind: 'output',
    subject: 'output-1',
    text: 'setdigout 1',
    parameters: { output: 1, isOn: true, pulseS: null, onlyStandingStill: false },
    created_at: at,
    expires_at: new Date(at.getTime() + 3_600_000),
  };
  const older = await greeted(ports.teltonika, imei);
  const real = await greeted(ports.teltonika, imei);
  const { id } = await database.owner.insertInto('command').values(command).returning('id').executeTakeFirstOrThrow();
  expect((await real.read(encodeCommand('setdigout 1').length)).length).toBeGreaterThan(0);
  const state = async () =>
    (await database.owner.selectFrom('command').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
  older.send(Buffer.from(encodeAnswer({ codec: 12, text: 'DOUT1:ON Timeout:INFINITY' })));
  await reports(older, 1);
  expect(await state()).toBe('sent');
  real.send(Buffer.from(encodeAnswer({ codec: 12, text: 'DOUT1:ON Timeout:INFINITY' })));
  await expect.poll(state).toBe('acknowledged');
});

test('Bad input: the phone port refuses unknown ids, IMEIs, broken values, other methods and long bodies, each with its status', async () => {
  const { ports } = await gateway({ maxRequestsPerSecond: 1 });
  const { imei } = await makeUnit(database, { accountId });
  const { trackerId } = await makeUnit(database, { accountId, family: 'phone', phoneId: 'b3f1c2d4e5b6978812345678deadbeef' });
  const base = `http://127.0.0.1:${ports.osmand}/`;
  const known = 'id=b3f1c2d4e5b6978812345678deadbeef';
  const position = 'timestamp=1773144000&lat=59.3&lon=18.0';
  const status = async (query: string, init?: RequestInit) => (await fetch(base + query, init)).status;
  expect(await status(`?id=${'0'.repeat(32)}&${position}`)).toBe(404);
  expect(await status(`?id=${imei}&${position}`)).toBe(404);
  expect(await status(`?${known}&timestamp=1773144000&lat=nonsense&lon=18`)).toBe(400);
  expect(await status(`?${position}`)).toBe(400);
  expect(await status(`?${known}&${position}`, { method: 'PUT' })).toBe(405);
  expect(await status('', { method: 'POST', body: 'x'.repeat(70_000) })).toBe(413);
  expect(await storedOf(trackerId)).toEqual([]);
  // Seconds end meanwhile; twelve of them do not.
  const answers = await Promise.all(Array.from({ length: 12 }, () => status(`?${known}&${position}`)));
  expect(answers).toContain(429);
});

test('Bad input: a tracker that breaks its protocol over and over is counted each time and logged once', async () => {
  const lines: string[] = [];
  const { ports } = await gateway({}, database.pipeline, pino({ level: 'info' }, { write: (line: string) => lines.push(line) }));
  const { imei } = await makeUnit(database, { accountId });
  const before = await counted('tcp', 'crc');
  const bad = Buffer.from(encodeFrame(makeRecords(1, NOW.getTime()), '8E'));
  bad.writeUInt8(bad.readUInt8(30) ^ 1, 30);
  for (let i = 0; i < 5; i++) {
    const tracker = await greeted(ports.teltonika, imei);
    tracker.send(bad);
    await tracker.closed;
  }
  expect(await counted('tcp', 'crc')).toBe(before + 5);
  expect(lines.filter((line) => line.includes('"reason":"crc"'))).toHaveLength(1);
});

test('Bad input: what is no HTTP, and addresses that are none, are refused and counted on the phone port', async () => {
  const { ports } = await gateway();
  const answerTo = async (text: string) => {
    const peer = await connectTracker(ports.osmand);
    peer.send(Buffer.from(text, 'latin1'));
    const answer = (await peer.read(12)).toString('latin1');
    peer.close();
    return answer;
  };
  const before = { garbage: await counted('http', 'no-http'), nameless: await counted('http', 'imei') };
  expect(await answerTo('\u0016\u0003\u0001\u0002')).toBe('HTTP/1.1 400');
  expect(await answerTo(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toBe('HTTP/1.1 431');
  expect(await counted('http', 'no-http')).toBe(before.garbage + 2);
  for (const address of ['//', 'http://[', '/%zz?id=%zz&lat=%ff'])
    expect(await answerTo(`GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`)).toBe('HTTP/1.1 400');
  expect(await counted('http', 'imei')).toBe(before.nameless + 3);
});

test('The log: a database that stands still stops the trackers at a bound, acknowledges nothing and takes all of it afterwards', async () => {
  const maxQueuedBytes = 200_000;
  const { ports } = await gateway({ maxQueuedBytes });
  const units = await Promise.all(Array.from({ length: 6 }, () => makeUnit(database, { accountId })));
  const trackers = await Promise.all(units.map(({ imei }) => greeted(ports.teltonika, imei)));
  const frames = Array.from({ length: 150 }, (_, i) => makeRecords(200, NOW.getTime() - 80_000_000 + i * 200_000));
  const bytes = frames.map((records) => encodeFrame(records, '8E'));
  const queuedBytes = async () => (await metrics.getSingleMetric('spora_log_queued_bytes')?.get())?.values[0]?.value ?? 0;

  await database.owner.transaction().execute(async (tx) => {
    await sql`LOCK TABLE position_segment IN SHARE MODE`.execute(tx);
    for (const tracker of trackers) for (const frame of bytes) tracker.send(frame);
    await expect.poll(queuedBytes, { timeout: 10_000 }).toBeGreaterThanOrEqual(maxQueuedBytes);
    await sleep(500);
    // Of some ten megabytes: the bound, and what each connection had in its last read.
    expect(await queuedBytes()).toBeLessThan(maxQueuedBytes + trackers.length * 250_000);
    for (const tracker of trackers) expect(tracker.unread).toBe(0);
  });

  for (const tracker of trackers) for (const records of frames) expect(await tracker.readAck()).toBe(records.length);
  for (const { trackerId } of units)
    expect((await readTrackerRange(database.pipeline, trackerId, all)).n).toBe(frames.length * 200);
  await expect.poll(queuedBytes).toBe(0);
}, 60_000);

test('The log: records of a clock that lies are acknowledged and set aside, those beside them are stored', async () => {
  const { ports } = await gateway();
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const tracker = await greeted(ports.teltonika, imei);
  const [good] = makeRecords(1, NOW.getTime());
  const [future] = makeRecords(1, NOW.getTime() + 86_400_001);
  const [old] = makeRecords(1, Date.parse('2024-03-10T11:59:59Z'));
  tracker.sendFrame([good!, future!, old!]);
  expect(await tracker.readAck()).toBe(3);
  tracker.sendFrame([old!]);
  expect(await tracker.readAck()).toBe(1);
  expect(await storedOf(trackerId)).toEqual([good]);
  const aside = await database.owner
    .selectFrom('position_quarantine')
    .select(['reason', 'n'])
    .where('tracker_id', '=', trackerId)
    .orderBy('id')
    .execute();
  expect(aside.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
    { reason: 'future', n: 1 },
    { reason: 'too-old', n: 1 },
    { reason: 'too-old', n: 1 },
  ]);
});

test('The log: a record whose month has no partition yet is stored all the same', async () => {
  const { ports } = await gateway();
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const tracker = await greeted(ports.teltonika, imei);
  const old = makeRecords(2, Date.parse('2024-06-30T23:59:59Z'));
  tracker.sendFrame(old);
  expect(await tracker.readAck()).toBe(2);
  expect(await storedOf(trackerId)).toEqual(old);
});

test('The log: what is sent twice, however regrouped, is there once when read, and no number of the order is left out', async () => {
  const { ports } = await gateway();
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const tracker = await greeted(ports.teltonika, imei);
  const records = makeRecords(40, NOW.getTime() - 3_600_000);
  for (const frame of [records.slice(0, 20), records.slice(20), records.slice(10, 30), records.toReversed()]) {
    tracker.sendFrame(frame);
    expect(await tracker.readAck()).toBe(frame.length);
  }
  expect(await storedOf(trackerId)).toEqual(records);
  const { rows } = await sql<{
    seq: number;
  }>`SELECT seq FROM position_segment WHERE tracker_id = ${trackerId} ORDER BY seq`.execute(database.owner);
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

test('The log: frames of one tracker within one commit are one row a UTC day', async () => {
  const { ports } = await gateway();
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const tracker = await greeted(ports.teltonika, imei);
  const midnight = Date.parse('2026-03-10T00:00:00Z');
  const frames = [makeRecords(4, midnight - 2000), makeRecords(4, midnight + 2000), makeRecords(4, midnight - 6000)];
  tracker.send(Buffer.concat(frames.map((records) => encodeFrame(records, '8E'))));
  expect([await tracker.readAck(), await tracker.readAck(), await tracker.readAck()]).toEqual([4, 4, 4]);
  const { rows } = await sql<{
    seq: number;
    n: number;
  }>`SELECT seq, n FROM position_segment WHERE tracker_id = ${trackerId} ORDER BY seq`.execute(database.owner);
  expect(rows).toEqual([
    { seq: 1, n: 6 },
    { seq: 2, n: 6 },
  ]);
});

test('Bad input: silence after connecting, a message that never ends and long idleness each end the connection', async () => {
  const { ports } = await gateway({ limits: { greetingMs: 250, messageMs: 400, idleMs: 700 } });
  const { imei } = await makeUnit(database, { accountId });
  const { imei: otherImei } = await makeUnit(database, { accountId });
  const before = {
    greeting: await counted('tcp', 'no-greeting'),
    slow: await counted('tcp', 'slow-message'),
    idle: await counted('tcp', 'idle'),
  };
  const silent = await connectTracker(ports.teltonika);
  const slow = await greeted(ports.teltonika, imei);
  const idle = await greeted(ports.teltonika, otherImei);
  const frame = encodeFrame(makeRecords(1, NOW.getTime()), '8E');
  let dripped = 0;
  const drip = setInterval(() => slow.send(frame.subarray(dripped, ++dripped)), 40);
  await Promise.all([silent.closed, slow.closed.then(() => clearInterval(drip)), idle.closed]);
  expect(await counted('tcp', 'no-greeting')).toBe(before.greeting + 1);
  expect(await counted('tcp', 'slow-message')).toBe(before.slow + 1);
  expect(await counted('tcp', 'idle')).toBe(before.idle + 1);
});

test('Bad input: connections beyond those allowed, in all or from one address, are refused and counted', async () => {
  const { ports } = await gateway({ limits: { maxConnectionsPerAddress: 2 } });
  const before = await counted('tcp', 'too-many-from-address');
  const kept = [await connectTracker(ports.teltonika), await connectTracker(ports.teltonika)];
  const third = await connectTracker(ports.teltonika);
  await third.closed;
  expect(await counted('tcp', 'too-many-from-address')).toBe(before + 1);
  kept[0]!.close();
  const { imei } = await makeUnit(database, { accountId });
  await sleep(50);
  (await greeted(ports.teltonika, imei)).close();
});

test('12-A10: of one address few may keep silent, on every port; who is known there stays and comes back, and one line tells of it', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  // Time for all of them to come before the first is waited for no longer, on a busy machine too.
  const limits = { maxStrangersPerAddress: 4, greetingMs: 60_000, crowdedGreetingMs: 1000 };
  const { ports } = await gateway({ limits, toldMs: 1500 }, database.pipeline, log);
  const units = await Promise.all(Array.from({ length: 6 }, () => makeUnit(database, { accountId })));
  // Known ones are no strangers, however many they are.
  const known = [];
  for (const { imei } of units.slice(0, 5)) known.push(await greeted(ports.teltonika, imei));
  const before = { many: await counted('tcp', 'too-many-strangers'), silent: await counted('tcp', 'no-greeting') };
  const silent = await Promise.all(Array.from({ length: 5 }, () => connectTracker(ports.teltonika)));
  await Promise.race(silent.map(({ closed }) => closed));
  expect(await counted('tcp', 'too-many-strangers')).toBe(before.many + 1);
  // With so many waiting they are not waited for as long.
  await Promise.all(silent.map(({ closed }) => closed));
  expect(await counted('tcp', 'no-greeting')).toBe(before.silent + 4);
  (await greeted(ports.teltonika, units[5]!.imei)).close();
  for (const tracker of known) {
    tracker.sendFrame(makeRecords(1, NOW.getTime()));
    expect(await tracker.readAck()).toBe(1);
  }

  const phones = await Promise.all(Array.from({ length: 5 }, () => connectTracker(ports.osmand)));
  await Promise.race(phones.map(({ closed }) => closed));
  expect(await counted('http', 'too-many-strangers')).toBe(1);
  await Promise.all(phones.map(({ closed }) => closed));
  expect((await fetch(`http://127.0.0.1:${ports.osmand}/?id=nobody`)).status).toBe(404);

  const told = () => lines.filter(({ msg }) => msg === 'connections were refused');
  await expect.poll(() => told().reduce((sum, { connections }) => sum + Number(connections), 0), { timeout: 4000 }).toBe(10);
  expect(told().length, 'not a line each').toBeLessThan(4);
  expect(told()[0]).toMatchObject({ address: '127.0.0.1', addresses: 1 });
});

test('12-A10: datagrams of unknown names of one address are looked up a few a second, those of known ones always', async () => {
  const { ports } = await gateway({ limits: { maxStrangersPerAddress: 3 } });
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const socket = createSocket('udp4');
  const send = (name: string, at: number) =>
    new Promise((resolve) =>
      socket.send(
        encodeDatagram({ packetId: 7, avlPacketId: 1, imei: name, records: makeRecords(1, at), codec: '8E' }),
        ports.teltonika,
        '127.0.0.1',
        resolve,
      ),
    );
  await send(imei, NOW.getTime());
  await expect.poll(async () => (await storedOf(trackerId)).length).toBe(1);
  const before = await counted('udp', 'too-many-strangers');
  for (let i = 0; i < 12; i++) await send(randomImei(), NOW.getTime());
  await send(imei, NOW.getTime() + 1000);
  await expect.poll(async () => (await storedOf(trackerId)).length).toBe(2);
  expect(await counted('udp', 'too-many-strangers')).toBeGreaterThan(before + 5);
  socket.close();
});

test('Bad input: who sends too fast is slowed down and loses nothing', async () => {
  const { ports } = await gateway({ limits: { maxMessagesPerSecond: 3 } });
  const { imei, trackerId } = await makeUnit(database, { accountId });
  const tracker = await greeted(ports.teltonika, imei);
  const begun = performance.now();
  for (let i = 0; i < 10; i++) {
    tracker.sendFrame(makeRecords(1, NOW.getTime() + i));
    await tracker.readAck();
  }
  expect(performance.now() - begun).toBeGreaterThan(1500);
  expect(await storedOf(trackerId)).toHaveLength(10);
});

test('Bad input: garbage of every kind on the tracker port ends its own connection and nobody else’s', async () => {
  const { ports } = await gateway();
  const { imei } = await makeUnit(database, { accountId });
  const good = await greeted(ports.teltonika, imei);
  for (const bytes of ['GET / HTTP/1.1\r\n\r\n', '\u0016\u0003\u0001', '\0\u000f35000000000000x', '\0\u000fabcdefghijklmno']) {
    const bad = await connectTracker(ports.teltonika);
    bad.send(Buffer.from(bytes, 'latin1'));
    await bad.closed;
    expect(bad.unread).toBe(0);
  }
  good.sendFrame(makeRecords(1, NOW.getTime()));
  expect(await good.readAck()).toBe(1);
});

test('15-identity: a tracker that speaks TLS reports, is acknowledged and obeys on a port of its own; plain bytes there are refused', async () => {
  const { cert, key } = makeCertificate(new Date());
  const started = await startGateway(
    {
      config: {
        host: '127.0.0.1',
        trackerPorts: ANY_PORTS,
        trackerTls: { ports: { [PROTOCOLS[0].name]: 0 }, cert, key },
        maxPositionMonths: 24,
      },
      log: pino({ level: 'silent' }),
      now: () => NOW,
      pipeline: database.pipeline,
      ports: { announce },
    },
    { sweepMs: 50 },
  );
  running.push(started);
  const port = started.securePorts[PROTOCOLS[0].name] ?? 0;
  const unit = await makeUnit(database, { accountId });
  const tracker = await connectTracker(port, { ca: cert });
  expect(await tracker.hello(unit.imei)).toBe(1);
  const records = makeRecords(3, NOW.getTime());
  tracker.sendFrame(records);
  expect(await tracker.readAck()).toBe(3);
  expect(await storedOf(unit.trackerId)).toHaveLength(3);
  await expect.poll(() => started.findSession(unit.trackerId)?.isOpen).toBe(true);
  started.findSession(unit.trackerId)?.sendCommand('getinfo');
  expect((await tracker.read(4)).length).toBe(4);
  const plain = await connectTracker(port);
  await expect(plain.hello(unit.imei)).rejects.toThrow();
});
