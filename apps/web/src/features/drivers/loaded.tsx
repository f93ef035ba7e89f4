import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AfterAWhile, Skeleton } from '../../ui/skeleton.tsx';
import styles from './drivers.module.css';

/** The panel of a list: what was asked for, its skeleton, or why not and another try. */
export function Loaded<Data>(props: { answer: UseQueryResult<Data>; children: (data: Data) => ReactNode }): ReactNode {
  const { data, error, refetch, isFetching } = props.answer;
  const t = useT();
  const errors = useErrorText();
  if (data !== undefined) return <div className={styles['panel']}>{props.children(data)}</div>;
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
      <div className={styles['panel']} aria-busy="true">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} height={44} />
        ))}
      </div>
    </AfterAWhile>
  );
}
