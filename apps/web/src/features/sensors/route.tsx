import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';

export const sensorsPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.sensors,
    staticData: { title: (t) => t('Sensors'), menu: { group: 'manage', icon: 'thermometer', label: (t) => t('Sensors') } },
    component: lazyRouteComponent(() => import('./list-screen.tsx'), 'SensorsPage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.sensor,
    staticData: { title: (t) => t('SensorSettings') },
    component: lazyRouteComponent(() => import('./sensor-screen.tsx'), 'SensorPage'),
  }),
] as const;
