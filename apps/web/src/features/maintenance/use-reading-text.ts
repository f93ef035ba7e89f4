import { useFormat } from '../../lib/i18n.tsx';
import { useIsBoat } from '../../lib/unit-measures.tsx';
import { KM_PER_MILE_AT_SEA, roundTo } from './reading-model.ts';

export interface ReadingText {
  /** As it is kept and typed: `1 250,5 nm (2 315,9 km)`, `84 312 km`. */
  readonly text: (km: number) => string;
  /** In the one measure that it is typed in. */
  readonly plain: (km: number) => string;
  /** So many of the measure that it is typed in. */
  readonly of: (value: number) => string;
  /** The figure of so many kilometres as it is shown. */
  readonly figure: (km: number) => number;
}

/** Distances of a meter with the tenths that were read off, and whole ones without the decimal; with `isWhole` all are told as whole ones. */
export function useReadingText(isWhole = false): ReadingText {
  const format = useFormat();
  const isBoat = useIsBoat();
  const decimals = isWhole ? 0 : 1;
  const number = (value: number): string => {
    const shown = roundTo(value, decimals);
    return format.number(shown, Number.isInteger(shown) ? 0 : 1);
  };
  const figure = (km: number): number => roundTo(isBoat ? km / KM_PER_MILE_AT_SEA : km, decimals);
  const of = (value: number): string => `${number(value)}\u00a0${isBoat ? 'nm' : 'km'}`;
  const plain = (km: number): string => of(figure(km));
  return { text: (km) => (isBoat ? `${plain(km)} (${number(km)}\u00a0km)` : plain(km)), plain, of, figure };
}
