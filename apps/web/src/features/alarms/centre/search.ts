import {
  ALARM_CLASSES,
  ALARM_KIND_NAMES,
  ALARM_URGENCIES,
  type AlarmClass,
  type AlarmKind,
  type AlarmUrgency,
} from '@spora/contract/alarms/kinds';

/** `open`, which the address leaves out: what nobody has handled. */
export const SHOWN_STATES = ['open', 'handled', 'all'] as const;
export type ShownStates = (typeof SHOWN_STATES)[number];

/** What the address holds of the alarm centre; what is as usual is left out. */
export interface AlarmsSearch {
  readonly state?: Exclude<ShownStates, 'open'>;
  readonly type?: AlarmClass;
  readonly urgency?: AlarmUrgency;
  readonly kind?: AlarmKind;
  /** Of one unit, by its IMEI. */
  readonly unit?: string;
  /** Days of the account, both included. */
  readonly from?: string;
  readonly to?: string;
  /** The one that is open beside the list. */
  readonly alarm?: number;
}

/** The filters, with nothing chosen. */
export const NO_FILTERS = {
  state: undefined,
  type: undefined,
  urgency: undefined,
  kind: undefined,
  unit: undefined,
  from: undefined,
  to: undefined,
} as const;

/** How many filters are set. */
export const filterCount = (search: AlarmsSearch): number =>
  (Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[]).filter((name) => search[name] !== undefined).length;

const dayOf = (value: unknown): string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readAlarmsSearch(raw: Record<string, unknown>): AlarmsSearch {
  const state = SHOWN_STATES.find((each) => each === raw['state']);
  const type = ALARM_CLASSES.find((each) => each === raw['type']);
  const urgency = ALARM_URGENCIES.find((each) => each === raw['urgency']);
  const kind = ALARM_KIND_NAMES.find((each) => each === raw['kind']);
  // Digits alone are read as a number.
  const unit = typeof raw['unit'] === 'string' || typeof raw['unit'] === 'number' ? String(raw['unit']) : '';
  const [from, to] = [dayOf(raw['from']), dayOf(raw['to'])];
  const alarm = Number(raw['alarm']);
  return {
    ...(state && state !== 'open' ? { state } : {}),
    ...(type ? { type } : {}),
    ...(urgency ? { urgency } : {}),
    ...(kind ? { kind } : {}),
    ...(/^\d{15}$/.test(unit) ? { unit } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(Number.isSafeInteger(alarm) && alarm > 0 ? { alarm } : {}),
  };
}

/** What the server is asked for. */
export const queryOf = ({ state, type, urgency, kind, unit, from, to }: AlarmsSearch) => ({
  ...(state === 'all' ? {} : { states: state === 'handled' ? 'handled' : 'new,seen' }),
  ...(type ? { classes: type } : {}),
  ...(urgency ? { urgencies: urgency } : {}),
  ...(kind ? { kinds: kind } : {}),
  ...(unit ? { imeis: unit } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
});
