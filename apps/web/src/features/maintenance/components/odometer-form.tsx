import type { DataOf } from '@spora/contract/endpoint-map';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useIsBoat, useKeptKm, useUnitMeasures } from '../../../lib/unit-measures.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Table } from '../../../ui/table.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import {
  EMPTY_READING,
  KM_PER_MILE_AT_SEA,
  ODOMETER_LIMITS,
  readReading,
  type ReadingFaults,
  type ReadingForm,
} from '../reading-model.ts';
import { useOdometerChange } from '../reading-queries.ts';
import { ReadingFields } from './reading-fields.tsx';
import { ReadingPreview } from './reading-preview.tsx';
import frame from '../../../ui/section.module.css';
import styles from './readings.module.css';

/** UNIT-022: a jump above this is asked about. */
const READING_JUMP_KM = 2000;

type Body = { value: number; time?: string };
type Preview = DataOf<'maintenance.preview-odometer'>;

/** UNIT-022: what a reading would change is shown first; what is odd is confirmed. */
export function OdometerForm(props: {
  imei: string;
  /** Another one: what is shown before a reading may be another, too. */
  readings: string;
  onChanged: () => void;
}): ReactNode {
  const { imei } = props;
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const toasts = useToasts();
  const send = useSend();
  const isBoat = useIsBoat();
  const [form, setForm] = useState<ReadingForm>(EMPTY_READING);
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
  useUnsavedChanges(form !== EMPTY_READING);
  const askAgain = useEffectEvent(() => {
    if (preview.data) preview.mutate(preview.data.body);
  });
  useEffect(() => askAgain(), [props.readings]);
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
      {failure && Object.keys(told).length === 0 && <Banner tone="danger">{errors.text(failure)}</Banner>}
      {preview.data ? (
        <PreviewPanel
          key={preview.submittedAt}
          preview={preview.data.found}
          body={preview.data.body}
          isBusy={save.isPending}
          onBack={() => preview.reset()}
          onSave={(confirmed) =>
            save.mutate(
              { ...preview.data.body, confirmed },
              {
                onSuccess: () => {
                  toasts.show({ text: t('ReadingSaved') });
                  change(EMPTY_READING);
                },
              },
            )
          }
        />
      ) : (
        <div className={styles['buttons']}>
          <Button type="submit" look="primary" isBusy={preview.isPending}>
            {t('ReadingPreview')}
          </Button>
          <span className={frame['soft']}>{t('ReadingPreviewHelp')}</span>
        </div>
      )}
    </form>
  );
}

function PreviewPanel(props: {
  preview: Preview;
  body: Body;
  isBusy: boolean;
  onBack: () => void;
  onSave: (confirmed: boolean) => void;
}): ReactNode {
  const { preview, body } = props;
  const t = useT();
  const format = useFormat();
  const isBoat = useIsBoat();
  const kept = useKeptKm();
  const { odometer } = useUnitMeasures();
  const text = (km: number): string => kept(km, `${format.number(km)}\u00a0km`);
  /** The whole figure that is shown of so many kilometres. */
  const asShown = (km: number): number => Math.round(isBoat ? km / KM_PER_MILE_AT_SEA : km);
  const shown = preview.shown_km === null ? '' : odometer(preview.shown_km * 1000);
  return (
    <ReadingPreview
      before={preview.shown_km}
      after={body.value}
      isNow={body.time === undefined}
      text={text}
      stepOf={(before, after) => asShown(after) - asShown(before)}
      stepText={(step) => `${format.number(step)}\u00a0${isBoat ? 'nm' : 'km'}`}
      warnings={[
        ...preview.warnings.map((warning) =>
          t(`ReadingWarning-${warning}`, {
            expected: shown,
            jump: odometer(READING_JUMP_KM * 1000),
            unit: isBoat ? 'boat' : 'other',
          }),
        ),
        ...(preview.warnings.some((warning) => warning === 'fall' || warning === 'jump') ? [t('ReadingWarningCheck')] : []),
      ]}
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
