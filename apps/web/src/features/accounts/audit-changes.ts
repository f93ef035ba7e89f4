import { BOOKING_KINDS } from '@spora/contract/bookings/limits';
import { VALUE_UNITS } from '@spora/contract/eco/rules';
import { PLAN_KINDS } from '@spora/contract/maintenance/values';
import type { TripType } from '@spora/contract/units/endpoints';
import { FUEL_TYPES } from '@spora/contract/units/values';
import { MEMBER_RIGHTS } from '@spora/contract/users/values';
import { ZONE_ALARMS } from '@spora/contract/zones/rules';
import type { Format } from '@spora/messages/format';
import { LANGUAGES, LANGUAGE_FACTS } from '@spora/messages/languages';
import type { Translate } from '@spora/messages/translate';
import { objectTypeText } from '../object-description/public/object-types.ts';
import { unitValueText } from '../units/public/unit-field-texts.ts';
import { fieldText } from './audit-fields.ts';
import type { AuditRow } from './audit-model.ts';
import { switchedOf } from './audit-switched.ts';

export interface ChangeWords {
  readonly t: Translate;
  readonly format: Format;
  readonly typeText: (type: TripType) => string;
}
type Change = AuditRow['changes'][number];
type Value = NonNullable<Change['after']>;

/** What it was and what it became, a line each; nothing of what the sentence says itself. */
export function changeTexts(row: Pick<AuditRow, 'action' | 'changes' | 'details'>, words: ChangeWords): string[] {
  if (switchedOf(row, words.t)) return [];
  if (row.action === 'service-plan-added') return planTexts(row, words);
  return row.changes.flatMap((change) => {
    if (change.field === 'rights') return rightsTexts(change, words.t);
    if (change.field === 'units' && !isWhole(row)) return unitsTexts(change, words.t);
    const value = (of: Change['after']): string =>
      of === null ? nothingText(change.field, row.action, words.t) : valueText(change.field, of, row, words);
    const label = fieldText(change.field, row.action, words.t) ?? words.t('AuditFieldOther');
    // What was added or removed was nothing before, or is nothing now.
    if (isWhole(row)) return words.t('AuditDetail', { label, value: value(change.after ?? change.before) });
    return words.t('AuditChange', { label, before: value(change.before), after: value(change.after) });
  });
}

/** All rights that a user had and has, where they were changed; their difference is told already. Nothing of an invitation. */
export function allRights(row: Pick<AuditRow, 'action' | 'changes' | 'details'>, words: ChangeWords): string[] {
  const { t } = words;
  const index = row.changes.findIndex(({ field }) => field === 'rights');
  const rights = changeCells(row, words)[index];
  if (!rights || isWhole(row)) return [];
  return [
    t('AuditDetail', { label: t('AuditFileBefore'), value: rights.before || t('AuditNoRights') }),
    t('AuditDetail', { label: t('AuditFileAfter'), value: rights.after || t('AuditNoRights') }),
  ];
}

/** Of each field that was changed what it is called, what it was and what it became; of a list all that it held. */
export function changeCells(
  row: Pick<AuditRow, 'action' | 'changes' | 'details'>,
  words: ChangeWords,
): { field: string; before: string; after: string }[] {
  const { t } = words;
  return row.changes.map((change) => {
    const said = (value: Change['after']): string => {
      if (change.field === 'rights') return rightsSaid(rightsOf(value), t);
      if (value === null) return isWhole(row) ? '' : nothingText(change.field, row.action, t).replace(/^–$/, '');
      return change.field === 'units' ? String(value) : valueText(change.field, value, row, words);
    };
    const field = fieldText(change.field, row.action, t) ?? t('AuditFieldOther');
    return { field, before: said(change.before), after: said(change.after) };
  });
}

