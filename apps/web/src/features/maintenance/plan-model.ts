import { addDays, addMonths, daysBetween } from '@spora/calendar/days';
import type {
  EntryInput,
  PlanInput,
  PlanKind,
  PlanState,
  ServicePlan,
  ServicePlans,
} from '@spora/contract/maintenance/endpoints';
import { PLAN_KINDS, PLAN_MAX, PLAN_WARNING } from '@spora/contract/maintenance/values';
import type { MessageKey } from '@spora/messages/keys';
import { isWatercraft, type UnitKind } from '@spora/contract/units/values';
import { KM_PER_MILE_AT_SEA, roundTo } from './reading-model.ts';
import { numberText, readNumber, readingText } from '../../lib/number-text.ts';

export const STATE_TONES = { ok: 'success', 'due-soon': 'warning', overdue: 'danger', done: 'plain' } as const satisfies Record<
  PlanState,
  string
>;

/** What the fields of a plan hold: texts as typed, empty for nothing. */
export interface PlanForm {
  readonly kind: PlanKind;
  readonly name: string;
  readonly interval_km: string;
  readonly interval_hours: string;
  readonly interval_months: string;
  readonly repeats: boolean;
  readonly last_done_on: string;
  readonly last_done_km: string;
  readonly last_done_hours: string;
  readonly warn_km: string;
  readonly warn_hours: string;
  readonly warn_days: string;
  readonly note: string;
}
export type PlanField = keyof PlanForm;
export type PlanFaults = Partial<Record<PlanField, MessageKey>>;

/** What an inspection by the authorities can be asked of: not of boats, sensors and phones. */
const INSPECTED: readonly UnitKind[] = ['vehicle', 'machine'];

/** What a plan of these units can be about; what it is about already stays. */
export const planKindsFor = (units: readonly UnitKind[], held?: PlanKind): PlanKind[] =>
  PLAN_KINDS.filter((kind) => kind !== 'inspection' || kind === held || units.every((each) => INSPECTED.includes(each)));

/** What distances are typed in: nautical miles where all that it is about are boats, else kilometres. */
export interface DistanceUnit {
  readonly km: number;
  readonly name: 'km' | 'nm';
}
export const KM: DistanceUnit = { km: 1, name: 'km' };
export const distanceUnitOf = (units: readonly (UnitKind | null)[]): DistanceUnit =>
  units.length > 0 && units.every((each) => isWatercraft(each)) ? { km: KM_PER_MILE_AT_SEA, name: 'nm' } : KM;

/** A plan as it stands in its fields; a new one counts from today and from what the unit shows now. */
export function planFormOf(
  plan: ServicePlan | null,
  now: ServicePlans['now'],
  decimalSign: string,
  unit: DistanceUnit = KM,
): PlanForm {
  const number = (value: number | null): string => numberText(value, decimalSign);
  const whole = (km: number | null): string => number(km === null ? null : Math.round(km / unit.km));
  const reading = (value: number | null, each = 1): string =>
    readingText(value === null ? null : roundTo(value / each, 1), decimalSign);
  if (!plan)
    return {
      kind: 'service',
      name: '',
      interval_km: '',
      interval_hours: '',
      interval_months: '',
      repeats: true,
      last_done_on: now.day,
      last_done_km: reading(now.km, unit.km),
      last_done_hours: reading(now.hours),
      warn_km: whole(PLAN_WARNING.km),
      warn_hours: String(PLAN_WARNING.hours),
      warn_days: String(PLAN_WARNING.days),
      note: '',
    };
  return {
    kind: plan.kind,
    name: plan.name,
    interval_km: whole(plan.interval_km),
    interval_hours: number(plan.interval_hours),
    interval_months: number(plan.interval_months),
    repeats: plan.repeats,
    last_done_on: plan.last_done_on ?? '',
    last_done_km: reading(plan.last_done_km, unit.km),
    last_done_hours: reading(plan.last_done_hours),
    warn_km: whole(plan.warn_km),
    warn_hours: String(plan.warn_hours),
    warn_days: String(plan.warn_days),
    note: plan.note,
  };
}

/** Of a short interval the usual warning would begin before it does: then it is a fifth of the interval. */
const WARNING_SHARE = 5;
const MONTH_DAYS = 30;

/** The warnings that go with the intervals as they stand in their fields, where nobody chose others. */
export function usualWarnings(form: PlanForm, usual: Warnings, typed: readonly PlanField[]): Warnings {
  const of = (warn: keyof Warnings, interval: PlanField, each = 1): string => {
    if (typed.includes(warn)) return form[warn];
    const whole = readNumber(String(form[interval])) ?? null;
    const ahead = readNumber(usual[warn]) ?? 0;
    return whole === null ? usual[warn] : String(Math.min(ahead, Math.max(1, Math.floor((whole * each) / WARNING_SHARE))));
  };
  return {
    warn_km: of('warn_km', 'interval_km'),
    warn_hours: of('warn_hours', 'interval_hours'),
    warn_days: of('warn_days', 'interval_months', MONTH_DAYS),
  };
}
type Warnings = Pick<PlanForm, 'warn_km' | 'warn_hours' | 'warn_days'>;

