import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { type DatedHiding, isHiddenAt, type MapHiding, readHiding } from '../../trips/working-hours/rules.ts';
import { type DaysOff, NO_DAYS_OFF } from '../../../core/people/days-off.ts';
import { daysOffAsSettled } from '../../../core/people/account-days-off.ts';

export interface HiddenUnit {
  readonly unitId: number;
  readonly accountId: AccountId;
  /** Who drives the unit unless somebody else is known to. */
  readonly driverMemberId: number | null;
}

interface Hiding extends HiddenUnit {
  readonly hiding: MapHiding | null;
  /** TRIP-036: the account's, each from when it was settled: hiding never reaches back. */
  readonly daysOff: DaysOff;
}

/** The hiding in force at `now`, of units that ever were hidden: few, and found by an index of their own. */
async function hidingsAt(
  db: Kysely<Db>,
  now: Date,
  { accountId, unitIds }: { accountId: AccountId | null; unitIds: readonly number[] | null },
): Promise<Hiding[]> {
  const { rows } = await sql<{ unit_id: number; account_id: number; hiding: unknown; driver: number | null }>`
    SELECT DISTINCT ON (s.unit_id) s.unit_id, s.account_id, s.settings -> 'hiding' AS hiding, (s.settings ->> 'driverMemberId')::bigint AS driver
    FROM unit_setting s
    WHERE s.unit_id IN (SELECT h.unit_id FROM unit_setting h WHERE h.settings ->> 'hiding' IS NOT NULL
        ${accountId === null ? sql`` : sql`AND h.account_id = ${accountId}`} ${unitIds ? sql`AND h.unit_id = ANY (${unitIds}::bigint[])` : sql``})
      AND s.valid_from <= ${now}
      -- MAP-032: theft mode hides nothing from then on.
      AND theft_since(s.unit_id) IS NULL
    ORDER BY s.unit_id, s.valid_from DESC`.execute(db);
  const read = rows.map((row) => ({ row, hiding: readHiding(row.hiding) }));
  const accountIds = new Set(read.filter(({ hiding }) => hiding !== null).map(({ row }) => row.account_id));
  const daysOff = await daysOffAsSettled(db, [...accountIds]);
  return read.map(({ row, hiding }) => ({
    unitId: row.unit_id,
    accountId: row.account_id as AccountId,
    driverMemberId: row.driver,
    hiding,
    daysOff: daysOff.get(row.account_id) ?? NO_DAYS_OFF,
  }));
}

const isHidden = ({ hiding, daysOff }: Hiding, at: Date): boolean => isHiddenAt(hiding, at.getTime(), daysOff);

/** MAP-004: the units that administrators do not see at `now`. */
export async function hiddenUnits(
  db: Kysely<Db>,
  accountId: AccountId,
  unitIds: readonly number[] | null,
  now: Date,
): Promise<Map<number, HiddenUnit>> {
  const found = await hidingsAt(db, now, { accountId, unitIds });
  return new Map(found.filter((unit) => isHidden(unit, now)).map((unit) => [unit.unitId, unit]));
}

/** Units of every account that became hidden or seen between two moments. For the worker, which passes row-level security. */
export async function hidingChanges(db: Kysely<Db>, before: Date, now: Date): Promise<HiddenUnit[]> {
  const found = await hidingsAt(db, now, { accountId: null, unitIds: null });
  return found.filter((unit) => isHidden(unit, before) !== isHidden(unit, now));
}

/** All that was ever settled of hiding a unit, and who drove it then, in order of time. */
export async function datedHidings(
  db: Kysely<Db>,
  accountId: AccountId,
  unitId: number,
): Promise<(DatedHiding & { driverMemberId: number | null })[]> {
  const { rows } = await sql<{ valid_from: Date; hiding: unknown; driver: number | null }>`
    SELECT valid_from, settings -> 'hiding' AS hiding, (settings ->> 'driverMemberId')::bigint AS driver
    FROM unit_setting WHERE account_id = ${accountId} AND unit_id = ${unitId} ORDER BY valid_from`.execute(db);
  return rows.map((row) => ({ fromMs: row.valid_from.getTime(), hiding: readHiding(row.hiding), driverMemberId: row.driver }));
}

/** MAP-032: since when theft mode shows the unit to all who may see it; null: it is not on. */
export async function theftSince(db: Kysely<Db>, unitId: number): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`SELECT theft_since(${unitId}) AS since`.execute(db);
  return rows[0]?.since ?? null;
}

/** A moment of a unit. */
export interface UnitMoment {
  readonly accountId: number;
  readonly unitId: number | null;
  readonly at: Date;
}

/**
 * MAP-004: of these moments those in which the unit was hidden from administrators, with who drove it then. `unit_setting` is asked once, and
 * tells nothing of units that were never hidden.
 */
export async function hiddenMoments<T extends UnitMoment>(db: Kysely<Db>, moments: readonly T[]): Promise<Map<T, HiddenUnit>> {
  const unitIds = [...new Set(moments.flatMap(({ unitId }) => unitId ?? []))];
  if (unitIds.length === 0) return new Map();
  const { rows } = await sql<{
    unit_id: number;
    account_id: AccountId;
    valid_from: Date;
    hiding: unknown;
    driver: number | null;
    theft_since: Date | null;
  }>`
    SELECT s.unit_id, s.account_id, s.valid_from, s.settings -> 'hiding' AS hiding, (s.settings ->> 'driverMemberId')::bigint AS driver,
      theft_since(s.unit_id) AS theft_since
    FROM unit_setting s
    WHERE s.unit_id IN (SELECT h.unit_id FROM unit_setting h WHERE h.settings ->> 'hiding' IS NOT NULL AND h.unit_id = ANY (${unitIds}::bigint[]))
    ORDER BY s.valid_from`.execute(db);
  const daysOff = await daysOffAsSettled(db, [...new Set(rows.map(({ account_id }) => account_id))]);
  const hidden = new Map<T, HiddenUnit>();
  for (const moment of moments) {
    const { accountId, unitId, at } = moment;
    const row = rows.findLast((each) => each.unit_id === unitId && each.account_id === accountId && each.valid_from <= at);
    if (!row || unitId === null || (row.theft_since && at >= row.theft_since)) continue;
    if (isHiddenAt(readHiding(row.hiding), at.getTime(), daysOff.get(row.account_id) ?? NO_DAYS_OFF))
      hidden.set(moment, { unitId, accountId: row.account_id, driverMemberId: row.driver });
  }
  return hidden;
}

/** Who sees hidden units all the same: members who were given them and are no administrators. */
export async function membersGiven(
  db: Kysely<Db>,
  accountId: AccountId,
  unitIds: readonly number[],
): Promise<{ unitId: number; memberId: number }[]> {
  const { rows } = await sql<{ unit_id: number; member_id: number }>`
    SELECT a.unit_id, a.member_id FROM unit_access a JOIN member m ON m.id = a.member_id
    WHERE a.account_id = ${accountId} AND a.unit_id = ANY (${unitIds}::bigint[]) AND NOT m.is_admin AND m.removed_at IS NULL`.execute(
    db,
  );
  return rows.map((row) => ({ unitId: row.unit_id, memberId: row.member_id }));
}

/** Maps that ask for changes are answered with these units. */
export async function touchLatest(db: Kysely<Db>, unitIds: readonly number[], now: Date): Promise<void> {
  await sql`UPDATE unit_latest SET changed_at = ${now} WHERE unit_id = ANY (${unitIds}::bigint[])`.execute(db);
}
