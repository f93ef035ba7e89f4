/**
 * Every path of the interface, once (API-010), relative to the API base `/api`. No zod here, so that the sign-in
 * page can use it without loading a schema library. `{name}` marks a path parameter.
 */
export const PATHS = {
  'auth.sign-in': ['POST', '/login'],
  'auth.sign-out': ['POST', '/user/logout'],
  'auth.me': ['GET', '/user/me'],
  'auth.request-code': ['POST', '/member/generate2FACode'],
  'auth.verify-code': ['POST', '/member/verifyGeneratedCode'],
  'auth.forgot-password': ['POST', '/forgotPassword'],
  'auth.reset-password': ['POST', '/resetPassword'],
  'auth.change-password': ['POST', '/user/infoUpdates'],
  'auth.list-sessions': ['GET', '/user/sessions'],
  'auth.end-session': ['DELETE', '/user/sessions/{id}'],
  'auth.end-other-sessions': ['DELETE', '/user/sessions'],
  'auth.forget-browser': ['DELETE', '/user/trusted-browsers/{id}'],
  'auth.forget-browsers': ['DELETE', '/user/trusted-browsers'],
  'registration.check-imei': ['GET', '/imeiValidator'],
  'registration.check-email': ['GET', '/emailValidator'],
  'registration.payment-types': ['POST', '/paymentTypes'],
  'registration.register': ['POST', '/register'],
  'accounts.public-config': ['GET', '/config'],
  'accounts.map-config': ['GET', '/config/map'],
  'accounts.announcement': ['POST', '/announcement'],
  'accounts.contact': ['GET', '/wlsContactAddress'],
  'accounts.terms': ['GET', '/terms'],
  'accounts.car-schedule-status': ['GET', '/user/car-schedule/enable-status'],
  'accounts.safe-home-config': ['GET', '/user/safe-home/config'],
  'alarms.opt-out': ['POST', '/alertInfo'],
  'users.profile': ['GET', '/user/profile'],
  'users.update-profile': ['PUT', '/user/profile'],
  'users.change-email': ['PUT', '/user/profile/email'],
  'users.set-own-two-factor': ['PUT', '/user/profile/two-factor'],
  'users.notice': ['GET', '/user/notice'],
  'users.acknowledge-notice': ['POST', '/user/notice'],
  'users.require-notice': ['PUT', '/administration/notice'],
  'users.preferences': ['GET', '/user/preferences'],
  'users.save-preferences': ['PUT', '/user/preferences'],
  'users.report-crash': ['POST', '/user/crash-report'],
  'users.list': ['GET', '/administration/user/list'],
  'users.set-two-factor': ['PUT', '/administration/user/{id}/two-factor'],
  'users.access-matrix': ['GET', '/administration/user/access'],
  'users.change-access': ['POST', '/administration/user/access'],
  'users.import': ['POST', '/administration/user/import'],
  'users.invite': ['POST', '/administration/user'],
  'users.get': ['GET', '/administration/user/{id}'],
  'users.update': ['PUT', '/administration/user/{id}'],
  'users.remove': ['DELETE', '/administration/user/{id}'],
  'users.dependents': ['GET', '/administration/user/{id}/dependents'],
  'users.resend-invitation': ['POST', '/administration/user/{id}/invitation'],
  'accounts.company': ['GET', '/administration/account/company'],
  'accounts.update-company': ['PUT', '/administration/account/company'],
  'accounts.list-groups': ['GET', '/user/groups/{kind}'],
  'accounts.create-group': ['POST', '/user/groups/{kind}'],
  'accounts.update-group': ['PUT', '/administration/groups/{kind}/{id}'],
  'accounts.remove-group': ['DELETE', '/administration/groups/{kind}/{id}'],
  'accounts.audit': ['GET', '/administration/audit'],
  'accounts.export-audit': ['GET', '/administration/audit/download/csv'],
  'accounts.contact-support': ['POST', '/user/support'],
  'units.list': ['GET', '/user/terminal/list'],
  'units.rows': ['GET', '/user/terminal/rows'],
  'units.validate-imei': ['GET', '/validate-imei'],
  'units.payment-types': ['GET', '/administration/subscription/payment-types'],
  'units.add': ['POST', '/administration/terminal/add'],
  'units.replace': ['POST', '/administration/terminal/replace'],
  'units.change-car': ['POST', '/administration/terminal/change-car'],
  'units.retire': ['POST', '/administration/terminal/{imei}/retire'],
  'units.bulk': ['PUT', '/administration/terminal/bulk/{field}'],
  'units.get': ['GET', '/user/terminal/{imei}'],
  'units.update': ['PUT', '/user/terminal/{imei}'],
  'units.change-registration': ['PUT', '/user/terminal/{imei}/registration-number'],
  'units.history': ['GET', '/user/terminal/{imei}/history'],
  'units.lock': ['POST', '/user/terminal/{imei}/lock'],
  'units.unlock': ['POST', '/user/terminal/{imei}/unlock'],
  'units.lock-log': ['GET', '/user/terminal/{imei}/lock-log'],
  'units.connection': ['GET', '/user/terminal/{imei}/connection'],
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
  'trips.bulk-update': ['PUT', '/user/triplog/bulk'],
  'trips.set-type': ['PUT', '/user/triplog/type'],
  'trips.update': ['PUT', '/user/triplog/{id}'],
  'trips.preview-merge': ['POST', '/user/triplog/merge/preview'],
  'trips.merge': ['POST', '/user/triplog/merge'],
  'trips.unmerge': ['POST', '/user/triplog/unmerge'],
  'trips.add-manual': ['POST', '/user/triplog/manual'],
  'trips.remove-manual': ['DELETE', '/user/triplog/manual/{id}'],
  'trips.history': ['GET', '/user/triplog/{id}/history'],
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
