import { type Kysely, sql } from 'kysely';
import { isWatercraftKind } from './watercraft.ts';
import { type MemberActor, type MemberCtx, seesAs } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { KEPT } from '../../platform/database/kept-queries.ts';
import { hasTripLog } from './unit-features.ts';
import { AppError } from '../../platform/app-error.ts';

export interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/**
 * The units that the actor may see (MAP-003): all of the account for its administrators, else those given to the member. A locked
 * unit is its locker's and of those it was given to, and no administrator's (LOCK-005). Retired units are among them. The account
 * must be in force on `db`. Who signs in by an address that the member has not agreed to sees no locked unit at all (decision 0039).
 */
export function visibleUnits({ db, actor }: Viewer) {
  const all = db.selectFrom('unit').where('unit.account_id', '=', actor.accountId);
  const units = actor.isPrivateClosed ? all.where('unit.locked_at', 'is', null) : all;
  return units.where((where) => {
    const wasGiven = where.exists(
      where
        .selectFrom('unit_access')
        .select(sql.lit(1).as('one'))
        .whereRef('unit_access.unit_id', '=', 'unit.id')
        .where('unit_access.account_id', '=', actor.accountId)
        .where('unit_access.member_id', '=', actor.memberId),
    );
    if (!actor.isAdmin) return wasGiven;
    return where.or([where('unit.locked_at', 'is', null), where('unit.locked_by_member_id', '=', actor.memberId), wasGiven]);
  });
}

/** The same of any member `m` of the account, for a unit `u` of the query that it stands in. */
export const IS_SEEN_BY_MEMBER = sql<boolean>`((m.is_admin AND (u.locked_at IS NULL OR u.locked_by_member_id = m.id))
  OR EXISTS (SELECT FROM unit_access seen WHERE seen.unit_id = u.id AND seen.member_id = m.id))`;

/** The tracker that sits in each unit of the account now. */
export const fittedTrackers = sql<{
  tracker_id: number;
  unit_id: number;
  imei: string;
  last_contact_at: Date | null;
}>`account_trackers()`;

export interface VisibleUnit {
  readonly unitId: number;
  readonly name: string;
  readonly imei: string;
  readonly trackerId: number;
}

export async function visibleByImeis(viewer: Viewer, imeis: readonly string[]): Promise<VisibleUnit[]> {
  const fitted = sql<{ tracker_id: number; unit_id: number; imei: string }>`trackers_by_imei(${[...new Set(imeis)]}::text[])`;
  const rows = await visibleUnits(viewer)
    .innerJoin(fitted.as('fitted'), 'fitted.unit_id', 'unit.id')
    .select(['unit.id', 'unit.name', 'fitted.imei', 'fitted.tracker_id'])
    .modifyEnd(KEPT)
    .execute();
  return rows.map((row) => ({ unitId: row.id, name: row.name, imei: row.imei, trackerId: row.tracker_id }));
}

export async function visibleUnitIds(viewer: Viewer): Promise<number[]> {
  const rows = await visibleUnits(viewer).select('unit.id').orderBy('unit.id').execute();
  return rows.map(({ id }) => id);
}

/** Those of the units that belong to one of the departments; all where none is named. Who may see them is the caller's to judge. */
export async function inDepartments(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  departments: readonly string[],
): Promise<readonly number[]> {
  if (departments.length === 0) return unitIds;
  const rows = await db
    .selectFrom('unit')
    .where('account_id', '=', actor.accountId)
    .where('department', 'in', departments)
    .select('id')
    .execute();
  const own = new Set(rows.map(({ id }) => id));
  return unitIds.filter((id) => own.has(id));
}

/** Those of the units that the actor may see. */
export async function visibleAmong(viewer: Viewer, ids: readonly number[]): Promise<number[]> {
  const rows = await visibleUnits(viewer).where('unit.id', 'in', ids).select('unit.id').execute();
  return rows.map(({ id }) => id);
}

/**
 * The same for questions about everything: null when that is every unit of the account, as for an administrator whom no lock shuts
 * out, so that a large fleet is not read by a list of its ids.
 */
export async function visibleUnitIdsUnlessAll(viewer: Viewer): Promise<number[] | null> {
  if (viewer.actor.isAdmin && !(await isShutOutSomewhere(viewer))) return null;
  return visibleUnitIds(viewer);
}

/** LOCK-005: whether a lock hides a unit from the administrator. */
async function isShutOutSomewhere({ db, actor }: Viewer): Promise<boolean> {
  const locked = await db
    .selectFrom('unit')
    .where('account_id', '=', actor.accountId)
    .where('locked_at', 'is not', null)
    .where('locked_by_member_id', '!=', seesAs(actor))
    .select('id')
    .limit(1)
    .execute();
  return locked.length > 0;
}

