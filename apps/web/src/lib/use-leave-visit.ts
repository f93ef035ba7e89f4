import { useState } from 'react';
import { ADDRESSES } from './addresses.ts';
import { call } from './call.ts';
import { navigateTo } from './navigate.ts';
import { useSend } from './send-context.tsx';
import { useSessionState, useSessionStore } from './session-context.tsx';

/** Under this name the staff's first page is told which account was left. */
export const LEFT_ACCOUNT = 'leftAccount';

/** DEC-77: ends a support visit, which is this tab's session, and leads to the staff's own pages. */
export function useLeaveVisit(): { readonly isLeaving: boolean; readonly leave: () => void } {
  const send = useSend();
  const session = useSessionStore();
  const state = useSessionState();
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void => {
    setLeaving(true);
    const account = state.kind === 'signed-in' ? state.session.user.AccountName : '';
    // Also when nobody answers: the visit ends by itself, and this browser forgets it now.
    void call(send, 'auth.sign-out', {}, { token: session.token() ?? undefined })
      .catch(() => undefined)
      .then(() => {
        navigateTo(ADDRESSES.support, { state: { [LEFT_ACCOUNT]: account } });
        session.end('signed-out');
      });
  };
  return { isLeaving, leave };
}
