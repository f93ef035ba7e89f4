import { nearText } from '@spora/messages/near';
import { addDays } from '@spora/calendar/days';
import type { ExportQuery } from '@spora/contract/exports/endpoints';
import type { OdometerExplanation, Trip } from '@spora/contract/trips/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';
import { CATALOGUES } from '@spora/messages/catalogues';
import { createFormat, type Format, NAUTICAL_MILE_M } from '@spora/messages/format';
import type { Language } from '@spora/messages/languages';
import { createTranslate, type Translate } from '@spora/messages/translate';
import { inForceOn } from '../accounts/prices/rules.ts';
import { tripTypeName } from '../accounts/options/rules.ts';
import { type FuelSums, fuelSums, withUsed } from '../trips/fuel/rules.ts';

/** A trip as the reader may see it, with what ties it to its sealed period. */
export interface ExportRow {
  readonly trip: Trip;
  readonly attestationId: number | null;
}

/** With what an export is written: the reader's language, the account's zone and its own name for the third type. */
export interface Words {
  readonly t: Translate;
  readonly format: Format;
  readonly typeName: (type: TripType) => string;
  /** Of boats alone: nautical miles and knots in place of kilometres. */
  readonly isAtSea: boolean;
}

/** The same words for boats; what is told of land and sea together is told in kilometres. */
export const atSea = <W extends Words>(words: W): W => ({
  ...words,
  isAtSea: true,
  format: { ...words.format, km: words.format.nauticalMiles, speed: words.format.knots },
});

/** What distances of an export are counted in: metres, and their sign. */
export const lengthOf = ({ isAtSea }: Pick<Words, 'isAtSea'>): { readonly metres: number; readonly sign: string } =>
  isAtSea ? { metres: NAUTICAL_MILE_M, sign: 'nm' } : { metres: 1000, sign: 'km' };

/** The words of a language; `otherName` is the account's own name for the third type, empty for the product's (TRIP-003). */
export function wordsIn(language: Language, timeZone: string, otherName: string): Words {
  const t = createTranslate(language, CATALOGUES[language]);
  const names = { business: t('TripTypeBusiness'), private: t('TripTypePrivate'), other: t('TripTypeOther') };
  return {
    t,
    format: createFormat(language, timeZone),
    typeName: (type) => tripTypeName(type, names, otherName),
    isAtSea: false,
  };
}

/** With what the rows of a log are written. */
export interface RowWords extends Words {
  /** DRV-007: what the passengers of a trip add; null for a trip without any, or on a day without a rate. */
  readonly supplementOf: (trip: Trip) => Money | null;
  /** What it cost in tolls, one for each currency. */
  readonly tollsOf: (trip: Trip) => readonly Money[];
}

/** An amount with its currency, to the hundredth. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Per passenger and 10 km, from a day (`yyyy-MM-dd`) until the next one's. */
export interface PassengerRate extends Money {
  readonly valid_from: string;
}

/**
 * DRV-007: passengers x km / 10 x the rate of the day on which a business trip began. Rounded to the hundredth for each trip, so that the
 * column adds up to its total. Of a masked trip no passengers are known, so it has none. `day` is `yyyy-MM-dd` in the account's zone.
 */
export function passengerSupplement(
  { type, passengers, distance_m }: Pick<Trip, 'type' | 'passengers' | 'distance_m'>,
  day: string,
  rates: readonly PassengerRate[],
): Money | null {
  const rate = inForceOn(rates, day);
  if (!rate || type !== 'business' || passengers.length === 0) return null;
  // In whole ten-thousandths, of which a rate has no parts: fractions would round many halves down.
  const hundredths = Math.round((passengers.length * distance_m * Math.round(rate.amount * 10_000)) / 1_000_000);
  return { amount: hundredths / 100, currency: rate.currency };
}

/** What a cell holds: words, a number with its decimals, or a moment of which the day or the minute counts. */
export type Cell =
  | string
  | { readonly number: number; readonly decimals: number }
  | { readonly at: string; readonly as: 'day' | 'minute' }
  | { readonly day: string };

