import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import { type MemberActor, NOBODY, seesAs } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { Span } from '../log/spans.ts';

/**
 * TRIP-032, MAP-031, MAP-032 (decision 0006): what of a unit is withheld from a viewer. The rule itself is in migration 0030, so that
 * queries can go by it; whoever reads anything of a unit that has a time or a place asks it here, and decides nothing of it anew.
 */
export interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: Pick<MemberActor, 'memberId' | 'isPrivateClosed'>;
}

/** The viewer that nobody is: no private trip is told to it. For what goes to several people at once. */
export const NO_VIEWER: Viewer['actor'] = { memberId: NOBODY, isPrivateClosed: true };

/**
 * The spans withheld from the viewer that touch a period, in order and apart. What was at an end of one is told: they lie between the
 * last millisecond of a trip that the viewer may see and the first of the next. Infinite where there is no such trip.
 */
export async function withheldSpans({ db, actor }: Viewer, unitId: number, from: Date, to: Date): Promise<Span[]> {
  const { rows } = await sql<{ from_at: Date | number; to_at: Date | number }>`
    SELECT from_at, to_at FROM withheld_spans(${unitId}, ${seesAs(actor)}, ${from}, ${to})`.execute(db);
  return rows.map(({ from_at, to_at }) => ({ fromMs: Number(from_at) + 1, toMs: Number(to_at) }));
}

/** In SQL: whether the viewer is told nothing of a moment of a unit. */
export const isWithheldAt = (actor: Viewer['actor'], unitId: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`is_withheld_at(${unitId}, ${seesAs(actor)}, ${at})`;

/** In SQL: whether a trip, by its type and driver, is one that the viewer may not see. */
export const isWithheldTrip = (actor: Viewer['actor'], trip = 't'): RawBuilder<boolean> =>
  sql<boolean>`is_withheld_trip(${sql.ref(`${trip}.type`)}, ${sql.ref(`${trip}.driver_member_id`)}, ${seesAs(actor)})`;

/** A day on which the clock is put back, with an hour to spare. */
const LONGEST_DAY_MS = 26 * 3_600_000;

/**
 * In SQL: whether a trip is one that the viewer may not see and is not told of yet. While private use goes on, its trips of today are
 * not: whoever asks again and again would see when one ended. `now` is when it is asked.
 */
export const isUntoldTrip = (actor: Viewer['actor'], now: Date, trip = 't'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${trip}.${column}`);
  // By no clock has today lasted longer: trips that ended before are told, and of a year of them it is not asked one by one.
  const before = new Date(now.getTime() - LONGEST_DAY_MS);
  return sql<boolean>`(${isWithheldTrip(actor, trip)} AND (${of('is_ongoing')} OR ${of('ended_at')} >= ${before}) AND is_untold_trip(${of('unit_id')}, ${seesAs(actor)}, ${of('started_at')},
    ${of('ended_at')}, ${of('is_ongoing')}, ${now}))`;
};

/** In SQL: whether somebody else's private use touches the time between two moments of a unit. */
export const privateBetween = (
  actor: Viewer['actor'],
  unitId: string,
  { from, to }: { readonly from: RawBuilder<unknown>; readonly to: RawBuilder<unknown> },
): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM trip t WHERE t.unit_id = ${sql.ref(unitId)} AND t.type = 'private' AND ${isWithheldTrip(actor)}
    AND t.started_at < ${to} AND (t.is_ongoing OR t.ended_at > ${from}))`;

/** In SQL: whether a unit is in private use now, for the viewer. */
export const isInPrivateUse = (actor: Viewer['actor'], unitId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`is_in_private_use(${unitId}, ${seesAs(actor)})`;

/** In SQL: until when the meters of a unit are told, at most `now`. */
export const toldUntil = (actor: Viewer['actor'], unitId: RawBuilder<unknown>, now: Date): RawBuilder<Date> =>
  sql<Date>`told_until(${unitId}, ${seesAs(actor)}, ${now})`;

/** In SQL: the odometer of a unit by its readings, as far as it is told. */
export const toldOdometer = (actor: Viewer['actor'], unitId: RawBuilder<unknown>, now: Date): RawBuilder<number | null> => {
  const at = toldUntil(actor, unitId, now);
  return sql<number | null>`odometer_of(${unitId}, ${at}, counter_at(${unitId}, ${at}))`;
};

/** In SQL: what the tracker's own odometer says, as far as it is told; `newest` is what it said last. */
export const toldTrackerOdometer = (
  actor: Viewer['actor'],
  unitId: RawBuilder<unknown>,
  now: Date,
  newest: RawBuilder<unknown>,
): RawBuilder<number | null> =>
  sql<number | null>`told_tracker_odometer(${unitId}, ${seesAs(actor)}, ${now}, (${newest})::float8)`;

/**
 * In SQL: the operating seconds of a unit, as far as they are told. They are counted by the day: of private use that goes on, today's
 * are not told.
 */
export const toldHours = (actor: Viewer['actor'], unitId: RawBuilder<unknown>, now: Date): RawBuilder<number | null> =>
  sql<number | null>`CASE WHEN ${isInPrivateUse(actor, unitId)}
    THEN hours_before(${unitId}, (${now}::timestamptz AT TIME ZONE 'UTC')::date) ELSE hours_of(${unitId}) END`;

/** Those of the units that are in private use now, for the viewer. */
export async function unitsInPrivateUse({ db, actor }: Viewer, unitIds: readonly number[]): Promise<Set<number>> {
  if (unitIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM unnest(${unitIds}::bigint[]) AS u (id) WHERE ${isInPrivateUse(actor, sql`u.id`)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Nobody enters anything at a time of which they are told nothing: what happens then would tell when the unit drove. The answer is the
 * same all through private use. Throws UnitInPrivateUse.
 */
export async function requireTold(viewer: Viewer, unitId: number, from: Date, to = from): Promise<void> {
  const spans = await withheldSpans(viewer, unitId, from, new Date(to.getTime() + 1));
  if (spans.some(({ fromMs, toMs }) => fromMs <= to.getTime() && toMs > from.getTime())) throw new AppError('UnitInPrivateUse');
}

/**
 * Nobody has trips made anew, as another vehicle's or by other rules, of time in which they are told nothing: what was somebody's private trip
 * could come out as one for the company, or as a part of one. Throws PrivateUseSince.
 */
export async function requireToldSince(viewer: Viewer, unitId: number, from: Date, now: Date): Promise<void> {
  if ((await withheldSpans(viewer, unitId, from, now)).length > 0) throw new AppError('PrivateUseSince');
}
