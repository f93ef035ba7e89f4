import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useOfflineStore } from '../../../lib/offline/offline-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import type { WaitingEdit } from '../waiting-edits.ts';
import { browserQueueHost, createWaitingQueue, type WaitingQueue } from '../waiting-queue.ts';

const QueueContext = createContext<WaitingQueue | null>(null);
/** For tests, which bring their own. */
export const WaitingQueueProvider = QueueContext.Provider;

/** The edits that wait to be sent; null where the browser can keep none. */
export const useWaitingEdits = (): WaitingQueue | null => use(QueueContext);

/** NFR-006: one queue for each signed-in member, over the encrypted store. */
export function WaitingEditsProvider(props: { children: ReactNode }): ReactNode {
  const store = useOfflineStore();
  const { ID: memberId } = useUser();
  const [queue, setQueue] = useState<WaitingQueue | null>(null);
  useEffect(() => {
    if (!store) return undefined;
    const created = createWaitingQueue(store, browserQueueHost(memberId));
    setQueue(created);
    return () => {
      created.stop();
      setQueue(null);
    };
  }, [store, memberId]);
  return <QueueContext value={queue}>{props.children}</QueueContext>;
}

const NONE: readonly WaitingEdit[] = [];
const noSubscription = (): (() => void) => () => undefined;

/** Those that wait now. */
export function useWaitingList(): readonly WaitingEdit[] {
  const queue = use(QueueContext);
  return useSyncExternalStore(queue?.subscribe ?? noSubscription, () => queue?.getEdits() ?? NONE);
}
