import type { ServicePlans } from '@spora/contract/maintenance/endpoints';
import type { UnitKind } from '@spora/contract/units/endpoints';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useErrorText, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { PickBoxes } from '../../../ui/pick-boxes.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import {
  dayBefore,
  distanceUnitOf,
  planFaults,
  planFormOf,
  planInputOf,
  planKindsFor,
  usualWarnings,
  type PlanField,
  type PlanForm,
} from '../plan-model.ts';
import { plansQuery, useAddPlans, type Added } from '../plan-queries.ts';
import { FormEnd } from './form-end.tsx';
import { PlanFields } from './plan-fields.tsx';
import { PlanOutcome, PlanOutcomeOfMany } from './plan-outcome.tsx';
import styles from './service.module.css';

/** A unit that a plan can be added to. */
export interface PlanUnit {
  readonly imei: string;
  readonly name: string;
  readonly registration_number: string | null;
  readonly kind: UnitKind;
}

type Reading = 'last_done_km' | 'last_done_hours';

/**
 * SRV-002, SRV-007: a new plan, for one unit or for many. Which they are stays in sight and can be changed, unless it is opened from
 * a unit: then the title says it.
 */
export function AddPlan(props: {
  units: readonly PlanUnit[];
  chosen: readonly string[];
  /** Opened from a unit: it is for this one and no other. */
  isFixed?: boolean;
  today: string;
  onClose: () => void;
}): ReactNode {
  const { units, today } = props;
  const t = useT();
  const { language } = useLanguage();
  const { decimalSign } = LANGUAGE_FACTS[language];
  const errors = useErrorText();
  const toasts = useToasts();
  const { add, done, undo } = useAddPlans((failure) => void toasts.show({ text: errors.text(failure), tone: 'danger' }));
  const told = useToldOfAdding(units, undo.mutate);
  const [imeis, setImeis] = useState(props.chosen);
  // What was typed over what the unit shows.
  const [typed, setTyped] = useState<readonly Reading[]>([]);
  const [typedWarnings, setTypedWarnings] = useState<readonly PlanField[]>([]);
  const chosen = units.filter(({ imei }) => imeis.includes(imei));
  const distance = distanceOf(chosen);
  const kinds = planKindsFor(kindsOf(chosen));
  const only = imeis.length === 1 ? (imeis[0] ?? '') : '';
  const [day, setDay] = useState(today);
  const on = dayBefore(day, today);
  const query = useQuery({ ...plansQuery(useSend(), only, on), enabled: only !== '' });
  const nothing: ServicePlans['now'] = { day: today, km: null, hours: null };
  const formOf = (now: ServicePlans['now'], unit = distance): PlanForm => planFormOf(null, now, decimalSign, unit);
  /** The form with what a unit shows where nobody typed. */
  const withReadings = (form: PlanForm, now: ServicePlans['now']): PlanForm => {
    const shown = formOf(now);
    const of = (field: Reading): string => (typed.includes(field) ? form[field] : shown[field]);
    return { ...form, last_done_km: of('last_done_km'), last_done_hours: of('last_done_hours') };
  };
  const withWarnings = (form: PlanForm): PlanForm => ({
    ...form,
    ...usualWarnings(form, formOf(nothing), typedWarnings),
  });
  const shownOf = (form: PlanForm): PlanForm =>
    withWarnings(withReadings(form, (only !== '' && (query.data?.then ?? query.data?.now)) || nothing));
  const [first] = useState(() => formOf(nothing));
  const draft = useDraftForm<PlanForm>({
    first,
    faultsOf: (form) => {
      const { last_done_km, last_done_hours, ...faults } = planFaults(shownOf(form), today);
      return {
        ...(imeis.length === 0 ? { imeis: 'SelectUnit' as const } : {}),
        ...faults,
        // Of several each counts from its own.
        ...(only === '' ? {} : { last_done_km, last_done_hours }),
      };
    },
    write: add,
    send: (form) =>
      add.mutate(
        { imeis, on, inputOf: (now) => planInputOf(withWarnings(withReadings(form, now)), distance) },
        {
          onSuccess: (result) => {
            told(result);
            if (result.refused.length === 0) props.onClose();
            else setImeis(result.refused.map(({ imei }) => imei));
          },
        },
      ),
  });
  const close = useCarefulClose(draft.isUnsaved || imeis !== props.chosen, props.onClose);
  const fixed = props.isFixed ? units[0] : undefined;
  const set = <F extends PlanField>(field: F, value: PlanForm[F]): void => {
    if (field === 'last_done_km' || field === 'last_done_hours') setTyped((before) => [...before, field]);
    if (field.startsWith('warn_')) setTypedWarnings((before) => [...before, field]);
    if (field === 'last_done_on') setDay(value as string);
    draft.set(field, value);
  };
  const choose = (next: readonly string[]): void => {
    const nextUnits = units.filter(({ imei }) => next.includes(imei));
    setImeis(next);
    setTyped([]);
    add.reset();
    // What they cannot have is not asked.
    if (!planKindsFor(kindsOf(nextUnits)).includes(draft.form.kind)) draft.set('kind', 'service');
  };
  return (
    <Sheet title={fixed ? t('OverviewAddTo', { name: fixed.name }) : t('PlanAdd')} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={draft.place} className={styles['form']} noValidate onSubmit={draft.submit}>
        {!fixed && <PlanUnits units={units} imeis={imeis} error={draft.errorOf('imeis')} onChange={choose} />}
        <Refused result={add.data} units={units} />
        <PlanFields
          form={shownOf(draft.form)}
          set={set}
          errorOf={draft.errorOf}
          kinds={kinds}
          distance={distance}
          today={today}
          counted={chosen.length > 1 ? t('PlanCountedEach') : undefined}
          outcome={
            chosen.length > 1 ? (
              <PlanOutcomeOfMany plan={planInputOf(shownOf(draft.form), distance)} distance={distance} count={chosen.length} />
            ) : (
              query.data && (
                <PlanOutcome
                  plan={planInputOf(shownOf(draft.form), distance)}
                  now={query.data.now}
                  perDay={query.data.per_day}
                  distance={distance}
                />
              )
            )
          }
        />
        <FormEnd
          failure={add.error}
          isSaving={add.isPending}
          savingText={chosen.length > 1 ? t('PlansAdding', { done, all: chosen.length }) : undefined}
          saveText={chosen.length > 1 ? t('PlansAdd', { count: chosen.length }) : t('Save')}
          onClose={close}
        />
      </form>
    </Sheet>
  );
}

