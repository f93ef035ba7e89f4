import type { SortOrder } from '../../ui/table.tsx';
import { readOrder } from '../../ui/table-order.ts';
import { readReportSearch, type ReportSearch } from '../reports/public/report-search.ts';

export const ECO_COLUMNS = [
  'name',
  'score',
  'distance',
  'acceleration',
  'braking',
  'cornering',
  'speeding',
  'idle',
  'trend',
] as const;
export type EcoColumn = (typeof ECO_COLUMNS)[number];
/** The best first. */
export const USUAL_ORDER = '-score' satisfies SortOrder<EcoColumn>;

/** What the address holds of the report of eco-driving (NAV-037); what is as usual is left out. */
export interface EcoSearch extends ReportSearch {
  readonly sort?: SortOrder<EcoColumn>;
}

/** Reads the address; what makes no sense in it counts as left out. */
export function readEcoSearch(search: Record<string, unknown>): EcoSearch {
  const sort = readOrder(search['sort'], ECO_COLUMNS, USUAL_ORDER);
  return { ...readReportSearch(search), ...(sort ? { sort } : {}) };
}
