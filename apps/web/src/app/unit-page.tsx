import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { useLiveFeed } from '../features/tracking/public/live-context.tsx';
import { UnitScreen } from '../features/units/unit-screen.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';

/** The map and its table are fetched when somebody opens them. */
const GeoDataPanel = lazy(() =>
  import('../features/tracking/public/geo-data-panel.tsx').then((module) => ({ default: module.GeoDataPanel })),
);

const UnitCheckIn = lazy(() =>
  import('../features/drivers/public/unit-check-in.tsx').then((module) => ({ default: module.UnitCheckIn })),
);

/** NAV-016: one unit; which one and which tab stand in the address. */
export function UnitPage(): ReactNode {
  const t = useT();
  const feed = useLiveFeed();
  const user = useUser();
  const { imei = '', tab, from, to } = useSearch({ from: ADDRESSES.editUnit });
  const navigate = useNavigate({ from: ADDRESSES.editUnit });
  useDocumentTitle(t('EditUnit'));
  return (
    <UnitScreen
      imei={imei}
      tab={tab}
      onTab={(next) => void navigate({ to: ADDRESSES.editUnit, search: { imei, tab: next }, replace: true })}
      onMoved={(next) => void navigate({ to: ADDRESSES.editUnit, search: { imei: next, tab }, replace: true })}
      onLeave={() => void navigate({ to: ADDRESSES.units })}
      onChanged={() => feed?.refresh()}
      renderGeoData={() => (
        <Suspense fallback={null}>
          <GeoDataPanel
            imei={imei}
            from={from}
            to={to}
            onRange={(range) => void navigate({ to: ADDRESSES.editUnit, search: { imei, tab, ...range }, replace: true })}
          />
        </Suspense>
      )}
      renderCheckIn={(unit) => (
        <Suspense fallback={null}>
          <UnitCheckIn unitId={unit.id} imei={imei} unitName={unit.name} />
        </Suspense>
      )}
      renderListLink={(text) => <Link to={ADDRESSES.units}>{text}</Link>}
      renderDaysOffLink={
        user.IsAdmin
          ? (text) => (
              <Link to={ADDRESSES.account} search={{ tab: 'days-off' }}>
                {text}
              </Link>
            )
          : undefined
      }
    />
  );
}
