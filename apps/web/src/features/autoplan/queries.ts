import type { InputOf } from '@spora/contract/endpoint-map';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery, queriesOf } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

/** How often it is looked at what became of reports that are on their way. */
const SENDING_POLL_MS = 2000;

export const settingsQuery = (send: Send) => endpointQuery(send, 'autoplan.settings', {});

/** The month; asked again while a report is on its way. */
export const statusQuery = (send: Send) =>
  queryOptions({
    ...endpointQuery(send, 'autoplan.status', {}),
    refetchInterval: ({ state }) => (state.data?.units.some((unit) => unit.state === 'sending') ? SENDING_POLL_MS : false),
  });

/** A write to Autoplan, after which what is shown of it is asked for again. */
export function useAutoplanWrite<Input, Data>(write: (send: Send, input: Input) => Promise<Data>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    onSettled: () => client.invalidateQueries(queriesOf('autoplan')),
  });
}

export const saveSettings = (send: Send, body: InputOf<'autoplan.save-settings'>['body']) =>
  call(send, 'autoplan.save-settings', { body });
export const testSettings = (send: Send) => call(send, 'autoplan.test', {});
export const report = (send: Send, body: InputOf<'autoplan.report'>['body']) => call(send, 'autoplan.report', { body });
