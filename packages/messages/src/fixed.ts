/** Digits of a figure that are sure, however it was reckoned. */
const SURE_DIGITS = 12;

/**
 * A number with so many decimals, half of the last one away from zero, as people round: 2.675 is `2.68` and -2.675 `-2.68`, where `toFixed`
 * tells the binary number next to it and says 2.67. 0.82499999999999996, as 0.825 may come out of a calculation, is 0.83 too.
 */
export function fixed(value: number, decimals: number): string {
  const units = Math.abs(value) * 10 ** decimals;
  // Beyond the digits that are sure there is no half to speak of.
  if (!(units < 10 ** SURE_DIGITS)) return value.toFixed(decimals);
  const rounded = Math.round(Number(units.toPrecision(SURE_DIGITS))) / 10 ** decimals;
  return (value < 0 ? -rounded : rounded).toFixed(decimals);
}
