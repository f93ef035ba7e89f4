import type { ZoneAlarm, ZoneDirection } from '@spora/contract/zones/rules';
import { ZONE_GUARD_S } from '@spora/contract/zones/rules';
import type { NamedValues } from '@spora/protocols/avl/named-values';
import { EARTH_RADIUS_M } from '@spora/telemetry/geometry';
import { wasOnAt } from '../../../core/fleet/unit-features.ts';
import type { Span } from '../../../core/log/spans.ts';
import { NO_DAYS_OFF } from '../../../core/people/days-off.ts';
import { isWithinHours, type WeekHours } from '../../trips/working-hours/rules.ts';

/** A zone of a unit, as it was from one instant to another. */
export interface ZoneVersion {
  readonly zoneId: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly latE7: number;
  readonly lonE7: number;
  readonly radiusM: number;
  readonly alarm: ZoneAlarm;
  /** When it is inactive; null: never. */
  readonly inactive: WeekHours | null;
}

/** A zone that is in force, and since when its circle has been the same without a break. */
interface StandingZone extends ZoneVersion {
  readonly sinceMs: number;
}

/** A unit's zones at all times, and when its feature was off (FEAT-001). */
export class DatedZones {
  readonly #zones: readonly StandingZone[];
  readonly #off: readonly Span[];
  #current: { readonly fromMs: number; readonly toMs: number; readonly zones: readonly StandingZone[] } | null = null;

  constructor(versions: readonly ZoneVersion[], off: readonly Span[] = []) {
    const last = new Map<number, StandingZone>();
    this.#off = off;
    this.#zones = [...versions]
      .sort((a, b) => a.fromMs - b.fromMs)
      .map((version) => {
        const before = last.get(version.zoneId);
        const goesOn = before?.toMs === version.fromMs && isSameCircle(before, version);
        const zone = { ...version, sinceMs: goesOn ? before.sinceMs : version.fromMs };
        last.set(version.zoneId, zone);
        return zone;
      });
  }

