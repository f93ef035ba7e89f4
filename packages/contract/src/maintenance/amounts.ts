import { type Format, NAUTICAL_MILE_M } from '@spora/messages/format';

/** What is left of a plan in one measure, or by how much it is past. */
export interface AmountLeft {
  readonly isPast: boolean;
  /** Without a sign. */
  readonly amount: string;
}

/** SRV-003: a plan's distance and hours in the words of `format`; boats go in nautical miles (decision 0064). What is not known is left out. */
export function amountsLeft(
  { km, hours, isBoat }: { readonly km: number | null; readonly hours: number | null; readonly isBoat: boolean },
  format: Pick<Format, 'number' | 'hours'>,
): AmountLeft[] {
  const distance = (value: number): string =>
    isBoat ? `${format.number((value * 1000) / NAUTICAL_MILE_M)} nm` : `${format.number(value)} km`;
  const told = (value: number | null, words: (value: number) => string): AmountLeft[] =>
    value === null ? [] : [{ isPast: value < 0, amount: words(Math.abs(value)) }];
  return [...told(km, distance), ...told(hours, (value) => format.hours(value))];
}
