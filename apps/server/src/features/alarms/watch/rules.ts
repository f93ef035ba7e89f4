import { ALARM_KIND_NAMES, type AlarmKind, ALCOHOL_ALARM_PERMILLE, alarmFacts } from '@spora/contract/alarms/kinds';
import { BATTERY_THRESHOLD_DEFAULTS, VOLTAGE_MARGIN } from '@spora/contract/units/settings';
import type { BatteryKind } from '@spora/contract/units/values';
import type { NamedValues } from '@spora/protocols/avl/named-values';
import { haversineM } from '@spora/telemetry/geometry';
import type { DaysOff } from '../../../core/people/days-off.ts';
import { isWithinHours, type WeekHours } from '../../trips/working-hours/rules.ts';
import type { UnitKey } from '../../../core/engine/projections.ts';

/** OUT-007: what an input says that somebody is to know of. */
export interface WatchedInput {
  readonly number: 1 | 2 | 3 | 4;
  readonly kind: 'door' | 'alarm-input' | 'panic';
  readonly activeHigh: boolean;
  /** How long it must have been active. */
  readonly delayS: number;
}

/** What a unit's records are held against, from an instant on. */
export interface WatchSettings {
  readonly off: ReadonlySet<AlarmKind>;
  /** Null: nobody has set one. */
  readonly speedLimitKmh: number | null;
  readonly thresholdsV: Readonly<Record<BatteryKind, number>>;
  readonly inputs: readonly WatchedInput[];
  /** Null: it has none, or nobody wants to know of use outside of them. */
  readonly hours: { readonly week: WeekHours; readonly daysOff: DaysOff } | null;
}
export interface DatedWatch {
  readonly fromMs: number;
  readonly settings: WatchSettings;
}

export const USUAL_WATCH: WatchSettings = {
  off: new Set(ALARM_KIND_NAMES.filter((kind) => !alarmFacts(kind).isOn)),
  speedLimitKmh: null,
  thresholdsV: BATTERY_THRESHOLD_DEFAULTS,
  inputs: [],
  hours: null,
};

/** The settings in force at a time, of those in order of time. */
export function watchAt(dated: readonly DatedWatch[] | undefined, timeMs: number): WatchSettings {
  let found = USUAL_WATCH;
  for (const { fromMs, settings } of dated ?? []) if (fromMs <= timeMs) found = settings;
  return found;
}

/** Something that lasts, as far as it is known; JSON holds it. */
interface Open {
  readonly beganMs: number;
  /** The most extreme that was measured. */
  value: number | null;
}
interface Place {
  readonly latE7: number;
  readonly lonE7: number;
}

export interface WatchState {
  /** By kind and subject. */
  open: Record<string, Open>;
  /** What may become a condition when it has lasted long enough: since when. */
  pending: Record<string, number>;
  lastMs: number | null;
  ignition: boolean | null;
  /** Where the unit was when its ignition was switched off, or where it has stood since; null while it is on. */
  parked: Place | null;
  /** Where it was seen last while the ignition was off, and since when it has been there. */
  rest: (Place & { readonly sinceMs: number }) | null;
  /** A vehicle's battery was at the other end of the cable. */
  hadSupply: boolean;
  /** Of 12 V or 24 V, as charging showed. */
  system: '12' | '24' | null;
}

/** Nothing told yet. */
export const nothingWatched = (): WatchState => ({
  open: {},
  pending: {},
  lastMs: null,
  ignition: null,
  parked: null,
  rest: null,
  hadSupply: false,
  system: null,
});

/** A copy that may be taken on without changing the original. */
export const copyWatch = (state: WatchState): WatchState => ({
  ...state,
  open: Object.fromEntries(Object.entries(state.open).map(([key, open]) => [key, { ...open }])),
  pending: { ...state.pending },
});

/** A condition of a unit, as it became known or came to its end. */
export interface Condition {
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly beganMs: number;
  /** Of one that began: the time of the record that made it sure, which may have taken a while. */
  readonly knownMs?: number;
  /** Null while it lasts. */
  readonly endedMs: number | null;
  readonly latE7: number | null;
  readonly lonE7: number | null;
  readonly value: number | null;
  readonly limit: number | null;
}
export interface UnitCondition extends Condition {
  readonly unit: UnitKey;
}
export type WatchEffect =
  { readonly is: 'began'; readonly condition: Condition } | { readonly is: 'ended'; readonly condition: Condition };

/** A record, as far as it is watched. */
export interface Watched {
  readonly timeMs: number;
  readonly values: NamedValues;
  /** Where the unit is, null where the position is not to be believed. */
  readonly fix: (Place & { readonly speedKmh: number }) | null;
  /** Where it was last believed to be. */
  readonly at: Place | null;
  /** It is on a trip. */
  readonly isDriven: boolean;
}

