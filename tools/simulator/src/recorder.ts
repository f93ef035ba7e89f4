import { DAY_MS } from '@spora/calendar/durations';
import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import { isFarFromStations } from '@spora/tolls/station-grid';
import type { DayPlan, Life, TimedDrive } from './day-plan.ts';
import { whereAfter, type Whereabouts } from './path.ts';
import { hashOf, randomOf, type Random } from './random.ts';

/** What the tracker of a unit is like. */
export interface TrackerTraits {
  /** Seconds between records while it moves, and while it stands. */
  readonly movingEveryS: number;
  readonly parkedEveryS: number;
  /** Without it the tracker knows movement only (trailers, assets). */
  readonly hasIgnition: boolean;
  /** Metres behind the vehicle that pulls it. */
  readonly towedM: number;
  /** Codec 8 has no room for ids over 255: no EYE sensor then. */
  readonly eyeSensors: number;
  /** Tags in the places after the sensors. */
  readonly eyeTags?: number;
  /** MAC addresses of tags that lie in it and that its tracker lists by itself: 12 hexadecimal digits each. */
  readonly beacons?: readonly string[];
  /** Supply while parked, volts: 12 or 24 V nets; 0 for a tracker on its own battery. */
  readonly supplyV: number;
  /** Sends trip start and stop events (id 250), sometimes without the stop. */
  readonly hasTripEvents: boolean;
  /** Never sees a satellite. */
  readonly isBlind: boolean;
  readonly odometerAtStartM: number;
  /** Of ignition and trip events: 1 goes before everything else that waits. */
  readonly eventPriority: 0 | 1;
  /** Tells sharp turns also where it reports rarely, so that the distance keeps to the street. */
  readonly keepsTurns?: boolean;
  /** Reports often near toll stations, however rarely elsewhere: half a minute apart nobody can say which road it was. */
  readonly watchesTolls?: boolean;
  /** It is driven harshly about once in so many metres, and its tracker tells of each time (ids 253 and 254). */
  readonly harshEveryM?: number;
  /** Its engine counts what it burns, and its tracker tells it (id 83). */
  readonly litresPer10Km?: number;
  /** The driver's tag that lies in the reader while it runs: 16 hexadecimal digits. */
  readonly driverTag?: string;
  /** From when to when a loose fuse costs it power on the first drive of a day: its odometer counts half of it (ISO 8601). */
  readonly losesPower?: { readonly from: string; readonly until: string };
}

export interface TakenRecord {
  readonly record: PositionRecord;
  /** Whether the network could be reached at that moment; without it the tracker keeps the record for later. */
  readonly isCovered: boolean;
}

export interface RecorderOptions {
  readonly seed: number;
  readonly name: string;
  readonly life: Life;
  readonly traits: TrackerTraits;
  /** The odometer is counted from here; give the same instant again and the same records come again. */
  readonly sinceMs: number;
  /** The first record is not before this. */
  readonly fromMs: number;
  /** Lives may be shared: this unit does everything so much later. */
  readonly delayMs?: number;
  /** Days that are over by then are told in few records: months of a log are no more to send than some days of a map. */
  readonly coarseUntilMs?: number;
}

const COARSE = { movingEveryS: 30, parkedEveryS: 3600, keepsTurns: true, watchesTolls: true };
const NEAR_TOLLS_EVERY_S = 10;
const IDLE_EVERY_S = 30;
/** Shorter stops are waited through with the engine running. */
const ENGINE_OFF_AFTER_S = 170;
/** At one stop in so many somebody lets the engine run for some minutes. */
const IDLES = { oneIn: 7, leastS: 200, mostS: 540 };
/** The engine is off for so long at least before the next drive. */
const OFF_AT_LEAST_MS = 100_000;
const TURN_DEG = 22;
const TURN_LEAST_S = 2;
/** What harsh driving is, by AVL id 253, in turn: 1 acceleration, 2 braking, 3 cornering. People brake harder than they do the rest. */
const HARSH_KINDS = [2, 1, 2, 3] as const;
const HARSH_LEAST_MPS = 5;

