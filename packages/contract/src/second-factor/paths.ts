import type { Path } from '../path.ts';

export const PATHS = {
  'second-factor.get': ['GET', '/user/second-factor'],
  'second-factor.start-app': ['POST', '/user/second-factor/app'],
  'second-factor.confirm-app': ['POST', '/user/second-factor/app/confirm'],
  'second-factor.remove-app': ['POST', '/user/second-factor/app/remove'],
  'second-factor.passkey-options': ['POST', '/user/second-factor/passkeys/options'],
  'second-factor.add-passkey': ['POST', '/user/second-factor/passkeys'],
  'second-factor.remove-passkey': ['POST', '/user/second-factor/passkeys/{id}/remove'],
  'second-factor.renew-recovery-codes': ['POST', '/user/second-factor/recovery-codes'],
  'second-factor.proof-options': ['POST', '/user/second-factor/proof-options'],
  'second-factor.get-requirement': ['GET', '/administration/second-factor'],
  'second-factor.set-requirement': ['PUT', '/administration/second-factor'],
  'second-factor.reset': ['POST', '/administration/users/{id}/second-factor/reset'],
} as const satisfies Record<string, Path>;