/** A vehicle on a lift or a ferry's ramp moves less. */
export const TOWED_M = 200;
/** A unit that was carried off and stands again stands there. */
const RESTING_M = 50;
const RESTS_AFTER_MS = 10 * 60_000;
/** Slower than a walk is what a receiver of satellites makes up. */
const MOVES_KMH = 5;
/** An overtaking is no over-speeding. */
const OVER_SPEED_MS = 20_000;
/** Two fixes further apart than this say nothing of the time between. */
const FIX_GAP_MS = 5 * 60_000;
/** A unit that is moved in the yard is not used. */
const OVER_USE_MS = 2 * 60_000;
/** A starter pulls the voltage down for seconds, a cold night for minutes. */
const LOW_VOLTAGE_MS = 10 * 60_000;
/** Below this there is no battery at the other end of the cable, and above there is. */
const SUPPLY_GONE_V = 3;
const SUPPLY_THERE_V = 6;
const SURELY_24_V = 18;
/** TAT and phones tell percent: below this somebody is to charge, above that somebody has. */
const BATTERY_LOW_PCT = 20;
const BATTERY_CHARGED_PCT = 30;

interface Verdict {
  readonly kind: AlarmKind;
  readonly subject?: string;
  readonly is: boolean;
  readonly holdMs?: number;
  /** Two records in a row must say so: one alone may be wrong. */
  readonly isTwice?: boolean;
  readonly value?: number | undefined;
  readonly limit?: number | null;
  /** Since when it is over, where that is known to have been before this record. */
  readonly overMs?: number | undefined;
  /** Of two values the more extreme one. */
  readonly worst?: (a: number, b: number) => number;
}

/**
 * ALARM-030: takes the state, in place, over a record newer than it, and tells what begins and ends. A condition begins when it has lasted
 * as long as its kind asks, and then from its first record on.
 */
export function watch(state: WatchState, record: Watched, settings: WatchSettings, emit: (effect: WatchEffect) => void): void {
  const { timeMs, values, fix } = record;
  const gapMs = state.lastMs === null ? 0 : timeMs - state.lastMs;
  const judge = (verdict: Verdict) => follow(state, record, settings, verdict, emit);

  if (values.ignition !== undefined) state.ignition = values.ignition;
  if (values.jamming !== undefined) judge({ kind: 'jamming', is: values.jamming });
  const isPowerCut = isCut(state, values);
  if (isPowerCut !== undefined) judge({ kind: 'power-cut', is: isPowerCut });
  if (values.alarm !== undefined) judge({ kind: 'panic', is: values.alarm });
  for (const { kind, number, activeHigh, delayS } of settings.inputs) {
    const level = values[`input${number}`];
    if (level !== undefined) judge({ kind, subject: String(number), is: level === activeHigh, holdMs: delayS * 1000 });
  }
  judgeBatteries(state, values, settings, judge);
  if (values.alcoholPermille !== undefined)
    judge({
      kind: 'alcohol',
      is: values.alcoholPermille >= ALCOHOL_ALARM_PERMILLE,
      value: values.alcoholPermille,
      limit: ALCOHOL_ALARM_PERMILLE,
      worst: Math.max,
    });
  if (fix && settings.speedLimitKmh !== null) {
    if (gapMs > FIX_GAP_MS) delete state.pending['over-speed'];
    judge({
      kind: 'over-speed',
      is: fix.speedKmh > settings.speedLimitKmh,
      holdMs: OVER_SPEED_MS,
      value: fix.speedKmh,
      limit: settings.speedLimitKmh,
      worst: Math.max,
    });
  }
  if (settings.hours && !settings.off.has('over-use'))
    judge({
      kind: 'over-use',
      is: record.isDriven && !isWithinHours(settings.hours.week, timeMs, settings.hours.daysOff),
      holdMs: OVER_USE_MS,
    });
  else if ('over-use' in state.open) judge({ kind: 'over-use', is: false });
  const isMoved = isTowed(state, record);
  // It has stood since it came to rest, which is known only when it has rested for a while.
  if (isMoved !== undefined)
    judge({
      kind: 'towing',
      is: isMoved,
      isTwice: values.towing !== true,
      overMs: state.ignition ? undefined : state.rest?.sinceMs,
    });
  state.lastMs = timeMs;
}

/** Power is gone: the tracker says so, or its cable carries nothing any more. */
function isCut(state: WatchState, { unplugged, externalVoltageV: volts }: NamedValues): boolean | undefined {
  if (volts !== undefined && volts >= SUPPLY_THERE_V) state.hadSupply = true;
  if (unplugged !== undefined) return unplugged;
  if (volts === undefined || !state.hadSupply) return undefined;
  if (volts < SUPPLY_GONE_V) return true;
  return volts >= SUPPLY_THERE_V ? false : undefined;
}

