import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { SUM_KINDS, type TollReport } from './model.ts';
import styles from './tolls.module.css';

/** What it came to, once for each currency, and what that is made of; a kind of trip that cost nothing is not named. */
export function TollTotals({ report }: { report: TollReport }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const typeText = useTripTypeText();
  const { total } = report.totals;
  if (total.length === 0) return null;
  return (
    <ul className={styles['totals']} aria-label={t('TollsTotal')}>
      {total.map((sums) => {
        const kinds = SUM_KINDS.filter((kind) => sums[kind] > 0);
        const isOfOne = kinds.length === 1;
        return (
          <li key={sums.currency} className={styles['total']} data-of-one={isOfOne}>
            <span className={styles['sum']}>{money(sums.total, sums.currency)}</span>
            {kinds.map((kind) => (
              <span key={kind} className={styles['share']}>
                {kind === 'without_trip' ? t('TollsNoTrip') : typeText(kind)}
                {!isOfOne && ` ${money(sums[kind], sums.currency)}`}
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
