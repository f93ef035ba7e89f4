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

  /** What it counts in, with what is left of each: what is furthest past or nearest, by its interval, first. */
  const measures = (plan: ServicePlan) => {
    const amount = (value: number, words: (value: number) => string): string =>
      t(value < 0 ? 'PlanPast' : 'PlanLeft', { amount: words(Math.abs(value)) });
    const daysText = (days: number): string =>
      days === 0 ? t('PlanToday') : days > 0 ? t('PlanDaysLeft', { count: days }) : t('PlanDaysLate', { count: -days });
    const at = (due: number | null, words: (value: number) => string): string | null =>
      due === null ? null : t('PlanAt', { amount: words(due) });
    const all = [
      {
        value: plan.remaining_km,
        whole: plan.interval_km,
        textOf: (value: number) => amount(value, km),
        due: at(plan.due_km, km),
        isDay: false,
      },
      {
        value: plan.remaining_hours,
        whole: plan.interval_hours,
        textOf: (value: number) => amount(value, hours),
        due: at(plan.due_hours, hours),
        isDay: false,
      },
      {
        value: plan.remaining_days,
        whole: (plan.interval_months ?? 0) * MONTH_DAYS,
        textOf: daysText,
        due: plan.due_on,
        isDay: true,
      },
    ];
    const shareOf = ({ value, whole }: (typeof all)[number]): number => (value === null ? Infinity : value / (whole || 1));
    return all.toSorted((a, b) => shareOf(a) - shareOf(b));
  };

  /** What is left of each measure, or how far it is past. */
  const remaining = (plan: ServicePlan): { text: string; isLate: boolean }[] =>
    measures(plan).flatMap(({ value, textOf }) => (value === null ? [] : [{ text: textOf(value), isLate: value < 0 }]));

  /**
   * When it is due, what comes first before the rest: about when its distance or hours are reached at the average use, or where
   * nobody can tell what they stand at then, and the day of its months.
   */
  const due = (plan: ServicePlan): { first: string; meters: string[]; latest: string | null } => {
    const { forecast_on, due_on, remaining_km, remaining_hours } = plan;
    const [nearest, ...others] = measures(plan);
    const meters = [nearest, ...others].flatMap((each) => (each && !each.isDay && each.due !== null ? [each.due] : []));
    const isReached = [remaining_km, remaining_hours].some((value) => value !== null && value <= 0);
    const latest = due_on === null ? null : t('PlanLatest', { day: due_on });
    if (forecast_on === null) return { first: meters[0] ?? '', meters: meters.slice(1), latest: null };
    // Its limit is behind it: today's day is none that it falls due on.
    if (isReached) return { first: meters[0] ?? forecast_on, meters: meters.slice(1), latest };
    if (forecast_on !== due_on) return { first: t('PlanAbout', { day: forecast_on }), meters, latest };
    if (!nearest || nearest.isDay || nearest.due === null) return { first: forecast_on, meters, latest: null };
    return { first: nearest.due, meters: meters.slice(1), latest };
  };

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

  return { km, hours, name, interval, remaining, due, reading, lastDone };
}
