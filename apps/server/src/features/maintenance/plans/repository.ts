import { type Kysely, sql } from 'kysely';
import type { PlanKind } from '@spora/contract/maintenance/endpoints';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { waitForTurn } from '../../../platform/database/turns.ts';
import type { CleanPicture } from '../../../platform/pictures/picture.ts';
import type { PlanFacts } from './rules.ts';

export interface PlanRow extends PlanFacts {
  readonly id: number;
  readonly unitId: number;
  readonly kind: PlanKind;
  readonly name: string;
  readonly repeats: boolean;
  readonly note: string;
}

/** What people set of a plan. */
export interface PlanFields {
  kind: PlanKind;
  name: string;
  interval_km: number | null;
  interval_hours: number | null;
  interval_months: number | null;
  repeats: boolean;
  last_done_on: string | null;
  last_done_m: number | null;
  last_done_s: number | null;
  warn_km: number;
  warn_hours: number;
  warn_days: number;
  note: string;
}

export const planColumns = [
  'service_plan.id',
  'service_plan.unit_id as unitId',
  sql<PlanKind>`service_plan.kind`.as('kind'),
  'service_plan.name',
  'service_plan.repeats',
  'service_plan.note',
  'service_plan.interval_km as intervalKm',
  'service_plan.interval_hours as intervalHours',
  'service_plan.interval_months as intervalMonths',
  'service_plan.last_done_on as lastDoneOn',
  'service_plan.last_done_m as lastDoneM',
  'service_plan.last_done_s as lastDoneS',
  'service_plan.done_on as doneOn',
  'service_plan.warn_km as warnKm',
  'service_plan.warn_hours as warnHours',
  'service_plan.warn_days as warnDays',
] as const;

const plans = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('service_plan').where('service_plan.account_id', '=', accountId);

export const plansOfUnit = (db: Kysely<Db>, accountId: AccountId, unitId: number): Promise<PlanRow[]> =>
  plans(db, accountId).where('unit_id', '=', unitId).where('removed_at', 'is', null).select(planColumns).orderBy('id').execute();

export const plansOfUnits = (db: Kysely<Db>, accountId: AccountId, unitIds: readonly number[]): Promise<PlanRow[]> =>
  unitIds.length === 0
    ? Promise.resolve([])
    : plans(db, accountId)
        .where(sql<boolean>`unit_id = ANY (${unitIds}::bigint[])`)
        .where('removed_at', 'is', null)
        .select(planColumns)
        .orderBy('id')
        .execute();

/** Waits for whoever adds one at the same time. */
export async function countOfUnit(db: Kysely<Db>, accountId: AccountId, unitId: number): Promise<number> {
  await waitForTurn(db, 'service-plan', unitId);
  return (await plansOfUnit(db, accountId, unitId)).length;
}

/** Holds the plan until the transaction ends, so that two who record at once count one after the other. */
export const lockPlan = (
  db: Kysely<Db>,
  accountId: AccountId,
  { unitId, planId, isRemoved = false }: { unitId: number; planId: number; isRemoved?: boolean },
): Promise<PlanRow | undefined> =>
  plans(db, accountId)
    .where('unit_id', '=', unitId)
    .where('id', '=', planId)
    .where('removed_at', isRemoved ? 'is not' : 'is', null)
    .select(planColumns)
    .forUpdate()
    .executeTakeFirst();

export async function insertPlan(
  db: Kysely<Db>,
  accountId: AccountId,
  { unitId, at, ...fields }: PlanFields & { unitId: number; at: Date },
): Promise<void> {
  await db
    .insertInto('service_plan')
    .values({ account_id: accountId, unit_id: unitId, created_at: at, ...fields })
    .execute();
}

export async function updatePlan(
  db: Kysely<Db>,
  accountId: AccountId,
  planId: number,
  fields: Partial<PlanFields> & { done_on?: string | null; removed_at?: Date | null },
): Promise<void> {
  await db.updateTable('service_plan').set(fields).where('account_id', '=', accountId).where('id', '=', planId).execute();
}

export interface NewEntry {
  readonly unit_id: number;
  readonly plan_id: number;
  readonly done_on: string;
  readonly odometer_m: number | null;
  readonly hours_s: number | null;
  readonly workshop: string;
  readonly cost: number | null;
  readonly currency: string | null;
  readonly note: string;
  readonly member_id: number;
  readonly recorded_at: Date;
  readonly before_on: string | null;
  readonly before_m: number | null;
  readonly before_s: number | null;
}

