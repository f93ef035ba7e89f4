import { type RawBuilder, sql } from 'kysely';

/** What is reckoned of a trip with the one that is merged into it. */
export interface Figures {
  readonly distanceM: RawBuilder<unknown>;
  /** The driving time: of two merged trips both, so that totals stay what they were; of a masked one none. */
  readonly durationS: RawBuilder<unknown>;
  readonly purpose: RawBuilder<unknown>;
  readonly project: RawBuilder<unknown>;
  readonly hasOdometerGap: RawBuilder<unknown>;
}

/** Whole seconds, as `round` makes them; without the numbers of any length that `extract` answers. */
const secondsOf = (trip: 's' | 't') => {
  const of = (column: string) => sql.ref(`${trip}.${column}`);
  return sql`floor(date_part('epoch', ${of('ended_at')} - ${of('started_at')}) + 0.5)`;
};

/**
 * The tracker's odometer counted over a tenth more or less than the distance of the trip, of a short one at least 100 m: something
 * was driven that is not in it, or one of the two is wrong (decision 0025).
 */
const gapOf = (trip: 's' | 't') => {
  const of = (column: string) => sql.ref(`${trip}.${column}`);
  return sql`abs(${of('stop_odometer_m')} - ${of('start_odometer_m')} - ${of('distance_m')}) * 10 > greatest(${of('distance_m')}, 1000)`;
};
export const ODOMETER_GAP = sql`(${gapOf('t')} OR ${gapOf('s')}) IS TRUE`;

/** What the tracker's odometer counted of a trip; of a merged one without it, what its distance is. Null where it tells nothing. */
const trackerMetresOf = (trip: 's' | 't') => sql`${sql.ref(`${trip}.stop_odometer_m`)} - ${sql.ref(`${trip}.start_odometer_m`)}`;
export const TRACKER_METRES = sql`CASE WHEN ${ODOMETER_GAP} THEN
  coalesce(${trackerMetresOf('t')}, t.distance_m) + coalesce(${trackerMetresOf('s')}, s.distance_m, 0) END`;

export const ALONE: Figures = {
  distanceM: sql`t.distance_m`,
  durationS: secondsOf('t'),
  purpose: sql`t.purpose`,
  project: sql`t.project`,
  hasOdometerGap: sql`(${gapOf('t')}) IS TRUE`,
};
/** What was said of either of two merged trips is said of both; of the first where both have something. */
export const WITH_MERGED: Figures = {
  distanceM: sql`(t.distance_m + coalesce(s.distance_m, 0))`,
  durationS: sql`(${secondsOf('t')} + coalesce(${secondsOf('s')}, 0))`,
  purpose: sql`coalesce(nullif(t.purpose, ''), s.purpose, '')`,
  project: sql`coalesce(nullif(t.project, ''), s.project, '')`,
  hasOdometerGap: ODOMETER_GAP,
};
