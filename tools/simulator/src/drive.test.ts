import { haversineM } from '@spora/telemetry/geometry';
import { expect, test } from 'vitest';
import { planDrive, type DriverManner } from './drive.ts';
import { findRoute, nearestJunction } from './network.ts';
import { ownNetwork, ownNetworks } from './network-file.ts';
import { mannerOf } from './occupation.ts';
import { pathOf, pathThrough } from './path.ts';
import { randomOf } from './random.ts';

const MANNER: DriverManner = { pace: 1, accelerate: 1.5, brake: 2, topKmh: 130, redShare: 0.5 };

test('on every network of the project each place is reached from each other, by roads of a drivable speed', () => {
  for (const network of ownNetworks().values()) {
    const [first] = network.places;
    expect(network.places.length).toBeGreaterThan(1);
    for (const place of network.places.slice(1)) {
      expect(findRoute(network, first!, place), `${network.name} to ${place}`).toBeDefined();
      expect(findRoute(network, place, first!), `${network.name} from ${place}`).toBeDefined();
    }
    for (const road of network.roads) expect(road.kmh >= 5 && road.kmh <= 130).toBe(true);
  }
});

test('a drive keeps to the limits, to its accelerations and to the street, and ends at rest where the path ends', () => {
  for (const name of ['stockholm', 'oslo', 'bergen', 'stockholm-goteborg']) {
    const network = ownNetwork(name);
    const random = randomOf('bounds', name);
    for (let round = 0; round < 5; round++) {
      const from = random.pick(network.places);
      const to = random.pick(network.places.filter((place) => place !== from));
      const path = pathOf(network, findRoute(network, from, to) ?? []);
      const drive = planDrive(path, MANNER, random);
      let before = drive.at(0);
      expect(before.mps).toBe(0);
      const fastest = Math.max(...path.kmh) / 3.6;
      // Hours of seconds: what is wrong is gathered and expected once.
      const faults: string[] = [];
      for (let second = 1; second <= Math.ceil(drive.seconds); second++) {
        const now = drive.at(second);
        const moved = haversineM(before.lat, before.lon, now.lat, now.lon);
        if (now.mps > fastest + 1e-6) faults.push(`too fast at ${second} s`);
        if (now.mps - before.mps > MANNER.accelerate + 1e-6) faults.push(`accelerates too hard at ${second} s`);
        if (before.mps - now.mps > MANNER.brake + 1e-6) faults.push(`brakes too hard at ${second} s`);
        if (now.metres < before.metres) faults.push(`goes back at ${second} s`);
        if (moved > now.metres - before.metres + 0.01) faults.push(`leaves the street at ${second} s`);
        before = now;
      }
      expect(faults).toEqual([]);
      expect(before.mps).toBe(0);
      expect(before.metres).toBeCloseTo(path.lengthM, 3);
    }
  }
});

test('a bend is taken slower than the straight before it', () => {
  const path = pathThrough(
    [
      { lat: 59, lon: 18 },
      { lat: 59.01, lon: 18 },
      { lat: 59.01, lon: 18.02 },
    ],
    80,
  );
  const drive = planDrive(path, MANNER, randomOf('bend'));
  let atBend = Infinity;
  let fastest = 0;
  for (let second = 0; second < drive.seconds; second += 0.2) {
    const { metres, mps } = drive.at(second);
    fastest = Math.max(fastest, mps);
    if (Math.abs(metres - path.metres[1]!) < 3) atBend = Math.min(atBend, mps);
  }
  expect(fastest * 3.6).toBeCloseTo(80, 0);
  expect(atBend * 3.6).toBeLessThan(60);
});

test('a halt on the way is a stand of that long', () => {
  const path = pathThrough(
    [
      { lat: 59, lon: 18 },
      { lat: 59.01, lon: 18 },
    ],
    50,
  );
  const drive = planDrive(path, MANNER, randomOf('halt'), [{ metre: 500, seconds: 90 }]);
  let stood = 0;
  for (let second = 1; second < drive.seconds - 1; second++) if (drive.at(second).mps === 0) stood++;
  expect(stood).toBeGreaterThanOrEqual(88);
  expect(stood).toBeLessThanOrEqual(91);
});

test('one-way streets are driven their way only', () => {
  const network = ownNetwork('stockholm');
  const random = randomOf('one-way');
  for (let round = 0; round < 40; round++) {
    const steps = findRoute(network, random.pick(network.places), random.pick(network.places)) ?? [];
    for (const { road, isReversed } of steps) expect(road.isOneway && isReversed).toBe(false);
  }
});

test('the nearest junction is the one at the point', () => {
  const network = ownNetwork('malmo');
  const junction = network.places[3]!;
  expect(nearestJunction(network, network.lat[junction]!, network.lon[junction]!)).toBe(junction);
});

test('a plough goes as fast as the snow lets it: its greatest speed is well above what it comes to on the whole', () => {
  const network = ownNetwork('kiruna');
  const random = randomOf('snow');
  const [from, to] = [network.places[0]!, network.places.at(-1)!];
  const path = pathOf(network, findRoute(network, from, to) ?? []);
  const drive = planDrive(path, mannerOf('plough', random), random);
  const speeds = Array.from({ length: Math.floor(drive.seconds) }, (_, second) => drive.at(second).mps * 3.6);
  const average = path.lengthM / drive.seconds / (1 / 3.6);
  expect(Math.max(...speeds)).toBeGreaterThan(average * 1.15);
  expect(Math.max(...speeds)).toBeLessThanOrEqual(60);
  expect(average).toBeGreaterThan(30);
});
