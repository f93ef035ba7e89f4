import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { AfterAWhile, LOADER_ROWS, Skeleton } from '../../../ui/skeleton.tsx';
import styles from './trip-skeleton.module.css';

/** The shape of the list while it is fetched. */
export function TripSkeleton(): ReactNode {
  const t = useT();
  return (
    <AfterAWhile>
      <div role="status" aria-label={t('Loading')}>
        <div className={styles['day']}>
          <Skeleton width={180} height={14} />
        </div>
        {Array.from({ length: LOADER_ROWS }, (_, index) => (
          <div key={index} className={styles['row']}>
            <Skeleton width={86} />
            <span className={styles['two']}>
              <Skeleton width="72%" />
              <Skeleton width="58%" />
            </span>
            <Skeleton width={60} />
            <Skeleton width={84} height={24} />
          </div>
        ))}
      </div>
    </AfterAWhile>
  );
}