/** When something is reached: kilometres and hours on the meters, and a day; null what does not count. */
export interface Limits {
  readonly km: number | null;
  readonly hours: number | null;
  readonly day: string | null;
}

/** What a plan comes to before it is saved: when it is due first, when that is said ahead, and how it would stand at once. */
export interface Outcome {
  readonly due: Limits;
  readonly warn: Limits;
  /** About when the meters reach it at the average use, where no day is fixed; null when nobody can tell. */
  readonly about: string | null;
  readonly state: 'ok' | 'due-soon' | 'overdue';
  /** What it counts in and the unit does not show. */
  readonly unknown: readonly ('km' | 'hours')[];
}

/** What a plan counts in and has nothing to count from. */
export const missingOf = (plan: PlanInput): ('km' | 'hours' | 'day')[] => [
  ...(plan.interval_km && typeof plan.last_done_km !== 'number' ? (['km'] as const) : []),
  ...(plan.interval_hours && typeof plan.last_done_hours !== 'number' ? (['hours'] as const) : []),
  ...(plan.interval_months && !plan.last_done_on ? (['day'] as const) : []),
];

/** SRV-002, SRV-003: as the server judges it once it is saved. Null as long as the plan counts in nothing, or has not all that it counts from. */
export function outcomeOf(plan: PlanInput, now: ServicePlans['now'], perDay: ServicePlans['per_day']): Outcome | null {
  const plus = (last: number | null | undefined, interval: number | null | undefined): number | null =>
    last === null || last === undefined || !interval ? null : last + interval;
  const { last_done_on: lastOn, interval_months: months } = plan;
  const due: Limits = {
    km: plus(plan.last_done_km, plan.interval_km),
    hours: plus(plan.last_done_hours, plan.interval_hours),
    day: lastOn && months ? addMonths(lastOn, months) : null,
  };
  if (missingOf(plan).length > 0 || (due.km === null && due.hours === null && due.day === null)) return null;
  const warn: Limits = {
    km: due.km === null ? null : due.km - (plan.warn_km ?? 0),
    hours: due.hours === null ? null : due.hours - (plan.warn_hours ?? 0),
    day: due.day === null ? null : addDays(due.day, -(plan.warn_days ?? 0)),
  };
  const isAt = (limits: Limits, isReached: (left: number) => boolean): boolean =>
    [
      limits.km === null || now.km === null ? [] : limits.km - now.km,
      limits.hours === null || now.hours === null ? [] : limits.hours - now.hours,
      limits.day === null ? [] : daysBetween(now.day, limits.day),
    ]
      .flat()
      .some(isReached);
  const reached = (limit: number | null, shown: number | null, each: number | null): string[] =>
    limit === null || shown === null || !each ? [] : [addDays(now.day, Math.max(0, Math.ceil((limit - shown) / each)))];
  const [about = null] = [...reached(due.km, now.km, perDay.km), ...reached(due.hours, now.hours, perDay.hours)].toSorted();
  return {
    due,
    warn,
    about: about !== null && about <= (due.day ?? addMonths(now.day, PLAN_MAX.months)) ? about : null,
    state: isAt(due, (left) => left < 0) ? 'overdue' : isAt(warn, (left) => left <= 0) ? 'due-soon' : 'ok',
    unknown: (['km', 'hours'] as const).filter((measure) => due[measure] !== null && now[measure] === null),
  };
}

/** A day that is told whole and has been: the meters are asked of it. */
export const dayBefore = (day: string, today: string): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && day < today ? day : undefined;

const WHOLE: readonly PlanField[] = ['interval_km', 'interval_hours', 'interval_months', 'warn_km', 'warn_hours', 'warn_days'];
const READINGS: readonly PlanField[] = ['last_done_km', 'last_done_hours'];

/** SRV-002, UNIT-015: what is wrong with a plan before it is sent; the server says the same. */
export function planFaults(form: PlanForm, today: string): PlanFaults {
  const faults: PlanFaults = {};
  for (const field of [...WHOLE, ...READINGS]) {
    const value = readNumber(form[field] as string);
    const isInterval = field.startsWith('interval');
    if (
      value === undefined ||
      (WHOLE.includes(field) && value !== null && !Number.isInteger(value)) ||
      (isInterval && value === 0)
    )
      faults[field] = 'ServiceNumberInvalid';
  }
  const has = (field: PlanField): boolean => form[field] !== '';
  if (!has('interval_km') && !has('interval_hours') && !has('interval_months')) faults.interval_km = 'SpecifyInterval';
  if (has('interval_months') && !has('last_done_on')) faults.last_done_on = 'SpecifyLastDone';
  if (has('interval_km') && !has('last_done_km')) faults.last_done_km = 'SpecifyReading';
  if (has('interval_hours') && !has('last_done_hours')) faults.last_done_hours = 'SpecifyReading';
  if (form.last_done_on > today) faults.last_done_on = 'DateInFuture';
  if (form.kind === 'other' && form.name.trim() === '') faults.name = 'SpecifyName';
  return faults;
}

const orNull = (text: string): number | null => readNumber(text) ?? null;

