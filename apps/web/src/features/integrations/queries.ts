import type { InputOf } from '@spora/contract/endpoint-map';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery, queriesOf } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const tokensQuery = (send: Send) => endpointQuery(send, 'integrations.tokens', {});

/** A write about tokens or webhooks, after which what is shown of them is asked for again. */
export function useIntegrationsWrite<Input, Data>(write: (send: Send, input: Input) => Promise<Data>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    onSettled: () => client.invalidateQueries(queriesOf('integrations')),
  });
}

export const createToken = (send: Send, body: InputOf<'integrations.create-token'>['body']) =>
  call(send, 'integrations.create-token', { body });
export const revokeToken = (send: Send, id: number) => call(send, 'integrations.revoke-token', { params: { id } });

export const webhooksQuery = (send: Send) => endpointQuery(send, 'integrations.webhooks', {});
export const deliveriesQuery = (send: Send, id: number) =>
  endpointQuery(send, 'integrations.deliveries', { params: { id }, query: {} });
export const createWebhook = (send: Send, body: InputOf<'integrations.create-webhook'>['body']) =>
  call(send, 'integrations.create-webhook', { body });
export const updateWebhook = (send: Send, { id, ...body }: InputOf<'integrations.update-webhook'>['body'] & { id: number }) =>
  call(send, 'integrations.update-webhook', { params: { id }, body });
export const testWebhook = (send: Send, id: number) => call(send, 'integrations.test-webhook', { params: { id } });
export const removeWebhook = (send: Send, id: number) => call(send, 'integrations.remove-webhook', { params: { id } });
