import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { reportLiveConnection } from '../../../lib/connection.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { browserHost, createLiveFeed, type FeedHost, type LiveFeed } from '../live-feed.ts';

const LiveContext = createContext<LiveFeed | null>(null);

/**
 * One live feed for each signed-in session: the map draws from it, the trip log hears of trips, the shell shows how it
 * fares on every page (NAV-040). Members whose map is off get no stream, and `null` from `useLiveFeed`.
 */
export function LiveProvider(props: { children: ReactNode; hostOf?: (userId: number) => FeedHost }): ReactNode {
  const { hostOf = browserHost } = props;
  const send = useSend();
  const { ID: userId, RealTimeMap: maySeeMap } = useUser();
  const [feed, setFeed] = useState<LiveFeed | null>(null);
  useEffect(() => {
    if (!maySeeMap) return undefined;
    const created = createLiveFeed(send, hostOf(userId));
    const report = (): void => {
      const { connection, lastGoodMs } = created.getState();
      reportLiveConnection({ isBroken: connection === 'polling' || connection === 'offline', lastGoodMs });
    };
    const stopReports = created.subscribe(report);
    setFeed(created);
    return () => {
      stopReports();
      created.stop();
      setFeed(null);
      reportLiveConnection({ isBroken: false, lastGoodMs: null });
    };
  }, [send, userId, maySeeMap, hostOf]);
  return <LiveContext value={feed}>{props.children}</LiveContext>;
}

export const useLiveFeed = (): LiveFeed | null => use(LiveContext);
