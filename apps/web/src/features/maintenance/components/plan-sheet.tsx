import type { ServicePlan, ServicePlans } from '@spora/contract/maintenance/endpoints';
import type { UnitKind } from '@spora/contract/units/values';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useState, type ReactNode } from 'react';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { ChangedMeanwhile, differences, isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { aheadOf, useAheadCheck } from '../ahead-check.ts';
import {
  changedPlanOf,
  distanceUnitOf,
  PLAN_GROUPS,
  planFactsOf,
  planFaults,
  planFormOf,
  planInputOf,
  planKindsFor,
  type PlanForm,
} from '../plan-model.ts';
import { usePlanChanges } from '../plan-queries.ts';
import { usePlanTexts } from '../use-plan-texts.ts';
import { FormEnd } from './form-end.tsx';
import { PlanFields } from './plan-fields.tsx';
import { PlanOutcome } from './plan-outcome.tsx';
import { ReadingsAhead } from './readings-ahead.tsx';
import styles from './service.module.css';

/** SRV-002: a plan that is changed. */
export function PlanSheet(props: {
  imei: string;
  unit: { readonly name: string; readonly kind: UnitKind };
  data: ServicePlans;
  plan: ServicePlan;
  onClose: () => void;
}): ReactNode {
  const { imei, unit, data, plan } = props;
  const t = useT();
  const toasts = useToasts();
  const { language } = useLanguage();
  const distance = distanceUnitOf([unit.kind]);
  const formOf = (from: ServicePlan): PlanForm => planFormOf(from, data.now, LANGUAGE_FACTS[language].decimalSign, distance);
  const [first] = useState(() => formOf(plan));
  // What the form was opened with: the list goes on.
  const [began, setBegan] = useState(plan);
  const { save } = usePlanChanges(imei);
  const check = useAheadCheck();
  // What was kept already is not asked about again.
  const aheadsOf = (form: PlanForm) => {
    const { last_done_km: km = null, last_done_hours: hours = null } = changedPlanOf(form, draft.first, began, distance);
    const changed = { km: km === began.last_done_km ? null : km, hours: hours === began.last_done_hours ? null : hours };
    return aheadOf(changed, data.now);
  };
  const write = (form: PlanForm, was?: Partial<ServicePlan>): void =>
    save.mutate(
      {
        ...changedPlanOf(form, draft.first, began, distance),
        ...(check.isConfirmed(aheadsOf(form)) ? { confirmed: true } : {}),
        ...(was ? { was } : {}),
      },
      {
        onSuccess: () => {
          toasts.show({ text: t('Saved') });
          props.onClose();
        },
      },
    );
  const draft = useDraftForm({
    first,
    faultsOf: (form) => {
      const { km: last_done_km, hours: last_done_hours } = check.faultsOf(aheadsOf(form));
      return { last_done_km, last_done_hours, ...planFaults(form, data.now.day) };
    },
    write: save,
    send: (form) => write(form, planFactsOf(began)),
  });
  const { form } = draft;
  const close = useCarefulClose(draft.isUnsaved, props.onClose);
  const theirs = isChangedMeanwhile(save.error) && data.plans.find(({ id }) => id === plan.id);
  return (
    <Sheet title={t('PlanEditTitle', { name: unit.name })} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={draft.place} className={styles['form']} noValidate onSubmit={draft.submit}>
        <PlanFields
          form={form}
          set={draft.set}
          errorOf={draft.errorOf}
          kinds={planKindsFor([unit.kind], plan.kind)}
          distance={distance}
          today={data.now.day}
          counted={undefined}
          shows={data.now}
          ahead={<ReadingsAhead aheads={aheadsOf(form)} distance={distance} check={check} />}
          outcome={<PlanOutcome plan={planInputOf(form, distance)} now={data.now} perDay={data.per_day} distance={distance} />}
        />
        {theirs && (
          <PlanChanged
            began={began}
            theirs={theirs}
            onTakeTheirs={() => {
              setBegan(theirs);
              draft.rebase(formOf(theirs));
              save.reset();
            }}
            onOverwrite={() => write(form)}
          />
        )}
        <FormEnd failure={theirs ? null : save.error} isSaving={save.isPending} saveText={t('Save')} onClose={close} />
      </form>
    </Sheet>
  );
}

/** ERR-041: what somebody else has made of the plan. */
function PlanChanged(props: {
  began: ServicePlan;
  theirs: ServicePlan;
  onTakeTheirs: () => void;
  onOverwrite: () => void;
}): ReactNode {
  const { theirs } = props;
  const t = useT();
  const texts = usePlanTexts();
  const ahead = [
    theirs.interval_km === null ? [] : texts.km(theirs.warn_km),
    theirs.interval_hours === null ? [] : texts.hours(theirs.warn_hours),
    theirs.interval_months === null ? [] : `${theirs.warn_days} ${t('PlanDays')}`,
  ].flat();
  const last = [theirs.last_done_on ?? [], texts.reading({ km: theirs.last_done_km, hours: theirs.last_done_hours }) || []];
  const values: Record<keyof typeof PLAN_GROUPS, string> = {
    PlanKind: t(`PlanKind-${theirs.kind}`),
    PlanName: theirs.name,
    PlanInterval: texts.interval(theirs),
    PlanLastDone: last.flat().join(', '),
    PlanWarn: ahead.join(', '),
    Note: theirs.note,
  };
  const changed = differences<ServicePlan>(planFactsOf(props.began), theirs);
  const groups = (Object.keys(PLAN_GROUPS) as (keyof typeof PLAN_GROUPS)[]).filter((group) =>
    PLAN_GROUPS[group].some((field) => changed.includes(field)),
  );
  return (
    <ChangedMeanwhile
      changes={groups.map((group) => ({ label: t(group), value: values[group] || '–' }))}
      onTakeTheirs={props.onTakeTheirs}
      onOverwrite={props.onOverwrite}
    />
  );
}
