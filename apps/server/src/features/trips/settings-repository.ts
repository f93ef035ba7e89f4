import { type Kysely, sql } from 'kysely';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { daysOffOf } from '../../core/people/account-days-off.ts';
import { NO_DAYS_OFF } from '../../core/people/days-off.ts';
import { type DatedSettings, readSettings } from './rules.ts';

/** Each unit's dated settings; one with no row of its own lives by the defaults. Days off are those of its account as they stand. */
export async function settingsOf(db: Kysely<Db>, unitIds: readonly number[]): Promise<Map<number, DatedSettings[]>> {
  const { rows } = await sql<{
    unit_id: number;
    account_id: number;
    default_trip_type: 'business' | 'private' | 'other';
    valid_from: Date | null;
    settings: unknown;
    has_hours: boolean;
  }>`
    SELECT u.id AS unit_id, u.account_id, u.default_trip_type, s.valid_from, s.settings,
      coalesce(s.settings -> 'workingHours' @> '{"isActive": true}', false) AS has_hours
    FROM unit u LEFT JOIN unit_setting s ON s.unit_id = u.id WHERE u.id = ANY (${int8Array(unitIds)}::bigint[])
    ORDER BY u.id, s.valid_from`.execute(db);
  // Asked for only where hours decide anything: for most units they do not.
  const daysOff = await daysOffOf(db, [...new Set(rows.filter((row) => row.has_hours).map((row) => row.account_id))]);
  const found = new Map<number, DatedSettings[]>();
  for (const row of rows) {
    const defaults = { defaultTripType: row.default_trip_type, daysOff: daysOff.get(row.account_id) ?? NO_DAYS_OFF };
    const list = found.get(row.unit_id) ?? [{ fromMs: -Infinity, settings: readSettings({}, defaults) }];
    if (row.valid_from) list.push({ fromMs: row.valid_from.getTime(), settings: readSettings(row.settings, defaults) });
    found.set(row.unit_id, list);
  }
  return found;
}
