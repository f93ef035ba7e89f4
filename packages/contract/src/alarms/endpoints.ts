import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { email, subsite } from '../fields.ts';
import { PASSWORD_MAX } from '../limits.ts';

export const optOut = defineEndpoint({
  id: 'alarms.opt-out',
  kind: 'json',
  access: 'public',
  summary: 'Stop your own alerts without signing in',
  body: z.object({
    nt_useremail: email,
    nt_password: z.string().min(1, msg('SpecifyPassword')).max(PASSWORD_MAX, msg('SpecifyPassword')),
    /** Stops push as well; e-mail and SMS alerts stop in either case (OPT-006). */
    remove_push: z.boolean().default(false),
    subsite_id: subsite.default(0),
  }),
  /** Which of the two messages applies; the client names the address in it (OPT-004). */
  data: z.object({ stopped: z.enum(['alerts', 'alerts-and-push']), email: z.string() }),
  errors: ['InvalidLogin', 'TooManyAttempts', 'InvalidUserSubsite', 'InvalidSiteAccess', 'InvalidMember'],
});
