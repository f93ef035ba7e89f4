import { DAY_MS } from '@spora/calendar/durations';
import { PROTOCOLS } from '@spora/protocols/list';
import type { PositionRecord } from '@spora/telemetry/record';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { readArguments } from './arguments.ts';
import { simulateFleet } from './fleet.ts';
import { fleetOf } from './fleet-file.ts';
import { imeiAfter, mixedFleet, unitUnderWay } from './fleet-units.ts';
import { recordUnit } from './recorder.ts';
import { findRoute } from './network.ts';
import { readGraph, readRoutes } from './network-file.ts';
import { startTestServer } from './testing-server.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

test('a fleet sends its past at once, reaches now and goes on live, every record once', async () => {
  const server = await startTestServer();
  open.push(server);
  const units = mixedFleet({ count: 12, seed: 5, imeiFrom: '001010000000001' }).map((unit) => ({
    ...unit,
    transport: 'tcp' as const,
    lostAckChance: 0,
  }));
  const fromMs = Date.now() - 24 * 3_600_000;
  const fleet = simulateFleet({ host: '127.0.0.1', port: server.port, seed: 5, units, fromMs, speedup: Infinity });
  await fleet.caughtUp;
  expect(fleet.stats.isLive).toBe(true);
  await fleet.stop();
  expect(new Set(server.hellos).size).toBe(12);
  const times = server.batches.flat().map(({ timeMs }) => timeMs);
  expect(times.length).toBe(fleet.stats.acknowledged);
  expect(fleet.stats.acknowledged + fleet.stats.waiting).toBe(fleet.stats.recorded);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(fromMs);
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.now());
}, 30_000);

test('a written unit is taken away and brought back with its engine off, and works as ever before and after', () => {
  const outing = { from: '2026-11-04T19:00:00Z', back: '2026-11-05T04:00:00Z', to: [59.36746, 17.99694] } as const;
  const unit = { imei: '001010000000001', network: 'stockholm', occupation: 'machine', from: '2026-11-03T00:00:00Z' } as const;
  const written = fleetOf({ seed: 7, since: '2026-11-01T00:00:00Z', units: [{ ...unit, outing }] }).units[0]!;
  const records: PositionRecord[] = [];
  for (const { record } of recordUnit({ ...written, seed: 7, sinceMs: Date.parse(unit.from), fromMs: written.fromMs! })) {
    if (record.timeMs > Date.parse('2026-11-06T00:00:00Z')) break;
    records.push(record);
  }
  for (const [i, { timeMs }] of records.entries()) if (i > 0) expect(timeMs).toBeGreaterThan(records[i - 1]!.timeMs);
  const at = (time: string) => records.findLast(({ timeMs }) => timeMs <= Date.parse(time))!;
  const kmFrom = (a: { latE7: number; lonE7: number }, [lat, lon]: readonly [number, number]) =>
    Math.hypot(a.latE7 / 1e7 - lat, (a.lonE7 / 1e7 - lon) / 2) * 111;
  const home = at('2026-11-04T18:50:00Z');
  expect(kmFrom(home, outing.to)).toBeGreaterThan(2);
  expect(kmFrom(at('2026-11-05T03:00:00Z'), outing.to)).toBeLessThan(0.2);
  expect(kmFrom(at('2026-11-05T23:00:00Z'), [home.latE7 / 1e7, home.lonE7 / 1e7])).toBeLessThan(0.2);
  const fast = records.filter(({ speedKmh }) => speedKmh > 20);
  expect(fast.length).toBeGreaterThan(20);
  for (const { io } of fast) expect(io.find(({ id }) => id === 239)?.value).toBe(0);
});

