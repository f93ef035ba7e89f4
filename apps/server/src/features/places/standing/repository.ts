import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { Box } from '../../trips/placing/rules.ts';

/** The units of an account that stand in one of the boxes now: those whose name of where they are may be another. */
export async function unitsStandingIn(db: Kysely<Db>, accountId: AccountId, boxes: readonly Box[]): Promise<number[]> {
  const side = (of: (box: Box) => number) => boxes.map((box) => Math.round(of(box)));
  const { rows } = await sql<{ unit_id: number }>`
    SELECT unit_id FROM unit_latest WHERE account_id = ${accountId} AND state <> 'moving' AND EXISTS (
      SELECT FROM unnest(${side((box) => box.south)}::integer[], ${side((box) => box.north)}::integer[], ${side((box) => box.west)}::integer[],
        ${side((box) => box.east)}::integer[]) AS b (south, north, west, east)
      WHERE lat_e7 BETWEEN b.south AND b.north AND lon_e7 BETWEEN b.west AND b.east)`.execute(db);
  return rows.map((row) => row.unit_id);
}
