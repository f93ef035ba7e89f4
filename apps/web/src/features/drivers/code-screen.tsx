import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { usePageSearch } from '../../lib/page-link.tsx';
import { call } from '../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { Elsewhere, elsewhereOf, leaveThem } from './elsewhere.tsx';
import { GivenCards } from './given-cards.tsx';
import { Panel } from './panel.tsx';
import { checkInsQuery, codeQuery, useDriverWrite } from './queries.ts';
import { toldNearMoment } from './told-moment.ts';
import styles from './drivers.module.css';

/** Where a printed code leads. */
export function CheckInPage(): ReactNode {
  const { code = '' } = usePageSearch(ADDRESSES.checkIn);
  return <CodeScreen code={code} />;
}

/** DRV-009: where a scanned code leads, on a phone beside the car. Nothing happens before somebody says yes. */
export function CodeScreen(props: { code: string }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const send = useSend();
  const answer = useQuery({ ...codeQuery(send, props.code), enabled: props.code !== '' });
  const refusal = answer.error && errors.text(answer.error);
  return (
    <div className={styles['phone']}>
      {props.code === '' ? (
        <EmptyState icon="truck" title={t('CodePageMissing')} />
      ) : refusal ? (
        <EmptyState icon="lock" isAlert title={refusal} />
      ) : (
        <Panel query={answer}>{(unit) => <Asked code={props.code} unit={unit} />}</Panel>
      )}
    </div>
  );
}

type CodedUnit = DataOf<'drivers.read-code'>;

function Asked(props: { code: string; unit: CodedUnit }): ReactNode {
  const { code, unit } = props;
  const t = useT();
  const format = useFormat();
  const [done, setDone] = useState<'in' | 'out' | null>(null);
  const current = unit.checked_in;
  const user = useUser();
  const { data: now } = useQuery(checkInsQuery(useSend()));
  const elsewhere = elsewhereOf(now?.check_ins, { driverId: user.ID, unitId: unit.unit_id });
  const [staying, setStaying] = useState<readonly number[]>([]);
  const save = useDriverWrite(async (send, check_out: boolean) => {
    const place = check_out ? null : await placeNow();
    await call(send, 'drivers.check-in-by-code', { body: { code, check_out, lat: place?.lat ?? null, lng: place?.lng ?? null } });
    if (!check_out)
      await leaveThem(
        send,
        elsewhere.filter(({ unit_id: id }) => !staying.includes(id)),
      );
  });
  const run = (isOut: boolean): void => save.mutate(isOut, { onSuccess: () => setDone(isOut ? 'out' : 'in') });
  return (
    <>
      <div className={styles['card']}>
        <strong>{unit.unit_name}</strong>
        {unit.registration_number && <span>{unit.registration_number}</span>}
        {current && (
          <span className={styles['soft']}>
            {current.is_own
              ? t('CodePageOwn', { time: toldNearMoment(current.since, Date.now(), { t, format }) })
              : t('CodePageOther', { name: current.driver, time: toldNearMoment(current.since, Date.now(), { t, format }) })}
          </span>
        )}
      </div>
      {done && <Banner tone="success">{t(done === 'in' ? 'CodePageDone' : 'CodePageOutDone')}</Banner>}
      <FailureBanner failure={save.error} onRetry={() => run(current?.is_own ?? false)} />
      {current?.is_own ? (
        <Button isWide className={styles['big'] ?? ''} isBusy={save.isPending} onClick={() => run(true)}>
          {t('CodePageOut')}
        </Button>
      ) : (
        <>
          {!done && <p>{t('CodePageAsk')}</p>}
          {!done && <Elsewhere rows={elsewhere} isOwn staying={staying} onStaying={setStaying} />}
          <Button look="primary" isWide className={styles['big'] ?? ''} isBusy={save.isPending} onClick={() => run(false)}>
            {t('CodePageYes')}
          </Button>
          <p className={styles['soft']}>{t('CodePagePosition')}</p>
        </>
      )}
      {!unit.has_access && <p className={styles['soft']}>{t('CodePageCardOnly')}</p>}
      {!unit.has_access && current?.is_own && <GivenCards unitId={unit.unit_id} />}
    </>
  );
}

/** Who does not want to tell where they stand checks in all the same. */
const placeNow = (): Promise<{ lat: number; lng: number } | null> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      () => resolve(null),
      { timeout: 6_000, maximumAge: 60_000 },
    );
  });
