import type { UserRow } from '@spora/contract/users/endpoints';
import { compareNames } from '@spora/messages/name-order';
import { finder } from '../../../lib/names.ts';

export const STATUSES = ['active', 'invited', 'disabled'] as const;
export const ROLES = ['admin', 'member'] as const;
export const USER_COLUMNS = ['name', 'role', 'department', 'units', 'seen', 'status'] as const;
export type UserColumn = (typeof USER_COLUMNS)[number];
export type UserOrder = UserColumn | `-${UserColumn}`;

/** What the address holds of the list of users; what is as usual is left out. */
export interface UsersSearch {
  readonly q?: string;
  readonly status?: (typeof STATUSES)[number];
  readonly role?: (typeof ROLES)[number];
  readonly sort?: UserOrder;
  /** The user whose sheet is open, or `new`. */
  readonly user?: string;
}

const ORDERS: readonly UserOrder[] = USER_COLUMNS.flatMap((column) => [column, `-${column}`] as const);
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value.slice(0, 100) : undefined;

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readUsersSearch(raw: Record<string, unknown>): UsersSearch {
  return {
    q: textOf(raw['q']),
    status: STATUSES.find((status) => status === raw['status']),
    role: ROLES.find((role) => role === raw['role']),
    sort: ORDERS.find((order) => order === raw['sort'] && order !== 'name'),
    user: /^(new|[1-9]\d{0,14})$/.test(String(raw['user'])) ? String(raw['user']) : undefined,
  };
}

export const hasUserFilters = (search: UsersSearch): boolean => Boolean(search.q ?? search.status ?? search.role);

function isFound(row: UserRow, q: string): boolean {
  const digits = q.replace(/\D/g, '').replace(/^0+/, '');
  const isNumber = /^[\d\s()+-]+$/.test(q) && digits.length > 2;
  return finder(q)(row.full_name, row.email, row.department) || (isNumber && row.phone.includes(digits));
}

const STATUS_ORDER = { active: 0, invited: 1, disabled: 2 } as const;
const COMPARE: Readonly<Record<UserColumn, (a: UserRow, b: UserRow) => number>> = {
  name: (a, b) => compareNames(a.full_name, b.full_name),
  role: (a, b) => Number(b.is_admin) - Number(a.is_admin),
  // Those without one stand last.
  department: (a, b) => Number(a.department === '') - Number(b.department === '') || compareNames(a.department, b.department),
  units: (a, b) => a.units - b.units,
  seen: (a, b) => (b.last_seen_at ?? '').localeCompare(a.last_seen_at ?? ''),
  status: (a, b) => STATUS_ORDER[a.status] - STATUS_ORDER[b.status],
};

/** The users that the filters leave, in the order asked for; equals by name. */
export function shownUsers(rows: readonly UserRow[], search: UsersSearch): UserRow[] {
  const { q, status, role, sort = 'name' } = search;
  const isDown = sort.startsWith('-');
  const compare = COMPARE[(isDown ? sort.slice(1) : sort) as UserColumn];
  return rows
    .filter((row) => !status || row.status === status)
    .filter((row) => !role || row.is_admin === (role === 'admin'))
    .filter((row) => !q || isFound(row, q))
    .toSorted((a, b) => (isDown ? -1 : 1) * compare(a, b) || COMPARE.name(a, b));
}