test('a written unit lives where the file says, counts from its own day, shows its tag while it runs, and tells days of long ago in few records', () => {
  const home = [59.30451, 18.09077] as const;
  const since = '2026-10-05T22:00:00Z';
  const unit = { imei: '001010000000001', network: 'stockholm', occupation: 'service', since, from: since } as const;
  const fleet = (more: object) => fleetOf({ seed: 7, since: '2026-11-01T00:00:00Z', units: [{ ...unit, ...more }] }).units[0]!;
  const dayOf = (more: object) => {
    const written = fleet({ home, customers: [[59.33208, 18.04055]], traits: { driverTag: '01A4C20F5E7B3091' }, ...more });
    const records = [];
    for (const { record } of recordUnit({ ...written, seed: 7, sinceMs: written.sinceMs!, fromMs: written.fromMs! })) {
      if (record.timeMs > Date.parse('2026-10-07T00:00:00Z')) break;
      records.push(record);
    }
    return records;
  };
  const [fine, coarse] = [dayOf({}), dayOf({ coarseUntil: '2026-11-01T00:00:00Z' })];
  expect(coarse.length).toBeLessThan(fine.length / 2);
  for (const records of [fine, coarse]) {
    expect(Math.abs(records[0]!.latE7 / 1e7 - home[0])).toBeLessThan(0.001);
    expect(Math.abs(records.at(-1)!.latE7 / 1e7 - home[0])).toBeLessThan(0.001);
    const isRunning = (record: (typeof records)[number]) => record.io.some(({ id, value }) => id === 239 && value === 1);
    for (const record of records)
      expect(record.io.some(({ id, value }) => id === 78 && value === 0x01a4c20f5e7b3091n)).toBe(isRunning(record));
  }
  const drivenM = (records: typeof fine) => Number(records.at(-1)!.io.find(({ id }) => id === 16)!.value);
  expect(drivenM(coarse)).toBe(drivenM(fine));
});

