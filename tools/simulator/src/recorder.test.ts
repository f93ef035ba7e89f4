import { nameValues } from '@spora/protocols/avl/names';
import { DAY_MS } from '@spora/calendar/durations';
import { haversineM } from '@spora/telemetry/geometry';
import { find, flush, type FoundPassage, nothingFound } from '@spora/tolls/finder';
import { expect, test } from 'vitest';
import { createLife } from './day-plan.ts';
import { ORDINARY_TRACKER } from './fleet-units.ts';
import { instantOf, localDay } from './local-time.ts';
import { ownNetwork, ownNetworks } from './network-file.ts';
import type { Occupation } from './occupation.ts';
import { recordUnit, type RecorderOptions, type TakenRecord, type TrackerTraits } from './recorder.ts';

const MONDAY = Date.parse('2026-11-16T00:00:00+01:00');

function optionsOf(
  occupation: Occupation,
  networkName: string,
  more: Partial<RecorderOptions> = {},
  traits: Partial<TrackerTraits> = {},
): RecorderOptions {
  const life = createLife({ seed: 3, name: occupation, occupation, network: ownNetwork(networkName) });
  return {
    seed: 3,
    name: occupation,
    life,
    sinceMs: MONDAY,
    fromMs: MONDAY,
    traits: { ...ORDINARY_TRACKER, ...traits },
    ...more,
  };
}
function take(options: RecorderOptions, untilMs: number): TakenRecord[] {
  const taken: TakenRecord[] = [];
  for (const each of recordUnit(options)) {
    if (each.record.timeMs >= untilMs) return taken;
    taken.push(each);
  }
  return taken;
}
const ioOf = ({ record }: TakenRecord, id: number) => Number(record.io.find((io) => io.id === id)?.value);
const isFix = ({ record }: TakenRecord) => record.satellites > 0;
const metresBetween = (a: TakenRecord, b: TakenRecord) =>
  haversineM(a.record.latE7 / 1e7, a.record.lonE7 / 1e7, b.record.latE7 / 1e7, b.record.lonE7 / 1e7);

const EVERYBODY: readonly (readonly [Occupation, string])[] = [
  ['service', 'stockholm'],
  ['night-taxi', 'oslo'],
  ['commuter', 'bergen'],
  ['long-haul', 'malmo-goteborg'],
  ['boat', 'stockholm-archipelago'],
  ['machine', 'goteborg'],
  ['plough', 'kiruna'],
];

test.each(EVERYBODY)('three days of a %s in %s: in order of time, no jump, no speed that cannot be', (occupation, network) => {
  const taken = take(optionsOf(occupation, network), MONDAY + 3 * DAY_MS);
  expect(taken.length).toBeGreaterThan(100);
  for (let i = 1; i < taken.length; i++) expect(taken[i]!.record.timeMs).toBeGreaterThan(taken[i - 1]!.record.timeMs);
  const fixes = taken.filter(isFix);
  for (let i = 1; i < fixes.length; i++) {
    const seconds = (fixes[i]!.record.timeMs - fixes[i - 1]!.record.timeMs) / 1000;
    expect(metresBetween(fixes[i - 1]!, fixes[i]!)).toBeLessThanOrEqual((135 / 3.6) * seconds + 130);
    expect(fixes[i]!.record.speedKmh).toBeLessThanOrEqual(137);
  }
});