const kindsOf = (units: readonly PlanUnit[]): UnitKind[] => units.map(({ kind }) => kind);
const distanceOf = (units: readonly PlanUnit[]) => distanceUnitOf(kindsOf(units));

/** Which units the plan is for: in sight as long as it is written. */
function PlanUnits(props: {
  units: readonly PlanUnit[];
  imeis: readonly string[];
  error: string | null;
  onChange: (imeis: readonly string[]) => void;
}): ReactNode {
  const t = useT();
  return (
    <fieldset className={styles['units']}>
      <legend>{t('PlanUnits', { count: props.imeis.length })}</legend>
      <PickBoxes
        label={t('PlanUnitsChoose')}
        noneText={t('PlanUnitsChoose')}
        options={props.units.map(({ imei: value, name, registration_number: plate }) => ({
          value,
          label: plate && plate !== name ? `${name} (${plate})` : name,
        }))}
        selected={props.imeis}
        onChange={props.onChange}
      />
      {props.error && (
        <p className={styles['error']} role="alert">
          {props.error}
        </p>
      )}
    </fieldset>
  );
}

/** Says how many plans were added, with a way back. */
function useToldOfAdding(units: readonly PlanUnit[], undo: (plans: Added['plans']) => void): (result: Added) => void {
  const t = useT();
  const toasts = useToasts();
  return ({ plans }) => {
    if (plans.length === 0) return;
    const name = units.find(({ imei }) => imei === plans[0]?.imei)?.name ?? '';
    toasts.show({
      text: plans.length === 1 ? t('PlanAdded', { name }) : t('PlansAdded', { count: plans.length }),
      action: { label: t('Undo'), run: () => undo(plans) },
    });
  };
}

/** Which units got no plan, and why. */
function Refused(props: { result: Added | undefined; units: readonly PlanUnit[] }): ReactNode {
  const { refused = [] } = props.result ?? {};
  const t = useT();
  const errors = useErrorText();
  if (refused.length === 0) return null;
  return (
    <Banner tone="warning">
      <p>{t('PlansRefused', { count: refused.length })}</p>
      <ul className={styles['refused']}>
        {refused.map(({ imei, failure }) => (
          <li key={imei}>
            {props.units.find((unit) => unit.imei === imei)?.name}:{' '}
            {Object.values(errors.fields(failure))[0] ?? errors.text(failure)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
