import { accountsPages } from '../features/accounts/route.tsx';
import { alarmCentrePages, alarmsPages } from '../features/alarms/route.tsx';
import { attestationPages } from '../features/attestation/route.tsx';
import { driversPages } from '../features/drivers/route.tsx';
import { ecoPages } from '../features/eco/route.tsx';
import { maintenancePages } from '../features/maintenance/route.tsx';
import { placesPages } from '../features/places/route.tsx';
import { reportsPages } from '../features/reports/route.tsx';
import { sensorsPages } from '../features/sensors/route.tsx';
import { todayPages } from '../features/today/route.tsx';
import { tollsPages } from '../features/tolls/route.tsx';
import { trackingPages } from '../features/tracking/route.tsx';
import { tripsPages } from '../features/trips/route.tsx';
import { unitsPages } from '../features/units/route.tsx';
import { usersPages } from '../features/users/route.tsx';
import { zonesPages } from '../features/zones/route.tsx';
import type { PageText } from '../lib/page.ts';
import type { PageAccess, Rights } from '../lib/rights.ts';
import type { IconName } from '../ui/icon.tsx';
import { bookingPages } from './booking-pages.tsx';
import { safeReturnPages } from './safe-return-pages.tsx';

/** The pages behind the sign-in, in the order of the side menu. Router, guards, titles and menu are read from them. */
export const PAGES = [
  ...todayPages,
  ...trackingPages,
  ...tripsPages,
  ...alarmCentrePages,
  ...attestationPages,
  ...reportsPages,
  ...tollsPages,
  ...ecoPages,
  ...driversPages,
  ...zonesPages,
  ...placesPages,
  ...unitsPages,
  ...bookingPages,
  ...sensorsPages,
  ...maintenancePages,
  ...accountsPages,
  ...safeReturnPages,
  ...alarmsPages,
  ...usersPages,
] as const;

/** A page's place in the side menu (NAV-027). */
interface MenuPlace {
  readonly icon: IconName;
  readonly label: PageText;
  readonly group?: 'reports' | 'manage' | 'administration';
  readonly isShown?: (user: Rights) => boolean;
  /** Shown only where the server says so of the account (NAV-017, NAV-020). */
  readonly flag?: 'safe-home' | 'car-schedule';
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the header and the window say of the page (NAV-030). */
    title?: PageText;
    /** Who may open it, beyond what its address says: `/administration/` is for administrators. Everybody without one. */
    access?: (user: Rights) => PageAccess;
    menu?: MenuPlace;
  }
}