test.each(EVERYBODY)('the odometer of a %s in %s never falls and counts the metres of the drives', (occupation, network) => {
  const options = optionsOf(occupation, network);
  const taken = take(options, MONDAY + 3 * DAY_MS);
  for (let i = 1; i < taken.length; i++) expect(ioOf(taken[i]!, 16)).toBeGreaterThanOrEqual(ioOf(taken[i - 1]!, 16));
  const driven = ioOf(taken.at(-1)!, 16) - ORDINARY_TRACKER.odometerAtStartM;
  const planned = [0, 1, 2, 3, 4].flatMap((n) => options.life.planOf(options.life.dayAt(MONDAY) + n).drives);
  const over = planned
    .filter(({ endMs }) => endMs <= taken.at(-1)!.record.timeMs)
    .reduce((sum, { drive }) => sum + drive.path.lengthM, 0);
  const begun = planned
    .filter(({ startMs }) => startMs <= taken.at(-1)!.record.timeMs)
    .reduce((sum, { drive }) => sum + drive.path.lengthM, 0);
  expect(driven).toBeGreaterThanOrEqual(over * 0.99 - 1);
  expect(driven).toBeLessThanOrEqual(begun * 1.01 + 1);
});

test('the way between the fixes of a drive is the odometer within two percent', () => {
  const taken = take(optionsOf('commuter', 'bergen'), MONDAY + 2 * DAY_MS).filter((each) => isFix(each) && ioOf(each, 240) === 1);
  let way = 0;
  let odometer = 0;
  for (let i = 1; i < taken.length; i++) {
    if (taken[i]!.record.timeMs - taken[i - 1]!.record.timeMs > 30_000) continue;
    way += metresBetween(taken[i - 1]!, taken[i]!);
    odometer += ioOf(taken[i]!, 16) - ioOf(taken[i - 1]!, 16);
  }
  expect(odometer).toBeGreaterThan(20_000);
  expect(Math.abs(way / odometer - 1)).toBeLessThan(0.02);
});

test('a parked vehicle stays where it is but for the jitter of its receiver', () => {
  const parked = take(optionsOf('service', 'stockholm'), MONDAY + 2 * DAY_MS).filter(
    (each) => ioOf(each, 239) === 0 && isFix(each),
  );
  const stands = Map.groupBy(parked, (each) => ioOf(each, 16));
  expect(stands.size).toBeGreaterThan(4);
  let hasJitter = false;
  for (const stand of stands.values()) {
    for (const each of stand) {
      expect(each.record.speedKmh).toBe(0);
      expect(metresBetween(stand[0]!, each)).toBeLessThan(120);
      hasJitter ||= metresBetween(stand[0]!, each) > 1;
    }
  }
  expect(hasJitter).toBe(true);
});

test('the ignition is on before a drive moves and off after it stands, each told as an event', () => {
  const taken = take(optionsOf('service', 'stockholm'), MONDAY + 2 * DAY_MS);
  for (const each of taken) if (each.record.speedKmh > 0) expect(ioOf(each, 239)).toBe(1);
  const events = taken.filter(({ record }) => record.eventId === 239);
  expect(events.length).toBeGreaterThan(6);
  events.forEach((each, i) => expect(ioOf(each, 239)).toBe(i % 2 === 0 ? 1 : 0));
  const urgent = take(optionsOf('service', 'stockholm', {}, { eventPriority: 1 }), MONDAY + 2 * DAY_MS);
  for (const { record } of urgent) expect(record.priority).toBe(record.eventId === 239 ? 1 : 0);
});

test('the same seed gives the same records, also when it is started in the middle', () => {
  const whole = take(optionsOf('night-taxi', 'stockholm'), MONDAY + 2 * DAY_MS);
  expect(take(optionsOf('night-taxi', 'stockholm'), MONDAY + 2 * DAY_MS)).toEqual(whole);
  const fromMs = MONDAY + 1.9 * DAY_MS;
  const late = take(optionsOf('night-taxi', 'stockholm', { fromMs }), MONDAY + 2 * DAY_MS);
  expect(late.length).toBeGreaterThan(10);
  const wanted = whole.filter(({ record }) => record.timeMs >= fromMs).map(({ record }) => record);
  expect(late.map(({ record }) => record).slice(5)).toEqual(wanted.slice(5));
  expect(take({ ...optionsOf('night-taxi', 'stockholm'), seed: 4 }, MONDAY + DAY_MS)).not.toEqual(whole);
});

