import { plateOf } from '@spora/contract/autoplan/rules';
import { type Autoplan, AutoplanError } from '../ports.ts';

/** The demo's: believes every customer and remembers what it was told until the program stops. */
export function createLocalAutoplan(): Autoplan {
  const kept = new Map<string, number>();
  return {
    isAvailable: true,
    check: async () => {},
    registered: async ({ customerId }, { registrationNumber, month }) =>
      kept.get([customerId, plateOf(registrationNumber), month].join()) ?? null,
    register: async ({ customerId }, { registrationNumber, month, businessKm, privateKm }) => {
      const key = [customerId, plateOf(registrationNumber), month].join();
      if (kept.has(key)) return { kind: 'refused', problem: 'already-reported' };
      kept.set(key, businessKm + privateKm);
      return { kind: 'registered', km: businessKm + privateKm };
    },
  };
}

const unreachable = async (): Promise<never> => {
  throw new AutoplanError('no-answer', 'this installation has no address of the service (AUTOPLAN_URL)');
};

/** No service: nothing can be reported. */
export const noAutoplan: Autoplan = { isAvailable: false, check: unreachable, registered: unreachable, register: unreachable };