test('a sped-up clock starts in the past, runs as fast as it is told and stops at now', async () => {
  const now = Date.UTC(2026, 9, 6, 3);
  vi.useFakeTimers({ now });
  onTestFinished(() => void vi.useRealTimers());
  const fleet = simulateFleet({ host: '127.0.0.1', port: 1, seed: 1, units: [], fromMs: now - 9_000, speedup: 10 });
  let isLive = false;
  void fleet.caughtUp.then(() => (isLive = true));
  expect(fleet.stats.clockMs).toBe(now - 9_000);
  await vi.advanceTimersByTimeAsync(500);
  expect([fleet.stats.clockMs, isLive]).toEqual([now - 9_000 + 5_000, false]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([fleet.stats.clockMs, isLive]).toEqual([now + 2_500, true]);
  await fleet.stop();
});

test('a fleet whose server is away stops in time', async () => {
  const units = mixedFleet({ count: 3, seed: 1, imeiFrom: '001010000000001' });
  const fleet = simulateFleet({ host: '127.0.0.1', port: 1, seed: 1, units, fromMs: Date.now() - 3_600_000, speedup: Infinity });
  const before = performance.now();
  await fleet.stop();
  expect(performance.now() - before).toBeLessThan(2000);
});

test('a fleet that reports more rarely drives the same trips with fewer records', () => {
  const fromMs = Date.UTC(2026, 9, 6, 3);
  const dayOf = (args: string[]) => {
    const { everyS } = readArguments(args);
    const [unit] = mixedFleet({ count: 1, seed: 1, imeiFrom: '001010000000001', movingEveryS: everyS });
    const records = [];
    for (const { record } of recordUnit({ ...unit!, seed: 1, sinceMs: fromMs, fromMs })) {
      if (record.timeMs > fromMs + DAY_MS) return records;
      records.push(record);
    }
    return records;
  };
  const [often, rarely] = [dayOf([]), dayOf(['--every', '60'])];
  const starts = (records: typeof often) => records.filter(({ eventId }) => eventId === 239).map(({ timeMs }) => timeMs);
  expect(starts(rarely)).toEqual(starts(often));
  expect(starts(rarely).length).toBeGreaterThan(2);
  expect(rarely.length * 3).toBeLessThan(often.length);
  expect(() => readArguments(['--every', '0'])).toThrow('--every takes a number from 1 to 3600, not 0.');
});

test('a large fleet shares its lives and has an IMEI for each unit', () => {
  const units = mixedFleet({ count: 500, seed: 1, imeiFrom: '001010000000001' });
  expect(new Set(units.map(({ imei }) => imei)).size).toBe(500);
  expect(new Set(units.map(({ life }) => life)).size).toBeLessThanOrEqual(240);
  for (const { dialect, traits } of units)
    if (traits.eyeSensors > 0) expect(dialect).toBe(PROTOCOLS[0].transports[0].device.dialects[0]);
  expect(() => imeiAfter('999999999999999', 1)).toThrow('15 digits');
});

test('a fleet file with an unknown occupation or network is refused by name', () => {
  const file = (more: object) => ({
    seed: 1,
    since: '2026-11-16T00:00:00Z',
    units: [{ imei: '001010000000001', network: 'stockholm', occupation: 'service' as const, ...more }],
  });
  expect(fleetOf(file({})).units.length).toBe(1);
  expect(() => fleetOf(file({ occupation: 'pirate' }))).toThrow('pirate');
  expect(() => fleetOf(file({ network: 'atlantis' }))).toThrow('atlantis');
});

test('a street graph in the documented form is driven, one-way streets included', () => {
  const graph = readGraph(
    JSON.stringify({
      precision: 100_000,
      classes: ['primary', 'residential'],
      nodes: [1_800_000, 5_900_000, 1_801_000, 5_900_000, 1_801_000, 5_901_000],
      edges: [
        [0, 1, 1, 1, 30, 0, 570, [500, 10]],
        [1, 2, 0, 0, 50, 0, 1110, []],
        [2, 0, 0, 1, 30, 0, 1250, []],
      ],
    }),
    'test',
    'Europe/Stockholm',
  );
  expect(findRoute(graph, 0, 1)?.length).toBe(1);
  expect(findRoute(graph, 1, 0)?.length).toBe(2);
  expect([...(graph.roads[0]?.points ?? [])]).toEqual([59, 18, 59.0001, 18.005, 59, 18.01]);
});

test('a long route from GeoJSON is driven from end to end and back', () => {
  const [route] = readRoutes(
    JSON.stringify({
      features: [
        {
          properties: {},
          geometry: {
            type: 'LineString',
            coordinates: [
              [18, 59],
              [18.1, 59.1],
              [18.2, 59.1],
            ],
          },
        },
      ],
    }),
    'Europe/Stockholm',
  );
  expect(route && findRoute(route, route.places[0]!, route.places[1]!)?.length).toBe(2);
  expect(route && findRoute(route, route.places[1]!, route.places[0]!)?.length).toBe(2);
});

test('the command line says what it cannot do', () => {
  expect(readArguments(['--units', '200', '--speedup', '10'])).toMatchObject({ units: 200, speedup: 10, port: 5027 });
  expect(readArguments(['--speedup', 'max']).speedup).toBe(Infinity);
  expect(() => readArguments(['--units', '0'])).toThrow('--units');
  expect(() => readArguments(['--units', 'many'])).toThrow('--units');
  expect(() => readArguments(['--replay', 'x.csv'])).toThrow('--replay: there is nothing at');
  expect(() => readArguments(['--replay', import.meta.filename])).toThrow('--imei');
  expect(() => readArguments(['--from', 'yesterday'])).toThrow('--from');
  expect(() => readArguments(['--imei', '12'])).toThrow('--imei');
});

test('REG-001: one unit that somebody registered is under way at every hour of every day, with an hour of its past', () => {
  expect(readArguments(['--imei', '001099000000019'])).toMatchObject({ hours: 1, speedup: Infinity });
  expect(readArguments(['--imei', '001099000000019', '--hours', '0', '--speedup', '1'])).toMatchObject({ hours: 0, speedup: 1 });
  for (let hour = 0; hour < 7 * 24; hour += 1) {
    const now = new Date(Date.parse('2026-11-16T00:30:00+01:00') + hour * 3_600_000);
    const { imei, life } = unitUnderWay('001099000000019', 1, now);
    expect(imei).toBe('001099000000019');
    const since = now.getTime() - 3_600_000;
    const drives = [since, now.getTime()].flatMap((at) => life.planOf(life.dayAt(at)).drives);
    expect(
      drives.some(({ startMs, endMs }) => startMs < now.getTime() && endMs > since),
      now.toISOString(),
    ).toBe(true);
  }
});
