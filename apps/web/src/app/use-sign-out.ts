import { call } from '../lib/call.ts';
import { useSend } from '../lib/send-context.tsx';
import { useSessionStore } from '../lib/session-context.tsx';
import { mayLeave } from '../lib/unsaved.ts';

/** Asks about unsaved edits, then ends the session here and on the server. */
export function useSignOut(): () => void {
  const send = useSend();
  const session = useSessionStore();
  return () =>
    void mayLeave().then((isYes) => {
      if (!isYes) return;
      // The call carries the token that is dropped in the same moment; signing out works without a network too (NAV-032).
      call(send, 'auth.sign-out', {}).catch(() => undefined);
      session.end('signed-out');
    });
}
