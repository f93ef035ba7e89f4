import { filterChoices, listDrivers, listProjects, listPurposes } from '@spora/contract/trips/choices';
import {
  addManualTrip,
  bulkUpdateTrips,
  erasePrivateTrips,
  generateTrips,
  getTrip,
  getTripRoute,
  listRoutes,
  mergeTrips,
  previewMerge,
  removeManualTrip,
  setTripType,
  tripHistory,
  unmergeTrips,
  updateTrip,
} from '@spora/contract/trips/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import { tripHistory as readHistory } from './history.ts';
import * as choices from './choices/service.ts';
import * as erasure from './erasure/service.ts';
import * as edits from './edits/service.ts';
import * as manual from './manual/service.ts';
import * as merging from './merging/service.ts';
import { registerPassengerRoutes } from './passengers/routes.ts';
import * as service from './service.ts';

/** Binds the trip log. */
export function registerTripsRoutes(mount: Mount): void {
  mount(generateTrips, service.generateTrips);
  mount(getTrip, service.getTrip);
  mount(setTripType, edits.setTripType);
  mount(updateTrip, edits.updateTrip);
  mount(bulkUpdateTrips, edits.bulkUpdateTrips);
  mount(previewMerge, merging.previewMerge);
  mount(mergeTrips, merging.mergeTrips);
  mount(unmergeTrips, merging.unmergeTrips);
  mount(addManualTrip, manual.addManualTrip);
  mount(removeManualTrip, manual.removeManualTrip);
  mount(tripHistory, readHistory);
  mount(getTripRoute, service.getTripRoute);
  mount(listRoutes, service.listRoutes);
  mount(listPurposes, choices.listPurposes);
  mount(listDrivers, choices.listDrivers);
  mount(listProjects, choices.listProjects);
  mount(filterChoices, choices.filterChoices);
  mount(erasePrivateTrips, erasure.erasePrivateTrips);
  registerPassengerRoutes(mount);
}