test('in a tunnel there is neither a fix nor the network, and the position stays the last one', () => {
  const taken = take(optionsOf('courier', 'bergen'), MONDAY + 3 * DAY_MS);
  const inside = taken.filter((each) => !isFix(each) && ioOf(each, 240) === 1 && !each.isCovered);
  expect(inside.length).toBeGreaterThan(3);
  const at = taken.indexOf(inside[1]!);
  expect([taken[at]!.record.latE7, ioOf(taken[at]!, 69)]).toEqual([taken[at - 1]!.record.latE7, 2]);
});

test.each([...ownNetworks().values()])(
  'nobody lives or parks in a tunnel of $name: whoever did would have no position',
  (network) => {
    const covered = new Set(network.roads.flatMap(({ isTunnel, from, to }) => (isTunnel ? [from, to] : [])));
    expect(network.places.length).toBeGreaterThan(1);
    expect(network.places.filter((place) => covered.has(place))).toEqual([]);
  },
);

test.each(['goteborg', 'bergen', 'uppland'])('a taxi in %s is seen wherever it parks', (network) => {
  const taken = take(optionsOf('taxi', network), MONDAY + 3 * DAY_MS);
  const parked = taken.filter((each) => ioOf(each, 239) === 0 && each.record.eventId === 0);
  expect(parked.length).toBeGreaterThan(20);
  expect(parked.filter((each) => !isFix(each))).toEqual([]);
});

test('a tracker that loses power on the first drive of a day counts half of it, and goes on from there', () => {
  const losesPower = { from: new Date(MONDAY + DAY_MS).toISOString(), until: new Date(MONDAY + 2 * DAY_MS).toISOString() };
  const [sound, loose] = [{}, { losesPower }].map((traits) => optionsOf('courier', 'oslo', {}, traits));
  const untilMs = MONDAY + 4 * DAY_MS;
  const lastOf = (options: RecorderOptions) => ioOf(take(options, untilMs).at(-1)!, 16);
  const { drives } = sound!.life.planOf(sound!.life.dayAt(MONDAY + 1.5 * DAY_MS));
  const missing = lastOf(sound!) - lastOf(loose!);
  expect(Math.abs(missing - drives[0]!.drive.path.lengthM / 2)).toBeLessThan(2);
  // Started later it counts the same.
  expect(lastOf({ ...loose!, fromMs: MONDAY + 3 * DAY_MS })).toBe(lastOf(loose!));
});

test('a service van rests at night, stops for lunch and is home in the evening', () => {
  const { life } = optionsOf('service', 'stockholm');
  const network = ownNetwork('stockholm');
  const day = localDay(network.timeZone, MONDAY) + 1;
  const { drives, start } = life.planOf(day);
  expect(drives.length).toBeGreaterThan(4);
  for (const { startMs, endMs } of drives) {
    expect(startMs).toBeGreaterThan(instantOf(network.timeZone, day, 6));
    expect(endMs).toBeLessThan(instantOf(network.timeZone, day, 19));
  }
  const stands = drives
    .slice(1)
    .map(({ startMs }, i) => ({ minutes: (startMs - drives[i]!.endMs) / 60_000, from: drives[i]!.endMs }));
  expect(
    stands.some(
      ({ minutes, from }) =>
        minutes >= 27 && from > instantOf(network.timeZone, day, 10.5) && from < instantOf(network.timeZone, day, 14),
    ),
  ).toBe(true);
  const end = drives.at(-1)!.drive.at(Infinity);
  expect(haversineM(start.lat, start.lon, end.lat, end.lon)).toBeLessThan(1);
});

test('at three in the night the night workers drive', () => {
  for (const occupation of ['night-taxi', 'night-patrol', 'night-courier'] as const) {
    const taken = take(optionsOf(occupation, 'stockholm'), MONDAY + 2 * DAY_MS);
    const night = taken.filter(
      ({ record }) => record.timeMs > MONDAY + DAY_MS + 2.5 * 3_600_000 && record.timeMs < MONDAY + DAY_MS + 3.5 * 3_600_000,
    );
    expect(
      night.some(({ record }) => record.speedKmh > 20),
      occupation,
    ).toBe(true);
  }
});

