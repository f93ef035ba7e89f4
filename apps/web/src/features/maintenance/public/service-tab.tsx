import type { ServicePlan } from '@spora/contract/maintenance/endpoints';
import type { UnitKind } from '@spora/contract/units/values';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { hasOthers } from '../../../lib/rights.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { AddPlan } from '../components/add-plan.tsx';
import { DoneSheet } from '../components/done-sheet.tsx';
import { PlanCard } from '../components/plan-card.tsx';
import { PlanSheet } from '../components/plan-sheet.tsx';
import { ServiceHistory } from '../components/service-history.tsx';
import { planKindsFor } from '../plan-model.ts';
import { plansQuery, usePlanChanges } from '../plan-queries.ts';
import { usePlanTexts } from '../use-plan-texts.ts';
import frame from '../../../ui/section.module.css';
import styles from '../components/service.module.css';

type Open = { readonly what: 'add' } | { readonly what: 'edit' | 'done'; readonly plan: ServicePlan };

/** SRV-001: what is to be done on a unit and when, and what was done. */
export function ServiceTab(props: { imei: string; unit: { readonly name: string; readonly kind: UnitKind } }): ReactNode {
  const { imei, unit } = props;
  const t = useT();
  const user = useUser();
  const errors = useErrorText();
  const toasts = useToasts();
  const texts = usePlanTexts();
  const query = useQuery(plansQuery(useSend(), imei));
  const { data } = query;
  const changes = usePlanChanges(imei);
  const [open, setOpen] = useState<Open | null>(null);
  const [fixed] = useState([imei]);
  const close = (): void => setOpen(null);
  const failed = (failure: unknown) => toasts.show({ text: errors.text(failure), tone: 'danger' });

  if (!data) return <NotLoaded query={query} heights={[180, 120]} className={frame['sections']} isPart />;

  const remove = (plan: ServicePlan): void =>
    changes.remove.mutate(plan.id, {
      onSuccess: () =>
        toasts.show({
          text: t('PlanRemoved', { name: texts.name(plan) }),
          action: { label: t('Undo'), run: () => changes.restore.mutate(plan.id, { onError: failed }) },
        }),
      onError: failed,
    });
  const addButton = data.can.edit && (
    <Button look={data.plans.length === 0 ? 'primary' : 'plain'} icon="plus" onClick={() => setOpen({ what: 'add' })}>
      {t('PlanAdd')}
    </Button>
  );
  return (
    <div className={frame['sections']}>
      <section className={frame['section']} aria-labelledby="service-plans">
        <div className={frame['sectionTop']}>
          <h3 id="service-plans" className={frame['sectionTitle']}>
            {t('ServicePlans')}
          </h3>
          {data.plans.length > 0 && addButton}
        </div>
        {data.plans.length === 0 ? (
          <EmptyState icon="wrench" title={t('PlansNone')} action={addButton || undefined}>
            {data.can.edit
              ? t('PlansNoneText', {
                  unit: planKindsFor([unit.kind]).includes('inspection') ? 'inspected' : 'other',
                  who: hasOthers(user) ? 'others' : 'alone',
                })
              : t('PlansNoneReadText')}
          </EmptyState>
        ) : (
          <>
            <Meters data={data} />
            <ul className={styles['plans']}>
              {data.plans.map((plan) => (
                <li key={plan.id}>
                  <PlanCard
                    plan={plan}
                    can={data.can}
                    onDone={() => setOpen({ what: 'done', plan })}
                    onEdit={() => setOpen({ what: 'edit', plan })}
                    onRemove={() => remove(plan)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <ServiceHistory imei={imei} />
      {open?.what === 'add' && (
        <AddPlan
          units={[{ ...unit, imei, registration_number: null, department: null, hasPlan: data.plans.length > 0 }]}
          chosen={fixed}
          isFixed
          today={data.now.day}
          onClose={close}
        />
      )}
      {open?.what === 'edit' && <PlanSheet imei={imei} unit={unit} data={data} plan={open.plan} onClose={close} />}
      {open?.what === 'done' && <DoneSheet imei={imei} kind={unit.kind} data={data} plan={open.plan} onClose={close} />}
    </div>
  );
}

/** What the unit shows now, which the plans are held against. */
function Meters(props: {
  data: { now: { km: number | null; hours: number | null }; per_day: { km: number | null; hours: number | null } };
}): ReactNode {
  const { now, per_day: perDay } = props.data;
  const t = useT();
  const texts = usePlanTexts();
  const reading = texts.reading(now);
  const average = texts.reading({
    km: perDay.km,
    hours: now.hours === null || perDay.hours === null ? null : perDay.hours,
  });
  if (reading === '') return null;
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{t('PlanNow')}</dt>
        <dd>{reading}</dd>
      </div>
      {average !== '' && (
        <div>
          <dt>{t('PlanPerDay')}</dt>
          <dd>{average}</dd>
        </div>
      )}
    </dl>
  );
}