/** Everything a tracker notes from `fromMs` on, in order of time, without end. */
export function* recordUnit(options: RecorderOptions): Generator<TakenRecord, never> {
  const { life, traits, delayMs = 0 } = options;
  const firstDay = life.dayAt(options.fromMs - delayMs);
  let odometerM = traits.odometerAtStartM;
  for (let day = life.dayAt(options.sinceMs); day < firstDay; day++)
    odometerM += countedM(traits, drivesOf(options, life.planOf(day), day));
  for (let day = firstDay; ; day++) {
    const plan = life.planOf(day);
    const drives = drivesOf(options, plan, day);
    const daily = plan.endMs <= (options.coarseUntilMs ?? -Infinity) ? coarse(options) : options;
    const tracker = createTracker(daily, day, odometerM);
    for (const { record, isCovered } of recordDay(plan, drives, tracker, daily)) {
      const timeMs = record.timeMs + delayMs;
      if (timeMs >= options.fromMs) yield { record: delayMs === 0 ? record : { ...record, timeMs }, isCovered };
    }
    odometerM += countedM(traits, drives);
  }
}

/** The share of a drive that the odometer counts. */
const shareOf = ({ losesPower }: TrackerTraits, { startMs }: TimedDrive, index: number): number =>
  losesPower && index === 0 && startMs >= Date.parse(losesPower.from) && startMs < Date.parse(losesPower.until) ? 0.5 : 1;

const countedM = (traits: TrackerTraits, drives: readonly TimedDrive[]): number =>
  drives.reduce((sum, timed, index) => sum + timed.drive.path.lengthM * shareOf(traits, timed, index), 0);

/** What measures a box goes on as it does: a door that was open for a moment would else be open for an hour. */
const coarse = (options: RecorderOptions): RecorderOptions => {
  const { traits } = options;
  return { ...options, traits: { ...traits, ...COARSE, ...(traits.eyeSensors > 0 && { parkedEveryS: traits.parkedEveryS }) } };
};

/** A trailer is left at home on some days. */
function drivesOf({ seed, name, traits }: RecorderOptions, plan: DayPlan, day: number): readonly TimedDrive[] {
  const endsWhereItBegan = plan.drives.length > 0 && isNear(whereAfter(plan.drives.at(-1)!.drive.path, Infinity), plan.start);
  return traits.towedM > 0 && endsWhereItBegan && hashOf(seed, name, 'towed', day) % 3 === 0 ? [] : plan.drives;
}

const isNear = (a: { lat: number; lon: number }, b: { lat: number; lon: number }): boolean =>
  Math.abs(a.lat - b.lat) + Math.abs(a.lon - b.lon) < 1e-6;

function* recordDay(
  plan: DayPlan,
  drives: readonly TimedDrive[],
  tracker: Tracker,
  { traits, ...options }: RecorderOptions,
): Generator<TakenRecord> {
  const fromMs = options.fromMs - (options.delayMs ?? 0);
  let here: Whereabouts = { ...plan.start, headingDeg: 0, isTunnel: false };
  let clock = plan.startMs;
  let isRunning = false;
  for (const [index, timed] of drives.entries()) {
    const { startMs, endMs, drive, isCarried = false } = timed;
    const share = shareOf(traits, timed, index);
    const random = tracker.beginPart(index, here, share);
    const starts = startMs - random.integer(12, 40) * 1000;
    const next = drives[index + 1];
    const lagMs = random.integer(5, 28) * 1000;
    const idlesUntilMs = Math.min(endMs + tracker.idlesS(index) * 1000, (next?.startMs ?? plan.endMs) - OFF_AT_LEAST_MS);
    const stops = isCarried ? endMs + lagMs : Math.max(endMs + lagMs, idlesUntilMs);
    if (!isRunning) tracker.startTrip(starts - clock);
    // What is over before the first record asked for is only counted.
    if (stops >= fromMs) {
      if (isRunning) yield* standing(tracker, here, clock, startMs, IDLE_EVERY_S, true);
      else {
        yield* standing(tracker, here, clock, starts, traits.parkedEveryS, false);
        if (!isCarried) {
          yield tracker.note(starts, here, { mps: 0, metres: 0, isRunning: true, event: 'start' });
          yield* standing(tracker, here, starts, startMs, IDLE_EVERY_S, true);
        }
      }
      yield* driving(tracker, timed, traits);
    }
    here = whereAfter(drive.path, drive.path.lengthM - traits.towedM);
    if (stops >= fromMs) yield tracker.note(endMs, here, { mps: 0, metres: drive.path.lengthM, isRunning: !isCarried });
    tracker.endDrive(drive.path.lengthM * share);
    clock = endMs;
    isRunning = !isCarried && next !== undefined && next.startMs - endMs < ENGINE_OFF_AFTER_S * 1000;
    if (isRunning) continue;
    if (stops >= fromMs && !isCarried) yield* standing(tracker, here, endMs, stops, IDLE_EVERY_S, true);
    clock = stops;
    if (stops >= fromMs) yield tracker.note(clock, here, { mps: 0, metres: 0, isRunning: false, event: 'stop' });
  }
  tracker.beginPart(drives.length, here);
  yield* standing(tracker, here, clock, plan.endMs, traits.parkedEveryS, false);
}

