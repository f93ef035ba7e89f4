import { HOURS_SOURCES, type HoursSource, type OperatingDetails } from '@spora/contract/maintenance/readings';
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
import { SelectField } from '../../../ui/select-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { Section } from '../../../ui/section.tsx';
import {
  EMPTY_READING,
  HOURS_LIMITS,
  hoursBefore,
  hoursWarnings,
  readReading,
  roundTo,
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
  const text = (value: number): string => format.hours(value, 1);
  const remove = useHoursChange(
    imei,
    (send, id: number) => call(send, 'maintenance.remove-operating-time', { params: { imei, id } }),
    props.onChanged,
  );
  return (
    <>
      <div className={styles['now']}>
        <span className={styles['value']}>{hours.current_hours === null ? t('ReadingUnknown') : text(hours.current_hours)}</span>
        <span className={frame['soft']}>
          {t('HoursCountedBy', { source: t(`HoursSource-${hours.source}`) })}
          {hours.current_hours !== null &&
            hours.counted_until &&
            ` · ${t('ReadingAge', { age: ageText(hours.counted_until, now, t) })}`}
        </span>
      </div>
      {hours.is_missing && <Banner tone="warning">{t('HoursMissing')}</Banner>}
      {!hours.available.includes(hours.source) && hours.available.length > 0 && (
        <Banner tone="information">
          {t('HoursSourceSilent', { sources: hours.available.map((source) => t(`HoursSource-${source}`)).join(', ') })}
        </Banner>
      )}
      {hours.can.save ? (
        <HoursForm key={hours.source} imei={imei} hours={hours} text={text} onChanged={props.onChanged} />
      ) : (
        <p className={frame['soft']}>{t('UnitReadOnly')}</p>
      )}
      {remove.error && <Banner tone="danger">{errors.text(remove.error)}</Banner>}
      <ReadingHistory
        label={t('HoursHistory')}
        rows={hours.rows}
        text={text}
        busyId={remove.isPending ? remove.variables : null}
        onTakeBack={
          hours.can.save
            ? (row) => remove.mutate(row.id, { onSuccess: () => toasts.show({ text: t('ReadingIsTakenBack') }) })
            : null
        }
      />
    </>
  );
}

type HoursBody = { value?: number; time?: string; source?: HoursSource };

function HoursForm(props: {
  imei: string;
  hours: OperatingDetails;
  text: (value: number) => string;
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
      onSuccess: () => {
        toasts.show({ text: isSourceAlone ? t('HoursSourceSaved') : t('ReadingSaved') });
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
      {save.error && Object.keys(told).length === 0 && <Banner tone="danger">{errors.text(save.error)}</Banner>}
      {asked?.value !== undefined ? (
        <ReadingPreview
          key={JSON.stringify(asked)}
          before={hoursBefore(hours, asked.time)}
          after={asked.value}
          isNow={asked.time === undefined}
          text={text}
          stepOf={(before, after) => roundTo(after, 1) - roundTo(before, 1)}
          stepText={text}
          warnings={hoursWarnings(hours, { value: asked.value, time: asked.time }).map((warning) => t(`HoursWarning-${warning}`))}
          isBusy={save.isPending}
          onBack={() => setAsked(null)}
          onSave={() => write(asked)}
        />
      ) : (
        <div className={styles['buttons']}>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {isSourceAlone ? t('ReadingSave') : t('ReadingPreview')}
          </Button>
          {!isSourceAlone && <span className={frame['soft']}>{t('ReadingPreviewHelp')}</span>}
        </div>
      )}
    </form>
  );
}
