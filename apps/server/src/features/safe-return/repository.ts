import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CheckResult } from '@spora/contract/safe-return/endpoints';
import { featureIsOn } from '../../core/fleet/unit-features.ts';
import { isInPrivateUse, isWithheldAt } from '../../core/fleet/private-use.ts';
import { fittedTrackers, visibleUnits, type Viewer } from '../../core/fleet/visible-units.ts';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { byName } from '../../platform/database/name-order.ts';

/** A unit with when and where it is to be home. */
export interface SafeHomeRow {
  readonly unit_id: number;
  readonly imei: string;
  readonly name: string;
  readonly registration_number: string | null;
  readonly is_on: boolean;
  readonly schedule: unknown;
  readonly frequency: number | null;
  readonly start_date: string | null;
  readonly time_zone: string | null;
  readonly address: string | null;
  readonly radius_m: number | null;
  readonly lat_e7: number | null;
  readonly lon_e7: number | null;
  readonly alert_time_zone: string;
  readonly last_check: { readonly at: string; readonly result: CheckResult; readonly home_at: string | null } | null;
  /** Checks to come that are not needed. */
  readonly skipped: readonly string[];
}

const UNIT = sql.ref('unit.id');

/** Null where the newest check was at a moment of which the viewer is told nothing. */
const lastCheck = ({ actor }: Viewer): RawBuilder<SafeHomeRow['last_check']> => sql`(
  SELECT CASE WHEN ${isWithheldAt(actor, UNIT, sql`c.at`)} THEN NULL ELSE json_build_object('at', c.at, 'result', c.result,
    'home_at', CASE WHEN NOT ${isWithheldAt(actor, UNIT, sql`c.home_at`)} THEN c.home_at END) END
  FROM safe_home_check c WHERE c.unit_id = unit.id AND c.judged_at IS NOT NULL ORDER BY c.at DESC LIMIT 1)`;

const SKIPPED = sql<string[]>`(SELECT coalesce(json_agg(c.at ORDER BY c.at), '[]') FROM safe_home_check c
  WHERE c.unit_id = unit.id AND c.judged_at IS NULL)`;

/** The units in use of the account that may have a safe return home, by name; those only that the viewer is not shut out of. */
export async function safeHomes(viewer: Viewer, imei: string | null = null): Promise<SafeHomeRow[]> {
  const rows = await visibleUnits(viewer)
    .innerJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .innerJoin('account', 'account.id', 'unit.account_id')
    .leftJoin('safe_home', 'safe_home.unit_id', 'unit.id')
    .where('unit.retired_at', 'is', null)
    .where('unit.kind', '!=', 'sensor')
    .where(featureIsOn('safe-return', 'unit'))
    .$if(imei !== null, (some) => some.where('fitted.imei', '=', imei ?? ''))
    .select([
      'unit.id as unit_id',
      'fitted.imei',
      'unit.name',
      'unit.registration_number',
      sql<boolean>`coalesce(safe_home.is_on, false)`.as('is_on'),
      'safe_home.schedule',
      'safe_home.frequency',
      sql<string | null>`safe_home.start_date::text`.as('start_date'),
      'safe_home.time_zone',
      'safe_home.address',
      'safe_home.radius_m',
      'safe_home.lat_e7',
      'safe_home.lon_e7',
      'account.alert_time_zone',
      lastCheck(viewer).as('last_check'),
      SKIPPED.as('skipped'),
    ])
    .orderBy(byName('unit.name'))
    .orderBy('unit.id')
    .execute();
  return rows;
}

/** Where a unit was last believed to be; null where that is not known, or the viewer is not told. */
export async function latestPlace({ db, actor }: Viewer, unitId: number): Promise<{ lat_e7: number; lon_e7: number } | null> {
  const { rows } = await sql<{ lat_e7: number; lon_e7: number }>`
    SELECT l.lat_e7, l.lon_e7 FROM unit_latest l
    WHERE l.unit_id = ${unitId} AND l.account_id = ${actor.accountId} AND l.lat_e7 IS NOT NULL AND l.lon_e7 IS NOT NULL
      AND NOT ${isInPrivateUse(actor, sql`l.unit_id`)} AND NOT ${isWithheldAt(actor, sql`l.unit_id`, sql`l.time`)}`.execute(db);
  return rows[0] ?? null;
}

export const isEnabled = async (db: Kysely<Db>, accountId: AccountId): Promise<boolean> =>
  (await db.selectFrom('account').where('id', '=', accountId).select('safe_return_home').executeTakeFirstOrThrow())
    .safe_return_home;

interface Change {
  readonly is_on?: boolean;
  readonly schedule?: string;
  readonly frequency?: number;
  readonly start_date?: string;
  readonly time_zone?: string;
  readonly address?: string;
  readonly radius_m?: number | null;
  readonly lat_e7?: number | null;
  readonly lon_e7?: number | null;
  readonly next_at?: Date | null;
}

/** Changes what is stored of a unit, which may be its first. */
export async function save(
  db: Kysely<Db>,
  { accountId, unitId }: { readonly accountId: AccountId; readonly unitId: number },
  change: Change,
  now: Date,
): Promise<void> {
  await db
    .insertInto('safe_home')
    .values({ account_id: accountId, unit_id: unitId, changed_at: now })
    .onConflict((conflict) => conflict.column('unit_id').doNothing())
    .execute();
  await db
    .updateTable('safe_home')
    .set({ ...change, changed_at: now })
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .execute();
}

/** Forgets which checks to come are not needed. */
export const forgetSkips = (db: Kysely<Db>, unitId: number) =>
  db.deleteFrom('safe_home_check').where('unit_id', '=', unitId).where('judged_at', 'is', null).execute();

export const skip = (db: Kysely<Db>, accountId: AccountId, unitId: number, at: Date) =>
  db
    .insertInto('safe_home_check')
    .values({ account_id: accountId, unit_id: unitId, at, result: 'skipped' })
    .onConflict((conflict) => conflict.columns(['unit_id', 'at']).doNothing())
    .execute();

export const unskip = (db: Kysely<Db>, unitId: number, at: Date) =>
  db.deleteFrom('safe_home_check').where('unit_id', '=', unitId).where('at', '=', at).where('judged_at', 'is', null).execute();
