import { type Kysely, sql } from 'kysely';
import type { HoursSource } from '@spora/contract/maintenance/readings';
import type { AccountId, MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export type ReadingKind = 'odometer' | 'hours';

export interface NewReading {
  readonly unitId: number;
  readonly kind: ReadingKind;
  readonly takenAt: Date;
  /** Metres or seconds. */
  readonly value: number;
  readonly source?: 'person' | 'carried';
  /** Of hours: what they are counted by, and what of that day's running lies before. */
  readonly hours?: { readonly source: HoursSource; readonly runBeforeS: number };
}

export async function insertReading(db: Kysely<Db>, actor: MemberActor, reading: NewReading, at: Date): Promise<void> {
  await db
    .insertInto('unit_reading')
    .values({
      account_id: actor.accountId,
      unit_id: reading.unitId,
      kind: reading.kind,
      taken_at: reading.takenAt,
      value: reading.value,
      source: reading.source ?? 'person',
      hours_source: reading.hours?.source ?? null,
      run_before_s: reading.hours?.runBeforeS ?? null,
      member_id: actor.memberId,
      saved_at: at,
    })
    .execute();
}

/** Answers the reading's value; null when there is none of the kind, or it was taken back before. */
export async function takeBack(
  db: Kysely<Db>,
  actor: MemberActor,
  { unitId, kind, id }: { unitId: number; kind: ReadingKind; id: number },
  at: Date,
): Promise<number | null> {
  const row = await db
    .updateTable('unit_reading')
    .set({ removed_at: at, removed_by_member_id: actor.memberId })
    .where('account_id', '=', actor.accountId)
    .where('unit_id', '=', unitId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('value')
    .executeTakeFirst();
  return row?.value ?? null;
}

export async function setHoursSource(db: Kysely<Db>, accountId: AccountId, unitId: number, source: HoursSource): Promise<void> {
  await db
    .updateTable('unit')
    .set({ hours_source: source })
    .where('account_id', '=', accountId)
    .where('id', '=', unitId)
    .execute();
}

/** What the map shows of the unit is new, though it has reported nothing. */
export async function touchLatest(db: Kysely<Db>, accountId: AccountId, unitId: number, at: Date): Promise<void> {
  await sql`UPDATE unit_latest SET changed_at = ${at} WHERE account_id = ${accountId} AND unit_id = ${unitId}`.execute(db);
}
