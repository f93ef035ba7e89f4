import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { encodeFrame } from '@spora/protocols/teltonika/encode';
import type { PositionRecord } from '@spora/telemetry/record';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, expect, test } from 'vitest';
import { pictureOf, recordOf } from '../testing/projector.ts';
import { driveBuilder, randomFrom } from '../testing/drive.ts';
import { announce } from '../features.ts';
import { createPostgresWake } from '../platform/wake/postgres-wake.ts';
import { type MadeUnit, makeAccount, makeUnit, testDatabase } from '../testing/database.ts';
import { ANY_PORTS, connectTracker } from '../testing/tracker.ts';
import { type RunningGateway, startGateway } from './gateway.ts';
import { createProjector } from '../testing/engine.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const NOW = new Date('2026-03-12T12:00:00Z');
const log = pino({ level: 'silent' });
const database = await testDatabase();
const wake = createPostgresWake({ url: database.urls.pipeline, log });
const accountId = await makeAccount(database);
let gateway: RunningGateway | undefined;
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});
afterAll(() => database.close());

/** Three trips: a tunnel, a stand in traffic, jitter while parked, and one over midnight, here and in UTC. */
const HISTORY: readonly PositionRecord[] = [
  ...driveBuilder({ withOdometer: true })
    .stand(300, { ignition: false, jitterM: 20 })
    .drive(900, 50, { ignition: true })
    .silent(240, 50)
    .drive(600, 70, { ignition: true, turn: 0.3 })
    .stand(1200, { ignition: false, jitterM: 20 })
    .drive(700, 60, { ignition: true, turn: -0.2 })
    .stand(100, { ignition: true })
    .drive(300, 30, { ignition: true })
    .stand(900, { ignition: false }).fixes,
  ...driveBuilder({ startMs: Date.UTC(2026, 2, 11, 22, 40), seed: 4 })
    .stand(400, { ignition: false })
    .drive(5400, 80, { ignition: true })
    .stand(900, { ignition: false }).fixes,
].map(recordOf);

const framesOf = (records: readonly PositionRecord[], size: number): PositionRecord[][] =>
  Array.from({ length: Math.ceil(records.length / size) }, (_, i) => records.slice(i * size, i * size + size));

async function startPort(): Promise<number> {
  const config = { host: '127.0.0.1', trackerPorts: ANY_PORTS, maxPositionMonths: 24 };
  gateway = await startGateway({ config, log, now: () => NOW, pipeline: database.pipeline, ports: { announce } });
  return gateway.ports.teltonika;
}

interface Sending {
  /** So many bytes in one write. */
  readonly cut?: number;
  /** Waits for each acknowledgement before the next frame, and for the projector. */
  readonly afterEach?: () => Promise<void>;
}

/** Sends frames over a connection until each is acknowledged with its own count. */
async function report(
  port: number,
  { imei }: MadeUnit,
  frames: readonly PositionRecord[][],
  sending: Sending = {},
): Promise<void> {
  const tracker = await connectTracker(port);
  expect(await tracker.hello(imei)).toBe(1);
  for (const frame of frames) {
    const bytes = encodeFrame(frame, '8E');
    const cut = sending.cut ?? bytes.length;
    for (let at = 0; at < bytes.length; at += cut) tracker.send(bytes.subarray(at, at + cut));
    if (!sending.afterEach) continue;
    expect(await tracker.readAck()).toBe(frame.length);
    await sending.afterEach();
  }
  if (!sending.afterEach) for (const frame of frames) expect(await tracker.readAck()).toBe(frame.length);
  tracker.close();
}

test('Trackers: a drive sent in order, twice and regrouped, shuffled, newest first or byte by byte is the same trips, byte for byte', async () => {
  const port = await startPort();
  const projector = createProjector({ db: database.pipeline, wake, log, now: () => NOW });
  const projected = { afterEach: () => projector.drain() };
  const random = randomFrom(11);
  const inOrder = framesOf(HISTORY, 20);
  const shuffled = inOrder
    .map((frame) => ({ frame, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ frame }) => frame);
  const ways: [string, PositionRecord[][], Sending][] = [
    ['in order', inOrder, {}],
    ['twice, regrouped', [...inOrder, ...framesOf(HISTORY, 7)], {}],
    ['shuffled at once', shuffled, {}],
    ['shuffled, each projected', shuffled, projected],
    ['newest first, each projected', inOrder.toReversed(), projected],
    ['byte by byte', inOrder, { cut: 1 }],
  ];
  let expected: string | undefined;
  for (const [way, frames, sending] of ways) {
    const unit = await makeUnit(database, { accountId });
    await report(port, unit, frames, sending);
    await projector.drain();
    const picture = await pictureOf(database, unit);
    expect(picture.trips, way).toHaveLength(3);
    expect(picture.days, way).toHaveLength(3);
    expected ??= JSON.stringify(picture);
    expect(JSON.stringify(picture), way).toBe(expected);
  }
  await projector.stop();
}, 60_000);

test('Kill: of a projector that dies again and again the trips, days and latest positions are those of one that lives', async () => {
  const port = await startPort();
  const undisturbed = await makeUnit(database, { accountId });
  await report(port, undisturbed, framesOf(HISTORY, 5));
  const projector = createProjector({ db: database.pipeline, wake, log, now: () => NOW });
  await projector.drain();
  await projector.stop();

  const random = randomFrom(23);
  const units = await Promise.all(Array.from({ length: 8 }, () => makeUnit(database, { accountId })));
  // One commit a frame, the later half before the earlier one: many transactions, and late data among them.
  const frames = framesOf(HISTORY, 5);
  const half = frames.length >> 1;
  const committed = { afterEach: async () => {} };
  await Promise.all(units.map((unit) => report(port, unit, [...frames.slice(half), ...frames.slice(0, half)], committed)));
  const trackerIds = units.map(({ trackerId }) => trackerId);
  const reached = async () => {
    const { rows } = await sql<{ seq: number; left: number }>`
      SELECT coalesce(sum(c.seq), 0)::int AS seq, sum(t.next_seq - 1 - coalesce(c.seq, 0))::int AS left
      FROM tracker t LEFT JOIN projection_checkpoint c ON c.tracker_id = t.id WHERE t.id = ANY (${trackerIds}::bigint[])`.execute(
      database.owner,
    );
    return rows[0] ?? { seq: 0, left: 0 };
  };

  let kills = 0;
  for (let before = await reached(); before.left > 0 && kills < 4; before = await reached()) {
    const program = startProjectorProgram();
    const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
    while ((await reached()).seq === before.seq && program.exitCode === null) await sleep(2);
    await sleep(random() * 20);
    program.kill('SIGKILL');
    await ended;
    kills++;
  }
  expect(kills).toBeGreaterThan(1);
  const survivor = createProjector({ db: database.pipeline, wake, log, now: () => NOW });
  await survivor.drain();
  await survivor.stop();
  const expected = JSON.stringify(await pictureOf(database, undisturbed));
  for (const unit of units) expect(JSON.stringify(await pictureOf(database, unit))).toBe(expected);
}, 120_000);

const startProjectorProgram = () =>
  spawn(process.execPath, [MAIN, '--roles', 'projector'], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      DATABASE_API_URL: database.urls.api,
      DATABASE_PIPELINE_URL: database.urls.pipeline,
      MAIL_MODE: 'none',
      LOG_LEVEL: 'silent',
    },
  });
