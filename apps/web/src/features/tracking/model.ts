import { DAY_MS, HOUR_MS } from '@spora/calendar/durations';
import type { FleetColumns, LiveUnit, SearchOptions, UnitState } from '@spora/contract/tracking/endpoints';
import { UNIT_STATES } from '@spora/contract/tracking/values';
import type { MarkerSymbol } from '@spora/contract/units/endpoints';
import { MARKER_SYMBOLS } from '@spora/contract/units/values';
import { haversineM } from '@spora/telemetry/geometry';
import { collatorOf, type Searchable, searchableOf, searchFor } from '../../lib/names.ts';
import { reach } from '../../lib/offline/reach.ts';
import { layerText, readLayers } from '../../map/layer-choice.ts';
import { type FilterSearch, readFilterSearch } from './filter-search.ts';
import type { Language } from '@spora/messages/languages';

type Position = NonNullable<LiveUnit['position']>;
type Unlisted = 'id' | 'unreported' | 'hides_speed';

/** What list, map and card show of a unit. */
export interface ShownUnit
  extends
    Pick<LiveUnit, Exclude<keyof FleetColumns, Unlisted>>,
    Pick<
      LiveUnit,
      | 'id'
      | 'hides_speed'
      | 'state'
      | 'state_since'
      | 'state_may_be_older'
      | 'contact_expected_by'
      | 'last_contact'
      | 'no_position_reason'
    >,
    Pick<LiveUnit, 'address' | 'address_is_approximate' | 'place'> {
  readonly position: (Omit<Position, 'altitude_m' | 'satellites'> & Partial<Position>) | null;
  /** Of a large fleet: what a card shows beyond list and map, and the address, are not known before they are asked for. */
  readonly isBrief?: boolean;
}

/** The states that need eyes come first; within a cluster the worst one gives its colour (MAP-024). */
const RANK = new Map<UnitState, number>(
  (['alarm', 'theft', 'locked', 'pending', 'no-contact', 'moving', 'stopped', 'parked'] satisfies UnitState[]).map((state, i) => [
    state,
    i,
  ]),
);

const IN_CONTACT: readonly UnitState[] = ['moving', 'stopped', 'parked'];

/**
 * The state at `nowMs`: a unit goes silent by the clock alone, without a call (MAP-019). While the server is out of reach it is we who hear
 * nothing: units stay as they were then (NFR-006).
 */
export function stateAt(unit: ShownUnit, nowMs: number): UnitState {
  if (!IN_CONTACT.includes(unit.state) || unit.contact_expected_by === null) return unit.state;
  return knownMs(nowMs) > Date.parse(unit.contact_expected_by) ? 'no-contact' : unit.state;
}

/** What a unit is drawn by: the icon of its own, or that of its kind. */
export const symbolOf = (unit: ShownUnit): MarkerSymbol =>
  MARKER_SYMBOLS.find((known) => known === unit.icon) ?? unit.marker_symbol;

/** What list, card and marker show of how a unit is, from one place: the state, and the speed with whether it still holds. */
export interface ShownState {
  readonly state: UnitState;
  /** Null: unknown, hidden, or it stands. */
  readonly speedKmh: number | null;
  /** The speed is the last known one, of a unit that has not been heard of since. */
  readonly isSpeedOld: boolean;
}

/** The state as people are told it. Null: of somebody's private use, and before a first position, nobody says whether it stands or drives. */
export function toldState(unit: ShownUnit, nowMs: number): UnitState | null {
  const state = stateAt(unit, nowMs);
  const isUntold = unit.no_position_reason === 'private' || unit.no_position_reason === 'no-fix';
  return isUntold && IN_CONTACT.includes(state) ? null : state;
}

/** Until when anything could be heard. */
function knownMs(nowMs: number): number {
  const { isReached, sinceMs } = reach();
  return isReached ? nowMs : Math.min(nowMs, sinceMs ?? nowMs);
}

/** So long a speed is told as that of now, however seldom the unit reports. */
const SPEED_HOLDS_MS = 120_000;
const IS_STILL: readonly UnitState[] = ['stopped', 'parked'];

export function shownState(unit: ShownUnit, nowMs: number): ShownState {
  const state = stateAt(unit, nowMs);
  const speed = unit.hides_speed || !unit.position || IS_STILL.includes(state) ? null : unit.position.speed_kmh;
  const isSpeedOld =
    state === 'no-contact' || (unit.position !== null && knownMs(nowMs) - Date.parse(unit.position.time) > SPEED_HOLDS_MS);
  return { state, speedKmh: speed === 0 && state !== 'moving' ? null : speed, isSpeedOld };
}

