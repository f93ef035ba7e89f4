/** A colour of a track by speed: it holds from `fromKmh` to the next. */
export interface SpeedStep {
  readonly fromKmh: number;
  readonly colour: string;
}

/** Told apart also by lightness, for colour-blind eyes. */
const COLOURS = ['#3b4cc0', '#2a8fc9', '#1fa98f', '#5cb13a', '#e0a800', '#dd5a1b', '#b2182b'] as const;
/** As roads are signed. */
const ROAD = [0, 30, 50, 70, 90, 110, 130] as const;
/** In the measure that is read, of what never goes so fast: a machine on its site, a boat, a day in town. */
const SLOWER = [
  [0, 2, 4, 6, 8, 10, 12],
  [0, 5, 10, 15, 20, 25, 30],
  [0, 10, 20, 30, 40, 50, 60],
] as const;

const stepsOf = (from: readonly number[], perKmh: number): SpeedStep[] =>
  COLOURS.map((colour, i) => ({ fromKmh: (from[i] ?? 0) / perKmh, colour }));

/** The colours of a track of which nothing else is known. */
export const SPEED_COLOURS: readonly SpeedStep[] = stepsOf(ROAD, 1);

/**
 * The colours of a track by the highest speed in it: as fine as that lets them be, in round steps of the measure that is read. Red is
 * left to roads: a digger at a walking pace is not fast.
 */
export function speedSteps(fastestKmh: number, perKmh: number): readonly SpeedStep[] {
  const fastest = fastestKmh * perKmh;
  return stepsOf(SLOWER.find((from) => from[6] > fastest) ?? ROAD, perKmh);
}

/** Those of them that the track has. */
export const stepsUpTo = (steps: readonly SpeedStep[], fastestKmh: number): readonly SpeedStep[] =>
  steps.filter(({ fromKmh }, i) => i === 0 || fromKmh <= fastestKmh);

export function speedColour(speedKmh: number, steps: readonly SpeedStep[] = SPEED_COLOURS): string {
  let found = COLOURS[0] as string;
  for (const { fromKmh, colour } of steps) if (speedKmh >= fromKmh) found = colour;
  return found;
}
