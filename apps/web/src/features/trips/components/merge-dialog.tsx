import { clockMs } from '@spora/calendar/durations';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { Trip } from '@spora/contract/trips/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { queriesOf } from '../../../lib/endpoint-query.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { addressText } from '../../../lib/address-text.ts';
import { co2Text, fuelText } from '../model.ts';
import { mergeQuery } from '../queries.ts';
import { useMeasures } from '../use-measures.tsx';
import type { TripEdits } from '../use-trip-edits.ts';
import styles from './bulk-dialog.module.css';
import { TripParts } from './route-ends.tsx';

/** TRIP-010: what two trips would be as one, before anybody decides; trips between are named (DEC-45). */
export function MergeDialog(props: { pair: readonly Trip[]; edits: TripEdits; onClose: (isMerged: boolean) => void }): ReactNode {
  const { pair, edits, onClose } = props;
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const takeBack = useWayBack();
  const ids = pair.map(({ id }) => id);
  const preview = useQuery(mergeQuery(send, ids));
  const divide = (tripId: number): void => takeBack(() => call(send, 'trips.unmerge', { body: { trip_id: tripId } }));
  const act = useAct(
    async () => {
      const { trip } = await call(send, 'trips.merge', { body: { trip_ids: ids } });
      edits.took([trip], { text: t('TripsMerged'), run: () => divide(trip.id) });
    },
    null,
    () => onClose(true),
  );
  return (
    <Dialog title={t('MergeTrips')} closeLabel={t('Close')} isOpen onClose={() => onClose(false)}>
      {preview.isError && <p role="alert">{errors.text(preview.error)}</p>}
      {preview.data && <MergePreview preview={preview.data} pair={pair} />}
      {act.error !== null && <p role="alert">{errors.text(act.error)}</p>}
      <div className={styles['actions']}>
        <Button onClick={() => onClose(false)}>{t('Cancel')}</Button>
        <Button look="primary" isBusy={act.isBusy} disabled={!preview.data} onClick={act.run}>
          {t('MergeTrips')}
        </Button>
      </div>
    </Dialog>
  );
}

/** What is said of one of the two and not of both as one. */
const lostTexts = (pair: readonly Trip[], kept: { readonly purpose: string; readonly note: string }): string[] =>
  (['purpose', 'note'] as const).flatMap((field) => {
    const texts = pair.map((trip) => trip[field]).filter((text) => text !== '' && !kept[field].includes(text));
    return [...new Set(texts)];
  });

/** How long it stood between the two, as far as their times are told and no trip of its own lies between. */
function gapOf(pair: readonly Trip[]): number {
  const [first, second] = pair.toSorted((a, b) => Date.parse(a.start.time ?? '') - Date.parse(b.start.time ?? ''));
  const gapMs = clockMs(Date.parse(first?.stop?.time ?? ''), Date.parse(second?.start.time ?? ''));
  return gapMs > 0 ? gapMs / 1000 : 0;
}
/** TRIP-026: a stop under this is a short one, and needs no words. */
const SHORT_STOP_S = 15 * 60;

