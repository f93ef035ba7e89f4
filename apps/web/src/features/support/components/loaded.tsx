import type { ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { AfterAWhile, Skeleton } from '../../../ui/skeleton.tsx';
import styles from '../support.module.css';

/** What was asked for, or why it is not there: still coming, or failed with another try. */
export function Loaded<T>(props: {
  query: { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  children: (data: T) => ReactNode;
}): ReactNode {
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
      <div className={styles['rows']} aria-busy="true">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height={44} />
        ))}
      </div>
    </AfterAWhile>
  );
}

/** The end of a list that goes back in time. */
export function Older(props: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}): ReactNode {
  const t = useT();
  if (!props.query.hasNextPage) return null;
  return (
    <Button isBusy={props.query.isFetchingNextPage} onClick={() => void props.query.fetchNextPage()}>
      {t('AuditOlder')}
    </Button>
  );
}
