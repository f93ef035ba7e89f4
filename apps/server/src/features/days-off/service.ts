import { type Holiday, dayOfNumber, holidaysOf } from '@spora/calendar/holidays';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  checkDayOff as checkEndpoint,
  DayOff,
  listDaysOff as listEndpoint,
  resetDayOff as resetEndpoint,
  setDayOff as setEndpoint,
} from '@spora/contract/days-off/endpoints';
import { countryOf } from '@spora/contract/countries';
import { AppError } from '../../platform/app-error.ts';
import { audit } from '../../core/people/audit.ts';
import type { AuditAction } from '../../platform/observing/audit.ts';
import { todayOf } from '../../core/people/account-clock.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { keepTripsPrivate } from '../trips/privacy-api.ts';
import { countPrivateByDaysOff } from '../trips/working-hours/api.ts';
import { readWorkingHours, typeByHours } from '../trips/working-hours/rules.ts';
import { maySetDaysOff, requireMaySetDaysOff } from './policy.ts';
import * as repository from './repository.ts';
import { type DaysOff, NO_DAYS_OFF, openDays, withChoice } from '../../core/people/days-off.ts';
import { visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { lockUnits } from '../../core/fleet/hold-units.ts';
import { daysOffOf } from '../../core/people/account-days-off.ts';
import { refitUnit } from '../../core/engine/refit.ts';

/** TRIP-036: the days off of a year, and the holidays on which the account works. */
export async function listDaysOff(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof listEndpoint>,
): Promise<CallData<typeof listEndpoint>> {
  const today = todayOf(ctx);
  const year = query.year ?? Number(today.slice(0, 4));
  const country = countryOf(await repository.countryOfAccount(ctx.db, ctx.actor.accountId)).code;
  const settled = await repository.settledBetween(ctx.db, ctx.actor.accountId, `${year}-01-01`, `${year}-12-31`);
  const holidays = new Map([...holidaysOf(country, year)].map(([number, holiday]) => [dayOfNumber(number), holiday]));
  const open = openDays(today);
  const days = [...new Set([...holidays.keys(), ...settled.map(({ day }) => day)])]
    .sort()
    .map((day) => shown(day, holidays.get(day) ?? null, settled.find((each) => each.day === day) ?? null, open));
  return {
    year,
    today,
    country,
    // A working day that was said to be one says nothing.
    days: days.filter((each) => each.is_off || each.holiday !== null),
    first_day: open.first,
    last_day: open.last,
    units_with_hours: await repository.countByHours(ctx.db, await visibleUnitIds(ctx)),
    can: { edit: maySetDaysOff(ctx.actor) },
  };
}

const shown = (
  day: string,
  holiday: Holiday | null,
  settled: repository.SettledDay | null,
  open: { first: string; last: string },
): DayOff => ({
  day,
  holiday: holiday?.name ?? null,
  kind: holiday?.kind ?? 'own',
  name: settled?.name ?? '',
  is_off: settled?.isOff ?? holiday !== null,
  is_own: settled !== null && (holiday === null || !settled.isOff),
  is_open: day >= open.first && day <= open.last,
});

export async function setDayOff(ctx: MemberCtx, { body }: HandlerInput<typeof setEndpoint>): Promise<Record<string, never>> {
  requireMaySetDaysOff(ctx.actor);
  await change(ctx, { day: body.day, name: body.name, isOff: body.is_off }, body.is_off ? 'day-off-set' : 'day-off-worked');
  return {};
}

export async function resetDayOff(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof resetEndpoint>,
): Promise<Record<string, never>> {
  requireMaySetDaysOff(ctx.actor);
  await change(ctx, { day: params.day, name: '', isOff: null }, 'day-off-reset');
  return {};
}

/** TRIP-032: asked before a day that has been is settled. */
export async function checkDayOff(
  ctx: MemberCtx,
  { body: { day, is_off: isOff } }: HandlerInput<typeof checkEndpoint>,
): Promise<CallData<typeof checkEndpoint>> {
  requireMaySetDaysOff(ctx.actor);
  const isToCome = requireOpen(ctx, day) === 'to come';
  const { db, actor } = ctx;
  const { accountId } = actor;
  const unitIds = isToCome ? [] : await repository.unitsWithHours(db, accountId);
  const wanted = withChoice(await asTheyStand(ctx), day, isOff);
  return { becoming_private: await countPrivateByDaysOff(db, { accountId, unitIds }, day, wanted) };
}

/** A day that is still to come has no trips: what they are decided by is read when they are driven. */
function requireOpen(ctx: MemberCtx, day: string): 'has been' | 'to come' {
  const today = todayOf(ctx);
  const open = openDays(today);
  if (day < open.first || day > open.last) throw new AppError('DayOffOutOfReach', { status: 422 });
  return day > today ? 'to come' : 'has been';
}

interface Change {
  readonly day: string;
  readonly name: string;
  readonly isOff: boolean | null;
}

async function change(ctx: MemberCtx, wanted: Change, action: AuditAction): Promise<void> {
  const { day } = wanted;
  const isToCome = requireOpen(ctx, day) === 'to come';
  requireMaySetDaysOff(ctx.actor);
  await inTransaction(ctx, async (inner) => {
    const { db, actor, now } = inner;
    await repository.lockDays(db, actor.accountId);
    const [stored = null] = await repository.settledBetween(db, actor.accountId, day, day);
    if (stored === null ? wanted.isOff === null : stored.isOff === wanted.isOff && stored.name === wanted.name) return;
    const unitIds = isToCome ? [] : await repository.unitsWithHours(db, actor.accountId);
    await lockUnits(db, unitIds);
    const before = await asTheyStand(inner);
    await repository.settle(db, actor.accountId, { ...wanted, at: now() });
    if (unitIds.length > 0) await recompute(inner, { unitIds, day, before, after: await asTheyStand(inner) });
    await audit(inner, action, day, wanted.name === '' ? {} : { name: wanted.name });
  });
}

const asTheyStand = async ({ db, actor }: MemberCtx): Promise<DaysOff> =>
  (await daysOffOf(db, [actor.accountId])).get(actor.accountId) ?? NO_DAYS_OFF;

/**
 * Units with a trip that the day decides anew are computed again. TRIP-032: what was somebody else's private trip because of it, or
 * for want of another rule, stays theirs.
 */
async function recompute(
  ctx: MemberCtx,
  { unitIds, day, before, after }: { unitIds: readonly number[]; day: string; before: DaysOff; after: DaysOff },
): Promise<void> {
  const trips = await repository.tripsAround(ctx.db, ctx.actor.accountId, unitIds, day);
  const changed = trips.filter(({ hours, startMs, computedRule }) => {
    const read = readWorkingHours(hours);
    return computedRule !== 'switch' && typeByHours(read, startMs, before) !== typeByHours(read, startMs, after);
  });
  await keepTripsPrivate(
    ctx,
    changed.filter(({ hasPlaceType }) => !hasPlaceType).map(({ id }) => id),
  );
  for (const unitId of new Set(changed.map((trip) => trip.unitId)))
    await addJob(ctx.db, refitUnit, { unitId }, { key: String(unitId) });
}
