import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { readBatterySearch } from './battery-model.ts';
import { readUnitPageSearch, readUnitSearch } from './list-model.ts';

export const unitsPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.units,
    validateSearch: readUnitSearch,
    staticData: { title: (t) => t('MenuUnits'), menu: { group: 'manage', icon: 'truck', label: (t) => t('MenuUnits') } },
    component: lazyRouteComponent(() => import('./units-screen.tsx'), 'UnitsPage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.editUnit,
    validateSearch: readUnitPageSearch,
    beforeLoad: ({ search }) => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to redirect
      if (!search.imei) throw redirect({ to: ADDRESSES.units, replace: true });
    },
    staticData: { title: (t) => t('Unit') },
    component: lazyRouteComponent(() => import('./unit-page.tsx'), 'UnitPage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.lowBattery,
    validateSearch: readBatterySearch,
    staticData: { title: (t) => t('LowBattery') },
    component: lazyRouteComponent(() => import('./battery-screen.tsx'), 'LowBatteryPage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.addUnit,
    staticData: { title: (t) => t('AddUnit') },
    component: lazyRouteComponent(() => import('./add-unit-screen.tsx'), 'AddUnitPage'),
  }),
] as const;