/** What a member's units in use are, all of them; nothing is said of no units. */
export interface UnitsAtAGlance {
  /** DEC-73: at least one, and none has more than `Bas`. */
  readonly areAllBas: boolean;
  /** At least one, and none that drives on roads. */
  readonly areAllOffRoad: boolean;
}

export async function unitsAtAGlance(viewer: Viewer): Promise<UnitsAtAGlance> {
  return visibleUnits(viewer)
    .where('unit.retired_at', 'is', null)
    .select([
      sql<boolean>`coalesce(bool_and(unit.subscription_type = 'Bas'), false)`.as('areAllBas'),
      sql<boolean>`coalesce(bool_and(unit.kind IN ('machine', 'sensor') OR ${isWatercraftKind('unit.kind')}), false)`.as(
        'areAllOffRoad',
      ),
    ])
    .executeTakeFirstOrThrow();
}

export const hasOnlyBasUnits = async (viewer: Viewer): Promise<boolean> => (await unitsAtAGlance(viewer)).areAllBas;

/** `hasTripLog` in SQL, of the unit that the query calls so. */
export const hasTripLogAs = (unit: string) =>
  sql<boolean>`(${sql.ref(`${unit}.kind`)} <> 'sensor' AND lower(${sql.ref(`${unit}.subscription_type`)}) <> 'bas')`;
/** The same of the unit `u`. */
export const HAS_TRIP_LOG = hasTripLogAs('u');

/** TRIP-033: those of the account's units that have more than a log to read. */
export async function unitsWithTripLog({ db, actor }: Viewer, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('unit')
    .where('account_id', '=', actor.accountId)
    .where('id', 'in', [0, ...ids])
    .select(['id', 'kind', 'subscription_type'])
    .orderBy('id')
    .execute();
  return rows.filter(hasTripLog).map(({ id }) => id);
}

/** What the contract's `unit` is made of: the unit's own fields and the IMEI of the tracker that sits in it now. */
export const UNIT_COLUMNS = [
  'unit.id',
  'fitted.imei',
  'unit.kind',
  'unit.name',
  'unit.registration_number',
  'unit.colour',
  'unit.marker_symbol',
  'unit.icon',
  'unit.vehicle_type',
  'unit.fuel_type',
  'unit.consumption_per_10km',
  'unit.co2_g_per_km',
  'unit.department',
  'unit.project',
  'unit.tags',
  'unit.location_in_car',
  'unit.default_trip_type',
  'unit.inspection_period_months',
  'unit.service_interval_km',
  'unit.features',
  'unit.hides_speed',
] as const;

/** In SQL: whether a unit is called as its account is, as registration calls the first one (REG-001). */
export const bearsAccountName = sql<boolean>`EXISTS (SELECT FROM account WHERE account.id = unit.account_id
  AND lower(btrim(account.name)) = lower(btrim(unit.name)))`;

export interface FirstUnit {
  readonly imei: string;
  readonly name: string;
  readonly kind: string;
  readonly bears_account_name: boolean;
}

/** The unit that has been in use the longest, a phone after all others, among those with a tracker that the viewer may see; null when there is none. */
export async function firstVisibleUnit(viewer: Viewer): Promise<FirstUnit | null> {
  const row = await visibleUnits(viewer)
    .innerJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .where('unit.retired_at', 'is', null)
    .select(['fitted.imei', 'unit.name', 'unit.kind', bearsAccountName.as('bears_account_name')])
    .orderBy(sql`unit.kind = 'phone'`)
    .orderBy('unit.created_at')
    .orderBy('unit.id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Throws UnitNotFound for an unknown unit, another account's, and one the actor has no access to: the three look alike. */
export async function findVisibleUnit(ctx: MemberCtx, imei: string): Promise<VisibleUnit> {
  const [unit] = await visibleByImeis(ctx, [imei]);
  if (!unit) throw new AppError('UnitNotFound');
  return unit;
}

/** The units of these numbers, in their order; throws UnitNotFound when one of them is not to be seen. */
export async function listVisibleUnits(ctx: MemberCtx, imeis: readonly string[]): Promise<VisibleUnit[]> {
  if (imeis.length === 0) return [];
  const byImei = new Map((await visibleByImeis(ctx, imeis)).map((unit) => [unit.imei, unit]));
  return imeis.map((imei) => {
    const unit = byImei.get(imei);
    if (!unit) throw new AppError('UnitNotFound');
    return unit;
  });
}

/**
 * TRIP-033, DEC-73: the subscription Bas has a log to read. Throws BasicSubscription when none of the units has more than that; about
 * no units at all nothing is refused. Answers those that have.
 */
export async function requireTripLog(ctx: MemberCtx, unitIds: readonly number[]): Promise<number[]> {
  const found = await unitsWithTripLog(ctx, unitIds);
  if (unitIds.length > 0 && found.length === 0) throw new AppError('BasicSubscription', { status: 403 });
  return found;
}
