import type { ReactNode } from 'react';
import { useErrorText, useT } from '../lib/i18n.tsx';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { AfterAWhile, LOADER_ROWS, Skeleton } from './skeleton.tsx';

/** As a query tells it. */
interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}
interface Shape {
  /** The heights of what is to come, so that nothing jumps. */
  readonly heights?: readonly number[];
  /** Of what lays these out. */
  readonly className?: string | undefined;
  /** Beside other things on the page, a failure takes a line and not the page's room. */
  readonly isPart?: boolean;
}

/** The heights of rows; a form knows how many fields it has. */
export const rowsOf = (height: number, count: number = LOADER_ROWS): readonly number[] =>
  Array.from({ length: count }, () => height);

/** Several queries that are shown together: all of them, or what one of them lacks. */
export const together = (...queries: readonly Omit<Asked<unknown>, 'data'>[]): Omit<Asked<unknown>, 'data'> => ({
  error: queries.find(({ error }) => error)?.error ?? null,
  isFetching: queries.some(({ isFetching }) => isFetching),
  refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
});

/** What came, its shape while it comes, or why it did not, with another try. */
export function Loaded<Data>(props: Shape & { query: Asked<Data>; children: (data: Data) => ReactNode }): ReactNode {
  const { query, children, ...shape } = props;
  return query.data === undefined ? <NotLoaded {...shape} query={query} /> : children(query.data);
}

/** What stands in the place of something until it has come. */
export function NotLoaded(props: Shape & { query: Omit<Asked<unknown>, 'data'> }): ReactNode {
  const { heights = [220], className, isPart = false } = props;
  const { error, isFetching, refetch } = props.query;
  const onRetry = (): void => void refetch();
  if (error && !isFetching)
    return isPart ? <LoadFailure error={error} onRetry={onRetry} /> : <PageFailure error={error} onRetry={onRetry} />;
  return (
    <AfterAWhile>
      <div className={className} aria-busy="true">
        {heights.map((height, index) => (
          <Skeleton key={index} height={height} />
        ))}
      </div>
    </AfterAWhile>
  );
}

function PageFailure(props: { error: unknown; onRetry: () => void }): ReactNode {
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
      {errors.text(props.error)}
    </EmptyState>
  );
}

/** A part of a page that could not be fetched, with another try. */
function LoadFailure(props: { error: unknown; onRetry: () => void }): ReactNode {
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
