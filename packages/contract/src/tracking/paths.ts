import type { Path } from '../path.ts';

export const PATHS = {
  'tracking.positions': ['GET', '/user/realtime/positions'],
  'tracking.fleet': ['GET', '/user/realtime/fleet'],
  'tracking.search-options': ['GET', '/user/realtime/search-options'],
  'tracking.save-search-options': ['PUT', '/user/realtime/search-options'],
  'tracking.marker-title': ['PUT', '/user/realtime/marker-title'],
  'tracking.history': ['GET', '/user/realtime/history'],
  'tracking.export-history': ['GET', '/user/realtime/history/download/{format}', 'writes'],
  'tracking.raw-positions': ['GET', '/user/realtime/raw'],
  'tracking.export-raw-positions': ['GET', '/user/realtime/raw/download/csv', 'writes'],
  'tracking.checked-in': ['GET', '/user/realtime/checked-in'],
  'tracking.stream': ['GET', '/user/realtime/stream'],
  'tracking.find-address': ['GET', '/user/find-address'],
  'tracking.get-address': ['GET', '/user/get-address'],
} as const satisfies Record<string, Path>;
