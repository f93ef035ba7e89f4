import type { SignedInUser } from '@spora/contract/auth';
import { isText, storedItem } from '../lib/storage.ts';
import { ADDRESSES, asReturnAddress } from '../lib/addresses.ts';

/** STORE-009: never a public page, because only the addresses of signed-in pages pass. */
const lastActivePage = storedItem('lastActivePage', 1, isText);

export function rememberPage(href: string): void {
  if (asReturnAddress(href)) lastActivePage.write(href);
}

/** The map, or the trip log for whom the map is switched off (DEC-17). */
export const homeOf = (user: Pick<SignedInUser, 'RealTimeMap'>): string => (user.RealTimeMap ? ADDRESSES.map : ADDRESSES.tripLog);

/** Where a signed-in person lands at `/`: the last page if it is still allowed, else the home page (AUTH-021). */
export function landingOf(user: Pick<SignedInUser, 'RealTimeMap'>, last: string | null = lastActivePage.read()): string {
  const kept = asReturnAddress(last);
  if (!kept || (!user.RealTimeMap && kept.startsWith(ADDRESSES.map))) return homeOf(user);
  return kept;
}
