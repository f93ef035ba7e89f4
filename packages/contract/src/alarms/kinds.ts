import type { Format } from '@spora/messages/format';

/**
 * ALARM-030, DEC-42: everything that can raise an alarm, a closed list in the order of the screens. `class` says who is told unless
 * a brand moves the kind (`movedAlarms` of `brands.ts`), `urgency` what it asks of whoever reads it (decision 0079). `source` says who notices it: `record` what a unit reports, `clock` the time that
 * passes, `event` another feature. `isOn`: whether a unit raises it unless somebody says otherwise. `overridesPrivate` (MAP-032, decision 0052): nobody drives privately by it, so its place is told; the override is put
 * on record. `isLasting`: it has an end of its own.
 */
export const ALARM_KINDS = {
  'zone-left': { class: 'security', urgency: 'urgent', source: 'event', isOn: true, overridesPrivate: false, isLasting: false },
  'zone-entered': { class: 'security', urgency: 'event', source: 'event', isOn: true, overridesPrivate: false, isLasting: false },
  'theft-mode': { class: 'security', urgency: 'urgent', source: 'event', isOn: true, overridesPrivate: true, isLasting: true },
  towing: { class: 'security', urgency: 'urgent', source: 'record', isOn: true, overridesPrivate: true, isLasting: true },
  tamper: { class: 'security', urgency: 'urgent', source: 'record', isOn: true, overridesPrivate: true, isLasting: true },
  'shared-identity': {
    class: 'security',
    urgency: 'soon',
    source: 'event',
    isOn: true,
    overridesPrivate: true,
    isLasting: false,
  },
  'power-cut': { class: 'security', urgency: 'urgent', source: 'record', isOn: true, overridesPrivate: true, isLasting: true },
  jamming: { class: 'security', urgency: 'urgent', source: 'record', isOn: true, overridesPrivate: true, isLasting: true },
  door: { class: 'security', urgency: 'urgent', source: 'record', isOn: true, overridesPrivate: false, isLasting: true },
  'alarm-input': { class: 'security', urgency: 'urgent', source: 'record', isOn: true, overridesPrivate: true, isLasting: true },
  panic: { class: 'security', urgency: 'urgent', source: 'record', isOn: true, overridesPrivate: true, isLasting: true },
  'safe-home-missed': {
    class: 'security',
    urgency: 'urgent',
    source: 'clock',
    isOn: true,
    overridesPrivate: false,
    isLasting: true,
  },
  'low-voltage': { class: 'function', urgency: 'soon', source: 'record', isOn: true, overridesPrivate: false, isLasting: true },
  'low-battery': { class: 'function', urgency: 'soon', source: 'record', isOn: true, overridesPrivate: false, isLasting: true },
  'no-contact': { class: 'function', urgency: 'soon', source: 'clock', isOn: true, overridesPrivate: false, isLasting: true },
  'service-due': { class: 'function', urgency: 'soon', source: 'event', isOn: true, overridesPrivate: false, isLasting: false },
  temperature: { class: 'function', urgency: 'urgent', source: 'record', isOn: true, overridesPrivate: false, isLasting: true },
  humidity: { class: 'function', urgency: 'soon', source: 'record', isOn: true, overridesPrivate: false, isLasting: true },
  'sensor-lost': { class: 'function', urgency: 'soon', source: 'clock', isOn: true, overridesPrivate: false, isLasting: true },
  'over-speed': { class: 'function', urgency: 'event', source: 'record', isOn: true, overridesPrivate: false, isLasting: true },
  alcohol: { class: 'function', urgency: 'urgent', source: 'record', isOn: true, overridesPrivate: false, isLasting: false },
  'over-use': { class: 'function', urgency: 'soon', source: 'event', isOn: false, overridesPrivate: false, isLasting: true },
  'sms-credits': { class: 'function', urgency: 'soon', source: 'event', isOn: true, overridesPrivate: false, isLasting: false },
} as const satisfies Record<string, AlarmFacts>;

export const ALARM_CLASSES = ['security', 'function'] as const;
export type AlarmClass = (typeof ALARM_CLASSES)[number];

/**
 * Decision 0079, the most urgent first. urgent: somebody, goods or a unit is in danger, and minutes count. soon: nothing gets better by
 * itself, and today is early enough. event: it is over or was to be expected; it is told because somebody asked for it.
 */
export const ALARM_URGENCIES = ['urgent', 'soon', 'event'] as const;
export type AlarmUrgency = (typeof ALARM_URGENCIES)[number];

interface AlarmFacts {
  readonly class: AlarmClass;
  readonly urgency: AlarmUrgency;
  readonly source: 'record' | 'clock' | 'event';
  readonly isOn: boolean;
  readonly overridesPrivate: boolean;
  readonly isLasting: boolean;
}

export type AlarmKind = keyof typeof ALARM_KINDS;
export const ALARM_KIND_NAMES = Object.keys(ALARM_KINDS) as [AlarmKind, ...AlarmKind[]];

/** The facts of a kind but its class, which the brand has a say in. */
export const alarmFacts = (kind: AlarmKind): Omit<AlarmFacts, 'class'> => ALARM_KINDS[kind];

