import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useWaitingList } from '../features/trips/public/waiting-edits-context.tsx';
import { call } from '../lib/call.ts';
import { useIsOnline, useLiveConnection } from '../lib/connection.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { reach, reportNoAnswer, subscribeToReach, useReach } from '../lib/offline/reach.ts';
import { useSend } from '../lib/send-context.tsx';
import { Banner } from '../ui/banner.tsx';

/** NAV-040, NFR-006: says that what is seen may be old, and since when, and what waits to be sent. */
export function ConnectionBanner(): ReactNode {
  const t = useT();
  const format = useFormat();
  const isOnline = useIsOnline();
  const live = useLiveConnection();
  const { isReached, sinceMs } = useReach();
  const waits = useWaitingList().length;
  useWayBack();
  if (isOnline && isReached && !live.isBroken) return null;
  const isOffline = !isOnline || !isReached;
  const lastMs = sinceMs ?? live.lastGoodMs;
  const when = (ms: number): string => (format.day(ms) === format.day(Date.now()) ? format.time(ms) : format.dateTime(ms));
  return (
    <Banner tone="warning" isFlush>
      {isOffline && (lastMs === null ? t('Offline') : t('OfflineSince', { time: when(lastMs) }))}{' '}
      {isOffline && waits > 0 && t('EditsWait', { count: waits })}
      {!isOffline && (live.lastGoodMs === null ? t('LiveNone') : t('LiveBroken', { time: when(live.lastGoodMs) }))}
    </Banner>
  );
}

const ASK_EVERY_MS = 15_000;

/** While the server is out of reach it is asked for now and then; once it is back everything that is shown is asked for again. */
function useWayBack(): void {
  const send = useSend();
  const client = useQueryClient();
  const { isReached } = useReach();
  useEffect(
    () =>
      subscribeToReach(() => {
        if (reach().isReached) void client.invalidateQueries();
      }),
    [client],
  );
  useEffect(() => {
    // Nothing need be asked for to know it.
    const onOffline = (): void => reportNoAnswer(null);
    window.addEventListener('offline', onOffline);
    return () => window.removeEventListener('offline', onOffline);
  }, []);
  useEffect(() => {
    if (isReached) return undefined;
    const ask = (): void => void call(send, 'auth.me', {}).catch(() => undefined);
    const timer = setInterval(ask, ASK_EVERY_MS);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [isReached, send]);
}
