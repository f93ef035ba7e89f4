import type { DataOf } from '@spora/contract/endpoint-map';
import { isUnitFound, type AccessUnit, type AccessUser } from '../unit-groups.ts';
import { finder } from '../../../lib/names.ts';

export type Matrix = DataOf<'users.access-matrix'>;
interface AccessPair {
  user_id: number;
  unit_id: number;
}
export type AccessPairs = Record<'give' | 'take', AccessPair[]>;

/** What the address holds of the access page: who and what is shown. */
export interface AccessSearch {
  readonly who?: string;
  readonly team?: string;
  readonly what?: string;
  readonly fleet?: string;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value.slice(0, 100) : undefined;
export const readAccessSearch = (raw: Record<string, unknown>): AccessSearch => ({
  who: textOf(raw['who']),
  team: textOf(raw['team']),
  what: textOf(raw['what']),
  fleet: textOf(raw['fleet']),
});
export const hasAccessFilters = ({ who, team, what, fleet }: AccessSearch): boolean => Boolean(who ?? team ?? what ?? fleet);

/** The rows and columns that the filters leave. */
export function shownMatrix(matrix: Matrix, search: AccessSearch): { users: AccessUser[]; units: AccessUnit[] } {
  const isFound = finder(search.who ?? '');
  return {
    users: matrix.users
      .filter(({ department }) => !search.team || department === search.team)
      .filter(({ full_name, department }) => isFound(full_name, department)),
    units: matrix.units
      .filter(({ department }) => !search.fleet || department === search.fleet)
      .filter((unit) => !search.what || isUnitFound(unit, search.what)),
  };
}

const keyOf = (userId: number, unitId: number): string => `${userId}:${unitId}`;

/** Who has what, as the server said. */
export const accessSet = (matrix: Matrix): ReadonlySet<string> =>
  new Set(matrix.access.map(([userId, unitId]) => keyOf(userId, unitId)));

/** What was ticked and cleared since, and not yet saved: only where it differs from the server. */
export type Pending = ReadonlyMap<string, boolean>;

/** Why a box cannot be changed, or null: administrators see every unit, and whoever locked one keeps it (LOCK-010). */
export const fixedBecause = (user: AccessUser, unit: AccessUnit): 'admin' | 'locker' | null =>
  user.is_admin ? 'admin' : unit.locked_by === user.id ? 'locker' : null;

export function hasAccess(base: ReadonlySet<string>, pending: Pending, user: AccessUser, unit: AccessUnit): boolean {
  if (fixedBecause(user, unit) !== null) return true;
  const key = keyOf(user.id, unit.id);
  return pending.get(key) ?? base.has(key);
}

export const isChanged = (pending: Pending, user: AccessUser, unit: AccessUnit): boolean => pending.has(keyOf(user.id, unit.id));

/** Ticks or clears every box of some users and units that can be changed. */
export function withAccess(
  base: ReadonlySet<string>,
  pending: Pending,
  { users, units }: { users: readonly AccessUser[]; units: readonly AccessUnit[] },
  isOn: boolean,
): Pending {
  const next = new Map(pending);
  for (const user of users)
    for (const unit of units) {
      if (fixedBecause(user, unit) !== null) continue;
      const key = keyOf(user.id, unit.id);
      if (base.has(key) === isOn) next.delete(key);
      else next.set(key, isOn);
    }
  return next;
}

export interface AccessCount {
  /** Boxes that can be changed, and how many of them are ticked. */
  readonly free: number;
  readonly on: number;
}
export interface AccessCounts {
  readonly all: AccessCount;
  readonly ofUser: ReadonlyMap<number, AccessCount>;
  readonly ofUnit: ReadonlyMap<number, AccessCount>;
}

/** The sums of the headings, in one pass over all boxes shown. */
export function countAccess(
  base: ReadonlySet<string>,
  pending: Pending,
  { users, units }: { users: readonly AccessUser[]; units: readonly AccessUnit[] },
): AccessCounts {
  const empty = (): { free: number; on: number } => ({ free: 0, on: 0 });
  const all = empty();
  const ofUser = new Map(users.map(({ id }) => [id, empty()]));
  const ofUnit = new Map(units.map(({ id }) => [id, empty()]));
  for (const user of users)
    for (const unit of units) {
      if (fixedBecause(user, unit) !== null) continue;
      const key = keyOf(user.id, unit.id);
      const isOn = pending.get(key) ?? base.has(key);
      for (const count of [all, ofUser.get(user.id), ofUnit.get(unit.id)]) {
        if (!count) continue;
        count.free += 1;
        if (isOn) count.on += 1;
      }
    }
  return { all, ofUser, ofUnit };
}

/** What the box of a heading shows; `fixed` when it stands for none that can be changed. */
export const stateOf = (count: AccessCount = { free: 0, on: 0 }): 'none' | 'some' | 'all' | 'fixed' =>
  count.free === 0 ? 'fixed' : count.on === 0 ? 'none' : count.on === count.free ? 'all' : 'some';

/** The changes as the server takes them, and as it takes them back. */
export function pairsOf(pending: Pending): AccessPairs {
  const pairs = [...pending].map(([key, isOn]) => {
    const [user_id = 0, unit_id = 0] = key.split(':').map(Number);
    return { pair: { user_id, unit_id }, isOn };
  });
  return {
    give: pairs.flatMap(({ pair, isOn }) => (isOn ? [pair] : [])),
    take: pairs.flatMap(({ pair, isOn }) => (isOn ? [] : [pair])),
  };
}
export const inverse = ({ give, take }: AccessPairs): AccessPairs => ({ give: take, take: give });
