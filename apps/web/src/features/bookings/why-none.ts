import type { Unit } from '@spora/contract/units/endpoints';
import type { UnitKind } from '@spora/contract/units/values';

type Listed = Pick<Unit, 'imei' | 'name' | 'kind' | 'features'>;

const NEVER_BOOKED: readonly UnitKind[] = ['phone', 'sensor'];

/** Why nothing can be booked of units that somebody sees: their subscription has no booking, they are of no kind to be booked, or it is off. */
export function whyNone(
  units: readonly Listed[],
  isBasic: boolean,
): { readonly kind: 'basic' | 'kinds' } | { readonly kind: 'off'; readonly units: readonly Listed[] } {
  if (isBasic) return { kind: 'basic' };
  // One of the subscription Bas has no features at all (FEAT-001).
  const off = units.filter(({ kind, features }) => !NEVER_BOOKED.includes(kind) && features.length > 0);
  if (off.length > 0) return { kind: 'off', units: off };
  return { kind: units.some(({ kind }) => !NEVER_BOOKED.includes(kind)) ? 'basic' : 'kinds' };
}
