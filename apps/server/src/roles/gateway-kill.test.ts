import { DAY_MS } from '@spora/calendar/durations';
import { PROTOCOLS } from '@spora/protocols/list';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { readTrackerRange } from '../core/log/read-log.ts';
import { makeAccount, makeUnit, testDatabase } from '../testing/database.ts';
import { connectTracker, makeRecords, type TestTracker } from '../testing/tracker.ts';

const database = await testDatabase();
afterAll(() => database.close());

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

function startProgram(port: number) {
  return spawn(process.execPath, [MAIN, '--roles', 'gateway'], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      DATABASE_API_URL: database.urls.api,
      DATABASE_PIPELINE_URL: database.urls.pipeline,
      MAIL_MODE: 'none',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      ...Object.fromEntries(PROTOCOLS.map(({ port }) => [port.setting, '0'])),
      [PROTOCOLS[0].port.setting]: String(port),
    },
  });
}

async function untilGreeted(port: number, imei: string): Promise<TestTracker> {
  for (;;) {
    try {
      const tracker = await connectTracker(port);
      if ((await tracker.hello(imei)) === 1) return tracker;
    } catch {
      await sleep(30);
    }
  }
}

test('Kill: of a program that dies under load every acknowledged record is in the log, once, and the order has no gap', async () => {
  const port = await freePort();
  const { imei, trackerId } = await makeUnit(database, { accountId: await makeAccount(database) });
  const startMs = Math.floor(Date.now() / 1000) * 1000 - DAY_MS;
  const acknowledged: number[] = [];
  let next = 0;
  for (let life = 0; life < 3; life++) {
    const program = startProgram(port);
    const tracker = await untilGreeted(port, imei);
    const killAfter = acknowledged.length + 40 + life * 17;
    try {
      for (;;) {
        const records = makeRecords(1 + (next % 5), startMs + next * 1000);
        tracker.sendFrame(records);
        if (acknowledged.length >= killAfter) program.kill('SIGKILL');
        expect(await tracker.readAck()).toBe(records.length);
        acknowledged.push(...records.map(({ timeMs }) => timeMs));
        next += records.length;
      }
    } catch (error) {
      // The frame under way is sent again in the next life.
      expect(String(error)).toContain('the connection was closed');
    }
  }
  const { timeMs } = await readTrackerRange(database.pipeline, trackerId, { fromMs: 0, toMs: Date.now() * 2 });
  expect(acknowledged.length).toBeGreaterThan(120);
  expect(new Set(timeMs).size).toBe(timeMs.length);
  expect(acknowledged.filter((at) => !timeMs.includes(at))).toEqual([]);
  const { rows } = await sql<{
    seq: number;
  }>`SELECT seq FROM position_segment WHERE tracker_id = ${trackerId} ORDER BY seq`.execute(database.owner);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
}, 60_000);
