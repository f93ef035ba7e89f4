import type { HoursSource, OperatingDetails } from '@spora/contract/maintenance/readings';
import { HOURS_SOURCES } from '@spora/contract/maintenance/values';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { ageText, useNow } from '../../../lib/age.ts';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { Section } from '../../../ui/section.tsx';
import {
  EMPTY_READING,
  HOURS_LIMITS,
  hoursBefore,
  hoursWarnings,
  lastReading,
  readReading,
  roundTo,
  savedLast,
  scaleOf,
  toldUntil,
  type ReadingFaults,
  type ReadingForm,
} from '../reading-model.ts';
import { operatingTimeQuery, useHoursChange } from '../reading-queries.ts';
import { ReadingFields } from './reading-fields.tsx';
import { ReadingHistory } from './reading-history.tsx';
import { ReadingPreview } from './reading-preview.tsx';
import frame from '../../../ui/section.module.css';
import styles from './readings.module.css';

/** SRV-006: operating hours with what they are counted by; both can be corrected, and the history tells. */
export function HoursSection(props: { imei: string; onChanged: () => void }): ReactNode {
  const { imei } = props;
  const t = useT();
  const query = useQuery(operatingTimeQuery(useSend(), imei));
  const { data } = query;
  return (
    <Section title={t('HoursTitle')}>
      {!data && <NotLoaded query={query} heights={[120]} isPart />}
      {data && <Hours {...props} hours={data} />}
    </Section>
  );
}

function Hours(props: { imei: string; hours: OperatingDetails; onChanged: () => void }): ReactNode {
  const { imei, hours } = props;
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const toasts = useToasts();
  const errors = useErrorText();
  const text = (value: number): string => format.hours(roundTo(value, 1));
  const remove = useHoursChange(
    imei,
    (send, id: number) => call(send, 'maintenance.remove-operating-time', { params: { imei, id } }),
    props.onChanged,
  );
  const takeBack = (id: number): void => remove.mutate(id, { onSuccess: () => toasts.show({ text: t('ReadingIsTakenBack') }) });
  const until = toldUntil(hours.counted_until, hours.rows);
  return (
    <>
      <div className={styles['now']}>
        <span className={styles['value']}>{hours.current_hours === null ? t('ReadingUnknown') : text(hours.current_hours)}</span>
        <span className={frame['soft']}>
          {t('HoursCountedBy', { source: t(`HoursSource-${hours.source}`) })}
          {hours.current_hours !== null && until && ` · ${t('ReadingAge', { age: ageText(until, now, t) })}`}
        </span>
      </div>
      {hours.is_missing && <Banner tone="warning">{t('HoursMissing')}</Banner>}
      {!hours.available.includes(hours.source) && hours.available.length > 0 && (
        <Banner tone="information">
          {t('HoursSourceSilent', { sources: hours.available.map((source) => t(`HoursSource-${source}`)).join(', ') })}
        </Banner>
      )}
      {hours.can.save ? (
        <HoursForm
          key={hours.source}
          imei={imei}
          hours={hours}
          text={text}
          takingBack={remove.isPending ? remove.variables : null}
          onTakeBack={takeBack}
          onChanged={props.onChanged}
        />
      ) : (
        <p className={frame['soft']}>{t('UnitReadOnly')}</p>
      )}
      {remove.error && <Banner tone="danger">{errors.text(remove.error)}</Banner>}
      <ReadingHistory
        label={t('HoursHistory')}
        rows={hours.rows}
        text={text}
        busyId={remove.isPending ? remove.variables : null}
        onTakeBack={hours.can.save ? ({ id }) => takeBack(id) : null}
      />
    </>
  );
}

type HoursBody = { value?: number; time?: string; source?: HoursSource };

