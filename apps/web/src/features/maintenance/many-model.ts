import type { PlanInput, ServicePlans } from '@spora/contract/maintenance/endpoints';
import type { MessageKey } from '@spora/messages/keys';
import { aheadOf, type Ahead, type Measure } from './ahead-check.ts';
import { kmOf, missingOf, outcomeOf, type DistanceUnit, type Outcome } from './plan-model.ts';
import { readNumber } from '../../lib/number-text.ts';

/** What was typed of the meters of one of many units. */
export type OwnReadings = Readonly<Partial<Record<Measure, string>>>;

/** A plan for many as it is written: each counts from its own meters, and one that nobody knows of may count by time alone. */
export interface ManyPlan {
  /** The plan without readings. */
  readonly plan: PlanInput;
  readonly typed: Readonly<Record<string, OwnReadings>>;
  readonly isTimeAlone: boolean;
  readonly distance: DistanceUnit;
}

/** The plan of one of the units, whose meters showed `shown` on the day that it counts from. */
export function planOfEach({ plan, typed, isTimeAlone, distance }: ManyPlan, imei: string, shown: Meters): PlanInput {
  const own = typed[imei] ?? {};
  const each: PlanInput = {
    ...plan,
    last_done_km: shown.km ?? kmOf(own.km ?? '', distance, 1),
    last_done_hours: shown.hours ?? kmOf(own.hours ?? '', { km: 1, name: 'km' }, 1),
  };
  if (!isTimeAlone || !plan.interval_months || unreadOf(each).length === 0) return each;
  const unread = unreadOf(each);
  return {
    ...each,
    interval_km: unread.includes('km') ? null : (each.interval_km ?? null),
    interval_hours: unread.includes('hours') ? null : (each.interval_hours ?? null),
  };
}
type Meters = Pick<ServicePlans['now'], Measure>;

const unreadOf = (plan: PlanInput): Measure[] => missingOf(plan).filter((each) => each !== 'day');

/** What a plan comes to for one of the units. */
export interface EachOutcome {
  readonly imei: string;
  readonly name: string;
  /** What its meters show now. */
  readonly shows: Meters;
  /** What nobody knows of it, typed or not. */
  readonly asked: readonly Measure[];
  /** What is still missing. */
  readonly missing: readonly Measure[];
  readonly isByTimeAlone: boolean;
  readonly outcome: Outcome | null;
  readonly aheads: readonly (Ahead & { readonly unitName: string })[];
  readonly faults: Readonly<Partial<Record<Measure, MessageKey>>>;
}

export function outcomeOfEach(
  many: ManyPlan,
  unit: { readonly imei: string; readonly name: string },
  data: ServicePlans,
): EachOutcome {
  const shown = data.then ?? data.now;
  const { [unit.imei]: own = {} } = many.typed;
  const plan = planOfEach(many, unit.imei, shown);
  const asked = unreadOf({ ...many.plan, last_done_km: shown.km, last_done_hours: shown.hours });
  const missing = unreadOf(plan);
  return {
    ...unit,
    shows: data.now,
    asked,
    missing,
    isByTimeAlone: Boolean(many.plan.interval_km || many.plan.interval_hours) && !plan.interval_km && !plan.interval_hours,
    outcome: outcomeOf(plan, data.now, data.per_day),
    aheads: aheadOf(
      {
        km: asked.includes('km') ? (plan.last_done_km ?? null) : null,
        hours: asked.includes('hours') ? (plan.last_done_hours ?? null) : null,
      },
      data.now,
    ).map((ahead) => ({ ...ahead, unitName: unit.name })),
    faults: Object.fromEntries(
      asked.flatMap((measure): [Measure, MessageKey][] =>
        readNumber(own[measure] ?? '') === undefined
          ? [[measure, 'ServiceNumberInvalid']]
          : missing.includes(measure)
            ? [[measure, 'SpecifyReading']]
            : [],
      ),
    ),
  };
}

/** Where the fault of a reading of one of the units stands in its form. */
export const fieldOf = (imei: string, measure: Measure): string => `${imei}-${measure}`;
