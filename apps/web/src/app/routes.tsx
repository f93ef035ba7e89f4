import type { SignedInUser } from '@spora/contract/auth/endpoints';
import type { Translate } from '@spora/messages/translate';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRouter,
  type RouterHistory,
} from '@tanstack/react-router';
import { readSummarySearch } from '../features/reports/summary-model.ts';
import { readCodeSearch, readDriversSearch } from '../features/drivers/search.ts';
import { readPlaceSearch } from '../features/places/model.ts';
import { readServiceSearch } from '../features/maintenance/overview-model.ts';
import { readTrackingSearch } from '../features/tracking/model.ts';
import { readAttestSearch } from '../features/attestation/model.ts';
import { readTripSearch } from '../features/trips/public/trip-search.ts';
import { readBatterySearch } from '../features/units/battery-model.ts';
import { readUnitSearch } from '../features/units/list-model.ts';
import { ADDRESSES, withoutSlash } from '../lib/addresses.ts';
import { accessTo, homeOf } from './access.ts';
import { readAccountSearch } from '../features/accounts/account-search.ts';
import { Crashed } from './error-catcher.tsx';
import { FlaggedPage } from './flagged-page.tsx';
import { landingOf, rememberPage } from './landing.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { PlannedPage } from './planned-page.tsx';
import { Shell } from './shell.tsx';
import { UnknownPage } from './unknown-page.tsx';

interface RouterContext {
  readonly user: SignedInUser;
}
type PageTitle = (t: Translate, user: SignedInUser) => string;

/** Every page passes here first. What does not exist for somebody is shown as "not found" by the shell (DEC-18). */
const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: UnknownPage,
  beforeLoad: ({ context, location }) => {
    const path = withoutSlash(location.pathname);
    if (path !== ADDRESSES.start && accessTo(path, context.user) === 'elsewhere')
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
      throw redirect({ to: homeOf(context.user), replace: true });
  },
});
const getParentRoute = () => root;

const start = createRoute({
  getParentRoute,
  path: ADDRESSES.start,
  beforeLoad: ({ context }) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    throw redirect({ href: landingOf(context.user), replace: true });
  },
});

const map = createRoute({
  getParentRoute,
  path: ADDRESSES.map,
  validateSearch: readTrackingSearch,
  staticData: { title: (t) => t('MenuMap') },
  component: lazyRouteComponent(() => import('./map-page.tsx'), 'MapPage'),
});

const tripLog = createRoute({
  getParentRoute,
  path: ADDRESSES.tripLog,
  validateSearch: readTripSearch,
  staticData: { title: (t, user) => (user.userHasOnlyBasSubscription ? t('MenuLog') : t('TripLog')) },
  component: lazyRouteComponent(() => import('./trip-log-page.tsx'), 'TripLogPage'),
});

const attest = createRoute({
  getParentRoute,
  path: ADDRESSES.attest,
  validateSearch: readAttestSearch,
  staticData: { title: (t) => t('MenuAttest') },
  component: lazyRouteComponent(() => import('./attest-page.tsx'), 'AttestPage'),
});

const drivers = createRoute({
  getParentRoute,
  path: ADDRESSES.drivers,
  validateSearch: readDriversSearch,
  staticData: { title: (t) => t('MenuDrivers') },
  component: lazyRouteComponent(() => import('./drivers-page.tsx'), 'DriversPage'),
});

const checkIn = createRoute({
  getParentRoute,
  path: ADDRESSES.checkIn,
  validateSearch: readCodeSearch,
  staticData: { title: (t) => t('CodePageTitle') },
  component: lazyRouteComponent(() => import('./drivers-page.tsx'), 'CheckInPage'),
});

const profile = createRoute({
  getParentRoute,
  path: ADDRESSES.profile,
  staticData: { title: (t) => t('MyProfile') },
  component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
});

const account = createRoute({
  getParentRoute,
  path: ADDRESSES.account,
  validateSearch: readAccountSearch,
  staticData: { title: (t) => t('MenuAccount') },
  component: lazyRouteComponent(() => import('../features/accounts/account-page.tsx'), 'AccountPage'),
});

/** Pages of later issues: address, guard and title are theirs; they take their place here. */
const planned = <const Path extends string>(path: Path, title: PageTitle) =>
  createRoute({ getParentRoute, path, staticData: { title }, component: () => <PlannedPage title={title} /> });

const editUnit = createRoute({
  getParentRoute,
  path: ADDRESSES.editUnit,
  // NAV-016: the unit and the open tab are in the address.
  validateSearch: ({
    imei,
    tab,
    from,
    to,
  }: Record<string, unknown>): { imei?: string; tab?: string; from?: string; to?: string } => ({
    ...(typeof imei === 'string' && imei !== '' ? { imei } : {}),
    ...(typeof tab === 'string' && tab !== '' ? { tab } : {}),
    // The period of its raw positions (UNIT-017).
    ...(typeof from === 'string' && from !== '' ? { from } : {}),
    ...(typeof to === 'string' && to !== '' ? { to } : {}),
  }),
  beforeLoad: ({ search }) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
    if (!search.imei) throw redirect({ to: ADDRESSES.units, replace: true });
  },
  staticData: { title: (t) => t('EditUnit') },
  component: lazyRouteComponent(() => import('./unit-page.tsx'), 'UnitPage'),
});

