import { clockMs } from '@spora/calendar/durations';
import type { FuelUnit, Trip } from '@spora/contract/trips/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { roundedTogether } from '../../lib/rounded-together.ts';
import type { Column } from './columns.ts';
import type { TextField } from './fields.ts';
import { splitList } from './public/trip-search.ts';

export type TripPage = DataOf<'trips.generate'>;

export type FuelSums = Pick<TripPage['totals'], 'fuel_l' | 'electricity_kwh' | 'co2_kg'>;

/** What all trips of a day add up to. */
export interface DaySums {
  readonly count: number;
  readonly distanceM: number;
  /** What of it boats went, where the trips themselves do not tell. */
  readonly atSeaM: number | null;
  readonly durationS: number;
  /** Of how many of the trips no time is told. */
  readonly untimed: number;
  readonly used: FuelSums;
}

export interface DayGroup {
  readonly day: string;
  readonly trips: readonly Trip[];
  /** Of the whole day, on whatever page its trips stand; null where that is not known: a part of a day has no sum. */
  readonly sums: DaySums | null;
  /** The day has more trips on the page before or after. */
  readonly continues: 'before' | 'after' | null;
}

/**
 * How long trips took together; null where no time is told of any of them, as of other people's private trips. Where some of them have none,
 * the sum says whose it leaves out: beside a distance it would be taken for the time of all of it.
 */
export function durationOf(
  { seconds, trips, untimed }: { readonly seconds: number; readonly trips: number; readonly untimed: number },
  format: Format,
  t: Translate,
): string | null {
  if (seconds === 0 && trips > 0) return null;
  const time = format.driven(seconds);
  return untimed > 0 ? t('TimeWithoutPrivate', { time }) : time;
}

/**
 * Whether distance and time, as they stand, give another average speed than is told: the time is whole minutes of the clock (decision 0086),
 * by which a trip of a minute and a half can be one minute or three.
 */
export function seemsOther({
  distance_m,
  duration_s,
  average_kmh,
}: Pick<Trip, 'distance_m' | 'duration_s' | 'average_kmh'>): boolean {
  if (average_kmh === null || average_kmh === 0) return false;
  return duration_s === 0 || Math.abs((distance_m * 3.6) / duration_s - average_kmh) > average_kmh / 10;
}

/** Trips by the day of their start (TRIP-025), in the order given. */
export function groupByDay(page: TripPage): DayGroup[] {
  const groups: { day: string; trips: Trip[] }[] = [];
  for (const trip of page.trips) {
    const { day } = trip;
    const last = groups.at(-1);
    if (last?.day === day) last.trips.push(trip);
    else groups.push({ day, trips: [trip] });
  }
  const hasBefore = page.page.number > 1;
  const hasAfter = page.page.number < page.page.count;
  return groups.map(({ day, trips }, index) => {
    const edge = index === groups.length - 1 && hasAfter ? 'after' : index === 0 && hasBefore ? 'before' : null;
    if (edge === null) return { day, trips, sums: sumsOf(trips), continues: null };
    const whole = page.cut_days?.find((cut) => cut.day === day);
    if (!whole) return { day, trips, sums: null, continues: edge };
    const { count, distance_m: distanceM, at_sea_m: atSeaM, duration_s: durationS, untimed = 0, ...used } = whole;
    return {
      day,
      trips,
      sums: { count, distanceM, atSeaM, durationS, untimed, used },
      continues: count > trips.length ? edge : null,
    };
  });
}

/**
 * How far was gone each day, rounded as it is told and so that the days add up to their sum. A day of one trip is told as its trip is: what
 * that leaves is the longest other day's.
 */
export function daysTogether(
  groups: readonly Pick<DayGroup, 'day' | 'trips'>[],
  stepOf: (metres: number) => number,
): ReadonlyMap<string, number> {
  const metres = groups.map(({ trips }) => trips.reduce((sum, { distance_m }) => sum + distance_m, 0));
  const isFree = groups.map(({ trips }) => trips.length > 1);
  const longest = metres.reduce((best, m, i) => (isFree[i] && (best < 0 || m > (metres[best] ?? 0)) ? i : best), -1);
  const given = metres.map((m, i) => (isFree[i] ? m : Math.round(m / stepOf(m)) * stepOf(m)));
  const left = metres.reduce((sum, m, i) => sum + m - (given[i] ?? 0), 0);
  if (longest >= 0) given[longest] = (given[longest] ?? 0) + left;
  const shown = longest < 0 ? given : roundedTogether(given, stepOf);
  return new Map(groups.map(({ day }, i) => [day, shown[i] ?? 0]));
}

const sumsOf = (trips: readonly Trip[]): DaySums => ({
  count: trips.length,
  distanceM: trips.reduce((sum, trip) => sum + trip.distance_m, 0),
  atSeaM: null,
  durationS: trips.reduce((sum, trip) => sum + trip.duration_s, 0),
  untimed: trips.filter(({ is_masked }) => is_masked).length,
  used: usedTogether(trips),
});

