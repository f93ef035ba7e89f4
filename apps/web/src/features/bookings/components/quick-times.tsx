import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import chip from '../../../ui/chip.module.css';
import { isQuickTime, type Local, quickTimes, type Span } from '../time-model.ts';
import styles from './booking.module.css';

/** What most look for, beside the fields for all other times. */
export function QuickTimes(props: { now: Local; span: Span | null; onChoose: (span: Span) => void }): ReactNode {
  const t = useT();
  return (
    <div className={styles['line']} role="group" aria-label={t('BookingQuickTimes')}>
      {quickTimes(props.now).map(({ key, span }) => (
        <button
          key={key}
          type="button"
          className={chip['chip']}
          aria-pressed={isQuickTime(key, span, props.span, props.now)}
          onClick={() => props.onChoose(span)}
        >
          {t(`BookingQuick-${key}`)}
        </button>
      ))}
    </div>
  );
}
