/**
 * What a line of the audit log can tell beside its subject; each has a text on the page that shows it, so that no line there holds a
 * name that only a program knows. Never a password, code, token, position or personal number.
 */
export const AUDIT_DETAILS = [
  '12',
  '24',
  'active',
  'alert_language',
  'alert_time_zone',
  'amount',
  'area',
  'before',
  'benefit_factor',
  /** How many are cancelled by it. */
  'bookings',
  'browser',
  'built-in',
  'by',
  'call',
  'car_schedule',
  'changed_trips',
  'colour',
  'command',
  'count',
  'currency',
  'day',
  'days',
  'destination',
  'driver',
  /** Of an attested period: how many of its trips had none. */
  'driver_missing',
  'driver_required',
  'email',
  'events',
  'every',
  'factor',
  'features',
  /** Names of what was changed, with commas between. */
  'fields',
  'form',
  'format',
  /** What was filled up with: it tells the unit of `filled`. */
  'fuel_type',
  /** How much was filled up or charged. */
  'filled',
  'from',
  'function_alarm',
  'geofence_min_radius',
  /** Of theft mode: after so many it ends by itself. */
  'hours',
  'how',
  'kind',
  'level',
  'mail_is_enough',
  /** Whose it was: the id of a member, who is named when the log is read. */
  'member',
  'mode',
  'monthly_attest_reminder',
  'name',
  /** Of an attested period: at how many of its trips the odometer does not go on from the last one's. */
  'odometer_gap',
  /** Of a service: at which reading it was done. */
  'odometer_km',
  'on',
  'only_way',
  'operating_hours',
  'output',
  'parent_id',
  'paused',
  'plan',
  'position_months',
  'position_months_before',
  'private_km_max',
  'private_occasions_max',
  'private_position_months',
  'private_position_months_before',
  'private_trips',
  'provider',
  'provider_asks_second_factor',
  /** Of a booking: what it was for. */
  'purpose',
  /** Of an attested period: how many of its trips had none that they need. */
  'purpose_missing',
  'purpose_required',
  'push',
  'real_time_map',
  'reason',
  'recipient',
  'recipients',
  'reduced_line_km',
  'required_of',
  'rights',
  'safe_return_home',
  'second_factor',
  'security_alarm',
  'signed_in',
  'source',
  'state',
  'subscription_type',
  /** Of a link that shows where units are. */
  'title',
  'to',
  'trips',
  'units',
  'until',
  /** Whose log it is: as `member`, or a name. */
  'user',
  'valid_from',
  'version',
  /** Of a link that shows where units are: also the private trips of who made it. */
  'with_own_private',
  /** Of such a link: it shows the way, too. */
  'with_trail',
  /** Of an attested period: its driver had not attested it. */
  'without_user',
  /** The zone that was left. */
  'zone',
] as const;
export type AuditDetail = (typeof AUDIT_DETAILS)[number];
export type AuditValue = string | number | boolean | null;
/** One thing that is another than before; null where there was or is nothing. */
export interface AuditChange {
  readonly field: string;
  readonly before: AuditValue;
  readonly after: AuditValue;
}
export type AuditDetails = { readonly [K in AuditDetail]?: AuditValue } & {
  /** What it was and what it became, of those `fields` whose values may stand in the log. */
  readonly changes?: readonly AuditChange[];
};