/** A new plan in one line: what it goes by, and how long before that it warns; a warning by what it does not go by is not told. */
function planTexts(row: Pick<AuditRow, 'action' | 'changes' | 'details'>, words: ChangeWords): string[] {
  const goesBy = (measure: string): boolean => row.changes.some(({ field }) => field === `interval_${measure}`);
  const told = row.changes.filter(
    ({ field, after }) => after !== null && goesBy(field.replace(/^\w+?_/, '').replace('days', 'months')),
  );
  const byLabel = Map.groupBy(told, ({ field }) => fieldText(field, row.action, words.t) ?? words.t('AuditFieldOther'));
  const parts = [...byLabel].map(([label, changes]) =>
    words.t('AuditDetail', {
      label,
      value: changes.map(({ field, after }) => valueText(field, after ?? '', row, words)).join(', '),
    }),
  );
  return parts.length > 0 ? [parts.join('. ')] : [];
}

/** What a field without a value is set to. */
const nothingText = (field: string, action: string, t: Translate): string =>
  field === 'user' && action === 'booking-settings-changed'
    ? t('BookingSettingApproverAll')
    : field === 'realarm_hours'
      ? t('SensorRealarmNever')
      : '–';

/** Something was added or removed with all that it is; what changed of a thing names its `fields`. */
const isWhole = ({ action, details }: Pick<AuditRow, 'action' | 'details'>): boolean =>
  details['fields'] === undefined && WHOLE.includes(action);
const WHOLE = ['zone-saved', 'zone-removed', 'alarm-receiver-added', 'user-invited'];

/** Which rights a user was given and which were taken away; those that stay are not told again. */
function rightsTexts({ before, after }: Change, t: Translate): string[] {
  const given = rightsSaid(
    rightsOf(after).filter((each) => !rightsOf(before).includes(each)),
    t,
  );
  const taken = rightsSaid(
    rightsOf(before).filter((each) => !rightsOf(after).includes(each)),
    t,
  );
  return [given && t('AuditRightsGiven', { rights: given }), taken && t('AuditRightsTaken', { rights: taken })].filter(Boolean);
}

const rightsOf = (value: Change['after']): string[] => (value === null ? [] : String(value).split(', '));
const rightsSaid = (rights: readonly string[], t: Translate): string =>
  MEMBER_RIGHTS.filter((each) => rights.includes(each))
    .map((each) => t(`Right-${each}`))
    .join(', ');

/** Which units were added and which were removed; those that stay are not told again. */
function unitsTexts({ before, after }: Change, t: Translate): string[] {
  const namesOf = (value: Change['after']): string[] => (value === null ? [] : String(value).split(', '));
  const added = namesOf(after).filter((each) => !namesOf(before).includes(each));
  const removed = namesOf(before).filter((each) => !namesOf(after).includes(each));
  return [
    ...(added.length > 0 ? [t('AuditUnitsAdded', { units: added.join(', ') })] : []),
    ...(removed.length > 0 ? [t('AuditUnitsRemoved', { units: removed.join(', ') })] : []),
  ];
}

/** `2026-11-28 13:00–16:00` of an interval; with the day again where it ends on another one. */
function timeText(value: string, format: Format): string {
  const [from = '', to = ''] = value.split('/');
  const isSameDay = format.day(from) === format.day(to);
  return `${format.dateTime(from)}–${isSameDay ? format.time(to) : format.dateTime(to)}`;
}

function valueText(
  field: string,
  value: Value,
  { action, details }: Pick<AuditRow, 'action' | 'details'>,
  words: ChangeWords,
): string {
  const { t, format } = words;
  if (field === 'is_admin') return value === true ? t('UserAdmin') : t('UserMember');
  if (typeof value === 'boolean') return SWITCHES.test(field) ? t(value ? 'IoOn' : 'IoOff') : t(value ? 'UnitYes' : 'UnitNo');
  const language = LANGUAGES.find((each) => each === value);
  if ((field === 'language' || field === 'alert_language') && language) return LANGUAGE_FACTS[language].name;
  if (action === 'booking-changed') {
    if (field === 'time' && typeof value === 'string') return timeText(value, format);
    const kind = BOOKING_KINDS.find((each) => each === value);
    if (field === 'booking_kind' && kind) return t(`BookingKind-${kind}`);
  }
  if (field === 'user' && typeof value === 'number') return t('AuditByUnknown');
  const zoneAlarm = ZONE_ALARMS.find((each) => each === value);
  if (field === 'zone_alarm' && zoneAlarm) return t(`ZoneAlarm-${zoneAlarm}`);
  if (action === 'service-plan-changed' || action === 'service-plan-added') return planValue(field, value, words);
  if (action === 'refuelling-changed') {
    const fuel = FUEL_TYPES.find((each) => each === value);
    if (fuel) return t(`Fuel-${fuel}`);
    if (field === 'amount' && typeof value === 'number') return filledText(value, details['fuel_type'], format);
  }
  if (action === 'sensor-changed') return sensorValue(field, value, words);
  if (action === 'eco-settings-changed') return ecoValue(field, value, words);
  if (field.startsWith('remind_') && typeof value === 'number') return reminderText(value, t);
  if (action === 'safe-home-changed' && field === 'schedule') return homeTimesText(String(value), words);
  if (action === 'object-described' && field === 'type') return objectTypeText(String(value), t);
  if (typeof value === 'number') return field === 'radius_m' ? `${format.number(value)} m` : format.number(value, 2);
  return action === 'unit-changed' ? unitValueText(field, value, words) : value;
}