/** What is not known of a trip is left out of the sums; nothing known at all is null. Litres and kWh do not add up. */
function usedTogether(trips: readonly Trip[]): FuelSums {
  const plus = (sum: number | null, value: number | null): number | null => (value === null ? sum : (sum ?? 0) + value);
  const of = (unit: FuelUnit): number | null =>
    trips.reduce<number | null>((sum, { fuel, fuel_unit }) => (fuel_unit === unit ? plus(sum, fuel) : sum), null);
  return {
    fuel_l: of('l'),
    electricity_kwh: of('kWh'),
    co2_kg: trips.reduce<number | null>((sum, { co2_kg }) => plus(sum, co2_kg), null),
  };
}

/** `1,5 l`; of little two decimals, so that a short trip is not nothing. */
export const fuelText = (amount: number, unit: FuelUnit, format: Format): string =>
  `${format.number(amount, amount < 10 ? 2 : 1)}\u00a0${unit}`;
/** Kilograms. */
export const co2Text = (kg: number, format: Format): string => `${format.number(kg, kg < 10 ? 2 : 1)}\u00a0kg`;

/** Sums of the columns that are shown, as far as something of them is known. */
export function usedTexts(used: FuelSums, shown: readonly Column[], format: Format): string[] {
  const { fuel_l, electricity_kwh, co2_kg } = used;
  return [
    ...(shown.includes('fuel') && fuel_l !== null ? [fuelText(fuel_l, 'l', format)] : []),
    ...(shown.includes('fuel') && electricity_kwh !== null ? [fuelText(electricity_kwh, 'kWh', format)] : []),
    ...(shown.includes('co2') && co2_kg !== null ? [`${co2Text(co2_kg, format)} CO2`] : []),
  ];
}

/** One line of the list: a day's heading, a run of trips as one, or a trip, which may be one of a run that is open. */
export type ListLine =
  | { readonly kind: 'day'; readonly key: string; readonly group: DayGroup }
  | { readonly kind: 'run'; readonly key: string; readonly run: ShortRun; readonly isOpen: boolean }
  | { readonly kind: 'trip'; readonly key: string; readonly trip: Trip; readonly isOfRun: boolean };

/** `isOpen` is null where runs are not folded: somebody looks for single trips. */
export const linesOf = (groups: readonly DayGroup[], isOpen: ((run: ShortRun) => boolean) | null = null): ListLine[] =>
  groups.flatMap((group): ListLine[] => {
    const lineOf = (trip: Trip, isOfRun: boolean): ListLine => ({ kind: 'trip', key: String(trip.id), trip, isOfRun });
    const runs = new Map((isOpen ? shortRuns(group.trips) : []).flatMap((run) => run.trips.map((trip) => [trip.id, run])));
    const lines = group.trips.flatMap((trip): ListLine[] => {
      const run = runs.get(trip.id);
      if (!run || !isOpen) return [lineOf(trip, false)];
      // It shows first when it began, as a trip does: there it stands among them.
      if (run.trips.at(-1) !== trip) return [];
      const open = isOpen(run);
      return [{ kind: 'run', key: run.key, run, isOpen: open }, ...(open ? run.trips.map((each) => lineOf(each, true)) : [])];
    });
    return [{ kind: 'day', key: group.day, group }, ...lines];
  });

/** How many rows a page has while every round is one. */
export const rowCount = (page: TripPage): number =>
  linesOf(groupByDay(page), () => false).filter(({ kind }) => kind !== 'day').length;

/** The trips of a page as they stand under each other, those of folded rounds among them. */
export const shownOrder = (page: TripPage, hasRuns: boolean): number[] =>
  linesOf(groupByDay(page), hasRuns ? () => true : null).flatMap((line) => (line.kind === 'trip' ? [line.trip.id] : []));

/**
 * Of the trips in progress, which the server tells of all the units that are asked for, those that somebody looks for: by each of the words in
 * what a row says of them, and by who drives. In a driver's own log nobody else is on the road.
 */
