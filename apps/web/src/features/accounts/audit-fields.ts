import { ALARM_KIND_NAMES } from '@spora/contract/alarms/kinds';
import type { Translate } from '@spora/messages/translate';
import { unitFieldTexts } from '../units/public/unit-field-texts.ts';

/** Of `alarm-towing` the kind, as an alarm of it is called. */
const alarmKindOf = (field: string) => ALARM_KIND_NAMES.find((kind) => field === `alarm-${kind}`);

/** What was changed, in words: of a user or the company, a refuelling, an input or output, and of a unit else. */
export function fieldText(name: string, action: string, t: Translate): string | undefined {
  const io = /^D(IN|OUT)(\d)$/.exec(name);
  if (io) return io[1] === 'IN' ? t('IoInput', { n: io[2] ?? '' }) : t('IoOutput', { n: io[2] ?? '' });
  const alarm = alarmKindOf(name);
  if (alarm) return t(`AlarmKind_${alarm}`);
  if (action === 'booking-changed') return bookingFieldTexts(t)[name];
  if (action === 'service-plan-changed' || action === 'service-plan-added') return planFieldTexts(t)[name];
  if (action === 'zone-saved' || action === 'zone-removed') return zoneFieldTexts(t)[name];
  if (action === 'options-changed' || action === 'trip-type-named') return optionFieldTexts(t)[name];
  if (action === 'refuelling-changed') return refuellingFieldTexts(t)[name];
  if (action === 'alarm-receiver-changed') return receiverFieldTexts(t)[name];
  const unitFields = unitFieldTexts(t);
  if (action === 'object-described') return unitFields[`object_${name}`] ?? unitFields[name];
  return (action.startsWith('unit') ? unitFields[name] : undefined) ?? personFieldTexts(t)[name] ?? unitFields[name];
}

const bookingFieldTexts = (t: Translate): Readonly<Record<string, string>> => ({
  vehicle: t('AuditVehicle'),
  time: t('AuditTime'),
  booking_kind: t('BookingKind'),
  user: t('AuditLabel-user'),
  purpose: t('BookingPurpose'),
});

const planFieldTexts = (t: Translate): Readonly<Record<string, string>> => ({
  kind: t('PlanKind'),
  name: t('PlanName'),
  interval_km: t('PlanInterval'),
  interval_hours: t('PlanInterval'),
  interval_months: t('PlanInterval'),
  repeats: t('PlanRepeats'),
  last_done_on: t('PlanLastDone'),
  last_done_km: t('PlanLastDone'),
  last_done_hours: t('PlanLastDone'),
  warn_km: t('PlanWarn'),
  warn_hours: t('PlanWarn'),
  warn_days: t('PlanWarn'),
  note: t('UnitNote'),
});

const zoneFieldTexts = (t: Translate): Readonly<Record<string, string>> => ({
  name: t('UserName'),
  position: t('AuditPosition'),
  radius_m: t('AuditRadius'),
  active: t('AuditLabel-active'),
  zone_alarm: t('ZoneAlarmWhen'),
  theft_mode_on_leave: t('ZoneTheftMode'),
  inactive: t('ZonePause'),
  units: t('AuditUnitsChosen'),
});

const optionFieldTexts = (t: Translate): Readonly<Record<string, string>> => ({
  name: t('UserName'),
  colour: t('AuditLabel-colour'),
  purpose_required: t('AuditLabel-purpose_required'),
  draws_route: t('AuditLabel-draws_route'),
  alert_language: t('AuditLabel-alert_language'),
  alert_time_zone: t('AuditLabel-alert_time_zone'),
  driver_required: t('AuditLabel-driver_required'),
  monthly_attest_reminder: t('AuditLabel-monthly_attest_reminder'),
});

const refuellingFieldTexts = (t: Translate): Readonly<Record<string, string>> => ({
  at: t('RefuellingTime'),
  fuel_type: t('RefuellingFuel'),
  amount: t('RefuellingAmount'),
  price: t('RefuellingPrice'),
  currency: t('RefuellingCurrency'),
  odometer_m: t('RefuellingOdometer'),
  station: t('RefuellingStation'),
  note: t('UnitNote'),
  receipt: t('RefuellingReceipt'),
});

const receiverFieldTexts = (t: Translate): Readonly<Record<string, string>> => ({
  name: t('UserName'),
  email: t('EmailAddress'),
  phone: t('ProfilePhone'),
  push: t('ReceiverPush'),
  security_alarm: t('SecurityAlarms'),
  function_alarm: t('FunctionAlarms'),
  quiet_hours: t('ReceiverQuiet'),
  escalation: t('ReceiverEscalation'),
  user: t('ReceiverUser'),
});

const personFieldTexts = (t: Translate): Readonly<Record<string, string>> => ({
  full_name: t('UserName'),
  first_name: t('FirstNameLabel'),
  last_name: t('LastNameLabel'),
  name: t('UserName'),
  email: t('EmailAddress'),
  phone: t('ProfilePhone'),
  is_admin: t('UserRole'),
  language: t('Language'),
  department: t('Department'),
  rights: t('UserRights'),
  registration_id: t('UserRegistrationId'),
  street: t('StreetLabel'),
  postal_code: t('PostalCodeLabel'),
  city: t('CityLabel'),
  contact_person: t('ContactPersonLabel'),
  invoice_email: t('CompanyInvoiceEmail'),
  members_may_create_groups: t('CompanyMembersCreate'),
  check_in_without_access: t('CompanyCheckIn'),
  disabled_at: t('UserDisabled'),
  tags: t('TagsTitle'),
  tag: t('TagsTitle'),
  departments: t('DepartmentsTitle'),
  projects: t('ProjectsTitle'),
  project: t('ProjectsTitle'),
  access: t('AccessTitle'),
  default_purpose: t('UnitDefaultPurpose'),
});
