import type { OdometerDetails } from '@spora/contract/maintenance/readings';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { ageText, useNow } from '../../../lib/age.ts';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useIsBoat } from '../../../lib/unit-measures.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { Section } from '../../../ui/section.tsx';
import { lastReading, toldUntil } from '../reading-model.ts';
import { odometerQuery, useOdometerChange } from '../reading-queries.ts';
import { useReadingText } from '../use-reading-text.ts';
import { FactorSection } from '../components/factor-section.tsx';
import { HoursSection } from '../components/hours-section.tsx';
import { OdometerForm } from '../components/odometer-form.tsx';
import { ReadingHistory } from '../components/reading-history.tsx';
import frame from '../../../ui/section.module.css';
import styles from '../components/readings.module.css';

/** UNIT-020: odometer and operating hours of a unit, how they are counted, and every reading. */
export function OdometerTab(props: { imei: string; onChanged: () => void }): ReactNode {
  const t = useT();
  const isBoat = useIsBoat();
  const query = useQuery(odometerQuery(useSend(), props.imei));
  const { data } = query;
  return (
    <div className={frame['sections']}>
      <Section title={t(isBoat ? 'LogReading' : 'Odometer')}>
        {!data && <NotLoaded query={query} heights={[160]} isPart />}
        {data && <OdometerPart {...props} odometer={data} />}
      </Section>
      <HoursSection imei={props.imei} onChanged={props.onChanged} />
      {data && <FactorSection imei={props.imei} odometer={data} onChanged={props.onChanged} />}
    </div>
  );
}

function OdometerPart(props: { imei: string; odometer: OdometerDetails; onChanged: () => void }): ReactNode {
  const { imei, odometer } = props;
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const toasts = useToasts();
  const errors = useErrorText();
  const last = lastReading(odometer.rows);
  const { text } = useReadingText();
  // What was just read off is told as it was typed, and a log has tenths; what is counted on from it is told as a dashboard shows it.
  const shown = useReadingText(!useIsBoat() && last?.value !== odometer.current_km);
  const until = toldUntil(odometer.counted_until, odometer.rows);
  const remove = useOdometerChange(
    imei,
    (send, id: number) => call(send, 'maintenance.remove-odometer', { params: { imei, id } }),
    props.onChanged,
  );
  const takeBack = (id: number): void => remove.mutate(id, { onSuccess: () => toasts.show({ text: t('ReadingIsTakenBack') }) });
  const source =
    odometer.current_source === 'reading'
      ? last && t('OdometerByReading', { time: format.dateTime(last.time) })
      : odometer.current_source === 'tracker'
        ? t('OdometerByTracker')
        : t('OdometerUnknown');
  return (
    <>
      <div className={styles['now']}>
        <span className={styles['value']}>
          {odometer.current_km === null ? t('ReadingUnknown') : shown.text(odometer.current_km)}
        </span>
        <span className={frame['soft']}>
          {source && <Unbroken>{source}</Unbroken>}
          {odometer.current_km !== null && until && ` · ${t('ReadingAge', { age: ageText(until, now, t) })}`}
        </span>
      </div>
      {odometer.is_missing && <Banner tone="warning">{t('OdometerMissing')}</Banner>}
      {odometer.can.save ? (
        <OdometerForm
          imei={imei}
          rows={odometer.rows}
          takingBack={remove.isPending ? remove.variables : null}
          onTakeBack={takeBack}
          onChanged={props.onChanged}
        />
      ) : (
        <p className={frame['soft']}>{t('UnitReadOnly')}</p>
      )}
      {remove.error && <Banner tone="danger">{errors.text(remove.error)}</Banner>}
      <ReadingHistory
        label={t('OdometerHistory')}
        rows={odometer.rows}
        text={text}
        busyId={remove.isPending ? remove.variables : null}
        onTakeBack={odometer.can.save ? ({ id }) => takeBack(id) : null}
      />
    </>
  );
}
