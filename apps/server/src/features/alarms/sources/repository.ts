import type { AlarmKind } from '@spora/contract/alarms/kinds';
import { alarmFacts } from '@spora/contract/alarms/kinds';
import type { Language } from '@spora/messages/languages';
import { type Kysely, sql } from 'kysely';
import { int8Array } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** ALARM-042: those of the units whose alarms of a kind are on at a moment. */
export async function raisedUnits(db: Kysely<Db>, unitIds: readonly number[], kind: AlarmKind, at: Date): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM unnest(${int8Array(unitIds)}::bigint[]) AS u (id)
    WHERE coalesce((SELECT (s.settings -> 'alarms' ->> ${kind})::boolean FROM unit_setting s
      WHERE s.unit_id = u.id AND s.valid_from <= ${at} ORDER BY s.valid_from DESC LIMIT 1), ${alarmFacts(kind).isOn})`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** An account's administrators who want to be told of anything. */
export const administratorsOf = (db: Kysely<Db>, accountId: number) =>
  db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('is_admin', '=', true)
    .where('disabled_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('alerts_stopped_at', 'is', null)
    .select(['id', 'email', 'full_name'])
    .orderBy('id')
    .execute();

/** How an account is told of what concerns it as a whole; undefined where it is closed. */
export const alertSettings = (db: Kysely<Db>, accountId: number) =>
  db
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .select(['name as account_name', 'subsite_id', sql<Language>`alert_language`.as('language')])
    .executeTakeFirst();

interface AccountAlarm {
  readonly id: number;
  readonly account_name: string;
  readonly subsite_id: number;
  readonly language: Language;
  readonly time_zone: string;
}

/** An alarm of an account as a whole, with how it is told; undefined where the account is closed. */
export async function alarmByKey(db: Kysely<Db>, accountId: number, key: string): Promise<AccountAlarm | undefined> {
  const { rows } = await sql<AccountAlarm>`
    SELECT a.id, c.name AS account_name, c.subsite_id, c.alert_language AS language, c.alert_time_zone AS time_zone
    FROM alarm a JOIN account c ON c.id = a.account_id
    WHERE a.account_id = ${accountId} AND a.dedup_key = ${key} AND c.closed_at IS NULL`.execute(db);
  return rows[0];
}
