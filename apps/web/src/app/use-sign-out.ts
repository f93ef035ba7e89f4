import { useWaitingEdits } from '../features/trips/public/waiting-edits-context.tsx';
import { ApiError } from '../lib/api-error.ts';
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
    // The calls carry the token that is dropped here in the same moment; signing out works without a network too (NAV-032).
    const token = session.token();
    const tell = (): Promise<unknown> => call(send, 'auth.sign-out', {}, token === null ? {} : { token });
    tell().catch((error: unknown) => {
      // As long as this page stays open, the server is told when there is a network again. The token is kept nowhere else: nobody could use it.
      if (error instanceof ApiError && error.status === 0)
        addEventListener('online', () => void tell().catch(() => undefined), { once: true });
    });
    session.end('signed-out');
  };
  return () => void signOut();
}
