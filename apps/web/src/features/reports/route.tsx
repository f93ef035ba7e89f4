import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { drivesOnRoads, notWithBasicOnly } from '../../lib/rights.ts';
import { readBenefitSearch } from './benefit-search.ts';
import { readFuelSearch } from './fuel-model.ts';
import { readSummarySearch } from './summary-model.ts';

export const reportsPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.summary,
    validateSearch: readSummarySearch,
    staticData: {
      title: (t) => t('SummaryReport'),
      // TRIP-033: a plain log has no reports; the server refuses them.
      access: notWithBasicOnly,
      menu: { group: 'reports', icon: 'bars', label: (t) => t('MenuSummary') },
    },
    component: lazyRouteComponent(() => import('./summary-screen.tsx'), 'SummaryPage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.benefitValue,
    validateSearch: readBenefitSearch,
    staticData: {
      title: (t) => t('BenefitReport'),
      access: notWithBasicOnly,
      // It is what an employer's car is taxed by.
      menu: {
        group: 'reports',
        icon: 'car',
        label: (t) => t('BenefitReport'),
        isShown: (user) => !user.IsPrivatePerson && drivesOnRoads(user),
      },
    },
    component: lazyRouteComponent(() => import('./benefit-screen.tsx'), 'BenefitPage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.fuelReport,
    validateSearch: readFuelSearch,
    staticData: {
      title: (t) => t('FuelReport'),
      access: notWithBasicOnly,
      menu: { group: 'reports', icon: 'fuel', label: (t) => t('FuelReport') },
    },
    component: lazyRouteComponent(() => import('./fuel-screen.tsx'), 'FuelPage'),
  }),
] as const;
