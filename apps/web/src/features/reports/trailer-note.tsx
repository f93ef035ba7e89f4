import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { cx } from '../../ui/cx.ts';
import type { Group } from './public/report-search.ts';
import styles from './summary.module.css';

/** How far trailers went: what towed them went the same way, so it is in no sum and nobody's driving. */
export function TrailerNote(props: {
  group: Group;
  towed: { readonly units: number; readonly metres: number } | null;
  /** The way to the log, whose sums hold them. */
  log?: ReactNode;
}): ReactNode {
  const { group, towed, log } = props;
  const t = useT();
  const format = useFormat();
  if (!towed) return null;
  return (
    <p className={cx(styles['note'], styles['above'])}>
      {t(`SummaryTowed-${group}`, { distance: format.km(towed.metres), count: towed.units })}
      {log && <> {log}</>}
    </p>
  );
}
