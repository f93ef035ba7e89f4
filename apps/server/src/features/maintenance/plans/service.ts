import { dayIn } from '@spora/calendar/zones';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  recordService as recordEndpoint,
  removePlan as removeEndpoint,
  savePlan as saveEndpoint,
  serviceHistory as historyEndpoint,
  ServicePlan,
  ServicePlans,
  takeBackEntry as takeBackEndpoint,
} from '@spora/contract/maintenance/endpoints';
import { PLAN_MAX } from '@spora/contract/maintenance/values';
import { currencyOf } from '../../../core/people/account-currency.ts';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { type AuditAction, type AuditDetails, changesFor } from '../../../platform/observing/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { requireMayTakeBack, requirePlanCan } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { isAhead, isBehind, judge, type Meters, NO_METERS, periodsOf, planCan } from './rules.ts';
import { findOpen, type ManagedUnit, unitCanOf } from '../../../core/fleet/managed-units.ts';
import { requireFeature } from '../../../core/fleet/unit-features.ts';
import { setPeriods } from '../../../core/fleet/unit-history.ts';

const M_PER_KM = 1000;
const S_PER_HOUR = 3600;

/** The day it is in the account's zone. */
export const todayOf = (timeZone: string, now: Date): string => dayIn(now, timeZone);

/** Kilometres to a tenth and hours to a tenth: what people read off a meter. */
const inKm = (metres: number | null): number | null => (metres === null ? null : Math.round(metres / 100) / 10);
const inHours = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds / 360) / 10);
const fromKm = (km: number | null): number | null => (km === null ? null : Math.round(km * M_PER_KM));
const fromHours = (hours: number | null): number | null => (hours === null ? null : Math.round(hours * S_PER_HOUR));

/** A plan as the contract shows it, judged. */
export function planAsShown(row: repository.PlanRow, meters: Meters, today: string): ServicePlan {
  const judged = judge(row, meters, today);
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    interval_km: row.intervalKm,
    interval_hours: row.intervalHours,
    interval_months: row.intervalMonths,
    repeats: row.repeats,
    last_done_on: row.lastDoneOn,
    last_done_km: inKm(row.lastDoneM),
    last_done_hours: inHours(row.lastDoneS),
    warn_km: row.warnKm,
    warn_hours: row.warnHours,
    warn_days: row.warnDays,
    note: row.note,
    state: judged.state,
    due_km: inKm(judged.dueM),
    due_hours: inHours(judged.dueS),
    due_on: judged.dueOn,
    remaining_km: inKm(judged.remainingM),
    remaining_hours: inHours(judged.remainingS),
    remaining_days: judged.remainingDays,
    forecast_on: judged.forecastOn,
    missing: judged.missing,
  };
}

/** API-103: the plans of a unit with how they stand today, and what its meters showed on another day. */
export async function listPlans(ctx: MemberCtx, imei: string, on?: string): Promise<ServicePlans> {
  const unit = await findServiced(ctx, imei);
  const plans = await plansOf(ctx, unit);
  if (on === undefined || on >= plans.now.day) return plans;
  return { ...plans, then: await shownOn(ctx, unit, on, plans.now) };
}

/** What the meters showed at the end of a day, which is today at most; null where nobody knows what was driven since. */
async function shownOn(ctx: MemberCtx, unit: ManagedUnit, on: string, now: ServicePlans['now']): Promise<ServicePlans['now']> {
  if (on >= now.day) return now;
  const since = await readModel.usedSince(ctx.db, ctx.actor.accountId, unit.id, on);
  const before = (value: number | null, used: number | null): number | null =>
    value === null || used === null ? null : Math.max(0, Math.round((value - used) * 10) / 10);
  return { day: on, km: before(now.km, inKm(since.metres)), hours: before(now.hours, inHours(since.seconds)) };
}

/** FEAT-001: its history stays to be read when service is off for a unit; the rest is not there. */
async function findServiced(ctx: MemberCtx, imei: string): Promise<ManagedUnit> {
  const unit = await findOpen(ctx, imei);
  requireFeature(unit, 'service');
  return unit;
}

