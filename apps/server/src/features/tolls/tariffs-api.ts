import { parseTariff, type Tariff } from '@spora/tolls/tariffs';
import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

/** The tariffs that the operator entered, the newest of each; null: the program's own again. */
export async function enteredTariffs(db: Kysely<Db>): Promise<Map<string, Tariff | null>> {
  const rows = await db
    .selectFrom('toll_tariff')
    .distinctOn('tariff_id')
    .select(['tariff_id', 'tariff'])
    .orderBy('tariff_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ tariff_id, tariff }) => [tariff_id, tariff === null ? null : parseTariff(tariff)]));
}

/** Enters a tariff in place of the one with its id. */
export async function enterTariff(
  db: Kysely<Db>,
  entry: { readonly id: string; readonly tariff: Tariff | null; readonly at: Date; readonly by: string },
): Promise<void> {
  await db
    .insertInto('toll_tariff')
    .values({
      tariff_id: entry.id,
      tariff: entry.tariff === null ? null : JSON.stringify(entry.tariff),
      changed_at: entry.at,
      changed_by: entry.by,
    })
    .execute();
}
