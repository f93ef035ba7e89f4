import { DAY_MS, MINUTE_MS } from '@spora/calendar/durations';
import type { SensorSettings } from '@spora/contract/sensors/endpoints';
import type { NamedValues } from '@spora/protocols/avl/named-values';
import { wasOnAt } from '../../core/fleet/unit-features.ts';
import type { Span } from '../../core/log/spans.ts';

/** BLE-015: before anybody has said anything. A magnet at its sensor is a closed door, as the vendor mounts it; unverified for every door. */
export const NEW_SENSOR: SensorSettings = {
  temperature_low_c: null,
  temperature_high_c: null,
  humidity_low_pct: null,
  humidity_high_pct: null,
  outside_min: 20,
  door_alarm: false,
  door_delay_min: 5,
  magnet_means: 'closed',
  realarm_hours: null,
};

/** Settings as stored, with what an older version did not know. */
export const readSettings = (stored: unknown): SensorSettings => ({
  ...NEW_SENSOR,
  ...(typeof stored === 'object' && stored !== null ? (stored as Partial<SensorSettings>) : {}),
});

/** Whether a door is open by its magnet; null where there is none. */
export const isDoorOpen = ({ magnet_means }: Pick<SensorSettings, 'magnet_means'>, magnet: boolean | null): boolean | null =>
  magnet === null ? null : (magnet_means === 'open') === magnet;

/** A sensor in one of the places of a unit's tracker, from when to when. */
export interface DatedPairing {
  readonly sensorId: number;
  /** From 0. */
  readonly slot: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** In order of time. */
  readonly settings: readonly { readonly fromMs: number; readonly settings: SensorSettings }[];
}

