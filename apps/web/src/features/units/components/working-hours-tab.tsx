import type { UnitWorkingHours, WorkInterval } from '@spora/contract/units/settings';
import { MAP_HIDING, WORK_INTERVALS_MAX, TRIP_TYPES } from '@spora/contract/units/values';
import type { TripType } from '@spora/contract/units/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { Loaded } from '../../../ui/loaded.tsx';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { call } from '../../../lib/call.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TimeField } from '../../../ui/time-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useSettingChange, workingHoursQuery } from '../queries.ts';
import {
  dayOfWeekday,
  endsNextDay,
  hoursFault,
  type HoursForm,
  hoursFormOf,
  intervalFault,
  isTime,
  nextInterval,
  toggleWeekday,
} from '../settings-model.ts';
import { WEEK, weekdaysText } from '../../../lib/weekdays-text.ts';
import type { Draft } from '../../../lib/use-draft.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { BecomingPrivate } from './becoming-private.tsx';
import { FromField } from './from-field.tsx';
import { SaveLine } from './save-line.tsx';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';
import page from './unit-page.module.css';
import styles from './working-hours-tab.module.css';

/** UNIT-025, UNIT-026: when the unit works, what type its trips get by it, and whether administrators see it then. */
export function WorkingHoursTab(props: { imei: string; draft: Draft<HoursForm> }): ReactNode {
  const t = useT();
  const query = useQuery(workingHoursQuery(useSend(), props.imei));
  return (
    <Loaded query={query} heights={[420]} isPart>
      {(data) => (
        <Section title={t('UnitTab-working-hours')}>
          <HoursFields {...props} hours={data} />
        </Section>
      )}
    </Loaded>
  );
}

function HoursFields(props: { imei: string; hours: UnitWorkingHours; draft: Draft<HoursForm> }): ReactNode {
  const { imei, hours, draft } = props;
  const t = useT();
  // TRIP-036: the account's days off are for who may open them.
  const { IsAdmin } = useUser();
  const format = useFormat();
  const typeText = useTripTypeText();
  const toasts = useToasts();
  const [hasTried, setTried] = useState(false);
  const save = useSettingChange(
    (send, { form, was }: { form: HoursForm; was?: Omit<HoursForm, 'from'> }) =>
      call(send, 'units.save-working-hours', {
        params: { imei },
        body: {
          ...form,
          intervals: form.intervals.map((interval) => ({ ...interval })),
          from: form.from || undefined,
          ...(was ? { was: { ...was } } : {}),
        },
      }),
    (send) => workingHoursQuery(send, imei),
  );
  const saved = hoursFormOf(hours);
  const values: HoursForm = { ...saved, ...draft.changes };
  const isReadOnly = !hours.can.edit;
  const set = <K extends keyof HoursForm>(field: K, value: HoursForm[K]): void => draft.set(saved, field, value);
  // The form is saved as a whole: what it shows beside the changes must stand as well.
  const { from: _from, ...began }: HoursForm = { ...saved, ...draft.began };
  const write = (was?: Omit<HoursForm, 'from'>): void =>
    save.mutate(
      { form: values, ...(was ? { was } : {}) },
      {
        onSuccess: () => {
          draft.forget();
          setTried(false);
          toasts.show({ text: t('SettingSaved') });
        },
      },
    );
  const submit = (): void => {
    setTried(true);
    if (!hoursFault(values)) write(began);
  };
  const weekday = (day: number): string => format.weekday(dayOfWeekday(day));
  const texts: Partial<Record<keyof HoursForm, readonly [label: string, value: string]>> = {
    is_active: [t('HoursActive'), saved.is_active ? t('SettingOn') : t('SettingOff')],
    intervals: [
      t('UnitTab-working-hours'),
      saved.intervals.map(({ weekdays, from, to }) => `${weekdaysText(weekdays, weekday)} ${from}–${to}`).join('; '),
    ],
    inside_type: [t('HoursInside'), saved.inside_type ? typeText(saved.inside_type) : t('HoursNoType')],
    outside_type: [t('HoursOutside'), saved.outside_type ? typeText(saved.outside_type) : t('HoursNoType')],
    hide_from_admins: [t('HoursHide'), t(`HoursHide-${saved.hide_from_admins}`)],
  };
  const typeField = (field: 'inside_type' | 'outside_type', label: string): ReactNode => (
    <SelectField
      label={label}
      help={values[field] === 'private' ? t('TypePrivateHelp') : undefined}
      value={values[field] ?? ''}
      disabled={isReadOnly}
      onChange={(event) => set(field, (event.target.value || null) as TripType | null)}
    >
      <option value="">{t('HoursNoType')}</option>
      {TRIP_TYPES.map((type) => (
        <option key={type} value={type}>
          {typeText(type)}
        </option>
      ))}
    </SelectField>
  );
  const refused = useRefusals(save.error, values);
  return (
    <form
      className={frame['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.isDirty && !save.isPending) submit();
      }}
    >
      <p className={frame['soft']}>{t('HoursLead', { zone: hours.time_zone })}</p>
      <p className={frame['soft']}>
        {t('HoursHolidays')}{' '}
        {IsAdmin && (
          <PageLink to={ADDRESSES.account} search={{ tab: 'days-off' }}>
            {t('HoursHolidaysLink')}
          </PageLink>
        )}
      </p>
      <Switch
        label={t('HoursActive')}
        isOn={values.is_active}
        isDisabled={isReadOnly}
        onChange={(isOn) => set('is_active', isOn)}
      />
      {values.is_active && (
        <>
          <Intervals
            intervals={values.intervals}
            isReadOnly={isReadOnly}
            showsFaults={hasTried}
            onChange={(intervals) => set('intervals', intervals)}
          />
          <div className={page['pair']}>
            {typeField('inside_type', t('HoursInside'))}
            {typeField('outside_type', t('HoursOutside'))}
          </div>
          <SelectField
            label={t('HoursHide')}
            help={t('HoursHideHelp')}
            value={values.hide_from_admins}
            disabled={isReadOnly}
            onChange={(event) => set('hide_from_admins', event.target.value as HoursForm['hide_from_admins'])}
          >
            {MAP_HIDING.map((when) => (
              <option key={when} value={when}>
                {t(`HoursHide-${when}`)}
              </option>
            ))}
          </SelectField>
        </>
      )}
      {!isReadOnly && (values.is_active || saved.is_active) && (
        <FromField value={values.from} onChange={(day) => set('from', day)} error={refused['from'] ?? null} />
      )}
      <BecomingPrivate imei={imei} change={draft.isDirty && !hoursFault(values) ? changeOf(values) : null} />
      {hours.valid_from && <p className={frame['soft']}>{t('SettingSince', { time: format.dateTime(hours.valid_from) })}</p>}
      <SaveLine
        form={{
          isDirty: draft.isDirty,
          isSaving: save.isPending,
          failure: save.error,
          forget: () => (draft.forget(), save.reset()),
          meanwhile: meanwhileOf(save.error, save.variables?.was ?? {}, saved, texts),
          overwrite: () => write(),
          takeTheirs: () => (draft.rebase(saved), save.reset()),
        }}
        isReadOnly={isReadOnly}
        fields={['from']}
      />
    </form>
  );
}

