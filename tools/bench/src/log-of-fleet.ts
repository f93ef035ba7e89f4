import { hardwareOf } from '@spora/protocols/list';
import type { AccountId } from '@spora/server/platform/ctx';
import type { Db } from '@spora/server/platform/database/db.generated';
import { type Kysely, sql } from 'kysely';

/**
 * An account with units and, of each weekday between two days, so many trips of each half an hour apart, four of five business, one in ten
 * without driver: as wide as those that the projector writes.
 */
export async function fillLog(
  owner: Kysely<Db>,
  { units, trips, from, to }: { readonly units: number; readonly trips: number; readonly from: string; readonly to: string },
): Promise<{ accountId: AccountId; memberId: number }> {
  const one = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(owner)).rows[0]?.id ?? 0;
  const accountId = await one(sql`INSERT INTO account (name) VALUES ('Bench') RETURNING id`);
  const memberId = await one(
    sql`INSERT INTO member (account_id, email, full_name, password_hash, is_admin) VALUES (${accountId}, 'bench@example.test', 'Bench', '!', true) RETURNING id`,
  );
  await sql`INSERT INTO tracker (imei, protocol) SELECT '35' || lpad(i::text, 13, '0'), ${hardwareOf().protocol} FROM generate_series(1, ${units}::int) i`.execute(
    owner,
  );
  await sql`INSERT INTO unit (account_id, name, registration_number, department)
    SELECT ${accountId}, 'Unit ' || i, 'ABC ' || i, 'Department ' || i % 12 FROM generate_series(1, ${units}::int) i`.execute(
    owner,
  );
  await sql`INSERT INTO fitting (account_id, unit_id, tracker_id, during)
    SELECT ${accountId}, u.id, t.id, '[2020-01-01,)' FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM unit) u
    JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM tracker) t USING (n)`.execute(owner);
  await sql`INSERT INTO unit_setting (account_id, unit_id, valid_from, settings) SELECT ${accountId}, id, '2020-01-01',
      '{"workingHours": {"isActive": true, "timeZone": "Europe/Stockholm", "intervals": [{"weekdays": [1, 2, 3, 4, 5], "fromMin": 480, "toMin": 1020}]}}'::jsonb
    FROM unit`.execute(owner);
  await sql`INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, start_lat_e7, start_lon_e7, stop_lat_e7, stop_lon_e7, start_odometer_m, stop_odometer_m,
      distance_m, distance_source, max_speed_kmh, end_rule, computed_type, computed_rule, computed_driver_id, purpose, start_address, stop_address, route,
      algorithm_version, gap_before_s)
    SELECT ${accountId}, u.id, at, at + interval '25 minutes', false, 593000000, 180000000, 593500000, 180500000, 1000000, 1020000,
      20000 + (random() * 9000)::int, 'odometer', 90, 'ignition-off', CASE WHEN random() < 0.8 THEN 'business' ELSE 'private' END, 'default',
      CASE WHEN random() < 0.9 THEN ${memberId}::bigint END, CASE WHEN random() < 0.7 THEN 'Delivery' ELSE '' END,
      'Sveavägen 12, Stockholm', 'Storgatan 3, Uppsala', decode(repeat('0123456789abcdef', 40), 'hex'), 1, 4800
    FROM generate_series(${`${from} 05:00+00`}::timestamptz, ${`${to} 05:00+00`}::timestamptz, '1 day') d, generate_series(0, ${trips}::int - 1) n, unit u,
      LATERAL (SELECT d + n * interval '30 minutes' AS at) a
    WHERE extract(isodow FROM d) < 6`.execute(owner);
  return { accountId: accountId as AccountId, memberId };
}
