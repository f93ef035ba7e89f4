import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { VEHICLE_KINDS, type VehicleKind } from '@spora/contract/bookings/limits';
import { isText, storedItem } from '../../lib/storage.ts';

export type KindChoice = VehicleKind | 'any';
type OfKind = Pick<ScheduleVehicle, 'kind'>;

const stored = storedItem('view.booking-kind', 1, isText);

/** The kinds that there are, in the order in which they are offered. */
export const kindsOf = (vehicles: readonly OfKind[]): readonly VehicleKind[] =>
  VEHICLE_KINDS.filter((kind) => vehicles.some((vehicle) => vehicle.kind === kind));

/** What was chosen last in this browser; null: nothing yet, or a kind that there is no more. */
export function keptKind(vehicles: readonly OfKind[]): KindChoice | null {
  const kept = stored.read();
  return kept === 'any' ? kept : (kindsOf(vehicles).find((kind) => kind === kept) ?? null);
}

/**
 * Before anything was chosen, what the account has most of: nobody who looks for a vehicle wants the trailers unasked. Any, where of those
 * that were found none of that kind can be had at once and another can.
 */
export function proposedKind(
  vehicles: readonly OfKind[],
  found: readonly Pick<ScheduleVehicle, 'kind' | 'state'>[],
  isToday: boolean,
): KindChoice {
  const count = (kind: VehicleKind): number => vehicles.filter((vehicle) => vehicle.kind === kind).length;
  const most = kindsOf(vehicles).toSorted((one, other) => count(other) - count(one))[0] ?? 'any';
  const isAtHand = ({ state }: Pick<ScheduleVehicle, 'state'>): boolean => state === 'free' || (!isToday && state === 'in-use');
  const atHand = found.filter(isAtHand);
  return atHand.length === 0 || atHand.some(({ kind }) => kind === most) ? most : 'any';
}

/** For the next time, in this browser. */
export const keepKind = (kind: KindChoice): void => stored.write(kind);