export interface Column {
  readonly id: (typeof COLUMN_IDS)[number];
  readonly cellOf: (trip: Trip, words: RowWords) => Cell;
}

/** TRIP-017, TRIP-035: in the order in which they stand in CSV and workbook. `docs/tax-log.md` says which authority asks for which. */
export const COLUMN_IDS = [
  'date',
  'start',
  'stop',
  'unit',
  'plate',
  'driver',
  'passengers',
  'passenger_reimbursement',
  'passenger_currency',
  'start_address',
  'stop_address',
  'start_odometer',
  'stop_odometer',
  'distance',
  'miles',
  'minutes',
  'type',
  'purpose',
  'visited',
  'project',
  'note',
  'average_speed',
  'fuel',
  'electricity',
  'co2',
  'tolls',
  'tolls_currency',
  'attested',
  'remarks',
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

export const METRES_PER_MILE = 1609.344;

/** As screens tell it: what took any time at all took a minute. */
const minutesOf = (seconds: number): number => Math.max(seconds > 0 ? 1 : 0, Math.round(seconds / 60));

const CELLS: Readonly<Record<ColumnId, Column['cellOf']>> = {
  date: ({ day }) => ({ day }),
  // Of a masked trip only the day is told.
  start: ({ start }) => (start.time === null ? '' : { at: start.time, as: 'minute' }),
  stop: ({ stop }) => (stop?.time ? { at: stop.time, as: 'minute' } : ''),
  unit: ({ unit_name }) => unit_name,
  plate: ({ registration_number }) => registration_number ?? '',
  driver: ({ driver }) => driver ?? '',
  passengers: ({ passengers }) => passengers.map(({ name }) => name).join(', '),
  passenger_reimbursement: (trip, { supplementOf }) => {
    const supplement = supplementOf(trip);
    return supplement ? { number: supplement.amount, decimals: 2 } : '';
  },
  passenger_currency: (trip, { supplementOf }) => supplementOf(trip)?.currency ?? '',
  start_address: ({ start }, words) => addressOf(start, words),
  stop_address: ({ stop }, words) => (stop ? addressOf(stop, words) : ''),
  start_odometer: ({ start }, words) => reading(start.odometer_km, words),
  stop_odometer: ({ stop }, words) => reading(stop?.odometer_km ?? null, words),
  distance: ({ distance_m }, words) => ({ number: distance_m / lengthOf(words).metres, decimals: 3 }),
  miles: ({ distance_m }) => ({ number: distance_m / METRES_PER_MILE, decimals: 3 }),
  minutes: ({ duration_s, is_masked }) => (is_masked ? '' : { number: minutesOf(duration_s), decimals: 0 }),
  type: ({ type }, { typeName }) => typeName(type),
  purpose: ({ purpose }) => purpose,
  visited: ({ visited }) => visited,
  project: ({ project }) => project,
  note: ({ note }) => note,
  average_speed: ({ average_kmh }, words) =>
    words.isAtSea ? figure(average_kmh && (average_kmh * 1000) / NAUTICAL_MILE_M, 1) : figure(average_kmh, 0),
  fuel: ({ fuel, fuel_unit }) => figure(fuel_unit === 'l' ? fuel : null, 3),
  electricity: ({ fuel, fuel_unit }) => figure(fuel_unit === 'kWh' ? fuel : null, 3),
  co2: ({ co2_kg }) => figure(co2_kg, 3),
  tolls: (trip, words) => {
    const [only, ...others] = words.tollsOf(trip);
    if (!only) return '';
    if (others.length === 0) return { number: only.amount, decimals: 2 };
    return [only, ...others].map(({ amount, currency }) => words.format.money(amount, currency)).join(' + ');
  },
  tolls_currency: (trip, { tollsOf }) => {
    const [only, ...others] = tollsOf(trip);
    return others.length === 0 ? (only?.currency ?? '') : '';
  },
  attested: ({ attested_by }, { t }) => (attested_by ? t(`ExportAttested-${attested_by}`) : ''),
  remarks: (trip, words) => remarksOf(trip, words).join('; '),
};

const figure = (number: number | null, decimals: number): Cell => (number === null ? '' : { number, decimals });
const reading = (km: number | null, words: Words): Cell => figure(km && (km * 1000) / lengthOf(words).metres, 1);

const FOR_PASSENGERS: readonly ColumnId[] = ['passenger_reimbursement', 'passenger_currency'];
const FOR_TOLLS: readonly ColumnId[] = ['tolls', 'tolls_currency'];

/** The columns of a log. British ones are also in miles, which HMRC reckons in; passengers' are there when a rate is set (DRV-007), tolls where they are found. */
export const columnsFor = (country: string, has: { passengerRate: boolean; tolls: boolean }, isAtSea = false): Column[] =>
  COLUMN_IDS.filter((id) => id !== 'miles' || (countsMiles(country) && !isAtSea))
    .filter((id) => has.passengerRate || !FOR_PASSENGERS.includes(id))
    .filter((id) => has.tolls || !FOR_TOLLS.includes(id))
    .map((id) => ({ id, cellOf: CELLS[id] }));

const MEASURED = ['start_odometer', 'stop_odometer', 'distance', 'average_speed'] as const;
/** The heading of a column, with what it is measured in. */
export function headOf(id: ColumnId | 'route' | 'odometer' | 'errand', { t, isAtSea }: Words): string {
  const measured = MEASURED.find((each) => each === id);
  return isAtSea && measured ? t(`ExportColumnSea-${measured}`) : t(`ExportColumn-${id}`);
}

/** `country` in ISO 3166 letters. */
export const countsMiles = (country: string): boolean => country === 'GB';

/** PLACE-012: the place by its name, with the address behind it, since a tax authority does not know the account's places. */
export function addressOf(end: Pick<Trip['start'], 'address' | 'address_is_approximate' | 'place'>, { t }: Words): string {
  const { address, address_is_approximate, place } = end;
  const where = address === null ? '' : address_is_approximate ? nearText(address, t) : address;
  if (place === null) return where;
  return where === '' ? place : `${place} (${where})`;
}

/** TRIP-031: what a reader should know of a row before relying on it. */
export function remarksOf(trip: Trip, { t }: Words): string[] {
  return [
    trip.is_masked ? t('ExportMasked') : '',
    trip.is_edited_late ? t('ExportLate') : '',
    trip.is_manual ? t('ExportManual') : '',
    trip.distance_source === 'positions' && !trip.is_manual ? t('ExportByPositions') : '',
    trip.odometer_explanation ? explanationOf(trip.odometer_explanation, t) : '',
  ].filter(Boolean);
}

/** Decision 0025: why the odometer and the distance differ. */
function explanationOf({ reason, note }: OdometerExplanation, t: Translate): string {
  const why = reason === 'other' ? note : [t(`OdometerReason-${reason}`), note].filter(Boolean).join('. ');
  return `${t('ExportOdometerExplained')}: ${why}`;
}

/** What the rows of an export add up to; filled row by row, so that it says of the file what is in the file. */
export interface Tally {
  trips: number;
  metres: number;
  byType: Record<TripType, number>;
  used: FuelSums;
  masked: number;
  late: number;
  attested: number;
  /** DRV-007: hundredths by currency. */
  supplements: Map<string, number>;
  /** What the trips that the reader sees whole cost in tolls: hundredths by currency. */
  tolls: Map<string, number>;
  drivers: Set<string>;
  /** Trips that nobody is known to have driven; of a masked one the reader is not told. */
  undriven: number;
  /** Of trips that the reader sees whole, or of all when the reader is an administrator: others' periods are not theirs to know. */
  attestationIds: Set<number>;
}

/** Nothing counted yet. */
export const newTally = (): Tally => ({
  trips: 0,
  metres: 0,
  byType: { business: 0, private: 0, other: 0 },
  used: fuelSums([]),
  masked: 0,
  late: 0,
  attested: 0,
  supplements: new Map(),
  tolls: new Map(),
  drivers: new Set(),
  undriven: 0,
  attestationIds: new Set(),
});

/** Counts a row in; whose periods are told follows from what the reader sees of it. */
export function count(
  tally: Tally,
  { trip, attestationId }: ExportRow,
  isAdmin: boolean,
  { supplementOf, tollsOf }: Pick<RowWords, 'supplementOf' | 'tollsOf'>,
): void {
  addMoney(tally.supplements, supplementOf(trip));
  for (const toll of tollsOf(trip)) addMoney(tally.tolls, toll);
  tally.trips += 1;
  tally.metres += trip.distance_m;
  tally.byType[trip.type] += trip.distance_m;
  tally.used = withUsed(tally.used, trip);
  if (trip.is_masked) tally.masked += 1;
  if (trip.is_edited_late) tally.late += 1;
  if (trip.driver) tally.drivers.add(trip.driver);
  else if (!trip.is_masked) tally.undriven += 1;
  if (attestationId === null) return;
  tally.attested += 1;
  if (isAdmin || !trip.is_masked) tally.attestationIds.add(attestationId);
}

function addMoney(hundredths: Map<string, number>, money: Money | null): void {
  if (money) hundredths.set(money.currency, (hundredths.get(money.currency) ?? 0) + Math.round(money.amount * 100));
}

/** Sums of a tally, one for each currency. */
export const moneyOf = (hundredths: ReadonlyMap<string, number>): Money[] =>
  [...hundredths].map(([currency, sum]) => ({ amount: sum / 100, currency }));

/** The instants whose odometer is stated: the period's ends, and each turn of the year within it (TRIP-035). Days `yyyy-MM-dd`. */
export function odometerDays(from: string, to: string): { day: string; as: 'start' | 'year' | 'stop' }[] {
  const years = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1)
    if (`${year}-01-01` >= from && `${year}-01-01` <= to) years.push({ day: `${year}-01-01`, as: 'year' as const });
  const end = addDays(to, 1);
  const lastYear = end.endsWith('-01-01') ? [{ day: end, as: 'year' as const }] : [];
  return [{ day: from, as: 'start' }, ...years, ...lastYear, { day: end, as: 'stop' }];
}

