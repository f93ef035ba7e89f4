import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import { type DaysOff, readDaysOff } from './days-off.ts';

interface ChoiceRow {
  id: number;
  country: string;
  day: string | null;
  valid_from: Date;
  is_off: boolean | null;
}

const toDaysOff = (rows: readonly ChoiceRow[], fromMs: (row: ChoiceRow) => number): Map<number, DaysOff> =>
  new Map(
    [...Map.groupBy(rows, (row) => row.id)].map(([id, list]) => [
      id,
      readDaysOff(
        (list[0] as ChoiceRow).country,
        list.flatMap((row) => (row.day === null ? [] : [{ day: row.day, fromMs: fromMs(row), isOff: row.is_off }])),
      ),
    ]),
  );

/** What trips are decided by: the days off of accounts as they stand now, whenever they were settled. */
export async function daysOffOf(db: Kysely<Db>, accountIds: readonly number[]): Promise<Map<number, DaysOff>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await sql<ChoiceRow>`
    SELECT a.id, a.country, d.day::text AS day, d.valid_from, d.is_off FROM account a LEFT JOIN (
      SELECT DISTINCT ON (account_id, day) account_id, day, valid_from, is_off FROM account_day_off
      WHERE account_id = ANY (${accountIds}::bigint[]) ORDER BY account_id, day, valid_from DESC) d ON d.account_id = a.id
    WHERE a.id = ANY (${accountIds}::bigint[])`.execute(db);
  return toDaysOff(rows, () => -Infinity);
}

/** What hiding goes by: each choice counts from when it was made, so that none reaches back. */
export async function daysOffAsSettled(db: Kysely<Db>, accountIds: readonly number[]): Promise<Map<number, DaysOff>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await sql<ChoiceRow>`
    SELECT a.id, a.country, d.day::text AS day, d.valid_from, d.is_off FROM account a LEFT JOIN account_day_off d ON d.account_id = a.id
    WHERE a.id = ANY (${accountIds}::bigint[])`.execute(db);
  return toDaysOff(rows, (row) => row.valid_from.getTime());
}
