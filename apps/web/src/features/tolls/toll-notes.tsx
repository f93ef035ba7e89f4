import { placeOfZone } from '@spora/calendar/zones';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { TollReport } from './model.ts';
import styles from './tolls.module.css';

/** How the amounts came about, after all that is read first. */
export function TollNotes({ report }: { report: TollReport }): ReactNode {
  const t = useT();
  return (
    <section className={styles['notes']} aria-label={t('TollsNotes')}>
      <p>{[t('TollsEstimateNote'), t('TollsWithheldNote'), t('TollsZone', { zone: placeOfZone(report.time_zone) })].join(' ')}</p>
    </section>
  );
}
