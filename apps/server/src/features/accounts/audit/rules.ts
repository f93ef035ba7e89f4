import { AUDIT_ACTIONS, type AuditAction } from '@spora/contract/accounts/audit-actions';
import { AUDIT_DETAILS } from '@spora/contract/accounts/audit-details';
import { ECO_FIELD_TEXTS, type FieldTextKey, type FieldTexts, fieldTextsOf } from '@spora/contract/accounts/audit-fields';
import type { RateSubject } from '@spora/contract/accounts/settings';
import { RATE_KINDS, RATE_SUBJECTS, REMINDER_MATTERS } from '@spora/contract/accounts/values';
import { ALARM_KIND_NAMES } from '@spora/contract/alarms/kinds';
import { BOOKING_KINDS } from '@spora/contract/bookings/limits';
import { LIST_FILES } from '@spora/contract/exports/values';
import { PLAN_KINDS } from '@spora/contract/maintenance/values';
import { MODES } from '@spora/contract/modes/modes';
import { REPORT_IDS } from '@spora/contract/reports/tables';
import { FUEL_TYPES, UNIT_KINDS } from '@spora/contract/units/values';
import { MEMBER_RIGHTS } from '@spora/contract/users/values';
import { ZONE_ALARMS } from '@spora/contract/zones/rules';
import { CATALOGUES } from '@spora/messages/catalogues';
import { fold } from '@spora/messages/fold';
import type { Language } from '@spora/messages/languages';
import { createTranslate, type Translate } from '@spora/messages/translate';

/** Fields that a word names, of the acts that call them so. */
export interface NamedFields {
  readonly actions: readonly AuditAction[];
  readonly fields: readonly string[];
}

/** What acts were done to where the log keeps a name that only the program knows: a report, a price, what somebody was reminded of. */
export interface NamedSubjects {
  readonly action: AuditAction;
  readonly subjects: readonly string[];
}

/** A word of a search, with what the log's own texts tell by it. */
export interface SearchedWord {
  /** Folded, as what it is looked for in is. */
  readonly text: string;
  /** Of what may be a telephone number: its digits without what stands before the area, since it is written in several ways. Null of other words. */
  readonly phone: string | null;
  readonly actions: readonly AuditAction[];
  readonly actorKinds: readonly string[];
  readonly subjects: readonly NamedSubjects[];
  readonly fields: readonly NamedFields[];
  /** What a field is or was set to, as it is stored. */
  readonly values: readonly string[];
  readonly details: readonly string[];
}

/** A number with spaces between its thousands is one word: "15 000" is not what has a 15 here and a 000 there. */
const WORD = /(?<!\S)\d{1,3}(?:\s\d{3})+(?!\S)|\S+/g;

/** A telephone number as people write it: it begins with + or 0, and has spaces, hyphens and brackets in it. */
const PHONE = /(?<!\S)[+0](?:[\s()-]*\d){6,}\)?(?!\S)/g;
const AREA_PREFIX = /^0+/;

/** A name that only the program knows, with what is read in its place. */
type Said = readonly [name: string, text: string];

/**
 * ADM-018: the words of a search, each with the kinds of act, the fields and the values that the reader's language names by it, so that what
 * stands on the screen can be found ("serviceplan", "antal platser").
 */
export function wordsOf(search: string | undefined, language: Language): SearchedWord[] {
  const asked = fold(search ?? '').replaceAll(/\s/g, ' ');
  const phones: readonly string[] = asked.match(PHONE) ?? [];
  const words = [...new Set([...phones, ...(asked.replaceAll(PHONE, ' ').match(WORD) ?? [])])];
  if (words.length === 0) return [];
  const t = createTranslate(language, CATALOGUES[language]);
  const acts = AUDIT_ACTIONS.map((action): [AuditAction, string] => [
    action,
    [t(`Audit_${action}`), t(`AuditSays_${action}`, { who: '', what: '' }), ...switchedSaid(action, t)].join(' '),
  ]);
  const kinds: readonly Said[] = [
    ['system', t('AuditBySystem')],
    ['stranger', t('AuditByStranger')],
    ['support', t('AuditBySupport')],
  ];
  const [fields, values, details] = [fieldsSaid(t), valuesSaid(t), detailsSaid(CATALOGUES[language], t)];
  const subjects = subjectsSaid(t);
  return words.map((text) => {
    const named = <N extends string>(said: readonly (readonly [N, string])[]): N[] =>
      said.filter(([, words]) => tells(fold(words), text)).map(([name]) => name);
    return {
      text,
      phone: phones.includes(text) ? text.replaceAll(/\D/g, '').replace(AREA_PREFIX, '') : null,
      actions: named(acts),
      actorKinds: named(kinds),
      subjects: subjects
        .map(({ action, said }) => ({ action, subjects: named(said) }))
        .filter((each) => each.subjects.length > 0),
      fields: fields.map(({ actions, said }) => ({ actions, fields: named(said) })).filter((each) => each.fields.length > 0),
      values: named(values),
      details: named(details),
    };
  });
}

const NOBODY = { who: '', thing: '', what: '' };

