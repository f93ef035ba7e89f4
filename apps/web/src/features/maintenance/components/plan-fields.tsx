import type { PlanKind } from '@spora/contract/maintenance/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { hasOthers } from '../../../lib/rights.ts';
import { useUser } from '../../../lib/session-context.tsx';
import { readNumber } from '../../../lib/number-text.ts';
import { CheckBox } from '../../../ui/check-box.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { DistanceUnit, PlanField, PlanForm } from '../plan-model.ts';
import { type ShownNow, useShowsNow } from '../use-shows-now.ts';
import { NumberField } from './number-field.tsx';
import frame from '../../../ui/section.module.css';
import styles from './service.module.css';

interface Fields {
  readonly form: PlanForm;
  readonly set: <F extends PlanField>(field: F, value: PlanForm[F]) => void;
  readonly errorOf: (field: PlanField) => string | null;
  readonly kinds: readonly PlanKind[];
  readonly distance: DistanceUnit;
  readonly today: string;
  /** Said instead of the readings where each unit counts from its own. */
  readonly counted: string | undefined;
  /** Whether nobody knows what the unit showed on the day. */
  readonly isUnknown?: { readonly km: boolean; readonly hours: boolean };
  /** What the unit shows now, for who writes what it showed then; undefined where each of many counts from its own. */
  readonly shows: ShownNow | undefined;
  /** What is odd about the readings, or asked for instead of them. */
  readonly ahead: ReactNode;
  /** What the plan comes to, before what is rarely written. */
  readonly outcome: ReactNode;
}

/** SRV-002: what a plan says, of one unit or of many. */
export function PlanFields(props: Fields): ReactNode {
  const { form, set, errorOf } = props;
  const t = useT();
  return (
    <>
      <What {...props} />
      <Interval {...props} />
      <Last {...props} />
      <Ahead {...props} />
      {props.outcome}
      <TextArea
        label={t('Note')}
        name="note"
        value={form.note}
        maxLength={1000}
        onChange={(event) => set('note', event.target.value)}
        error={errorOf('note')}
      />
    </>
  );
}

function What({ form, set, errorOf, kinds }: Fields): ReactNode {
  const t = useT();
  return (
    <div className={styles['pair']}>
      <SelectField
        label={t('PlanKind')}
        value={form.kind}
        onChange={(event) => set('kind', kinds.find((each) => each === event.target.value) ?? 'other')}
      >
        {kinds.map((kind) => (
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

function Interval({ form, set, errorOf, distance }: Fields): ReactNode {
  const t = useT();
  const { hourUnit } = useFormat();
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
      <legend>{form.repeats ? t('PlanInterval') : t('PlanIntervalOnce')}</legend>
      <p className={frame['soft']}>{t('PlanIntervalHelp')}</p>
      <div className={styles['triple']}>
        {field('interval_km', t('PlanDistance'), distance.name)}
        {field('interval_hours', t('PlanHours'), hourUnit)}
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

function Last({ form, set, errorOf, today, distance, counted, ahead, isUnknown, shows }: Fields): ReactNode {
  const t = useT();
  const showsNow = useShowsNow(distance);
  const helpOf = (measure: 'km' | 'hours', value: string): string | undefined =>
    [isUnknown?.[measure] && value === '' ? t('PlanReadingUnknown') : [], showsNow(measure, shows, value) ?? []]
      .flat()
      .join(' ') || undefined;
  const { hourUnit } = useFormat();
  const counts = { km: form.interval_km.trim() !== '', hours: form.interval_hours.trim() !== '' };
  return (
    <fieldset className={styles['group']}>
      <legend>{t('PlanLastDone')}</legend>
      <p className={frame['soft']}>{counted ?? t('PlanLastDoneHelp')}</p>
      <div className={styles['triple']}>
        <DayField
          label={t('PlanDate')}
          value={form.last_done_on}
          max={today}
          onChange={(day) => set('last_done_on', day)}
          error={errorOf('last_done_on')}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
        />
        {counted === undefined && (counts.km || form.last_done_km !== '') && (
          <NumberField
            label={distance.name === 'nm' ? t('LogReading') : t('PlanOdometer')}
            name="last_done_km"
            unit={distance.name}
            value={form.last_done_km}
            help={helpOf('km', form.last_done_km)}
            error={errorOf('last_done_km')}
            onChange={(value) => set('last_done_km', value)}
          />
        )}
        {counted === undefined && (counts.hours || form.last_done_hours !== '') && (
          <NumberField
            label={t('PlanHours')}
            name="last_done_hours"
            unit={hourUnit}
            value={form.last_done_hours}
            help={helpOf('hours', form.last_done_hours)}
            error={errorOf('last_done_hours')}
            onChange={(value) => set('last_done_hours', value)}
          />
        )}
      </div>
      {ahead}
    </fieldset>
  );
}

function Ahead({ form, set, errorOf, distance }: Fields): ReactNode {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const usual = (value: string, unit: string): string => `${format.number(readNumber(value) ?? 0)}\u00a0${unit}`;
  const fields = [
    form.interval_km.trim() !== '' && (['warn_km', t('PlanDistance'), distance.name] as const),
    form.interval_hours.trim() !== '' && (['warn_hours', t('PlanHours'), format.hourUnit] as const),
    form.interval_months.trim() !== '' && (['warn_days', t('PlanTime'), t('PlanDays')] as const),
  ].filter((field) => field !== false);
  return (
    <fieldset className={styles['group']}>
      <legend>{t('PlanWarn')}</legend>
      <p className={frame['soft']}>
        {fields.length > 0
          ? hasOthers(user)
            ? t('PlanWarnHelp')
            : t('PlanWarnHelpAlone', { email: user.Email })
          : t('PlanWarnUsual', {
              distance: usual(form.warn_km, distance.name),
              hours: usual(form.warn_hours, format.hourUnit),
              days: form.warn_days,
            })}
      </p>
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
