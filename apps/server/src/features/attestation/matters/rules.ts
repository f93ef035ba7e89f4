import { type AttestMatter, HELD_MATTERS, type HeldMatter } from '@spora/contract/attestation/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';

/** What of a row of the log decides whether something of it is open; as `PeriodTrip` has it. */
export interface JudgedTrip {
  readonly id: number;
  readonly unit_id: number;
  readonly driver_member_id: number | null;
  readonly is_ongoing: boolean;
  readonly is_attested: boolean;
  readonly is_masked: boolean;
  readonly type: 'business' | 'private' | 'other';
  readonly has_purpose: boolean;
  readonly has_odometer_gap: boolean;
}

export interface OpenMatter {
  readonly kind: AttestMatter;
  readonly unitId: number;
  /** Of the trips that it is about those of the driver and of nobody; none that are masked. */
  readonly tripIds: readonly number[];
  /** Proposals may be about trips that are not in the log. */
  readonly count: number;
  readonly isBlocking: boolean;
}

export interface Demands {
  readonly purpose_required: boolean;
  readonly driver_required: boolean;
  /** TRIP-004: whether trips of the type other need a purpose as business trips do. */
  readonly other_trip_purpose_required: boolean;
}

/** Those to go to: what others drove is theirs, though it may stand in the way. */
const idsFor = (trips: readonly JudgedTrip[], memberId: number | null): number[] =>
  trips
    .filter((trip) => !trip.is_masked && (trip.driver_member_id === null || trip.driver_member_id === memberId))
    .map(({ id }) => id);

/** TRIP-004, TRIP-023: whether a trip of a type needs a purpose; of the type other where the account says so. */
export const needsPurpose = (type: TripType, isOtherRequired: boolean): boolean =>
  type === 'business' || (type === 'other' && isOtherRequired);

/** What is missing of trips that are attested: of business trips a purpose, a driver, and an odometer that goes on from the last one's. */
export function heldMatters(
  trips: readonly Pick<JudgedTrip, 'driver_member_id' | 'type' | 'has_purpose' | 'has_odometer_gap'>[],
  demands: Pick<Demands, 'other_trip_purpose_required'>,
): { kind: HeldMatter; count: number }[] {
  const lacks: Readonly<Record<HeldMatter, (trip: (typeof trips)[number]) => boolean>> = {
    'purpose-missing': (trip) => needsPurpose(trip.type, demands.other_trip_purpose_required) && !trip.has_purpose,
    'driver-missing': (trip) => trip.driver_member_id === null,
    'odometer-gap': (trip) => trip.has_odometer_gap,
  };
  return HELD_MATTERS.map((kind) => ({ kind, count: trips.filter(lacks[kind]).length })).filter(({ count }) => count > 0);
}

/**
 * ATT-010: the open matters of the trips that `memberId` drove (null: without a driver) in a period. A trip of a unit that is under
 * way, and one without a driver, are a matter of everybody who attests that unit: they may turn out to be theirs. A trip under way
 * always blocks; a missing purpose and a missing driver do where the account demands them.
 */
export function openMatters(
  trips: readonly JudgedTrip[],
  proposals: readonly { unit_id: number; trip_id: number | null }[],
  memberId: number | null,
  demands: Demands,
): OpenMatter[] {
  const unitIds = [...new Set([...trips, ...proposals].map((one) => one.unit_id))];
  return unitIds.flatMap((unitId) => {
    const here = trips.filter((trip) => trip.unit_id === unitId && !trip.is_attested);
    const own = here.filter((trip) => trip.driver_member_id === memberId && !trip.is_ongoing && !trip.is_masked);
    const matter = (kind: AttestMatter, found: readonly JudgedTrip[], isBlocking: boolean): OpenMatter[] =>
      found.length === 0 ? [] : [{ kind, unitId, tripIds: idsFor(found, memberId), count: found.length, isBlocking }];
    const proposed = proposals.filter((one) => one.unit_id === unitId);
    return [
      ...matter(
        'ongoing',
        here.filter((trip) => trip.is_ongoing),
        true,
      ),
      ...matter(
        'purpose-missing',
        own.filter((trip) => needsPurpose(trip.type, demands.other_trip_purpose_required) && !trip.has_purpose),
        demands.purpose_required,
      ),
      ...matter(
        'driver-missing',
        here.filter((trip) => trip.driver_member_id === null && !trip.is_ongoing),
        demands.driver_required,
      ),
      ...matter(
        'odometer-gap',
        own.filter((trip) => trip.has_odometer_gap),
        false,
      ),
      ...(proposed.length === 0
        ? []
        : [
            {
              kind: 'proposals' as const,
              unitId,
              tripIds: proposed.flatMap(({ trip_id }) => trip_id ?? []),
              count: proposed.length,
              isBlocking: false,
            },
          ]),
    ];
  });
}
