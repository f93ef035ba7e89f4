/** Limits that the server enforces and the screens show, named once. */
export const IMEI_LENGTH = 15;
/** DEC-43: position history on the map. */
export const HISTORY_MAX_DAYS = 30;
/** DEC-43: routes drawn in the trip log, business trips only. */
export const ROUTE_MAX_DAYS = 7;
/** DEC-43, DEC-44: trip log, reports, exports. */
export const LOG_MAX_MONTHS = 12;
export const TRIP_PAGE_MAX = 500;
/** TRIP-002: free text of a trip. */
export const TRIP_PURPOSE_MAX = 100;
export const TRIP_NOTE_MAX = 500;
/** One call of `trips.set-type` takes this many trips at most. */
export const BULK_MAX = 500;
export const UNIT_NAME_MAX = 50;
export const USERNAME_MAX = 254;
export const PASSWORD_MAX = 200;
/** DEC-63. */
export const SIGN_IN_ATTEMPTS = 5;
/** CONST-013. */
export const LOCKOUT_S = 3600;
/** DEC-82. */
export const SESSION_IDLE_S = 12 * 3600;
export const SESSION_MAX_S = 30 * 24 * 3600;
/** The most of a session that is not to be remembered: it is meant to end with the browser, which the server cannot see. */
export const SESSION_UNREMEMBERED_MAX_S = 12 * 3600;
/** DEC-59. */
export const HEARTBEAT_S = 25;
export const LIVE_EVENT_KEPT_S = 300;
export const POLL_S = 15;
