import { addDays, weekSpan } from '@spora/calendar/days';
import { dayIn } from '@spora/calendar/zones';
import type { HandlerInput } from '@spora/contract/endpoint';
import type {
  monthOfBookings as monthEndpoint,
  Schedule,
  ScheduleItem,
  ScheduleVehicle,
  weekOfBookings as weekEndpoint,
} from '@spora/contract/bookings/endpoints';
import { MONTH_CELLS } from '@spora/contract/bookings/limits';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { checkedInOn } from '../drivers/api.ts';
import { statesAsTold, type ToldState } from '../tracking/api.ts';
import { bookerOf, requireEnabled } from './access.ts';
import { type Booker, mayAdminister, mayChangeBooking, maySeePurpose } from './policy.ts';
import * as readModel from './read-model.ts';
import { dayParts, daysSpan, type Span, vehicleKind, wallClock } from './rules.ts';
import { settingsOf } from './settings-repository.ts';

/** API-042. */
export async function readWeek(ctx: MemberCtx, { query }: HandlerInput<typeof weekEndpoint>): Promise<Schedule> {
  const { from, to } = weekSpan(query.week_day);
  const week = await scheduleOf(ctx, { imeis: query.Imeis, from, to, withReleased: true });
  return { ...week, removed: await removedIn(ctx, week.BookingSchedules, daysSpan(from, to, ctx.actor.timeZone)) };
}

/**
 * API-043, DEC-28: an administrator's month holds everybody's, unless they want their own alone: who books for others all day is looking for
 * what they drive themselves.
 */
export async function readMonth(ctx: MemberCtx, { query }: HandlerInput<typeof monthEndpoint>): Promise<Schedule> {
  const { from } = weekSpan(`${query.month}-01`);
  return scheduleOf(ctx, {
    imeis: query.Imeis,
    from,
    to: addDays(from, MONTH_CELLS - 1),
    own: ctx.actor.isAdmin && !query.only_mine ? undefined : ownOf(ctx),
  });
}

/** What the viewer's own month and calendar hold. */
export const ownOf = ({ actor }: Pick<MemberCtx, 'actor'>): readModel.OwnOnly =>
  actor.isAdmin ? { drivenBy: actor.memberId } : { ofMember: actor.memberId };

/** Where nothing is to come any more one asks what became of it; administrators alone read the audit log, which tells. */
async function removedIn(ctx: MemberCtx, vehicles: readonly ScheduleVehicle[], span: Span): Promise<Schedule['removed']> {
  const { actor, now } = ctx;
  if (!mayAdminister(actor) || span.fromMs > now().getTime()) return [];
  const clock = (at: Date): string => wallClock(at.getTime(), actor.timeZone);
  const names = vehicles.map(({ Name }) => Name);
  return (await readModel.removedWithin(ctx, names, span)).map(({ from, to, at, ...told }) => ({
    ...told,
    start_date: clock(from),
    end_date: clock(to),
    removed_at: clock(at),
  }));
}

async function scheduleOf(
  ctx: MemberCtx,
  {
    imeis,
    from,
    to,
    own,
    withReleased = false,
  }: { imeis: readonly string[]; from: string; to: string; own?: readModel.OwnOnly | undefined; withReleased?: boolean },
): Promise<Schedule> {
  await requireEnabled(ctx);
  const { actor, now } = ctx;
  const units = await readModel.unitsOf(ctx, { imeis, bookable: true });
  if (new Set(imeis).size > units.length) throw new AppError('UnitNotFound');
  const ids = units.map(({ id }) => id);
  const span = daysSpan(from, to, actor.timeZone);
  const bookings = await readModel.heldWithin(ctx, ids, span, { own, releasedBy: withReleased ? now() : undefined });
  const outcomes = await readModel.outcomesOf(
    ctx,
    bookings.map(({ id }) => id),
    now(),
  );
  const repeated = await readModel.repeatedRows(
    ctx,
    bookings.map(({ row_id }) => row_id),
  );
  const oldest = await readModel.oldestOf(ctx, ids);
  const settings = await settingsOf(ctx.db, actor.accountId);
  const booker = await bookerOf(ctx);
  const nowMs = now().getTime();
  const holdsNow = own === undefined && span.fromMs <= nowMs && nowMs < span.toMs;
  const states = await vehicleStates(
    ctx,
    ids,
    holdsNow ? bookings.filter((of) => of.from_ms <= nowMs && nowMs < of.to_ms) : null,
  );
  const byUnit = Map.groupBy(bookings, ({ unit_id }) => unit_id);
  return {
    BookingSchedules: units.map((unit) => ({
      ...vehicleOf(unit, states),
      Schedule: (byUnit.get(unit.id) ?? []).flatMap((booking) =>
        dayParts({ fromMs: booking.from_ms, toMs: booking.to_ms }, actor.timeZone, from, to).map((part) => ({
          ...itemOf(booker, unit.imei, booking),
          is_repeated: booking.row_id !== null && repeated.has(booking.row_id),
          ...outcomeOf(outcomes.get(booking.id), actor.timeZone),
          ...part,
        })),
      ),
    })),
    removed: [],
    OldestBooking: oldest === null ? null : dayIn(oldest, actor.timeZone),
    needs_approval: settings.needs_approval && !actor.isAdmin && actor.memberId !== settings.approver_id,
    can: { choose_driver: actor.isAdmin, administer: mayAdminister(actor) },
    server_time: now().toISOString(),
  };
}

