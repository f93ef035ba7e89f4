import { expect, test } from 'vitest';
import type { Access } from './endpoint.ts';
import { API_BASE } from './path.ts';
import { pathOf, PATHS } from './paths.ts';
import { ENDPOINTS } from './registry.ts';

/** The specification names some calls without a prefix; the other kinds of access have no endpoint yet. */
const PREFIX: Partial<Record<Access, RegExp>> = {
  admin: /^\/(administration\/|validate-imei$)/,
  user: /^\/(v2\/)?user\//,
  pending: /^\/member\//,
  token: /^\/user\/token$/,
  support: /^\/support\//,
  'support-pending': /^\/support\//,
  public:
    /^\/(login|config|forgotPassword|resetPassword|imeiValidator|emailValidator|paymentTypes|register|announcement|wlsContactAddress|terms|alertInfo|shared|verify|service-calendar|triplog-calendar|booking-calendar|support\/login|single-sign-on|emailChange)(\/|$)/,
};
const PARAMS = {
  id: 1,
  imei: '350000000000012',
  format: 'gpx',
  report: 'fuel',
  kind: 'tags',
  field: 'tags',
  n: 1,
  token: 'x',
  day: '2026-03-10',
  deviceId: 1,
  commandId: 1,
  unitId: 1,
  picture: 1,
};

test.each(ENDPOINTS.map(({ id, access }) => [id, access] as const))(
  'API-002, API-122: the path of %s is relative to the base and has the prefix of its callers (%s)',
  (id, access) => {
    const [, path] = PATHS[id];
    expect(PREFIX[access]?.test(path), path).toBe(true);
    expect(path.startsWith(API_BASE)).toBe(false);
    expect(pathOf(id, PARAMS).startsWith(`${API_BASE}/`)).toBe(true);
  },
);

test('API-002: what fills a path is encoded, and a missing part is a fault', () => {
  expect(pathOf('trips.update', { id: '../7?x' })).toBe('/api/user/triplog/..%2F7%3Fx');
  expect(() => pathOf('trips.update')).toThrow('trips.update needs id');
});
