import type { Endpoint } from './endpoint.ts';
import { mapConfig, publicConfig } from './accounts.ts';
import { me, signIn, signOut } from './auth.ts';
import {
  exportHistory,
  findAddress,
  getAddress,
  getSearchOptions,
  history,
  positions,
  saveSearchOptions,
  stream,
} from './tracking.ts';
import { generateTrips, getTripRoute, listRoutes, setTripType, updateTrip } from './trips.ts';
import { addPhone, listUnits, phoneStatus } from './units.ts';

/** Every endpoint of the interface; a test holds that it equals the mounted routes and `PATHS`. */
export const ENDPOINTS: readonly Endpoint[] = [
  signIn,
  signOut,
  me,
  publicConfig,
  mapConfig,
  listUnits,
  addPhone,
  phoneStatus,
  positions,
  getSearchOptions,
  saveSearchOptions,
  history,
  exportHistory,
  stream,
  getAddress,
  findAddress,
  generateTrips,
  setTripType,
  updateTrip,
  getTripRoute,
  listRoutes,
];