async function plansOf(ctx: MemberCtx, unit: ManagedUnit): Promise<ServicePlans> {
  const { db, actor, now } = ctx;
  const moment = now();
  const today = todayOf(actor.timeZone, moment);
  const rows = await repository.plansOfUnit(db, actor.accountId, unit.id);
  const meters = await metersOf(ctx, unit);
  return {
    plans: rows.map((row) => planAsShown(row, meters, today)),
    now: { day: today, km: inKm(meters.odometerM), hours: inHours(meters.hoursS) },
    per_day: { km: inKm(meters.mPerDay), hours: inHours(meters.sPerDay) },
    currency: await currencyOf({ db, actor }),
    can: await canOf(ctx, unit),
  };
}

async function metersOf({ db, actor, now }: MemberCtx, unit: ManagedUnit): Promise<Meters> {
  const moment = now();
  const told = { now: moment, today: todayOf(actor.timeZone, moment) };
  return (await readModel.metersOf(db, actor, [unit.id], told)).get(unit.id) ?? NO_METERS;
}

/** SRV-004: a digit too many would put the next service off for years. */
async function requireNotAheadOfMeters(
  ctx: MemberCtx,
  unit: ManagedUnit,
  reading: { readonly m: number | null; readonly s: number | null },
): Promise<void> {
  if (isAhead(reading, await metersOf(ctx, unit))) throw new AppError('ConfirmReading', { status: 409 });
}

/** SRV-004: nor is one from another vehicle's dashboard taken without a question. */
async function requireNotBehindMeters(
  ctx: MemberCtx,
  unit: ManagedUnit,
  read: { readonly km: number | null; readonly hours: number | null; readonly done_on: string },
): Promise<void> {
  const { odometerM, hoursS } = await metersOf(ctx, unit);
  const now = { day: todayOf(ctx.actor.timeZone, ctx.now()), km: inKm(odometerM), hours: inHours(hoursS) };
  if (isBehind(read, await shownOn(ctx, unit, read.done_on, now))) throw new AppError('ConfirmReading', { status: 409 });
}

const canOf = async (ctx: MemberCtx, unit: ManagedUnit) => planCan(await unitCanOf(ctx, unit));

/** SRV-002, UNIT-016: adds a plan, or changes one; the unit's own periods follow its plans. */
export async function savePlan(ctx: MemberCtx, { params, body }: HandlerInput<typeof saveEndpoint>): Promise<ServicePlans> {
  const { db, actor, now } = ctx;
  const unit = await findServiced(ctx, params.imei);
  requirePlanCan(await canOf(ctx, unit), 'edit');
  requireNotAhead(ctx, body.last_done_on);
  const { id: planId, last_done_km, last_done_hours, was: _was, confirmed, ...rest } = body;
  const fields = { ...rest, last_done_m: fromKm(last_done_km), last_done_s: fromHours(last_done_hours) };
  let told: AuditDetails | null = null;
  if (planId === undefined) {
    await requireRoom(ctx, unit);
    if (!confirmed) await requireNotAheadOfMeters(ctx, unit, { m: fields.last_done_m, s: fields.last_done_s });
    await repository.insertPlan(db, actor.accountId, { ...fields, unitId: unit.id, at: now() });
  } else {
    const before = await findPlan(ctx, unit, planId);
    const shown = planAsShown(before, NO_METERS, todayOf(actor.timeZone, now()));
    requireUnchanged(shown, body);
    const changed = (after: number | null, held: number | null): number | null => (after === held ? null : after);
    if (!confirmed)
      await requireNotAheadOfMeters(ctx, unit, {
        m: changed(fields.last_done_m, before.lastDoneM),
        s: changed(fields.last_done_s, before.lastDoneS),
      });
    told = changesFor({ ...shown }, { ...rest, last_done_km, last_done_hours });
    // What counts again is not done.
    const isAgain = before.doneOn !== null && (fields.repeats || fields.last_done_on !== before.lastDoneOn);
    await repository.updatePlan(db, actor.accountId, planId, isAgain ? { ...fields, done_on: null } : fields);
  }
  await followPlans(ctx, unit);
  if (planId === undefined) await auditPlan(ctx, 'service-plan-added', unit, body, contentOf(rest));
  else if (told) await auditPlan(ctx, 'service-plan-changed', unit, body, told);
  return plansOf(ctx, unit);
}

