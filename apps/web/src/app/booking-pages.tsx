import { createRoute } from '@tanstack/react-router';
import { hasOthers } from '../lib/rights.ts';
import { readBookingSearch } from '../features/bookings/search.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { lazyScreen } from '../lib/lazy-screen.tsx';
import { getParentRoute } from '../lib/page.ts';
import { FlaggedPage } from './flagged-page.tsx';

const BookingPage = lazyScreen(() => import('../features/bookings/screen.tsx').then((module) => module.BookingPage));

/** NAV-017: behind the account's flag, which the application asks for. */
export const bookingPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.carSchedule,
    validateSearch: readBookingSearch,
    staticData: {
      title: (t) => t('CarSchedule'),
      menu: {
        group: 'manage',
        icon: 'calendar',
        label: (t) => t('CarSchedule'),
        flag: 'car-schedule',
        // DEC-73: of units of the subscription Bas alone none is ever booked.
        isShown: (user) => hasOthers(user) && !user.userHasOnlyBasSubscription,
      },
    },
    component: () => (
      <FlaggedPage flag="car-schedule">
        <BookingPage />
      </FlaggedPage>
    ),
  }),
] as const;