/** How long a unit has been so: it lasts, or it is what it did when it was heard of last. Null: that is not told. */
export type ToldTime =
  /** `isAtLeast`: it stood so when its record began. */
  { readonly kind: 'lasts'; readonly forS: number; readonly isAtLeast: boolean } | { readonly kind: 'then'; readonly at: string };

/**
 * Of one that stands it lasts, however seldom it reports; one that drove when it was last heard of may have stopped since. How long one has been
 * moving is not told: it begins again after each red light, where the log goes on with the trip.
 */
export function toldTime(unit: ShownUnit, nowMs: number): ToldTime | null {
  const state = toldState(unit, nowMs);
  if (state === 'moving' && unit.position && shownState(unit, nowMs).isSpeedOld) return { kind: 'then', at: unit.position.time };
  if (state === null || state === 'moving' || !IN_CONTACT.includes(state) || unit.state_since === null) return null;
  const forS = Math.max(0, nowMs - Date.parse(unit.state_since)) / 1000;
  return { kind: 'lasts', forS, isAtLeast: unit.state_may_be_older === true };
}

const [DAY_S, HOUR_S] = [DAY_MS / 1000, HOUR_MS / 1000];
/** As much of a length as is asked of a list: of days no hours, of many hours no minutes. */
export function roughly(seconds: number): number {
  const step = seconds >= DAY_S ? DAY_S : seconds >= 10 * HOUR_S ? HOUR_S : 1;
  return Math.floor(seconds / step) * step;
}

/** What a unit is found by, folded once for each state it arrives in. */
const searchable = new WeakMap<ShownUnit, Searchable>();
let asked = { search: '', isFound: searchFor('') };
function isNamed(unit: ShownUnit, search: string): boolean {
  if (search.trim() === '') return true;
  if (search !== asked.search) asked = { search, isFound: searchFor(search) };
  let found = searchable.get(unit);
  if (found === undefined) {
    found = searchableOf([unit.name, unit.registration_number, unit.driver, unit.imei]);
    searchable.set(unit, found);
  }
  return asked.isFound(found);
}

const includes = (chosen: readonly string[], value: string | null): boolean =>
  chosen.length === 0 || (value !== null && chosen.includes(value));

/** A zone or a place of the account: what `SearchOptions.areas` names. */
export interface Area {
  readonly value: string;
  readonly label: string;
  /** What it is, in the reader's words. */
  readonly group: string;
  readonly lat: number;
  readonly lng: number;
  /** In metres. */
  readonly radius: number;
}

/** Whether a unit is within one of the chosen areas now; an area that is there no more holds nobody back. */
function isWithin({ position }: ShownUnit, chosen: readonly string[], areas: readonly Area[]): boolean {
  if (chosen.length === 0) return true;
  const known = areas.filter(({ value }) => chosen.includes(value));
  return (
    known.length === 0 ||
    known.some(({ lat, lng, radius }) => position !== null && haversineM(lat, lng, position.lat, position.lng) <= radius)
  );
}

const NO_AREAS: readonly Area[] = [];

/** MAP-017: whether a unit passes search and filters. */
export function matches(unit: ShownUnit, options: SearchOptions, nowMs: number, areas = NO_AREAS): boolean {
  return (
    isNamed(unit, options.search) &&
    includes(options.states, toldState(unit, nowMs)) &&
    includes(options.kinds, unit.kind) &&
    includes(options.departments, unit.department) &&
    includes(options.projects, unit.project) &&
    (options.tags.length === 0 || options.tags.some((tag) => unit.tags.includes(tag))) &&
    isWithin(unit, options.areas, areas)
  );
}

/** MAP-017: by name, last seen, state or speed; equal ones by name, then id, so that rows never jump. */
export function compareUnits(
  options: Pick<SearchOptions, 'sort' | 'descending'>,
  language: Language,
  nowMs: number,
): (a: ShownUnit, b: ShownUnit) => number {
  const byName = collatorOf(language);
  const key: Record<Exclude<SearchOptions['sort'], 'name'>, (unit: ShownUnit) => number> = {
    'last-seen': (unit) => (unit.last_contact ? -Date.parse(unit.last_contact) : Infinity),
    state: (unit) => {
      const state = toldState(unit, nowMs);
      return (state && RANK.get(state)) ?? RANK.size;
    },
    speed: (unit) => {
      const { speedKmh, isSpeedOld } = shownState(unit, nowMs);
      return isSpeedOld ? 1 : -(speedKmh ?? 0);
    },
  };
  const sign = options.descending ? -1 : 1;
  return (a, b) => {
    const first =
      options.sort === 'name' ? byName.compare(a.name, b.name) : compareNumbers(key[options.sort](a), key[options.sort](b));
    return first * sign || byName.compare(a.name, b.name) || a.id - b.id;
  };
}

