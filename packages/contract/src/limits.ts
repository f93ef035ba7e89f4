/** Limits that the server enforces and the screens show, named once. */
export const IMEI_LENGTH = 15;
/** DEC-43: position history on the map. */
export const HISTORY_MAX_DAYS = 30;
/** MAP-027: letters of an address that is searched for; the places Ås, Ål and Bø have no more. */
export const ADDRESS_SEARCH_MIN = 2;
/** UNIT-017: raw positions in one answer; more are asked for after them. */
export const RAW_PAGE = 10_000;
/** DEC-43: routes drawn in the trip log, business trips only. */
export const ROUTE_MAX_DAYS = 7;
/** DEC-43, DEC-44: trip log, reports, exports. */
export const LOG_MAX_MONTHS = 12;
export const TRIP_PAGE_MAX = 500;
/** TRIP-016: the log by mail (decision 0032). */
export const SCHEDULES_MAX = 20;
export const SCHEDULE_RECIPIENTS_MAX = 10;
export const SCHEDULE_NAME_MAX = 50;
/** TRIP-002: free text of a trip. */
export const TRIP_PURPOSE_MAX = 100;
export const TRIP_NOTE_MAX = 500;
/** What is said beside the reason why the odometer of a trip differs. */
export const ODOMETER_NOTE_MAX = 200;
/** One call of `trips.set-type` takes this many trips at most. */
export const BULK_MAX = 500;
export const UNIT_NAME_MAX = 50;
export const PROFILE_NAME_MAX = 50;
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
/** How long the links of a change of e-mail address are good for. */
export const EMAIL_CHANGE_S = 7 * 24 * 3600;
/** CONST-037. */
export const PICTURES_MAX = 5;
export const PICTURE_MAX_BYTES = 1024 * 1024;
/** More than a telephone fits into 1 MB; a small file can claim to hold a thousand times as many. */
export const PICTURE_MAX_PIXELS = 13_000_000;
export const PICTURE_CAPTION_MAX = 120;
/** TRIP-035: litres or kilowatt-hours of one entry; what a lorry's two tanks hold, and more than any battery on wheels. */
export const REFUELLING_AMOUNT_MAX = 2000;
export const REFUELLING_PRICE_MAX = 100_000;
export const REFUELLING_STATION_MAX = 50;
export const REFUELLING_NOTE_MAX = 200;
/** An entry that was taken away can be brought back as long. */
export const REFUELLING_REMOVED_DAYS = 30;
/** CONST-040, DEC-66. */
export const HULL_NUMBER_LENGTH = 14;
export const OBJECT_FIELD_MAX = 100;
export const OBJECT_LINKS_MAX = 10;
export const THEFT_TEXT_MAX = 1000;
/** OBJ-008: of the track in a theft report, and the longest life of a link to one. */
export const THEFT_TRACK_DAYS = 30;
export const SHARE_DAYS_MAX = 90;
/** CONST-057: how long a link to where units are may live: a quarter of an hour to 30 days. */
export const SHARE_MINUTES = { min: 15, max: 30 * 24 * 60 } as const;
/** MAP-035: units of one link, letters of what its page says, and open links of one member. */
export const SHARE_UNITS_MAX = 20;
export const SHARE_LABEL_MAX = 60;
export const SHARE_LINKS_MAX = 50;
/** Support staff handle every customer's account: their sessions are shorter than members'. */
export const SUPPORT_SESSION_MAX_S = 12 * 3600;
export const SUPPORT_IDLE_S = 3600;
/** A visit to a customer's account is opened anew after this long, with its reason. */
export const SUPPORT_VISIT_S = 3600;
export const SUPPORT_PAGE_MAX = 100;
/** Numbers put into the stock at once. */
export const STOCK_ADD_MAX = 500;
export const STOCK_PAGE = 200;
export const ANNOUNCEMENT_MAX = 1000;
export const TERMS_MAX = 50_000;
/** CONST-011: seconds within which a tracker confirms a change. */
export const CONFIRMATION_S = 90;
/** Eco-driving thresholds wait for a sleeping tracker; beyond this nobody remembers that they were wished. */
export const ECO_COMMAND_KEPT_S = 7 * 24 * 3600;
/** OUT-008. */
export const SWITCH_SPEED_MAX_KMH = 5;
export const IO_NAME_MAX = 40;
export const PULSE_MAX_S = 3600;
export const COMMAND_HISTORY_MAX = 50;
/** m/s², as the trackers take them. */
export const ECO_THRESHOLD_MS2 = { min: 0.5, max: 10 } as const;
export const ECO_SPEED_MAX_KMH = 260;
/** ADM-020. */
export const SIGN_ON_ISSUER_MAX = 500;
export const SIGN_ON_CLIENT_MAX = 250;
export const SIGN_ON_SECRET_MAX = 500;
export const SIGN_ON_DOMAINS_MAX = 20;
/** From leaving for the provider until coming back. */
export const SIGN_ON_S = 600;
/** The address of a webhook. */
export const WEBHOOK_URL_MAX = 500;
/** The name of an API token. */
export const TOKEN_NAME_MAX = 60;
/** TRIP-003: the account's own name for trips of the type other. */
export const OTHER_TRIP_TYPE_MAX = 30;
/** CONST-060, ADM-021: by choice 1 to 24 months. */
export const POSITION_MONTHS_MAX = 24;
/** CONST-060: rows of the trip log, their edits and their days. */
export const LOG_KEPT_YEARS = 7;
export const AUDIT_KEPT_MONTHS = 12;
export const DELIVERY_LOG_KEPT_DAYS = 90;
/** The removal of an account can be undone for as long. */
export const REMOVAL_WAIT_DAYS = 14;
/** ATT-002, ATT-015. */
export const ATTEST_NOTE_MAX = 100;
/** DRV-013. */
export const LOCATION_IN_CAR_MAX = 50;
/** ADM-017: per person and matter. */
export const REMINDER_EVERY_S = 24 * 3600;
/** Model families whose eco-driving thresholds can be set; a test holds it against the command profiles. */
export const ECO_FAMILIES: readonly string[] = ['A'];
/** Decision 0038: recovery codes of one set, passkeys of one member. */
export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 50;
/** How long a browser may take to ask its owner. */
export const PASSKEY_WAIT_S = 300;
/** An app that is being set up waits that long for its first code. */
export const APP_SET_UP_S = 1800;
export const FACTOR_REASON_MAX = 200;
/** ALARM-035: one page of the alarm centre, and as many as one call says are seen or handled. */
export const ALARM_PAGE_MAX = 200;
export const ALARM_NOTE_MAX = 200;
/** ALARM-036: a unit that is muted for longer is better switched off. */
export const MUTE_MAX_DAYS = 30;
