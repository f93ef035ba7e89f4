import type { InputOf } from '@spora/contract/endpoint-map';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { askedOf, type ReportSearch } from '../reports/public/report-search.ts';

export const tollsQuery = (send: Send, search: ReportSearch, today: string) =>
  endpointQuery(send, 'tolls.report', { body: askedOf(search, today) });
/** The same with the uncertain passages alone, for where there are more passages than are told. */
export const uncertainQuery = (send: Send, search: ReportSearch, today: string) =>
  endpointQuery(send, 'tolls.report', { body: { ...askedOf(search, today), only_uncertain: true } });
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
    undo: useMutation({ mutationFn: (id: number) => call(send, 'tolls.undo-correction', { params: { id } }), onSettled }),
  };
}
