import { readAuditSearch, type AuditSearch } from './audit-model.ts';
import { readGroupsSearch, type GroupsSearch } from './groups-model.ts';
import { readAccessSearch, type AccessSearch } from '../users/public/access-model.ts';
import { readUsersSearch, type UsersSearch } from '../users/public/users-search.ts';

/** The tabs in the order they are shown, and what they belong together by. */
export const ACCOUNT_TAB_GROUPS = {
  people: ['users', 'access', 'single-sign-on'],
  company: ['company', 'departments', 'projects', 'tags', 'purposes'],
  rules: ['features', 'days-off', 'fuel-price', 'car-benefit', 'options', 'security'],
  records: ['data', 'autoplan', 'integrations', 'audit'],
} as const satisfies Record<string, readonly string[]>;
export type AccountGroup = keyof typeof ACCOUNT_TAB_GROUPS;
export type AccountTab = (typeof ACCOUNT_TAB_GROUPS)[AccountGroup][number];
export const ACCOUNT_TABS: readonly AccountTab[] = Object.values(ACCOUNT_TAB_GROUPS).flat();

/** What the address of the account page holds: the open tab (the first is left out) and that tab's own filters. */
export type AccountSearch = { readonly tab?: AccountTab } & UsersSearch & AccessSearch & AuditSearch & GroupsSearch;

export const tabOf = (search: AccountSearch): AccountTab => search.tab ?? 'users';

/** Reads an address that anybody may have typed: what is not understood, or belongs to another tab, is left out. */
export function readAccountSearch(raw: Record<string, unknown>): AccountSearch {
  const tab = ACCOUNT_TABS.find((id) => id === raw['tab']);
  const given = { tab: tab === 'users' ? undefined : tab, ...filtersOf(tab ?? 'users', raw) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function filtersOf(tab: AccountTab, raw: Record<string, unknown>): UsersSearch & AccessSearch & AuditSearch & GroupsSearch {
  switch (tab) {
    case 'users':
      return readUsersSearch(raw);
    case 'access':
      return readAccessSearch(raw);
    case 'audit':
      return readAuditSearch(raw);
    case 'departments':
    case 'projects':
    case 'tags':
    case 'purposes':
      return readGroupsSearch(raw);
    default:
      return {};
  }
}