function requireNotAhead({ actor, now }: MemberCtx, day: string | null): void {
  if (day !== null && day > todayOf(actor.timeZone, now())) throw new AppError('DateInFuture', { status: 422 });
}

async function requireRoom({ db, actor }: MemberCtx, unit: ManagedUnit): Promise<void> {
  if ((await repository.countOfUnit(db, actor.accountId, unit.id)) >= PLAN_MAX.perUnit) throw new AppError('TooManyPlans');
}

async function findPlan(
  { db, actor }: MemberCtx,
  unit: ManagedUnit,
  planId: number,
  isRemoved = false,
): Promise<repository.PlanRow> {
  const plan = await repository.lockPlan(db, actor.accountId, { unitId: unit.id, planId, isRemoved });
  if (!plan) throw new AppError('PlanNotFound', { status: 404 });
  return plan;
}

async function followPlans(ctx: MemberCtx, unit: ManagedUnit): Promise<void> {
  await setPeriods(ctx, unit, periodsOf(await repository.plansOfUnit(ctx.db, ctx.actor.accountId, unit.id)));
}

/** Takes a plan away or brings it back; its history stays either way. */
async function setRemoved(
  ctx: MemberCtx,
  params: HandlerInput<typeof removeEndpoint>['params'],
  isRemoved: boolean,
): Promise<ServicePlans> {
  const { db, actor, now } = ctx;
  const unit = await findServiced(ctx, params.imei);
  requirePlanCan(await canOf(ctx, unit), 'edit');
  const plan = await findPlan(ctx, unit, params.id, !isRemoved);
  if (!isRemoved) await requireRoom(ctx, unit);
  await repository.updatePlan(db, actor.accountId, plan.id, { removed_at: isRemoved ? now() : null });
  await followPlans(ctx, unit);
  await auditPlan(ctx, isRemoved ? 'service-plan-removed' : 'service-plan-restored', unit, plan);
  return plansOf(ctx, unit);
}
export const removePlan = (ctx: MemberCtx, { params }: HandlerInput<typeof removeEndpoint>) => setRemoved(ctx, params, true);
export const restorePlan = (ctx: MemberCtx, { params }: HandlerInput<typeof removeEndpoint>) => setRemoved(ctx, params, false);

export async function readHistory(ctx: MemberCtx, imei: string): Promise<CallData<typeof historyEndpoint>> {
  const unit = await findOpen(ctx, imei);
  const can = await canOf(ctx, unit);
  const rows = await readModel.entriesOf(ctx.db, ctx.actor.accountId, unit.id);
  const pictures = await repository.picturesOf(
    ctx.db,
    ctx.actor.accountId,
    rows.map(({ id }) => id),
  );
  return {
    rows: rows.map(({ odometer_m, hours_s, full_name, recorded_at, member_id, ...row }) => ({
      ...row,
      km: inKm(odometer_m),
      hours: inHours(hours_s),
      recorded_by: full_name ?? '',
      recorded_at: recorded_at.toISOString(),
      pictures: pictures.filter(({ entry_id }) => entry_id === row.id).map(({ id, width, height }) => ({ id, width, height })),
      can: { take_back: can.edit || (can.record && member_id === ctx.actor.memberId) },
    })),
  };
}

