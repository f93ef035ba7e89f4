import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { AfterAWhile, Skeleton } from '../../../ui/skeleton.tsx';
import styles from './attest.module.css';

/** What was asked for, the room of it while it is on its way, or why it did not come. */
export function AttestLoaded<Data>(props: {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  children: (data: Data) => ReactNode;
}): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const { data, error, isFetching, refetch } = props.query;
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
      <div className={styles['stack']} aria-busy="true">
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} height={52} />
        ))}
      </div>
    </AfterAWhile>
  );
}
