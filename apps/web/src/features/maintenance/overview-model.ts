import { DAY_MS } from '@spora/calendar/durations';
import type { OverviewRow, OverviewUnit, PlanKind, PlanState } from '@spora/contract/maintenance/endpoints';
import { PLAN_KINDS, PLAN_STATES } from '@spora/contract/maintenance/values';
import { type Language, LANGUAGE_FACTS } from '@spora/messages/languages';
import { finder } from '../../lib/names.ts';
import { searchedWords } from '../../lib/search-text.ts';

/** `none`: the units that have no plan. */
const SHOWN_STATES = [...PLAN_STATES, 'attention', 'none'] as const;

/** What the address holds of the overview; what is as usual is left out. */
export interface ServiceSearch {
  readonly q?: string;
  readonly state?: PlanState | 'attention' | 'none';
  readonly kind?: PlanKind;
  readonly view?: 'calendar';
  /** `yyyy-MM` of the calendar. */
  readonly month?: string;
}

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readServiceSearch(raw: Record<string, unknown>): ServiceSearch {
  const state = SHOWN_STATES.find((each) => each === raw['state']);
  const kind = PLAN_KINDS.find((each) => each === raw['kind']);
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(searchedWords(raw['month'])) ? searchedWords(raw['month']) : undefined;
  return {
    ...(searchedWords(raw['q']) === '' ? {} : { q: searchedWords(raw['q']) }),
    ...(state ? { state } : {}),
    ...(kind ? { kind } : {}),
    ...(raw['view'] === 'calendar' ? { view: 'calendar' as const } : {}),
    ...(month ? { month } : {}),
  };
}

/** The rows that the address leaves, in the order of the server: the soonest first. */
export function shownRows(
  rows: readonly OverviewRow[],
  search: ServiceSearch,
  nameOf: (plan: OverviewRow['plan']) => string,
): OverviewRow[] {
  const isFound = finder(search.q ?? '');
  return rows.filter(
    ({ unit, plan }) =>
      (search.kind === undefined || plan.kind === search.kind) &&
      (search.state === undefined ||
        plan.state === search.state ||
        (search.state === 'attention' && (plan.state === 'due-soon' || plan.state === 'overdue'))) &&
      isFound(unit.name, unit.registration_number, unit.department, nameOf(plan)),
  );
}

/** The units without a plan that the search leaves. */
export function unplannedOf(units: readonly OverviewUnit[], { q }: ServiceSearch): OverviewUnit[] {
  const isFound = finder(q ?? '');
  return units.filter((unit) => isFound(unit.name, unit.registration_number, unit.department));
}

export const isNarrowed = ({ q, state, kind }: ServiceSearch): boolean => Boolean(q ?? state ?? kind);

export const monthOf = (day: string): string => day.slice(0, 7);

/** The month so many months later. */
export function monthLater(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

export interface MonthCell {
  readonly day: string;
  readonly isInMonth: boolean;
  readonly rows: readonly OverviewRow[];
}

/** The 42 days of a month's page, Monday first, with what is expected on each. */
export function monthCells(month: string, rows: readonly OverviewRow[]): MonthCell[] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const back = (first.getUTCDay() + 6) % 7;
  return Array.from({ length: 42 }, (_, index) => {
    const day = new Date(first.getTime() + (index - back) * DAY_MS).toISOString().slice(0, 10);
    return { day, isInMonth: monthOf(day) === month, rows: rows.filter(({ plan }) => plan.forecast_on === day) };
  });
}

/** `november 2026`. */
export const monthName = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(LANGUAGE_FACTS[language].locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T12:00:00Z`),
  );