function judgeBatteries(
  state: WatchState,
  { externalVoltageV: volts, batteryPct, charging }: NamedValues,
  { thresholdsV }: WatchSettings,
  judge: (verdict: Verdict) => void,
): void {
  if (volts !== undefined && volts >= SUPPLY_GONE_V) {
    if (volts >= SURELY_24_V) state.system = '24';
    else if (state.ignition && volts >= 12.5 && volts <= 15.5) state.system = '12';
    const limit = thresholdsV[state.system ?? '12'];
    const isLow = volts < limit * (1 - VOLTAGE_MARGIN);
    // UNIT-027: what either may be true of changes nothing.
    if (isLow || volts >= limit * (1 + VOLTAGE_MARGIN))
      judge({ kind: 'low-voltage', is: isLow, holdMs: LOW_VOLTAGE_MS, value: volts, limit, worst: Math.min });
  }
  if (batteryPct === undefined) return;
  const isLow = batteryPct < BATTERY_LOW_PCT && charging !== true;
  if (isLow || batteryPct >= BATTERY_CHARGED_PCT || charging === true)
    judge({ kind: 'low-battery', is: isLow, value: batteryPct, limit: BATTERY_LOW_PCT, worst: Math.min });
}

/**
 * Movement without ignition: the tracker says so, or two believed positions in a row lie well away from where the ignition was switched
 * off. It is over when the ignition is on, or the unit has stood for a while; from there it is watched anew.
 */
function isTowed(state: WatchState, { timeMs, values, fix, at }: Watched): boolean | undefined {
  if (state.ignition !== false) {
    state.parked = null;
    state.rest = null;
    return state.ignition === true ? false : values.towing;
  }
  state.parked ??= at ? { latE7: at.latE7, lonE7: at.lonE7 } : null;
  if (values.towing === true) return true;
  if (!fix || !state.parked) return undefined;
  const here = { latE7: fix.latE7, lonE7: fix.lonE7 };
  // What still moves rests nowhere: else it would rest where it was last a few metres before, and be away from there now and then.
  if (fix.speedKmh >= MOVES_KMH) state.rest = null;
  else if (!state.rest || apartM(state.rest, here) > RESTING_M) state.rest = { ...here, sinceMs: timeMs };
  if ('towing' in state.open) {
    if (!state.rest || timeMs - state.rest.sinceMs < RESTS_AFTER_MS) return undefined;
    state.parked = here;
    return false;
  }
  return apartM(state.parked, here) >= TOWED_M;
}

const apartM = (a: Place, b: Place): number => haversineM(a.latE7 / 1e7, a.lonE7 / 1e7, b.latE7 / 1e7, b.lonE7 / 1e7);

function follow(
  state: WatchState,
  record: Watched,
  settings: WatchSettings,
  verdict: Verdict,
  emit: (effect: WatchEffect) => void,
): void {
  const { kind, subject = '', value } = verdict;
  const isOff = settings.off.has(kind);
  const key = subject ? `${kind} ${subject}` : kind;
  const open = state.open[key];
  if (!verdict.is || isOff) {
    if (key in state.pending) delete state.pending[key];
    if (!open) return;
    delete state.open[key];
    if (alarmFacts(kind).isLasting)
      emit({ is: 'ended', condition: conditionOf(record, verdict, { ...open, endedMs: endOf(record, verdict, open) }) });
    return;
  }
  if (open) {
    if (value !== undefined && verdict.worst) open.value = open.value === null ? value : verdict.worst(open.value, value);
    return;
  }
  const { holdMs = 0, isTwice = false } = verdict;
  const sinceMs = state.pending[key];
  if (sinceMs === undefined && (holdMs > 0 || isTwice)) {
    state.pending[key] = record.timeMs;
    return;
  }
  const beganMs = sinceMs ?? record.timeMs;
  if (record.timeMs - beganMs < holdMs) return;
  delete state.pending[key];
  const began: Open = { beganMs, value: value ?? null };
  state.open[key] = began;
  const condition = conditionOf(record, verdict, { ...began, endedMs: alarmFacts(kind).isLasting ? null : beganMs });
  emit({ is: 'began', condition: { ...condition, knownMs: record.timeMs } });
}

const endOf = ({ timeMs }: Watched, { overMs = timeMs }: Verdict, { beganMs }: Open): number => Math.max(beganMs, overMs);

const conditionOf = (
  { at }: Watched,
  { kind, subject = '', limit = null }: Verdict,
  { beganMs, endedMs, value }: Open & { readonly endedMs: number | null },
): Condition => ({
  kind,
  subject,
  beganMs,
  endedMs,
  latE7: at?.latE7 ?? null,
  lonE7: at?.lonE7 ?? null,
  value,
  limit,
});

/** ALARM-042: the kinds that a unit raises no alarm of, by what is stored: kinds switched on or off beside what is usual. */
export function offKinds(stored: unknown): ReadonlySet<AlarmKind> {
  const chosen = (typeof stored === 'object' && stored !== null ? stored : {}) as Readonly<Record<string, unknown>>;
  return new Set(
    ALARM_KIND_NAMES.filter((kind) => {
      const said = chosen[kind];
      return typeof said === 'boolean' ? !said : !alarmFacts(kind).isOn;
    }),
  );
}
