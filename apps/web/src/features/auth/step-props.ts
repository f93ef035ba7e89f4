import type { Session } from '../../lib/session.ts';
import type { AuthStore, PendingSignIn } from './store.ts';

/** What each way to take the second step is given. */
export interface StepProps {
  readonly pending: PendingSignIn;
  readonly store: AuthStore;
  /** False where the browser offers no encryption: then no trust can be kept either. */
  readonly mayTrust: boolean;
  readonly onSignedIn: (session: Session, isRemembered: boolean) => void;
  readonly onOver: () => void;
  readonly onCancel: () => void;
}