function isNearTolls({ lat, lon }: { readonly lat: number; readonly lon: number }): boolean {
  const place = { latE7: Math.round(lat * 1e7), lonE7: Math.round(lon * 1e7) };
  return !isFarFromStations(place, place);
}

/** A record every few seconds, and one at each sharp turn, so that a drawn route keeps to the street. */
function* driving(
  tracker: Tracker,
  { startMs, endMs, drive, isCarried = false }: TimedDrive,
  traits: TrackerTraits,
): Generator<TakenRecord> {
  let last = -Infinity;
  let heading = drive.at(0).headingDeg;
  const { harshEveryM = Infinity } = traits;
  let harshTimes = Math.floor(tracker.drivenM() / harshEveryM);
  for (let second = 0; startMs + second * 1000 < endMs; second++) {
    const motion = drive.at(second);
    const turned = Math.abs(((motion.headingDeg - heading + 540) % 360) - 180);
    const usual = motion.mps > 0 ? traits.movingEveryS : Math.max(traits.movingEveryS, 10);
    const every = traits.watchesTolls === true && isNearTolls(motion) ? Math.min(usual, NEAR_TOLLS_EVERY_S) : usual;
    const isTurn =
      turned >= TURN_DEG &&
      motion.mps > 2 &&
      second - last >= TURN_LEAST_S &&
      (traits.movingEveryS <= 10 || traits.keepsTurns === true);
    const isHarsh = motion.mps > HARSH_LEAST_MPS && tracker.drivenM() + motion.metres >= (harshTimes + 1) * harshEveryM;
    if (second - last < every && !isTurn && !isHarsh) continue;
    last = second;
    heading = motion.headingDeg;
    const place = traits.towedM > 0 ? whereAfter(drive.path, Math.max(0, motion.metres - traits.towedM)) : motion;
    if (isHarsh) harshTimes += 1;
    yield tracker.note(startMs + second * 1000, place, {
      ...{ mps: motion.mps, metres: motion.metres, isRunning: !isCarried },
      ...(isHarsh ? { harsh: HARSH_KINDS[harshTimes % HARSH_KINDS.length] ?? 2 } : {}),
    });
  }
}

function* standing(
  tracker: Tracker,
  here: Whereabouts,
  afterMs: number,
  beforeMs: number,
  everyS: number,
  isRunning: boolean,
): Generator<TakenRecord> {
  for (let at = afterMs + everyS * 1000; at < beforeMs; at += everyS * 1000)
    yield tracker.note(at, here, { mps: 0, metres: 0, isRunning });
}

interface Moment {
  readonly mps: number;
  /** Metres of the present drive. */
  readonly metres: number;
  readonly isRunning: boolean;
  readonly event?: 'start' | 'stop';
  /** How it is driven harshly at this moment, as AVL id 253 says it. */
  readonly harsh?: 1 | 2 | 3;
}

type Tracker = ReturnType<typeof createTracker>;