/** SRV-004: the interval starts again from the reading, unless something newer is on record. */
export async function recordService(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof recordEndpoint>,
): Promise<CallData<typeof recordEndpoint>> {
  const { db, actor, now } = ctx;
  const unit = await findServiced(ctx, params.imei);
  requirePlanCan(await canOf(ctx, unit), 'record');
  requireNotAhead(ctx, body.done_on);
  const plan = await findPlan(ctx, unit, body.plan_id);
  if (plan.doneOn !== null) throw new AppError('PlanIsDone');
  if ((plan.intervalKm !== null && body.km === null) || (plan.intervalHours !== null && body.hours === null))
    throw new AppError('SpecifyReading', { status: 422 });
  const reading = { m: fromKm(body.km), s: fromHours(body.hours) };
  if (!body.confirmed) {
    await requireNotAheadOfMeters(ctx, unit, reading);
    await requireNotBehindMeters(ctx, unit, body);
  }
  const currency = body.currency ?? (await currencyOf({ db, actor }));
  const id = await repository.insertEntry(db, actor.accountId, {
    unit_id: unit.id,
    plan_id: plan.id,
    done_on: body.done_on,
    odometer_m: reading.m,
    hours_s: reading.s,
    workshop: body.workshop,
    cost: body.cost,
    currency: body.cost === null ? null : currency,
    note: body.note,
    member_id: actor.memberId,
    recorded_at: now(),
    before_on: plan.lastDoneOn,
    before_m: plan.lastDoneM,
    before_s: plan.lastDoneS,
  });
  const isNewest = plan.lastDoneOn === null || body.done_on >= plan.lastDoneOn;
  if (isNewest)
    await repository.updatePlan(db, actor.accountId, plan.id, {
      last_done_on: body.done_on,
      last_done_m: reading.m ?? plan.lastDoneM,
      last_done_s: reading.s ?? plan.lastDoneS,
      done_on: plan.repeats ? null : body.done_on,
    });
  await followPlans(ctx, unit);
  await auditPlan(ctx, 'service-done', unit, plan, {
    day: body.done_on,
    ...(body.km !== null && { odometer_km: body.km }),
    ...(body.hours !== null && { operating_hours: body.hours }),
    ...(body.cost !== null && { amount: body.cost, currency }),
  });
  return { id };
}

/** The plan counts again from what it counted from before the mistake. */
export async function takeBackEntry(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof takeBackEndpoint>,
): Promise<Record<never, never>> {
  const { db, actor, now } = ctx;
  const unit = await findServiced(ctx, params.imei);
  const can = await canOf(ctx, unit);
  requirePlanCan(can, 'record');
  const entry = await repository.findEntry(db, actor.accountId, unit.id, params.id);
  if (!entry) throw new AppError('EntryNotFound', { status: 404 });
  requireMayTakeBack(can, entry, actor);
  const plan = await repository.lockPlan(db, actor.accountId, { unitId: unit.id, planId: entry.planId });
  await repository.markRemoved(db, actor.accountId, entry.id, now());
  await repository.deletePicturesOf(db, actor.accountId, entry.id);
  // Somebody set by hand since then what the plan counts from: that stays.
  if (plan?.lastDoneOn === entry.doneOn) {
    const from = await repository.countedFrom(db, actor.accountId, plan.id);
    await repository.updatePlan(db, actor.accountId, plan.id, {
      last_done_on: from?.on ?? null,
      last_done_m: from?.m ?? null,
      last_done_s: from?.s ?? null,
      done_on: plan.repeats || !from?.isEntry ? null : from.on,
    });
    await followPlans(ctx, unit);
  }
  await auditPlan(ctx, 'service-entry-removed', unit, plan ?? { kind: 'other', name: '' }, { day: entry.doneOn });
  return {};
}

/** When a plan that was added is due, and from when it warns. */
const contentOf = (plan: Readonly<Record<string, unknown>>): AuditDetails => ({
  changes: PLAN_CONTENT.flatMap((field) => {
    const after = plan[field];
    return typeof after === 'number' ? [{ field, before: null, after }] : [];
  }),
});
const PLAN_CONTENT = ['interval_km', 'interval_hours', 'interval_months', 'warn_km', 'warn_hours', 'warn_days'] as const;

const auditPlan = (
  ctx: MemberCtx,
  action: AuditAction,
  unit: ManagedUnit,
  plan: { readonly kind: string; readonly name: string },
  told: AuditDetails = {},
): Promise<void> => audit(ctx, action, unit.name, { plan: plan.name || plan.kind, ...told });
