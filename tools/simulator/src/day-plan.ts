import { MINUTE_MS } from '@spora/calendar/durations';
import { planDrive, type Drive, type DriverManner, type Halt } from './drive.ts';
import { instantOf, localDay, weekdayOf } from './local-time.ts';
import { findRoute, type Network } from './network.ts';
import { mannerOf, SHIFTS, type Occupation, type Shift } from './occupation.ts';
import { pathOf, pathThrough, type Path } from './path.ts';
import { randomOf, type Random } from './random.ts';

export interface LifeOptions {
  readonly seed: number;
  /** What tells this unit from the others of the seed. */
  readonly name: string;
  readonly occupation: Occupation;
  readonly network: Network;
  /** Latitude and longitude: where it lives and whom it visits; chance decides without them. */
  readonly home?: Point;
  readonly customers?: readonly Point[];
}
type Point = readonly [number, number];

export interface TimedDrive {
  readonly startMs: number;
  readonly endMs: number;
  readonly drive: Drive;
  /** On the load of another vehicle, with its own engine off. */
  readonly isCarried?: boolean;
}

/** What a unit does from one quiet hour to the next. It stands still before, between and after its drives. */
export interface DayPlan {
  readonly startMs: number;
  readonly endMs: number;
  /** Where it stands when the day begins. */
  readonly start: { readonly lat: number; readonly lon: number };
  readonly drives: readonly TimedDrive[];
  readonly lengthM: number;
}

/** A unit's days, each a pure function of seed, name and date: any day can be asked for first. */
export interface Life {
  /** The number of the day that an instant belongs to. */
  dayAt(atMs: number): number;
  planOf(day: number): DayPlan;
}

/** The day begins so long before the shift, when nobody drives. */
const QUIET_HOURS_BEFORE = 2.5;
const CUSTOMERS = 12;
const LUNCH = { hoursIn: 4.6, minutes: { low: 28, high: 48 } };
/** EU 561/2006: 45 minutes after at most four and a half hours. */
const HAUL_BREAK = { afterSeconds: 4.4 * 3600, minutes: 46 };
const DAYS_KEPT = 4;
const PATHS_KEPT = 3000;

const pathsOf = new WeakMap<Network, Map<string, Path>>();

export function createLife(options: LifeOptions): Life {
  const { network, occupation, seed, name } = options;
  const shift = SHIFTS[occupation];
  const own = randomOf(seed, name, 'life');
  const manner = mannerOf(occupation, own);
  const home = options.home === undefined ? own.pick(network.places) : placeNear(network, options.home);
  const visited =
    options.customers?.map((point) => placeNear(network, point)) ??
    Array.from({ length: CUSTOMERS }, () => own.pick(network.places));
  const customers = visited.filter((place) => place !== home);
  const startHour = shift.from - QUIET_HOURS_BEFORE;
  const kept = new Map<number, DayPlan>();
  const make = (day: number): DayPlan => {
    const random = randomOf(seed, name, day);
    const startMs = instantOf(network.timeZone, day, startHour);
    const endMs = instantOf(network.timeZone, day + 1, startHour);
    const isWorked = random.chance(weekdayOf(day) < 5 ? shift.weekday : shift.weekend);
    const work: Work = { network, shift, manner, random, home, customers, day, endMs };
    const beginMs = wholeSecond(instantOf(network.timeZone, day, shift.from) + random.between(-18, 18) * MINUTE_MS);
    const untilMs = instantOf(network.timeZone, day, shift.until) + random.between(-20, 20) * MINUTE_MS;
    const { start, drives } = PATTERNS[shift.pattern](work, beginMs, untilMs, isWorked);
    return { startMs, endMs, start, drives, lengthM: drives.reduce((sum, { drive }) => sum + drive.path.lengthM, 0) };
  };
  return {
    dayAt(atMs) {
      const day = localDay(network.timeZone, atMs);
      if (atMs < instantOf(network.timeZone, day, startHour)) return day - 1;
      return atMs >= instantOf(network.timeZone, day + 1, startHour) ? day + 1 : day;
    },
    planOf(day) {
      let plan = kept.get(day);
      if (plan === undefined) {
        plan = make(day);
        if (kept.size >= DAYS_KEPT) kept.delete(Math.min(...kept.keys()));
        kept.set(day, plan);
      }
      return plan;
    },
  };
}

