import type { ReactNode } from 'react';
import { useIsOnline, useLiveConnection } from '../lib/connection.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { Banner } from '../ui/banner.tsx';

/** NAV-040: says that what is seen may be old, and since when. */
export function ConnectionBanner(): ReactNode {
  const t = useT();
  const format = useFormat();
  const isOnline = useIsOnline();
  const live = useLiveConnection();
  if (isOnline && !live.isBroken) return null;
  return (
    <Banner tone="warning" isFlush>
      {!isOnline && t('Offline')}{' '}
      {live.isBroken && live.lastGoodMs !== null && t('LiveBroken', { time: format.time(live.lastGoodMs) })}
    </Banner>
  );
}