export function narrowed(trips: readonly Trip[], by: { words: string | undefined; drivers: string | undefined }): Trip[] {
  const words = (by.words ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const drivers = splitList(by.drivers);
  return trips.filter((trip) => {
    const { unit_name, registration_number, driver, start, purpose, project, note } = trip;
    const said = [unit_name, registration_number, driver, start.place, start.address, purpose, project, note]
      .join(' ')
      .toLowerCase();
    return words.every((word) => said.includes(word)) && (drivers.length === 0 || drivers.includes(String(trip.driver_id)));
  });
}

/** Trips of one unit on one day with short stops between, by the same driver and of the same type: a courier's round. */
export interface ShortRun {
  readonly key: string;
  /** As the list has them, the latest first. */
  readonly trips: readonly Trip[];
}
/** Two trips are no run: the mark of a short stop tells of them. */
const RUN_MIN = 3;
/** TRIP-026: a stop under this is a short one. */
const SHORT_STOP_MS = 15 * 60_000;

function shortRuns(trips: readonly Trip[]): ShortRun[] {
  const ofUnits = Map.groupBy(
    trips.filter((trip) => !trip.is_masked && !trip.is_ongoing),
    ({ unit_id }) => unit_id,
  );
  const continues = (trip: Trip, before: Trip | undefined): boolean => {
    if (!before || !trip.suggests_merge || trip.driver_id !== before.driver_id || trip.type !== before.type) return false;
    const gapMs = Date.parse(trip.start.time ?? '') - Date.parse(before.stop?.time ?? '');
    return gapMs >= 0 && gapMs < SHORT_STOP_MS;
  };
  return [...ofUnits.values()].flatMap((ofUnit) => {
    const inTime = ofUnit.toSorted((a, b) => Date.parse(a.start.time ?? '') - Date.parse(b.start.time ?? ''));
    const chains: Trip[][] = [];
    for (const trip of inTime) {
      const chain = chains.at(-1);
      if (chain && continues(trip, chain.at(-1))) chain.push(trip);
      else chains.push([trip]);
    }
    return chains
      .filter(({ length }) => length >= RUN_MIN)
      .map((chain) => ({ key: `run-${chain[0]?.id ?? 0}`, trips: ofUnit.filter((trip) => chain.includes(trip)) }));
  });
}

export const crossesMidnight = (trip: Trip, dayOf: Format['day']): boolean =>
  trip.stop !== null && trip.stop.time !== null && dayOf(trip.stop.time) !== trip.day;

/** When a trip began, by the clock; of one whose times are not told its day. */
export const startText = (trip: Trip, format: Pick<Format, 'time'>): string =>
  trip.start.time === null ? trip.day : format.time(trip.start.time);

/** TRIP-004, TRIP-023; of the type other where the account asks it. */
export const lacksPurpose = (trip: Trip, isOtherAsked: boolean): boolean =>
  trip.purpose === '' && (trip.type === 'business' || (trip.type === 'other' && isOtherAsked));
/** Nobody is asked what a private trip was for; what somebody has written all the same stays in sight. */
export const isPrivateWithout = (
  trip: Trip,
  field: TextField,
  edits: { draftOf(tripId: number, field: TextField): unknown },
): boolean => trip.type === 'private' && trip[field] === '' && edits.draftOf(trip.id, field) === undefined;
/** Of somebody else's private trip nobody is told who drove. */
export const lacksDriver = (trip: Trip): boolean => trip.driver_id === null && !trip.is_masked;

/** Whether a change moves a trip from one number of the totals to another. */
export const isCountedApart = (before: Trip, after: Trip, isOtherAsked: boolean): boolean =>
  before.type !== after.type ||
  lacksPurpose(before, isOtherAsked) !== lacksPurpose(after, isOtherAsked) ||
  lacksDriver(before) !== lacksDriver(after) ||
  (before.has_odometer_gap === true) !== (after.has_odometer_gap === true);

/** Replaces a trip wherever a page shows it, with what follows from it for the totals. */
export function withTrip(
  page: TripPage,
  changed: Trip,
  { isOtherAsked, isAtSea = false }: { readonly isOtherAsked: boolean; readonly isAtSea?: boolean },
): TripPage {
  const before = page.trips.find((trip) => trip.id === changed.id);
  if (!before) return page;
  const moved = (sums: TripPage['totals']['by_type']): TripPage['totals']['by_type'] =>
    before.type === changed.type
      ? sums
      : {
          ...sums,
          [before.type]: sums[before.type] - before.distance_m,
          [changed.type]: sums[changed.type] + changed.distance_m,
        };
  const { at_sea } = page.totals;
  const { purpose_missing, driver_missing, odometer_gap = 0 } = page.totals;
  return {
    ...page,
    trips: page.trips.map((trip) => (trip.id === changed.id ? changed : trip)),
    totals: {
      ...page.totals,
      by_type: moved(page.totals.by_type),
      ...(at_sea && isAtSea ? { at_sea: moved(at_sea) } : {}),
      purpose_missing: purpose_missing + Number(lacksPurpose(changed, isOtherAsked)) - Number(lacksPurpose(before, isOtherAsked)),
      driver_missing: driver_missing + Number(lacksDriver(changed)) - Number(lacksDriver(before)),
      odometer_gap: odometer_gap + Number(changed.has_odometer_gap === true) - Number(before.has_odometer_gap === true),
    },
  };
}

/** How long a trip under way has gone on, by the minutes of the clock as its start is told by them and as a trip that is over is told. */
export function underWayS({ start }: Pick<Trip, 'start'>, nowMs: number): number {
  const startMs = Date.parse(start.time ?? '');
  return Math.max(0, clockMs(startMs, nowMs) || nowMs - startMs) / 1000;
}

/** Until when the distance of a trip under way is counted: it is written every few minutes. */
export const countedUntil = ({ start, duration_s }: Pick<Trip, 'start' | 'duration_s'>): number =>
  Date.parse(start.time ?? '') + duration_s * 1000;
