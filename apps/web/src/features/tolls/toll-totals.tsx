import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { wholeMoney } from '../../lib/measures.ts';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { isAbout, sharesOf, type TollReport, totalsOf } from './model.ts';
import styles from './tolls.module.css';

/**
 * What it came to, once for each currency in whole units, and what that is made of; a kind of trip that cost nothing is not named. A sum
 * that holds what is not sure is told as about so much, with how much of it that is. What no tariff is known of is told at the sum that
 * lacks it. In brief it is a line for each, and what it is made of is read below.
 */
export function TollTotals(props: {
  report: TollReport;
  isBrief: boolean;
  /** The currencies whose bars say what their sum is made of. */
  charted: readonly string[];
}): ReactNode {
  const { report, isBrief, charted } = props;
  const t = useT();
  const format = useFormat();
  const money = (amount: number, currency: string): string => wholeMoney(amount, currency, format);
  const typeText = useTripTypeText();
  const { without_tariff_in } = report.totals;
  const total = totalsOf(report);
  if (total.length === 0) return null;
  return (
    <ul className={styles['totals']} data-brief={isBrief} aria-label={t('TollsTotal')}>
      {total.map((sums) => {
        const shares = sharesOf(sums);
        const isOfOne = shares.length === 1;
        const uncertain = report.doubts.uncertain.find(({ currency }) => currency === sums.currency);
        const old = report.doubts.old.find(({ currency }) => currency === sums.currency);
        const lacking = without_tariff_in.find(({ currency }) => currency === sums.currency)?.count ?? 0;
        const sum =
          shares.length === 0
            ? `–\u00a0${sums.currency}`
            : isAbout(report, sums.currency)
              ? t('TollsAbout', { amount: money(sums.total, sums.currency) })
              : money(sums.total, sums.currency);
        if (isBrief)
          return (
            <li key={sums.currency} className={styles['total']}>
              <span className={styles['sum']}>{sum}</span>
              <span className={styles['brief']}>
                {[
                  uncertain && t('TollsDoubtUncertain', { count: uncertain.passages }),
                  lacking > 0 && t('TollsDoubtUnpriced', { count: lacking }),
                  old && old.amount > 0 && t('TollsBriefOld', { year: old.year }),
                ]
                  .filter(Boolean)
                  .join('\u00a0· ')}
              </span>
            </li>
          );
        return (
          <li key={sums.currency} className={styles['total']} data-of-one={isOfOne}>
            <span className={styles['sum']}>{sum}</span>
            {uncertain && uncertain.amount > 0 && (
              <span className={styles['uncertain']}>
                {t('TollsOfItUncertain', {
                  amount: money(uncertain.amount, uncertain.currency),
                  count: uncertain.passages,
                  unpriced: uncertain.unpriced,
                })}
              </span>
            )}
            {old && old.amount > 0 && (
              <span className={styles['uncertain']}>
                {money(old.amount, old.currency) === money(sums.total, sums.currency)
                  ? t('TollsAllOld', { year: old.year })
                  : t('TollsOfItOld', { amount: money(old.amount, old.currency), year: old.year })}
              </span>
            )}
            {(charted.includes(sums.currency) ? [] : shares).map(({ kind, amount }) => (
              <span key={kind} className={styles['share']}>
                {kind === 'without_trip' ? t('TollsNoTrip') : typeText(kind)}
                {!isOfOne && ` ${money(amount, sums.currency)}`}
              </span>
            ))}
            {lacking > 0 && <span className={styles['lacking']}>{t('TollsSumLacks', { count: lacking })}</span>}
          </li>
        );
      })}
    </ul>
  );
}
