import { type Kysely, sql } from 'kysely';
import type { MemberActor, MemberCtx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { decideType, PARTS_ANCHORED, settingsAt } from './rules.ts';
import { typeByHours } from './working-hours/rules.ts';
import type { UnitSpan } from './unit-days-api.ts';
import { driverEdits, insertEdits, layOver } from './overlay-api.ts';
import { settingsOf } from './settings-repository.ts';

/** Which rules are about to say something else of trips that have been: those of the unit's settings decided these. */
export type DecidedBy = 'default' | 'working-hours';

/**
 * TRIP-032: rules that an account changes for days gone by never open what was somebody else's private trip when it was driven. Those
 * trips of a unit that start from an instant on, and are private only because one of the rules said so, are said to be private by
 * hand; their driver may say otherwise.
 */
export async function keepPrivate(
  { db, actor, now }: { readonly db: Kysely<Db>; readonly actor: MemberActor; readonly now: () => Date },
  { unitId, from, decidedBy }: { readonly unitId: number; readonly from: Date; readonly decidedBy: readonly DecidedBy[] },
): Promise<void> {
  await keep(
    db,
    actor,
    now(),
    sql`t.attestation_id IS NULL AND t.type = 'private' AND t.unit_id = ${unitId} AND t.started_at >= ${from} AND t.computed_type = 'private' AND t.place_type IS NULL
      AND t.computed_rule = ANY (${decidedBy}::text[])`,
  );
}

/** The same of trips that the places of the account are about to say something else of. */
export async function keepTripsPrivate(
  { db, actor, now }: { readonly db: Kysely<Db>; readonly actor: MemberActor; readonly now: () => Date },
  tripIds: readonly number[],
): Promise<void> {
  if (tripIds.length > 0) await keep(db, actor, now(), sql`t.type = 'private' AND ${among(tripIds)}`);
}

/** The same of trips that were private a moment ago, whatever they are by now. */
export async function makePrivateAgain(
  { db, actor, now }: { readonly db: Kysely<Db>; readonly actor: MemberActor; readonly now: () => Date },
  tripIds: readonly number[],
): Promise<void> {
  if (tripIds.length > 0) await keep(db, actor, now(), among(tripIds));
}

/** An attested trip stands as it is, and its history with it: opened again it is looked at then (`privacy/service.ts`). */
const among = (tripIds: readonly number[]) => sql`t.attestation_id IS NULL AND t.id = ANY (${tripIds}::bigint[])`;

async function keep(db: Kysely<Db>, actor: MemberActor, at: Date, which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    WITH kept AS (
      UPDATE trip t SET edited_type = 'private', edited_at = ${at}
      WHERE t.account_id = ${actor.accountId} AND ${which} AND t.edited_type IS NULL
        AND t.driver_member_id <> ${actor.memberId} AND t.attestation_id IS NULL AND NOT t.is_ongoing
      RETURNING t.id, t.unit_id, t.started_at, t.ended_at, t.is_manual
    )
    INSERT INTO trip_edit (account_id, unit_id, anchor_at, field, old_value, value, manual_trip_id, actor_member_id, at)
    SELECT ${actor.accountId}, k.unit_id, a.anchor_at, 'type', '', 'private', CASE WHEN k.is_manual THEN k.id END, ${actor.memberId}, ${at}
    FROM kept k CROSS JOIN LATERAL (SELECT k.started_at + (k.ended_at - k.started_at) * part AS anchor_at
      FROM unnest(${[...PARTS_ANCHORED]}::float8[]) AS part) a`.execute(db);
}

/** A trip of a period that is opened again, as it was while it was attested. */
export interface ReleasedTrip {
  readonly id: number;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly is_manual: boolean;
  readonly type: string;
  readonly edited_type: string | null;
  readonly computed_rule: string;
  readonly driver_member_id: number | null;
}

/** What has become of trips: their type, whether a place decided it, and who drives them. */
export async function standingOf(
  db: Kysely<Db>,
  tripIds: readonly number[],
): Promise<Map<number, { type: string; byPlace: boolean; driverId: number | null }>> {
  const rows = await db
    .selectFrom('trip')
    .where('id', 'in', [0, ...tripIds])
    .select(['id', 'type', 'place_type', 'driver_member_id'])
    .execute();
  return new Map(
    rows.map((row) => [row.id, { type: row.type, byPlace: row.place_type !== null, driverId: row.driver_member_id }]),
  );
}

/**
 * Lays what waited over the trips of a period that is opened again. TRIP-032: rules and drivers that came while it was attested never
 * open what was private: a private trip keeps its driver, and stays private where places or settings of days gone by would say
 * something else of it, now or when the unit is computed again. Said by edits, so that a rebuild makes the same of them.
 */
export async function layOverReopened(
  ctx: MemberCtx,
  unitId: number,
  released: readonly ReleasedTrip[],
): Promise<UnitSpan | null> {
  const span = spanOf(unitId, released);
  if (!span) return null;
  await layOver(ctx.db, [span]);
  const secret = released.filter((trip) => trip.type === 'private');
  if (secret.length === 0) return span;
  const now = await standingOf(
    ctx.db,
    secret.map(({ id }) => id),
  );
  const settings = (await settingsOf(ctx.db, [unitId])).get(unitId) ?? [];
  const opened = secret.filter((trip) => {
    const stands = now.get(trip.id);
    if (trip.edited_type !== null || trip.computed_rule === 'switch' || !stands) return false;
    return stands.type !== 'private' || (!stands.byPlace && typeNow(settings, trip) !== 'private');
  });
  await makePrivateAgain(
    ctx,
    opened.map(({ id }) => id),
  );
  const given = secret.filter((trip) => now.has(trip.id) && now.get(trip.id)?.driverId !== trip.driver_member_id);
  if (given.length > 0)
    await insertEdits(
      ctx.db,
      ctx.actor,
      given.flatMap((trip) => driverEdits(unitId, trip, { was: now.get(trip.id)?.driverId ?? null, is: trip.driver_member_id })),
      ctx.now(),
    );
  if (opened.length + given.length > 0) await layOver(ctx.db, [span]);
  return span;
}

const spanOf = (unitId: number, trips: readonly ReleasedTrip[]): UnitSpan | null =>
  trips.length === 0
    ? null
    : {
        unitId,
        fromMs: Math.min(...trips.map((trip) => trip.started_at.getTime())),
        toMs: Math.max(...trips.map((trip) => trip.ended_at.getTime())),
      };

/** What the unit's settings say of a trip by now; the switch is left out, places are asked elsewhere. */
function typeNow(settings: Parameters<typeof settingsAt>[0], trip: ReleasedTrip): string {
  // What people entered by hand has the type that they gave it.
  if (trip.is_manual) return trip.type;
  const startMs = trip.started_at.getTime();
  const { workingHours, daysOff, defaultTripType } = settingsAt(settings, startMs);
  return decideType({ switch: null, workingHours: typeByHours(workingHours, startMs, daysOff), default: defaultTripType }).type;
}
