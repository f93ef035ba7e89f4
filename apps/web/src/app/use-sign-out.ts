import { useWaitingEdits } from '../features/trips/public/waiting-edits-context.tsx';
import { call } from '../lib/call.ts';
import { useSend } from '../lib/send-context.tsx';
import { useSessionStore } from '../lib/session-context.tsx';
import { mayLeave, mayLoseUnsent } from '../lib/unsaved.ts';

/** Asks about unsaved edits and about those that wait to be sent, then ends the session here and on the server. */
export function useSignOut(): () => void {
  const send = useSend();
  const session = useSessionStore();
  const waiting = useWaitingEdits();
  const signOut = async (): Promise<void> => {
    if (!(await mayLeave()) || !(await mayLoseUnsent(waiting?.getEdits().length ?? 0))) return;
    // The call carries the token that is dropped in the same moment; signing out works without a network too (NAV-032).
    call(send, 'auth.sign-out', {}).catch(() => undefined);
    session.end('signed-out');
  };
  return () => void signOut();
}
