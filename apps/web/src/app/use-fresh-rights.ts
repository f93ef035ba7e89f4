import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { call } from '../lib/call.ts';
import { useSend } from '../lib/send-context.tsx';
import type { Send } from '../lib/send.ts';
import { useSessionStore } from '../lib/session-context.tsx';

/** ROLE-010 asks for 60 seconds; the answer needs a moment too. */
const REFRESH_MS = 45_000;
/** Many refusals at once are one reason to ask. */
const AT_MOST_EVERY_MS = 3_000;

/**
 * Keeps the user record true: asked again every 45 seconds while the page is seen, when somebody comes back to it, and by the
 * returned function. A hidden page does not ask, so a forgotten tab does not keep its session from idling out.
 */
export function useFreshRights(): () => void {
  const send = useSend();
  const session = useSessionStore();
  const queryClient = useQueryClient();
  const askedAt = useRef(-Infinity);
  const refresh = useCallback((): void => {
    const before = session.getState();
    if (before.kind !== 'signed-in' || performance.now() - askedAt.current < AT_MOST_EVERY_MS) return;
    askedAt.current = performance.now();
    call(send, 'auth.me', {}).then(
      ({ user }) => {
        const now = session.getState();
        if (now.kind !== 'signed-in' || now.session.token !== before.session.token) return;
        if (JSON.stringify(user) === JSON.stringify(now.session.user)) return;
        session.update(user);
        // What was fetched with other rights is fetched again.
        void queryClient.invalidateQueries();
      },
      () => undefined,
    );
  }, [send, session, queryClient]);

  useEffect(() => {
    const refreshIfSeen = (): void => {
      if (document.visibilityState === 'visible') refresh();
    };
    const timer = setInterval(refreshIfSeen, REFRESH_MS);
    document.addEventListener('visibilitychange', refreshIfSeen);
    window.addEventListener('focus', refreshIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshIfSeen);
      window.removeEventListener('focus', refreshIfSeen);
    };
  }, [refresh]);
  return refresh;
}

/** A `send` that notices refusals for want of a right: the person's rights have changed, and are asked for again (ROLE-009). */
export function useWatchedSend(onForbidden: () => void): Send {
  const send = useSend();
  return useMemo<Send>(
    () => async (request) => {
      const answer = await send(request);
      if (answer.status === 403) onForbidden();
      return answer;
    },
    [send, onForbidden],
  );
}