function MergePreview(props: { preview: DataOf<'trips.preview-merge'>; pair: readonly Trip[] }): ReactNode {
  const { preview, pair } = props;
  const gapS = gapOf(pair);
  const lost = lostTexts(pair, preview);
  const spanS = clockMs(Date.parse(preview.start.time), Date.parse(preview.stop.time)) / 1000;
  const t = useT();
  const format = useFormat();
  const measures = useMeasures()(pair);
  const { between } = preview;
  return (
    <div className={styles['form']}>
      <p className={styles['lead']}>{t('MergeLead')}</p>
      <dl className={styles['figures']}>
        <dt>{t('ColumnStart')}</dt>
        <dd>
          {format.time(preview.start.time)} · {addressText(preview.start, t)}
        </dd>
        <dt>{t('ColumnStop')}</dt>
        <dd>
          {format.time(preview.stop.time)} · {addressText(preview.stop, t)}
        </dd>
        <dt>{t('Distance')}</dt>
        <dd>{measures.distance(preview.distance_m)}</dd>
        <dt>{t('MergeSpan')}</dt>
        <dd>{format.duration(spanS)}</dd>
        <dt>{t('ColumnDuration')}</dt>
        <dd>{format.duration(preview.duration_s)}</dd>
        {preview.average_kmh !== null && (
          <>
            <dt>{t('AverageSpeed')}</dt>
            <dd>{measures.speed(preview.average_kmh)}</dd>
          </>
        )}
        {preview.fuel !== null && (
          <>
            <dt>{t(preview.fuel_unit === 'kWh' ? 'EnergyEstimate' : 'FuelEstimate')}</dt>
            <dd>{fuelText(preview.fuel, preview.fuel_unit, format)}</dd>
          </>
        )}
        {preview.co2_kg !== null && (
          <>
            <dt>{t('Co2Estimate')}</dt>
            <dd>{co2Text(preview.co2_kg, format)}</dd>
          </>
        )}
        <dt>{t('Purpose')}</dt>
        <dd>{preview.purpose || '–'}</dd>
        <dt>{t('Note')}</dt>
        <dd>{preview.note || '–'}</dd>
      </dl>
      {(gapS >= SHORT_STOP_S || lost.length > 0) && (
        <div className={styles['warning']} role="note">
          {gapS >= SHORT_STOP_S && <p>{t('MergeGap', { time: format.duration(gapS) })}</p>}
          {lost.map((text) => (
            <p key={text}>{t('MergeLoses', { text })}</p>
          ))}
        </div>
      )}
      {between.length > 0 && (
        <div className={styles['warning']}>
          <p>{t('MergeBetween', { count: between.length })}</p>
          <ul>
            {between.map((trip) => (
              <li key={trip.id}>
                {/* Of somebody else's private trip the day is told alone, as its midnight (TRIP-032). */}
                {trip.start === trip.stop ? t('PrivateTrip') : `${format.time(trip.start)}–${format.time(trip.stop)}`}
                {' · '}
                {measures.distance(trip.distance_m)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** TRIP-009: the two become themselves again. */
export function SplitDialog(props: { trip: Trip; onClose: () => void }): ReactNode {
  const { trip, onClose } = props;
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const toasts = useToasts();
  const takeBack = useWayBack();
  const act = useAct(
    async () => {
      const { trips } = await call(send, 'trips.unmerge', { body: { trip_id: trip.id } });
      const body = { trip_ids: trips.map(({ id }) => id) };
      toasts.show({
        topic: 'trip-edit',
        text: t('TripSplit'),
        action: { label: t('Undo'), run: () => takeBack(() => call(send, 'trips.merge', { body })) },
      });
    },
    null,
    onClose,
  );
  return (
    <Dialog title={t('SplitTrip')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['form']}>
        <p className={styles['lead']}>{t('SplitLead')}</p>
        <TripParts trip={trip} />
        {act.error !== null && <p role="alert">{errors.text(act.error)}</p>}
      </div>
      <div className={styles['actions']}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button look="primary" isBusy={act.isBusy} onClick={act.run}>
          {t('SplitTrip')}
        </Button>
      </div>
    </Dialog>
  );
}

/** What was kept of trips is asked for again: of one that was merged or divided its way and its tolls are other ones too. */
function useAnew(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries(queriesOf('trips', 'tolls'));
}

/** The way back of what was said in a notice; a refusal is a notice too. */
export function useWayBack(): (send: () => Promise<unknown>) => void {
  const errors = useErrorText();
  const toasts = useToasts();
  const anew = useAnew();
  return (send) =>
    void send()
      .catch((error: unknown) => toasts.show({ text: errors.text(error), tone: 'danger' }))
      .finally(anew);
}

/** A decision that is sent, said and followed by a fresh log; a refusal stays in the dialog. */
export function useAct(
  send: () => Promise<unknown>,
  /** Null where it is said elsewhere. */
  saidText: string | null,
  onDone: () => void,
): { run: () => void; isBusy: boolean; error: unknown } {
  const toasts = useToasts();
  const anew = useAnew();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = (): void => {
    setBusy(true);
    setError(null);
    send().then(
      () => {
        anew();
        if (saidText !== null) toasts.show({ text: saidText });
        onDone();
      },
      (reason: unknown) => {
        setBusy(false);
        setError(reason);
      },
    );
  };
  return { run, isBusy, error };
}
