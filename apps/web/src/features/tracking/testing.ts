import type { FleetColumns, LiveUnit } from '@spora/contract/tracking/endpoints';
import { UNIT_STATES } from '@spora/contract/tracking/values';
import { allocateLatest, encodePackedPositions, LATEST_FLAGS } from '@spora/telemetry/packed-positions';

/** A parked car with everything that a test does not care about. */
export const liveUnit = (over: Partial<LiveUnit> & { id: number }): LiveUnit => ({
  imei: String(350000000000000 + over.id),
  kind: 'vehicle',
  name: `Bil ${over.id}`,
  registration_number: null,
  colour: '#2f6fdb',
  marker_symbol: 'car',
  icon: null,
  vehicle_type: null,
  fuel_type: null,
  consumption_per_10km: null,
  co2_g_per_km: null,
  department: null,
  project: null,
  tags: [],
  location_in_car: null,
  default_trip_type: 'business',
  inspection_period_months: null,
  service_interval_km: null,
  state: 'parked',
  state_since: '2026-11-02T08:00:00Z',
  contact_expected_by: '2026-11-02T12:00:00Z',
  last_contact: '2026-11-02T09:59:00Z',
  no_position_reason: null,
  driver: null,
  address: 'Storgatan 12, 171 45 Solna',
  address_is_approximate: false,
  position: { time: '2026-11-02T09:59:00Z', lat: 59.36, lng: 18, speed_kmh: 0, heading_deg: 0, altitude_m: 20, satellites: 11 },
  ...over,
});

/** What the server answers of a large fleet: packed positions of those that ever reported, and the names of all. */
export function largeFleet(units: readonly LiveUnit[], nowMs: number) {
  const reported = units.filter((unit) => unit.last_contact !== null || unit.no_position_reason === 'private');
  const found = allocateLatest(reported.length);
  reported.forEach((unit, i) => {
    const { position, last_contact, contact_expected_by, no_position_reason } = unit;
    found.unitId[i] = unit.id;
    found.state[i] = UNIT_STATES.indexOf(unit.state);
    found.flags[i] = no_position_reason === 'private' || no_position_reason === 'hidden' ? LATEST_FLAGS[no_position_reason] : 0;
    if (last_contact === null) return;
    found.contactMs[i] = Date.parse(last_contact);
    found.patienceS[i] = (Date.parse(contact_expected_by ?? last_contact) - Date.parse(last_contact)) / 1000;
    if (!position) return;
    found.timeMs[i] = Date.parse(position.time);
    [found.latE7[i], found.lonE7[i]] = [position.lat * 1e7, position.lng * 1e7];
    [found.speedKmh[i], found.headingDeg[i]] = [position.speed_kmh, position.heading_deg];
  });
  const packed = encodePackedPositions(found, nowMs, { server_time: new Date(nowMs).toISOString(), last_event_id: '7' });
  const column = <K extends keyof LiveUnit>(name: K): LiveUnit[K][] => units.map((unit) => unit[name]);
  const names: FleetColumns = {
    id: column('id'),
    imei: column('imei'),
    kind: column('kind'),
    name: column('name'),
    registration_number: column('registration_number'),
    colour: column('colour'),
    marker_symbol: column('marker_symbol'),
    icon: column('icon'),
    department: column('department'),
    project: column('project'),
    tags: column('tags'),
    hides_speed: units.map((unit) => unit.hides_speed ?? false),
    driver: column('driver'),
    unreported: units.filter((unit) => !reported.includes(unit)),
  };
  return { packed: new Uint8Array(packed), names };
}
