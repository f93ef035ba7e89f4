import { lazy, Suspense, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useGo, usePageSearch } from '../../lib/page-link.tsx';
import { useLiveFeed } from '../tracking/public/live-context.tsx';
import { UnitScreen } from './unit-screen.tsx';

/** The map and its table are fetched when somebody opens them. */
const GeoDataPanel = lazy(() =>
  import('../tracking/public/geo-data-panel.tsx').then((module) => ({ default: module.GeoDataPanel })),
);

const UnitCheckIn = lazy(() => import('../drivers/public/unit-check-in.tsx').then((module) => ({ default: module.UnitCheckIn })));

const UnitNow = lazy(() => import('../tracking/public/unit-now.tsx').then((module) => ({ default: module.UnitNow })));

/** NAV-016: one unit; which one and which tab stand in the address. */
export function UnitPage(): ReactNode {
  const feed = useLiveFeed();
  const { imei = '', tab, from, to, history } = usePageSearch(ADDRESSES.editUnit);
  const go = useGo();
  const show = (search: { imei: string; tab?: string | undefined; from?: string; to?: string; history?: string }): void =>
    void go({ to: ADDRESSES.editUnit, search, replace: true });
  return (
    <UnitScreen
      imei={imei}
      tab={tab}
      history={history}
      onHistory={(kind) => show({ imei, tab, ...(kind === 'all' ? {} : { history: kind }) })}
      onTab={(next) => show({ imei, tab: next })}
      onMoved={(next) => show({ imei: next, tab })}
      onLeave={() => void go({ to: ADDRESSES.units })}
      onChanged={() => feed?.refresh()}
      renderNow={(unit) => (
        <Suspense fallback={null}>
          <UnitNow unitId={unit.id} />
        </Suspense>
      )}
      renderGeoData={() => (
        <Suspense fallback={null}>
          <GeoDataPanel imei={imei} from={from} to={to} onRange={(range) => show({ imei, tab, ...range })} />
        </Suspense>
      )}
      renderCheckIn={(unit) => (
        <Suspense fallback={null}>
          <UnitCheckIn unitId={unit.id} imei={imei} unitName={unit.name} isSmall={false} />
        </Suspense>
      )}
    />
  );
}
