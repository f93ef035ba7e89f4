import type { ReactNode } from 'react';
import { LOADER_ROWS, Skeleton } from '../ui/skeleton.tsx';
import styles from './shell.module.css';

/** The rough shape of a work page while its code arrives. */
export function PageSkeleton(): ReactNode {
  return (
    <div className={styles['pageSkeleton']} aria-busy="true">
      <Skeleton width="38%" height={36} />
      <Skeleton height={64} />
      {Array.from({ length: LOADER_ROWS }, (_, index) => (
        <Skeleton key={index} height={44} />
      ))}
    </div>
  );
}
