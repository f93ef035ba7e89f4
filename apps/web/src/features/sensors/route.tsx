import type { SensorSpan } from '@spora/contract/sensors/endpoints';
import { SENSOR_SPANS } from '@spora/contract/sensors/values';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { readSensorsSearch } from './search.ts';

/** What the address holds of a sensor: the time of its chart, where that is not the last 24 hours. */
function readSensorSearch(raw: Record<string, unknown>): { readonly span?: SensorSpan } {
  const span = SENSOR_SPANS.find((each) => each === raw['span'] && each !== '24h');
  return span ? { span } : {};
}

export const sensorsPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.sensors,
    validateSearch: readSensorsSearch,
    staticData: { title: (t) => t('Sensors'), menu: { group: 'manage', icon: 'thermometer', label: (t) => t('Sensors') } },
    component: lazyRouteComponent(() => import('./list-screen.tsx'), 'SensorsPage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.sensor,
    validateSearch: readSensorSearch,
    staticData: { title: (t) => t('SensorSettings') },
    component: lazyRouteComponent(() => import('./sensor-screen.tsx'), 'SensorPage'),
  }),
] as const;
