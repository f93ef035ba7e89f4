import { DAY_MS } from '@spora/calendar/durations';
import { IN_USE_MATTERS_MINUTES, type VehicleState } from '@spora/contract/bookings/limits';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { checkBooking as checkEndpoint, findVehicles as findEndpoint } from '@spora/contract/bookings/endpoints';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { haversineM } from '@spora/telemetry/geometry';
import { compareNames } from '@spora/messages/name-order';
import { usualDrivers } from '../../core/fleet/usual-drivers.ts';
import { placesAsTold } from '../tracking/api.ts';
import { findBookable, requireEnabled } from './access.ts';
import { closedTimes, whyClosed } from './closed.ts';
import { freeTimes } from './free-rules.ts';
import { toldHandOverBefore } from './hand-over-read-model.ts';
import * as readModel from './read-model.ts';
import { isAsItWas, overlaps, rowSpans, type Span, spanOf, wallClock, whole } from './rules.ts';
import { vehicleOf, vehicleStates } from './schedule.ts';

const IN_USE_MATTERS_MS = IN_USE_MATTERS_MINUTES * 60_000;
/** So far around the wanted time a free one is looked for. */
const LOOKED_DAYS = 14;
/** So far around it the use of a vehicle counts. */
const USE_DAYS = 14;

const around = ({ fromMs, toMs }: Span, days: number): Span => ({ fromMs: fromMs - days * DAY_MS, toMs: toMs + days * DAY_MS });
export const spanIn = (zone: string, { fromMs, toMs }: Span) => ({
  start_date: wallClock(fromMs, zone),
  end_date: wallClock(toMs, zone),
});
export const takenBy = (row: readModel.BookingRow, { timeZone, memberId }: MemberCtx['actor']) => ({
  ...spanIn(timeZone, spanOfRow(row)),
  driver_name: row.driver_name,
  is_own: row.kind === 'drive' && row.driver_id === memberId,
  kind: row.kind,
  state: row.state === 'requested' ? ('requested' as const) : ('booked' as const),
});
export const spanOfRow = ({ from_ms, to_ms }: readModel.BookingRow): Span => ({ fromMs: from_ms, toMs: to_ms });

export function requireOrder({ fromMs, toMs }: Span): void {
  if (toMs <= fromMs) throw new AppError('EndDateMustBeAfterStart', { status: 422 });
}

/** Who uses a vehicle now says something of a time that begins about now, and nothing of one that is long past. */
const isSoon = ({ now }: MemberCtx, { fromMs }: Span): boolean => Math.abs(fromMs - now().getTime()) <= IN_USE_MATTERS_MS;

type Driven = Awaited<ReturnType<typeof readModel.drivenWithin>>[number];
export const elsewhereIn = (zone: string, row: Driven) => ({ ...spanIn(zone, spanOfRow(row)), unit_name: row.unit_name });

const isDuring =
  (spans: readonly Span[]) =>
  (row: Driven): boolean =>
    spans.some((span) => overlaps(spanOfRow(row), span));

/** DEC-26: what a driver has at any of the times; told to administrators and to themselves. */
export async function drivenThen(ctx: MemberCtx, driverId: number | null, spans: readonly Span[]): Promise<readonly Driven[]> {
  const { actor } = ctx;
  if (driverId === null || (!actor.isAdmin && driverId !== actor.memberId)) return [];
  return (await readModel.drivenWithin(ctx, driverId, whole(spans))).filter(isDuring(spans));
}

/** BOOK-040, BOOK-050, DEC-26. */
export async function checkBooking(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof checkEndpoint>,
): Promise<HandlerData<typeof checkEndpoint>> {
  const { actor, now } = ctx;
  const zone = actor.timeZone;
  const unit = await findBookable(ctx, body.imei, { tellsOverdue: true });
  const spans = rowSpans(body, zone);
  const first = spans[0]!;
  for (const span of spans) requireOrder(span);
  const looked = around(whole(spans), LOOKED_DAYS);
  const all = await readModel.heldWithin(ctx, [unit.id], looked);
  const held = all.filter(({ id }) => id !== body.except_id);
  const isAsBefore =
    body.weeks === 1 && all.some((row) => row.id === body.except_id && row.kind === 'drive' && isAsItWas(row, unit.id, first));
  const touches = (span: Span) => (row: readModel.BookingRow) => overlaps(spanOfRow(row), span);
  const closed = body.kind !== 'drive' || isAsBefore ? [] : ((await closedTimes(ctx, [unit.id], looked)).get(unit.id) ?? []);
  const isTaken = held.some(touches(first)) || whyClosed(closed, first) !== null;
  const others = (await drivenThen(ctx, body.driver_id, [looked])).filter(
    ({ id, unit_id }) => id !== body.except_id && unit_id !== unit.id,
  );
  const state = isSoon(ctx, first) ? (await vehicleStates(ctx, [unit.id])).get(unit.id) : undefined;
  return {
    occurrences: spans.map((span) => ({
      ...spanIn(zone, span),
      closed: whyClosed(closed, span),
      taken_by: held.filter(touches(span)).map((row) => takenBy(row, actor)),
    })),
    free: isTaken
      ? freeTimes(
          first,
          [...held.map(spanOfRow), ...closed],
          { ...looked, fromMs: Math.max(looked.fromMs, now().getTime()) },
          zone,
          others.map(spanOfRow),
        ).map((span) => spanIn(zone, span))
      : [],
    hand_over_before: await toldHandOverBefore(ctx, {
      unitId: unit.id,
      from: new Date(first.fromMs),
      exceptId: body.except_id,
      now: now(),
    }),
    in_use_now: state?.state === 'in-use' && !state.is_used_by_booking && state.used_by?.id !== body.driver_id,
    driver_elsewhere: others.filter(isDuring(spans)).map((row) => elsewhereIn(zone, row)),
    overdue: body.kind === 'drive' ? [...(unit.overdue ?? [])] : [],
  };
}