export async function insertEntry(db: Kysely<Db>, accountId: AccountId, entry: NewEntry): Promise<number> {
  const { id } = await db
    .insertInto('service_entry')
    .values({ account_id: accountId, ...entry })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const findEntry = (db: Kysely<Db>, accountId: AccountId, unitId: number, entryId: number) =>
  db
    .selectFrom('service_entry')
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .where('id', '=', entryId)
    .where('removed_at', 'is', null)
    .select(['id', 'plan_id as planId', 'member_id as memberId', 'done_on as doneOn'])
    .executeTakeFirst();

export async function markRemoved(db: Kysely<Db>, accountId: AccountId, entryId: number, at: Date): Promise<void> {
  await db
    .updateTable('service_entry')
    .set({ removed_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', entryId)
    .execute();
}

export interface CountedFrom {
  readonly on: string | null;
  readonly m: number | null;
  readonly s: number | null;
}

/** What a plan counts from by its history: the newest entry that stands, or else what it counted from before its first one. */
export async function countedFrom(
  db: Kysely<Db>,
  accountId: AccountId,
  planId: number,
): Promise<(CountedFrom & { isEntry: boolean }) | undefined> {
  const entries = db.selectFrom('service_entry').where('account_id', '=', accountId).where('plan_id', '=', planId);
  const newest = await entries
    .where('removed_at', 'is', null)
    .select([
      'done_on as on',
      sql<number | null>`coalesce(odometer_m, before_m)`.as('m'),
      sql<number | null>`coalesce(hours_s, before_s)`.as('s'),
    ])
    .orderBy('done_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest) return { ...newest, isEntry: true };
  const first = await entries
    .select(['before_on as on', 'before_m as m', 'before_s as s'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first && { ...first, isEntry: false };
}

export async function insertCalendar(
  db: Kysely<Db>,
  accountId: AccountId,
  { memberId, tokenHash, at }: { memberId: number; tokenHash: Buffer; at: Date },
): Promise<void> {
  await db
    .insertInto('service_calendar')
    .values({ account_id: accountId, member_id: memberId, token_hash: tokenHash, created_at: at })
    .execute();
}

export async function deleteCalendar(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('service_calendar')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function calendarSince(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('service_calendar')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .select('created_at')
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Keeps others from the entry until the transaction ends. */
export async function lockEntry(db: Kysely<Db>, accountId: AccountId, entryId: number): Promise<void> {
  await db
    .selectFrom('service_entry')
    .where('account_id', '=', accountId)
    .where('id', '=', entryId)
    .select('id')
    .forUpdate()
    .execute();
}

export const picturesOf = (db: Kysely<Db>, accountId: AccountId, entryIds: readonly number[]) =>
  db
    .selectFrom('service_picture')
    .where('account_id', '=', accountId)
    .where('entry_id', 'in', [0, ...entryIds])
    .select(['id', 'entry_id', 'width', 'height'])
    .orderBy('id')
    .execute();

export const pictureBytes = (db: Kysely<Db>, accountId: AccountId, entryId: number, id: number) =>
  db
    .selectFrom('service_picture')
    .where('account_id', '=', accountId)
    .where('entry_id', '=', entryId)
    .where('id', '=', id)
    .select(['content_type', 'data'])
    .executeTakeFirst();

export async function insertPicture(
  db: Kysely<Db>,
  accountId: AccountId,
  entryId: number,
  { type, width, height, data }: CleanPicture,
  at: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('service_picture')
    .values({ account_id: accountId, entry_id: entryId, content_type: type, width, height, data, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False when it was not there. */
export async function deletePicture(db: Kysely<Db>, accountId: AccountId, entryId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('service_picture')
    .where('account_id', '=', accountId)
    .where('entry_id', '=', entryId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** An entry that was a mistake leaves no pictures behind. */
export async function deletePicturesOf(db: Kysely<Db>, accountId: AccountId, entryId: number): Promise<void> {
  await db.deleteFrom('service_picture').where('account_id', '=', accountId).where('entry_id', '=', entryId).execute();
}

/** Of what a member recorded, on these units; null: on all. */
export async function picturesBy(
  db: Kysely<Db>,
  accountId: AccountId,
  memberId: number,
  unitIds: readonly number[] | null,
): Promise<{ id: number; entry_id: number; unit: string; done_on: string }[]> {
  const { rows } = await sql<{ id: number; entry_id: number; unit: string; done_on: string }>`
    SELECT p.id, p.entry_id, u.name AS unit, e.done_on::text AS done_on
    FROM service_picture p JOIN service_entry e ON e.id = p.entry_id JOIN unit u ON u.id = e.unit_id
    WHERE p.account_id = ${accountId} AND e.member_id = ${memberId} AND e.removed_at IS NULL
      ${unitIds ? sql`AND e.unit_id = ANY (${unitIds}::bigint[])` : sql``} ORDER BY p.id`.execute(db);
  return rows;
}
