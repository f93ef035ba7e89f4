import { getPassengers, savePassengers } from '@spora/contract/trips/passengers';
import type { Mount } from '../../../platform/http/mount.ts';
import * as service from './service.ts';

/** Binds who went along on a trip. */
export function registerPassengerRoutes(mount: Mount): void {
  mount(getPassengers, service.getPassengers);
  mount(savePassengers, service.savePassengers);
}
