import { addDays, addMonths } from '@spora/calendar/days';
import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import type { InputOf } from '@spora/contract/endpoint-map';
import type { TripFilterInput } from '@spora/contract/trips/endpoints';
import { LONG_PERIODS, USUAL_PERIODS, usualSpan } from '../../../lib/usual-periods.ts';

export const PERIODS = [...USUAL_PERIODS, ...LONG_PERIODS, 'custom'] as const;
export type Period = (typeof PERIODS)[number];
export const TYPES = ['business', 'private', 'other'] as const;
export type TripType = (typeof TYPES)[number];
export const PAGE_SIZES = [100, 500] as const;
/** What a trip may still ask of somebody: the inbox of the log. */
export const MATTERS = ['purpose', 'driver', 'odometer'] as const;
export type Matter = (typeof MATTERS)[number];
const WHOSE = ['mine', 'all'] as const;
export type Whose = (typeof WHOSE)[number];
/** The filters that are a choice of many. */
export const LISTS = ['drivers', 'departments', 'tags', 'projects', 'places'] as const;
export type ListFilter = (typeof LISTS)[number];
const DEFAULT_PERIOD: Period = 'this-month';

/** What the address holds (NAV-037); what is as usual is left out. */
export interface TripSearch {
  readonly period?: Period;
  /** Days, of a custom period only. */
  readonly from?: string;
  readonly to?: string;
  /** IMEIs, with commas between. */
  readonly unit?: string;
  readonly type?: TripType;
  readonly q?: string;
  /** Ids and names of what the log is narrowed to, as `joinList` writes them. */
  readonly drivers?: string;
  readonly departments?: string;
  readonly tags?: string;
  readonly projects?: string;
  readonly places?: string;
  readonly matter?: Matter;
  /** Of a driver's log: the own trips, or those of everybody that the driver may see. */
  readonly whose?: Whose;
  readonly hours?: 'outside';
  /** Those of which somebody has said why the odometer differs. */
  readonly odometer?: 'explained';
  readonly attested?: 'yes' | 'no';
  /** Kilometres, with one decimal at most. */
  readonly min?: number;
  readonly max?: number;
  readonly page?: number;
  readonly rows?: number;
  /** The trip whose details are open. */
  readonly trip?: number;
}

/** Days as `yyyy-MM-dd`, both ends included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (value: unknown): value is string => typeof value === 'string' && DAY.test(value) && toDay(toDate(value)) === value;
const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10));
const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  (values as readonly unknown[]).includes(value);

/** What the filter of a distance goes to. */
export const DISTANCE_MAX_KM = 10_000;

/** Several values in one of the address; undefined for none. */
export const joinList = (values: readonly string[]): string | undefined =>
  values.length === 0 ? undefined : values.map((value) => value.replace(/[%,]/g, encodeURIComponent)).join(',');
export function splitList(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => {
    try {
      return part === '' ? [] : [decodeURIComponent(part)];
    } catch {
      return [];
    }
  });
}

/** The last day that a period which starts on `from` may have (DEC-44). */
export const latestEnd = (from: string): string => addMonths(from, LOG_MAX_MONTHS);
/** So early the log may be asked for that ends on a day: as far back as the last drive is looked for. */
export const earliestStart = (to: string): string => addDays(addMonths(to, -LOG_MAX_MONTHS), 1);

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readTripSearch(raw: Record<string, unknown>): TripSearch {
  const period = isOneOf(PERIODS, raw['period']) ? raw['period'] : undefined;
  const from = isDay(raw['from']) ? raw['from'] : undefined;
  const to = isDay(raw['to']) ? raw['to'] : undefined;
  const isSpan = period === 'custom' && from !== undefined && to !== undefined && from <= to;
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' && value.trim() ? value.slice(0, 100) : undefined;
  const count = (value: unknown): number | undefined =>
    /^\d{1,9}$/.test(String(value)) && Number(value) > 0 ? Number(value) : undefined;
  const km = (value: unknown): number | undefined =>
    /^\d{1,5}(\.\d)?$/.test(String(value)) && Number(value) > 0 && Number(value) <= DISTANCE_MAX_KM ? Number(value) : undefined;
  const tripId = (value: unknown): number | undefined => (/^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : undefined);
  const list = (value: unknown): string | undefined =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 4000) : undefined;
  const isId = (value: string): boolean => /^[1-9]\d{0,8}$/.test(value);
  const page = count(raw['page']);
  const rows = count(raw['rows']);
  return clean({
    period: period === 'custom' && !isSpan ? undefined : period,
    from: isSpan ? from : undefined,
    to: isSpan ? (to > latestEnd(from) ? latestEnd(from) : to) : undefined,
    unit: joinList(splitList(list(raw['unit'])).filter((imei) => /^\d{15}$/.test(imei))),
    drivers: joinList(splitList(list(raw['drivers'])).filter(isId)),
    departments: joinList(splitList(list(raw['departments']))),
    tags: joinList(splitList(list(raw['tags']))),
    projects: joinList(splitList(list(raw['projects']))),
    places: joinList(splitList(list(raw['places'])).filter(isId)),
    matter: isOneOf(MATTERS, raw['matter']) ? raw['matter'] : undefined,
    whose: isOneOf(WHOSE, raw['whose']) ? raw['whose'] : undefined,
    hours: raw['hours'] === 'outside' ? 'outside' : undefined,
    odometer: raw['odometer'] === 'explained' ? 'explained' : undefined,
    attested: isOneOf(['yes', 'no'], raw['attested']) ? raw['attested'] : undefined,
    min: km(raw['min']),
    max: km(raw['max']),
    type: isOneOf(TYPES, raw['type']) ? raw['type'] : undefined,
    q: text(raw['q']),
    page: page === 1 ? undefined : page,
    rows: rows === PAGE_SIZES[1] ? rows : undefined,
    trip: tripId(raw['trip']),
  });
}