type Away = { readonly distance_m: number | null };
/** Where a vehicle is not told, it is beyond all others. */
const farther = ({ distance_m: one }: Away, { distance_m: other }: Away): number =>
  one === other ? 0 : (one ?? Number.MAX_SAFE_INTEGER) - (other ?? Number.MAX_SAFE_INTEGER);

const LAST: readonly VehicleState[] = ['no-position', 'no-contact', 'never-reported'];
/** Where what is found stands: who looks for a car for a time soon is not offered first what somebody drives, and never what nobody can find or hears from. */
const lastOf = ({ state }: { readonly state: VehicleState }, isNear: boolean): number =>
  LAST.includes(state) ? LAST.indexOf(state) + 2 : isNear && state === 'in-use' ? 1 : 0;

/**
 * The free ones, first those of one's own department, then what one drives oneself as a rule, what nobody does, and what people book; of these
 * the least booked, and then by name. Whoever says where they are has the nearest of these first, of whichever department.
 */
export async function findVehicles(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof findEndpoint>,
): Promise<HandlerData<typeof findEndpoint>> {
  await requireEnabled(ctx);
  const span = spanOf(body.start_date, body.end_date, ctx.actor.timeZone);
  requireOrder(span);
  const units = await readModel.unitsOf(ctx, { imeis: [], bookable: true });
  const ids = units.map(({ id }) => id);
  const held = Map.groupBy(await readModel.heldWithin(ctx, ids, span), ({ unit_id }) => unit_id);
  const closed = await closedTimes(ctx, ids, span);
  const fitting = units.filter(
    (unit) =>
      !held.has(unit.id) &&
      whyClosed(closed.get(unit.id), span) === null &&
      (body.seats === null || (unit.seats !== null && unit.seats >= body.seats)) &&
      (body.fuel_type === null || unit.fuel_type === body.fuel_type) &&
      (body.department === null || unit.department === body.department),
  );
  const fittingIds = fitting.map(({ id }) => id);
  const hours = await readModel.bookedHours(ctx, fittingIds, around(span, USE_DAYS));
  const states = await vehicleStates(ctx, fittingIds);
  const overdue = await readModel.overduePlans(ctx.db, ctx.actor.accountId, fittingIds);
  const isNear = isSoon(ctx, span);
  const places = ctx.actor.mayUseMap ? await placesAsTold(ctx, fittingIds) : new Map<number, never>();
  const usual = await usualDrivers(ctx, fittingIds, new Date(span.fromMs));
  /** What somebody drives every day is theirs until others are seen to book it. */
  const poolRank = (id: number): number => {
    const driver = usual.get(id)?.id;
    if (driver === undefined) return 1;
    return driver === ctx.actor.memberId ? 0 : (hours.get(id) ?? 0) > 0 ? 2 : 3;
  };
  const away = (id: number): number | null => {
    const place = places.get(id);
    return place && body.near ? Math.round(haversineM(place.lat, place.lon, body.near.lat, body.near.lng)) : null;
  };
  const whereabouts = (id: number): { place: string | null; place_is_approximate: boolean } => {
    const place = states.get(id)?.state === 'in-use' ? undefined : places.get(id);
    return { place: place?.name ?? null, place_is_approximate: place?.isApproximate ?? false };
  };
  const others = await readModel.drivenWithin(ctx, ctx.actor.memberId, span);
  const ownDepartment = await readModel.departmentOf(ctx);
  const isOthers = ({ department }: { readonly department: string | null }): number =>
    ownDepartment !== null && department === ownDepartment ? 0 : 1;
  return {
    taken: units.flatMap(({ id, imei }) => {
      const reason = whyClosed(closed.get(id), span);
      const rows = held.get(id) ?? [];
      return rows.length > 0 || reason !== null
        ? [{ imei, closed: reason, taken_by: rows.map((row) => takenBy(row, ctx.actor)) }]
        : [];
    }),
    driver_elsewhere: others.map((row) => elsewhereIn(ctx.actor.timeZone, row)),
    own_department: units.some(({ department }) => department === ownDepartment) ? ownDepartment : null,
    vehicles: fitting
      .map((unit) => ({
        ...vehicleOf(unit, states),
        booked_h: Math.round((hours.get(unit.id) ?? 0) * 10) / 10,
        distance_m: away(unit.id),
        usual_driver: usual.get(unit.id) ?? null,
        ...whereabouts(unit.id),
        overdue: [...(overdue.get(unit.id) ?? [])],
      }))
      .toSorted(
        (a, b) =>
          lastOf(a, isNear) - lastOf(b, isNear) ||
          (body.near ? 0 : isOthers(a) - isOthers(b)) ||
          poolRank(a.ID) - poolRank(b.ID) ||
          farther(a, b) ||
          a.booked_h - b.booked_h ||
          compareNames(a.Name, b.Name),
      ),
    departments: [...new Set(units.flatMap(({ department }) => department ?? []))].toSorted(compareNames),
  };
}
