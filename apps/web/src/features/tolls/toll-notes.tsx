import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import { reasonsOf, type ReasonedMark, type TollReport } from './model.ts';
import styles from './tolls.module.css';

/** What the marks of the table mean, and how the amounts came about: once, after all that is read first. */
export function TollNotes({ report }: { report: TollReport }): ReactNode {
  const t = useT();
  const reasons = reasonsOf(report.rows);
  const { without_tariff } = report.totals;
  const whys: Readonly<Record<ReasonedMark, (years: string) => string>> = {
    TollsUncertain: () => t('TollsUncertainWhy'),
    TollsOld: (year) => t('TollsOldWhy', { year }),
    TollsNoTariff: () => t('TollsNoTariffWhy'),
    TollsEstimate: () => t('TollsEstimateWhy'),
  };
  return (
    <section className={styles['notes']} aria-label={t('TollsNotes')}>
      {reasons.length > 0 && (
        <dl className={styles['reasons']}>
          {reasons.map(({ mark, years }) => (
            <div key={mark}>
              <dt>
                <Badge tone="warning">{t(mark)}</Badge>
              </dt>
              <dd>{whys[mark](years.join(', '))}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>
        {[
          without_tariff > 0 && t('TollsWithoutTariff', { count: without_tariff }),
          t('TollsEstimateNote'),
          t('TollsWithheldNote'),
          t('TollsZone', { zone: report.time_zone }),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </section>
  );
}
