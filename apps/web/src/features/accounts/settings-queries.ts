import type { InputOf } from '@spora/contract/endpoint-map';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery, queriesOf } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

const WAITING_MS = 3_000;

export const ratesQuery = (send: Send) => endpointQuery(send, 'accounts.fuel-price', {});
export const carBenefitQuery = (send: Send) => endpointQuery(send, 'accounts.car-benefit', {});
export const optionsQuery = (send: Send) => endpointQuery(send, 'accounts.options', {});
export const otherTypeQuery = (send: Send) => endpointQuery(send, 'accounts.other-trip-type', {});
/** ADM-024: whoever waits for the first position of a unit sees it come. */
export const guideQuery = (send: Send) =>
  queryOptions({
    ...endpointQuery(send, 'accounts.guide', {}),
    refetchInterval: ({ state }) => (state.data?.waits_for ? WAITING_MS : false),
    staleTime: 0,
  });
export const remindersQuery = (send: Send) => endpointQuery(send, 'accounts.reminders', {});
export const retentionQuery = (send: Send) => endpointQuery(send, 'accounts.retention', {});
export const removalQuery = (send: Send) => endpointQuery(send, 'accounts.removal', {});

export interface Retention {
  readonly position_months: number;
  readonly private_position_months: number;
}
/** What is shown stays while the next choice is counted. */
export const retentionPreviewQuery = (send: Send, retention: Retention) => ({
  ...endpointQuery(send, 'accounts.preview-retention', { query: retention }),
  placeholderData: keepPreviousData,
});

/** A write about the account's own settings, after which those that are shown are asked for again. */
export function useSettingsWrite<Input, Data>(write: (send: Send, input: Input) => Promise<Data>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    onSettled: () => client.invalidateQueries(queriesOf('accounts')),
  });
}

export const saveRate = (send: Send, body: InputOf<'accounts.set-fuel-price'>['body']) =>
  call(send, 'accounts.set-fuel-price', { body });
export const removeRate = (send: Send, id: number) => call(send, 'accounts.remove-fuel-price', { params: { id } });
export const saveCarBenefit = (send: Send, body: InputOf<'accounts.set-car-benefit'>['body']) =>
  call(send, 'accounts.set-car-benefit', { body });
export const saveOtherTripType = (send: Send, body: InputOf<'accounts.set-other-trip-type'>['body']) =>
  call(send, 'accounts.set-other-trip-type', { body });
export const saveOptions = (send: Send, body: InputOf<'accounts.set-options'>['body']) =>
  call(send, 'accounts.set-options', { body });
export const saveRetention = (send: Send, body: InputOf<'accounts.set-retention'>['body']) =>
  call(send, 'accounts.set-retention', { body });
export const sendReminders = (send: Send, matter: InputOf<'accounts.send-reminders'>['body']['matter']) =>
  call(send, 'accounts.send-reminders', { body: { matter } });
export const saveGuide = (send: Send, isOpen: boolean) => call(send, 'accounts.set-guide', { body: { is_open: isOpen } });
export const askRemoval = (send: Send, password: string) => call(send, 'accounts.ask-removal', { body: { password } });
export const undoRemoval = (send: Send) => call(send, 'accounts.undo-removal', {});
