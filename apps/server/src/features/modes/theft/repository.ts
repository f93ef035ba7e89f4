import type { ChosenMode } from '@spora/contract/modes/modes';
import type { Language } from '@spora/messages/languages';
import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import { int8Array } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { WAS_ASKED } from '../read-model.ts';

export interface NewTheft {
  readonly accountId: AccountId;
  readonly unitId: number;
  readonly startedAt: Date;
  readonly memberId: number | null;
  readonly zoneName: string;
  readonly endsAt: Date | null;
  readonly modeBefore: ChosenMode | null;
  readonly restBeforeS: number | null;
}

/** Null when it is on already. */
export async function insertTheft(db: Kysely<Db>, theft: NewTheft): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO theft_mode (account_id, unit_id, started_at, member_id, zone_name, ends_at, mode_before, rest_before_s)
    VALUES (${theft.accountId}, ${theft.unitId}, ${theft.startedAt}, ${theft.memberId}, ${theft.zoneName}, ${theft.endsAt}, ${theft.modeBefore},
      ${theft.restBeforeS})
    ON CONFLICT (unit_id) WHERE ended_at IS NULL DO NOTHING RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}

export const setEnd = (db: Kysely<Db>, id: number, endsAt: Date | null): Promise<unknown> =>
  db.updateTable('theft_mode').set({ ends_at: endsAt }).where('id', '=', id).execute();

export interface EndedTheft {
  readonly id: number;
  readonly account_id: AccountId;
  readonly unit_id: number;
  readonly unit_name: string;
  readonly mode_before: ChosenMode | null;
  readonly rest_before_s: number | null;
  readonly is_asked: boolean;
}

/** False when somebody else was quicker. */
export async function endTheft(db: Kysely<Db>, id: number, at: Date, memberId: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('theft_mode')
    .set({ ended_at: at, ended_by_member_id: memberId })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** MODE-009: those whose time is up, and of units that are out of use. */
export async function overdue(db: Kysely<Db>, now: Date): Promise<EndedTheft[]> {
  const { rows } = await sql<EndedTheft>`
    SELECT t.id, t.account_id, t.unit_id, u.name AS unit_name, t.mode_before, t.rest_before_s, ${WAS_ASKED} AS is_asked FROM theft_mode t JOIN unit u ON u.id = t.unit_id
    WHERE t.ended_at IS NULL AND (t.ends_at <= ${now} OR u.retired_at IS NOT NULL) ORDER BY t.id FOR UPDATE OF t SKIP LOCKED`.execute(
    db,
  );
  return rows;
}

export interface OverriddenDriver {
  readonly theft_id: number;
  readonly account_id: AccountId;
  readonly subsite_id: number;
  readonly time_zone: string;
  readonly unit_name: string;
  readonly started_at: Date;
  readonly by: string | null;
  readonly member_id: number;
  readonly full_name: string;
  readonly email: string;
  readonly language: Language;
}

/** MAP-032: in whose private use a unit is whose theft mode is on, and who has not been told yet. Who began it knows. */
export async function driversToTell(db: Kysely<Db>): Promise<OverriddenDriver[]> {
  const { rows } = await sql<OverriddenDriver>`
    SELECT t.id AS theft_id, t.account_id, a.subsite_id, a.time_zone, u.name AS unit_name, t.started_at, b.full_name AS by, m.id AS member_id,
      m.full_name, m.email, m.language
    FROM theft_mode t JOIN account a ON a.id = t.account_id JOIN unit u ON u.id = t.unit_id LEFT JOIN member b ON b.id = t.member_id
    JOIN LATERAL (SELECT p.type, p.driver_member_id FROM trip p WHERE p.unit_id = t.unit_id ORDER BY p.started_at DESC LIMIT 1) p ON p.type = 'private'
    JOIN member m ON m.id = p.driver_member_id
    WHERE t.ended_at IS NULL AND m.id IS DISTINCT FROM t.member_id AND m.id <> ALL (t.told_driver_ids) AND m.disabled_at IS NULL
      AND m.removed_at IS NULL
    FOR UPDATE OF t SKIP LOCKED`.execute(db);
  return rows;
}

export const noteTold = (db: Kysely<Db>, thefts: readonly OverriddenDriver[]): Promise<unknown> =>
  sql`UPDATE theft_mode t SET told_driver_ids = t.told_driver_ids || d.member_id
    FROM unnest(${int8Array(thefts.map((each) => each.theft_id))}::bigint[], ${int8Array(thefts.map((each) => each.member_id))}::bigint[]) AS d (id, member_id)
    WHERE t.id = d.id`.execute(db);

/** The rest of what is told of theft modes, by their numbers. */
export interface ToldTheft {
  readonly id: number;
  readonly account_id: AccountId;
  readonly unit_id: number;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly member_id: number | null;
  readonly ended_by_member_id: number | null;
  readonly zone_name: string;
}
export async function theftsById(db: Kysely<Db>, ids: readonly number[]): Promise<ToldTheft[]> {
  const { rows } = await sql<ToldTheft>`SELECT id, account_id, unit_id, started_at, ended_at, member_id,
      ended_by_member_id, zone_name FROM theft_mode
    WHERE id = ANY (${int8Array(ids)}::bigint[]) ORDER BY id`.execute(db);
  return rows;
}
