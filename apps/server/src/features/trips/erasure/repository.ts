import { type Kysely, sql } from 'kysely';
import type { DaySpan } from '@spora/calendar/days';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** The member's own private trips that began in the days, on whatever unit, but for those under way and those that were asked for. */
const own = ({ actor }: Viewer, { from, to }: DaySpan) => sql`
  t.account_id = ${actor.accountId} AND t.type = 'private' AND t.driver_member_id = ${actor.memberId} AND NOT t.is_ongoing
  AND t.erasure_asked_at IS NULL AND t.started_at >= ${from}::timestamp AT TIME ZONE ${actor.timeZone}
  AND t.started_at < (${to}::date + 1)::timestamp AT TIME ZONE ${actor.timeZone}`;

export async function countOwn(viewer: Viewer, span: DaySpan): Promise<{ trips: number; attested: number }> {
  const { rows } = await sql<{ trips: number; attested: number }>`
    SELECT count(*)::int AS trips, count(t.attestation_id)::int AS attested FROM trip t WHERE ${own(viewer, span)}`.execute(
    viewer.db,
  );
  return rows[0] ?? { trips: 0, attested: 0 };
}

/** The ask: the worker does what it says. */
export async function askErasure(viewer: Viewer, span: DaySpan, at: Date): Promise<void> {
  await sql`UPDATE trip t SET erasure_asked_at = ${at} WHERE ${own(viewer, span)}`.execute(viewer.db);
}
