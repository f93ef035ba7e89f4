import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { clockText, useCountdown } from '../../../lib/use-countdown.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { messageOf } from '../model.ts';
import styles from './failure-banner.module.css';

/** ERR-043: seconds until another try makes sense; 0 when nothing has to be waited for. */
export const useRetryWait = (failure: unknown): number => useCountdown(failure instanceof ApiError ? failure.retryAtMs : null);

/**
 * What went wrong with a form, announced at once. A failed connection offers another try with what was typed (ERR-040); a
 * refusal to be waited out says how long. Texts of fields stand beside their fields and are left out here.
 */
export function FailureBanner(props: { failure: unknown; onRetry?: () => void; ownFields?: readonly string[] }): ReactNode {
  const { failure, onRetry, ownFields = [] } = props;
  const t = useT();
  const errors = useErrorText();
  const waitS = useRetryWait(failure);
  const fields = errors.fields(failure);
  const others = Object.keys(fields).filter((field) => !ownFields.includes(field));
  const isForFields = Object.keys(fields).length > 0;
  const isUnanswered = failure instanceof ApiError && failure.status === 0;
  const text = isForFields ? others.map((field) => fields[field]).join(' ') : messageOf(failure, errors.text, t);
  return (
    <div className={styles['place']} aria-live="assertive">
      {failure !== null && text !== '' && (
        <Banner
          tone="danger"
          action={
            isUnanswered && onRetry ? (
              <Button isSmall onClick={onRetry}>
                {t('Retry')}
              </Button>
            ) : undefined
          }
        >
          {text}
          {waitS > 0 && <span className={styles['wait']}>{t('WaitBeforeTrying', { time: clockText(waitS) })}</span>}
        </Banner>
      )}
    </div>
  );
}