/** DEC-42: the kinds that a brand has moved to the other class. */
export type MovedAlarms = Readonly<Partial<Record<AlarmKind, AlarmClass>>>;
interface Mover {
  readonly movedAlarms: MovedAlarms;
}

/** The class of a kind at a brand: where the table has it unless the brand moves it (DEC-42). */
export const alarmClassOf = (kind: AlarmKind, { movedAlarms }: Mover): AlarmClass => movedAlarms[kind] ?? ALARM_KINDS[kind].class;

/** The kinds of a class at a brand, in the order of the screens (ALARM-032). */
export const kindsOfClass = (alarmClass: AlarmClass, brand: Mover): AlarmKind[] =>
  ALARM_KIND_NAMES.filter((kind) => alarmClassOf(kind, brand) === alarmClass);

/**
 * DEC-49: whether an alarm tells where a unit is that is hidden from whoever reads it: every security alarm, but none that only a brand has
 * made one. Moving a kind says who is told and how soon; it opens nothing that somebody has hidden.
 */
export const overridesHiding = (kind: AlarmKind, alarmClass: AlarmClass): boolean =>
  alarmClass === 'security' && ALARM_KINDS[kind].class === 'security';

/**
 * Urgent while they last, and to be looked into once they are over: it is cold again, the unit is at home, somebody ended theft mode. That
 * others end settles nothing: who cuts the power or carries a unit off is gone with it when the signal is back or it stands again.
 */
export const SETTLED_WHEN_OVER = ['temperature', 'theft-mode', 'safe-home-missed'] as const satisfies readonly AlarmKind[];

/** How urgent an alarm of a kind is: the one answer for lists, marks on the map, Today, sound and messages. `isOver`: it lasted, and has ended. */
export function urgencyOf(kind: AlarmKind, { isOver = false }: { readonly isOver?: boolean } = {}): AlarmUrgency {
  return isOver && SETTLED_WHEN_OVER.some((each) => each === kind) ? 'soon' : alarmFacts(kind).urgency;
}

/** The kinds that are so urgent while they last, in the order of the screens. */
export const kindsOfUrgency = (urgency: AlarmUrgency): AlarmKind[] =>
  ALARM_KIND_NAMES.filter((kind) => urgencyOf(kind) === urgency);

/** ALARM-035: what is said wherever one is when it is new: every security alarm of the brand, and what else is urgent. */
export const saidAtOnce = (brand: Mover): AlarmKind[] =>
  ALARM_KIND_NAMES.filter((kind) => alarmClassOf(kind, brand) === 'security' || urgencyOf(kind) === 'urgent');

/** CONST-010, ALARM-031: from so many per mille on. */
export const ALCOHOL_ALARM_PERMILLE = 0.2;
/** CONST-054: the same alarm of the same unit is not told again within so long. */
export const QUIET_TIME_S: Readonly<Record<AlarmClass, number>> = { security: 15 * 60, function: 24 * 3600 };
const NAMED_BY_KIND = ['service', 'inspection'] as const;
export type NamedByKind = (typeof NAMED_BY_KIND)[number];
/** SRV-001: what a plan without a name is due for, when the subject of its alarm says that in place of a name. */
export const planKindOf = (subject: string): NamedByKind | undefined => NAMED_BY_KIND.find((kind) => kind === subject);

/** MAP-013: what an alarm is about whose unit left, or came back to, the place where it was armed; every other zone is called by its name. */
export const ARMED_PLACE = 'armed-here';
/** Whether an alarm is about the place where its unit was armed. */
export const isArmedPlace = (kind: AlarmKind, subject: string): kind is 'zone-left' | 'zone-entered' =>
  (kind === 'zone-left' || kind === 'zone-entered') && subject === ARMED_PLACE;

/** CONST-055, ALARM-034: noticed later than this it is told as delayed, or not told at all. */
export const DELAYED_AFTER_S = 15 * 60;
export const UNTOLD_AFTER_S = 24 * 3600;

/** The kinds whose place is told although somebody drives privately (MAP-032). */
export const OVERRIDING_KINDS = ALARM_KIND_NAMES.filter((kind) => alarmFacts(kind).overridesPrivate);

/** What a kind is measured in, with the decimals that say something; none of the others is measured. */
const ALARM_MEASURES: { readonly [K in AlarmKind]?: { readonly unit: string; readonly decimals: number } } = {
  'low-voltage': { unit: 'V', decimals: 1 },
  'low-battery': { unit: '%', decimals: 0 },
  'over-speed': { unit: 'km/h', decimals: 0 },
  alcohol: { unit: '‰', decimals: 2 },
  temperature: { unit: '°C', decimals: 1 },
  humidity: { unit: '%', decimals: 0 },
};

/** An amount of a kind in the words of `format`; boats go in knots (decision 0064). Null of a kind that is not measured. */
export function alarmAmount(
  kind: AlarmKind,
  amount: number,
  { isBoat, format }: { readonly isBoat: boolean; readonly format: Pick<Format, 'number' | 'knots'> },
): string | null {
  const measured = ALARM_MEASURES[kind];
  if (!measured) return null;
  return isBoat && kind === 'over-speed' ? format.knots(amount) : `${format.number(amount, measured.decimals)} ${measured.unit}`;
}
