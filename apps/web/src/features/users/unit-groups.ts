import type { DataOf } from '@spora/contract/endpoint-map';
import { compareNames } from '@spora/messages/name-order';
import { finder } from '../../lib/names.ts';

export type AccessUnit = DataOf<'users.access-matrix'>['units'][number];
export type AccessUser = DataOf<'users.access-matrix'>['users'][number];

export const unitName = ({ name, registration_number: plate }: AccessUnit): string =>
  plate && plate !== name ? `${name} (${plate})` : name;

/** By name, plate or department; spaces and hyphens in a plate do not count. */
export function isUnitFound(unit: AccessUnit, q: string): boolean {
  return finder(q)(unit.name, unit.department, unit.registration_number);
}

/** A heading per department, each followed by its units; `''` is no department and stands last, `null` no heading at all. */
export interface UnitGroup {
  readonly department: string | null;
  readonly units: readonly AccessUnit[];
}

export function unitsByDepartment(units: readonly AccessUnit[]): UnitGroup[] {
  const groups = Map.groupBy(units, ({ department }) => department ?? '');
  if (groups.size <= 1 && groups.has('')) return [{ department: null, units }];
  return [...groups]
    .toSorted(([a], [b]) => Number(a === '') - Number(b === '') || compareNames(a, b))
    .map(([department, own]) => ({ department, units: own }));
}

/** The departments that occur, in order; `''` is left out. */
export const departmentsOf = (rows: readonly { readonly department: string | null }[]): string[] =>
  [...new Set(rows.flatMap(({ department }) => department || []))].toSorted(compareNames);
