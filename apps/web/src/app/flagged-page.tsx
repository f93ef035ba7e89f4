import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { endpointQuery } from '../lib/endpoint-query.ts';
import { useErrorText, useT } from '../lib/i18n.tsx';
import { useSend } from '../lib/send-context.tsx';
import { useUser } from '../lib/session-context.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { AfterAWhile } from '../ui/skeleton.tsx';
import { homeOf } from './home.ts';
import { HomeLink } from './home-link.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

type Flag = 'car-schedule' | 'safe-home';

function useFlag(flag: Flag): UseQueryResult<boolean> {
  const send = useSend();
  const carSchedule = useQuery({
    ...endpointQuery(send, 'accounts.car-schedule-status', {}),
    enabled: flag === 'car-schedule',
    select: ({ EnableCarSchedule }) => EnableCarSchedule,
  });
  const safeHome = useQuery({
    ...endpointQuery(send, 'accounts.safe-home-config', {}),
    enabled: flag === 'safe-home',
    select: ({ EnableSafeReturnHome }) => EnableSafeReturnHome,
  });
  return flag === 'car-schedule' ? carSchedule : safeHome;
}

/** DEC-20: a refusal that is not about the session is the answer "not for you". */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 401 && !error.isSessionOver;

/**
 * NAV-026: a page behind a flag of the account. Nothing of it is shown and nobody is sent away before the answer; when there
 * is none the page stays shut, and the question can be asked again.
 */
export function FlaggedPage(props: { flag: Flag; children: ReactNode }): ReactNode {
  const t = useT();
  const { text } = useErrorText();
  const user = useUser();
  const answer = useFlag(props.flag);
  if (answer.isPending || (answer.isError && answer.isFetching))
    return (
      <AfterAWhile>
        <PageSkeleton />
      </AfterAWhile>
    );
  if (answer.data === false || isRefusal(answer.error)) return <Navigate to={homeOf(user)} replace />;
  if (answer.data) return props.children;
  return (
    <EmptyState
      icon="alert"
      isAlert
      title={t('CouldNotLoad')}
      action={
        <>
          <Button look="primary" onClick={() => void answer.refetch()}>
            {t('Retry')}
          </Button>
          <HomeLink look="plain" />
        </>
      }
    >
      {t('FlagUnknown')} {text(answer.error)}
    </EmptyState>
  );
}
