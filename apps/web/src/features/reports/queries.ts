import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';
import { inputOf, type SummarySearch } from './summary-model.ts';

const CHOICES_FRESH_MS = 60_000;

export const summaryQuery = (send: Send, search: SummarySearch, today: string) =>
  endpointQuery(send, 'reports.summary', inputOf(search, today));
export const benefitQuery = (send: Send, search: SummarySearch, today: string) => {
  const { group_by: _, ...body } = inputOf(search, today).body;
  return endpointQuery(send, 'reports.benefit-value', { body });
};
export const fuelQuery = (send: Send, search: SummarySearch, today: string) =>
  endpointQuery(send, 'reports.fuel', inputOf(search, today));
export const unitChoicesQuery = (send: Send) => endpointQuery(send, 'units.list', {});
/** Who can be chosen; it changes slowly. */
export const driverChoicesQuery = (send: Send) =>
  queryOptions({ ...endpointQuery(send, 'trips.filter-choices', {}), staleTime: CHOICES_FRESH_MS });
