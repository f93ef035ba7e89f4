import type { ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** What could not be fetched, why, and the way to try again. */
export function LoadFailure(props: { failure: unknown; onRetry: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  return (
    <EmptyState
      icon="alert"
      isAlert
      title={t('CouldNotLoad')}
      action={
        <Button look="primary" onClick={props.onRetry}>
          {t('Retry')}
        </Button>
      }
    >
      {errors.text(props.failure)}
    </EmptyState>
  );
}
