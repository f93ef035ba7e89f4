import type { ComponentProps, ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { clockText } from '../lib/use-countdown.ts';
import { Button } from './button.tsx';
import { useRetryWait } from './failure-banner.tsx';
import styles from './waiting-button.module.css';

/** ERR-043: a button that cannot be pressed until the server takes another call after it refused one for coming too soon. */
export function WaitingButton(props: ComponentProps<typeof Button> & { readonly failure: unknown }): ReactNode {
  const { failure, disabled, ...rest } = props;
  const t = useT();
  const waitS = useRetryWait(failure);
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