/** What is asked of the trips since the chosen day; null: the change holds from now, and leaves them alone. */
const changeOf = ({ from, hide_from_admins: _, intervals, ...hours }: HoursForm) =>
  from === '' ? null : { from, working_hours: { ...hours, intervals: intervals.map((each) => ({ ...each })) } };

function Intervals(props: {
  intervals: readonly WorkInterval[];
  isReadOnly: boolean;
  showsFaults: boolean;
  onChange: (intervals: readonly WorkInterval[]) => void;
}): ReactNode {
  const { intervals, isReadOnly, showsFaults, onChange } = props;
  const t = useT();
  return (
    <div className={styles['intervals']}>
      {intervals.map((interval, index) => (
        <Interval
          key={index}
          number={index + 1}
          interval={interval}
          isReadOnly={isReadOnly}
          showsFault={showsFaults}
          onChange={(next) => onChange(intervals.map((each, i) => (i === index ? next : each)))}
          onRemove={() => onChange(intervals.filter((_, i) => i !== index))}
        />
      ))}
      {intervals.length === 0 && showsFaults && (
        <p className={styles['error']} role="alert">
          {t('SelectWorkingDay')}
        </p>
      )}
      {!isReadOnly && intervals.length < WORK_INTERVALS_MAX && (
        <div>
          <Button isSmall icon="plus" onClick={() => onChange([...intervals, nextInterval(intervals)])}>
            {t('HoursAdd')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Interval(props: {
  number: number;
  interval: WorkInterval;
  isReadOnly: boolean;
  showsFault: boolean;
  onChange: (interval: WorkInterval) => void;
  onRemove: () => void;
}): ReactNode {
  const { interval, isReadOnly, onChange } = props;
  const t = useT();
  const format = useFormat();
  const errorId = useId();
  const fault = props.showsFault ? intervalFault(interval) : null;
  const timeError = (time: string): string | null => (fault === 'InvalidTime' && !isTime(time) ? t(fault) : null);
  const number = String(props.number);
  return (
    <fieldset
      className={styles['interval']}
      disabled={isReadOnly}
      aria-describedby={fault && fault !== 'InvalidTime' ? errorId : undefined}
    >
      <legend className="visually-hidden">{t('HoursInterval', { number })}</legend>
      <div className={styles['days']}>
        {WEEK.map((weekday) => (
          <label key={weekday} className={styles['day']}>
            <input
              type="checkbox"
              className={styles['dayInput']}
              checked={interval.weekdays.includes(weekday)}
              onChange={() => onChange(toggleWeekday(interval, weekday))}
            />
            <span className={styles['dayName']}>{format.weekday(dayOfWeekday(weekday))}</span>
          </label>
        ))}
      </div>
      <div className={styles['times']}>
        <TimeField
          label={t('HoursFrom')}
          value={interval.from}
          onChange={(from) => onChange({ ...interval, from })}
          error={timeError(interval.from)}
        />
        <TimeField
          label={t('HoursTo')}
          // A clock knows no 24:00: the end of the day is the next midnight.
          value={interval.to === '24:00' ? '00:00' : interval.to}
          onChange={(to) => onChange({ ...interval, to: to === '00:00' ? '24:00' : to })}
          error={timeError(interval.to)}
        />
        {!isReadOnly && <IconButton icon="close" label={t('HoursRemove', { number })} onClick={props.onRemove} />}
      </div>
      {endsNextDay(interval) && <p className={styles['soft']}>{t('HoursNextDay')}</p>}
      {fault && fault !== 'InvalidTime' && (
        <p id={errorId} className={styles['error']} role="alert">
          {(t as (key: typeof fault) => string)(fault)}
        </p>
      )}
    </fieldset>
  );
}
