import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { VEHICLE_KINDS, type VehicleKind } from '@spora/contract/bookings/limits';
import { isText, storedItem } from '../../lib/storage.ts';

/** Null: any. */
export type KindChoice = VehicleKind | null;
type OfKind = Pick<ScheduleVehicle, 'kind'>;

const ANY = 'any';
const stored = storedItem('view.booking-kind', 1, isText);

/** The kinds that there are, in the order in which they are offered. */
export const kindsOf = (vehicles: readonly OfKind[]): readonly VehicleKind[] =>
  VEHICLE_KINDS.filter((kind) => vehicles.some((vehicle) => vehicle.kind === kind));

/** What was chosen last; before that, what the account has most of: nobody who looks for a vehicle wants the trailers unasked. */
export function firstKind(vehicles: readonly OfKind[]): KindChoice {
  const kinds = kindsOf(vehicles);
  const kept = stored.read();
  if (kept === ANY) return null;
  const count = (kind: VehicleKind): number => vehicles.filter((vehicle) => vehicle.kind === kind).length;
  return kinds.find((kind) => kind === kept) ?? kinds.toSorted((one, other) => count(other) - count(one))[0] ?? null;
}

/** For the next time, in this browser. */
export const keepKind = (kind: KindChoice): void => stored.write(kind ?? ANY);