const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

export interface UnitGroups {
  readonly onMap: readonly ShownUnit[];
  /** MAP-033: listed apart, each with its reason. */
  readonly withoutPosition: readonly ShownUnit[];
}

/** The list as it is shown: filtered, sorted, units without a position apart. */
export function groupUnits(
  units: Iterable<ShownUnit>,
  options: SearchOptions,
  {
    language,
    nowMs,
    areas = NO_AREAS,
  }: { readonly language: Language; readonly nowMs: number; readonly areas?: readonly Area[] },
): UnitGroups {
  const kept = [...units].filter((unit) => matches(unit, options, nowMs, areas)).sort(compareUnits(options, language, nowMs));
  return { onMap: kept.filter((unit) => unit.position !== null), withoutPosition: kept.filter((unit) => unit.position === null) };
}

/** A part of the list under a heading of its own; null: the one part without. */
export interface UnitSection {
  /** What `closed_groups` names. */
  readonly key: string;
  readonly label: string | null;
  readonly units: readonly ShownUnit[];
}

export const WITHOUT_POSITION = 'without-position';

/** MAP-018: the list in the groups that somebody chose, by name, those that belong to none last; units without a position stay apart. */
export function sectionsOf(
  { onMap, withoutPosition }: UnitGroups,
  by: SearchOptions['group_by'],
  texts: {
    readonly language: Language;
    readonly nowMs: number;
    /** What a group is called; of null, what belongs to none. */
    readonly label: (value: string | null, units: readonly ShownUnit[]) => string;
    readonly withoutPosition: string;
  },
): UnitSection[] {
  const apart =
    withoutPosition.length > 0 ? [{ key: WITHOUT_POSITION, label: texts.withoutPosition, units: withoutPosition }] : [];
  if (by === 'none') return [...(onMap.length > 0 ? [{ key: 'all', label: null, units: onMap }] : []), ...apart];
  const groups = new Map<string | null, ShownUnit[]>();
  for (const unit of onMap) {
    const value = by === 'state' ? stateAt(unit, texts.nowMs) : unit[by];
    const group = groups.get(value);
    if (group) group.push(unit);
    else groups.set(value, [unit]);
  }
  const byName = collatorOf(texts.language);
  const named = [...groups].map(([value, units]) => ({
    value,
    key: `${by}:${value ?? ''}`,
    label: texts.label(value, units),
    units,
  }));
  const order = named.toSorted((a, b) => Number(a.value === null) - Number(b.value === null) || byName.compare(a.label, b.label));
  return [...order.map(({ key, label, units }) => ({ key, label, units })), ...apart];
}

/** The day on which a unit that stands came to stand; null for one that drives, or of which that is not told. */
export const lastDrivenDay = (unit: ShownUnit | null, dayOf: (instant: string) => string): string | null =>
  unit?.state_since && (unit.state === 'parked' || unit.state === 'stopped') ? dayOf(unit.state_since) : null;

/** How many units are in each state, for the filter's counters. */
export function countStates(units: Iterable<ShownUnit>, nowMs: number): Record<UnitState, number> {
  const counts = Object.fromEntries(UNIT_STATES.map((state) => [state, 0])) as Record<UnitState, number>;
  for (const unit of units) {
    const state = toldState(unit, nowMs);
    if (state) counts[state] += 1;
  }
  return counts;
}

/** What the address says of the map: reload, back and a shared link keep it (NAV-037). Days are `yyyy-MM-dd`. */
export interface TrackingSearch extends FilterSearch {
  readonly unit?: string;
  readonly from?: string;
  readonly to?: string;
  /** The instant of its history that is looked at first, ISO 8601. */
  readonly at?: string;
  /** The map and what lies over it, as `layerText` writes it. */
  readonly layer?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Keeps what is well formed and drops the rest, so that a broken link still opens the map. */
export function readTrackingSearch(search: Record<string, unknown>): TrackingSearch {
  const day = (value: unknown): value is string =>
    typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value));
  const layers = readLayers(search['layer']);
  const at = search['at'];
  return {
    ...(typeof search['unit'] === 'string' && /^\d{15}$/.test(search['unit']) ? { unit: search['unit'] } : {}),
    ...(day(search['from']) ? { from: search['from'] } : {}),
    ...(day(search['to']) ? { to: search['to'] } : {}),
    ...(typeof at === 'string' && INSTANT.test(at) && !Number.isNaN(Date.parse(at)) ? { at } : {}),
    ...(layers ? { layer: layerText(layers) } : {}),
    ...readFilterSearch(search),
  };
}
