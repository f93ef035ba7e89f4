import { isWatercraft, type UnitKind } from '@spora/contract/units/values';
import { type Format, NAUTICAL_MILE_M } from '@spora/messages/format';

/** How far and how fast, in what people measure it in where it happens. */
export interface Measures {
  readonly distance: (metres: number) => string;
  /** What `distance` counts in, to a tenth. */
  readonly unitM: number;
  readonly speed: (kmh: number) => string;
  /** How much of its own measure of speed a km/h is, and how that is written. */
  readonly speedPerKmh: number;
  readonly speedUnit: string;
  /** What has been gone in all, whole ones. */
  readonly odometer: (metres: number) => string;
}

/** Boats go in nautical miles and knots, everything else in kilometres. */
export const measuresOf = (kind: UnitKind | null | undefined, format: Format): Measures =>
  isWatercraft(kind)
    ? {
        distance: format.nauticalMiles,
        unitM: NAUTICAL_MILE_M,
        speed: format.knots,
        speedPerKmh: 1000 / NAUTICAL_MILE_M,
        speedUnit: 'kn',
        odometer: (metres) => `${format.number(metres / NAUTICAL_MILE_M)}\u00a0nm`,
      }
    : {
        distance: format.km,
        unitM: 1000,
        speed: format.speed,
        speedPerKmh: 1,
        speedUnit: format.speedUnit,
        odometer: (metres) => `${format.number(metres / 1000)}\u00a0km`,
      };

/** What a distance is rounded to where it is told, metres: a tenth of its measure, and of a thousand kilometres whole ones. */
export const shownStepM =
  (kind: UnitKind) =>
  (metres: number): number =>
    stepOf(isWatercraft(kind) ? NAUTICAL_MILE_M : 1000)(metres);

/** The same by what it is told in (`unitM`). */
export const stepOf =
  (unitM: number) =>
  (metres: number): number =>
    metres / unitM >= 999.95 ? unitM : unitM / 10;

/** How far units went together, metres, and which part of it boats did. */
export interface Gone {
  readonly metres: number;
  readonly atSeaM: number;
}

/** What boats and others went together: each part in its own measure, `13,2 nm · 57,7 km`. */
export const goneText = (gone: Gone, format: Format): string => goneBy(gone, (kind) => measuresOf(kind, format).distance);

/** The same with a tenth of any length, so that the figures of a column have as many decimals each: `93,5 nm · 1 204,0 km`. */
export const goneInTenths = (gone: Gone, format: Format): string =>
  goneBy(gone, (kind) => (metres) => {
    const isBoat = isWatercraft(kind);
    return `${format.number(metres / (isBoat ? NAUTICAL_MILE_M : 1000), 1)}\u00a0${isBoat ? 'nm' : 'km'}`;
  });

function goneBy({ metres, atSeaM }: Gone, textIn: (kind: 'boat' | 'vehicle') => (metres: number) => string): string {
  if (!(atSeaM > 0)) return textIn('vehicle')(metres);
  const byLandM = metres - atSeaM;
  return [textIn('boat')(atSeaM), ...(byLandM < SHOWN_M ? [] : [textIn('vehicle')(byLandM)])].join(' · ');
}

/** Less than this beside another part is what rounding left. */
const SHOWN_M = 50;

/** In whole units: `27 397 SEK`. */
export const wholeMoney = (amount: number, currency: string, format: Format): string =>
  `${format.number(amount)}\u00a0${currency}`;

/** What `moneyAtAGlance` rounds to. */
export const glanceStep = (amount: number): number => (Math.abs(amount) < 999.5 ? 0.01 : 1);

/** A sum of a chart: `15 300 SEK`, and below a thousand as everywhere, `147,53 SEK`. */
export const moneyAtAGlance = (amount: number, currency: string, format: Format): string =>
  glanceStep(amount) < 1 ? format.money(amount, currency) : wholeMoney(amount, currency, format);
