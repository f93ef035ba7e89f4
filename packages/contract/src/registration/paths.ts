import type { Path } from '../path.ts';

export const PATHS = {
  'registration.check-imei': ['GET', '/imeiValidator'],
  'registration.check-email': ['GET', '/emailValidator'],
  'registration.payment-types': ['POST', '/paymentTypes', 'reads'],
  'registration.register': ['POST', '/register'],
} as const satisfies Record<string, Path>;
