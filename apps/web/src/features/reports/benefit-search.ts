import type { SortOrder } from '../../ui/table.tsx';
import { readOrder } from '../../ui/table-order.ts';
import { readReportSearch, type ReportSearch } from './public/report-search.ts';

const BENEFIT_COLUMNS = ['driver', 'unit', 'month', 'private', 'fuel', 'value'] as const;
export type BenefitColumn = (typeof BENEFIT_COLUMNS)[number];
export const USUAL_ORDER = 'driver' satisfies SortOrder<BenefitColumn>;

/** What the address holds of the report of benefit values (NAV-037); what is as usual is left out. */
export interface BenefitSearch extends ReportSearch {
  readonly sort?: SortOrder<BenefitColumn>;
}

/** Reads the address; what makes no sense in it counts as left out. */
export function readBenefitSearch(search: Record<string, unknown>): BenefitSearch {
  const sort = readOrder(search['sort'], BENEFIT_COLUMNS, USUAL_ORDER);
  return { ...readReportSearch(search), ...(sort ? { sort } : {}) };
}