interface Work {
  readonly network: Network;
  readonly shift: Shift;
  readonly manner: DriverManner;
  readonly random: Random;
  readonly home: number;
  readonly customers: readonly number[];
  readonly day: number;
  readonly endMs: number;
}
interface Worked {
  readonly start: DayPlan['start'];
  readonly drives: readonly TimedDrive[];
}
type Pattern = (work: Work, beginMs: number, untilMs: number, isWorked: boolean) => Worked;

const PATTERNS: Readonly<Record<Shift['pattern'], Pattern>> = {
  round(work, beginMs, untilMs, isWorked) {
    const { home, customers, random, shift, network } = work;
    const drives: TimedDrive[] = [];
    let at = home;
    let clock = beginMs;
    let hasEaten = !shift.hasLunch;
    while (isWorked && clock < untilMs) {
      const choices = [...customers, home].filter((place) => place !== at);
      if (choices.length === 0) break;
      const next = nearestOf(network, at, [random.pick(choices), random.pick(choices), random.pick(choices)]);
      const added = drive(work, at, next, clock);
      if (added === undefined) break;
      drives.push(added);
      at = next;
      let stay = random.between(shift.stay.low, shift.stay.high);
      if (!hasEaten && added.endMs - beginMs > LUNCH.hoursIn * 3_600_000) {
        stay = Math.max(stay, random.between(LUNCH.minutes.low, LUNCH.minutes.high));
        hasEaten = true;
      }
      clock = wholeSecond(added.endMs + stay * MINUTE_MS);
    }
    return { start: pointOf(work.network, home), drives: withWayHome(work, drives, at, clock) };
  },
  'there-and-back'(work, beginMs, untilMs, isWorked) {
    const { home, customers, random } = work;
    const target = random.chance(0.85) ? customers[0] : random.pick(customers);
    const out = isWorked && target !== undefined ? drive(work, home, target, beginMs) : undefined;
    if (out === undefined || target === undefined) return { start: pointOf(work.network, home), drives: [] };
    const hasErrand = random.chance(0.3);
    const back: TimedDrive[] = [out];
    let at = target;
    let clock = wholeSecond(Math.max(out.endMs + 30 * MINUTE_MS, untilMs));
    if (hasErrand) {
      const shop = random.pick(customers);
      const errand = drive(work, at, shop, clock);
      if (errand !== undefined) {
        back.push(errand);
        at = shop;
        clock = wholeSecond(errand.endMs + random.between(12, 35) * MINUTE_MS);
      }
    }
    return { start: pointOf(work.network, home), drives: withWayHome(work, back, at, clock) };
  },
  haul(work, beginMs) {
    const { network, day } = work;
    const ends = [network.places[0]!, network.places.at(-1)!] as const;
    const [from, to] = day % 2 === 0 ? ends : [ends[1], ends[0]];
    const steps = findRoute(network, from, to) ?? [];
    const total = steps.reduce((sum, { road }) => sum + road.lengthM / road.kmh, 0);
    const drivingSeconds = (total * 3.6) / 0.85;
    const legs = Math.max(1, Math.ceil(drivingSeconds / HAUL_BREAK.afterSeconds));
    const drives: TimedDrive[] = [];
    let clock = beginMs;
    let taken = 0;
    let first = 0;
    steps.forEach(({ road }, index) => {
      taken += road.lengthM / road.kmh;
      const isLast = index === steps.length - 1;
      if (!isLast && taken < ((drives.length + 1) * total) / legs) return;
      const path = pathOf(network, steps.slice(first, index + 1));
      const added = timed(planDrive(path, work.manner, work.random), clock);
      drives.push(added);
      clock = wholeSecond(added.endMs + (HAUL_BREAK.minutes + work.random.between(0, 9)) * MINUTE_MS);
      first = index + 1;
    });
    return { start: pointOf(network, from), drives };
  },
  site(work, beginMs, untilMs, isWorked) {
    const { random, shift } = work;
    const middle = siteOf(work);
    const spots = Array.from({ length: 7 }, () => nearby(middle, random.between(8, 70), random));
    const drives: TimedDrive[] = [];
    let clock = beginMs;
    let hasEaten = false;
    let place = middle;
    while (isWorked && clock < untilMs) {
      const path = pathThrough([place, ...Array.from({ length: random.integer(5, 14) }, () => random.pick(spots)), middle], 6);
      const halts: Halt[] = [...path.metres.slice(1, -1)].map((metre) => ({ metre, seconds: random.between(25, 260) }));
      const added = timed(planDrive(path, work.manner, random, halts), clock);
      drives.push(added);
      place = middle;
      const isLunch: boolean = !hasEaten && added.endMs - beginMs > LUNCH.hoursIn * 3_600_000;
      hasEaten ||= isLunch;
      clock = wholeSecond(added.endMs + (isLunch ? 40 : random.between(shift.stay.low, shift.stay.high)) * MINUTE_MS);
    }
    return { start: middle, drives };
  },
  none: ({ network, home }) => ({ start: pointOf(network, home), drives: [] }),
};

