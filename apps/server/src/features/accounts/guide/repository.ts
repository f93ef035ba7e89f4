import { type Kysely, sql } from 'kysely';
import { bearsAccountName, hasTripLogAs } from '../../../core/fleet/visible-units.ts';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { Evidence } from './rules.ts';

/** Null when no administrator has signed in since guides exist. */
export async function guideOf(db: Kysely<Db>, accountId: AccountId): Promise<'open' | 'closed' | null> {
  const { guide } = await db.selectFrom('account').where('id', '=', accountId).select('guide').executeTakeFirstOrThrow();
  return guide as 'open' | 'closed' | null;
}

export async function setGuide(db: Kysely<Db>, accountId: AccountId, guide: 'open' | 'closed'): Promise<void> {
  await db.updateTable('account').set({ guide }).where('id', '=', accountId).execute();
}

export async function evidenceOf(db: Kysely<Db>, accountId: AccountId): Promise<Evidence> {
  const { rows } = await sql<Evidence>`
    WITH used AS (SELECT id, kind, subscription_type, name, default_trip_type, locked_at, ${bearsAccountName} AS bears_account_name FROM unit WHERE account_id = ${accountId} AND retired_at IS NULL)
    SELECT
      EXISTS (SELECT FROM used WHERE btrim(name) <> '' AND name !~ '^[0-9]{15}$' AND NOT bears_account_name) AS "hasNamedUnit",
      EXISTS (SELECT FROM unit_latest l JOIN used ON used.id = l.unit_id
        WHERE l.account_id = ${accountId} AND l.time IS NOT NULL) AS "hasReported",
      (SELECT coalesce(bool_and(kind = 'phone'), false) FROM used) AS "hasOnlyPhones",
      (SELECT coalesce(bool_and(NOT ${hasTripLogAs('used')}), false) FROM used) AS "hasOnlyBasic",
      EXISTS (SELECT FROM unit_reading r JOIN used ON used.id = r.unit_id
        WHERE r.account_id = ${accountId} AND r.kind = 'odometer' AND r.removed_at IS NULL) AS "hasOdometerReading",
      (EXISTS (SELECT FROM used WHERE default_trip_type <> 'business') OR EXISTS (SELECT FROM unit_setting s JOIN used ON used.id = s.unit_id WHERE s.account_id = ${accountId}
        AND (s.settings ->> 'defaultTripType' IS NOT NULL OR s.settings ->> 'workingHours' IS NOT NULL))) AS "hasTripType",
      EXISTS (SELECT FROM alarm_receiver r JOIN alarm_receiver_unit u ON u.receiver_id = r.id JOIN used ON used.id = u.unit_id
        WHERE r.account_id = ${accountId} AND (r.security OR r.function)) AS "hasReceiver",
      (SELECT count(*) > 1 FROM member WHERE account_id = ${accountId} AND removed_at IS NULL) AS "hasSecondUser",
      EXISTS (SELECT FROM unit_access a JOIN used ON used.id = a.unit_id JOIN member m ON m.id = a.member_id
        WHERE a.account_id = ${accountId} AND m.removed_at IS NULL AND NOT m.is_admin) AS "hasAccess",
      EXISTS (SELECT FROM zone z JOIN zone_unit w ON w.zone_id = z.id JOIN used ON used.id = w.unit_id
        WHERE z.account_id = ${accountId} AND z.removed_at IS NULL AND z.armed_unit_id IS NULL) AS "hasZone",
      EXISTS (SELECT FROM used WHERE locked_at IS NOT NULL) AS "hasLockedUnit",
      (SELECT kind = 'private' FROM account WHERE id = ${accountId}) AS "isPrivatePerson"`.execute(db);
  return rows[0] as Evidence;
}
