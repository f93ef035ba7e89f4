import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import styles from './scale-switch.module.css';

/** A week by days, or a day by hours. */
export function ScaleSwitch(props: { isDay: boolean; onChange: (isDay: boolean) => void }): ReactNode {
  const t = useT();
  return (
    <div className={styles['scale']} role="group" aria-label={t('BookingScale')}>
      {([true, false] as const).map((isDay) => (
        <button
          key={String(isDay)}
          type="button"
          aria-pressed={props.isDay === isDay}
          onClick={() => props.isDay !== isDay && props.onChange(isDay)}
        >
          {t(isDay ? 'BookingScaleDay' : 'BookingScaleWeek')}
        </button>
      ))}
    </div>
  );
}
