import type { PlanInput } from '@spora/contract/maintenance/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import type { Measure } from '../ahead-check.ts';
import { fieldOf, type EachOutcome, type OwnReadings } from '../many-model.ts';
import { STATE_TONES, type DistanceUnit } from '../plan-model.ts';
import { useShowsNow } from '../use-shows-now.ts';
import { NumberField } from './number-field.tsx';
import frame from '../../../ui/section.module.css';
import styles from './service.module.css';

const STATES = ['overdue', 'due-soon', 'ok'] as const;
const NAMED_MAX = 3;

/** SRV-002: what a plan comes to for many units, each of which counts from its own meters: when, and how each stands at once. */
export function ManyOutcome(props: {
  plan: PlanInput;
  distance: DistanceUnit;
  each: readonly EachOutcome[];
  count: number;
}): ReactNode {
  const { plan, distance, each } = props;
  const t = useT();
  const format = useFormat();
  const { interval_months: months, last_done_on: day } = plan;
  const byTime = each.filter(({ isByTimeAlone }) => isByTimeAlone);
  // What none of them counts in is not told.
  const isAllByTime = each.length > 0 && byTime.length === each.length;
  const km = isAllByTime ? null : plan.interval_km;
  const hours = isAllByTime ? null : plan.interval_hours;
  const parts = [
    km ? `${format.number(km / distance.km)}\u00a0${distance.name}` : [],
    hours ? format.hours(hours) : [],
    months ? t('PlanMonthsCount', { count: months }) : [],
  ].flat();
  if (parts.length === 0 || !day) return null;
  const intervals = parts.reduce((all, part) => t('PlanOr', { first: all, second: part }));
  const names = (units: readonly EachOutcome[]): string => {
    const more = units.length - NAMED_MAX;
    return (
      units
        .slice(0, NAMED_MAX)
        .map(({ name }) => name)
        .join(', ') + (more > 0 ? ` +${more}` : '')
    );
  };
  const unread = each.filter(({ missing }) => missing.length > 0);
  const count = props.count - unread.length;
  return (
    <section className={styles['outcome']} aria-label={t('PlanOutcome')}>
      <strong>{t('PlanOutcome')}</strong>
      {count > 0 && (
        <p>
          <Unbroken>{t('PlanOutcomeMany', { count, intervals, day })}</Unbroken>
        </p>
      )}
      <dl className={styles['facts']}>
        {STATES.map((state) => ({ state, units: each.filter(({ outcome }) => outcome?.state === state) })).map(
          ({ state, units }) =>
            units.length > 0 && (
              <div key={state}>
                <dt>
                  <Badge tone={STATE_TONES[state]}>{t(`PlanState-${state}`)}</Badge>
                </dt>
                <dd>{names(units)}</dd>
              </div>
            ),
        )}
        {byTime.length > 0 && !isAllByTime && (
          <div>
            <dt>{t('PlanOutcomeTimeAlone')}</dt>
            <dd>{names(byTime)}</dd>
          </div>
        )}
        {unread.length > 0 && (
          <div>
            <dt>{t('PlanOutcomeUnknown')}</dt>
            <dd>{names(unread)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** What nobody knows the meters of some of the units showed: typed for each, or counted by time alone. */
export function UnreadUnits(props: {
  each: readonly EachOutcome[];
  typed: Readonly<Record<string, OwnReadings>>;
  distance: DistanceUnit;
  hasMonths: boolean;
  isTimeAlone: boolean;
  onTimeAlone: (isOn: boolean) => void;
  errorOf: (field: string) => string | null;
  onChange: (imei: string, measure: Measure, text: string) => void;
}): ReactNode {
  const { typed, distance, hasMonths, isTimeAlone, errorOf } = props;
  const t = useT();
  const { hourUnit } = useFormat();
  const showsNow = useShowsNow(distance);
  const unread = props.each.filter(({ asked }) => asked.length > 0);
  if (unread.length === 0) return null;
  return (
    <>
      <p className={frame['soft']}>{t('PlanReadingsUnknown', { count: unread.length, way: hasMonths ? 'time' : 'other' })}</p>
      {hasMonths && <CheckBox label={t('PlanTimeAlone')} checked={isTimeAlone} onChange={props.onTimeAlone} />}
      <div className={styles['pair']}>
        {unread.flatMap(({ imei, name, asked, shows }) =>
          asked.map((measure) => (
            <NumberField
              key={fieldOf(imei, measure)}
              label={asked.length > 1 && measure === 'hours' ? `${name}, ${t('PlanHours')}` : name}
              name={fieldOf(imei, measure)}
              unit={measure === 'km' ? distance.name : hourUnit}
              value={typed[imei]?.[measure] ?? ''}
              help={showsNow(measure, shows, typed[imei]?.[measure] ?? '') ?? undefined}
              error={errorOf(fieldOf(imei, measure))}
              onChange={(text) => props.onChange(imei, measure, text)}
            />
          )),
        )}
      </div>
    </>
  );
}
