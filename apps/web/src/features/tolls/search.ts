import type { TollOrder } from '@spora/contract/tolls/endpoints';
import type { SortOrder } from '../../ui/table.tsx';
import { readOrder } from '../../ui/table-order.ts';
import { readReportSearch, type ReportSearch } from '../reports/public/report-search.ts';

export const COLUMNS = ['at', 'unit', 'station', 'type', 'driver', 'amount'] as const satisfies readonly TollOrder[];
/** The newest first. */
export const USUAL_ORDER = '-at' satisfies SortOrder<TollOrder>;

/** Which passages are listed; `charged`: those that cost something. */
export type Listed = 'charged' | ShownPassages;
const SHOWN = ['all', 'uncertain', 'corrected'] as const;
type ShownPassages = (typeof SHOWN)[number];

/** What the address holds of the report of tolls and its list of passages (NAV-037); what is as usual is left out. */
export interface TollSearch extends ReportSearch {
  /** Left out: those that cost something. */
  readonly show?: ShownPassages;
  readonly sort?: SortOrder<TollOrder>;
  /** Left out: the first. */
  readonly page?: number;
  /** The passage that is open beside the list, by its key. */
  readonly passage?: string;
}

/** Reads the address; what makes no sense in it counts as left out. */
export function readTollSearch(search: Record<string, unknown>): TollSearch {
  const show = SHOWN.find((each) => each === search['show']);
  const sort = readOrder(search['sort'], COLUMNS, USUAL_ORDER);
  const page = /^[1-9]\d{0,5}$/.test(String(search['page'])) ? Number(search['page']) : 1;
  return {
    ...readReportSearch(search),
    ...(show ? { show } : {}),
    ...(sort ? { sort } : {}),
    ...(page > 1 ? { page } : {}),
    ...(typeof search['passage'] === 'string' && search['passage'] !== '' ? { passage: search['passage'].slice(0, 130) } : {}),
  };
}
