import type { AutoplanStatus, AutoplanUnit } from '@spora/contract/autoplan/endpoints';
import { useState, type ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import frame from '../../../ui/section.module.css';
import styles from '../../../ui/settings.module.css';
import { report, useAutoplanWrite } from '../queries.ts';
import { ReportTable } from './report-table.tsx';
import { useDoubt } from './use-doubt.ts';

/** What the service could be told of now. */
const isReportable = ({ state, imei, odometer_start_km, odometer_end_km, registration_number }: AutoplanUnit): boolean =>
  (state === 'ready' || state === 'failed') &&
  imei !== null &&
  registration_number !== null &&
  odometer_start_km !== null &&
  odometer_end_km !== null;

/** AUTO-005, AUTO-007: the month, vehicle by vehicle; outside the window to be read, with when it opens. */
export function MonthReport({ status }: { status: AutoplanStatus }): ReactNode {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const write = useAutoplanWrite(report);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly AutoplanUnit[] | null>(null);
  const open = status.units.filter(isReportable);
  const picked = open.filter(({ imei }) => chosen.has(imei ?? ''));
  const isWritable = status.is_open && status.is_on;
  const send = (units: readonly AutoplanUnit[]): void => {
    const imeis = units.flatMap(({ imei }) => imei ?? []);
    const confirmed = units.filter(({ doubt }) => doubt !== null).flatMap(({ imei }) => imei ?? []);
    write.mutate(
      { imeis, confirmed_imeis: confirmed },
      { onSuccess: () => setChosen(new Set()), onSettled: () => setAsked(null) },
    );
  };
  const begin = (units: readonly AutoplanUnit[]): void =>
    units.some(({ doubt }) => doubt !== null) ? setAsked(units) : send(units);
  // Joined, so that it does not break within.
  const time = format.dateTime(status.changes_at).replaceAll('-', '\u2060-\u2060').replace(' ', '\u00a0');
  return (
    <section className={frame['section']} aria-labelledby="autoplan-month">
      <h2 id="autoplan-month">{t('AutoplanReportTitle', { month: format.month(status.month) })}</h2>
      {status.is_open ? (
        <Banner tone="information">{t('AutoplanOpenUntil', { time })}</Banner>
      ) : (
        <Banner tone="information">
          {t('AutoplanClosed', { time, left: format.duration(Math.max(0, (Date.parse(status.changes_at) - now) / 1000)) })}
        </Banner>
      )}
      {status.is_open && !status.is_on && <p className={frame['soft']}>{t('AutoplanOff')}</p>}
      {status.units.length === 0 ? (
        <EmptyState icon="truck" title={t('AutoplanNone')} />
      ) : (
        <ReportTable
          units={status.units}
          chosen={chosen}
          isChoosable={(unit) => isWritable && isReportable(unit)}
          onChoose={(imei, isChosen) => {
            const next = new Set(chosen);
            if (isChosen) next.add(imei);
            else next.delete(imei);
            setChosen(next);
          }}
        />
      )}
      <FailureBanner failure={write.error} />
      {isWritable && open.length > 0 && (
        <div className={styles['ends']}>
          {picked.length > 0 && (
            <Button look="primary" isBusy={write.isPending} onClick={() => begin(picked)}>
              {t('AutoplanReportChosen', { count: picked.length })}
            </Button>
          )}
          <Button look={picked.length > 0 ? 'plain' : 'primary'} isBusy={write.isPending} onClick={() => begin(open)}>
            {t('AutoplanReportAll', { count: open.length })}
          </Button>
        </div>
      )}
      {asked && <Confirm units={asked} isBusy={write.isPending} onConfirm={() => send(asked)} onClose={() => setAsked(null)} />}
    </section>
  );
}

/** AUTO-006. */
function Confirm(props: {
  units: readonly AutoplanUnit[];
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const doubtOf = useDoubt();
  return (
    <Dialog title={t('AutoplanConfirmTitle')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <ul className={styles['list']}>
        {props.units.map((unit) => {
          const doubt = doubtOf(unit);
          return (
            doubt && (
              <li key={unit.imei}>
                {unit.name}: {doubt}
              </li>
            )
          );
        })}
      </ul>
      <p>{t('AutoplanConfirmLead')}</p>
      <div className={styles['ends']} data-at="end">
        <Button onClick={props.onClose}>{t('Cancel')}</Button>
        <Button look="primary" isBusy={props.isBusy} onClick={props.onConfirm}>
          {t('AutoplanConfirmButton')}
        </Button>
      </div>
    </Dialog>
  );
}
