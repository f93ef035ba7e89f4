import type { EcoKind } from '@spora/contract/eco/rules';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';
import type { ReportSearch } from '../reports/public/report-search.ts';
import { eventsInputOf, inputOf, type EcoRow } from './model.ts';

export const reportQuery = (send: Send, search: ReportSearch, today: string) =>
  endpointQuery(send, 'eco.green-driving', inputOf(search, today));
export const settingsQuery = (send: Send) => endpointQuery(send, 'eco.settings', {});

/** What a row of the report is made of, a page at a time. */
export const eventsQuery = (send: Send, asked: { row: EcoRow; search: ReportSearch; today: string; kinds: readonly EcoKind[] }) =>
  infiniteQueryOptions({
    queryKey: ['eco.events', eventsInputOf(asked)],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const { body } = eventsInputOf(asked);
      return call(send, 'eco.events', { body: { ...body, ...(pageParam === undefined ? {} : { after: pageParam }) } });
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
