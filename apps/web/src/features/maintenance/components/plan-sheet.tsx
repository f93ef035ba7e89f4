import { PLAN_KINDS, type ServicePlan, type ServicePlans } from '@spora/contract/maintenance/endpoints';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useState, type ReactNode } from 'react';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { ChangedMeanwhile, differences, isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { PLAN_GROUPS, planFactsOf, planFaults, planFormOf, planInputOf, type PlanField, type PlanForm } from '../plan-model.ts';
import { usePlanChanges } from '../plan-queries.ts';
import { usePlanTexts } from '../use-plan-texts.ts';
import { FormEnd } from './form-end.tsx';
import { NumberField } from './number-field.tsx';
import frame from '../../../ui/section.module.css';
import styles from './service.module.css';

interface Fields {
  readonly form: PlanForm;
  readonly set: <F extends PlanField>(field: F, value: PlanForm[F]) => void;
  readonly errorOf: (field: PlanField) => string | null;
}

/** SRV-002: a plan, new or changed. */
export function PlanSheet(props: { imei: string; data: ServicePlans; plan: ServicePlan | null; onClose: () => void }): ReactNode {
  const { imei, data, plan } = props;
  const t = useT();
  const toasts = useToasts();
  const { language } = useLanguage();
  const formOf = (from: ServicePlan | null): PlanForm => planFormOf(from, data.now, LANGUAGE_FACTS[language].decimalSign);
  const [first] = useState(() => formOf(plan));
  // What the form was opened with: the list goes on.
  const [began, setBegan] = useState(plan);
  const { save } = usePlanChanges(imei);
  const write = (form: PlanForm, was?: Partial<ServicePlan>): void =>
    save.mutate(
      { ...planInputOf(form, plan?.id), ...(was ? { was } : {}) },
      {
        onSuccess: () => {
          toasts.show({ text: t('Saved') });
          props.onClose();
        },
      },
    );
  const draft = useDraftForm({
    first,
    faultsOf: (form) => planFaults(form, data.now.day),
    write: save,
    send: (form) => write(form, began ? planFactsOf(began) : undefined),
  });
  const { form } = draft;
  const close = useCarefulClose(draft.isUnsaved, props.onClose);
  const theirs = isChangedMeanwhile(save.error) && data.plans.find(({ id }) => id === plan?.id);
  const fields: Fields = { form, set: draft.set, errorOf: draft.errorOf };
  return (
    <Sheet title={plan ? t('PlanEditTitle') : t('PlanAdd')} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={draft.place} className={styles['form']} noValidate onSubmit={draft.submit}>
        <What {...fields} />
        <Interval {...fields} />
        <Last {...fields} today={data.now.day} />
        <Ahead {...fields} />
        <TextArea
          label={t('Note')}
          name="note"
          value={form.note}
          maxLength={1000}
          onChange={(event) => fields.set('note', event.target.value)}
          error={fields.errorOf('note')}
        />
        {began && theirs && (
          <PlanChanged
            began={began}
            theirs={theirs}
            onTakeTheirs={() => {
              setBegan(theirs);
              draft.restart(formOf(theirs));
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

function What({ form, set, errorOf }: Fields): ReactNode {
  const t = useT();
  return (
    <div className={styles['pair']}>
      <SelectField
        label={t('PlanKind')}
        value={form.kind}
        onChange={(event) => set('kind', PLAN_KINDS.find((each) => each === event.target.value) ?? 'other')}
      >
        {PLAN_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`PlanKind-${kind}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={form.kind === 'other' ? t('PlanName') : t('PlanNameOptional')}
        name="name"
        maxLength={60}
        autoComplete="off"
        value={form.name}
        onChange={(event) => set('name', event.target.value)}
        error={errorOf('name')}
      />
    </div>
  );
}

function Interval({ form, set, errorOf }: Fields): ReactNode {
  const t = useT();
  const field = (name: 'interval_km' | 'interval_hours' | 'interval_months', label: string, unit: string) => (
    <NumberField
      label={label}
      name={name}
      unit={unit}
      value={form[name]}
      error={errorOf(name)}
      onChange={(value) => set(name, value)}
    />
  );
  return (
    <fieldset className={styles['group']}>
      <legend>{t('PlanInterval')}</legend>
      <p className={frame['soft']}>{t('PlanIntervalHelp')}</p>
      <div className={styles['triple']}>
        {field('interval_km', t('PlanDistance'), 'km')}
        {field('interval_hours', t('PlanHours'), 'h')}
        {field('interval_months', t('PlanTime'), t('PlanMonths'))}
      </div>
      <CheckBox
        label={t('PlanRepeats')}
        help={t('PlanRepeatsHelp')}
        checked={form.repeats}
        onChange={(value) => set('repeats', value)}
      />
    </fieldset>
  );
}

function Last({ form, set, errorOf, today }: Fields & { today: string }): ReactNode {
  const t = useT();
  const counts = { km: form.interval_km.trim() !== '', hours: form.interval_hours.trim() !== '' };
  return (
    <fieldset className={styles['group']}>
      <legend>{t('PlanLastDone')}</legend>
      <p className={frame['soft']}>{t('PlanLastDoneHelp')}</p>
      <div className={styles['triple']}>
        <DayField
          label={t('PlanDate')}
          value={form.last_done_on}
          max={today}
          onChange={(day) => set('last_done_on', day)}
          error={errorOf('last_done_on')}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
        />
        {(counts.km || form.last_done_km !== '') && (
          <NumberField
            label={t('PlanOdometer')}
            name="last_done_km"
            unit="km"
            value={form.last_done_km}
            error={errorOf('last_done_km')}
            onChange={(value) => set('last_done_km', value)}
          />
        )}
        {(counts.hours || form.last_done_hours !== '') && (
          <NumberField
            label={t('PlanHours')}
            name="last_done_hours"
            unit="h"
            value={form.last_done_hours}
            error={errorOf('last_done_hours')}
            onChange={(value) => set('last_done_hours', value)}
          />
        )}
      </div>
    </fieldset>
  );
}

function Ahead({ form, set, errorOf }: Fields): ReactNode {
  const t = useT();
  const fields = [
    form.interval_km.trim() !== '' && (['warn_km', t('PlanDistance'), 'km'] as const),
    form.interval_hours.trim() !== '' && (['warn_hours', t('PlanHours'), 'h'] as const),
    form.interval_months.trim() !== '' && (['warn_days', t('PlanTime'), t('PlanDays')] as const),
  ].filter((field) => field !== false);
  if (fields.length === 0) return null;
  return (
    <fieldset className={styles['group']}>
      <legend>{t('PlanWarn')}</legend>
      <p className={frame['soft']}>{t('PlanWarnHelp')}</p>
      <div className={styles['triple']}>
        {fields.map(([name, label, unit]) => (
          <NumberField
            key={name}
            label={label}
            name={name}
            unit={unit}
            value={form[name]}
            error={errorOf(name)}
            onChange={(value) => set(name, value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
