/**
 * Every path of the interface, once (API-010), relative to the API base `/api`. No zod here, so that the sign-in
 * page can use it without loading a schema library. `{name}` marks a path parameter.
 */
export const PATHS = {
  'auth.sign-in': ['POST', '/login'],
  'auth.sign-out': ['POST', '/user/logout'],
  'auth.me': ['GET', '/user/me'],
  'accounts.public-config': ['GET', '/config'],
  'accounts.map-config': ['GET', '/config/map'],
  'units.list': ['GET', '/user/terminal/list'],
  'units.add-phone': ['POST', '/administration/terminal/add-phone'],
  'units.phone-status': ['GET', '/administration/terminal/add-phone/{imei}'],
  'tracking.positions': ['GET', '/user/realtime/positions'],
  'tracking.search-options': ['GET', '/user/realtime/search-options'],
  'tracking.save-search-options': ['PUT', '/user/realtime/search-options'],
  'tracking.history': ['GET', '/user/realtime/history'],
  'tracking.export-history': ['GET', '/user/realtime/history/download/{format}'],
  'tracking.stream': ['GET', '/user/realtime/stream'],
  'tracking.find-address': ['GET', '/user/find-address'],
  'tracking.get-address': ['GET', '/user/get-address'],
  'trips.generate': ['POST', '/v2/user/triplog/generate'],
  'trips.set-type': ['PUT', '/user/triplog/type'],
  'trips.update': ['PUT', '/user/triplog/{id}'],
  'trips.route': ['GET', '/user/triplog/{id}/route'],
  'trips.routes': ['GET', '/user/triplog/routes'],
} as const satisfies Record<string, readonly ['GET' | 'POST' | 'PUT' | 'DELETE', `/${string}`]>;

export type PathId = keyof typeof PATHS;

/** The prefix under which the server serves every path above. */
export const API_BASE = '/api';

/** Fills the parameters of a path; throws when one is missing, which is a bug in the caller. */
export function pathOf(id: PathId, params: Record<string, string | number> = {}): string {
  return (
    API_BASE +
    PATHS[id][1].replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name];
      if (value === undefined) throw new Error(`path ${id} needs ${name}`);
      return encodeURIComponent(String(value));
    })
  );
}
