import { AUDIT_DETAILS, type AuditDetail } from '@spora/contract/accounts/audit-details';
import type { HeldMatter } from '@spora/contract/attestation/endpoints';
import { EXPORT_FORMATS, SCHEDULE_EVERY } from '@spora/contract/exports/values';
import { PLAN_KINDS } from '@spora/contract/maintenance/values';
import { FACTOR_REQUIREMENTS } from '@spora/contract/second-factor/values';
import { MODES } from '@spora/contract/modes/modes';
import { TOKEN_RIGHTS, WEBHOOK_EVENTS } from '@spora/contract/integrations/choices';
import { UNIT_FEATURES } from '@spora/contract/units/values';
import { LANGUAGES, LANGUAGE_FACTS } from '@spora/messages/languages';
import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { filledText } from './audit-changes.ts';
import { fieldText } from './audit-fields.ts';
import type { AuditRow } from './audit-model.ts';
import { SAID_BY_SWITCHED, switchedOf } from './audit-switched.ts';

type Value = string | number | boolean;
interface Words {
  readonly t: Translate;
  readonly format: Format;
  readonly row: Pick<AuditRow, 'action' | 'actor' | 'subject' | 'details' | 'changes'>;
}
/** What a particular says of itself; nothing where the sentence said it or nobody would ask. */
type Tell = (value: Value, words: Words) => string | null;

const yesNo = (value: Value, t: Translate): string =>
  value === true || value === 'true' || value === 1 ? t('UnitYes') : t('UnitNo');

/** Names that came in one text with commas, each in words; what has none is counted as something else, once. */
const named = (value: Value, word: (name: string) => string | undefined, t: Translate): string =>
  [
    ...new Set(
      String(value)
        .split(', ')
        .map((name) => word(name) ?? t('AuditFieldOther')),
    ),
  ].join(', ');

const oneOf = <T extends string>(known: readonly T[], value: Value): T | undefined => known.find((each) => each === value);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A day as it is; a moment by the account's clock. */
const dayOrMoment = (value: Value, format: Format): string =>
  typeof value === 'string' && !DAY.test(value) && !Number.isNaN(Date.parse(value)) ? format.dateTime(value) : String(value);

const volts = (value: Value, format: Format): string =>
  typeof value === 'number' ? `${format.number(value, 1)} V` : String(value);

/** `label: value`, by the text of the label's own name. */
const labelled =
  (name: LabelledDetail, show: (value: Value, words: Words) => string | undefined = (value) => String(value)): Tell =>
  (value, words) => {
    const text = show(value, words);
    return text === undefined || text === ''
      ? null
      : words.t('AuditDetail', { label: words.t(`AuditLabel-${name}`), value: text });
  };
const number = (value: Value, { format }: Words): string => (typeof value === 'number' ? format.number(value) : String(value));
/** How many; of none there is nothing to tell. */
const some = (value: Value, words: Words): string | undefined => (value === 0 ? undefined : number(value, words));
/** In the money of its row. */
const sum = (value: Value, { format, row }: Words): string => {
  const { currency } = row.details;
  return typeof value === 'number' && typeof currency === 'string' ? format.money(value, currency) : String(value);
};
const flag = (value: Value, { t }: Words): string => yesNo(value, t);

type LabelledDetail = Exclude<
  AuditDetail,
  | '12'
  | '24'
  | 'area'
  | 'benefit_factor'
  | 'browser'
  | 'built-in'
  | 'by'
  | 'count'
  | 'currency'
  | 'driver_missing'
  | 'factor'
  | 'fields'
  | 'form'
  | 'fuel_type'
  | 'kind'
  | 'level'
  | 'mail_is_enough'
  | 'odometer_gap'
  | 'private_km_max'
  | 'private_occasions_max'
  | 'purpose'
  | 'purpose_missing'
  | 'reduced_line_km'
  | 'required_of'
  | 'second_factor'
  | 'signed_in'
  | 'source'
  | 'to'
  | 'trips'
  | 'units'
  | 'with_own_private'
  | 'with_trail'
  | 'without_user'
>;

const battery =
  (kind: '12' | '24' | 'built-in'): Tell =>
  (value, { t, format }) =>
    t('AuditDetail', { label: t(`BatteryKind-${kind}`), value: volts(value, format) });
