import type { CommandState } from '@spora/contract/commands/endpoints';
import type { ChosenMode, Mode } from '@spora/contract/modes/modes';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';

export interface ModeRow {
  readonly id: number;
  readonly unit_id: number;
  readonly mode: Mode;
  /** Seconds between reports while it stands. */
  readonly still_s: number;
  readonly requested_at: Date;
  readonly by: string | null;
  readonly active_from: Date | null;
  readonly given_up_as: string | null;
  readonly command_id: number | null;
  readonly command_state: CommandState | null;
}

/** Of each unit what its tracker confirmed last, and the newest request where that is not it; withdrawn ones are left out. */
export async function modesOfUnits(
  db: Kysely<Db>,
  accountId: number,
  unitIds: readonly number[],
): Promise<Map<number, { current: ModeRow | null; pending: ModeRow | null }>> {
  const { rows } = await sql<ModeRow & { is_current: boolean }>`
    SELECT m.id, m.unit_id, m.mode, m.still_s, m.requested_at, p.full_name AS by, m.active_from, m.given_up_as, m.command_id, c.state AS command_state,
      m.active_from IS NOT NULL AND m.active_until IS NULL AS is_current
    FROM unit_mode m LEFT JOIN member p ON p.id = m.member_id LEFT JOIN command c ON c.id = m.command_id
    WHERE m.account_id = ${accountId} AND m.unit_id = ANY (${int8Array(unitIds)}::bigint[]) AND (
      (m.active_from IS NOT NULL AND m.active_until IS NULL) OR (m.active_from IS NULL AND m.given_up_at IS NULL)
      OR (m.given_up_as = 'refused' AND NOT EXISTS (SELECT FROM unit_mode n WHERE n.unit_id = m.unit_id AND n.id > m.id)))`.execute(
    db,
  );
  return new Map(
    [...new Set(unitIds)].map((unitId) => {
      const own = rows.filter((row) => row.unit_id === unitId);
      return [
        unitId,
        { current: own.find((row) => row.is_current) ?? null, pending: own.find((row) => !row.is_current) ?? null },
      ];
    }),
  );
}

export interface TheftRow {
  readonly id: number;
  readonly account_id: number;
  readonly unit_id: number;
  readonly started_at: Date;
  readonly ends_at: Date | null;
  readonly by: string | null;
  readonly member_id: number | null;
  readonly zone_name: string;
  readonly mode_before: ChosenMode | null;
  /** How often it reported while it stood, seconds; null: nobody knows. */
  readonly rest_before_s: number | null;
  /** `mode_before` was asked for; else it is what the unit was seen to do. */
  readonly is_asked: boolean;
}

/** Of `theft_mode t`: whether the mode of before was asked for from here. */
export const WAS_ASKED = sql<boolean>`EXISTS (SELECT FROM unit_mode a
  WHERE a.unit_id = t.unit_id AND a.mode = t.mode_before AND a.requested_at <= t.started_at)`;

/** The theft modes that are on, of units of an account. */
export async function theftsOn(db: Kysely<Db>, accountId: number, unitIds: readonly number[]): Promise<TheftRow[]> {
  const { rows } = await sql<TheftRow>`
    SELECT t.id, t.account_id, t.unit_id, t.started_at, t.ends_at, p.full_name AS by, t.member_id, t.zone_name, t.mode_before, t.rest_before_s,
      ${WAS_ASKED} AS is_asked
    FROM theft_mode t LEFT JOIN member p ON p.id = t.member_id
    WHERE t.account_id = ${accountId} AND t.unit_id = ANY (${int8Array(unitIds)}::bigint[]) AND t.ended_at IS NULL
    ORDER BY t.started_at, t.id`.execute(db);
  return rows;
}

/** How a unit was seen to report, and whether its vehicle feeds its tracker. */
export async function seenOf(db: Kysely<Db>, unitId: number): Promise<{ seenS: number | null; named: unknown }> {
  const row = await db
    .selectFrom('unit_latest')
    .where('unit_id', '=', unitId)
    .select(['report_interval_s', 'named'])
    .executeTakeFirst();
  return { seenS: row?.report_interval_s ?? null, named: row?.named };
}

/** How often a unit reported before the theft mode that is on: the mode that was asked for, and what it was seen to do. */
export async function reportingBeforeTheft(
  db: Kysely<Db>,
  unitId: number,
): Promise<{ before: ChosenMode | null; seenS: number | null; follows: ChosenMode | null; restS: number | null }> {
  const { rows } = await sql<{
    before: ChosenMode | null;
    seen_s: number | null;
    follows: ChosenMode | null;
    rest_s: number | null;
  }>`
    SELECT (SELECT t.mode_before FROM theft_mode t WHERE t.unit_id = ${unitId} AND t.ended_at IS NULL AND ${WAS_ASKED}) AS before,
      (SELECT t.mode_before FROM theft_mode t WHERE t.unit_id = ${unitId} AND t.ended_at IS NULL) AS follows,
      (SELECT t.rest_before_s FROM theft_mode t WHERE t.unit_id = ${unitId} AND t.ended_at IS NULL) AS rest_s,
      (SELECT l.report_interval_s FROM unit_latest l WHERE l.unit_id = ${unitId}) AS seen_s`.execute(db);
  const [row] = rows;
  return {
    before: row?.before ?? null,
    seenS: row?.seen_s ?? null,
    follows: row?.follows ?? null,
    restS: row?.rest_s ?? null,
  };
}

/** What webhooks are told of modes that trackers confirmed by these commands. */
export const confirmedFacts = (commandIds: readonly number[]): RawBuilder<unknown> => sql`
  SELECT m.account_id, m.unit_id, 'mode-' || m.id AS event_id, m.active_from AS occurred_at, jsonb_build_object('mode', m.mode) AS data
  FROM unit_mode m WHERE m.command_id = ANY (${int8Array(commandIds)}::bigint[]) AND m.active_from IS NOT NULL`;
