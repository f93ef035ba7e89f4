/** Colours of a track by speed: each holds from `fromKmh` to the next. Told apart also by lightness, for colour-blind eyes. */
export const SPEED_COLOURS = [
  { fromKmh: 0, colour: '#3b4cc0' },
  { fromKmh: 30, colour: '#2a8fc9' },
  { fromKmh: 50, colour: '#1fa98f' },
  { fromKmh: 70, colour: '#5cb13a' },
  { fromKmh: 90, colour: '#e0a800' },
  { fromKmh: 110, colour: '#dd5a1b' },
  { fromKmh: 130, colour: '#b2182b' },
] as const;

export function speedColour(speedKmh: number): string {
  let colour: string = SPEED_COLOURS[0].colour;
  for (const step of SPEED_COLOURS) if (speedKmh >= step.fromKmh) colour = step.colour;
  return colour;
}
