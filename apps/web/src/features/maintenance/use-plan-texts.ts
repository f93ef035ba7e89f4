import type { PlanKind, ServicePlan } from '@spora/contract/maintenance/endpoints';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useKeptKm } from '../../lib/unit-measures.tsx';

/** For what comes first, not for a date. */
const MONTH_DAYS = 30;
const SPACE = '\u00a0';

/** Words for plans and readings, the same on the tab, in the overview and in the file. */
export function usePlanTexts() {
  const t = useT();
  const format = useFormat();
  const kept = useKeptKm();
  const km = (value: number): string => kept(value, `${format.number(value)}${SPACE}km`);
  const hours = (value: number): string => format.hours(value);

  const name = (plan: { readonly kind: PlanKind; readonly name: string }): string => plan.name || t(`PlanKind-${plan.kind}`);

  const interval = (plan: ServicePlan): string => {
    const parts = [
      plan.interval_km === null ? [] : km(plan.interval_km),
      plan.interval_hours === null ? [] : hours(plan.interval_hours),
      plan.interval_months === null ? [] : t('PlanMonthsCount', { count: plan.interval_months }),
    ].flat();
    const intervals = parts.reduce((all, part) => t('PlanOr', { first: all, second: part }));
    return plan.repeats ? t('PlanEvery', { intervals }) : t('PlanOnce', { intervals });
  };

  /** What is left of each measure, or how far it is past: what is furthest past or nearest, by its interval, first. */
  const remaining = (plan: ServicePlan): { text: string; isLate: boolean }[] => {
    const amount = (value: number, words: (value: number) => string): string =>
      t(value < 0 ? 'PlanPast' : 'PlanLeft', { amount: words(Math.abs(value)) });
    const daysText = (days: number): string =>
      days === 0 ? t('PlanToday') : days > 0 ? t('PlanDaysLeft', { count: days }) : t('PlanDaysLate', { count: -days });
    const measures = [
      { value: plan.remaining_km, whole: plan.interval_km, textOf: (value: number) => amount(value, km) },
      { value: plan.remaining_hours, whole: plan.interval_hours, textOf: (value: number) => amount(value, hours) },
      { value: plan.remaining_days, whole: (plan.interval_months ?? 0) * MONTH_DAYS, textOf: daysText },
    ];
    return measures
      .flatMap(({ value, whole, textOf }) =>
        value === null ? [] : [{ text: textOf(value), isLate: value < 0, share: value / (whole || 1) }],
      )
      .toSorted((a, b) => a.share - b.share)
      .map(({ text, isLate }) => ({ text, isLate }));
  };

  /** When it is due: the day of its months, or about when its distance or hours are reached at the average use. */
  const due = ({ forecast_on, due_on, remaining_km, remaining_hours }: ServicePlan): string => {
    const isReached = [remaining_km, remaining_hours].some((value) => value !== null && value <= 0);
    return forecast_on === null || forecast_on === due_on || isReached
      ? (forecast_on ?? '')
      : t('PlanAbout', { day: forecast_on });
  };

  /** At which distance and hours it is due, beside its day. */
  const dueAt = (plan: ServicePlan): string[] =>
    [plan.due_km === null ? [] : km(plan.due_km), plan.due_hours === null ? [] : hours(plan.due_hours)]
      .flat()
      .map((amount) => t('PlanAt', { amount }));

  const reading = (values: { readonly km: number | null; readonly hours: number | null }): string =>
    [values.km === null ? [] : km(values.km), values.hours === null ? [] : hours(values.hours)].flat().join(', ');

  const lastDone = (plan: ServicePlan): string =>
    [
      plan.last_done_on ?? [],
      plan.interval_km === null || plan.last_done_km === null ? [] : km(plan.last_done_km),
      plan.interval_hours === null || plan.last_done_hours === null ? [] : hours(plan.last_done_hours),
    ]
      .flat()
      .join(', ');

  return { km, hours, name, interval, remaining, due, dueAt, reading, lastDone };
}