function HoursForm(props: {
  imei: string;
  hours: OperatingDetails;
  text: (value: number) => string;
  takingBack: number | null;
  onTakeBack: (id: number) => void;
  onChanged: () => void;
}): ReactNode {
  const { imei, hours, text } = props;
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const toasts = useToasts();
  const [form, setForm] = useState<ReadingForm>(EMPTY_READING);
  const [source, setSource] = useState(hours.source);
  const [faults, setFaults] = useState<ReadingFaults>({});
  const save = useHoursChange(
    imei,
    (send, body: HoursBody) => call(send, 'maintenance.save-operating-time', { params: { imei }, body }),
    props.onChanged,
  );
  const isNewSource = source !== hours.source;
  const isSourceAlone = isNewSource && form.value.trim() === '';
  const [asked, setAsked] = useState<HoursBody | null>(null);
  useUnsavedChanges(isNewSource || form !== EMPTY_READING);
  const write = (body: HoursBody): void =>
    save.mutate(body, {
      onSuccess: ({ rows }) => {
        const { id } = savedLast(rows) ?? {};
        toasts.show({
          text: isSourceAlone ? t('HoursSourceSaved') : t('ReadingSaved'),
          ...(isSourceAlone || id === undefined ? {} : { action: { label: t('Undo'), run: () => props.onTakeBack(id) } }),
        });
        setForm(EMPTY_READING);
        setAsked(null);
      },
    });
  const submit = (): void => {
    if (save.isPending) return;
    const withSource = isNewSource ? { source } : {};
    if (isSourceAlone) return write(withSource);
    const read = readReading(form, HOURS_LIMITS, format.timeZone);
    if ('faults' in read) setFaults(read.faults);
    else setAsked({ ...read.body, ...withSource });
  };
  const told = errors.fields(save.error);
  return (
    <form
      className={frame['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ReadingFields
        label={t('ReadingHours')}
        unit={format.hourUnit}
        form={form}
        faults={faults}
        told={told}
        onChange={(next) => {
          setForm(next);
          setFaults({});
          setAsked(null);
          save.reset();
        }}
      />
      <SelectField
        label={t('HoursSource')}
        help={t('HoursSourceHelp')}
        value={source}
        onChange={(event) => {
          setSource(HOURS_SOURCES.find((each) => each === event.target.value) ?? source);
          setAsked(null);
        }}
      >
        {HOURS_SOURCES.map((each) => (
          <option key={each} value={each}>
            {t(`HoursSource-${each}`)}
          </option>
        ))}
      </SelectField>
      {save.error && Object.keys(told).length === 0 && (
        <FailureBanner failure={save.error} onRetry={() => save.variables && write(save.variables)} />
      )}
      {asked?.value !== undefined ? (
        <HoursPreview
          key={JSON.stringify(asked)}
          value={asked.value}
          time={asked.time}
          hours={hours}
          text={text}
          takingBack={props.takingBack}
          onTakeBack={props.onTakeBack}
          isBusy={save.isPending}
          onBack={() => setAsked(null)}
          onSave={() => write(asked)}
        />
      ) : (
        <div className={styles['buttons']}>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {isSourceAlone ? t('ReadingSave') : t('ReadingPreview')}
          </Button>
          {form.value.trim() !== '' && <span className={frame['soft']}>{t('ReadingPreviewHelp')}</span>}
        </div>
      )}
    </form>
  );
}

/** SRV-006: what a reading of the hours changes, what is odd about it, and whether the one before it may be the wrong one. */
function HoursPreview(props: {
  value: number;
  time: string | undefined;
  hours: OperatingDetails;
  text: (value: number) => string;
  takingBack: number | null;
  onTakeBack: (id: number) => void;
  isBusy: boolean;
  onBack: () => void;
  onSave: () => void;
}): ReactNode {
  const { value, time, hours, text } = props;
  const t = useT();
  const before = hoursBefore(hours, time);
  const warnings = hoursWarnings(hours, { value, time });
  const scale = scaleOf(value, before);
  const expected = before === null ? '' : text(before);
  const last = lastReading(hours.rows, time);
  return (
    <ReadingPreview
      before={before}
      after={value}
      isNow={time === undefined}
      text={text}
      stepOf={(from, to) => roundTo(to, 1) - roundTo(from, 1)}
      stepText={text}
      warnings={[
        ...warnings.filter((warning) => warning === 'fall' || scale === null).map((warning) => t(`HoursWarning-${warning}`)),
        ...(warnings.length > 0 && scale ? [t(`ReadingScale-${scale}`, { expected })] : []),
        ...(scale === null && warnings.includes('fall') ? [t('ReadingWarningCheck')] : []),
      ]}
      doubted={warnings.includes('fall') && last && last.value > value ? last : undefined}
      takingBack={props.takingBack}
      onTakeBack={props.onTakeBack}
      isBusy={props.isBusy}
      onBack={props.onBack}
      onSave={props.onSave}
    >
      <p>{t('ReadingChangesNone')}</p>
    </ReadingPreview>
  );
}
