import type { Path } from '../path.ts';

export const PATHS = {
  'sensors.list': ['GET', '/user/ble-settings/sensors'],
  'sensors.tags': ['GET', '/user/realtime/tags'],
  'sensors.add': ['POST', '/user/ble-settings/sensors'],
  'sensors.save': ['PUT', '/user/ble-settings/sensors/{id}'],
  'sensors.remove': ['DELETE', '/user/ble-settings/sensors/{id}'],
  'sensors.readings': ['GET', '/user/ble-settings/sensors/{id}/readings'],
  'sensors.paired': ['GET', '/user/ble-settings/paired'],
  'sensors.unpaired': ['GET', '/user/ble-settings/unpaired'],
  'sensors.units': ['GET', '/user/ble-settings/units'],
  'sensors.pair': ['POST', '/user/ble-settings/pair'],
  'sensors.unpair': ['POST', '/user/ble-settings/unpair'],
  'sensors.unit': ['GET', '/user/ble-settings/{imei}'],
  'sensors.save-unit': ['PUT', '/user/ble-settings/{imei}'],
  'sensors.enable': ['POST', '/user/ble-settings/{imei}/enable'],
  'sensors.disable': ['POST', '/user/ble-settings/{imei}/disable'],
} as const satisfies Record<string, Path>;
