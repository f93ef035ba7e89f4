import type { SignedInUser } from '@spora/contract/auth/endpoints';
import { ADDRESSES, isSignedInAddress, withoutSlash } from '../lib/addresses.ts';

/** What of the user record decides about pages. The server decides about data; this only spares people closed doors. */
export type Rights = Pick<
  SignedInUser,
  'RealTimeMap' | 'IsAdmin' | 'userHasOnlyBasSubscription' | 'HasAlertNumbers' | 'GuideIsOpen'
>;

/** `missing`: as if there were no such page (DEC-18); `elsewhere`: the page is switched off, home instead (DEC-71). */
export type PageAccess = 'open' | 'missing' | 'elsewhere';

const isAt = (path: string, address: string): boolean => path === address || path.startsWith(`${address}/`);

/** Whether somebody may open an address. Flags that the server is asked for (NAV-026) are judged by the page itself. */
export function accessTo(pathname: string, user: Rights): PageAccess {
  const path = withoutSlash(pathname);
  if (!isSignedInAddress(path)) return 'missing';
  if (path === ADDRESSES.map) return user.RealTimeMap ? 'open' : 'elsewhere';
  if (isAt(path, ADDRESSES.places)) return user.userHasOnlyBasSubscription ? 'elsewhere' : 'open';
  // TRIP-033: a plain log has no reports and is not attested; the server refuses both.
  if (path === ADDRESSES.summary || isAt(path, ADDRESSES.attest)) return user.userHasOnlyBasSubscription ? 'elsewhere' : 'open';
  if (!path.startsWith('/administration/')) return 'open';
  if (!user.IsAdmin) return 'missing';
  return path === ADDRESSES.alertNumbers && !user.HasAlertNumbers ? 'missing' : 'open';
}

/** The map, or the trip log for whom the map is switched off (DEC-17). */
export const homeOf = (user: Pick<Rights, 'RealTimeMap'>): typeof ADDRESSES.map | typeof ADDRESSES.tripLog =>
  user.RealTimeMap ? ADDRESSES.map : ADDRESSES.tripLog;