const benefit =
  (field: 'benefit_factor' | 'private_km_max' | 'private_occasions_max' | 'reduced_line_km'): Tell =>
  (value, words) =>
    words.t('AuditDetail', { label: words.t(`BenefitShort-${field}`), value: number(value, words) });

/** What a period was attested with; the sentence goes on behind it. */
const attestedWith =
  (kind: HeldMatter): Tell =>
  (value, { t }) =>
    typeof value === 'number' && value > 0 ? withoutStop(t(`AttestedWith-${kind}`, { count: value })) : null;
const withoutStop = (text: string): string => text.replace(/\.$/, '');

const nothing: Tell = () => null;

const TELLS: { readonly [K in AuditDetail]: Tell } = {
  '12': battery('12'),
  '24': battery('24'),
  active: labelled('active', flag),
  alert_language: labelled('alert_language', (value) => {
    const language = oneOf(LANGUAGES, value);
    return language && LANGUAGE_FACTS[language].name;
  }),
  alert_time_zone: labelled('alert_time_zone'),
  amount: labelled('amount', sum),
  area: nothing,
  before: (value, words) => {
    const { row, t } = words;
    if (row.action === 'driver-checked-in') return t('AuditTookOver', { name: String(value) });
    if (row.action === 'booking-changed') return t('AuditDetail', { label: t('AuditVehicleBefore'), value: String(value) });
    return labelled('before', () => (row.action === 'rate-set' ? sum(value, words) : String(value)))(value, words);
  },
  benefit_factor: benefit('benefit_factor'),
  browser: (value) => String(value),
  'built-in': battery('built-in'),
  by: (value, { t }) => (value === 'organisation' ? t('AuditDetailSignOn') : null),
  call: labelled('call'),
  car_schedule: labelled('car_schedule', flag),
  changed_trips: labelled('changed_trips', some),
  colour: labelled('colour'),
  command: labelled('command', (value, { t }) => {
    const output = /^output-(\d)$/.exec(String(value))?.[1];
    return output ? t('IoOutput', { n: output }) : t('Feature-eco');
  }),
  count: (value, { t, row }) =>
    row.action === 'alarm-receiver-units' && row.changes.length > 0
      ? t('AuditTotalAfter', { count: Number(value) })
      : countText(value, { t, row }),
  bookings: labelled('bookings', some),
  currency: nothing,
  day: labelled('day'),
  days: labelled('days', number),
  destination: labelled('destination'),
  // Of a check-in the sentence tells it.
  driver: labelled('driver', (value, { row }) => (isCheckIn(row.action) ? undefined : String(value))),
  driver_missing: attestedWith('driver-missing'),
  driver_required: labelled('driver_required', flag),
  email: labelled('email'),
  events: labelled('events', (value, { t }) =>
    named(
      value,
      (name) => {
        const event = oneOf(WEBHOOK_EVENTS, name);
        return event && t(`WebhookEvent-${event}`);
      },
      t,
    ),
  ),
  every: labelled('every', (value, { t }) => {
    const every = oneOf(SCHEDULE_EVERY, value);
    return every && t(`ScheduleEvery-${every}`);
  }),
  factor: (value, { t }) => (value === 'app' ? t('FactorApp') : t('WayPasskey')),
  features: labelled('features', (value, { t }) =>
    named(
      value,
      (name) => {
        const feature = oneOf(UNIT_FEATURES, name);
        return feature && t(`Feature-${feature}`);
      },
      t,
    ),
  ),
  // Without those whose values are told.
  fields: (value, { t, row }) => {
    const rest = String(value)
      .split(', ')
      .filter((name) => !row.changes.some(({ field }) => field === name || (name === 'alarms' && field.startsWith('alarm-'))));
    if (rest.length === 0) return null;
    return t('AuditDetailFields', { fields: named(rest.join(', '), (name) => fieldText(name, row.action, t), t) });
  },
  filled: labelled('filled', (value, { format, row }) =>
    typeof value === 'number' ? filledText(value, row.details['fuel_type'], format) : String(value),
  ),
  form: (value, { t }) => (value === 'pdf' ? t('ExportAs-pdf') : null),
  format: labelled('format', (value) => oneOf([...EXPORT_FORMATS, 'gpx', 'kml', 'geojson'], value)?.toUpperCase()),
  from: (value, { t, format, row }) => {
    const { to } = row.details;
    // The time that it has since then, of a change that does not say what it was.
    if (row.action === 'booking-changed' && typeof to === 'string') {
      const time = t('AuditPeriod', { from: dayOrMoment(value, format), to: dayOrMoment(to, format) });
      return t('AuditDetail', { label: t('AuditTime'), value: time });
    }
    return typeof to === 'string'
      ? t('AuditPeriod', { from: dayOrMoment(value, format), to: dayOrMoment(to, format) })
      : t('AuditDetail', { label: t('AuditLabel-from'), value: dayOrMoment(value, format) });
  },
  fuel_type: nothing,
  function_alarm: labelled('function_alarm', flag),
  geofence_min_radius: labelled('geofence_min_radius', (value) => `${String(value)} m`),
  hours: labelled('hours', (value, { t }) => (typeof value === 'number' ? t('AuditHours', { count: value }) : String(value))),
  how: labelled('how', (value, { t }) => {
    const how = oneOf(['withdrawn', 'refused'], value);
    return how && t(`AuditHow-${how}`);
  }),
  kind: nothing,
  odometer_km: labelled('odometer_km', (value, { format }) =>
    typeof value === 'number' ? format.km(value * 1000) : String(value),
  ),
  operating_hours: labelled('operating_hours', (value, { format }) =>
    typeof value === 'number' ? format.hours(value) : String(value),
  ),
  level: (value, { t }) => {
    const level = oneOf(['user', 'admin'], value);
    return level ? t(`AuditLevel-${level}`) : null;
  },
  mail_is_enough: (value, { t }) => (value ? t('RequirementMail') : null),
  member: labelled('member', personText),
  mode: labelled('mode', (value, { t }) => {
    const mode = oneOf(MODES, value);
    return mode && t(`Mode-${mode}`);
  }),
  monthly_attest_reminder: labelled('monthly_attest_reminder', flag),
  name: labelled('name'),
  odometer_gap: attestedWith('odometer-gap'),
  on: labelled('on', flag),
  only_way: labelled('only_way', flag),
  output: labelled('output', (value, { t }) => fieldText(String(value), 'io-changed', t) ?? String(value)),
  parent_id: labelled('parent_id'),
  paused: labelled('paused', flag),
  plan: labelled('plan', (value, { t }) => {
    const kind = oneOf(PLAN_KINDS, value);
    return kind ? t(`PlanKind-${kind}`) : String(value);
  }),
  position_months: labelled('position_months', number),
  position_months_before: labelled('position_months_before', number),
  private_km_max: benefit('private_km_max'),
  private_occasions_max: benefit('private_occasions_max'),
  private_position_months: labelled('private_position_months', number),
  private_position_months_before: labelled('private_position_months_before', number),
  private_trips: labelled('private_trips', flag),
  provider: labelled('provider'),
  provider_asks_second_factor: labelled('provider_asks_second_factor', flag),
  purpose: (value, { t }) => (value === '' ? null : t('AuditDetail', { label: t('BookingPurpose'), value: String(value) })),
  purpose_missing: attestedWith('purpose-missing'),
  purpose_required: labelled('purpose_required', flag),
  push: labelled('push', flag),
  real_time_map: labelled('real_time_map', flag),
  reason: labelled('reason', (value, { t, row }) => reasonText(String(value), row.action, t)),
  recipient: labelled('recipient'),
  recipients: labelled('recipients', some),
  reduced_line_km: benefit('reduced_line_km'),
  required_of: (value, { t }) => {
    const of = oneOf(FACTOR_REQUIREMENTS, value);
    return of ? t('AuditDetail', { label: t('RequirementOf'), value: t(`Requirement_${of}`) }) : null;
  },
  rights: labelled('rights', (value, { t }) => {
    const rights = oneOf(TOKEN_RIGHTS, value);
    return rights && t(`TokenRights-${rights}`);
  }),
  safe_return_home: labelled('safe_return_home', flag),
  second_factor: secondFactorText,
  security_alarm: labelled('security_alarm', flag),
  signed_in: nothing,
  source: (value, { t }) => {
    const source = oneOf(['member', 'qr', 'tag'], value);
    return source ? t(`CheckInSource-${source}`) : null;
  },
  state: labelled('state', (value, { t }) => (value === 'on' ? t('IoOn') : t('IoOff'))),
  subscription_type: labelled('subscription_type'),
  title: labelled('title'),
  // Told with what it began with.
  to: (value, { t, format, row }) =>
    row.details['from'] === undefined || row.details['from'] === null
      ? t('AuditPeriod', { from: '', to: dayOrMoment(value, format) }).trim()
      : null,
  trips: (value, { t }) => (typeof value === 'number' && value > 0 ? t('TodayTrips', { count: value }) : null),
  units: (value, { t }) => (typeof value === 'number' ? t('AuditDetailUnits', { count: value }) : String(value)),
  until: labelled('until', (value, { format }) => dayOrMoment(value, format)),
  user: labelled('user', personText),
  valid_from: labelled('valid_from'),
  version: labelled('version', number),
  with_own_private: (value, { t }) => (value === true ? t('AuditWithOwnPrivate') : null),
  with_trail: (value, { t }) => (value === true ? t('AuditWithTrail') : null),
  without_user: (value, { t }) => (value === true ? withoutStop(t('AttestedWithoutUser')) : null),
  zone: labelled('zone'),
};