const units = createRoute({
  getParentRoute,
  path: ADDRESSES.units,
  validateSearch: readUnitSearch,
  staticData: { title: (t) => t('MenuUnits') },
  component: lazyRouteComponent(() => import('./units-page.tsx'), 'UnitsPage'),
});

const summary = createRoute({
  getParentRoute,
  path: ADDRESSES.summary,
  validateSearch: readSummarySearch,
  staticData: { title: (t) => t('SummaryReport') },
  component: lazyRouteComponent(() => import('./summary-page.tsx'), 'SummaryPage'),
});

const places = createRoute({
  getParentRoute,
  path: ADDRESSES.places,
  validateSearch: readPlaceSearch,
  staticData: { title: (t) => t('Places') },
  component: lazyRouteComponent(() => import('./places-page.tsx'), 'PlacesPage'),
});

const newPlace = createRoute({
  getParentRoute,
  path: ADDRESSES.editPlace,
  // PLACE-011: the trip and the end of it that the place is made of.
  validateSearch: ({ trip, which }: Record<string, unknown>): { trip?: string; which?: string } => ({
    ...(typeof trip === 'string' && /^\d+$/.test(trip) ? { trip } : {}),
    ...(which === 'start' || which === 'stop' ? { which } : {}),
  }),
  staticData: { title: (t) => t('NewPlace') },
  component: lazyRouteComponent(() => import('./place-page.tsx'), 'PlacePage'),
});

const editPlace = createRoute({
  getParentRoute,
  path: `${ADDRESSES.editPlace}/$placeID`,
  staticData: { title: (t) => t('EditPlace') },
  component: lazyRouteComponent(() => import('./place-page.tsx'), 'PlacePage'),
});

const service = createRoute({
  getParentRoute,
  path: ADDRESSES.service,
  validateSearch: readServiceSearch,
  staticData: { title: (t) => t('MenuService') },
  component: lazyRouteComponent(() => import('./service-page.tsx'), 'ServicePage'),
});

const lowBattery = createRoute({
  getParentRoute,
  path: ADDRESSES.lowBattery,
  validateSearch: readBatterySearch,
  staticData: { title: (t) => t('LowBattery') },
  component: lazyRouteComponent(() => import('./low-battery-page.tsx'), 'LowBatteryPage'),
});

const guide = createRoute({
  getParentRoute,
  path: ADDRESSES.guide,
  staticData: { title: (t) => t('GuideTitle') },
  component: lazyRouteComponent(() => import('./guide-page.tsx'), 'GuidePage'),
});

const addUnit = createRoute({
  getParentRoute,
  path: ADDRESSES.addUnit,
  staticData: { title: (t) => t('AddUnit') },
  component: lazyRouteComponent(() => import('./add-unit-page.tsx'), 'AddUnitPage'),
});

const carSchedule = createRoute({
  getParentRoute,
  path: ADDRESSES.carSchedule,
  staticData: { title: (t) => t('CarSchedule') },
  component: () => (
    <FlaggedPage flag="car-schedule">
      <PlannedPage title={(t) => t('CarSchedule')} />
    </FlaggedPage>
  ),
});

const safeReturnHome = createRoute({
  getParentRoute,
  path: ADDRESSES.safeReturnHome,
  staticData: { title: (t) => t('SafeReturnHome') },
  component: () => (
    <FlaggedPage flag="safe-home">
      <PlannedPage title={(t) => t('SafeReturnHome')} />
    </FlaggedPage>
  ),
});

/** Values in the address are texts: an IMEI with a leading zero is not a number. */
const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));
function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value as string | number | boolean)])).toString();
  return text ? `?${text}` : '';
}

const routeTree = root.addChildren([
  start,
  map,
  drivers,
  checkIn,
  tripLog,
  attest,
  planned(ADDRESSES.congestionReport, (t) => t('CongestionReport')),
  planned(ADDRESSES.geofences, (t) => t('Geofences')),
  planned(ADDRESSES.editGeofence, (t) => t('NewGeofence')),
  planned(`${ADDRESSES.editGeofence}/$geofenceID`, (t) => t('EditGeofence')),
  places,
  newPlace,
  editPlace,
  units,
  lowBattery,
  editUnit,
  service,
  summary,
  carSchedule,
  profile,
  account,
  guide,
  addUnit,
  safeReturnHome,
  planned(ADDRESSES.alarmReceivers, (t) => t('AlarmReceiver')),
  planned(ADDRESSES.alertNumbers, (t) => t('AlertNumbers')),
]);

const makeRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ({ error, reset }) => <Crashed error={error} onIgnore={reset} />,
    scrollRestoration: false,
  });
export type AppRouter = ReturnType<typeof makeRouter>;

/** `history` is the browser's unless a test brings its own. */
export function createAppRouter(context: RouterContext, history?: RouterHistory): AppRouter {
  const router = makeRouter(context, history);
  (router as AnyRouter).subscribe('onResolved', ({ toLocation }) => rememberPage(toLocation.href));
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** What the header says of the page (NAV-030). */
    title?: PageTitle;
  }
}