const clean = (search: Record<string, unknown>): TripSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

export const periodOf = (search: TripSearch): Period => search.period ?? DEFAULT_PERIOD;

/** The days of a period, counted from the account's today. */
export function rangeOf(search: TripSearch, today: string): DayRange {
  const period = periodOf(search);
  if (period !== 'custom') return usualSpan(period, today);
  return search.from && search.to ? { from: search.from, to: search.to } : { from: addDays(today, -6), to: today };
}

/** A driver's log opens on the own trips; a link to a unit, a driver or a trip opens on what it is about. */
export const isOwnLog = (search: TripSearch): boolean =>
  search.whose ? search.whose === 'mine' : !search.unit && !search.drivers && search.trip === undefined;
/** The own trips alone. */
export const ownTrips = (search: TripSearch, userId: number): TripSearch => ({ ...search, drivers: String(userId) });
/** What is left of a search when only the period, and whose log it is, narrows it: what there is to do does not change with the filters. */
export const withoutFilters = ({ period, from, to }: TripSearch): TripSearch => clean({ period, from, to });

const FILTERS = ['unit', 'type', 'q', ...LISTS, 'matter', 'hours', 'odometer', 'attested', 'min', 'max'] as const;
/** A patch that takes away every filter but the period. */
export const NO_FILTERS: Partial<TripSearch> = Object.fromEntries([...FILTERS, 'page', 'trip'].map((name) => [name, undefined]));
/** Whether anything but the period narrows the log. */
export const hasFilters = (search: TripSearch): boolean => FILTERS.some((name) => search[name] !== undefined);
export const filterCount = (search: TripSearch): number => FILTERS.filter((name) => search[name] !== undefined).length;
/** How many filters are set that stand behind "more". */
export const moreCount = (search: TripSearch): number =>
  [...LISTS, 'hours', 'odometer', 'attested'].filter(
    (name) => search[name as ListFilter | 'hours' | 'odometer' | 'attested'] !== undefined,
  ).length + Number(search.min !== undefined || search.max !== undefined);

/** The filter that an address means, as every call of the log takes it. */
export function filterOf(search: TripSearch, today: string): TripFilterInput {
  const ids = (text: string | undefined): number[] => splitList(text).map(Number);
  const given: TripFilterInput = {
    ...rangeOf(search, today),
    imeis: splitList(search.unit),
    types: search.type ? [search.type] : [],
    search: search.q ?? '',
  };
  if (search.drivers) given.driver_ids = ids(search.drivers);
  if (search.departments) given.departments = splitList(search.departments);
  if (search.tags) given.tags = splitList(search.tags);
  if (search.projects) given.projects = splitList(search.projects);
  if (search.places) given.place_ids = ids(search.places);
  if (search.matter === 'purpose') given.purpose_missing = true;
  if (search.matter === 'driver') given.driver_missing = true;
  if (search.matter === 'odometer') given.odometer_gap = true;
  if (search.hours) given.outside_working_hours = true;
  if (search.odometer) given.odometer_explained = true;
  if (search.attested) given.attested = search.attested;
  if (search.min !== undefined) given.min_distance_m = Math.round(search.min * 1000);
  if (search.max !== undefined) given.max_distance_m = Math.round(search.max * 1000);
  return given;
}

export const tripsInput = (search: TripSearch, today: string): InputOf<'trips.generate'> => ({
  body: { ...filterOf(search, today), page: search.page ?? 1, page_size: search.rows ?? PAGE_SIZES[0] },
});
