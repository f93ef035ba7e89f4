import type { ReactNode } from 'react';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { AfterAWhile, Skeleton } from '../../../ui/skeleton.tsx';

/** What is shown until something has been fetched: a skeleton, or what went wrong and another try. */
export function NotLoaded(props: { error: unknown; isFetching: boolean; onRetry: () => void }): ReactNode {
  if (props.error && !props.isFetching) return <LoadFailure error={props.error} onRetry={props.onRetry} />;
  return (
    <AfterAWhile>
      <Skeleton height={320} />
    </AfterAWhile>
  );
}
