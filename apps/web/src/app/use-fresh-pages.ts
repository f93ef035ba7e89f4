import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangedKind } from '../features/tracking/live-feed.ts';
import { useLiveFeed } from '../features/tracking/public/live-context.tsx';
import { gathered } from '../lib/gathered.ts';

/** Changes that come in a burst, as a booking of many weeks, are fetched together. */
const GATHER_MS = 300;

interface Showing {
  /** Calls whose answers show it; a name without a dot stands for all calls of a feature. */
  readonly names: readonly string[];
  readonly leastMs: number;
  /** Within so long, at a moment of its own: what every browser hears at once they do not all ask for at once. */
  readonly spreadMs?: number;
}

const SHOWING: Readonly<Record<Exclude<ChangedKind, 'alarm'>, Showing>> = {
  booking: { names: ['bookings', 'today.get'], leastMs: 2_000 },
  // Zones and sensors are told to trackers by commands too (GEO-011, BLE-003).
  command: { names: ['commands', 'modes', 'sensors', 'zones.list', 'zones.armed', 'units.history'], leastMs: 1_000 },
  mode: { names: ['modes', 'commands.list', 'units.history'], leastMs: 1_000 },
  // A large fleet's are heard all the time.
  sensor: { names: ['sensors'], leastMs: 30_000 },
  announcement: { names: ['accounts.announcement'], leastMs: 5_000, spreadMs: 3_000 },
};

/**
 * DEC-59: what shows something asks again when the stream says that it changed. A browser without the stream, of a member whose map is off,
 * asks now and then, as the pages do by themselves.
 */
export function useFreshPages(): void {
  const client = useQueryClient();
  const feed = useLiveFeed();
  useEffect(() => {
    if (!feed) return undefined;
    const all = Object.entries(SHOWING).map(([kind, { names, leastMs, spreadMs = 0 }]) => {
      const isShowing = (id: unknown): boolean =>
        typeof id === 'string' && (names.includes(id) || names.includes(id.slice(0, id.indexOf('.'))));
      const run = (): void => void client.invalidateQueries({ predicate: ({ queryKey: [id] }) => isShowing(id) });
      return {
        kind: kind as keyof typeof SHOWING,
        ...gathered(run, { gatherMs: GATHER_MS + Math.random() * spreadMs, leastMs }),
      };
    });
    const stops = all.map(({ kind, soon }) => feed.onChanged(kind, soon));
    // Loaded again: some may have been missed.
    const stopReloads = feed.onReload(() => {
      for (const { soon } of all) soon();
    });
    return () => {
      for (const stop of stops) stop();
      stopReloads();
      for (const { stop } of all) stop();
    };
  }, [client, feed]);
}
