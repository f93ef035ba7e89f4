import type { ComponentProps, ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { clockText, useCountdown } from '../lib/use-countdown.ts';
import { Button } from './button.tsx';
import { useRetryWait } from './failure-banner.tsx';
import styles from './waiting-button.module.css';

/**
 * ERR-043: a button that cannot be pressed until a moment, or until the server takes another call after it refused one for coming too
 * soon; how long that is stands beside it.
 */
export function WaitingButton(
  props: ComponentProps<typeof Button> & { readonly untilMs?: number | null; readonly failure: unknown },
): ReactNode {
  const { untilMs = null, failure, disabled, ...rest } = props;
  const t = useT();
  const waitS = Math.max(useCountdown(untilMs), useRetryWait(failure));
  return (
    <span className={styles['place']}>
      <Button {...rest} disabled={disabled === true || waitS > 0} />
      {waitS > 0 && (
        <span className={styles['wait']} aria-live="off">
          {t('WaitBeforeTrying', { time: clockText(waitS) })}
        </span>
      )}
    </span>
  );
}
