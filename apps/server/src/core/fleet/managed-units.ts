import type { UnitDetails } from '@spora/contract/units/endpoints';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MemberActor, MemberCtx } from '../../platform/ctx.ts';
import type { Db, Json } from '../../platform/database/db.generated.ts';
import { isInPrivateUse, toldHours, toldOdometer, toldTrackerOdometer } from './private-use.ts';
import { bearsAccountName, UNIT_COLUMNS } from './visible-units.ts';
import { hasRight } from './member-rights.ts';
import { AppError } from '../../platform/app-error.ts';
import { isShutOut, unitCan } from './unit-rights.ts';
import { byName } from '../../platform/database/name-order.ts';

export interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
  readonly now: () => Date;
}

const fittedTrackers = sql<{
  tracker_id: number;
  unit_id: number;
  imei: string;
  last_contact_at: Date | null;
}>`account_trackers()`;

/** Who drives by the newest setting in force; nobody before anybody was set. */
const driverOf = (now: Date) => sql<string | null>`(
  SELECT member.full_name FROM unit_setting LEFT JOIN member ON member.id = (unit_setting.settings ->> 'driverMemberId')::bigint
  WHERE unit_setting.unit_id = unit.id AND unit_setting.valid_from <= ${now} ORDER BY unit_setting.valid_from DESC LIMIT 1)`;

const UNIT_ID = sql.ref('unit.id');

/** What the unit shows by its readings (decision 0015), and what its tracker says by itself; metres and seconds. */
const meters = (actor: MemberActor, now: Date) => ({
  odometer: toldOdometer(actor, UNIT_ID, now),
  tracker: toldTrackerOdometer(actor, UNIT_ID, now, sql`unit_latest.named ->> 'odometer_m'`),
  hours: toldHours(actor, UNIT_ID, now),
});

/** What a unit in somebody else's private use tells: that it is there. */
const unlessPrivate = <T>(
  actor: MemberActor,
  value: string | RawBuilder<unknown>,
  otherwise: RawBuilder<unknown> = sql`NULL`,
): RawBuilder<T> =>
  sql<T>`CASE WHEN ${isInPrivateUse(actor, UNIT_ID)} THEN ${otherwise} ELSE ${typeof value === 'string' ? sql.ref(value) : value} END`;

/** As the map tells it: of its tracker, or of the unit where that was taken out. */
const LAST_CONTACT = sql`greatest(fitted.last_contact_at, unit_latest.last_contact_at)`;

/**
 * Units as their administration shows them: for administrators all of the account's, those they are shut out of too (the row tells
 * that they are locked, and nothing of where they are); for others those they were given.
 */
export function managedUnits({ db, actor, now }: Viewer) {
  const units = db
    .selectFrom('unit')
    .leftJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .leftJoin('unit_latest', 'unit_latest.unit_id', 'unit.id')
    .leftJoin('unit_access as own', (join) => join.onRef('own.unit_id', '=', 'unit.id').on('own.member_id', '=', actor.memberId))
    .leftJoin('member as locker', (join) => join.onRef('locker.id', '=', 'unit.locked_by_member_id'))
    .where('unit.account_id', '=', actor.accountId)
    .select([
      ...UNIT_COLUMNS,
      'unit.subscription_type',
      'unit.note',
      'unit.default_purpose',
      'unit.is_benefit_car',
      'unit.has_fuel_benefit',
      'unit.seats',
      'unit.locked_at',
      'unit.locked_by_member_id',
      'unit.retired_at',
      bearsAccountName.as('bears_account_name'),
      unlessPrivate<Date | null>(actor, LAST_CONTACT).as('last_contact_at'),
      'fitted.tracker_id',
      unlessPrivate<string | null>(actor, 'unit_latest.state', sql`'private'`).as('state'),
      unlessPrivate<number | null>(actor, 'unit_latest.lat_e7').as('lat_e7'),
      unlessPrivate<Json | null>(actor, 'unit_latest.named').as('named'),
      unlessPrivate<number | null>(actor, 'unit_latest.report_interval_s').as('report_interval_s'),
      driverOf(now()).as('driver'),
      meters(actor, now()).odometer.as('odometer_m'),
      meters(actor, now()).tracker.as('tracker_odometer_m'),
      meters(actor, now()).hours.as('hours_s'),
      'own.member_id as own_access',
      'locker.full_name as locker_name',
    ]);
  return actor.isAdmin ? units : units.where('own.member_id', 'is not', null);
}
export type ManagedUnit = Awaited<ReturnType<ReturnType<typeof managedUnits>['execute']>>[number];

export const isShutOutOf = ({ actor }: MemberCtx, row: ManagedUnit): boolean =>
  isShutOut(actor, { hasAccess: row.own_access !== null, lockedByMemberId: row.locked_by_member_id });

/** UNIT-008: a tracker that is to be replaced is told apart, since the call names two. */
export type MissingUnit = 'UnitNotFound' | 'CurrentImeiNotFound';

export type FittedUnit = ManagedUnit & { readonly imei: string };

/** The units of these numbers by name, those the actor is shut out of too; throws UnitNotFound when one is not there. */
export async function findManagedUnits(ctx: MemberCtx, imeis: readonly string[]): Promise<FittedUnit[]> {
  const wanted = [...new Set(imeis)];
  const rows = await managedUnits(ctx).where('fitted.imei', 'in', wanted).orderBy(byName('unit.name')).execute();
  const units = rows.filter((row): row is FittedUnit => row.imei !== null);
  if (units.length < wanted.length) throw new AppError('UnitNotFound');
  return units;
}

/** Throws `missing` for a unit that is unknown, another account's or not given to the member. */
export async function findManaged(ctx: MemberCtx, imei: string, missing: MissingUnit = 'UnitNotFound'): Promise<ManagedUnit> {
  const row = await managedUnits(ctx).where('fitted.imei', '=', imei).executeTakeFirst();
  if (!row) throw new AppError(missing, { status: 404 });
  return row;
}

/** UNIT-008: the unit in use that bears a registration number; throws NoActiveVehicle where none does, or several do. */
export async function findByRegistration(ctx: MemberCtx, registrationNumber: string): Promise<FittedUnit> {
  const rows = await managedUnits(ctx)
    // Numbers that were entered before they were written alike may have spaces in them.
    .where(sql<boolean>`upper(regexp_replace(unit.registration_number, '[\\s-]', '', 'g')) = ${registrationNumber}`)
    .where('unit.retired_at', 'is', null)
    .where('fitted.imei', 'is not', null)
    .execute();
  const [row, another] = rows.filter((each): each is FittedUnit => each.imei !== null);
  if (!row || another) throw new AppError('NoActiveVehicle', { status: 404 });
  return row;
}

export const unitCanOf = async (ctx: MemberCtx, row: ManagedUnit): Promise<UnitDetails['can']> =>
  unitCan(ctx.actor, {
    hasAccess: row.own_access !== null,
    isRetired: row.retired_at !== null,
    isFitted: row.tracker_id !== null,
    lockedByMemberId: row.locked_by_member_id,
    mayEditUnits: await hasRight(ctx, 'edit-units'),
  });

/** Throws `missing`, or UnitLocked for an administrator who is shut out. */
export async function findOpen(ctx: MemberCtx, imei: string, missing?: MissingUnit): Promise<ManagedUnit> {
  const row = await findManaged(ctx, imei, missing);
  if (isShutOutOf(ctx, row)) throw new AppError('UnitLocked', { status: 403 });
  return row;
}
