import { ECO_LEFT_OUT } from '@spora/contract/eco/values';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './eco.module.css';
import type { EcoReport } from './model.ts';

/** Which units have no row, by why: a line that says how many for which reason and opens; nothing where all have one. */
export function LeftOut({ report: { left_out } }: { report: EcoReport }): ReactNode {
  const t = useT();
  if (left_out.length === 0) return null;
  const reasons = ECO_LEFT_OUT.flatMap((why) => {
    const count = left_out.filter((unit) => unit.why === why).length;
    return count === 0 ? [] : [t(`EcoLeftOutWhy-${why}`, { count })];
  });
  return (
    <details className={styles['leftOut']}>
      <summary>{t('EcoLeftOutCount', { count: left_out.length, reasons: reasons.join(', ') })}</summary>
      <dl>
        {ECO_LEFT_OUT.map((why) => {
          const units = left_out.filter((unit) => unit.why === why);
          if (units.length === 0) return null;
          return (
            <div key={why}>
              <dt>{t(`EcoLeftOut-${why}`)}</dt>
              <dd>{units.map(({ name }) => name).join(', ')}</dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
