import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { readAlarmsSearch } from './centre/search.ts';
import { readReceiverSearch } from './receivers/search.ts';

/** What happened stands high in the menu, who is told of it with the administration. */
export const alarmCentrePages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.alarms,
    validateSearch: readAlarmsSearch,
    staticData: { title: (t) => t('MenuAlarms'), menu: { icon: 'bell', label: (t) => t('MenuAlarms') } },
    component: lazyRouteComponent(() => import('./centre/screen.tsx'), 'AlarmsPage'),
  }),
] as const;

export const alarmsPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.alarmReceivers,
    validateSearch: readReceiverSearch,
    staticData: {
      title: (t) => t('AlarmReceiver'),
      menu: { group: 'administration', icon: 'megaphone', label: (t) => t('AlarmReceiver') },
    },
    component: lazyRouteComponent(() => import('./receivers/screen.tsx'), 'ReceiversPage'),
  }),
  createRoute({
    getParentRoute,
    path: ADDRESSES.alertNumbers,
    staticData: {
      title: (t) => t('AlertNumbers'),
      access: (user) => (user.HasAlertNumbers ? 'open' : 'missing'),
      menu: { group: 'administration', icon: 'phone', label: (t) => t('AlertNumbers') },
    },
    component: lazyRouteComponent(() => import('./receivers/alert-numbers.tsx'), 'AlertNumbersPage'),
  }),
] as const;
