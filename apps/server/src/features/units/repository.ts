import { phoneKind } from '@spora/protocols/list';
import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import { violates } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/** A tracker for a phone; null when the number is taken, which leaves the transaction usable. */
export async function insertPhoneTracker(db: Kysely<Db>, imei: string, phoneId: string, at: Date): Promise<number | null> {
  const { protocol, family } = phoneKind();
  await sql`SAVEPOINT phone_number`.execute(db);
  try {
    const { rows } = await sql<{ id: number }>`
      SELECT add_phone_tracker(${imei}, ${phoneId}, ${protocol}, ${family}, ${at}) AS id`.execute(db);
    return rows[0]?.id ?? null;
  } catch (error) {
    if (!violates(error, 'tracker_imei_unique')) throw error;
    await sql`ROLLBACK TO SAVEPOINT phone_number`.execute(db);
    return null;
  }
}

export async function insertPhoneUnit(db: Kysely<Db>, accountId: AccountId, name: string): Promise<number> {
  const { id } = await db
    .insertInto('unit')
    .values({ account_id: accountId, kind: 'phone', name, marker_symbol: 'phone' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface NewFitting {
  readonly accountId: AccountId;
  readonly unitId: number;
  readonly trackerId: number;
  readonly from: Date;
}

export async function insertFitting(db: Kysely<Db>, { accountId, unitId, trackerId, from }: NewFitting): Promise<void> {
  await db
    .insertInto('fitting')
    .values({ account_id: accountId, unit_id: unitId, tracker_id: trackerId, during: `[${from.toISOString()},)` })
    .execute();
}
