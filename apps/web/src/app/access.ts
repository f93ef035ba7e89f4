import { isAddress } from '../lib/addresses.ts';
import type { PageAccess, Rights } from '../lib/rights.ts';
import { PAGES } from './pages.ts';

type Page = (typeof PAGES)[number];
export const addressOf = (page: Page): string => (page.options as { readonly path: string }).path;

/** NAV-025: an address of the administration, whether or not there is a page. */
export const isAdministration = (pathname: string): boolean => pathname.startsWith('/administration/');

/** Whether somebody may open an address. Flags that the server is asked for (NAV-026) are judged by the page itself. */
export function accessTo(pathname: string, user: Rights): PageAccess {
  const page = PAGES.find((each) => isAddress(addressOf(each), pathname));
  if (!page || (isAdministration(addressOf(page)) && !user.IsAdmin)) return 'missing';
  return page.options.staticData?.access?.(user) ?? 'open';
}