test('a tracker without a view of the sky reports, but never a position', () => {
  const taken = take(optionsOf('idle', 'stockholm', {}, { isBlind: true }), MONDAY + DAY_MS);
  expect(taken.length).toBeGreaterThan(100);
  for (const { record } of taken) expect([record.satellites, record.latE7, record.lonE7]).toEqual([0, 0, 0]);
});

test('a cool box reports temperatures a sensor can measure, below zero too', () => {
  const taken = take(optionsOf('service', 'stockholm', {}, { eyeSensors: 2 }), MONDAY + DAY_MS);
  for (const each of taken) {
    const raw = ioOf(each, 10_800);
    const celsius = (raw > 32_767 ? raw - 65_536 : raw) / 100;
    expect(celsius > -5 && celsius < 15).toBe(true);
    expect(ioOf(each, 10_801)).not.toBeNaN();
  }
});

test('an engine that counts its fuel tells what it burnt by the way, and never less than before', () => {
  const taken = take(optionsOf('service', 'stockholm', {}, { litresPer10Km: 2.9 }), MONDAY + DAY_MS);
  const litres = taken.map((each) => ioOf(each, 83) / 10);
  expect(litres.every((value, i) => i === 0 || value >= litres[i - 1]!)).toBe(true);
  const km = (ioOf(taken.at(-1)!, 16) - ioOf(taken[0]!, 16)) / 1000;
  expect(km).toBeGreaterThan(10);
  expect((litres.at(-1)! - litres[0]!) / (km / 10)).toBeCloseTo(2.9, 1);
});

test('every other day the cooling of a box fails for two hours, and no door stands open for longer than a quarter of an hour', () => {
  const taken = take(optionsOf('service', 'stockholm', {}, { eyeSensors: 1 }), MONDAY + 6 * DAY_MS);
  const noons = Map.groupBy(
    taken.filter(({ record }) => Math.abs(((record.timeMs / 3_600_000) % 24) - 12) < 0.5),
    ({ record }) => Math.floor(record.timeMs / DAY_MS),
  );
  const coldest = [...noons.values()].map((day) => Math.min(...day.map((each) => ioOf(each, 10_800) / 100)));
  expect(coldest).toHaveLength(6);
  expect(coldest.filter((celsius) => celsius > Math.min(...coldest) + 3)).toHaveLength(3);
  // The second box has a magnet at its door.
  const doors = take(optionsOf('service', 'stockholm', {}, { eyeSensors: 2 }), MONDAY + 6 * DAY_MS).map((each) => ({
    ms: each.record.timeMs,
    isOpen: ioOf(each, 10_809) === 0,
  }));
  expect(doors.some(({ isOpen }) => isOpen)).toBe(true);
  let openedMs: number | null = null;
  for (const { ms, isOpen } of doors) {
    openedMs = isOpen ? (openedMs ?? ms) : null;
    if (openedMs !== null) expect(ms - openedMs).toBeLessThan(15 * 60_000);
    if (isOpen) expect(new Date(ms).getUTCHours()).toBeGreaterThanOrEqual(5);
  }
});

test('of days that are told in few records a parked cool box is heard of as often as of others', () => {
  const taken = take(
    optionsOf('service', 'stockholm', { coarseUntilMs: MONDAY + 9 * DAY_MS }, { eyeSensors: 1 }),
    MONDAY + 6 * DAY_MS,
  );
  const gaps = taken.slice(1).map(({ record }, i) => (record.timeMs - taken[i]!.record.timeMs) / 1000);
  // Between two days it may miss one.
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * ORDINARY_TRACKER.parkedEveryS);
});

