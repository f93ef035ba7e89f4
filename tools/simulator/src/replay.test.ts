import { afterEach, expect, test } from 'vitest';
import { parseCsv, parseGpx, type Fix } from './drive-file.ts';
import { recordsOfDrive, replayDrive, shiftedTo } from './replay.ts';
import { startTestServer } from './testing-server.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

const CSV = `t_utc,t_rel_s,lat,lon,speed_kmh,course,ele,hdop,sat,trip_id
2008-11-07T09:59:39Z,1,59.2992126,18.0804176,4.28,359.6,80.3,5.4,4,
2008-11-07T09:59:38Z,0,59.2992072,18.0804219,4.39,9.8,80.8,5.4,4,
2008-11-07T09:59:39Z,1,59.2992126,18.0804176,4.28,359.6,80.3,5.4,4,
not a time,2,59.3,18.1,,,,,,
2008-11-07T09:59:41Z,3,,18.1,,,,,,
`;

test('a CSV is read in order of time, each instant once, rows without a position left out', () => {
  const fixes = parseCsv(CSV);
  expect(fixes.map(({ timeMs }) => new Date(timeMs).toISOString().slice(17, 19))).toEqual(['38', '39']);
  expect(fixes[0]).toEqual({
    timeMs: Date.parse('2008-11-07T09:59:38Z'),
    lat: 59.2992072,
    lon: 18.0804219,
    speedKmh: 4.39,
    headingDeg: 9.8,
    altitudeM: 80.8,
    hdop: 5.4,
    satellites: 4,
  });
});

test('without clock, speed and course a CSV counts from its first second and they are computed', () => {
  const fixes = parseCsv('t_utc,t_rel_s,lat,lon,speed_kmh,course\n,0,60,23,,\n,10,60.0009,23,,\n,20,60.0018,23,,\n');
  expect(fixes.map(({ timeMs }) => timeMs)).toEqual([0, 10_000, 20_000]);
  expect(fixes[1]!.speedKmh).toBeCloseTo(36, 0);
  expect(fixes[1]!.headingDeg).toBeCloseTo(0, 5);
});

test('a GPX is read with its namespaces, speed in metres a second and attributes in any order', () => {
  const fixes = parseGpx(`<gpx><trk><trkseg>
    <trkpt lon='18.1' lat="59.3"><ele>12</ele><time>2026-05-01T10:00:00Z</time><extensions><gpxtpx:speed>10</gpxtpx:speed></extensions></trkpt>
    <trkpt lat="59.301" lon="18.1"><time>2026-05-01T10:00:11Z</time><sat>7</sat></trkpt>
    <trkpt lat="59.302" lon="18.1"></trkpt></trkseg></trk></gpx>`);
  expect(fixes.length).toBe(2);
  expect(fixes[0]).toMatchObject({ lat: 59.3, lon: 18.1, speedKmh: 36, altitudeM: 12 });
  expect(fixes[1]).toMatchObject({ satellites: 7 });
});

const fixAt = (second: number, speedKmh: number): Fix => ({
  timeMs: 1_000_000_000_000 + second * 1000,
  lat: 59 + second * 1e-5,
  lon: 18,
  speedKmh,
  headingDeg: 0,
  altitudeM: 0,
  hdop: 0.8,
  satellites: 9,
});

test('a replay is shifted as a whole so that its last fix is now', () => {
  const shifted = shiftedTo([fixAt(0, 10), fixAt(7, 10), fixAt(60, 10)], 1_800_000_000_000);
  expect(shifted.map(({ timeMs }) => timeMs - 1_800_000_000_000)).toEqual([-60_000, -53_000, 0]);
});

test('ignition follows the speed: a short stand is waited through, a long one is off from its first still fix, a silence parts drives', () => {
  const fixes = [
    fixAt(0, 0),
    fixAt(10, 30),
    ...[20, 60, 100].map((second) => fixAt(second, 0)),
    fixAt(110, 30),
    ...[120, 200, 280, 330].map((second) => fixAt(second, 0)),
    fixAt(340, 40),
    fixAt(2000, 40),
    fixAt(2010, 0),
  ];
  const isOn = recordsOfDrive(fixes).map(({ io }) => io.find(({ id }) => id === 239)?.value === 1);
  expect(isOn).toEqual([false, true, true, true, true, true, false, false, false, false, true, true, false]);
});

test('the odometer of a replay is the way driven and stands still while parked', () => {
  const records = recordsOfDrive([fixAt(0, 40), fixAt(10, 40), fixAt(20, 40)]);
  const metres = records.map(({ io }) => Number(io.find(({ id }) => id === 16)?.value));
  expect(metres[0]).toBe(0);
  expect(metres[2]).toBeGreaterThan(20);
  expect(metres[2]).toBeLessThan(24);
});

test('a replay arrives whole over a socket, at its own times when told to keep them', async () => {
  const server = await startTestServer();
  open.push(server);
  const fixes = Array.from({ length: 100 }, (_, i) => fixAt(i, 30));
  const replay = replayDrive({
    host: '127.0.0.1',
    port: server.port,
    imei: '001010000000017',
    fixes,
    speedup: Infinity,
    keepTime: true,
  });
  await replay.done;
  expect(replay.sent).toBe(100);
  expect(server.batches.flat().map(({ timeMs }) => timeMs)).toEqual(fixes.map(({ timeMs }) => timeMs));
});

test('a sped-up replay never reports the future and ends now', async () => {
  const server = await startTestServer();
  open.push(server);
  const fixes = Array.from({ length: 20 }, (_, i) => fixAt(i, 30));
  const replay = replayDrive({ host: '127.0.0.1', port: server.port, imei: '001010000000017', fixes, speedup: 60 });
  await replay.done;
  const last = Math.max(...server.batches.flat().map(({ timeMs }) => timeMs));
  expect(last).toBeLessThanOrEqual(Date.now());
  expect(last).toBeGreaterThan(Date.now() - 3000);
});

test('an unregistered tracker ends its replay with the reason', async () => {
  const server = await startTestServer({ accepts: () => false });
  open.push(server);
  const replay = replayDrive({
    host: '127.0.0.1',
    port: server.port,
    imei: '001010000000017',
    fixes: [fixAt(0, 1)],
    speedup: Infinity,
  });
  await expect(replay.done).rejects.toThrow('register it first');
});
