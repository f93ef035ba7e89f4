import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { VEHICLE_KINDS, type VehicleKind } from '@spora/contract/bookings/limits';
import { isText, storedItem } from '../../lib/storage.ts';

/** `light`: cars and vans, which most people drive alike. */
export type KindChoice = VehicleKind | 'light' | 'any';
type OfKind = Pick<ScheduleVehicle, 'kind'>;

const stored = storedItem('view.booking-kind', 1, isText);
const isLight = (kind: VehicleKind): boolean => kind === 'car' || kind === 'van';
export const isOfChoice = ({ kind }: OfKind, choice: KindChoice): boolean =>
  choice === 'any' || kind === choice || (choice === 'light' && isLight(kind));

/** What there is to choose between, in the order in which it is offered; nothing where there is one kind alone. */
export function choicesOf(vehicles: readonly OfKind[]): readonly KindChoice[] {
  const kinds = VEHICLE_KINDS.filter((kind) => vehicles.some((vehicle) => vehicle.kind === kind));
  if (kinds.length < 2) return [];
  return kinds.filter(isLight).length > 1 ? ['any', 'light', ...kinds] : ['any', ...kinds];
}

/** What was chosen last in this browser; null: nothing yet, or a kind that there is no more. */
export function keptKind(vehicles: readonly OfKind[]): KindChoice | null {
  const kept = stored.read();
  return kept === 'any' ? kept : (choicesOf(vehicles).find((choice) => choice === kept) ?? null);
}

/** How far a kind is from one that was chosen: the same, as well driven, or another thing. */
export const kindDistance = (chosen: VehicleKind, other: VehicleKind): 0 | 1 | 2 =>
  chosen === other ? 0 : isLight(chosen) && isLight(other) ? 1 : 2;

/** It can be had: what somebody drives just before a time that begins soon, or nobody can find or hears from, cannot. */
export const isAtHand = ({ state }: Pick<ScheduleVehicle, 'state'>, isSoon: boolean): boolean =>
  state === 'free' || (!isSoon && state === 'in-use');

/**
 * Before anything was chosen, what the account has most of, cars and vans as one: nobody who looks for a vehicle wants the trailers unasked.
 * Any, where of those that were found none of that kind can be had at once and another can.
 */
export function proposedKind(
  vehicles: readonly OfKind[],
  found: readonly Pick<ScheduleVehicle, 'kind' | 'state'>[],
  isSoon: boolean,
): KindChoice {
  const count = (choice: KindChoice): number => vehicles.filter((vehicle) => isOfChoice(vehicle, choice)).length;
  const [most = 'any'] = choicesOf(vehicles)
    .filter((choice) => choice !== 'any')
    .toSorted((one, other) => count(other) - count(one));
  const atHand = found.filter((vehicle) => isAtHand(vehicle, isSoon));
  return atHand.length === 0 || atHand.some((vehicle) => isOfChoice(vehicle, most)) ? most : 'any';
}

/** For the next time, in this browser. */
export const keepKind = (kind: KindChoice): void => stored.write(kind);
