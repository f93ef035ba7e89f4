import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';
import { askedOf, type ReportSearch } from './public/report-search.ts';
import { inputOf, type SummarySearch } from './summary-model.ts';

export const summaryQuery = (send: Send, search: SummarySearch, today: string) =>
  endpointQuery(send, 'reports.summary', inputOf(search, today));
export const benefitQuery = (send: Send, search: ReportSearch, today: string) =>
  endpointQuery(send, 'reports.benefit-value', { body: askedOf(search, today) });
export const fuelQuery = (send: Send, search: ReportSearch, today: string) =>
  endpointQuery(send, 'reports.fuel', { body: { ...askedOf(search, today), group_by: search.group ?? 'unit' } });
