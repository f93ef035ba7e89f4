import type { DataOf } from '@spora/contract/endpoint-map';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { turnOffPush, turnOnPush } from '../../../lib/push.ts';
import { useSend } from '../../../lib/send-context.tsx';
import type { Send } from '../../../lib/send.ts';

export const pushQuery = (send: Send) => ({ ...endpointQuery(send, 'alarms.push-browsers', {}), staleTime: 0 });

type PushState = DataOf<'alarms.push-browsers'>;

function usePushChange<Input>(change: (send: Send, input: Input) => Promise<PushState>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(send, input),
    onSuccess: (state) => client.setQueryData(pushQuery(send).queryKey, state),
    onError: () => void client.invalidateQueries({ queryKey: pushQuery(send).queryKey }),
  });
}

/** Turns push on in this browser: asks the person first. */
export const usePushOn = () =>
  usePushChange(async (send, key: string) => call(send, 'alarms.push', { body: await turnOnPush(key) }));

/** Turns push off in one browser; `isHere`: in this one, which forgets its address too. */
export const usePushOff = () =>
  usePushChange(async (send, { id, isHere }: { id: number; isHere: boolean }) => {
    if (isHere) await turnOffPush();
    return call(send, 'alarms.push-off', { params: { id } });
  });

/** What became of a test. */
export type PushTestOutcome = 'sent' | 'waits' | 'failed' | 'none';

const LOOKS = 8;
const LOOK_EVERY_MS = 1000;

/** Sends a test and looks until it has left, for a while. */
export function usePushTest(lookEveryMs = LOOK_EVERY_MS) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<PushTestOutcome> => {
      const { ordered } = await call(send, 'alarms.push-test', {});
      if (ordered === 0) return 'none';
      let states: readonly PushState['browsers'][number]['last'][] = [];
      for (let look = 0; look < LOOKS; look += 1) {
        await new Promise((done) => setTimeout(done, lookEveryMs));
        const { browsers } = await client.fetchQuery(pushQuery(send));
        states = browsers.map(({ last }) => last);
        if (!states.includes('queued')) break;
      }
      return states.includes('sent') ? 'sent' : states.includes('queued') ? 'waits' : 'failed';
    },
  });
}