/** How many they were, where they are not named. */
const countText = (value: Value, { t, row }: Pick<Words, 't' | 'row'>): string | null =>
  ['unit-changed', 'session-ended'].includes(row.action) ||
  Number(value) === 0 ||
  (typeof row.details['units'] === 'string' && row.action !== 'list-exported')
    ? null
    : t('AuditDetailCount', { count: Number(value) });

/** Who it was of, where the sentence does not say it; one whose name is gone has no number instead. */
function personText(value: Value, { row, t }: Words): string | undefined {
  if (row.action === 'session-ended') return undefined;
  if (typeof value === 'number') return t('AuditByUnknown');
  return value === row.actor || value === row.subject ? undefined : String(value);
}

/** Why: as somebody wrote it, by what was chosen, or what a sign-in failed on. */
function reasonText(reason: string, action: string, t: Translate): string | undefined {
  if (action === 'sign-in-refused' || action === 'code-refused') {
    const refused = oneOf(REFUSALS, reason);
    return refused && t(`AuditRefused-${refused}`);
  }
  const retired = oneOf(['removed', 'returned', 'sold'], reason);
  return action === 'unit-retired' && retired ? t(`Retire-${retired}`) : reason;
}

const REFUSALS = [
  'password',
  'passkey',
  'brand',
  'closed',
  'disabled',
  'organisation',
  'InvalidCode',
  'WrongFactorCode',
  'ExpiredCode',
  'TooManyCodeAttempts',
  'PasskeyRefused',
  'FactorNotAvailable',
  'SignOnNoMember',
  'SignOnUnverified',
  'SignOnLinkedToAnother',
  'SignOnDeclined',
  'SignOnRefused',
  'SignOnUnreachable',
] as const;

