import type { AlarmState } from '@spora/contract/alarms/centre';
import { type Kysely, sql } from 'kysely';
import { int8Array } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export interface StateChange {
  readonly state: AlarmState;
  readonly memberId: number;
  readonly at: Date;
  /** Undefined: as it was. */
  readonly note: string | undefined;
}

/**
 * Who saw or handled it first stays; what is taken back is forgotten. Repeats of an alarm go with it, unless somebody has handled one or the
 * other by itself; answers them all.
 */
export async function setState(
  db: Kysely<Db>,
  accountId: number,
  ids: readonly number[],
  { state, memberId, at, note }: StateChange,
): Promise<number[]> {
  const kept = (column: string, isKept: boolean, value: unknown) =>
    isKept ? sql`coalesce(${sql.ref(column)}, ${value})` : sql`NULL`;
  /** An alarm that is opened again keeps who did so until it is handled anew. */
  const reopened = (column: string, value: unknown) =>
    state === 'handled' ? sql`NULL` : sql`CASE WHEN state = 'handled' THEN ${value} ELSE ${sql.ref(column)} END`;
  const text = note ?? null;
  const noted = (column: string, value: unknown) =>
    sql`CASE WHEN ${text}::text <> note THEN ${value} ELSE ${sql.ref(column)} END`;
  const { rows } = await sql<{ id: number }>`UPDATE alarm SET state = ${state},
      seen_at = ${kept('seen_at', state !== 'new', at)}, seen_by_member_id = ${kept('seen_by_member_id', state !== 'new', memberId)},
      handled_at = ${kept('handled_at', state === 'handled', at)}, handled_by_member_id = ${kept('handled_by_member_id', state === 'handled', memberId)},
      reopened_at = ${reopened('reopened_at', at)}, reopened_by_member_id = ${reopened('reopened_by_member_id', memberId)},
      noted_at = ${noted('noted_at', at)}, noted_by_member_id = ${noted('noted_by_member_id', memberId)},
      note = coalesce(${text}, note)
    WHERE account_id = ${accountId} AND (id = ANY (${int8Array(ids)}::bigint[]) OR (repeats_id = ANY (${int8Array(ids)}::bigint[])
      AND handled_at IS NOT DISTINCT FROM (SELECT f.handled_at FROM alarm f WHERE f.id = alarm.repeats_id)))
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Until when a unit is muted; null: it is not. */
export async function mutedUntil(db: Kysely<Db>, accountId: number, unitId: number, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('unit_alarm_mute')
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .where('until', '>', now)
    .select('until')
    .executeTakeFirst();
  return row?.until ?? null;
}

export async function setMute(
  db: Kysely<Db>,
  accountId: number,
  unitId: number,
  { until, memberId, at }: { readonly until: Date | null; readonly memberId: number; readonly at: Date },
): Promise<void> {
  if (until === null) {
    await db.deleteFrom('unit_alarm_mute').where('account_id', '=', accountId).where('unit_id', '=', unitId).execute();
    return;
  }
  const muted = { until, member_id: memberId, set_at: at };
  await db
    .insertInto('unit_alarm_mute')
    .values({ account_id: accountId, unit_id: unitId, ...muted })
    .onConflict((conflict) => conflict.column('unit_id').doUpdateSet(muted))
    .execute();
}