/** A tag of the unit's account while it is registered, which any of the account's trackers may hear without being told of it. */
export interface DatedTag {
  readonly sensorId: number;
  readonly mac: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** What a unit's records are held against. */
export interface UnitSensors {
  readonly pairings: readonly DatedPairing[];
  readonly tags?: readonly DatedTag[];
  /** FEAT-001: when the feature was off. */
  readonly off: readonly Span[];
}

/** What one sensor told in one record. */
export interface Heard {
  readonly temperatureC: number | null;
  readonly humidityPct: number | null;
  readonly magnet: boolean | null;
  readonly batteryPct: number | null;
  readonly batteryV: number | null;
  readonly batteryLow: boolean | null;
}

type SensorValues = Pick<
  NamedValues,
  | 'beacons'
  | 'temperatureC'
  | 'humidityPct'
  | 'magnet'
  | 'sensorBatteryPct'
  | 'sensorBatteryV'
  | 'sensorBatteryLow'
  | 'sensorMovement'
>;

/** What a record says of the sensor in a place; null where it says nothing, as of one that is not heard. */
export function heardIn(values: SensorValues, slot: number): Heard | null {
  const at = (list: readonly (number | null)[] | undefined): number | null => list?.[slot] ?? null;
  const isOne = (value: number | null): boolean | null => (value === null ? null : value === 1);
  const heard = {
    temperatureC: at(values.temperatureC),
    humidityPct: at(values.humidityPct),
    magnet: isOne(at(values.magnet)),
    batteryPct: at(values.sensorBatteryPct),
    batteryV: at(values.sensorBatteryV),
    batteryLow: isOne(at(values.sensorBatteryLow)),
  };
  const isHeard = at(values.sensorMovement) !== null || Object.values(heard).some((value) => value !== null);
  return isHeard ? heard : null;
}

/** So long a value is taken to hold until the next one; a unit that stands may report once an hour. */
export const KNOWN_FOR_MS = 5_400_000;

interface Sum {
  readonly n: number;
  readonly sum: number;
  readonly min: number | null;
  readonly max: number | null;
  /** Seconds for which values that are kept held until the next one, and these values, each as often as its seconds. */
  readonly heldS: number;
  readonly heldSum: number;
}
/** The figures of a sensor on a day. */
export interface SensorDay {
  readonly sensorId: number;
  /** Days since 1970 in UTC. */
  readonly day: number;
  readonly temperature: Sum;
  readonly humidity: Sum;
}

export const SENSOR_ALARMS = ['temperature', 'humidity', 'door'] as const;
export type SensorAlarm = (typeof SENSOR_ALARMS)[number];

/** Since when something is as it should not be. */
interface Trouble {
  readonly sinceMs: number;
  /** When somebody was told last; null: it has not lasted long enough. */
  readonly toldMs: number | null;
  /** The furthest that it went; null of a door. */
  readonly value: number | null;
  readonly limit: number | null;
}

const MEASURES = ['temperature', 'humidity'] as const;
type Measure = (typeof MEASURES)[number];

/** The newest value that is kept of a measure: how long it held is known with the next one. */
interface Holding {
  readonly atMs: number;
  readonly value: number;
}

/** What is remembered of a sensor between records. Never changed, only replaced. */
interface SensorState {
  readonly readMs: number | null;
  readonly magnet: boolean | null;
  readonly day: SensorDay;
  /** The day before of which a value still holds; null: none does. */
  readonly dayBefore: SensorDay | null;
  readonly holding: Readonly<Record<Measure, Holding | null>>;
  readonly troubles: Readonly<Partial<Record<SensorAlarm, Trouble>>>;
}

/** JSON holds it; at most four sensors are in it, and the tags of the last minute. */
export interface SensorsState {
  lastMs: number | null;
  sensors: Record<string, SensorState>;
  /** When tags that a tracker lists by itself were written down last, by the number of the tag. */
  tags?: Record<string, number>;
}

/** Nothing heard yet. */
export const nothingHeard = (): SensorsState => ({ lastMs: null, sensors: {} });
/** A copy that may be taken on without changing the original. */
export const copySensors = ({ lastMs, sensors, tags }: SensorsState): SensorsState => ({
  lastMs,
  sensors: { ...sensors },
  ...(tags && { tags: { ...tags } }),
});

/** What a sensor told at an instant, worth keeping. */
export interface Reading extends Heard {
  readonly sensorId: number;
  readonly atMs: number;
}

/** Something that is to be told: that it began (or is still so, after the time for that), or is over. */
export interface SensorCondition {
  readonly sensorId: number;
  readonly kind: SensorAlarm;
  readonly sinceMs: number;
  /** When it was told, or ended. */
  readonly atMs: number;
  readonly value: number | null;
  readonly limit: number | null;
}

export type SensorEffect =
  | { readonly is: 'reading'; readonly reading: Reading }
  | { readonly is: 'day'; readonly day: SensorDay }
  | { readonly is: 'began' | 'again' | 'ended'; readonly condition: SensorCondition };
type Emit = (effect: SensorEffect) => void;

/** At most one reading a minute is kept, each turn of a door, and where a value passed a limit or went further beyond it than before: an alarm tells of that. */
const READING_MS = 60_000;

/** A stretch of readings beyond a limit. */
export interface Beyond {
  readonly from: Date;
  readonly lasted_s: number;
  readonly furthest: number;
}

/**
 * Stretches beyond one limit, in order of time, as people count them: one that follows within a minute, which is as close as readings lie, goes
 * on from the one before. A value that swings about its limit would else be a dozen times of seconds.
 */
export function joinedStretches<T extends Beyond>(stretches: readonly T[], side: 'above' | 'below'): T[] {
  const joined: T[] = [];
  for (const next of stretches) {
    const last = joined.at(-1);
    const backS = last ? (next.from.getTime() - last.from.getTime()) / 1000 - last.lasted_s : Infinity;
    if (!last || backS * 1000 > READING_MS) joined.push(next);
    else
      joined[joined.length - 1] = {
        ...next,
        from: last.from,
        lasted_s: last.lasted_s + backS + next.lasted_s,
        furthest: (side === 'above' ? Math.max : Math.min)(last.furthest, next.furthest),
      };
  }
  return joined;
}
const HOUR_MS = 3_600_000;

const NOTHING: Sum = { n: 0, sum: 0, min: null, max: null, heldS: 0, heldSum: 0 };
const added = (of: Sum, value: number | null): Sum =>
  value === null
    ? of
    : {
        ...of,
        n: of.n + 1,
        sum: of.sum + value,
        min: Math.min(of.min ?? value, value),
        max: Math.max(of.max ?? value, value),
      };

/** A day with what a value held on it, no longer than the day: its figures do not tell when the next day something was heard. */
const heldOn = (day: SensorDay, measure: Measure, { atMs, value }: Holding, untilMs: number): SensorDay => {
  const heldS = Math.min(untilMs - atMs, KNOWN_FOR_MS, (day.day + 1) * DAY_MS - atMs) / 1000;
  const of = day[measure];
  return { ...day, [measure]: { ...of, heldS: of.heldS + heldS, heldSum: of.heldSum + value * heldS } };
};
const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

type Days = Pick<SensorState, 'day' | 'dayBefore' | 'holding'>;

/**
 * The figures of days with what a sensor told. A value counts for the day on which it was told and no further: of a day that a viewer is
 * not told of nothing gets into those beside it. The newest counts when the next one says how long it held.
 */
function counted(before: Days | undefined, sensorId: number, heard: Heard, timeMs: number, isKept: boolean, emit: Emit): Days {
  const today = dayOf(timeMs);
  const isSameDay = before?.day.day === today;
  let day = isSameDay ? before.day : { sensorId, day: today, temperature: NOTHING, humidity: NOTHING };
  let dayBefore = isSameDay ? before.dayBefore : (before?.day ?? null);
  if (before && !isSameDay) emit({ is: 'day', day: before.day });
  const holding = { temperature: before?.holding.temperature ?? null, humidity: before?.holding.humidity ?? null };
  const values = { temperature: heard.temperatureC, humidity: heard.humidityPct };
  for (const measure of MEASURES) {
    const held = holding[measure];
    const value = values[measure];
    day = { ...day, [measure]: added(day[measure], value) };
    if (!isKept || value === null) continue;
    holding[measure] = { atMs: timeMs, value };
    if (held && dayOf(held.atMs) === today) day = heldOn(day, measure, held, timeMs);
    else if (held && dayBefore && dayOf(held.atMs) === dayBefore.day) {
      dayBefore = heldOn(dayBefore, measure, held, timeMs);
      emit({ is: 'day', day: dayBefore });
    }
  }
  const goesOn = Object.values(holding).some((held) => held && dayBefore && dayOf(held.atMs) === dayBefore.day);
  return { day, dayBefore: goesOn ? dayBefore : null, holding };
}

/**
 * Takes the state, in place, over a record newer than it: what each paired sensor told, its figures of the day, and what of it is an
 * alarm (BLE-015). A sensor that is not heard in a record tells nothing by that.
 */
export function hear(
  state: SensorsState,
  timeMs: number,
  values: SensorValues,
  dated: UnitSensors | undefined,
  emit: Emit,
): void {
  state.lastMs = timeMs;
  const pairings =
    dated && wasOnAt(dated.off, timeMs) ? dated.pairings.filter(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs) : [];
  for (const id of Object.keys(state.sensors))
    if (!pairings.some(({ sensorId }) => String(sensorId) === id)) forget(state, Number(id), timeMs, emit);
  for (const pairing of pairings) {
    const heard = heardIn(values, pairing.slot);
    if (heard) state.sensors[pairing.sensorId] = taken(state.sensors[pairing.sensorId], pairing, heard, timeMs, emit);
  }
  if (values.beacons && dated && wasOnAt(dated.off, timeMs)) hearTags(state, timeMs, values.beacons, { dated, pairings }, emit);
}

/** A MAC address in what a tracker tells of a beacon: itself, or where beacons are commonly given it, the instance of Eddystone; else null. */
export function macOfBeacon(id: string): string | null {
  if (id.length === MAC_DIGITS) return id;
  return id.length === EDDYSTONE_DIGITS ? id.slice(-MAC_DIGITS) : null;
}
const MAC_DIGITS = 12;
const EDDYSTONE_DIGITS = 32;

const NOTHING_MEASURED: Heard = {
  temperatureC: null,
  humidityPct: null,
  magnet: null,
  batteryPct: null,
  batteryV: null,
  batteryLow: null,
};

/** BLE-019: tags that the tracker lists by itself were there, at most once a minute each; one that is paired with the unit is told by its place. */
function hearTags(
  state: SensorsState,
  timeMs: number,
  beacons: readonly string[],
  { dated, pairings }: { readonly dated: UnitSensors; readonly pairings: readonly DatedPairing[] },
  emit: Emit,
): void {
  const kept = Object.entries(state.tags ?? {}).filter(([, atMs]) => timeMs - atMs < READING_MS);
  const recent = new Map(kept.map(([id, atMs]) => [Number(id), atMs]));
  const macs = new Set(beacons.map(macOfBeacon));
  for (const { sensorId, mac, fromMs, toMs } of dated.tags ?? []) {
    if (!macs.has(mac) || timeMs < fromMs || timeMs >= toMs || recent.has(sensorId)) continue;
    if (pairings.some((pairing) => pairing.sensorId === sensorId)) continue;
    recent.set(sensorId, timeMs);
    emit({ is: 'reading', reading: { sensorId, atMs: timeMs, ...NOTHING_MEASURED } });
  }
  if (recent.size > 0) state.tags = Object.fromEntries(recent);
  else delete state.tags;
}

/** It is paired with the unit no more: what is under way comes to its end. */
function forget(state: SensorsState, sensorId: number, timeMs: number, emit: Emit): void {
  const gone = state.sensors[sensorId];
  delete state.sensors[sensorId];
  if (!gone) return;
  emit({ is: 'day', day: gone.day });
  for (const kind of SENSOR_ALARMS) {
    const trouble = gone.troubles[kind];
    if (trouble) ended(sensorId, kind, trouble, timeMs, emit);
  }
}

function taken(
  before: SensorState | undefined,
  { sensorId, settings }: DatedPairing,
  heard: Heard,
  timeMs: number,
  emit: Emit,
): SensorState {
  const isNew = before === undefined || before.readMs === null || timeMs - before.readMs >= READING_MS;
  const hasTurned = before !== undefined && heard.magnet !== null && before.magnet !== null && heard.magnet !== before.magnet;
  const inForce = settings.findLast(({ fromMs }) => fromMs <= timeMs)?.settings ?? NEW_SENSOR;
  const effects: SensorEffect[] = [];
  const troubles = judged(before?.troubles ?? {}, sensorId, inForce, heard, timeMs, (effect) => effects.push(effect));
  const isKept = isNew || hasTurned || turns(before?.troubles ?? {}, troubles);
  if (isKept) emit({ is: 'reading', reading: { sensorId, atMs: timeMs, ...heard } });
  const days = counted(before, sensorId, heard, timeMs, isKept, emit);
  const magnet = heard.magnet ?? before?.magnet ?? null;
  effects.forEach(emit);
  return {
    readMs: isKept ? timeMs : before.readMs,
    magnet,
    ...days,
    troubles,
  };
}

/** Whether a value is the first beyond its limit, the furthest so far, or the first that is within it again. */
const turns = (before: SensorState['troubles'], after: SensorState['troubles']): boolean =>
  SENSOR_ALARMS.some(
    (kind) =>
      Boolean(before[kind]) !== Boolean(after[kind]) || (after[kind] && after[kind].value !== (before[kind]?.value ?? null)),
  );

/** What a value says: how far outside of which limit, or that it is within; undefined where it says nothing. */
type Verdict = { readonly value: number | null; readonly limit: number | null } | 'well' | undefined;

function outside(value: number | null, low: number | null, high: number | null): Verdict {
  if (value === null) return undefined;
  if (low !== null && value < low) return { value, limit: low };
  if (high !== null && value > high) return { value, limit: high };
  return 'well';
}

function judged(
  before: SensorState['troubles'],
  sensorId: number,
  settings: SensorSettings,
  heard: Heard,
  timeMs: number,
  emit: Emit,
): SensorState['troubles'] {
  const isOpen = settings.door_alarm ? isDoorOpen(settings, heard.magnet) : heard.magnet === null ? null : false;
  const verdicts: Record<SensorAlarm, Verdict> = {
    temperature: outside(heard.temperatureC, settings.temperature_low_c, settings.temperature_high_c),
    humidity: outside(heard.humidityPct, settings.humidity_low_pct, settings.humidity_high_pct),
    door: isOpen === null ? undefined : isOpen ? { value: null, limit: null } : 'well',
  };
  const after: Partial<Record<SensorAlarm, Trouble>> = {};
  for (const kind of SENSOR_ALARMS) {
    const trouble = before[kind];
    const verdict = verdicts[kind];
    if (verdict === 'well') {
      if (trouble) ended(sensorId, kind, trouble, timeMs, emit);
    } else {
      const lastsMs = (kind === 'door' ? settings.door_delay_min : settings.outside_min) * MINUTE_MS;
      const next = verdict ? worse(trouble, verdict, timeMs) : trouble;
      if (next)
        after[kind] = verdict ? told(next, { sensorId, kind, lastsMs, again: settings.realarm_hours }, timeMs, emit) : next;
    }
  }
  return after;
}

/** The same trouble with what it has come to. */
function worse(before: Trouble | undefined, { value, limit }: Exclude<Verdict, 'well' | undefined>, timeMs: number): Trouble {
  if (!before) return { sinceMs: timeMs, toldMs: null, value, limit };
  const isFurther =
    value !== null && limit !== null && Math.abs(value - limit) > Math.abs((before.value ?? limit) - (before.limit ?? limit));
  return isFurther ? { ...before, value, limit } : before;
}

function told(
  trouble: Trouble,
  of: { sensorId: number; kind: SensorAlarm; lastsMs: number; again: number | null },
  timeMs: number,
  emit: Emit,
): Trouble {
  const { sensorId, kind } = of;
  const { sinceMs, toldMs, value, limit } = trouble;
  if (toldMs === null && timeMs - sinceMs < of.lastsMs) return trouble;
  if (toldMs !== null && (of.again === null || timeMs - toldMs < of.again * HOUR_MS)) return trouble;
  emit({ is: toldMs === null ? 'began' : 'again', condition: { sensorId, kind, sinceMs, atMs: timeMs, value, limit } });
  return { ...trouble, toldMs: timeMs };
}

function ended(
  sensorId: number,
  kind: SensorAlarm,
  { sinceMs, toldMs, value, limit }: Trouble,
  timeMs: number,
  emit: Emit,
): void {
  if (toldMs !== null) emit({ is: 'ended', condition: { sensorId, kind, sinceMs, atMs: timeMs, value, limit } });
}