test('REP-014: of days that are told in few records the passages of toll stations are still told closely', () => {
  const taken = take(optionsOf('taxi', 'stockholm', { coarseUntilMs: MONDAY + 9 * DAY_MS }), MONDAY + 3 * DAY_MS);
  const passages: FoundPassage[] = [];
  const state = nothingFound();
  for (const { record } of taken.filter(isFix)) find(state, record, (found) => passages.push(found));
  flush(state, (found) => passages.push(found));
  expect(passages.length).toBeGreaterThan(10);
  // In a tunnel none can be closer.
  const isBlindAt = (ms: number) => taken.some((each) => !isFix(each) && Math.abs(each.record.timeMs - ms) < 30_000);
  expect(passages.filter(({ isUncertain, timeMs }) => isUncertain && !isBlindAt(timeMs))).toEqual([]);
  expect(taken.length).toBeLessThan(take(optionsOf('taxi', 'stockholm'), MONDAY + 3 * DAY_MS).length / 2);
});

test('BLE-019: a tracker lists the tags that lie in it, as it would be read again', () => {
  const macs = ['7CD9F4010C40', '7CD9F4010C41'];
  const [first] = take(optionsOf('service', 'stockholm', {}, { beacons: macs }), MONDAY + DAY_MS);
  expect(nameValues(first!.record.io, 'A').beacons).toEqual(macs);
});

test('a trailer follows the lorry that pulls it, a little behind', () => {
  const lorry = take(optionsOf('long-haul', 'malmo-goteborg'), MONDAY + DAY_MS).filter(
    (each) => each.record.speedKmh > 0 && isFix(each),
  );
  const trailer = take(
    optionsOf('long-haul', 'malmo-goteborg', { name: 'trailer' }, { towedM: 11, hasIgnition: false, supplyV: 0 }),
    MONDAY + DAY_MS,
  );
  const byTime = new Map(trailer.filter(isFix).map((each) => [each.record.timeMs, each]));
  let pairs = 0;
  for (const each of lorry) {
    const pulled = byTime.get(each.record.timeMs);
    if (pulled === undefined) continue;
    pairs++;
    expect(metresBetween(each, pulled)).toBeLessThan(25);
    expect(pulled.record.io.some((io) => io.id === 239)).toBe(false);
  }
  expect(pairs).toBeGreaterThan(500);
});

test('REP-013: somebody waits with the engine running for minutes now and then, and mostly does not', () => {
  const taken = take(optionsOf('courier', 'stockholm'), MONDAY + 2 * DAY_MS);
  let since = 0;
  const minutes: number[] = [];
  for (const { record } of taken) {
    const stands = record.speedKmh === 0 && record.io.some(({ id, value }) => id === 239 && value === 1);
    if (stands) since ||= record.timeMs;
    else if (since > 0) {
      minutes.push((record.timeMs - since) / 60_000);
      since = 0;
    }
  }
  const waits = minutes.filter((each) => each > 3.2).length;
  expect(waits).toBeGreaterThan(2);
  expect(waits).toBeLessThan(minutes.length / 5);
  expect(Math.max(...minutes)).toBeLessThan(10);
});

test('REP-013: a tracker tells of each time that its vehicle is driven harshly, about once in so many metres; the others tell of none', () => {
  const harsh = (traits: Partial<TrackerTraits>) =>
    take(optionsOf('service', 'stockholm', {}, traits), MONDAY + 2 * DAY_MS).filter(({ record }) => record.eventId === 253);
  const told = harsh({ harshEveryM: 3000 });
  expect(told.length).toBeGreaterThan(5);
  for (const each of told) expect([ioOf(each, 253) >= 1 && ioOf(each, 253) <= 3, ioOf(each, 254) > 0]).toEqual([true, true]);
  expect(harsh({})).toEqual([]);
  // Over many short drives as well as over long ones.
  const inTown = harsh({ harshEveryM: 25_000 });
  expect(inTown.length).toBeGreaterThan(1);
  const metres = inTown.map((each) => ioOf(each, 16));
  for (let i = 1; i < metres.length; i++) expect(metres[i]! - metres[i - 1]!).toBeGreaterThan(20_000);
});
