import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { waitForTurn } from '../../platform/database/turns.ts';

export const countryOfAccount = async (db: Kysely<Db>, accountId: AccountId): Promise<string> =>
  (await db.selectFrom('account').where('id', '=', accountId).select('country').executeTakeFirstOrThrow()).country;

export interface SettledDay {
  readonly day: string;
  readonly name: string;
  readonly isOff: boolean;
}

/** What the account has settled of days, from one to another, both counted, as it stands now. */
export async function settledBetween(db: Kysely<Db>, accountId: AccountId, from: string, to: string): Promise<SettledDay[]> {
  const { rows } = await sql<{ day: string; name: string; is_off: boolean | null }>`
    SELECT DISTINCT ON (day) day::text AS day, name, is_off FROM account_day_off
    WHERE account_id = ${accountId} AND day BETWEEN ${from} AND ${to} ORDER BY day, valid_from DESC`.execute(db);
  return rows.flatMap((row) => (row.is_off === null ? [] : [{ day: row.day, name: row.name, isOff: row.is_off }]));
}

/** Two changes of the account's days are made one after the other. */
export const lockDays = (db: Kysely<Db>, accountId: AccountId): Promise<void> => waitForTurn(db, 'days-off', accountId);

/** `isOff` null: what was settled is taken back. */
export async function settle(
  db: Kysely<Db>,
  accountId: AccountId,
  { day, name, isOff, at }: { day: string; name: string; isOff: boolean | null; at: Date },
): Promise<void> {
  await sql`INSERT INTO account_day_off (account_id, day, valid_from, name, is_off)
    VALUES (${accountId}, ${day}, ${at}, ${name}, ${isOff})
    ON CONFLICT (account_id, day, valid_from) DO UPDATE SET name = excluded.name, is_off = excluded.is_off`.execute(db);
}

/** Units of the account that ever had working hours. */
export async function unitsWithHours(db: Kysely<Db>, accountId: AccountId): Promise<number[]> {
  const { rows } = await sql<{ unit_id: number }>`
    SELECT DISTINCT unit_id FROM unit_setting
    WHERE account_id = ${accountId} AND settings -> 'workingHours' @> '{"isActive": true}' ORDER BY unit_id`.execute(db);
  return rows.map((row) => row.unit_id);
}

/** How many of the units given go by working hours as they are set now. */
export async function countByHours(db: Kysely<Db>, unitIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM unit u CROSS JOIN LATERAL (SELECT settings -> 'workingHours' AS hours FROM unit_setting
      WHERE unit_id = u.id ORDER BY valid_from DESC LIMIT 1) s
    WHERE u.id = ANY (${unitIds}::bigint[]) AND u.retired_at IS NULL AND s.hours @> '{"isActive": true}'`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface DecidedTrip {
  readonly id: number;
  readonly unitId: number;
  readonly startMs: number;
  /** As stored in the settings that were in force when it started. */
  readonly hours: unknown;
  readonly computedRule: string;
  readonly hasPlaceType: boolean;
}

/** Trips of units that start around a day, by any clock, and are neither attested nor entered by hand, with the hours they started under. */
export async function tripsAround(
  db: Kysely<Db>,
  accountId: AccountId,
  unitIds: readonly number[],
  day: string,
): Promise<DecidedTrip[]> {
  const { rows } = await sql<{
    id: number;
    unit_id: number;
    started_at: Date;
    hours: unknown;
    computed_rule: string;
    has_place_type: boolean;
  }>`
    SELECT t.id, t.unit_id, t.started_at, h.hours, t.computed_rule, t.place_type IS NOT NULL AS has_place_type
    FROM trip t, LATERAL (SELECT s.settings -> 'workingHours' AS hours FROM unit_setting s
      WHERE s.unit_id = t.unit_id AND s.valid_from <= t.started_at ORDER BY s.valid_from DESC LIMIT 1) h
    WHERE t.account_id = ${accountId} AND t.unit_id = ANY (${unitIds}::bigint[]) AND NOT t.is_manual AND t.attestation_id IS NULL
      AND t.started_at >= (${day}::date - 1)::timestamp AT TIME ZONE 'UTC' AND t.started_at < (${day}::date + 3)::timestamp AT TIME ZONE 'UTC'`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    unitId: row.unit_id,
    startMs: row.started_at.getTime(),
    hours: row.hours,
    computedRule: row.computed_rule,
    hasPlaceType: row.has_place_type,
  }));
}