/** Turns the truth into what a tracker sees of it: noise, lost fixes, voltages, counters. */
function createTracker({ traits, seed, name }: RecorderOptions, day: number, odometerAtDayM: number) {
  let random = randomOf(seed, name, day);
  let drivenM = odometerAtDayM;
  let tripStartM = drivenM;
  let share = 1;
  let blindUntilMs = 0;
  let coldStartMs = 0;
  let lastFix = { latE7: 0, lonE7: 0, headingDeg: 0 };
  let hole = { fromMs: 0, untilMs: 0 };
  const noise = traits.isBlind ? 0 : 1;
  const coolBox = 3 + (hashOf(seed, name, 'cool') % 30) / 10;
  const isCoveredAt = (ms: number, isDriving: boolean): boolean => {
    if (isDriving && ms > hole.untilMs && random.chance(0.0004))
      hole = { fromMs: ms, untilMs: ms + random.between(2, 14) * 60_000 };
    return ms < hole.fromMs || ms >= hole.untilMs;
  };
  const positionOf = (
    ms: number,
    place: Whereabouts,
    mps: number,
  ): { latE7: number; lonE7: number; headingDeg: number; satellites: number; hdop: number } => {
    const isLost = traits.isBlind || place.isTunnel || ms < blindUntilMs;
    if (place.isTunnel) blindUntilMs = ms + 4000;
    if (isLost) {
      if (traits.isBlind) return { latE7: 0, lonE7: 0, headingDeg: 0, satellites: 0, hdop: 0 };
      return { ...lastFix, satellites: 0, hdop: 0 };
    }
    const isWild = mps === 0 && random.chance(0.02);
    const spread = (isWild ? 14 : mps > 0 ? 1.1 : 2.2) * noise;
    const north = random.normal() * spread;
    const east = random.normal() * spread;
    lastFix = {
      latE7: Math.round((place.lat + north / 111_200) * 1e7),
      lonE7: Math.round((place.lon + east / (111_200 * Math.cos((place.lat * Math.PI) / 180))) * 1e7),
      headingDeg: place.headingDeg,
    };
    return {
      ...lastFix,
      satellites: isWild ? random.integer(4, 6) : random.integer(8, 17),
      hdop: isWild ? random.integer(28, 60) : random.integer(6, 13),
    };
  };
  return {
    /** Each drive with the stand before it has its own chance, so that any of them can be left out. */
    beginPart(part: number, place: Whereabouts, countedShare = 1): Random {
      share = countedShare;
      random = randomOf(seed, name, day, part, 'tracker');
      lastFix = { latE7: Math.round(place.lat * 1e7), lonE7: Math.round(place.lon * 1e7), headingDeg: place.headingDeg };
      hole = { fromMs: 0, untilMs: 0 };
      blindUntilMs = 0;
      return random;
    },
    startTrip(parkedMs: number): void {
      tripStartM = drivenM;
      coldStartMs = parkedMs > 3_600_000 && random.chance(0.3) ? random.integer(8, 35) * 1000 : 0;
    },
    /** The odometer at which the present drive began. */
    drivenM: () => drivenM,
    /** How long the engine runs on after a drive, because somebody waits in it; 0 mostly. */
    idlesS: (part: number): number =>
      hashOf(seed, name, day, part, 'idles') % IDLES.oneIn === 0
        ? IDLES.leastS + (hashOf(seed, name, day, part, 'so long') % (IDLES.mostS - IDLES.leastS))
        : 0,
    endDrive(lengthM: number): void {
      drivenM += lengthM;
    },
    note(ms: number, place: Whereabouts, moment: Moment): TakenRecord {
      if (coldStartMs > 0 && moment.isRunning) {
        blindUntilMs = ms + coldStartMs;
        coldStartMs = 0;
      }
      const fix = positionOf(ms, place, moment.mps);
      const isCovered = isCoveredAt(ms, moment.mps > 0) && !place.isTunnel;
      const hasFix = fix.satellites > 0;
      const speedKmh = hasFix ? Math.round(moment.mps * 3.6) : 0;
      const odometerM = Math.round(drivenM + moment.metres * share);
      const io: RawIo[] = [
        { id: 240, width: 1, value: moment.mps > 0 ? 1 : 0 },
        { id: 21, width: 1, value: isCovered ? random.integer(2, 5) : 0 },
        { id: 69, width: 1, value: hasFix ? 1 : 2 },
        { id: 200, width: 1, value: 0 },
        { id: 182, width: 2, value: fix.hdop },
        { id: 67, width: 2, value: Math.round(4050 + random.normal() * 12) },
        { id: 16, width: 4, value: odometerM },
      ];
      let eventId = 0;
      if (traits.hasIgnition) {
        io.unshift({ id: 239, width: 1, value: moment.isRunning ? 1 : 0 });
        io.push({ id: 199, width: 4, value: moment.isRunning ? odometerM - Math.round(tripStartM) : 0 });
        if (moment.event !== undefined) eventId = 239;
      } else if (moment.event !== undefined) eventId = 240;
      if (traits.supplyV > 0) {
        const volts = moment.isRunning ? traits.supplyV * 1.13 : traits.supplyV;
        io.push({ id: 66, width: 2, value: Math.round(volts * 1000 + random.normal() * 45) });
      } else io.push({ id: 113, width: 1, value: 60 + (hashOf(name, Math.floor(ms / DAY_MS)) % 38) });
      if (traits.hasTripEvents && moment.event !== undefined && !(moment.event === 'stop' && random.chance(0.2))) {
        io.push({ id: 250, width: 1, value: moment.event === 'start' ? 1 : 0 });
        eventId = 250;
      }
      if (moment.harsh !== undefined) {
        io.push({ id: 253, width: 1, value: moment.harsh }, { id: 254, width: 1, value: random.integer(29, 48) });
        eventId = 253;
      }
      if (traits.litresPer10Km !== undefined)
        io.push({ id: 83, width: 4, value: Math.round((odometerM / 1000) * traits.litresPer10Km) });
      if (traits.driverTag !== undefined && moment.isRunning)
        io.push({ id: 78, width: 8, value: BigInt(`0x${traits.driverTag}`) });
      for (let slot = 0; slot < traits.eyeSensors; slot++) io.push(...eyeSensor(slot, ms, coolBox, random));
      // A tag tells that it is there, and whether it moves.
      for (let n = 0; n < (traits.eyeTags ?? 0); n++)
        io.push({ id: 10_812 + traits.eyeSensors + n, width: 1, value: moment.isRunning ? 1 : 0 });
      if (traits.beacons && traits.beacons.length > 0) io.push(beaconList(traits.beacons));
      const record: PositionRecord = {
        timeMs: ms,
        latE7: fix.latE7,
        lonE7: fix.lonE7,
        altitudeM: hasFix ? 20 + (hashOf(name, 'height') % 40) + random.integer(-2, 2) : 0,
        headingDeg: fix.headingDeg,
        satellites: fix.satellites,
        speedKmh,
        priority: moment.event === undefined ? 0 : traits.eventPriority,
        eventId,
        io,
      };
      return { record, isCovered };
    },
  };
}