/** Rounds are planned a little: the nearest of three customers comes first. */
function nearestOf(network: Network, at: number, places: readonly number[]): number {
  const distance = (to: number): number =>
    Math.hypot(network.lat[to]! - network.lat[at]!, (network.lon[to]! - network.lon[at]!) / 2);
  return places.reduce((nearest, place) => (distance(place) < distance(nearest) ? place : nearest));
}

function placeNear(network: Network, [lat, lon]: Point): number {
  const farness = (place: number): number => Math.hypot(network.lat[place]! - lat, (network.lon[place]! - lon) / 2);
  return network.places.reduce((nearest, place) => (farness(place) < farness(nearest) ? place : nearest));
}

/** Sites lie a little off the street. */
function siteOf({ network, home }: Work): { lat: number; lon: number } {
  return nearby(pointOf(network, home), 45, randomOf(network.name, home));
}

function nearby(point: { lat: number; lon: number }, metres: number, random: Random): { lat: number; lon: number } {
  const angle = random.between(0, 2 * Math.PI);
  const north = (metres * Math.cos(angle)) / 111_200;
  const east = (metres * Math.sin(angle)) / (111_200 * Math.cos((point.lat * Math.PI) / 180));
  return { lat: point.lat + north, lon: point.lon + east };
}

/** Everyone is home before the next day begins; a day on which that cannot be is a day off. */
function withWayHome(work: Work, drives: readonly TimedDrive[], at: number, clock: number): readonly TimedDrive[] {
  if (at === work.home) return drives;
  const way = drive(work, at, work.home, clock);
  return way === undefined || way.endMs > work.endMs - 10 * MINUTE_MS ? [] : [...drives, way];
}

function drive(work: Work, from: number, to: number, startMs: number): TimedDrive | undefined {
  const path = from === to ? undefined : routedPath(work.network, from, to);
  return path === undefined ? undefined : timed(planDrive(path, work.manner, work.random), startMs);
}

function routedPath(network: Network, from: number, to: number): Path | undefined {
  const paths = pathsOf.get(network) ?? new Map<string, Path>();
  pathsOf.set(network, paths);
  const key = `${from}>${to}`;
  const known = paths.get(key);
  if (known !== undefined) return known;
  const steps = findRoute(network, from, to);
  if (steps === undefined || steps.length === 0) return undefined;
  const path = pathOf(network, steps);
  if (paths.size >= PATHS_KEPT) paths.clear();
  paths.set(key, path);
  return path;
}

const timed = (planned: Drive, startMs: number): TimedDrive => ({
  startMs,
  endMs: startMs + Math.ceil(planned.seconds) * 1000,
  drive: planned,
});
const wholeSecond = (ms: number): number => Math.round(ms / 1000) * 1000;
const pointOf = (network: Network, junction: number) => ({ lat: network.lat[junction]!, lon: network.lon[junction]! });
