import { FUEL_TYPES } from '../units/values.ts';

/** Whose car was driven: one's own, a benefit car, or one of the latter that runs on electricity alone (rates-and-rules.md 2.1). */
export const REIMBURSED_CARS = ['own', 'benefit', 'benefit-electric'] as const;

/** DRV-007: beside the car, what each passenger adds. */
export const REIMBURSED = [...REIMBURSED_CARS, 'passenger'] as const;

/** DEC-53: what an account may pay in. */
export const ACCOUNT_CURRENCIES = ['SEK', 'NOK', 'GBP'] as const;

export const RATE_KINDS = ['fuel', 'reimbursement'] as const;

export const RATE_SUBJECTS = [...FUEL_TYPES, ...REIMBURSED] as const;

/**
 * ADM-024: the steps of the first-run guide, in order. An issue that builds another page adds its step here, its evidence in the
 * server's `guide/rules.ts` and its link and texts in the web's `guide-model.ts`.
 */
export const GUIDE_STEPS = [
  'unit-name',
  'connect',
  'odometer',
  'trip-type',
  'receiver',
  'invite',
  'access',
  'zone',
  'lock',
] as const;

/** ADM-017: what users are reminded of. */
export const REMINDER_MATTERS = ['notice', 'invitation'] as const;