/** Every other day the cooling of a box stops for a while, in the early afternoon. */
const COOLING_FAILS = { everyDays: 2, hour: 12.5, hours: 2.2, warmerC: 5.5 };
/** By UTC: nobody opens a parked car's doors at night. */
const DOORS = { fromHour: 5, untilHour: 20 };

/** A cool box: a slow swing about its setting, a door that opens now and then for a quarter of an hour, and cooling that fails. */
function eyeSensor(slot: number, ms: number, settingC: number, random: Random): RawIo[] {
  const hours = ms / 3_600_000;
  const isFailing =
    (Math.floor(hours / 24) + slot) % COOLING_FAILS.everyDays === 0 &&
    Math.abs((hours % 24) - COOLING_FAILS.hour) < COOLING_FAILS.hours / 2;
  const quarter = Math.floor(hours * 4);
  const isOpened =
    hours % 24 >= DOORS.fromHour && hours % 24 < DOORS.untilHour && quarter % 2 === 0 && hashOf('door', slot, quarter) % 4 === 0;
  const celsius =
    settingC +
    slot * 1.5 +
    Math.sin(hours * 2.1 + slot) * 0.6 +
    (isFailing ? COOLING_FAILS.warmerC : isOpened ? 3 + Math.sin(hours * 40) : 0) +
    random.normal() * 0.05;
  const raw = Math.round(celsius * 100);
  return [
    { id: 10_800 + slot, width: 2, value: raw < 0 ? raw + 65_536 : raw },
    { id: 10_804 + slot, width: 1, value: Math.round(62 + Math.sin(hours + slot) * 6) },
    { id: 10_820 + slot, width: 1, value: 0 },
    { id: 10_824 + slot, width: 1, value: 95 },
    // The second one sits at a door, with a magnet in its frame.
    ...(slot === 1 ? [{ id: 10_808 + slot, width: 1, value: isOpened ? 0 : 1 } as const] : []),
  ];
}

/** Advanced beacon data (548): a constant, then of each its length, how loud it is (parameter 0) and its address (1). */
function beaconList(macs: readonly string[]): RawIo {
  const records = macs.flatMap((mac) => {
    const id = mac.match(/../g)?.map((digits) => parseInt(digits, 16)) ?? [];
    return [id.length + 5, 0, 1, 0xb1, 1, id.length, ...id];
  });
  return { id: 548, width: 0, value: Uint8Array.from([1, ...records]) };
}
