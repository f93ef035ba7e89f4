import { placeOfZone } from '@spora/calendar/zones';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import type { TollReport } from './model.ts';
import styles from './tolls.module.css';

const useThisMonth = (): string => useFormat().day(Date.now()).slice(0, 7);

/** Why a sum that holds the month under way may fall, and grow again when it is over: at the sum, and not where it ends. */
export function SumMoves({ report }: { report: TollReport }): ReactNode {
  const t = useT();
  const thisMonth = useThisMonth();
  if (report.totals.total.length === 0 || !report.months.includes(thisMonth)) return null;
  return <p className={styles['said']}>{t('TollsSumMoves')}</p>;
}

/** How the amounts came about, after all that is read first. */
export function TollNotes({ report }: { report: TollReport }): ReactNode {
  const t = useT();
  const thisMonth = useThisMonth();
  const notes = [t('TollsEstimateNote'), ...(report.months.includes(thisMonth) ? [] : [t('TollsWithheldNote')])];
  return (
    <section className={styles['notes']} aria-label={t('TollsNotes')}>
      <p>{[...notes, t('TollsZone', { zone: placeOfZone(report.time_zone) })].join(' ')}</p>
    </section>
  );
}