/** Names behind the ids of a filter. */
export interface FilterNames {
  readonly units: readonly string[];
  readonly drivers: readonly string[];
  readonly places: readonly string[];
}

/** TRIP-017: the filter in words, one restriction each; empty when nothing but period and units narrows the log. */
export function filterInWords(query: ExportQuery, names: FilterNames, { t, format, typeName }: Words): string[] {
  const list = (name: string, values: readonly string[]): string[] =>
    values.length > 0 ? [`${name}: ${values.join(', ')}`] : [];
  const km = (name: string, metres: number | null): string[] => (metres === null ? [] : [`${name} ${format.km(metres)}`]);
  return [
    ...list(t('ExportFilter-types'), query.types.map(typeName)),
    ...(query.search === '' ? [] : [`${t('ExportFilter-search')}: ${query.search}`]),
    ...list(t('ExportFilter-driver_ids'), names.drivers),
    ...list(t('ExportFilter-departments'), query.departments),
    ...list(t('ExportFilter-tags'), query.tags),
    ...list(t('ExportFilter-projects'), query.projects),
    ...list(t('ExportFilter-place_ids'), names.places),
    ...(query.purpose_missing ? [t('ExportFilter-purpose_missing')] : []),
    ...(query.driver_missing ? [t('ExportFilter-driver_missing')] : []),
    ...(query.odometer_gap ? [t('ExportFilter-odometer_gap')] : []),
    ...(query.odometer_explained ? [t('ExportFilter-odometer_explained')] : []),
    ...(query.outside_working_hours ? [t('ExportFilter-outside_working_hours')] : []),
    ...km(t('ExportFilter-min_distance_m'), query.min_distance_m),
    ...km(t('ExportFilter-max_distance_m'), query.max_distance_m),
    ...(query.attested === 'any' ? [] : [t(`ExportFilter-attested-${query.attested}`)]),
  ];
}
