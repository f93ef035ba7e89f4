import type { Trip } from '@spora/contract/trips/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { useToasts } from '../../ui/toast.tsx';
import type { EditableField } from './fields.ts';
import { isCountedApart, withTrip, type TripPage } from './model.ts';
import { tripQuery } from './queries.ts';

/** The trips of the log's pages as they are shown: replaced by what the server answered, or asked for again. */
export function useShownTrips() {
  const send = useSend();
  const t = useT();
  const toasts = useToasts();
  const client = useQueryClient();
  const isOtherAsked = useUser().OtherTripPurposeRequired;
  const put = useCallback(
    (trips: readonly Trip[]) => {
      for (const trip of trips) {
        client.setQueryData(savedKey(trip.id), trip);
        client.setQueryData(tripQuery(send, trip.id).queryKey, (linked) => linked && { trip });
      }
      const units = client.getQueryData(endpointQuery(send, 'units.list', {}).queryKey)?.units ?? [];
      const isAtSea = (trip: Trip): boolean => units.some(({ id, kind }) => id === trip.unit_id && isWatercraft(kind));
      const pages = client.getQueriesData<TripPage>({ queryKey: ['trips.generate'] }).map(([, page]) => page);
      const isCountedOtherwise = trips.some((trip) =>
        pages.some((page) => {
          const before = page && tripOf(page, trip.id);
          return before !== undefined && isCountedApart(before, trip, isOtherAsked);
        }),
      );
      client.setQueriesData<TripPage>(
        { queryKey: ['trips.generate'] },
        (page) => page && trips.reduce((all, trip) => withTrip(all, trip, { isOtherAsked, isAtSea: isAtSea(trip) }), page),
      );
      if (!isCountedOtherwise) return;
      // A page that holds none of the trips may count them nevertheless, as the inbox of a log with a filter does: it is asked for again.
      void client.invalidateQueries({
        queryKey: ['trips.generate'],
        predicate: ({ state }) => {
          const page = state.data as TripPage | undefined;
          return page !== undefined && !trips.some(({ id }) => tripOf(page, id));
        },
      });
    },
    [client, isOtherAsked, send],
  );
  /** An undo that came too late: the trip is shown as it is, with who changed it. */
  const tellOther = useCallback(
    async (tripId: number, field: EditableField): Promise<void> => {
      void client.invalidateQueries({ queryKey: ['trips.generate'] });
      const by = await call(send, 'trips.history', { params: { id: tripId } }).catch(() => null);
      const name = by?.changes.find((change) => change.field === field)?.actor;
      toasts.show({ text: name ? t('UndoChangedBy', { name }) : t('TripChangedMeanwhile') });
    },
    [client, send, t, toasts],
  );
  return { put, tellOther };
}

const savedKey = (id: number | undefined) => ['trips.saved', id] as const;

/** A trip as it was saved last in this session, however the pages have changed since: undefined where it was not. */
export const useSavedTrip = (id: number | undefined): Trip | undefined =>
  useQuery<Trip>({ queryKey: savedKey(id), queryFn: skipToken, staleTime: Infinity }).data;

const tripOf = (page: TripPage, id: number): Trip | undefined => page.trips.find((trip) => trip.id === id);
