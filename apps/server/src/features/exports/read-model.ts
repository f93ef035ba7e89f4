import { type Kysely, sql } from 'kysely';
import type { ExportQuery } from '@spora/contract/exports/endpoints';
import { isWatercraftKind } from '../../core/fleet/watercraft.ts';
import type { MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { byName, NAME_ORDER } from '../../platform/database/name-order.ts';
import { type FilterNames, odometerDays, type PassengerRate } from './rules.ts';
import { keyOf, odometersAt } from '../trips/odometer-api.ts';
import type { AttestedPeriod, UnitFacts } from './statement-rules.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** Who the log is of and who asks for it. */
export const accountFacts = ({ db, actor }: Viewer) =>
  db
    .selectFrom('account')
    .innerJoin('member', 'member.account_id', 'account.id')
    .where('account.id', '=', actor.accountId)
    .where('member.id', '=', actor.memberId)
    .select(['account.name', 'account.country', 'account.other_trip_type', 'account.subsite_id', 'member.full_name'])
    .executeTakeFirstOrThrow();

/** Which of the units are boats. */
export async function boatsAmong({ db, actor }: Viewer, unitIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM unit WHERE account_id = ${actor.accountId} AND ${isWatercraftKind('kind')} AND id = ANY (${unitIds}::bigint[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** DRV-007: every rate for passengers that there was and will be. */
export const passengerRates = ({ db, actor }: Viewer): Promise<PassengerRate[]> =>
  db
    .selectFrom('account_rate')
    .where('account_id', '=', actor.accountId)
    .where('kind', '=', 'reimbursement')
    .where('subject', '=', 'passenger')
    .select(['amount', 'currency', 'valid_from'])
    .orderBy('valid_from')
    .execute();

type NamedFilter = Pick<ExportQuery, 'driver_ids' | 'place_ids'>;
export type NamesOfFilter = (filter: NamedFilter) => Omit<FilterNames, 'units'>;

/** Names behind the ids of filters, looked up for all of them at once; those of another account stay unknown. */
export async function filterNames({ db, actor }: Viewer, filters: readonly NamedFilter[]): Promise<NamesOfFilter> {
  const drivers = await db
    .selectFrom('member')
    .where('account_id', '=', actor.accountId)
    .where('id', 'in', [0, ...new Set(filters.flatMap(({ driver_ids }) => driver_ids))])
    .select(['id', 'full_name as name'])
    .orderBy(byName('full_name'))
    .execute();
  const places = await db
    .selectFrom('place')
    .where('account_id', '=', actor.accountId)
    .where('id', 'in', [0, ...new Set(filters.flatMap(({ place_ids }) => place_ids))])
    .select(['id', 'label as name'])
    .orderBy(byName('label'))
    .execute();
  const among = (rows: readonly { readonly id: number; readonly name: string }[], ids: readonly number[]): string[] =>
    rows.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return ({ driver_ids, place_ids }) => ({ drivers: among(drivers, driver_ids), places: among(places, place_ids) });
}

/** The units of an export with their odometers at midnight of the days that it states. */
export async function unitFacts(
  { db, actor, now }: Viewer & { readonly now: () => Date },
  unitIds: readonly number[],
  { from, to }: Pick<ExportQuery, 'from' | 'to'>,
): Promise<UnitFacts[]> {
  const days = odometerDays(from, to);
  const units = await sql<Omit<UnitFacts, 'odometers'>>`
    SELECT u.id, u.name, u.kind, u.registration_number AS plate, coalesce(o.manufacturer, '') AS make, coalesce(o.model, '') AS model, o.built_year AS year
    FROM unit u LEFT JOIN object_description o ON o.unit_id = u.id
    WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${unitIds}::bigint[]) ORDER BY u.name ${NAME_ORDER}, u.id`.execute(
    db,
  );
  const metres = await odometersAt(
    { db, actor, now },
    unitIds,
    days.map(({ day }) => day),
  );
  return units.rows.map((unit) => ({
    ...unit,
    odometers: days.map((one) => ({ ...one, metres: metres.get(keyOf(unit.id, one.day)) ?? null })),
  }));
}

/** ATT-016: the periods by their ids, with the names and times of both attestations, oldest first. */
export async function attestedPeriods({ db, actor }: Viewer, ids: readonly number[]): Promise<AttestedPeriod[]> {
  const { rows } = await sql<{
    id: number;
    unit: string;
    driver: string | null;
    from_day: string;
    to_day: string;
    user_attested_at: Date | null;
    user_name: string | null;
    admin_attested_at: Date | null;
    admin_name: string | null;
  }>`
    SELECT a.id, u.name AS unit, d.full_name AS driver, a.from_day::text, a.to_day::text, a.user_attested_at, x.full_name AS user_name,
      a.admin_attested_at, y.full_name AS admin_name
    FROM attestation a JOIN unit u ON u.id = a.unit_id LEFT JOIN member d ON d.id = a.member_id
    LEFT JOIN member x ON x.id = a.user_attested_by LEFT JOIN member y ON y.id = a.admin_attested_by
    WHERE a.account_id = ${actor.accountId} AND a.id = ANY (${ids}::bigint[]) AND a.reopened_at IS NULL
    ORDER BY u.name ${NAME_ORDER}, a.from_day, a.id`.execute(db);
  const who = (name: string | null, at: Date | null) => (at ? { name: name ?? '', at } : null);
  return rows.map((row) => ({
    id: row.id,
    unit: row.unit,
    driver: row.driver,
    from: row.from_day,
    to: row.to_day,
    user: who(row.user_name, row.user_attested_at),
    admin: who(row.admin_name, row.admin_attested_at),
  }));
}
