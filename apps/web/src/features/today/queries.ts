import { useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import type { DataOf } from '@spora/contract/endpoint-map';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { savePreference } from '../../lib/preferences.ts';
import { useSend } from '../../lib/send-context.tsx';
import { useSessionStore, useUser } from '../../lib/session-context.tsx';

/** Alarms are heard of at once (`alarm-watch`); the rest is asked for again. */
const LOOK_AGAIN_MS = 60_000;

/** ADM-030. */
export const useToday = (): UseQueryResult<DataOf<'today.get'>> =>
  useQuery({ ...endpointQuery(useSend(), 'today.get', {}), refetchInterval: LOOK_AGAIN_MS, refetchOnMount: 'always' });

/** STORE-010: kept for the person on the server, so that every browser begins there. */
export function useStartHere(): UseMutationResult<unknown, Error, boolean> {
  const send = useSend();
  const session = useSessionStore();
  const { StartsWithToday: _, ...user } = useUser();
  return useMutation({
    mutationFn: (isOn) => savePreference(send, 'first-page', isOn ? 'today' : null),
    onSuccess: (_answer, isOn) => session.update(isOn ? { ...user, StartsWithToday: true } : user),
  });
}
