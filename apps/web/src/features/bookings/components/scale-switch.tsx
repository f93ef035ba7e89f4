import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import styles from './scale-switch.module.css';

const SCALES = ['day', 'week', 'month'] as const;
export type Scale = (typeof SCALES)[number];

/** A day by hours, a week by days, or a month. */
export function ScaleSwitch(props: { scale: Scale; onChange: (scale: Scale) => void }): ReactNode {
  const { scale, onChange } = props;
  const t = useT();
  return (
    <div className={styles['scale']} role="group" aria-label={t('BookingScale')}>
      {SCALES.map((each) => (
        <button key={each} type="button" aria-pressed={scale === each} onClick={() => scale !== each && onChange(each)}>
          {t(`BookingScale-${each}`)}
        </button>
      ))}
    </div>
  );
}
