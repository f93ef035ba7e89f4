import type { Sensor } from '@spora/contract/sensors/endpoints';

/** The unit that hears the sensors of tests. */
export const UNIT = { imei: '350000000000017', name: 'Kylbil 7' };
/** A sensor of which a test says only what it cares about. */
export const sensor = (over: Partial<Sensor> = {}): Sensor => ({
  id: 1,
  mac: '7C:D9:F4:11:0C:40',
  name: 'Kylen',
  kind: 'sensor',
  state: 'paired',
  unit: UNIT,
  since: '2026-11-20T08:00:00Z',
  expected_by: null,
  expected_every_s: 600,
  value: {
    at: '2026-11-23T09:00:00Z',
    temperature_c: 4.25,
    humidity_pct: 61,
    is_open: false,
    battery_pct: null,
    battery_v: 2.95,
    battery_low: false,
    is_stale: false,
  },
  place: null,
  settings: {
    temperature_low_c: 2,
    temperature_high_c: 8,
    humidity_low_pct: null,
    humidity_high_pct: null,
    outside_min: 20,
    door_alarm: false,
    door_delay_min: 5,
    magnet_means: 'closed',
    realarm_hours: null,
  },
  can: { edit: true },
  ...over,
});
