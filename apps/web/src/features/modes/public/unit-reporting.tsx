import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { OfferedAction } from '../../../ui/offered-action.tsx';
import styles from '../components/modes.module.css';
import { modeQuery } from '../queries.ts';
import { useActiveTracking } from '../use-active-tracking.ts';
import { TheftPart } from './theft-part.tsx';

interface Props {
  readonly imei: string;
  readonly unitName: string;
  /** MAP-011: the map follows the unit and draws its way from that instant on; null: it does so no more. */
  readonly onTrail: (sinceMs: number | null) => void;
}

/** MAP-010, MAP-011, MAP-022: on the card of a unit, active tracking and theft mode. */
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
      {(data.theft !== null || data.can.theft) && <TheftPart imei={imei} unitName={unitName} isSmall isFollowed />}
      {data.can.track && <ActiveTracking key={imei} {...props} onTrail={setTracked} />}
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
        <OfferedAction
          id="track"
          icon="pulse"
          label={t('TrackStart')}
          help={t('TrackHelp')}
          isBusy={tracking.isBusy}
          onPress={tracking.start}
        />
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
