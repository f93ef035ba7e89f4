import type { DataOf } from '@spora/contract/endpoint-map';
import type { Zone, ZoneEvent } from '@spora/contract/zones/endpoints';

/** A zone of which a test says only what it cares about. */
export const zone = (over: Partial<Zone> & { id: number }): Zone => ({
  name: `Zon ${over.id}`,
  address: 'Hornsgatan 84, Stockholm',
  lat: 59.3,
  lng: 18,
  radius: 300,
  is_active: true,
  alarm: 'leave',
  theft_mode_on_leave: false,
  inactive: null,
  time_zone: 'Europe/Stockholm',
  is_armed: false,
  armed_since: null,
  imeis: ['350000000000017'],
  units: [{ id: 1, imei: '350000000000017', name: 'Skåpbil Norr', device: { state: 'saved', at: null }, crossed: null }],
  device: { state: 'saved', at: null },
  last_event: null,
  can: { edit: true },
  ...over,
});

/** A unit to choose from, with nothing against it. */
export const zoneUnit = (over: Partial<DataOf<'zones.units'>['units'][number]> & { imei: string; name: string }) => ({
  registration_number: null,
  zones: 0,
  reason: null,
  report_interval_s: 30,
  takes_zones: false,
  ...over,
});

export const zoneEvent = (over: Partial<ZoneEvent> & { key: string }): ZoneEvent => ({
  zone_id: 1,
  zone_name: 'Depån',
  is_removed: false,
  unit: { id: 1, imei: '350000000000017', name: 'Skåpbil Norr', registration_number: 'ABC123' },
  at: '2026-11-02T02:14:00Z',
  direction: 'left',
  lat: 59.3,
  lng: 18,
  place: null,
  driver: null,
  driver_is_usual: false,
  inside: null,
  is_return: false,
  alarm: null,
  ...over,
});
