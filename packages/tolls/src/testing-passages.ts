import { instantOf } from '@spora/calendar/zones';
import { type Charge, chargesOf, type PassageToCharge, type TolledVehicle } from './charges.ts';
import { stationOf } from './stations.ts';
import { DEFAULT_TARIFFS } from './tariffs.ts';

export const PETROL_CAR: TolledVehicle = { vehicleClass: 'car', fuel: 'petrol' };

/** A passage at what the clocks show there (`YYYY-MM-DDTHH:mm:ss`), of the station's first control point unless told. */
export function passageAt(stationId: string, local: string, pointId?: string, timeZone = 'Europe/Stockholm'): PassageToCharge {
  const minute = instantOf(local.slice(0, 16), timeZone);
  if (minute === null) throw new Error(`no time: ${local}`);
  const timeMs = Date.parse(minute) + Number(local.slice(17) || 0) * 1000;
  return { id: 0, stationId, pointId: pointId ?? stationOf(stationId)?.points[0]?.id ?? '', timeMs };
}

/** Charges by the tariffs that come with the package. */
export const chargesBy = (passages: readonly PassageToCharge[], vehicle = PETROL_CAR): Charge[] =>
  chargesOf(
    passages.map((passage, id) => ({ ...passage, id })),
    DEFAULT_TARIFFS,
    vehicle,
  );

/** Amounts in whole units of the currency. */
export const amountsOf = (charges: readonly Charge[]): (number | null)[] => charges.map(({ amount }) => amount && amount / 100);

/** Rules, in order. */
export const rulesOf = (charges: readonly Charge[]): string[] => charges.map(({ rule }) => rule);
