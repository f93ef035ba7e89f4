import { bulkUpdateTrips, generateTrips, getTripRoute, listRoutes, setTripType, updateTrip } from '@spora/contract/trips';
import type { Mount } from '../../platform/mount.ts';
import * as edits from './edits/service.ts';
import * as service from './service.ts';

/** Binds the trip log. */
export function registerTripsRoutes(mount: Mount): void {
  mount(generateTrips, service.generateTrips, { transaction: 'read' });
  mount(setTripType, edits.setTripType);
  mount(updateTrip, edits.updateTrip);
  mount(bulkUpdateTrips, edits.bulkUpdateTrips);
  mount(getTripRoute, service.getTripRoute);
  mount(listRoutes, service.listRoutes);
}
