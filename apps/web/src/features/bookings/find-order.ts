import type { DataOf } from '@spora/contract/endpoint-map';

type Found = DataOf<'bookings.find'>['vehicles'][number];

/** As the server puts free vehicles one after another: what one drives as a rule, what nobody does, what people book, what others have. */
const KINDS = ['own', 'unclaimed', 'booked', 'others'] as const;
export type FoundKind = (typeof KINDS)[number];

function kindOf({ usual_driver: usual, booked_h: hours }: Found, memberId: number): FoundKind {
  if (usual === null) return 'unclaimed';
  if (usual.id === memberId) return 'own';
  return hours > 0 ? 'booked' : 'others';
}

/** What is true of the order of a list, so that nothing is said of it that cannot be seen in it. */
export interface FoundOrder {
  /** Those of one's own department stand before others. */
  readonly isOwnFirst: boolean;
  /** In their order; empty where there is one kind alone. */
  readonly kinds: readonly FoundKind[];
  /** What decides within a kind; null: their names. */
  readonly by: 'near' | 'booked' | null;
}

export function orderOf(
  vehicles: readonly Found[],
  { memberId, department, isNear }: { memberId: number; department: string | null; isNear: boolean },
): FoundOrder {
  const present = new Set(vehicles.map((vehicle) => kindOf(vehicle, memberId)));
  const isOwn = (vehicle: Found): boolean => vehicle.department === department;
  const isBooked = new Set(vehicles.map(({ booked_h: hours }) => hours)).size > 1;
  return {
    isOwnFirst: !isNear && department !== null && vehicles.some(isOwn) && !vehicles.every(isOwn),
    kinds: present.size > 1 ? KINDS.filter((kind) => present.has(kind)) : [],
    by: vehicles.length < 2 ? null : isNear ? 'near' : isBooked ? 'booked' : null,
  };
}
