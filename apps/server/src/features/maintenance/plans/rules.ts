import { addDays, addMonths, daysBetween } from '@spora/calendar/days';
import type { PlanKind, PlanState } from '@spora/contract/maintenance/endpoints';
import { READING_AHEAD } from '@spora/contract/maintenance/values';

/** SRV-003: the span that the average daily use is taken over, and the least of it that is worth a forecast. */
export const USE_SPAN_DAYS = 90;
const USE_SPAN_MIN_DAYS = 7;
/** A date further away than this says nothing. */
const FORECAST_MAX_DAYS = 3650;

/** A plan as it is judged. Days are `yyyy-MM-dd` in the account's zone; metres and seconds are those of the unit's meters. */
export interface PlanFacts {
  readonly intervalKm: number | null;
  readonly intervalHours: number | null;
  readonly intervalMonths: number | null;
  readonly lastDoneOn: string | null;
  readonly lastDoneM: number | null;
  readonly lastDoneS: number | null;
  /** Of a plan that does not repeat: when it was done. */
  readonly doneOn: string | null;
  readonly warnKm: number;
  readonly warnHours: number;
  readonly warnDays: number;
}

/** What a unit's meters show now, and how fast they go; null for what is not known. */
export interface Meters {
  readonly odometerM: number | null;
  readonly hoursS: number | null;
  readonly mPerDay: number | null;
  readonly sPerDay: number | null;
}
export const NO_METERS: Meters = { odometerM: null, hoursS: null, mPerDay: null, sPerDay: null };

export interface Judgement {
  readonly state: PlanState;
  readonly dueM: number | null;
  readonly dueS: number | null;
  readonly dueOn: string | null;
  /** Negative: so much past it. */
  readonly remainingM: number | null;
  readonly remainingS: number | null;
  readonly remainingDays: number | null;
  readonly forecastOn: string | null;
  /** What the plan counts in and the unit does not tell. */
  readonly missing: ('km' | 'hours')[];
}

/**
 * SRV-003: the mean of a day's use. `total` is that of the up to 90 whole days before `today`; a unit that has been counted for a
 * shorter time is divided by that time. Null below a week, or when it was never counted.
 */
export function usePerDay(total: number, countedSince: string | null, today: string): number | null {
  if (countedSince === null) return null;
  const days = Math.min(USE_SPAN_DAYS, daysBetween(countedSince, today));
  return days < USE_SPAN_MIN_DAYS ? null : total / days;
}

/** The day a meter reaches its limit at the average use; today when it has; null when nobody can tell. */
function reachedOn(remaining: number | null, perDay: number | null, today: string): string | null {
  if (remaining === null) return null;
  if (remaining <= 0) return today;
  if (perDay === null || perDay <= 0) return null;
  const days = Math.ceil(remaining / perDay);
  return days > FORECAST_MAX_DAYS ? null : addDays(today, days);
}

const limit = (last: number | null, interval: number | null, unit: number): number | null =>
  last === null || interval === null ? null : last + interval * unit;
const minus = (due: number | null, now: number | null): number | null => (due === null || now === null ? null : due - now);

/**
 * SRV-002, SRV-003: how a plan stands on `today`. Whichever comes first counts: it is overdue as soon as one of distance, hours and
 * date is past its limit, and due soon as soon as one of them is within its warning. At the limit itself it is due, not overdue.
 */
export function judge(plan: PlanFacts, meters: Meters, today: string): Judgement {
  const dueM = limit(plan.lastDoneM, plan.intervalKm, 1000);
  const dueS = limit(plan.lastDoneS, plan.intervalHours, 3600);
  const dueOn = plan.lastDoneOn === null || plan.intervalMonths === null ? null : addMonths(plan.lastDoneOn, plan.intervalMonths);
  const missing: ('km' | 'hours')[] = [
    ...(dueM !== null && meters.odometerM === null ? (['km'] as const) : []),
    ...(dueS !== null && meters.hoursS === null ? (['hours'] as const) : []),
  ];
  if (plan.doneOn !== null) {
    const nothing = { remainingM: null, remainingS: null, remainingDays: null, forecastOn: null };
    return { state: 'done', dueM, dueS, dueOn, ...nothing, missing: [] };
  }
  const remainingM = minus(dueM, meters.odometerM);
  const remainingS = minus(dueS, meters.hoursS);
  const remainingDays = dueOn === null ? null : daysBetween(today, dueOn);
  const isWithin = (remaining: number | null, most: number): boolean => remaining !== null && remaining <= most;
  const isPast = [remainingM, remainingS, remainingDays].some((remaining) => remaining !== null && remaining < 0);
  const isSoon =
    isWithin(remainingM, plan.warnKm * 1000) ||
    isWithin(remainingS, plan.warnHours * 3600) ||
    isWithin(remainingDays, plan.warnDays);
  const days = [dueOn, reachedOn(remainingM, meters.mPerDay, today), reachedOn(remainingS, meters.sPerDay, today)];
  return {
    state: isPast ? 'overdue' : isSoon ? 'due-soon' : 'ok',
    dueM,
    dueS,
    dueOn,
    remainingM,
    remainingS,
    remainingDays,
    forecastOn: days.filter((day) => day !== null).toSorted()[0] ?? null,
    missing,
  };
}

/** SRV-004: whether a reading, metres and seconds, lies further ahead than what the meters can show by now. What nobody knows refuses nothing. */
export const isAhead = (
  reading: { readonly m: number | null; readonly s: number | null },
  { odometerM, hoursS }: Pick<Meters, 'odometerM' | 'hoursS'>,
): boolean =>
  (reading.m !== null && odometerM !== null && reading.m > odometerM + READING_AHEAD.km * 1000) ||
  (reading.s !== null && hoursS !== null && reading.s > hoursS + READING_AHEAD.hours * 3600);

/**
 * SRV-004: whether a reading, kilometres and hours, lies further behind than what the meters showed on its day: what was read off another
 * vehicle, or with a wrong digit, would call for the next service too soon. What nobody knows refuses nothing.
 */
export const isBehind = (
  reading: { readonly km: number | null; readonly hours: number | null },
  shown: { readonly km: number | null; readonly hours: number | null },
): boolean =>
  (['km', 'hours'] as const).some((measure) => {
    const { [measure]: read } = reading;
    const { [measure]: then } = shown;
    return read !== null && then !== null && read < then - READING_AHEAD[measure];
  });

/** UNIT-016: the shortest months of a unit's inspections and the shortest distance of its services, as its list and log show them. */
export function periodsOf(
  plans: readonly { kind: PlanKind; intervalKm: number | null; intervalMonths: number | null; doneOn: string | null }[],
): { inspection_period_months: number | null; service_interval_km: number | null } {
  const living = plans.filter(({ doneOn }) => doneOn === null);
  const least = (values: (number | null)[]): number | null =>
    values.filter((value) => value !== null).toSorted((a, b) => a - b)[0] ?? null;
  return {
    inspection_period_months: least(living.filter(({ kind }) => kind === 'inspection').map((plan) => plan.intervalMonths)),
    service_interval_km: least(living.filter(({ kind }) => kind === 'service').map((plan) => plan.intervalKm)),
  };
}

/** Who may do what: plans are changed by those who may edit all of the unit; whoever drives it may record what the workshop did. */
export const planCan = (unit: { edit_all: boolean; edit_looks: boolean }): { edit: boolean; record: boolean } => ({
  edit: unit.edit_all,
  record: unit.edit_looks,
});
