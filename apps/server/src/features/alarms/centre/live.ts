import { OVERRIDING_KINDS } from '@spora/contract/alarms/kinds';
import { type Kysely, sql } from 'kysely';
import { isInPrivateUse, isWithheldAt, NO_VIEWER } from '../../../core/fleet/private-use.ts';
import type { AccountId } from '../../../platform/ctx.ts';
import { int8Array } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { announceAll } from '../../../platform/live/hub.ts';

/**
 * ALARM-035: tells open screens that alarms were raised, changed or are over, in the caller's transaction. Of a moment of private use that
 * is over nobody is told: others learn of it when its day is over, and its driver's list asks again by itself. While private use goes on,
 * the hub tells its driver alone.
 */
export async function announceAlarms(db: Kysely<Db>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ account_id: AccountId; unit_id: number; overrides: boolean }>`
    SELECT DISTINCT a.account_id, a.unit_id, a.kind = ANY (${OVERRIDING_KINDS}::text[]) AS overrides FROM alarm a
    WHERE a.id = ANY (${int8Array(ids)}::bigint[]) AND a.unit_id IS NOT NULL AND CASE WHEN a.kind = ANY (${OVERRIDING_KINDS}::text[]) THEN true
      ELSE ${isInPrivateUse(NO_VIEWER, sql.ref('a.unit_id'))} OR NOT ${isWithheldAt(NO_VIEWER, sql.ref('a.unit_id'), sql.ref('a.at'))} END`.execute(
    db,
  );
  await announceAll(
    db,
    rows.map(({ account_id, unit_id, overrides }) => ({
      accountId: account_id,
      unitId: unit_id,
      kind: overrides ? ('override' as const) : ('alarm' as const),
    })),
  );
}
