import type { Path } from '../path.ts';

/** The calls of this feature that the sign-in page makes; that page loads these and no others (NFR-001). */
export const ENTRY_PATHS = {
  'auth.sign-in': ['POST', '/login'],
  'auth.sign-out': ['POST', '/user/logout'],
  'auth.me': ['GET', '/user/me'],
  'auth.request-code': ['POST', '/member/generate2FACode'],
  'auth.verify-code': ['POST', '/member/verifyGeneratedCode'],
  'auth.forgot-password': ['POST', '/forgotPassword'],
  'auth.reset-password': ['POST', '/resetPassword'],
  'auth.reset-link': ['POST', '/resetPassword/link', 'reads'],
} as const satisfies Record<string, Path>;
