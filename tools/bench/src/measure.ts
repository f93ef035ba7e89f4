/** Figures of one side of a comparison: how many things a second, round by round. */
export interface Side {
  readonly name: string;
  /** Does the work once and says how many things it did. */
  readonly work: () => number;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Runs the sides in turn, so that a noisy machine troubles them alike, and answers the median of each, in things a
 * second of this process's CPU (the clock would count what other processes take).
 */
export function interleave(sides: readonly Side[], rounds: number, roundMs: number): number[] {
  const rates = sides.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    sides.forEach((side, i) => {
      const start = process.cpuUsage();
      const until = performance.now() + roundMs;
      let count = 0;
      while (performance.now() < until) count += side.work();
      const used = process.cpuUsage(start);
      // The first round warms up.
      if (round >= 0) rates[i]!.push((count / (used.user + used.system)) * 1e6);
    });
  }
  return rates.map(median);
}

/**
 * Prints a figure that does not swing with the machine, such as bytes, rows or equal answers.
 * @throws when it is out of its bounds: then the benchmark has found a fault.
 */
export function hold(
  what: string,
  value: number,
  { least = -Infinity, most = Infinity }: { least?: number; most?: number },
): void {
  const bounds = [...(least > -Infinity ? [`at least ${least}`] : []), ...(most < Infinity ? [`at most ${most}`] : [])].join(
    ', ',
  );
  const shown = Number.isInteger(value) ? value : Number(value.toPrecision(4));
  if (!(value >= least && value <= most)) throw new Error(`${what}: ${shown}, but ${bounds} is held`);
  console.log(`  held: ${what} ${shown} (${bounds})`);
}

/** `--name 5` or `--name=5` as a number. */
export function numberOption(args: readonly string[], name: string, otherwise: number): number {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at < 0) return otherwise;
  const value = Number(args[at]!.includes('=') ? args[at]!.split('=')[1] : args[at + 1]);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} needs a number`);
  return value;
}

/** 1234567 -> "1.23 M", 12345 -> "12.3 k". */
export const short = (value: number): string =>
  value >= 1e6
    ? `${(value / 1e6).toFixed(2)} M`
    : value >= 1e3
      ? `${(value / 1e3).toFixed(1)} k`
      : value.toFixed(value < 100 ? 1 : 0);
