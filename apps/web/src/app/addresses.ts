/** The addresses that exist, once. The entry page knows them without loading the router. */
export const ADDRESSES = {
  start: '/',
  map: '/user/realtime-tracking',
  tripLog: '/user/create-triplog',
} as const;

const SIGNED_IN: readonly string[] = [ADDRESSES.map, ADDRESSES.tripLog];

const withoutSlash = (pathname: string): string => (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname);

/** Whether a path belongs to a page for signed-in people (NAV-002). */
export const isSignedInAddress = (pathname: string): boolean => SIGNED_IN.includes(withoutSlash(pathname));

/** The page to return to, or null for anything that is not one of ours: never another site, never the start page. */
export function asReturnAddress(href: unknown): string | null {
  if (typeof href !== 'string' || !href.startsWith('/') || href.startsWith('//') || href.includes('\\')) return null;
  const pathname = href.split(/[?#]/)[0] ?? '';
  return isSignedInAddress(pathname) ? href : null;
}
