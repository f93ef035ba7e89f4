import type { Path } from '../path.ts';

export const PATHS = {
  'zones.list': ['GET', '/user/geofence/list'],
  'zones.save': ['POST', '/user/geofence/save'],
  'zones.units': ['GET', '/user/geofence/units'],
  'zones.log': ['GET', '/user/geofence/log'],
  'zones.download-log': ['GET', '/user/geofence/log/download', 'writes'],
  'zones.arm': ['POST', '/user/geofence/realtime-activate'],
  'zones.disarm': ['POST', '/user/geofence/realtime-deactivate'],
  'zones.armed': ['GET', '/user/geofence/realtime/{imei}'],
  'zones.order-state': ['GET', '/user/geofence/ack/{commandId}'],
  'zones.rules': ['GET', '/user/safe-zone/rules'],
  'zones.save-rules': ['PUT', '/user/safe-zone/rules'],
  'zones.get': ['GET', '/user/geofence/{id}'],
  'zones.remove': ['DELETE', '/user/geofence/{id}'],
  'zones.restore': ['POST', '/user/geofence/{id}/restore'],
  'zones.set-state': ['PUT', '/user/geofence/{id}/state'],
  'zones.set-alert-days': ['PUT', '/user/geofence/{id}/alert-days'],
} as const satisfies Record<string, Path>;
