import { type RawBuilder, sql } from 'kysely';

/** What is reckoned of a trip with the one that is merged into it. */
export interface Figures {
  readonly distanceM: RawBuilder<unknown>;
  /** The driving time: of two merged trips both, so that totals stay what they were; of a masked one none. */
  readonly durationS: RawBuilder<unknown>;
  readonly purpose: RawBuilder<unknown>;
  readonly project: RawBuilder<unknown>;
  /** A gap that none of the trips named explains. */
  readonly hasOdometerGap: (explainedIds: readonly number[]) => RawBuilder<unknown>;
}

/**
 * How long a trip took as people are told, in seconds: the minutes between its clock times, which stand beside it without their seconds.
 * So a trip, its day, the sums of a log and a report are one number. Of a trip within one minute it is its whole seconds.
 */
const secondsOf = (trip: 's' | 't') => {
  const of = (column: string) => sql.ref(`${trip}.${column}`);
  // Whole numbers all the way: `date_part`, which reads its first word anew for each trip, is asked once.
  const minuteOf = (column: string) => sql`date_bin('1 minute', ${of(column)}, '2000-01-01 00:00:00Z')`;
  return sql`coalesce(nullif(date_part('epoch', ${minuteOf('ended_at')} - ${minuteOf('started_at')}), 0),
    floor(date_part('epoch', ${of('ended_at')} - ${of('started_at')}) + 0.5))`;
};

/**
 * The tracker's odometer counted over a tenth more or less than the distance of the trip, of a short one at least 100 m: something
 * was driven that is not in it, or one of the two is wrong (decision 0025).
 */
const gapOf = (trip: 's' | 't') => {
  const of = (column: string) => sql.ref(`${trip}.${column}`);
  return sql`abs(${of('stop_odometer_m')} - ${of('start_odometer_m')} - ${of('distance_m')}) * 10 > greatest(${of('distance_m')}, 1000)`;
};
/** Of one that is not merged into the other all of `s` is null. */
const GAP = sql`(${gapOf('t')} OR ${gapOf('s')}) IS TRUE`;

/** By how many metres the tracker's odometer counted more than the trip has, where that is a gap. */
export const gapMetresOf = (trip: 's' | 't') => {
  const of = (column: string) => sql.ref(`${trip}.${column}`);
  return sql`CASE WHEN ${gapOf(trip)} THEN ${of('stop_odometer_m')} - ${of('start_odometer_m')} - ${of('distance_m')} END`;
};

/** What somebody said of a gap holds while it is the same one, within what makes one: a new one is not hidden by it. */
export const explains = (trip: 's' | 't') => {
  const of = (column: string) => sql.ref(`${trip}.${column}`);
  return sql`coalesce(abs(${of('stop_odometer_m')} - ${of('start_odometer_m')} - ${of('distance_m')}
    - (${of('odometer_explanation')}->>'gap_m')::bigint) * 10 <= greatest(${of('distance_m')}, 1000), false)`;
};

/** A gap that nobody has explained. */
export const ODOMETER_GAP = sql`((${gapOf('t')} AND NOT ${explains('t')}) OR (${gapOf('s')} AND NOT ${explains('s')})) IS TRUE`;
/** What was said of it, of the first of two merged trips where that has a gap; null while either has one without. */
export const ODOMETER_EXPLANATION = sql`CASE WHEN NOT ${ODOMETER_GAP} THEN
  coalesce(CASE WHEN ${gapOf('t')} THEN t.odometer_explanation END, CASE WHEN ${gapOf('s')} THEN s.odometer_explanation END) END`;

/** What the tracker's odometer counted of a trip; of a merged one without it, what its distance is. Null where it tells nothing. */
const trackerMetresOf = (trip: 's' | 't') => sql`${sql.ref(`${trip}.stop_odometer_m`)} - ${sql.ref(`${trip}.start_odometer_m`)}`;
export const TRACKER_METRES = sql`CASE WHEN ${GAP} THEN
  coalesce(${trackerMetresOf('t')}, t.distance_m) + coalesce(${trackerMetresOf('s')}, s.distance_m, 0) END`;

/** Asked of the index of the log, which holds what makes a gap and not what was said of it. */
const openGapOf = (trip: 's' | 't', explained: readonly number[]) =>
  explained.length === 0 ? gapOf(trip) : sql`(${gapOf(trip)} AND ${sql.ref(`${trip}.id`)} <> ALL (${explained}::bigint[]))`;

export const ALONE: Figures = {
  distanceM: sql`t.distance_m`,
  durationS: secondsOf('t'),
  purpose: sql`t.purpose`,
  project: sql`t.project`,
  hasOdometerGap: (explained) => sql`(${openGapOf('t', explained)}) IS TRUE`,
};
/** What was said of either of two merged trips is said of both; of the first where both have something. */
export const WITH_MERGED: Figures = {
  distanceM: sql`(t.distance_m + coalesce(s.distance_m, 0))`,
  durationS: sql`(${secondsOf('t')} + coalesce(${secondsOf('s')}, 0))`,
  purpose: sql`coalesce(nullif(t.purpose, ''), s.purpose, '')`,
  project: sql`coalesce(nullif(t.project, ''), s.project, '')`,
  hasOdometerGap: (explained) => sql`(${openGapOf('t', explained)} OR ${openGapOf('s', explained)}) IS TRUE`,
};
