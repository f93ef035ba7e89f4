import type { Kysely } from 'kysely';
import { BATTERY_THRESHOLD_DEFAULTS } from '@spora/contract/units/settings';
import { BATTERY_KINDS, type BatteryKind } from '@spora/contract/units/values';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export type Thresholds = Record<BatteryKind, number>;

/** The account's thresholds in volts; what it has not set is as delivered. */
export async function thresholdsOf(db: Kysely<Db>, accountId: AccountId): Promise<Thresholds> {
  const rows = await db
    .selectFrom('battery_threshold')
    .where('account_id', '=', accountId)
    .select(['kind', 'threshold_v'])
    .orderBy('valid_from', 'desc')
    .execute();
  const found: Thresholds = { ...BATTERY_THRESHOLD_DEFAULTS };
  for (const kind of BATTERY_KINDS) found[kind] = rows.find((row) => row.kind === kind)?.threshold_v ?? found[kind];
  return found;
}

/** From then on; what was held against the ones before stands. */
export async function saveThresholds(db: Kysely<Db>, accountId: AccountId, thresholds: Thresholds, from: Date): Promise<void> {
  await db
    .insertInto('battery_threshold')
    .values(BATTERY_KINDS.map((kind) => ({ account_id: accountId, kind, threshold_v: thresholds[kind], valid_from: from })))
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind', 'valid_from'])
        .doUpdateSet((row) => ({ threshold_v: row.ref('excluded.threshold_v') })),
    )
    .execute();
}
