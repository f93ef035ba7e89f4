import { bandOf } from '@spora/contract/eco/rules';
import { useId, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { MONTHS_IN_FULL, MonthName } from '../reports/public/month-name.tsx';
import styles from './eco.module.css';
import { type EcoFigures, UNKNOWN } from './model.ts';

/** REP-013: scores month by month as bars, from the first month with one; a single one is told by the table. The list says the same to who does not see them. */
export function MonthBars(props: { months: readonly string[]; figures: readonly EcoFigures[] }): ReactNode {
  const t = useT();
  const id = useId();
  const first = props.figures.findIndex(({ score }) => score !== null);
  if (props.figures.filter(({ score }) => score !== null).length < 2) return null;
  const [months, figures] = [props.months.slice(first), props.figures.slice(first)];
  const isMany = months.length > MONTHS_IN_FULL;
  return (
    <figure className={styles['figure']} aria-labelledby={id}>
      <figcaption className={styles['caption']}>
        <span id={id}>{t('EcoPerMonth')}</span>
        {first > 0 && <span className={styles['since']}>{t('EcoNoScoreBefore', { month: months[0] ?? '' })}</span>}
      </figcaption>
      <ol className={styles['bars']} data-many={isMany}>
        {months.map((month, i) => {
          const score = figures[i]?.score ?? null;
          return (
            <li
              key={month}
              className={styles['column']}
              aria-label={t('EcoMonthValue', { month, score: score ?? t('EcoNoScore') })}
            >
              <span className={styles['value']} aria-hidden>
                {score ?? UNKNOWN}
              </span>
              <span
                className={styles['bar']}
                aria-hidden
                data-band={score === null ? undefined : bandOf(score)}
                style={{ height: `${score ?? 0}%` }}
              />
              <span className={styles['under']} aria-hidden>
                <MonthName month={month} isFirst={i === 0} isOfMany={isMany} />
              </span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}

const TENS = 10;
const BARS_MIN = 3;
/** So many have room for both ends of their ten on a phone, too. */
const FEW_BARS = 5;

/** REP-013: how many units or drivers have which score, by tens from the lowest to the highest. */
export function Distribution({ counts }: { counts: readonly number[] }): ReactNode {
  const t = useT();
  const id = useId();
  const most = Math.max(...counts);
  // One or two bars tell no spread, and what lies below the lowest score nothing at all.
  if (counts.filter((count) => count > 0).length < BARS_MIN) return null;
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  return (
    <figure className={styles['figure']} aria-labelledby={id}>
      <figcaption id={id} className={styles['caption']}>
        {t('EcoDistribution')}
      </figcaption>
      <ol className={styles['bars']} data-few={last - first < FEW_BARS}>
        {counts.map((count, i) => {
          if (i < first || i > last) return null;
          const [from, to] = [i === 0 ? 0 : i * TENS + 1, (i + 1) * TENS];
          return (
            <li key={from} className={styles['column']} aria-label={t('EcoDistributionOf', { count, from, to })}>
              <span className={styles['value']} aria-hidden>
                {count > 0 ? count : ''}
              </span>
              <span className={styles['bar']} aria-hidden data-band={bandOf(to)} style={{ height: `${(count / most) * 100}%` }} />
              <span className={styles['under']} aria-hidden>
                {from}
                <span className={styles['to']}>–{to}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
