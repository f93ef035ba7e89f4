import type { ReactNode } from 'react';
import { useErrorText, useT } from '../lib/i18n.tsx';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

/** A part of a page that could not be fetched, with another try. */
export function LoadFailure(props: { error: unknown; onRetry: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  return (
    <Banner
      tone="danger"
      action={
        <Button isSmall onClick={props.onRetry}>
          {t('Retry')}
        </Button>
      }
    >
      {errors.text(props.error)}
    </Banner>
  );
}
