import type { DataOf } from '@spora/contract/endpoint-map';
import type { Reading } from '@spora/contract/maintenance/readings';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useIsBoat } from '../../../lib/unit-measures.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Table } from '../../../ui/table.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import {
  EMPTY_READING,
  KM_PER_MILE_AT_SEA,
  lastReading,
  ODOMETER_LIMITS,
  readReading,
  roundTo,
  savedLast,
  scaleOf,
  type ReadingFaults,
  type ReadingForm,
} from '../reading-model.ts';
import { useOdometerChange } from '../reading-queries.ts';
import { useReadingText } from '../use-reading-text.ts';
import { ReadingFields } from './reading-fields.tsx';
import { ReadingPreview } from './reading-preview.tsx';
import frame from '../../../ui/section.module.css';
import styles from './readings.module.css';

/** UNIT-022: a jump above 2,000 km is asked about; of boats that is told as a round number of their own miles. */
const READING_JUMP = { land: 2000, sea: 1000 };

type Body = { value: number; time?: string };
type Preview = DataOf<'maintenance.preview-odometer'>;

/** UNIT-022: what a reading would change is shown first; what is odd is confirmed. */
export function OdometerForm(props: {
  imei: string;
  rows: readonly Reading[];
  takingBack: number | null;
  onTakeBack: (id: number) => void;
  onChanged: () => void;
  /** What stands in it as it opens; nothing: an empty one. */
  first?: ReadingForm | undefined;
  onSaved?: () => void;
}): ReactNode {
  const { imei, rows } = props;
  const [first] = useState(props.first ?? EMPTY_READING);
  // Another one: what is shown before a reading may be another, too.
  const readings = rows.flatMap(({ id, removed_at }) => (removed_at === null ? [id] : [])).join();
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const toasts = useToasts();
  const send = useSend();
  const isBoat = useIsBoat();
  const [form, setForm] = useState<ReadingForm>(first);
  const [faults, setFaults] = useState<ReadingFaults>({});
  const preview = useMutation({
    mutationFn: async (body: Body) => ({
      body,
      found: await call(send, 'maintenance.preview-odometer', { params: { imei }, body }),
    }),
  });
  const save = useOdometerChange(
    imei,
    (sender, body: Body & { confirmed: boolean }) => call(sender, 'maintenance.save-odometer', { params: { imei }, body }),
    props.onChanged,
  );
  useUnsavedChanges(form !== first);
  const askAgain = useEffectEvent(() => {
    if (preview.data) preview.mutate(preview.data.body);
  });
  useEffect(() => askAgain(), [readings]);
  const change = (next: ReadingForm): void => {
    setForm(next);
    setFaults({});
    preview.reset();
    save.reset();
  };
  const ask = (): void => {
    const read = readReading(form, ODOMETER_LIMITS, format.timeZone, isBoat ? KM_PER_MILE_AT_SEA : 1);
    if ('faults' in read) setFaults(read.faults);
    else if (!preview.isPending) preview.mutate(read.body);
  };
  const store = (body: Body & { confirmed: boolean }): void =>
    save.mutate(body, {
      onSuccess: ({ rows: saved }) => {
        const { id } = savedLast(saved) ?? {};
        toasts.show({
          text: t('ReadingSaved'),
          ...(id === undefined ? {} : { action: { label: t('Undo'), run: () => props.onTakeBack(id) } }),
        });
        change(first);
        props.onSaved?.();
      },
    });
  const told = { ...errors.fields(preview.error), ...errors.fields(save.error) };
  const failure = save.error ?? preview.error;
  return (
    <form
      className={frame['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <ReadingFields
        label={isBoat ? t('LogReading') : t('ReadingOdometer')}
        unit={isBoat ? 'nm' : 'km'}
        form={form}
        onChange={change}
        faults={faults}
        told={told}
      />
      {failure && Object.keys(told).length === 0 && (
        <FailureBanner failure={failure} onRetry={() => (save.error && save.variables ? store(save.variables) : ask())} />
      )}
      {preview.data ? (
        <PreviewPanel
          key={preview.submittedAt}
          preview={preview.data.found}
          body={preview.data.body}
          rows={rows}
          takingBack={props.takingBack}
          onTakeBack={props.onTakeBack}
          isBusy={save.isPending}
          onBack={() => preview.reset()}
          onSave={(confirmed) => store({ ...preview.data.body, confirmed })}
        />
      ) : (
        <div className={styles['buttons']}>
          <Button type="submit" look="primary" isBusy={preview.isPending}>
            {t('ReadingPreview')}
          </Button>
          {form.value.trim() !== '' && <span className={frame['soft']}>{t('ReadingPreviewHelp')}</span>}
        </div>
      )}
    </form>
  );
}

function PreviewPanel(props: {
  preview: Preview;
  body: Body;
  rows: readonly Reading[];
  takingBack: number | null;
  onTakeBack: (id: number) => void;
  isBusy: boolean;
  onBack: () => void;
  onSave: (confirmed: boolean) => void;
}): ReactNode {
  const { preview, body } = props;
  const t = useT();
  const format = useFormat();
  const isBoat = useIsBoat();
  // As exactly as the two were typed.
  const typed = roundTo(isBoat ? body.value / KM_PER_MILE_AT_SEA : body.value, 1);
  const last = lastReading(props.rows, body.time);
  const reading = useReadingText(Number.isInteger(typed) && preview.shown_km !== last?.value);
  const scale = scaleOf(body.value, preview.shown_km);
  const expected = preview.shown_km === null ? '' : reading.plain(preview.shown_km);
  const unit = isBoat ? 'boat' : 'other';
  const jump = `${format.number(isBoat ? READING_JUMP.sea : READING_JUMP.land)}\u00a0${isBoat ? 'nm' : 'km'}`;
  const falls = preview.warnings.includes('fall');
  return (
    <ReadingPreview
      before={preview.shown_km}
      after={body.value}
      isNow={body.time === undefined}
      text={reading.text}
      stepOf={(before, after) => reading.figure(after) - reading.figure(before)}
      stepText={reading.of}
      warnings={[
        ...preview.warnings
          .filter((warning) => warning === 'fall' || scale === null)
          .map((warning) => t(`ReadingWarning-${warning}`, { expected, jump, unit })),
        ...(preview.warnings.length > 0 && scale ? [t(`ReadingScale-${scale}`, { expected })] : []),
        ...(scale === null && (falls || preview.warnings.includes('jump')) ? [t('ReadingWarningCheck')] : []),
      ]}
      doubted={falls && last && last.value > body.value ? last : undefined}
      takingBack={props.takingBack}
      onTakeBack={props.onTakeBack}
      isBusy={props.isBusy}
      onBack={props.onBack}
      onSave={props.onSave}
    >
      <p>{preview.count === 0 ? t('ReadingChangesNone') : t('ReadingChanges', { count: preview.count })}</p>
      {preview.trips.length > 0 && <ChangedTrips preview={preview} />}
      {preview.count > preview.trips.length && (
        <p className={frame['soft']}>{t('ReadingChangesShown', { count: preview.trips.length })}</p>
      )}
    </ReadingPreview>
  );
}

function ChangedTrips({ preview }: { preview: Preview }): ReactNode {
  const t = useT();
  const format = useFormat();
  const isBoat = useIsBoat();
  const number = (km: number): string => format.number(isBoat ? km / KM_PER_MILE_AT_SEA : km, 1);
  const span = (from: number | null, to: number | null): string =>
    from === null || to === null ? t('ReadingUnknown') : `${number(from)}\u2013${number(to)}`;
  const change = t('ReadingTripChange', { unit: isBoat ? 'nm' : 'km' });
  return (
    // A region that scrolls is reached by the keyboard.
    <div className={styles['scroll']} tabIndex={0} role="region" aria-label={t('ReadingTrips')}>
      <Table
        label={t('ReadingTrips')}
        head={
          <>
            <th scope="col">{t('ReadingTrip')}</th>
            <th scope="col">{change}</th>
          </>
        }
      >
        {preview.trips.map((trip) => (
          <tr key={trip.id}>
            <td data-label={t('ReadingTrip')}>{trip.is_masked ? format.day(trip.time) : format.dateTime(trip.time)}</td>
            <td data-label={change}>
              <span className={styles['change']}>
                <span className={frame['soft']}>{span(trip.start_before_km, trip.stop_before_km)}</span>
                <Icon name="arrow" size={14} />
                <span>{span(trip.start_after_km, trip.stop_after_km)}</span>
              </span>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
