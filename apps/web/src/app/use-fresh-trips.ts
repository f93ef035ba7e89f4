import { POLL_S } from '@spora/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveFeed } from '../features/tracking/public/live-context.tsx';
import { gathered } from '../lib/gathered.ts';

/** Trips that change in a burst, as when a tracker sends its backlog, are fetched together. */
const GATHER_MS = 1_500;
const LEAST_MS = 5_000;

/** The log is fetched again when trips change; every quarter of a minute for members without the live stream. */
export function useFreshTrips(): void {
  const client = useQueryClient();
  const feed = useLiveFeed();
  useEffect(() => {
    const refresh = (): void => void client.invalidateQueries({ queryKey: ['trips.generate'] });
    if (!feed) {
      const timer = setInterval(refresh, POLL_S * 1000);
      return () => clearInterval(timer);
    }
    const { soon, stop } = gathered(refresh, { gatherMs: GATHER_MS, leastMs: LEAST_MS });
    const stopTrips = feed.onTrip(soon);
    // The full state was loaded again: trip events may have been missed, or the stream is replaced by polling.
    const stopUnits = feed.onUnits((changed) => changed === null && soon());
    return () => {
      stopTrips();
      stopUnits();
      stop();
    };
  }, [client, feed]);
}
