import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';
import { inputOf, type SummarySearch } from './summary-model.ts';

export const summaryQuery = (send: Send, search: SummarySearch, today: string) =>
  endpointQuery(send, 'reports.summary', inputOf(search, today));
