/** The calls that the sign-in page makes, apart from the others so that it need not load the table of all (NFR-001). No zod here. */
export const ENTRY_PATHS = {
  'auth.sign-in': ['POST', '/login'],
  'auth.sign-out': ['POST', '/user/logout'],
  'auth.me': ['GET', '/user/me'],
  'auth.request-code': ['POST', '/member/generate2FACode'],
  'auth.verify-code': ['POST', '/member/verifyGeneratedCode'],
  'auth.forgot-password': ['POST', '/forgotPassword'],
  'auth.reset-password': ['POST', '/resetPassword'],
  'accounts.public-config': ['GET', '/config'],
  'accounts.announcement': ['POST', '/announcement'],
  'accounts.contact': ['GET', '/wlsContactAddress'],
  'users.report-crash': ['POST', '/user/crash-report'],
} as const satisfies Record<string, readonly ['GET' | 'POST' | 'PUT' | 'DELETE', `/${string}`]>;

/** The prefix under which the server serves every path. */
export const API_BASE = '/api';

/** Puts parameters into a path and the base before it; throws when one is missing, which is a bug in the caller named by `id`. */
export function fillPath(id: string, path: string, params: Record<string, string | number> = {}): string {
  return (
    API_BASE +
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name];
      if (value === undefined) throw new Error(`path ${id} needs ${name}`);
      return encodeURIComponent(String(value));
    })
  );
}
