import type { Trip } from '@spora/contract/trips/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { tripQuery } from './queries.ts';

/** Where the page has come, whether it holds the trip of the address. */
interface Asked {
  readonly id: number | undefined;
  readonly isListed: boolean | undefined;
}

/**
 * The trip that a link names and the log's page does not hold, as one of another month: asked for by itself. One that was on the page and
 * left it, by a filter or because it was removed, is not.
 */
export function useLinkedTrip({ id, isListed }: Asked) {
  const send = useSend();
  const [seenId, setSeenId] = useState<number>();
  if (isListed === true && seenId !== id) setSeenId(id);
  const isAsked = id !== undefined && isListed === false && seenId !== id;
  const query = useQuery({ ...tripQuery(send, id ?? 0), enabled: isAsked });
  const trip: Trip | undefined = isAsked ? query.data?.trip : undefined;
  return { trip, failed: isAsked && query.error ? query : null };
}

/** That the trip of a link is not there, or why it could not be had. */
export function NoLinkedTrip(props: { failed: ReturnType<typeof useLinkedTrip>['failed']; onClose: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const { failed } = props;
  if (!failed) return null;
  const isMissing = failed.error instanceof ApiError && failed.error.errors === 'TripNotFound';
  return (
    <Banner
      tone={isMissing ? 'information' : 'danger'}
      closeLabel={t('Close')}
      onClose={props.onClose}
      action={
        !isMissing && (
          <Button isSmall onClick={() => void failed.refetch()}>
            {t('Retry')}
          </Button>
        )
      }
    >
      {isMissing ? t('LinkedTripMissing') : errors.text(failed.error)}
    </Banner>
  );
}
