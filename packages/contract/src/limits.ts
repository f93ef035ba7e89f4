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
/** CONST-038, DEC-02. */
export const PASSWORD_MIN = 8;
/** CONST-012. */
export const RESET_LINK_S = 3600;
/** CONST-015: digits of a sign-in code; verifying needs more than five. */
export const CODE_DIGITS = 6;
/** A sign-in code lives five minutes (rates-and-rules.md section 9). */
export const CODE_LIFE_S = 300;
/** CONST-053, TFA-019. */
export const CODE_WRONG_MAX = 5;
export const CODE_ATTEMPTS_MAX = 5;
export const CODE_ATTEMPTS_SPAN_S = 900;
/** Codes sent to one member within an hour: the ten seconds between resends alone would be a mail bomb. */
export const CODE_SENDS_MAX = 5;
export const CODE_SENDS_SPAN_S = 3600;
/** CONST-014: the countdown before a code may be asked for again. */
export const CODE_FIRST_WAIT_S = 180;
export const CODE_NEXT_WAIT_S = 10;
/** A session that waits for its second factor. */
export const PENDING_SESSION_S = 1800;
/** CONST-016. */
export const TRUSTED_BROWSER_S = 15_552_000;
/** CONST-041. */
export const RESELLER_MAX = 255;
export const COMMENT_MAX = 500;
export const ACCOUNT_FIELD_MAX = 50;
export const POSTAL_CODE_MAX = 7;
/** CONST-039: 12 digits, 13 letters with the hyphen. */
export const PERSONAL_NUMBER_LENGTH = 12;
/** WIZ-010. */
export const REMAINING_HINT_MS = 5_000;
/** DEC-62. */
export const WIZARD_KEPT_S = 30 * 24 * 3600;
/** CONST-035. */
export const SUPPORT_MESSAGE_MAX = 1000;
/** CONST-018, DEC-65: rolling, per unit. */
export const REGISTRATION_CHANGES_MAX = 2;
export const REGISTRATION_CHANGES_SPAN_S = 24 * 3600;
/** CONST-036. */
export const NAME_HISTORY_MAX = 50;
/** How long the link of an invitation is good for. */
export const INVITATION_S = 7 * 24 * 3600;
