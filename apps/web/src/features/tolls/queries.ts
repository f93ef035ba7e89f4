import type { InputOf } from '@spora/contract/endpoint-map';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { askedOf } from '../reports/public/report-search.ts';
import { PAGE_SIZE } from './model.ts';
import { type TollSearch, USUAL_ORDER } from './search.ts';

/**
 * The report with a page of its passages. While another page or order of the same months and units is fetched the one before stays, so
 * that nothing jumps.
 */
export function tollsQuery(send: Send, search: TollSearch, today: string) {
  const asked = askedOf(search, today);
  const { show, sort = USUAL_ORDER, page = 1 } = search;
  const list = {
    only_uncertain: show === 'uncertain',
    only_corrected: show === 'corrected',
    only_charged: show === undefined,
    ...{ sort, page, page_size: PAGE_SIZE },
  };
  const query = endpointQuery(send, 'tolls.report', { body: { ...asked, ...list } });
  return queryOptions({
    ...query,
    placeholderData: (before, from) => {
      const body = from?.queryKey[1].body;
      return body && scopeOf(body) === scopeOf(asked) ? before : undefined;
    },
  });
}
/** The months, units and drivers, without which of their passages are listed and how. */
const scopeOf = ({ from, to, imeis, driver_ids, departments }: InputOf<'tolls.report'>['body']): string =>
  JSON.stringify([from, to, imeis, driver_ids, departments]);

export const passageQuery = (send: Send, key: string) => endpointQuery(send, 'tolls.passage', { query: { key } });
export const stationsQuery = (send: Send) => ({ ...endpointQuery(send, 'tolls.stations', {}), staleTime: Infinity });
/** The units that a passage can be entered of. */
export const unitsQuery = (send: Send) => endpointQuery(send, 'units.list', {});

/** What an administrator can do with passages. */
export function useCorrections() {
  const send = useSend();
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(['tolls.report', 'tolls.passage'].map((id) => client.invalidateQueries({ queryKey: [id] })));
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
