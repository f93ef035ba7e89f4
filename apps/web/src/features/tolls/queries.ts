import type { InputOf } from '@spora/contract/endpoint-map';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { askedOf, type ReportSearch } from '../reports/public/report-search.ts';
import { type ListAsked, PAGE_SIZE } from './model.ts';

/**
 * The report with a page of its passages. While another page or order of the same months and units is fetched the one before stays, so
 * that nothing jumps.
 */
export function tollsQuery(send: Send, search: ReportSearch, today: string, { listed, sort, page }: ListAsked) {
  const asked = askedOf(search, today);
  const list = { only_uncertain: listed === 'uncertain', only_charged: listed === 'charged', sort, page, page_size: PAGE_SIZE };
  const query = endpointQuery(send, 'tolls.report', { body: { ...asked, ...list } });
  const same = JSON.stringify(asked);
  return queryOptions({
    ...query,
    placeholderData: (before, from) => {
      const body = from?.queryKey[1].body;
      if (!body) return undefined;
      const { only_uncertain: _, only_charged: __, sort: ___, page: ____, page_size: _____, ...rest } = body;
      return JSON.stringify(rest) === same ? before : undefined;
    },
  });
}
export const stationsQuery = (send: Send) => ({ ...endpointQuery(send, 'tolls.stations', {}), staleTime: Infinity });
/** The units that a passage can be entered of. */
export const unitsQuery = (send: Send) => endpointQuery(send, 'units.list', {});

/** What an administrator can do with passages. */
export function useCorrections() {
  const send = useSend();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['tolls.report'] });
  return {
    correct: useMutation({
      mutationFn: (body: InputOf<'tolls.correct'>['body']) => call(send, 'tolls.correct', { body }),
      onSettled,
    }),
    review: useMutation({
      mutationFn: (body: InputOf<'tolls.review'>['body']) => call(send, 'tolls.review', { body }),
      onSettled,
    }),
    undoReview: useMutation({
      mutationFn: (ids: number[]) => call(send, 'tolls.undo-review', { body: { ids } }),
      onSettled,
    }),
    undo: useMutation({ mutationFn: (id: number) => call(send, 'tolls.undo-correction', { params: { id } }), onSettled }),
  };
}
