import type { ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { AfterAWhile, Skeleton } from '../../../ui/skeleton.tsx';

/** What is shown until something has been fetched: a skeleton, or what went wrong and another try. */
export function NotLoaded(props: { error: unknown; isFetching: boolean; onRetry: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  if (!props.error || props.isFetching)
    return (
      <AfterAWhile>
        <Skeleton height={320} />
      </AfterAWhile>
    );
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
