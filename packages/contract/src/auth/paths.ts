import type { Path } from '../path.ts';
import { ENTRY_PATHS } from './entry-paths.ts';

export const PATHS = {
  ...ENTRY_PATHS,
  'auth.verify-factor': ['POST', '/member/verifyFactor'],
  'auth.passkey-step': ['POST', '/member/passkey-options'],
  'auth.verify-passkey': ['POST', '/member/verifyPasskey'],
  'auth.passkey-options': ['POST', '/login/passkey-options'],
  'auth.passkey-sign-in': ['POST', '/login/passkey'],
  'auth.change-password': ['POST', '/user/infoUpdates'],
  'auth.list-sessions': ['GET', '/user/sessions'],
  'auth.end-session': ['DELETE', '/user/sessions/{id}'],
  'auth.end-other-sessions': ['DELETE', '/user/sessions'],
  'auth.forget-browser': ['DELETE', '/user/trusted-browsers/{id}'],
  'auth.forget-browsers': ['DELETE', '/user/trusted-browsers'],
} as const satisfies Record<string, Path>;
