import { sql, type Kysely } from 'kysely';
import type { Db } from '../../platform/db.generated.ts';
import type { Cell } from './rules.ts';

export interface CachedAddress {
  /** Null: the provider knows of no address here. */
  readonly label: string | null;
  readonly isApproximate: boolean;
}

/** The nearest unexpired answer among the given cells, the first cell preferred, exact answers before approximate ones. */
export async function findInCells(
  db: Kysely<Db>,
  cells: readonly Cell[],
  language: string,
  now: Date,
): Promise<CachedAddress | undefined> {
  const { rows } = await sql<{ label: string | null; is_approximate: boolean }>`
    SELECT g.label, g.is_approximate
    FROM unnest(${cells.map((c) => c.latE4)}::integer[], ${cells.map((c) => c.lonE4)}::integer[]) WITH ORDINALITY AS c (lat_e4, lon_e4, rank)
    JOIN geo_cache g USING (lat_e4, lon_e4)
    WHERE g.language = ${language} AND g.expires_at > ${now}
    ORDER BY g.is_approximate, c.rank LIMIT 1`.execute(db);
  return rows[0] && { label: rows[0].label, isApproximate: rows[0].is_approximate };
}

/** Keeps an answer; a later one for the same cell and language replaces it. */
export async function save(
  db: Kysely<Db>,
  entry: { cell: Cell; language: string; provider: string; address: CachedAddress; now: Date; expiresAt: Date },
): Promise<void> {
  const { cell, language, provider, address, now, expiresAt } = entry;
  const row = {
    provider,
    label: address.label,
    payload: JSON.stringify({}),
    is_approximate: address.isApproximate,
    fetched_at: now,
    expires_at: expiresAt,
  };
  await db
    .insertInto('geo_cache')
    .values({ lat_e4: cell.latE4, lon_e4: cell.lonE4, language, ...row })
    .onConflict((conflict) => conflict.columns(['lat_e4', 'lon_e4', 'language']).doUpdateSet(row))
    .execute();
}