/** How the screen tells an act that says which way it switched, or of whom it was. */
function switchedSaid(action: AuditAction, t: Translate): string[] {
  switch (action) {
    case 'alarm-receiver-switched':
      return [t('AuditSaysAlarmsOn', NOBODY), t('AuditSaysAlarmsOff', NOBODY)];
    case 'output-switched':
      return [t('AuditSaysOutputOn', NOBODY), t('AuditSaysOutputOff', NOBODY)];
    case 'bluetooth-switched':
      return [t('AuditSaysBluetoothOn', NOBODY), t('AuditSaysBluetoothOff', NOBODY)];
    case 'active-tracking':
      return [t('AuditSaysTrackingOn', NOBODY), t('AuditSaysTrackingOff', NOBODY)];
    case 'place-saved':
      return [t('AuditSaysPlaceOn', NOBODY), t('AuditSaysPlaceOff', NOBODY)];
    case 'session-ended':
      return [t('AuditSaysSignedOut', { ...NOBODY, member: '' })];
    default:
      return [];
  }
}

/** So short a word is met inside of others by chance: it is one that begins. */
const SHORT = 3;
const tells = (words: string, text: string): boolean =>
  text.length > SHORT ? words.includes(text) : words.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(text));

/** How fields are called, by the acts that call them so. */
function fieldsSaid(t: Translate): { readonly actions: readonly AuditAction[]; readonly said: readonly Said[] }[] {
  const saidBy = (key: FieldTextKey): string => (key === 'UnitVehicleType' ? t(key, { kind: 'vehicle' }) : t(key));
  const alarms = ALARM_KIND_NAMES.map((kind): Said => [`alarm-${kind}`, t(`AlarmKind_${kind}`)]);
  const judged = ECO_FIELD_TEXTS.map(([field, keys]): Said => [field, keys.map((key) => t(key)).join(' ')]);
  return [
    ...[...Map.groupBy(AUDIT_ACTIONS, fieldTextsOf)].map(([texts, actions]) => ({
      actions,
      said: [...saidOf(texts).map(([field, key]): Said => [field, saidBy(key)]), ...alarms],
    })),
    { actions: ['eco-settings-changed'], said: judged },
  ];
}

/** How that is called which acts were done to, of those acts whose line keeps a name of the program. */
function subjectsSaid(t: Translate): { readonly action: AuditAction; readonly said: readonly Said[] }[] {
  const rates = RATE_KINDS.flatMap((kind) =>
    RATE_SUBJECTS.map((of): Said => [`${kind} ${of}`, t(`AuditRate-${kind}`, { name: rateSaid(of, t) })]),
  );
  return [
    { action: 'report-exported', said: REPORT_IDS.map((id): Said => [id, t(`ReportName-${id}`)]) },
    { action: 'list-exported', said: LIST_FILES.map((list): Said => [list, t(`AuditList-${list}`)]) },
    { action: 'reminders-sent', said: REMINDER_MATTERS.map((matter): Said => [matter, t(`AuditMatter-${matter}`)]) },
    { action: 'rate-set', said: rates },
    { action: 'rate-removed', said: rates },
  ];
}

const rateSaid = (of: RateSubject, t: Translate): string =>
  of === 'own' || of === 'benefit' || of === 'benefit-electric'
    ? t(`Car-${of}`)
    : of === 'passenger'
      ? t('RatePassenger')
      : t(`Fuel-${of}`);

const saidOf = (texts: FieldTexts): [string, FieldTextKey][] =>
  Object.entries(texts).flatMap(([field, key]) => (key === undefined ? [] : [[field, key] as [string, FieldTextKey]]));

const valuesSaid = (t: Translate): Said[] => [
  ...MEMBER_RIGHTS.map((each): Said => [each, t(`Right-${each}`)]),
  ...UNIT_KINDS.map((each): Said => [each, t(`Kind-${each}`)]),
  ...FUEL_TYPES.map((each): Said => [each, t(`Fuel-${each}`)]),
  ...MODES.map((each): Said => [each, t(`Mode-${each}`)]),
  ...BOOKING_KINDS.map((each): Said => [each, t(`BookingKind-${each}`)]),
  ...PLAN_KINDS.map((each): Said => [each, t(`PlanKind-${each}`)]),
  ...ZONE_ALARMS.map((each): Said => [each, t(`ZoneAlarm-${each}`)]),
];

/** Particulars that the screen tells behind a label, and those that are a sentence. */
const detailsSaid = (catalogue: Readonly<Partial<Record<string, string>>>, t: Translate): Said[] => [
  ...AUDIT_DETAILS.flatMap((detail): Said[] => {
    const label = catalogue[`AuditLabel-${detail}`];
    return label === undefined ? [] : [[detail, label]];
  }),
  ['purpose_missing', t('AttestedWith-purpose-missing', { count: 2 })],
  ['driver_missing', t('AttestedWith-driver-missing', { count: 2 })],
  ['odometer_gap', t('AttestedWith-odometer-gap', { count: 2 })],
  ['without_user', t('AttestedWithoutUser')],
  ['with_trail', t('AuditWithTrail')],
];
