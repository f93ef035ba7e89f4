import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { cx } from '../../../ui/cx.ts';
import { durationOf, type TripPage } from '../model.ts';
import { TYPES } from '../public/trip-search.ts';
import { Kilometres } from './trip-cell.tsx';
import { TypeMark } from '../public/type-mark.tsx';
import styles from './trip-totals.module.css';

/** The sums of the whole period, counted by the server, with the share of each type. */
export function TripTotals(props: { totals: TripPage['totals'] | null }): ReactNode {
  const t = useT();
  const typeText = useTripTypeText();
  const format = useFormat();
  const { totals } = props;
  const value = (text: ReactNode): ReactNode => (totals ? text : <Skeleton width={72} height={22} />);
  const whole = totals?.distance_m ?? 0;
  const shares = TYPES.map((type) => ({ type, metres: totals?.by_type[type] ?? 0 })).filter((share) => share.metres > 0);
  return (
    <dl className={styles['totals']} aria-busy={totals === null}>
      <div>
        <dt>{t('Trips')}</dt>
        <dd>{value(totals && format.number(totals.count))}</dd>
      </div>
      <div>
        <dt>{t('Distance')}</dt>
        <dd>{value(totals && <Kilometres text={format.km(totals.distance_m)} />)}</dd>
      </div>
      <div>
        <dt>{t('Duration')}</dt>
        <dd>{value(totals && (durationOf(totals.duration_s, totals.count, format) ?? '–'))}</dd>
      </div>
      {shares.length > 0 && (
        <div className={styles['shares']}>
          <dt>{t('ByType')}</dt>
          <dd>
            <span className={styles['bar']} aria-hidden="true">
              {shares.map(({ type, metres }) => (
                <span key={type} className={cx(styles['part'], styles[type])} style={{ flexGrow: metres }} />
              ))}
            </span>
            <span className={styles['legend']}>
              {shares.map(({ type, metres }) => (
                <span key={type} className={styles['share']}>
                  <TypeMark type={type} />
                  {t('ShareOfType', {
                    type: typeText(type),
                    distance: format.km(metres),
                    percent: format.number(whole > 0 ? (metres / whole) * 100 : 0),
                  })}
                </span>
              ))}
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}
