import type { Path } from '../path.ts';

export const PATHS = {
  'refuelling.list': ['GET', '/user/terminal/{imei}/refuelling'],
  'refuelling.save': ['PUT', '/user/terminal/{imei}/refuelling'],
  'refuelling.remove': ['DELETE', '/user/terminal/{imei}/refuelling/{id}'],
  'refuelling.restore': ['POST', '/user/terminal/{imei}/refuelling/{id}/restore'],
  'refuelling.set-receipt': ['PUT', '/user/terminal/{imei}/refuelling/{id}/receipt'],
  'refuelling.remove-receipt': ['DELETE', '/user/terminal/{imei}/refuelling/{id}/receipt'],
  'refuelling.receipt': ['GET', '/user/terminal/{imei}/refuelling/{id}/receipt'],
} as const satisfies Record<string, Path>;
