import { DAY_MS } from '@spora/calendar/durations';
import { haversineM } from '@spora/telemetry/geometry';

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

/** Nearer than this to where the last trip ended a trip begins there: between them a position jitters so far (`JITTER_M` of the trips). */
const SAME_PLACE_M = 50;

/**
 * The point in degrees whose address an end of a trip is given. Where a unit stood, two positions a few metres apart may lie nearest to two
 * streets: a log in which it drove to one and on from the other has a gap for whoever reads it.
 */
export function pointToAsk(end: {
  readonly latE7: number;
  readonly lonE7: number;
  readonly endedLatE7: number | null;
  readonly endedLonE7: number | null;
}): { lat: number; lon: number } {
  const own = { lat: end.latE7 / 1e7, lon: end.lonE7 / 1e7 };
  if (end.endedLatE7 === null || end.endedLonE7 === null) return own;
  const ended = { lat: end.endedLatE7 / 1e7, lon: end.endedLonE7 / 1e7 };
  return haversineM(own.lat, own.lon, ended.lat, ended.lon) <= SAME_PLACE_M ? ended : own;
}
