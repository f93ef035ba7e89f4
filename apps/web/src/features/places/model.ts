import type { DataOf } from '@spora/contract/endpoint-map';
import type { Place, PlaceRuleWhen } from '@spora/contract/places/endpoints';
import { PLACE_RADIUS_M } from '@spora/contract/places/values';
import { haversineM } from '@spora/telemetry/geometry';
import type { TripType } from '@spora/contract/units/endpoints';
import type { WorkInterval } from '@spora/contract/units/settings';
import type { PlaceInput } from './queries.ts';
import { readClock } from '../../lib/clock.ts';
import { finder } from '../../lib/names.ts';
import { searchedWords } from '../../lib/search-text.ts';

export const PLACE_SORTS = ['name', 'visits', 'radius'] as const;
type Column = (typeof PLACE_SORTS)[number];
export type PlaceOrder = Column | `-${Column}`;

/** What the address holds of the list; what is as usual is left out. */
export interface PlaceSearch {
  readonly q?: string;
  readonly status?: 'on' | 'off';
  /** The number of a zone. */
  readonly zone?: string;
  readonly sort?: PlaceOrder;
}

/** PLACE-011: the trip and the end of it that a new place is made of. */
export const readNewPlaceSearch = ({ trip, which }: Record<string, unknown>): { trip?: string; which?: 'start' | 'stop' } => ({
  ...(typeof trip === 'string' && /^\d+$/.test(trip) ? { trip } : {}),
  ...(which === 'start' || which === 'stop' ? { which } : {}),
});

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readPlaceSearch(raw: Record<string, unknown>): PlaceSearch {
  const q = searchedWords(raw['q']);
  const status = (['on', 'off'] as const).find((each) => each === raw['status']);
  const given = raw['zone'];
  const zone = typeof given === 'string' || typeof given === 'number' ? /^[1-9]\d{0,14}$/.exec(String(given))?.[0] : undefined;
  const sort = PLACE_SORTS.flatMap((each) => [each, `-${each}` as const]).find((each) => each === raw['sort']);
  return {
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(zone ? { zone } : {}),
    ...(sort && sort !== 'name' ? { sort } : {}),
  };
}

/** A circle on the earth; metres. */
export interface Circle {
  readonly lat: number;
  readonly lng: number;
  readonly radius: number;
}

/** PLACE-005: the places that the address leaves, in its order; they come by name. `zone`: only those whose middle lies in it. */
export function shownPlaces(
  places: readonly Place[],
  { q = '', status, sort = 'name' }: PlaceSearch,
  zone: Circle | null = null,
): Place[] {
  const isFound = finder(q);
  const found = places.filter(
    (place) =>
      (status === undefined || place.is_active === (status === 'on')) &&
      (zone === null || haversineM(place.lat, place.lng, zone.lat, zone.lng) <= zone.radius) &&
      isFound(place.label, place.address, ...place.unit_names),
  );
  const sign = sort.startsWith('-') ? -1 : 1;
  const column = sort.replace('-', '');
  if (column === 'name') return sign === 1 ? found : found.reverse();
  return found.sort((a, b) => sign * (column === 'visits' ? a.visits - b.visits : a.radius - b.radius));
}

export interface RuleForm {
  readonly when: PlaceRuleWhen;
  readonly otherId: string;
  /** Null: every unit of the place. */
  readonly imeis: readonly string[] | null;
  readonly type: TripType | '';
  readonly purpose: string;
  readonly project: string;
  readonly note: string;
}
export const NEW_RULE: RuleForm = {
  when: 'stop',
  otherId: '',
  imeis: null,
  type: 'business',
  purpose: '',
  project: '',
  note: '',
};

/** What the editor holds, as it stands in its fields. */
export interface PlaceForm {
  readonly label: string;
  readonly address: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly radius: string;
  /** Null: every unit. */
  readonly imeis: readonly string[] | null;
  readonly rules: readonly RuleForm[];
  readonly hasHours: boolean;
  readonly intervals: readonly WorkInterval[];
  /** Empty: trips to come only. */
  readonly applyFrom: string;
}

export const USUAL_HOURS: readonly WorkInterval[] = [{ weekdays: [1, 2, 3, 4, 5], from: '07:00', to: '18:00' }];

export const emptyForm = (): PlaceForm => ({
  label: '',
  address: '',
  lat: null,
  lng: null,
  radius: '100',
  imeis: null,
  rules: [],
  hasHours: false,
  intervals: [],
  applyFrom: '',
});

export const formOf = (place: Place): PlaceForm => ({
  label: place.label,
  address: place.address,
  lat: place.lat,
  lng: place.lng,
  radius: String(place.radius),
  imeis: place.imeis,
  rules: place.rules.map((rule) => ({
    when: rule.when,
    otherId: rule.other_place_id === null ? '' : String(rule.other_place_id),
    imeis: rule.imeis,
    type: rule.type ?? '',
    purpose: rule.purpose,
    project: rule.project,
    note: rule.note,
  })),
  hasHours: place.schedule.is_active,
  intervals: place.schedule.intervals,
  applyFrom: '',
});

