import { EMAIL_CHANGE_S } from '@spora/contract/limits';
import type { PendingEmail } from '@spora/contract/users/pending-email';

/** A change of a member's e-mail address that is neither over nor refused. */
export interface OpenChange {
  readonly id: number;
  readonly member_id: number;
  readonly old_email: string;
  readonly new_email: string;
  readonly ordered_by: string;
  readonly actor_member_id: number | null;
  readonly actor_name: string;
  readonly reason: string;
  readonly session_id: number | null;
  readonly created_at: Date;
  readonly sent_at: Date;
  readonly expires_at: Date;
  readonly proven_at: Date | null;
  readonly agreed_at: Date | null;
  readonly in_force_at: Date | null;
}

/** Who asked for it. */
export const orderedBy = ({ ordered_by }: Pick<OpenChange, 'ordered_by'>): PendingEmail['ordered_by'] =>
  ordered_by as PendingEmail['ordered_by'];

/** As screens are told of it. */
export const toPending = (change: OpenChange): PendingEmail => ({
  email: change.new_email,
  ordered_by: orderedBy(change),
  by_name: change.actor_name,
  asked_at: change.created_at.toISOString(),
  expires_at: change.expires_at.toISOString(),
  is_proven: change.proven_at !== null,
  is_agreed: change.agreed_at !== null,
  is_in_force: change.in_force_at !== null,
});

/** Both the mailbox and the member; of what support asks for the mailbox alone, and the member is waited for afterwards. */
export const mayCount = (change: Pick<OpenChange, 'ordered_by' | 'proven_at' | 'agreed_at' | 'in_force_at'>): boolean =>
  change.in_force_at === null && change.proven_at !== null && (change.agreed_at !== null || change.ordered_by === 'support');

interface Agreeing {
  readonly password_hash: string;
  readonly password_changed_at: Date | null;
}

/** What the member has beside the password (decision 0038). */
export interface Factors {
  readonly app: boolean;
  readonly passkey: boolean;
  readonly mail: boolean;
}

/**
 * Whether the password says that it is the member: it was theirs before whoever reads the new mailbox could set another, and a second
 * factor that they have was shown with it. A code by mail is none here: it would go to the mailbox that the link goes to.
 */
export const passwordAgrees = (
  member: Agreeing,
  change: Pick<OpenChange, 'in_force_at'>,
  factors: Factors,
  { isFactorShown }: { readonly isFactorShown: boolean },
): boolean =>
  member.password_hash !== NO_PASSWORD &&
  isFromBefore(member, change) &&
  (factors.app || factors.passkey ? isFactorShown : !factors.mail);

/** Whether the password is that of before an address that the member has not agreed to. */
export const isFromBefore = (
  { password_changed_at }: Pick<Agreeing, 'password_changed_at'>,
  { in_force_at }: Pick<OpenChange, 'in_force_at'>,
): boolean => in_force_at === null || password_changed_at === null || password_changed_at < in_force_at;

/** No password has this hash: the person sets their own. */
export const NO_PASSWORD = '!';

/** The links go out again no sooner than this. */
export const RESEND_AFTER_MS = 300_000;
export const CHANGE_MS = EMAIL_CHANGE_S * 1000;
/** How long the address before may still say yes or no to one that support has put in force. */
export const OBJECTION_MS = 30 * 24 * 3_600_000;
