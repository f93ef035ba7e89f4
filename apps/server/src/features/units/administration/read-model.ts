import { sql } from 'kysely';
import type { Viewer } from '../../../core/fleet/managed-units.ts';

export interface Connection {
  readonly imei: string;
  readonly protocol: string;
  readonly family: string;
  readonly fitted_from: Date | null;
  readonly last_contact_at: Date | null;
  readonly set_aside: number;
  readonly newest_set_aside_at: Date | null;
  readonly newest_set_aside_reason: string | null;
  /** When the tracker last said who it is, where that is not withheld. */
  readonly contact_at: Date | null;
  readonly transport: 'tcp' | 'udp' | 'http' | null;
  readonly address_family: 'ipv4' | 'ipv6' | null;
  readonly refused: readonly { readonly reason: string; readonly count: number; readonly last_at: string }[];
}

export async function connectionOf({ db, actor }: Viewer, unitId: number): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`SELECT * FROM unit_connection(${unitId}, ${actor.memberId})`.execute(db);
  return rows[0];
}

/** Commands that the tracker has not settled yet, and since when the first of them waits. */
export async function pendingCommandsOf({ db, actor }: Viewer, unitId: number): Promise<{ count: number; since: Date | null }> {
  return db
    .selectFrom('command')
    .where('account_id', '=', actor.accountId)
    .where('unit_id', '=', unitId)
    .where('state', 'in', ['waiting', 'sent', 'queued'])
    .select(({ fn }) => [sql<number>`${fn.countAll()}::integer`.as('count'), fn.min('created_at').as('since')])
    .executeTakeFirstOrThrow();
}

export const usersOf = ({ db, actor }: Viewer, unitId: number) =>
  db
    .selectFrom('unit_access')
    .innerJoin('member', 'member.id', 'unit_access.member_id')
    .where('unit_access.account_id', '=', actor.accountId)
    .where('unit_access.unit_id', '=', unitId)
    .where('member.removed_at', 'is', null)
    .select(['member.id', 'member.full_name'])
    .orderBy('member.full_name')
    .execute();

/** LOCK-009: administrators who see the unit only by their role, and whom its lock would shut out. */
export const administratorsWithout = ({ db, actor }: Viewer, unitId: number) =>
  db
    .selectFrom('member')
    .leftJoin('unit_access', (join) =>
      join.onRef('unit_access.member_id', '=', 'member.id').on('unit_access.unit_id', '=', unitId),
    )
    .where('member.account_id', '=', actor.accountId)
    .where('member.is_admin', '=', true)
    .where('member.removed_at', 'is', null)
    .where('member.id', '!=', actor.memberId)
    .where('unit_access.member_id', 'is', null)
    .select('member.full_name')
    .orderBy('member.full_name')
    .execute();

interface ChangesWanted {
  /** Null: all. */
  readonly fields: readonly string[] | null;
  /** Days of the account, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
}

/** Newest first; at most `limit` (CONST-036). */
export function changesOf({ db, actor }: Viewer, unitId: number, { fields, from, to, limit }: ChangesWanted) {
  let changes = db
    .selectFrom('unit_change')
    .leftJoin('member', 'member.id', 'unit_change.member_id')
    .where('unit_change.account_id', '=', actor.accountId)
    .where('unit_change.unit_id', '=', unitId)
    .select([
      'unit_change.at',
      'unit_change.field',
      'unit_change.old_value',
      'unit_change.new_value',
      'unit_change.actor_name',
      'member.full_name',
    ])
    .orderBy('unit_change.at', 'desc')
    .orderBy('unit_change.id', 'desc')
    .limit(limit);
  if (fields) changes = changes.where('unit_change.field', 'in', fields);
  const { timeZone } = actor;
  if (from) changes = changes.where('unit_change.at', '>=', sql<Date>`${from}::date::timestamp AT TIME ZONE ${timeZone}`);
  if (to) changes = changes.where('unit_change.at', '<', sql<Date>`(${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`);
  return changes.execute();
}
