import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useReach } from '../../../lib/offline/reach.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useShownTrips } from '../use-shown-trips.ts';
import { useWaitingEdits, useWaitingList } from './waiting-edits-context.tsx';

const TroubleDialog = lazy(() =>
  import('../components/waiting-trouble.tsx').then((module) => ({ default: module.TroubleDialog })),
);
/** The server is there, and has not taken what waits. */
const AGAIN_MS = 30_000;

/** NFR-006: on every page: sends the edits that wait once the server is back, and asks where somebody else was there first. */
export function WaitingEditsBanner(): ReactNode {
  const t = useT();
  const edits = useWaitingList();
  const { isReached } = useReach();
  const [isAsking, setAsking] = useState(false);
  const sendNow = useSending();
  const troubled = edits.filter(({ trouble }) => trouble);
  const waits = edits.length - troubled.length;
  useEffect(() => {
    if (!isReached || waits === 0) return undefined;
    void sendNow();
    const timer = setInterval(() => void sendNow(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isReached, waits, sendNow]);
  return (
    <>
      {isReached && waits > 0 && (
        <Banner tone="information" isFlush>
          {t('EditsBeingSent', { count: waits })}
        </Banner>
      )}
      {troubled.length > 0 && (
        <Banner
          tone="warning"
          isFlush
          action={
            <Button isSmall onClick={() => setAsking(true)}>
              {t('EditsLookAt')}
            </Button>
          }
        >
          {t('EditsNeedYou', { count: troubled.length })}
        </Banner>
      )}
      {isAsking && troubled.length > 0 && (
        <Suspense>
          <TroubleDialog edits={troubled} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

function useSending(): () => Promise<void> {
  const t = useT();
  const send = useSend();
  const toasts = useToasts();
  const client = useQueryClient();
  const queue = useWaitingEdits();
  const { put } = useShownTrips();
  return useCallback(async () => {
    if (!queue) return;
    const saved = await queue.sendAll(send, (trip) => put([trip]));
    if (saved === 0) return;
    toasts.show({ topic: 'waiting-edits', text: t('EditsSent', { count: saved }) });
    void client.invalidateQueries({ queryKey: ['trips.generate'] });
  }, [queue, send, put, toasts, t, client]);
}
