import type { Trip } from '@spora/contract/trips';
import type { TripPage } from './model.ts';

/** A finished business trip that its viewer may edit. */
export const trip = (over: Partial<Trip> & { id: number }): Trip => ({
  unit_id: 1,
  imei: '350000000000001',
  unit_name: 'Skåpbil 7',
  registration_number: 'ABC 12D',
  is_ongoing: false,
  start: {
    time: '2026-11-20T07:10:00Z',
    lat: 59.3,
    lng: 18,
    address: 'Hornsgatan 84',
    address_is_approximate: false,
    place: null,
    odometer_km: 1000,
  },
  stop: {
    time: '2026-11-20T07:40:00Z',
    lat: 59.4,
    lng: 18.1,
    address: 'Kungsgatan 12',
    address_is_approximate: true,
    place: null,
    odometer_km: 1012,
  },
  distance_m: 12_300,
  distance_source: 'odometer',
  duration_s: 1800,
  max_speed_kmh: 87,
  driver: null,
  driver_id: null,
  type: 'business',
  type_rule: 'default',
  end_rule: 'ignition-off',
  purpose: '',
  note: '',
  project: '',
  visited: '',
  passengers: [],
  is_manual: false,
  parts: [],
  attested_by: null,
  is_edited_late: false,
  has_route: true,
  is_masked: false,
  suggests_merge: false,
  can: { edit: true, route: true },
  ...over,
});

/** The only page of a log that holds these trips. */
export const tripPage = (trips: readonly Trip[], ongoing: readonly Trip[] = []): TripPage => ({
  ongoing: [...ongoing],
  trips: [...trips],
  totals: {
    count: trips.length,
    distance_m: trips.reduce((sum, each) => sum + each.distance_m, 0),
    duration_s: trips.reduce((sum, each) => sum + each.duration_s, 0),
    by_type: { business: 0, private: 0, other: 0 },
    purpose_missing: 0,
    driver_missing: 0,
  },
  page: { number: 1, size: 100, count: 1 },
});
