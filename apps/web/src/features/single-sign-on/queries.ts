import type { InputOf } from '@spora/contract/endpoint-map';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery, queriesOf } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import type { Proof } from '../second-factor/public/proof-form.tsx';

export const settingsQuery = (send: Send) => endpointQuery(send, 'single-sign-on.settings', {});

/** A write about single sign-on, after which what is shown of it is asked for again. */
export function useSignOnWrite<Input, Data>(write: (send: Send, input: Input) => Promise<Data>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    onSettled: () => client.invalidateQueries(queriesOf('single-sign-on')),
  });
}

export const saveSettings = (send: Send, body: InputOf<'single-sign-on.save'>['body']) =>
  call(send, 'single-sign-on.save', { body });
export const testSettings = (send: Send) => call(send, 'single-sign-on.test', {});
export const addDomain = (send: Send, name: string) => call(send, 'single-sign-on.add-domain', { body: { name } });

interface Proven {
  readonly id: number;
  readonly proof: Proof;
}
export const proveDomain = (send: Send, { id, proof: body }: Proven) =>
  call(send, 'single-sign-on.prove-domain', { params: { id }, body });
export const removeDomain = (send: Send, { id, proof: body }: Proven) =>
  call(send, 'single-sign-on.remove-domain', { params: { id }, body });
export const unlink = (send: Send, { id, proof: body }: Proven) => call(send, 'single-sign-on.unlink', { params: { id }, body });
