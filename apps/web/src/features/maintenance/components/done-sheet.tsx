import type { ServicePlan, ServicePlans } from '@spora/contract/maintenance/endpoints';
import { CURRENCIES } from '@spora/contract/maintenance/values';
import type { UnitKind } from '@spora/contract/units/values';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../lib/send-context.tsx';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { useErrorText, useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { DayField } from '../../../ui/day-field.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { aheadOf, behindOf, useAheadCheck } from '../ahead-check.ts';
import { dayBefore, distanceUnitOf, doneFaults, doneFormOf, entryInputOf } from '../plan-model.ts';
import { plansQuery, usePlanChanges } from '../plan-queries.ts';
import { usePlanTexts } from '../use-plan-texts.ts';
import { FormEnd } from './form-end.tsx';
import { NumberField } from './number-field.tsx';
import { ReadingsAhead } from './readings-ahead.tsx';
import frame from '../../../ui/section.module.css';
import styles from './service.module.css';

type Reading = 'km' | 'hours';

/** SRV-004: what was done, where, at which reading and for how much. */
export function DoneSheet(props: {
  imei: string;
  /** Where it is not said by what it is opened from. */
  unitName?: string;
  kind: UnitKind;
  data: ServicePlans;
  plan: ServicePlan;
  onClose: () => void;
}): ReactNode {
  const { imei, data, plan } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const { hourUnit } = useFormat();
  const name = usePlanTexts().name(plan);
  const { language } = useLanguage();
  const distance = distanceUnitOf([props.kind]);
  const currency = CURRENCIES.find((each) => each === data.currency) ?? 'SEK';
  const formOf = (now: ServicePlans['now']) => doneFormOf(now, currency, LANGUAGE_FACTS[language].decimalSign, distance);
  const [first] = useState(() => formOf(data.now));
  const [typed, setTyped] = useState<readonly Reading[]>([]);
  const [day, setDay] = useState(data.now.day);
  const on = dayBefore(day, data.now.day);
  const then = useQuery({ ...plansQuery(useSend(), imei, on), enabled: on !== undefined }).data?.then;
  const shownThen = (on !== undefined && then) || data.now;
  // What the meters showed on the day that is chosen, where nobody typed.
  const shown = formOf(shownThen);
  const withReadings = <F extends { km: string; hours: string }>(form: F): F => ({
    ...form,
    km: typed.includes('km') ? form.km : shown.km,
    hours: typed.includes('hours') ? form.hours : shown.hours,
  });
  const { record, takeBack } = usePlanChanges(imei);
  const undo = (id: number): void =>
    takeBack.mutate(id, { onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }) });

  const check = useAheadCheck();
  const aheadsOf = (form: typeof first) => {
    const { km = null, hours = null } = entryInputOf(form, plan.id, distance);
    // Of an earlier day they showed less than now: nothing is asked until it is known how much.
    const behinds = on === undefined || then ? behindOf({ km, hours }, shownThen) : [];
    return [...aheadOf({ km, hours }, data.now), ...behinds];
  };
  const draft = useDraftForm({
    first,
    faultsOf: (draft) => ({
      ...check.faultsOf(aheadsOf(withReadings(draft))),
      ...doneFaults(withReadings(draft), plan, data.now.day),
    }),
    write: record,
    send: (draft) => {
      const asked = withReadings(draft);
      const confirmed = check.isConfirmed(aheadsOf(asked));
      record.mutate(
        { ...entryInputOf(asked, plan.id, distance), ...(confirmed ? { confirmed } : {}) },
        {
          onSuccess: ({ id }) => {
            toasts.show({ text: t('DoneSaved', { name }), action: { label: t('Undo'), run: () => undo(id) } });
            props.onClose();
          },
        },
      );
    },
  });
  const { errorOf, isUnsaved, submit, place } = draft;
  const form = withReadings(draft.form);
  const set: typeof draft.set = (field, value) => {
    if (field === 'km' || field === 'hours') setTyped((before) => [...before, field]);
    if (field === 'done_on') setDay(String(value));
    draft.set(field, value);
  };
  const close = useCarefulClose(isUnsaved, props.onClose);
  return (
    <Sheet
      title={props.unitName ? `${props.unitName}: ${t('DoneTitle', { name })}` : t('DoneTitle', { name })}
      closeLabel={t('Close')}
      isOpen
      onClose={close}
    >
      <form ref={place} className={styles['form']} noValidate onSubmit={submit}>
        {plan.repeats && <p className={frame['soft']}>{t('DoneLead')}</p>}
        <div className={styles['pair']}>
          <DayField
            label={t('PlanDate')}
            value={form.done_on}
            max={data.now.day}
            onChange={(day) => set('done_on', day)}
            error={errorOf('done_on')}
            texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
          />
          {(plan.interval_km !== null || data.now.km !== null) && (
            <NumberField
              label={distance.name === 'nm' ? t('LogReading') : t('PlanOdometer')}
              name="km"
              unit={distance.name}
              value={form.km}
              error={errorOf('km')}
              onChange={(value) => set('km', value)}
            />
          )}
          {(plan.interval_hours !== null || data.now.hours !== null) && (
            <NumberField
              label={t('PlanHours')}
              name="hours"
              unit={hourUnit}
              value={form.hours}
              error={errorOf('hours')}
              onChange={(value) => set('hours', value)}
            />
          )}
        </div>
        <ReadingsAhead aheads={aheadsOf(form)} distance={distance} check={check} />
        <TextField
          label={t('DoneWorkshop')}
          name="workshop"
          maxLength={100}
          value={form.workshop}
          onChange={(event) => set('workshop', event.target.value)}
          error={errorOf('workshop')}
        />
        <div className={styles['money']}>
          <TextField
            label={t('DoneCost')}
            name="cost"
            inputMode="decimal"
            autoComplete="off"
            value={form.cost}
            onChange={(event) => set('cost', event.target.value)}
            error={errorOf('cost')}
          />
          <SelectField
            label={t('DoneCurrency')}
            value={form.currency}
            onChange={(event) => set('currency', CURRENCIES.find((each) => each === event.target.value) ?? currency)}
          >
            {CURRENCIES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
        </div>
        <TextArea
          label={t('Note')}
          name="note"
          maxLength={1000}
          value={form.note}
          onChange={(event) => set('note', event.target.value)}
          error={errorOf('note')}
        />
        <FormEnd failure={record.error} isSaving={record.isPending} saveText={t('PlanMarkDone')} onClose={close} />
      </form>
    </Sheet>
  );
}
