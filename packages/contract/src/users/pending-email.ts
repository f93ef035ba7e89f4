import { z } from 'zod';
import { instant } from '../fields.ts';

/** An e-mail address that is to be a member's, and what it waits for (decision 0039). */
export const pendingEmail = z.object({
  email: z.string(),
  ordered_by: z.enum(['member', 'administrator', 'support']),
  by_name: z.string(),
  asked_at: instant,
  expires_at: instant,
  /** The link that was sent to it was opened. */
  is_proven: z.boolean(),
  /** The member agreed: by the link to the address before, or by their password. */
  is_agreed: z.boolean(),
  /** Support put it in force before the member agreed: private trips and locks are closed until then. */
  is_in_force: z.boolean(),
});
export type PendingEmail = z.output<typeof pendingEmail>;
