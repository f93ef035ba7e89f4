import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { FailureDetails } from '../../../lib/failure-details.tsx';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';

/** REG-015, ERR-040: what the server said; what can be tried again, can be from here. */
export function FailureDialog(props: { failure: unknown; onRetry: () => void; onClose: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const isTransient = props.failure instanceof ApiError && props.failure.isTransient;
  return (
    <Modal
      title={t('NotRegistered')}
      onClose={props.onClose}
      actions={
        <>
          <Button look={isTransient ? 'plain' : 'primary'} onClick={props.onClose}>
            {t('Close')}
          </Button>
          {isTransient && (
            <Button look="primary" onClick={props.onRetry}>
              {t('Retry')}
            </Button>
          )}
        </>
      }
    >
      <p>{errors.text(props.failure)}</p>
      <p>{t('NothingLost')}</p>
      <FailureDetails failure={props.failure} />
    </Modal>
  );
}
