import type { Translate } from '@spora/messages/translate';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { FailureDetails } from '../lib/failure-details.tsx';
import { useErrorText, useT } from '../lib/i18n.tsx';
import { clockText, useCountdown } from '../lib/use-countdown.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Modal } from './modal.tsx';
import { useBroughtIntoView } from './use-brought-into-view.ts';
import styles from './failure-banner.module.css';

/** AUTH-014: when nobody answered, the text carries what the browser said; otherwise the server's key decides. */
function messageOf(failure: unknown, textOf: (error: unknown) => string, t: Translate): string {
  if (failure instanceof ApiError && failure.status === 0 && failure.cause instanceof Error)
    return t('NetworkErrorDetail', { detail: `${failure.cause.name}: ${failure.cause.message}` });
  return textOf(failure);
}

/** ERR-043: seconds until another try makes sense; 0 when nothing has to be waited for. */
export const useRetryWait = (failure: unknown): number => useCountdown(failure instanceof ApiError ? failure.retryAtMs : null);

/** How another try is made: by this, or by sending the form that the banner stands in once more. */
export type Retry = (() => void) | 'submit';

/**
 * What went wrong with a form, announced at once and brought into view. A failed connection offers another try with what was typed (ERR-040); a
 * refusal to be waited out says how long. Texts of the form's own fields stand beside them and are left out here; those that
 * have no place in the form, and faults of the server, come up in a dialog (ERR-037, ERR-038).
 */
export function FailureBanner(props: {
  failure: unknown;
  onRetry?: Retry | undefined;
  ownFields?: readonly string[];
}): ReactNode {
  const { failure, onRetry, ownFields = [] } = props;
  const t = useT();
  const errors = useErrorText();
  const waitS = useRetryWait(failure);
  const [closed, setClosed] = useState<unknown>(null);
  const place = useRef<HTMLDivElement>(null);
  useBroughtIntoView(place, failure);
  const fields = errors.fields(failure);
  const strangers = Object.entries(fields).filter(([field]) => !ownFields.includes(field));
  const isForFields = Object.keys(fields).length > 0;
  const isUnanswered = failure instanceof ApiError && failure.status === 0;
  const isFault = failure instanceof ApiError && failure.isFault;
  if (failure !== null && failure !== closed && (isFault || strangers.length > 0)) {
    const text = isFault ? errors.text(failure) : strangers.map(([, told]) => told).join(' ');
    return <FailureDialog text={text} failure={failure} onClose={() => setClosed(failure)} />;
  }
  const text = failure === null || isForFields ? '' : messageOf(failure, errors.text, t);
  return (
    <div ref={place} className={styles['place']} aria-live="assertive">
      {text !== '' && (
        <Banner
          tone="danger"
          action={
            isUnanswered && onRetry ? (
              <Button isSmall {...(onRetry === 'submit' ? { type: 'submit' as const } : { onClick: onRetry })}>
                {t('Retry')}
              </Button>
            ) : undefined
          }
        >
          {text}
          {waitS > 0 && (
            <span className={styles['wait']} aria-live="off">
              {t('WaitBeforeTrying', { time: clockText(waitS) })}
            </span>
          )}
        </Banner>
      )}
    </div>
  );
}

function FailureDialog(props: { text: string; failure: unknown; onClose: () => void }): ReactNode {
  const t = useT();
  return (
    <Modal
      title={t('FailureTitle')}
      onClose={props.onClose}
      actions={
        <Button look="primary" onClick={props.onClose}>
          {t('Close')}
        </Button>
      }
    >
      <p className={styles['told']} role="alert">
        <Icon name="alert" />
        {props.text}
      </p>
      <FailureDetails failure={props.failure} />
    </Modal>
  );
}
