import type { ServicePlan, ServicePlans } from '@spora/contract/maintenance/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { STATE_TONES, usedShare } from '../plan-model.ts';
import { usePlanTexts } from '../use-plan-texts.ts';
import frame from '../../../ui/section.module.css';
import styles from './service.module.css';

/** SRV-003: one plan with its state, how much of its interval is used up, and when it is expected. */
export function PlanCard(props: {
  plan: ServicePlan;
  can: ServicePlans['can'];
  onDone: () => void;
  onEdit: () => void;
  onRemove: () => void;
}): ReactNode {
  const { plan, can } = props;
  const t = useT();
  const texts = usePlanTexts();
  const name = texts.name(plan);
  const share = usedShare(plan);
  const remaining = texts.remaining(plan);
  const due = texts.due(plan);
  const lastDone = texts.lastDone(plan);
  return (
    <article className={styles['plan']} aria-label={name}>
      <div className={styles['planTop']}>
        <h4 className={styles['planName']}>{name}</h4>
        <Badge tone={STATE_TONES[plan.state]}>{t(`PlanState-${plan.state}`)}</Badge>
      </div>
      <p className={frame['soft']}>{texts.interval(plan)}</p>
      {share !== null && plan.state !== 'done' && (
        <meter className={styles['meter']} data-state={plan.state} value={share} aria-label={t('PlanUsed')} />
      )}
      {remaining.length > 0 && <p className={styles['left']}>{remaining.map(({ text }) => text).join(' · ')}</p>}
      {plan.missing.map((measure) => (
        <p key={measure} className={styles['missing']}>
          <Icon name="information" size={16} />
          {t(`PlanMissing-${measure}`)}
        </p>
      ))}
      <dl className={styles['facts']}>
        {plan.state !== 'done' && (
          <div>
            <dt>{t('PlanDue')}</dt>
            <dd>
              {plan.forecast_on === null ? (
                <span className={frame['soft']}>{t('PlanExpectedUnknown')}</span>
              ) : (
                <Unbroken>{[due.first, due.latest ?? []].flat().join(', ')}</Unbroken>
              )}
            </dd>
          </div>
        )}
        {lastDone !== '' && (
          <div>
            <dt>{t('PlanLastDone')}</dt>
            <dd>
              <Unbroken>{lastDone}</Unbroken>
            </dd>
          </div>
        )}
      </dl>
      {plan.note !== '' && <p className={styles['note']}>{plan.note}</p>}
      {(can.record || can.edit) && (
        <div className={styles['actions']}>
          {can.record && plan.state !== 'done' && (
            <Button isSmall icon="check" aria-label={`${t('PlanMarkDone')}: ${name}`} onClick={props.onDone}>
              {t('PlanMarkDone')}
            </Button>
          )}
          {can.edit && (
            <>
              <Button isSmall look="quiet" aria-label={`${t('PlanChange')}: ${name}`} onClick={props.onEdit}>
                {t('PlanChange')}
              </Button>
              <Button isSmall look="quiet" aria-label={`${t('PlanRemove')}: ${name}`} onClick={props.onRemove}>
                {t('PlanRemove')}
              </Button>
            </>
          )}
        </div>
      )}
    </article>
  );
}
