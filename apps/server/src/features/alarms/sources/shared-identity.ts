import { type Kysely, sql } from 'kysely';
import type { EventOf } from '../../../platform/events/events.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { raise } from '../telling/service.ts';
import { watchAt } from '../watch/rules.ts';
import { watchSettingsOf } from '../watch/settings-repository.ts';

/** Decision 0062: two devices report as the tracker of a unit. Where it is said to be is not told: one of them makes it up. */
export async function raiseSharedIdentity(
  { trackerId, at }: EventOf<'identity-shared'>,
  db: Kysely<Db>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ unit_id: number; account_id: number }>`
    SELECT unit_id, account_id FROM fitting WHERE tracker_id = ${trackerId} AND upper_inf(during)`.execute(db);
  const unit = rows[0];
  if (!unit) return;
  const kind = 'shared-identity' as const;
  const settings = await watchSettingsOf(db, [unit.unit_id]);
  const atMs = at.getTime();
  if (watchAt(settings.get(unit.unit_id), atMs).off.has(kind)) return;
  const where = { latE7: null, lonE7: null, details: {} };
  const what = { accountId: unit.account_id, unitId: unit.unit_id, kind, subject: '', atMs, endedMs: atMs };
  await raise(db, [{ ...what, ...where, key: `${kind} ${unit.unit_id} ${atMs}` }], now);
}
