import type { ModeData } from '@spora/contract/modes/endpoints';
import { CHOSEN_MODES } from '@spora/contract/modes/modes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import styles from '../components/modes.module.css';
import { modeQuery, useModeWrite } from '../queries.ts';
import { useActiveTracking } from '../use-active-tracking.ts';
import { useModeTexts } from '../use-mode-texts.ts';
import { TheftPart } from './theft-part.tsx';

interface Props {
  readonly imei: string;
  readonly unitName: string;
  /** MAP-011: the map follows the unit and draws its way from that instant on; null: it does so no more. */
  readonly onTrail: (sinceMs: number | null) => void;
}

/** MAP-008 to MAP-011, MAP-022: on the card of a unit, how often it reports, active tracking and theft mode. */
export function UnitReporting(props: Props): ReactNode {
  const { imei, unitName, onTrail } = props;
  const { data } = useQuery(modeQuery(useSend(), imei));
  const [trackedMs, setTracked] = useState<number | null>(null);
  const theftMs = data?.theft ? Date.parse(data.theft.since) : null;
  useEffect(() => {
    // While theft mode is on its way is drawn, which holds that of active tracking.
    const sinceMs = theftMs ?? trackedMs;
    if (sinceMs === null) return undefined;
    onTrail(sinceMs);
    return () => onTrail(null);
  }, [theftMs, trackedMs, onTrail]);
  if (!data) return null;
  return (
    <>
      {(data.theft !== null || data.can.theft) && <TheftPart imei={imei} unitName={unitName} isSmall />}
      {data.can.track && <ActiveTracking key={imei} {...props} onTrail={setTracked} />}
      <Frequency imei={imei} data={data} />
    </>
  );
}

function ActiveTracking({ imei, unitName, onTrail }: Props): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const tracking = useActiveTracking(imei);
  const { phase } = tracking;
  const isOn = phase === 'on';
  useEffect(() => {
    if (!isOn) return undefined;
    onTrail(Date.now());
    return () => onTrail(null);
  }, [isOn, onTrail]);
  return (
    <div className={styles['reporting']} role="group" aria-label={t('TrackStart')}>
      {phase === 'waiting' || isOn ? (
        <>
          <span role="status">{isOn ? t('TrackOn') : t('TrackWaiting', { seconds: tracking.secondsLeft })}</span>
          <Button isSmall onClick={tracking.stop}>
            {t('TrackStop')}
          </Button>
        </>
      ) : (
        <Button isSmall icon="target" isBusy={tracking.isBusy} onClick={tracking.start}>
          {t('TrackStart')}
        </Button>
      )}
      {phase === 'no-answer' && <Banner tone="warning">{t('TrackNoAnswer')}</Banner>}
      {phase === 'refused' && <Banner tone="warning">{t('TrackRefused')}</Banner>}
      {tracking.error && <Banner tone="danger">{errors.text(tracking.error)}</Banner>}
      {tracking.isOver && (
        <Dialog title={t('TrackStart')} closeLabel={t('TrackStop')} isOpen onClose={tracking.stop}>
          <div className={styles['form']}>
            <p>{t('TrackGoOn', { unit: unitName })}</p>
            <div className={styles['ends']}>
              <Button onClick={tracking.stop}>{t('TrackStop')}</Button>
              <Button look="primary" onClick={tracking.goOn}>
                {t('TrackGoOnYes')}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** MAP-008, MAP-009: a choice for those who may, words for the others. */
function Frequency({ imei, data }: { imei: string; data: ModeData }): ReactNode {
  const t = useT();
  const texts = useModeTexts();
  const errors = useErrorText();
  const toasts = useToasts();
  const set = useModeWrite((send, frequency: (typeof CHOSEN_MODES)[number]) =>
    call(send, 'modes.report-frequency', { body: { imei, frequency } }),
  );
  const { current, pending } = data;
  const interval = texts.interval(data);
  const now = current ? texts.name(current.mode) : interval && t('ModeSeen', { interval });
  const next = pending && (
    <span role="status">
      {texts.pending(pending)}. {pending.state === 'refused' ? '' : `${texts.activeBy(pending.expected_at)}.`}
    </span>
  );
  if (!data.can.set || data.theft)
    return (
      <div className={styles['frequency']}>
        {now && <span>{current ? `${t('FrequencyLabel')}: ${now}` : now}</span>}
        {!data.theft && next}
      </div>
    );
  const stands = (pending?.state === 'refused' ? null : pending?.mode) ?? current?.mode;
  const options = CHOSEN_MODES.filter((mode) => data.modes.includes(mode)).map((mode) => ({
    value: mode,
    label: texts.name(mode),
  }));
  const chosen = options.find(({ value }) => value === stands)?.value;
  return (
    <div className={styles['frequency']}>
      <span aria-hidden>{t('FrequencyLabel')}</span>
      <Select
        label={t('FrequencyLabel')}
        value={chosen ?? 'unset'}
        options={chosen ? options : [{ value: 'unset' as const, label: interval ?? '–' }, ...options]}
        onChange={(mode) => {
          if (mode === 'unset' || mode === stands) return;
          set.mutate(mode, {
            onSuccess: () => toasts.show({ text: t('ModeChanged') }),
            onError: (failure) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
          });
        }}
      />
      {next}
    </div>
  );
}
