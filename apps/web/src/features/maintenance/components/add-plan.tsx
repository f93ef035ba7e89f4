import type { ServicePlans } from '@spora/contract/maintenance/endpoints';
import type { UnitKind } from '@spora/contract/units/values';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useErrorText, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { UnitChoice } from '../../../ui/unit-choice.tsx';
import { aheadOf, useAheadCheck } from '../ahead-check.ts';
import { fieldOf, outcomeOfEach, planOfEach, type ManyPlan, type OwnReadings } from '../many-model.ts';
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
import { ManyOutcome, UnreadUnits } from './many-outcome.tsx';
import { PlanFields } from './plan-fields.tsx';
import { PlanOutcome } from './plan-outcome.tsx';
import { ReadingsAhead } from './readings-ahead.tsx';
import styles from './service.module.css';

/** A unit that a plan can be added to. */
export interface PlanUnit {
  readonly imei: string;
  readonly name: string;
  readonly registration_number: string | null;
  readonly kind: UnitKind;
  readonly department: string | null;
  readonly hasPlan: boolean;
}

/** Of more units than this nobody asks beforehand how each of them stands. */
const ASKED_MAX = 100;

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
  const send = useSend();
  const query = useQuery({ ...plansQuery(send, only, on), enabled: only !== '' });
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
  const [own, setOwn] = useState<Readonly<Record<string, OwnReadings>>>({});
  const [isTimeAlone, setTimeAlone] = useState(false);
  const check = useAheadCheck();
  const manyOf = (form: PlanForm): ManyPlan => ({
    plan: planInputOf(withWarnings({ ...form, last_done_km: '', last_done_hours: '' }), distance),
    typed: own,
    isTimeAlone,
    distance,
  });
  const isMany = chosen.length > 1;
  const asked = useQueries({
    queries: chosen.map(({ imei }) => ({
      ...plansQuery(send, imei, on),
      enabled: isMany && chosen.length <= ASKED_MAX,
    })),
  });
  const eachOf = (form: PlanForm) =>
    isMany
      ? chosen.flatMap((unit, index) => {
          const data = asked[index]?.data;
          return data ? [outcomeOfEach(manyOf(form), { imei: unit.imei, name: unit.name }, data)] : [];
        })
      : [];
  const aheadsOf = (form: PlanForm) => {
    if (isMany) return eachOf(form).flatMap(({ aheads }) => aheads);
    const { last_done_km: km = null, last_done_hours: hours = null } = planInputOf(shownOf(form), distance);
    return query.data ? aheadOf({ km, hours }, query.data.now) : [];
  };
  const shownOf = (form: PlanForm): PlanForm =>
    withWarnings(withReadings(form, (only !== '' && (query.data?.then ?? query.data?.now)) || nothing));
  const [first] = useState(() => formOf(nothing));
  const draft = useDraftForm<PlanForm>({
    first,
    faultsOf: (form) => {
      const { last_done_km, last_done_hours, ...faults } = planFaults(shownOf(form), today);
      const ahead = check.faultsOf(aheadsOf(form));
      return {
        ...(imeis.length === 0 ? { imeis: 'SelectUnit' as const } : {}),
        ...faults,
        // Of several each counts from its own.
        ...(only === ''
          ? { ahead: ahead.km ?? ahead.hours }
          : { last_done_km: last_done_km ?? ahead.km, last_done_hours: last_done_hours ?? ahead.hours }),
        ...Object.fromEntries(
          eachOf(form).flatMap((each) =>
            each.asked.map((measure) => [fieldOf(each.imei, measure), each.faults[measure]] as const),
          ),
        ),
      };
    },
    write: add,
    send: (form) => {
      const confirmed = check.isConfirmed(aheadsOf(form)) ? { confirmed: true } : {};
      const many = manyOf(form);
      add.mutate(
        {
          imeis,
          on,
          inputOf: (imei, now) => ({
            ...(isMany ? planOfEach(many, imei, now) : planInputOf(withWarnings(withReadings(form, now)), distance)),
            ...confirmed,
          }),
        },
        {
          onSuccess: (result) => {
            told(result);
            if (result.refused.length === 0) props.onClose();
            else setImeis(result.refused.map(({ imei }) => imei));
          },
        },
      );
    },
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
  const each = eachOf(draft.form);
  const shown = shownOf(draft.form);
  return (
    <Sheet title={fixed ? t('OverviewAddTo', { name: fixed.name }) : t('PlanAdd')} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={draft.place} className={styles['form']} noValidate onSubmit={draft.submit}>
        {!fixed && <PlanUnits units={units} imeis={imeis} error={draft.errorOf('imeis')} onChange={choose} />}
        <Refused result={add.data} units={units} />
        <PlanFields
          form={shown}
          set={set}
          errorOf={draft.errorOf}
          kinds={kinds}
          distance={distance}
          today={today}
          counted={isMany ? t('PlanCountedEach') : undefined}
          shows={isMany ? undefined : query.data?.now}
          isUnknown={{ km: query.data?.then?.km === null, hours: query.data?.then?.hours === null }}
          ahead={
            <>
              <UnreadUnits
                each={each}
                typed={own}
                distance={distance}
                hasMonths={shown.interval_months.trim() !== ''}
                isTimeAlone={isTimeAlone}
                onTimeAlone={setTimeAlone}
                errorOf={draft.errorOf}
                onChange={(imei, measure, text) =>
                  setOwn((before) => ({ ...before, [imei]: { ...before[imei], [measure]: text } }))
                }
              />
              <ReadingsAhead aheads={aheadsOf(draft.form)} distance={distance} check={check} />
            </>
          }
          outcome={
            isMany ? (
              <ManyOutcome plan={manyOf(draft.form).plan} distance={distance} each={each} count={chosen.length} />
            ) : (
              query.data && (
                <PlanOutcome
                  plan={planInputOf(shown, distance)}
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
          savingText={isMany ? t('PlansAdding', { done, all: chosen.length }) : undefined}
          saveText={isMany ? t('PlansAdd', { count: chosen.length }) : t('Save')}
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
  const { units } = props;
  const unplanned = units.filter(({ hasPlan }) => !hasPlan).length;
  return (
    <UnitChoice
      legend={t('PlanUnits', { count: props.imeis.length })}
      units={units}
      chosen={props.imeis}
      error={props.error}
      onChange={props.onChange}
      only={
        unplanned > 0 && unplanned < units.length
          ? { label: t('PlanUnitsUnplanned'), holds: ({ imei }) => units.some((unit) => unit.imei === imei && !unit.hasPlan) }
          : undefined
      }
    />
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