  /** Those in force at a time: few, however many there have been. */
  at(timeMs: number): readonly StandingZone[] {
    if (!this.#current || timeMs < this.#current.fromMs || timeMs >= this.#current.toMs) this.#current = this.#found(timeMs);
    return this.#current.zones;
  }

  #found(timeMs: number) {
    let [fromMs, toMs] = [-Infinity, Infinity];
    for (const bound of [...this.#zones, ...this.#off].flatMap((span) => [span.fromMs, span.toMs]))
      if (bound <= timeMs) fromMs = Math.max(fromMs, bound);
      else toMs = Math.min(toMs, bound);
    const isOn = wasOnAt(this.#off, timeMs);
    return { fromMs, toMs, zones: isOn ? this.#zones.filter((zone) => zone.fromMs <= timeMs && timeMs < zone.toMs) : [] };
  }
}

const isSameCircle = (a: ZoneVersion, b: ZoneVersion): boolean =>
  a.latE7 === b.latE7 && a.lonE7 === b.lonE7 && a.radiusM === b.radiusM;

/** A position that is believed, at its time. */
export interface Mark {
  readonly timeMs: number;
  readonly latE7: number;
  readonly lonE7: number;
}

/** What is remembered of a zone between records. Never changed, only replaced. */
interface ZoneState {
  /** Of the circle that it is about. */
  readonly sinceMs: number;
  /** Null: nothing is known of the unit yet. */
  readonly isInside: boolean | null;
  /** The first of the positions on the other side, until the next one says the same. */
  readonly pending: Mark | null;
  /** When the unit left it, for as long as a return is not told. */
  readonly leftMs: number | null;
}

/** JSON holds it; at most five zones are in it. */
export interface ZonesState {
  last: Mark | null;
  zones: Record<string, ZoneState>;
}

/** Nothing told yet. */
export const nothingCrossed = (): ZonesState => ({ last: null, zones: {} });
/** A copy that may be taken on without changing the original. */
export const copyZones = ({ last, zones }: ZonesState): ZonesState => ({ last, zones: { ...zones } });

/** That a unit crossed the edge of a zone: when and where it was first seen on the other side. */
export interface Crossing {
  readonly zoneId: number;
  readonly direction: ZoneDirection;
  readonly at: Mark;
  /** GEO-019: back within the guard time. */
  readonly isReturn: boolean;
  /** Whether the zone tells of it. */
  readonly isTold: boolean;
}

/** A position with what is known of how good it is. */
export interface Seen extends Mark {
  readonly speedKmh: number;
  readonly values: Pick<NamedValues, 'accuracyM' | 'hdop'>;
}

/** Who is this near outside of the edge has not left: the edge of a car park is no place to quiver at. */
const EDGE_M = 20;
/** What a position is off by at the best, by each unit of dilution, and where nothing is told of it; metres. */
const ACCURACY_LEAST_M = 25;
const ACCURACY_PER_HDOP_M = 8;
const ACCURACY_UNTOLD_M = 40;
/** A receiver that stands still between houses is seen this far off, whatever it says of its accuracy. */
const REST_KMH = 5;
const OFF_AT_REST_M = 150;

/** GEO-019: within how many metres a position certainly is. */
function accuracyOf({ speedKmh, values: { accuracyM, hdop } }: Seen): number {
  const told = accuracyM ?? (hdop === undefined ? ACCURACY_UNTOLD_M : hdop * ACCURACY_PER_HDOP_M);
  return Math.max(ACCURACY_LEAST_M, told) + (speedKmh < REST_KMH ? OFF_AT_REST_M : 0);
}

const RADIANS_PER_E7 = Math.PI / 180e7;
const WHOLE_TURN_E7 = 360e7;

/** On a plane laid between the two: within a metre of the sphere for as far as zones reach, and five zones are asked at each record. */
function metresFrom(zone: ZoneVersion, mark: Mark): number {
  const east = Math.abs(mark.lonE7 - zone.lonE7);
  const middle = ((mark.latE7 + zone.latE7) / 2) * RADIANS_PER_E7;
  const x = Math.min(east, WHOLE_TURN_E7 - east) * RADIANS_PER_E7 * Math.cos(middle);
  const y = (mark.latE7 - zone.latE7) * RADIANS_PER_E7;
  return EARTH_RADIUS_M * Math.sqrt(x * x + y * y);
}

/**
 * Where a zone that was not looked at before finds the unit: by the newest position until then. Of a circle that was changed under a unit
 * (`before`), so that it would be on the other side now, the next position says where it is: who was outside has not left.
 */
function begun(zone: StandingZone, last: Mark | null, before: ZoneState | undefined): ZoneState {
  const isThere = last && metresFrom(zone, last) <= zone.radiusM;
  const isTurned = before !== undefined && before.isInside !== null && before.isInside !== isThere;
  return { sinceMs: zone.sinceMs, isInside: isTurned ? null : isThere, pending: null, leftMs: null };
}

/**
 * GEO-019: takes the state, in place, over a believed position newer than it, and tells which zones it crosses. A side counts when two
 * positions in a row lie on it, or one whose accuracy circle does so wholly; it was crossed when the first of them was made.
 */
export function crossZones(
  state: ZonesState,
  seen: Seen,
  dated: DatedZones | undefined,
  emit: (crossing: Crossing) => void,
): void {
  const zones = dated?.at(seen.timeMs) ?? [];
  const { last } = state;
  if (zones.length === 0) {
    if (countOf(state.zones) > 0) state.zones = {};
  } else {
    const after = zones.map((zone) => {
      const before = state.zones[zone.zoneId];
      return judged(before?.sinceMs === zone.sinceMs ? before : begun(zone, last, before), zone, seen, emit);
    });
    // Nearly always nothing is different.
    const isSame = zones.every((zone, i) => state.zones[zone.zoneId] === after[i]) && countOf(state.zones) === zones.length;
    if (!isSame) state.zones = Object.fromEntries(zones.map((zone, i) => [zone.zoneId, after[i] as ZoneState]));
  }
  state.last = { timeMs: seen.timeMs, latE7: seen.latE7, lonE7: seen.lonE7 };
}

function countOf(zones: Readonly<Record<string, unknown>>): number {
  let n = 0;
  for (const _ in zones) n++;
  return n;
}

function judged(before: ZoneState, zone: StandingZone, seen: Seen, emit: (crossing: Crossing) => void): ZoneState {
  const metres = metresFrom(zone, seen);
  const isGuardOver = before.leftMs !== null && seen.timeMs - before.leftMs > ZONE_GUARD_S * 1000;
  const leftMs = isGuardOver ? null : before.leftMs;
  const isInside = before.isInside === true ? metres <= zone.radiusM + EDGE_M : metres <= zone.radiusM;
  if (before.isInside === null) return { ...before, isInside };
  if (isInside === before.isInside)
    return before.pending === null && leftMs === before.leftMs ? before : { ...before, pending: null, leftMs };
  const accuracyM = accuracyOf(seen);
  const isCertain = isInside ? metres + accuracyM < zone.radiusM : metres - accuracyM > zone.radiusM;
  if (!isCertain && before.pending === null)
    return { ...before, leftMs, pending: { timeMs: seen.timeMs, latE7: seen.latE7, lonE7: seen.lonE7 } };
  const at = before.pending ?? { timeMs: seen.timeMs, latE7: seen.latE7, lonE7: seen.lonE7 };
  const after: ZoneState = { ...before, isInside, pending: null, leftMs };
  // GEO-016: what happens while it is inactive is seen, and nothing more.
  if (zone.inactive && isWithinHours(zone.inactive, at.timeMs, NO_DAYS_OFF)) return after;
  const isReturn = before.leftMs !== null && at.timeMs - before.leftMs <= ZONE_GUARD_S * 1000;
  const direction = isInside ? 'entered' : 'left';
  const isTold = !isReturn && (zone.alarm === 'both' || (zone.alarm === 'enter') === isInside);
  emit({ zoneId: zone.zoneId, direction, at, isReturn, isTold });
  return isInside || isReturn ? after : { ...after, leftMs: at.timeMs };
}
