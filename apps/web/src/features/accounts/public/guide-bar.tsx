import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { Progress } from '../guide-model.ts';
import styles from './guide-bar.module.css';

/** How many of the steps that everybody needs are done, and how many others there are. */
export function GuideBar({ progress: { done, all, optional } }: { progress: Progress }): ReactNode {
  const t = useT();
  return (
    <div className={styles['progress']}>
      <progress value={done} max={all} aria-label={t('GuideTitle')} />
      <span>{t('GuideProgress', { done, all })}</span>
      {optional > 0 && <span>{t('GuideOptionalLeft', { count: optional })}</span>}
    </div>
  );
}
