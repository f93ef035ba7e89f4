import { DAY_MS } from '@spora/calendar/durations';
/** A cell of the address cache: coordinates rounded to 4 decimals, about 11 by 6 metres at 59 degrees north. */
export interface Cell {
  readonly latE4: number;
  readonly lonE4: number;
}

/** The cell that a point in degrees lies in. */
export const cellOf = (lat: number, lon: number): Cell => ({ latE4: Math.round(lat * 1e4), lonE4: Math.round(lon * 1e4) });

/** The cell itself and its eight neighbours: an address ten metres away is the same address. */
export function cellsAround({ latE4, lonE4 }: Cell): Cell[] {
  return [0, -1, 1].flatMap((north) => [0, -1, 1].map((east) => ({ latE4: latE4 + north, lonE4: lonE4 + east })));
}

/**
 * How long an answer is kept. Addresses from OpenStreetMap's providers for 180 days; a nearest place only until the
 * provider may have come back, so that it is filled in later.
 */
export const keptForMs = (answer: { isApproximate: boolean }): number => (answer.isApproximate ? 600_000 : 180 * DAY_MS);

/** The language that stored addresses are asked for in: the local names, as on the signs. */
export const LOCAL_LANGUAGE = 'local';
