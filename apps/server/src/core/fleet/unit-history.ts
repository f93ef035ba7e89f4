import * as unitRow from './unit-row.ts';
import type * as managedUnits from './managed-units.ts';
import type { Kysely } from 'kysely';
import type { AccountId, MemberActor, MemberCtx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { type AuditDetails, changesFor } from '../../platform/observing/audit.ts';

export interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Writes what changed; a value that stayed leaves no row. */
export async function insertChanges(
  db: Kysely<Db>,
  actor: Pick<MemberActor, 'accountId' | 'memberId' | 'visit'>,
  unitId: number,
  at: Date,
  changes: readonly Change[],
): Promise<void> {
  const real = changes.filter(({ before, after }) => before !== after);
  if (real.length === 0) return;
  await db
    .insertInto('unit_change')
    .values(
      real.map(({ field, before, after }) => ({
        account_id: actor.accountId,
        unit_id: unitId,
        at,
        member_id: actor.visit ? null : actor.memberId,
        actor_name: actor.visit?.staffName ?? '',
        field,
        old_value: before,
        new_value: after,
      })),
    )
    .execute();
}

/** When the registration number was changed, newest first; that a unit got its first one when it was added is no change of it. */
export async function registrationChanges(db: Kysely<Db>, accountId: AccountId, unitId: number, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('unit_change')
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .where('field', '=', 'registration_number')
    .where('at', '>', since)
    // Nothing but adding gives a name to what had none.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('unit_change as added')
            .whereRef('added.unit_id', '=', 'unit_change.unit_id')
            .whereRef('added.at', '=', 'unit_change.at')
            .where('added.field', '=', 'name')
            .where('added.old_value', '=', '')
            .select('added.id'),
        ),
      ),
    )
    .select('at')
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ at }) => at);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
}

export const changesBetween = (row: managedUnits.ManagedUnit, change: unitRow.UnitFields): Change[] =>
  Object.entries(change).map(([field, value]) => ({
    field,
    before: textOf((row as unknown as Record<string, unknown>)[field]),
    after: textOf(value),
  }));

/** UNIT-016: the periods that the unit's service plans come to. */
export async function setPeriods(
  { db, actor, now }: MemberCtx,
  row: managedUnits.ManagedUnit,
  periods: { readonly inspection_period_months: number | null; readonly service_interval_km: number | null },
): Promise<void> {
  await unitRow.updateUnit(db, actor.accountId, row.id, periods);
  await insertChanges(db, actor, row.id, now(), changesBetween(row, periods));
}

/** The same for the account's log; null where nothing differs. */
export const auditOf = (changes: readonly Change[]): Pick<AuditDetails, 'fields' | 'changes'> | null =>
  changesFor(
    Object.fromEntries(changes.map(({ field, before }) => [field, before])),
    Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  );
