import type { PlanInput, ServicePlans } from '@spora/contract/maintenance/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { missingOf, outcomeOf, STATE_TONES, type DistanceUnit, type Limits } from '../plan-model.ts';
import styles from './service.module.css';

/** SRV-002: what will happen, in words, before a plan is saved: when it is due first and when that is said ahead. */
export function PlanOutcome(props: {
  plan: PlanInput;
  now: ServicePlans['now'];
  perDay: ServicePlans['per_day'];
  distance: DistanceUnit;
}): ReactNode {
  const { plan, distance } = props;
  const t = useT();
  const format = useFormat();
  const outcome = outcomeOf(plan, props.now, props.perDay);
  const missing = missingOf(plan);
  if (missing.length > 0)
    return (
      <section className={styles['outcome']} aria-label={t('PlanOutcome')}>
        <strong>{t('PlanOutcome')}</strong>
        <p>{t(`PlanOutcomeMissing-${missing[0] ?? 'day'}`)}</p>
      </section>
    );
  if (!outcome) return null;
  const text = ({ km, hours, day }: Limits): string =>
    [
      km === null ? [] : t('PlanAt', { amount: `${format.number(km / distance.km)}\u00a0${distance.name}` }),
      hours === null ? [] : t('PlanAt', { amount: format.hours(hours) }),
      day ?? [],
    ]
      .flat()
      .reduce((all, part) => t('PlanOr', { first: all, second: part }));
  return (
    <section className={styles['outcome']} aria-label={t('PlanOutcome')}>
      <p className={styles['planTop']}>
        <strong>{t('PlanOutcome')}</strong>
        {(outcome.unknown.length === 0 || outcome.state !== 'ok') && (
          <Badge tone={STATE_TONES[outcome.state]}>{t(`PlanState-${outcome.state}`)}</Badge>
        )}
      </p>
      {outcome.unknown.map((measure) => (
        <p key={measure}>{t(`PlanMissing-${measure}`)}</p>
      ))}
      <dl className={styles['facts']}>
        <div>
          <dt>{t('PlanDue')}</dt>
          <dd>
            <Unbroken>{text(outcome.due)}</Unbroken>
          </dd>
        </div>
        {outcome.about !== null && (
          <div>
            <dt>{t('PlanAtThisUse')}</dt>
            <dd>
              <Unbroken>{t('PlanAbout', { day: outcome.about })}</Unbroken>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('PlanSaidAhead')}</dt>
          <dd>
            <Unbroken>{text(outcome.warn)}</Unbroken>
          </dd>
        </div>
      </dl>
    </section>
  );
}