/** How somebody took the second step of a sign-in; nothing where none was asked for. */
function secondFactorText(factor: Value, { t }: Words): string | null {
  switch (factor) {
    case 'code':
      return t('AuditDetailCode');
    case 'trusted-browser':
      return t('AuditDetailTrusted');
    case 'app':
      return t('WayApp');
    case 'passkey':
      return t('WayPasskey');
    case 'recovery':
      return t('WayRecovery');
    case 'provider':
      return t('AuditDetailSignOn');
    default:
      return null;
  }
}

/** What a change tells under another name. */
const SAID_BY_CHANGES: { readonly [K in AuditDetail]?: string } = {
  filled: 'amount',
  before: 'vehicle',
  from: 'time',
  to: 'time',
};
const isCheckIn = (action: string): boolean => action === 'driver-checked-in' || action === 'driver-checked-out';

/** The particulars of a row as people read them. One that this page does not know is left out: its name is no word. */
export function detailsText(row: Words['row'], { t, format }: Pick<Words, 't' | 'format'>): string {
  const said = switchedOf(row, t) ? SAID_BY_SWITCHED : [];
  return AUDIT_DETAILS.flatMap((name) => {
    const value = row.details[name];
    if (row.changes.some(({ field }) => field === (SAID_BY_CHANGES[name] ?? name))) return [];
    if (value === undefined || value === null || value === '' || said.includes(name)) return [];
    return TELLS[name](value, { t, format, row }) ?? [];
  }).join('. ');
}