type StateNow = Pick<ScheduleVehicle, 'state' | 'used_by' | 'is_used_by_booking'>;
const FREE: StateNow = { state: 'free', used_by: null, is_used_by_booking: false };

/** BOOK-024, without what is booked. */
export const vehicleOf = (
  unit: readModel.BookableUnit,
  states: ReadonlyMap<number, StateNow>,
): Omit<ScheduleVehicle, 'Schedule'> => ({
  ID: unit.id,
  Imei: unit.imei,
  Name: unit.name,
  RegistrationNumber: unit.registration_number ?? '',
  Model: unit.model,
  SubscriptionType: unit.subscription_type,
  kind: vehicleKind(unit),
  ...(states.get(unit.id) ?? FREE),
  seats: unit.seats,
  fuel_type: unit.fuel_type,
  department: unit.department,
});

type Told = 'was_driven' | 'fetched' | 'driven_until' | 'returned_date';
const outcomeOf = (outcome: readModel.Outcome | undefined, zone: string): Pick<ScheduleItem, Told> => ({
  was_driven: outcome?.was_driven ?? null,
  fetched: outcome?.fetched_ms ? wallClock(outcome.fetched_ms, zone) : null,
  driven_until: outcome?.driven_until_ms ? wallClock(outcome.driven_until_ms, zone) : null,
  returned_date: outcome?.returned_at ? wallClock(outcome.returned_at.getTime(), zone) : null,
});

const itemOf = (
  booker: Booker,
  imei: string,
  row: readModel.BookingRow,
): Omit<ScheduleItem, Told | 'is_repeated' | 'date' | 'start_time' | 'end_time' | 'continues_before' | 'continues_after'> => {
  const owned = { driverId: row.driver_id, bookedBy: row.booked_by, kind: row.kind };
  return {
    booking_id: row.id,
    imei,
    purpose: maySeePurpose(booker, owned) ? row.purpose : null,
    booked_by: row.booked_by,
    booked_by_name: row.booked_by_name,
    driver_id: row.driver_id,
    driver_name: row.driver_name,
    kind: row.kind,
    state: row.state === 'requested' || row.state === 'released' ? row.state : 'booked',
    is_editable: row.state !== 'released' && mayChangeBooking(booker, owned),
  };
};

/** On a round one stops again and again: a vehicle that has stood for less is not free. */
const PAUSE_MS = 15 * 60_000;

function toldState(
  { state, stillSinceMs, hasReported, isNowhere, isPrivate }: ToldState,
  nowMs: number,
): ScheduleVehicle['state'] {
  if (isPrivate) return 'in-use';
  if (!hasReported) return 'never-reported';
  if (state === 'no-contact') return 'no-contact';
  const isUnderWay = state === 'moving' || state === 'stopped';
  if (isUnderWay || (stillSinceMs !== null && nowMs - stillSinceMs < PAUSE_MS)) return 'in-use';
  return isNowhere ? 'no-position' : 'free';
}

/**
 * BOOK-045: in use: booked now, somebody is checked in, or it moves, or did a moment ago, as far as the viewer is told; so is a unit in
 * somebody's private use, of which the map says as much and nothing more is told. In service: somebody said that it cannot be driven now.
 * `known`: what holds them now, where somebody has read it.
 */
export async function vehicleStates(
  ctx: MemberCtx,
  unitIds: readonly number[],
  known: readonly readModel.BookingRow[] | null = null,
): Promise<Map<number, StateNow>> {
  const nowMs = ctx.now().getTime();
  const held = known ?? (await readModel.heldWithin(ctx, unitIds, { fromMs: nowMs, toMs: nowMs + 1 }));
  const told = ctx.actor.mayUseMap ? await statesAsTold(ctx, unitIds) : [];
  const drivers = await checkedInOn(ctx, unitIds);
  const states = new Map<number, StateNow>();
  for (const unit of told) {
    const state = toldState(unit, nowMs);
    if (state !== 'free') states.set(unit.unitId, { state, used_by: null, is_used_by_booking: false });
  }
  for (const { unit_id, kind, state, driver_id, driver_name } of held) {
    if (state !== 'booked') continue;
    const booker = driver_id === null ? null : { id: driver_id, name: driver_name };
    states.set(
      unit_id,
      kind === 'drive'
        ? { state: 'in-use', used_by: booker, is_used_by_booking: booker !== null }
        : { state: 'in-service', used_by: null, is_used_by_booking: false },
    );
  }
  // Who is checked in has it, whoever booked it.
  for (const [unitId, used_by] of drivers)
    if (states.get(unitId)?.state !== 'in-service') states.set(unitId, { state: 'in-use', used_by, is_used_by_booking: false });
  return states;
}
