import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ADDRESSES } from '../../lib/addresses.ts';
import { getParentRoute } from '../../lib/page.ts';
import { notWithBasicOnly } from '../../lib/rights.ts';
import { readAttestSearch } from './model.ts';

export const attestationPages = [
  createRoute({
    getParentRoute,
    path: ADDRESSES.attest,
    validateSearch: readAttestSearch,
    staticData: {
      title: (t) => t('MenuAttest'),
      // TRIP-033: a plain log is not attested; the server refuses it.
      access: notWithBasicOnly,
      menu: { icon: 'check', label: (t) => t('MenuAttest') },
    },
    component: lazyRouteComponent(() => import('./screen.tsx'), 'AttestPage'),
  }),
] as const;