/** Kilometres of what was typed, to so many decimals. */
export const kmOf = (text: string, unit: DistanceUnit, decimals: number): number | null => {
  const value = orNull(text);
  return value === null || unit === KM ? value : roundTo(value * unit.km, decimals);
};

/** The fields as they are sent. An empty warning is none: it warns when the limit is reached. */
export const planInputOf = (form: PlanForm, unit: DistanceUnit = KM): PlanInput => ({
  kind: form.kind,
  name: form.name.trim(),
  interval_km: kmOf(form.interval_km, unit, 0),
  interval_hours: orNull(form.interval_hours),
  interval_months: orNull(form.interval_months),
  repeats: form.repeats,
  last_done_on: form.last_done_on || null,
  last_done_km: kmOf(form.last_done_km, unit, 1),
  last_done_hours: orNull(form.last_done_hours),
  warn_km: kmOf(form.warn_km, unit, 0) ?? 0,
  warn_hours: orNull(form.warn_hours) ?? 0,
  warn_days: orNull(form.warn_days) ?? 0,
  note: form.note.trim(),
});

const DISTANCES = ['interval_km', 'last_done_km', 'warn_km'] as const;

/** A plan as it is changed. A distance that nobody touched is sent as it was kept, whatever it is rounded to in its field. */
export const changedPlanOf = (form: PlanForm, first: PlanForm, plan: ServicePlan, unit: DistanceUnit): PlanInput => ({
  ...planInputOf(form, unit),
  ...Object.fromEntries(DISTANCES.filter((field) => form[field] === first[field]).map((field) => [field, plan[field]])),
  id: plan.id,
});

/** The fields of a plan, grouped as they are told when somebody else has changed them (ERR-041). */
export const PLAN_GROUPS = {
  PlanKind: ['kind'],
  PlanName: ['name'],
  PlanInterval: ['interval_km', 'interval_hours', 'interval_months', 'repeats'],
  PlanLastDone: ['last_done_on', 'last_done_km', 'last_done_hours'],
  PlanWarn: ['warn_km', 'warn_hours', 'warn_days'],
  Note: ['note'],
} as const satisfies Record<string, readonly PlanField[]>;

/** What the form of a plan began with, as it was told. */
export const planFactsOf = (plan: ServicePlan): Partial<ServicePlan> =>
  Object.fromEntries(
    Object.values(PLAN_GROUPS)
      .flat()
      .map((field) => [field, plan[field]]),
  );

export interface DoneForm {
  readonly done_on: string;
  readonly km: string;
  readonly hours: string;
  readonly workshop: string;
  readonly cost: string;
  readonly currency: NonNullable<EntryInput['currency']>;
  readonly note: string;
}
export type DoneField = keyof DoneForm;
export type DoneFaults = Partial<Record<DoneField, MessageKey>>;

export const doneFormOf = (
  now: ServicePlans['now'],
  currency: DoneForm['currency'],
  decimalSign: string,
  unit: DistanceUnit = KM,
): DoneForm => ({
  done_on: now.day,
  km: readingText(now.km === null ? null : roundTo(now.km / unit.km, 1), decimalSign),
  hours: readingText(now.hours, decimalSign),
  workshop: '',
  cost: '',
  currency,
  note: '',
});

/** SRV-004: what is wrong before it is sent: the interval starts again from a reading, so there must be one. */
export function doneFaults(form: DoneForm, plan: ServicePlan, today: string): DoneFaults {
  const faults: DoneFaults = {};
  for (const field of ['km', 'hours', 'cost'] as const)
    if (readNumber(form[field]) === undefined) faults[field] = 'ServiceNumberInvalid';
  if (plan.interval_km !== null && form.km.trim() === '') faults.km = 'SpecifyReading';
  if (plan.interval_hours !== null && form.hours.trim() === '') faults.hours = 'SpecifyReading';
  if (form.done_on === '') faults.done_on = 'InvalidDate';
  else if (form.done_on > today) faults.done_on = 'DateInFuture';
  return faults;
}

export function entryInputOf(form: DoneForm, planId: number, unit: DistanceUnit = KM): EntryInput {
  const cost = orNull(form.cost);
  return {
    plan_id: planId,
    done_on: form.done_on,
    km: kmOf(form.km, unit, 1),
    hours: orNull(form.hours),
    workshop: form.workshop.trim(),
    cost,
    ...(cost === null ? {} : { currency: form.currency }),
    note: form.note.trim(),
  };
}

/** How much of an interval is used up, from 0 to 1, by whichever of its measures is furthest; null when nothing is known. */
export function usedShare(plan: ServicePlan): number | null {
  const shares = [
    [plan.remaining_km, plan.interval_km],
    [plan.remaining_hours, plan.interval_hours],
    // A month is counted as thirty days: this is a bar, not a date.
    [plan.remaining_days, plan.interval_months === null ? null : plan.interval_months * 30],
  ].flatMap(([remaining, whole]) =>
    remaining === null || remaining === undefined || !whole ? [] : [Math.min(1, Math.max(0, 1 - remaining / whole))],
  );
  return shares.length === 0 ? null : Math.max(...shares);
}