/** PLACE-011: the address has 50 characters for a name; people shorten it to their liking. */
export const formOfDraft = (draft: DataOf<'places.draft'>, mayForAll: boolean): PlaceForm => ({
  ...emptyForm(),
  label: draft.address.split(',')[0]?.trim().slice(0, 50) ?? '',
  address: draft.address,
  lat: draft.lat,
  lng: draft.lng,
  imeis: mayForAll || draft.imei === null ? null : [draft.imei],
  applyFrom: draft.day,
});

/** What is sent; null while there is no point. */
export function inputOf(form: PlaceForm): PlaceInput | null {
  if (form.lat === null || form.lng === null) return null;
  return {
    label: form.label,
    address: form.address,
    lat: form.lat,
    lng: form.lng,
    radius: Number(form.radius || NaN),
    imeis: form.imeis && [...form.imeis],
    rules: form.rules.map((rule) => ({
      when: rule.when,
      other_place_id: rule.when === 'between' && rule.otherId !== '' ? Number(rule.otherId) : null,
      imeis: rule.imeis && [...rule.imeis],
      type: rule.type === '' ? null : rule.type,
      purpose: rule.purpose,
      project: rule.project,
      note: rule.note,
    })),
    schedule: { is_active: form.hasHours, intervals: sentIntervals(form).map((interval) => ({ ...interval })) },
    apply_from: form.applyFrom === '' ? null : form.applyFrom,
  };
}

/** Whether two of them say the same of every trip: what a place is called changes nothing of what its rules fit. */
export function fitTheSame(one: PlaceInput, other: PlaceInput): boolean {
  const [left, right] = [one, other].map((input) => JSON.stringify({ ...input, label: '', address: '' }));
  return left === right;
}

export type PlaceFault = 'SpecifyPlaceName' | 'PlaceRadiusBetween' | 'PlaceNeedsPoint' | 'SelectUnit';
/** What keeps a form from being sent, by field. */
export function faultsOf(form: PlaceForm): Partial<Record<'label' | 'radius' | 'point' | 'imeis', PlaceFault>> {
  const radius = Number(form.radius || NaN);
  return {
    ...(form.label.trim() === '' ? { label: 'SpecifyPlaceName' as const } : {}),
    ...(Number.isInteger(radius) && radius >= PLACE_RADIUS_M.min && radius <= PLACE_RADIUS_M.max
      ? {}
      : { radius: 'PlaceRadiusBetween' as const }),
    ...(form.lat === null ? { point: 'PlaceNeedsPoint' as const } : {}),
    ...(form.imeis?.length === 0 ? { imeis: 'SelectUnit' as const } : {}),
  };
}

const isTime = (time: string): boolean => time === '24:00' || readClock(time) !== '';
const showsHours = ({ rules, hasHours }: PlaceForm): boolean => rules.length > 0 && hasHours;

/** Of hours that the form does not show nobody is asked about what is no time: it is left out. */
const sentIntervals = (form: PlaceForm): readonly WorkInterval[] =>
  showsHours(form) ? form.intervals : form.intervals.filter(({ from, to }) => isTime(from) && isTime(to));

/** The times of its hours that are none, by the names that the server has for them. */
export const timeFaultsOf = (form: PlaceForm): Readonly<Record<string, 'InvalidTime'>> =>
  Object.fromEntries(
    (showsHours(form) ? form.intervals : []).flatMap((interval, index) =>
      (['from', 'to'] as const)
        .filter((end) => !isTime(interval[end]))
        .map((end) => [`schedule.intervals.${index}.${end}`, 'InvalidTime'] as const),
    ),
  );

/** Whether the form has a place for what the server refuses of a field; rules bring the hours in which they hold. */
export const isShownAtField = (form: PlaceForm, field: string): boolean =>
  ['label', 'radius', 'imeis', 'apply_from'].includes(field) ||
  /^rules\.\d+\.(other_place_id|type|imeis)$/.test(field) ||
  (showsHours(form) && /^schedule\.intervals(\.\d+\.(weekdays|from|to))?$/.test(field));

/** PLACE-009: whether a rule stands behind one of the same place that fits every trip that it fits: of those the first applies alone. */
export const isNeverReached = (rules: Place['rules'], index: number): boolean => {
  const rule = rules[index];
  return (
    rule !== undefined &&
    rules
      .slice(0, index)
      .some(
        (before) =>
          before.when === rule.when && before.other_place_id === rule.other_place_id && isAmong(rule.imeis, before.imeis),
      )
  );
};

/** Units of a rule, all of which another is for too. Those without a tracker have no number to tell it by. */
const isAmong = (imeis: readonly string[] | null, others: readonly string[] | null): boolean =>
  others === null || (imeis !== null && imeis.length > 0 && imeis.every((imei) => others.includes(imei)));