const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
/** A day that falls on a weekday, for its name. */
const dayOfWeekday = (weekday: number): string => `1970-01-${String(4 + weekday).padStart(2, '0')}`;

/** `mån, sön 18:00; fre 20:00`, with the week before it where there are several. */
function homeTimesText(stored: string, { t, format }: ChangeWords): string {
  const checks = [...stored.matchAll(/(\d)\.(\d) (\d{2}:\d{2})/g)].map(([, week = '', day = '', time = '']) => ({
    week,
    day,
    time,
  }));
  const weeks = [...Map.groupBy(checks, ({ week }) => week)];
  return weeks
    .map(([week, ofWeek]) => {
      const times = [...Map.groupBy(ofWeek, ({ time }) => time)].map(([time, ofTime]) => {
        const days = WEEK.filter((weekday) => ofTime.some(({ day }) => Number(day) === weekday));
        return `${days.map((weekday) => format.weekday(dayOfWeekday(weekday))).join(', ')} ${time}`;
      });
      return (weeks.length > 1 || week !== '1' ? `${t('SafeHomeWeek', { number: Number(week) })}: ` : '') + times.join('; ');
    })
    .join('. ');
}

const reminderText = (minutes: number, t: Translate): string =>
  minutes === 0
    ? t('BookingReminderOff')
    : minutes < 60
      ? t('BookingReminderMinutes', { count: minutes })
      : t('BookingReminderHours', { count: minutes / 60 });

/** What is on or off rather than so or not so. */
const SWITCHES = /^alarm-|_alarm$|^push$/;

function ecoValue(field: string, value: Value, { t, format }: ChangeWords): string {
  const unit = VALUE_UNITS.find((each) => each === value);
  if (unit) return t(`EcoValueUnit-${unit}`);
  if (typeof value !== 'number') return String(value);
  if (field === 'idle_after_s') return `${format.number(value)} ${t('EcoUnitSeconds')}`;
  return field.startsWith('weights.') ? format.number(value, 1) : `${format.number(value, 1)} ${t('EcoUnitMs2')}`;
}

function sensorValue(field: string, value: Value, { t, format }: ChangeWords): string {
  if (value === 'open' || value === 'closed') return t(`SensorMagnet-${value}`);
  if (field === 'realarm_hours' && typeof value === 'number') return t('SensorRealarmHours', { count: value });
  return typeof value === 'number' ? format.number(value, 1) : String(value);
}

function planValue(field: string, value: Value, { t, format }: ChangeWords): string {
  const kind = PLAN_KINDS.find((each) => each === value);
  if (field === 'kind' && kind) return t(`PlanKind-${kind}`);
  if (typeof value !== 'number') return String(value);
  if (field.endsWith('_km')) return `${format.number(value)} km`;
  if (field.endsWith('_hours')) return `${format.number(value)} h`;
  if (field.endsWith('_months')) return t('PlanMonthsCount', { count: value });
  return `${format.number(value)} ${t('PlanDays')}`;
}

/** How much, by what it was filled up with. */
export const filledText = (amount: number, fuel: unknown, format: Format): string =>
  `${format.number(amount, 2)} ${fuel === 'electric' ? 'kWh' : fuel === 'gas' ? 'kg' : 'l'}`;
