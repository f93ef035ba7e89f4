import { ADDRESSES, asReturnAddress, withoutSlash } from '../lib/addresses.ts';
import { isText, storedItem } from '../lib/storage.ts';
import type { Rights } from '../lib/rights.ts';
import { accessTo } from './access.ts';
import { firstPageOf, startsWithToday } from './home.ts';

/** STORE-009: never a public page, because only the addresses of signed-in pages pass. */
const lastActivePage = storedItem('lastActivePage', 1, isText);

export function rememberPage(href: string): void {
  if (asReturnAddress(href)) lastActivePage.write(href);
}

/**
 * Where a signed-in person lands at `/`: the last page if it is still allowed, else the home page (AUTH-021); Today for who wishes so. That of a new account's
 * administrator is the guide (ADM-024).
 */
export function landingOf(user: Rights, last: string | null = lastActivePage.read()): string {
  const kept = startsWithToday(user) ? null : asReturnAddress(last);
  return kept && accessTo(pathOf(kept), user) === 'open' ? kept : firstPageOf(user);
}

const pathOf = (href: string): string => withoutSlash(href.split(/[?#]/)[0] ?? ADDRESSES.start);
