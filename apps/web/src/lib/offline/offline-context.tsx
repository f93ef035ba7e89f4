import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { openSealedBox } from '../sealed-box.ts';
import { SendProvider, useSend } from '../send-context.tsx';
import { useSessionStore, useUser } from '../session-context.tsx';
import { forgetOffline } from './forget.ts';
import { mustForget } from './must-forget.ts';
import { createOfflineSend } from './offline-send.ts';
import { forgetReach } from './reach.ts';
import { openRows } from './rows.ts';
import { openOfflineStore, type OfflineStore } from './store.ts';

const StoreContext = createContext<OfflineStore | null>(null);

/** Null until it is open, where the browser keeps nothing, and of a support visit. */
export const useOfflineStore = (): OfflineStore | null => use(StoreContext);

/** NFR-006: below it the server's answers are kept for the member who is signed in, and read where the server is out of reach. */
export function OfflineProvider(props: { children: ReactNode; open?: typeof openStore }): ReactNode {
  const { open = openStore } = props;
  const send = useSend();
  const session = useSessionStore();
  const { ID: memberId, TimeZone: zone, Support } = useUser();
  const isVisit = Support !== undefined;
  const [store, setStore] = useState<OfflineStore | null>(null);
  const opening = useMemo(() => (isVisit ? Promise.resolve(null) : open(memberId).catch(() => null)), [isVisit, memberId, open]);
  useEffect(() => {
    let isGone = false;
    void opening.then((opened) => !isGone && setStore(opened));
    // What is still on its way when the session ends is not kept.
    const stop = session.subscribe(() => {
      const state = session.getState();
      const isStillOurs = state.kind === 'signed-in' && state.session.user.ID === memberId;
      if (!isStillOurs) void opening.then((opened) => opened?.close());
    });
    return () => {
      isGone = true;
      stop();
      forgetReach();
    };
  }, [opening, session, memberId]);
  const offlineSend = useMemo(
    () =>
      createOfflineSend({
        send,
        store: () => opening,
        memberId,
        now: () => Date.now(),
        today: () => new Date().toLocaleDateString('sv-SE', { timeZone: zone }),
      }),
    [send, opening, memberId, zone],
  );
  return (
    <StoreContext value={store}>
      <SendProvider value={offlineSend}>{props.children}</SendProvider>
    </StoreContext>
  );
}

async function openStore(memberId: number): Promise<OfflineStore | null> {
  const [rows, box] = await Promise.all([openRows(), openSealedBox()]);
  if (!rows || !box) return null;
  if (mustForget.read()) await forgetOffline(() => Promise.resolve(rows));
  return openOfflineStore({ rows, box, memberId, nowMs: Date.now() });
}
