/**
 * Numbers rounded to their steps, each within one of them, so that they add up to their sum as that is rounded: who adds the rows up comes
 * to what stands below them. Those give way that rounding moved the farthest.
 */
export function roundedTogether(values: readonly number[], stepOf: (value: number) => number): number[] {
  const add = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0);
  const total = add(values);
  const step = stepOf(total);
  const goal = Math.round(total / step);
  const shown = values.map((value) => Math.round(value / stepOf(value)) * stepOf(value));
  const way = Math.sign(total - add(shown));
  const movedOf = (i: number): number => ((values[i] ?? 0) - (shown[i] ?? 0)) / stepOf(values[i] ?? 0);
  const order = values.map((_, i) => ({ i, moved: movedOf(i) })).toSorted((a, b) => way * (b.moved - a.moved));
  for (const { i } of order) {
    if (Math.round(add(shown) / step) === goal) break;
    shown[i] = (shown[i] ?? 0) + way * stepOf(values[i] ?? 0);
  }
  return shown;
}
