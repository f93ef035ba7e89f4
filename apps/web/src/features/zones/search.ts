import { ZONE_DIRECTIONS, type ZoneDirection } from '@spora/contract/zones/rules';
import { searchedWords } from '../../lib/search-text.ts';

/** How zones can be narrowed: by their switch, or by how their units took them. */
export const ZONE_STATES = ['on', 'off', 'waiting', 'applied', 'rejected'] as const;
export const ZONE_SORTS = ['name', 'radius', 'last'] as const;

/** What the address holds of the zones; what is as usual is left out. */
export interface ZonesSearch {
  readonly view?: 'log';
  readonly q?: string;
  /** Of one unit, by its IMEI. */
  readonly unit?: string;
  readonly state?: (typeof ZONE_STATES)[number];
  readonly sort?: 'radius' | 'last';
  /** The one that is chosen on the map and in the list; in the log, the one whose events are shown. */
  readonly zone?: number;
  /** On a phone, the map instead of the list. */
  readonly show?: 'map';
  readonly direction?: ZoneDirection;
  readonly from?: string;
  readonly to?: string;
}

/** What is changed of the address; a text is judged by the page itself, as one that somebody typed. */
export type ZonesPatch = { readonly [Name in keyof ZonesSearch]?: ZonesSearch[Name] | string | undefined };

const oneOf = <T extends string>(values: readonly T[], raw: unknown): T | undefined => values.find((each) => each === raw);
const dayOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined;

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readZonesSearch(raw: Record<string, unknown>): ZonesSearch {
  // Digits alone are read as a number.
  const unit = typeof raw['unit'] === 'string' || typeof raw['unit'] === 'number' ? String(raw['unit']) : '';
  const q = searchedWords(raw['q']);
  const zone = Number(raw['zone']);
  const state = oneOf(ZONE_STATES, raw['state']);
  const sort = oneOf(['radius', 'last'] as const, raw['sort']);
  const direction = oneOf(ZONE_DIRECTIONS, raw['direction']);
  const [from, to] = [dayOf(raw['from']), dayOf(raw['to'])];
  return {
    ...(raw['view'] === 'log' ? { view: 'log' } : {}),
    ...(q ? { q } : {}),
    ...(/^\d{15}$/.test(unit) ? { unit } : {}),
    ...(state ? { state } : {}),
    ...(sort ? { sort } : {}),
    ...(Number.isSafeInteger(zone) && zone > 0 ? { zone } : {}),
    ...(raw['show'] === 'map' ? { show: 'map' } : {}),
    ...(direction ? { direction } : {}),
    ...(from ? { from } : {}),
    ...(to && (!from || from <= to) ? { to } : {}),
  };
}

/** What the event log is asked for. */
export const logQueryOf = ({ unit, zone, direction, from, to }: ZonesSearch) => ({
  ...(unit ? { imeis: unit } : {}),
  ...(zone ? { zones: String(zone) } : {}),
  ...(direction ? { directions: direction } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
});
