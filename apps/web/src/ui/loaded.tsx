import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorText, useT } from '../lib/i18n.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { AfterAWhile, Skeleton } from './skeleton.tsx';

/** What came, its shape while it comes, or why it did not. */
export function Loaded<Data>(props: { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }): ReactNode {
  const { data, error, isFetching, refetch } = props.query;
  const t = useT();
  const errors = useErrorText();
  if (data !== undefined) return props.children(data);
  if (error && !isFetching)
    return (
      <EmptyState
        icon="alert"
        isAlert
        title={t('CouldNotLoad')}
        action={
          <Button look="primary" onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        }
      >
        {errors.text(error)}
      </EmptyState>
    );
  return (
    <AfterAWhile>
      <div aria-busy="true">
        <Skeleton height={220} />
      </div>
    </AfterAWhile>
  );
}
