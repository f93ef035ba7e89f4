import {
  TOLL_PRICE_TABLES,
  type TollArea,
  type TollCorrectionKind,
  type TollPriceTable,
  type TollRule,
  type TollSums,
} from '@spora/contract/tolls/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import { type Charge, chargesOf, priceTableOf, type TolledVehicle } from '@spora/tolls/charges';
import { STATIONS, ZONES } from '@spora/tolls/stations';
import type { Tariff } from '@spora/tolls/tariffs';
import type { Station, Zone } from '@spora/tolls/types';
import { HOUR_MS } from '@spora/calendar/durations';

/** What somebody said of a passage, and whether it still stands. */
export interface Correction {
  readonly id: number;
  readonly unitId: number;
  readonly stationId: string;
  readonly atMs: number;
  readonly kind: TollCorrectionKind;
  /** In hundredths. */
  readonly amount: number | null;
  readonly reason: string;
  readonly by: string;
  readonly madeMs: number;
  readonly undoneBy: string | null;
  readonly undoneMs: number | null;
}

/** The trip that a passage lies in. */
export interface PassedOn {
  readonly tripId: number;
  readonly type: TripType;
  readonly driverId: number | null;
}

export interface Passage {
  readonly unitId: number;
  readonly stationId: string;
  readonly pointId: string;
  readonly atMs: number;
  readonly isUncertain: boolean;
  readonly trip: PassedOn | null;
  /** TRIP-032: of somebody else's private trip. It counts in the sums of months and is told nowhere else. */
  readonly isWithheld: boolean;
}

/** A passage with all that was said of it, the newest first. */
export interface CorrectedPassage extends Passage {
  readonly corrections: readonly Correction[];
}

/** How far apart two times of one passage may be: late records move the one that was found, and a person knows the other by the minute. */
export const SAME_PASSAGE_MS = HOUR_MS / 6;

/** The newest of the corrections that stands. */
export const standing = (corrections: readonly Correction[]): Correction | undefined =>
  corrections.find(({ undoneMs }) => undoneMs === null);

/** What a passage is told apart by, for as long as it is there. */
export const passageKey = ({ unitId, stationId, atMs }: Pick<Passage, 'unitId' | 'stationId' | 'atMs'>): string =>
  `${unitId}-${stationId}-${atMs}`;

/** What `passageKey` made of a passage; null: it made no such text. */
export function readPassageKey(key: string): Pick<Passage, 'unitId' | 'stationId' | 'atMs'> | null {
  const [, unitId, stationId = '', atMs] = /^(\d{1,15})-(.{1,100})-(\d{1,13})$/.exec(key) ?? [];
  return unitId === undefined ? null : { unitId: Number(unitId), stationId, atMs: Number(atMs) };
}

/** Whether an administrator says that nobody passed. One that was entered is withdrawn by taking its correction back. */
export const isWithdrawn = ({ corrections }: Pick<CorrectedPassage, 'corrections'>): boolean =>
  standing(corrections)?.kind === 'not-passed';

/** Whether it cost nothing, and nobody had to say so. */
export const isFree = ({ amount, corrections }: Pick<ChargedPassage, 'amount' | 'corrections'>): boolean =>
  amount === 0 && !standing(corrections);

/**
 * Lays what people said over what was found. Each correction goes to the passage of its station that is nearest in time, within
 * `SAME_PASSAGE_MS`; of a passage that was entered and was not found there is one by the correction alone, for as long as that stands.
 * Those of a passage that is not there any more are nobody's. `entered` says on which trip an entered passage is.
 */
export function withCorrections(
  found: readonly Passage[],
  corrections: readonly Correction[],
  entered: (correction: Correction) => Pick<Passage, 'trip' | 'isWithheld'> | null,
): CorrectedPassage[] {
  const byStation = Map.groupBy(found, keyOf);
  const laid = new Map<Passage, Correction[]>();
  const lost = new Map<Correction, Correction[]>();
  // The oldest first, so that what is said of an entered passage finds it.
  for (const correction of corrections.toSorted((a, b) => a.id - b.id)) {
    const passage = nearest(byStation.get(keyOf(correction)) ?? [], correction.atMs);
    if (passage) {
      laid.set(passage, [correction, ...(laid.get(passage) ?? [])]);
      continue;
    }
    const same = [...lost.keys()].filter((each) => keyOf(each) === keyOf(correction));
    const first = nearest(same, correction.atMs);
    if (first) lost.set(first, [correction, ...(lost.get(first) ?? [])]);
    else if (correction.kind === 'passed') lost.set(correction, [correction]);
  }
  const added = [...lost].flatMap(([first, said]): CorrectedPassage[] => {
    const on = said.some(({ kind, undoneMs }) => kind === 'passed' && undoneMs === null) ? entered(first) : null;
    const { unitId, stationId, atMs } = first;
    return on === null ? [] : [{ unitId, stationId, pointId: '', atMs, isUncertain: false, ...on, corrections: said }];
  });
  return [...found.map((passage) => ({ ...passage, corrections: laid.get(passage) ?? [] })), ...added].sort(
    (a, b) => a.unitId - b.unitId || a.atMs - b.atMs,
  );
}

const keyOf = ({ unitId, stationId }: { readonly unitId: number; readonly stationId: string }): string =>
  `${unitId} ${stationId}`;

function nearest<At extends { readonly atMs: number }>(list: readonly At[], atMs: number): At | undefined {
  const away = (each: At): number => Math.abs(each.atMs - atMs);
  return list
    .filter((each) => away(each) <= SAME_PASSAGE_MS)
    .reduce<At | undefined>((a, b) => (a && away(a) <= away(b) ? a : b), undefined);
}

export interface ChargedPassage extends CorrectedPassage {
  /** In hundredths; null: no tariff is known. */
  readonly amount: number | null;
  readonly currency: string;
  readonly rule: TollRule;
  readonly isEstimate: boolean;
  /** The year of a price that later ones have likely replaced. */
  readonly priceYear?: number;
  /** What it would cost had nobody said what stands of it; null: nobody changed that, or it was added by hand. */
  readonly reckoned: Pick<Charge, 'amount' | 'rule'> | null;
}

/** What others' private trips of one driver cost in a month: no more is told of them. */
export interface WithheldSum {
  readonly month: string;
  readonly driverId: number | null;
  readonly currency: string;
  readonly amount: number;
}

/**
 * What passages of one vehicle cost, in order of time, for one viewer. What the viewer is told of one by one is charged as if the withheld
 * passages were not there: a price that a day's maximum or another passage has lowered would tell that somebody drove there (TRIP-032).
 * What those add to that is their sum, by month and driver, so the sum of all is what the vehicle was charged.
 */
export function charged(
  passages: readonly CorrectedPassage[],
  tariffs: readonly Tariff[],
  vehicle: TolledVehicle,
  /** The month of a time, `YYYY-MM`; null for one whose sums are not told. */
  monthOf: (atMs: number) => string | null,
): { readonly told: readonly ChargedPassage[]; readonly withheld: readonly WithheldSum[] } {
  const told = priced(
    passages.filter(({ isWithheld }) => !isWithheld),
    tariffs,
    vehicle,
  );
  const hidden = Map.groupBy(
    passages.filter(({ isWithheld }) => isWithheld),
    ({ trip }) => trip?.driverId ?? null,
  );
  const withheld: WithheldSum[] = [];
  let before = sumsByMonth(told, monthOf);
  let counted = passages.filter(({ isWithheld }) => !isWithheld);
  for (const [driverId, own] of [...hidden].sort(([a], [b]) => (a ?? 0) - (b ?? 0))) {
    counted = [...counted, ...own].sort((a, b) => a.atMs - b.atMs);
    const after = sumsByMonth(priced(counted, tariffs, vehicle), monthOf);
    for (const [key, amount] of after) {
      const more = amount - (before.get(key) ?? 0);
      const [month = '', currency = ''] = key.split(' ');
      if (more > 0) withheld.push({ month, driverId, currency, amount: more });
    }
    before = after;
  }
  return { told, withheld };
}

/** The charges by law of those that were passed, with what an administrator said in place of an amount. */
function priced(passages: readonly CorrectedPassage[], tariffs: readonly Tariff[], vehicle: TolledVehicle): ChargedPassage[] {
  const chargesAmong = (isMeant: (passage: CorrectedPassage) => boolean): ReadonlyMap<number, Charge> => {
    const meant = passages.flatMap((passage, id) =>
      isMeant(passage) ? [{ id, stationId: passage.stationId, pointId: passage.pointId, timeMs: passage.atMs }] : [],
    );
    return new Map(chargesOf(meant, tariffs, vehicle).map((charge) => [charge.id, charge]));
  };
  const charges = chargesAmong((passage) => !isWithdrawn(passage));
  // What nobody passed has its charge from before that was said: with those that were found beside it.
  const before = passages.some(isWithdrawn) ? chargesAmong(() => true) : charges;
  return passages.map((passage, id) => {
    const charge = charges.get(id);
    const said = standing(passage.corrections);
    const own = said && said.kind !== 'not-passed' ? said.amount : null;
    const currency = currencyOf(passage.stationId, charge);
    const reckoned = isEntered(passage) ? null : reckonedOf(charge ?? before.get(id));
    if (own !== null) return { ...passage, amount: own, currency, rule: 'corrected', isEstimate: false, reckoned };
    if (!charge) return { ...passage, amount: 0, currency, rule: 'corrected', isEstimate: false, reckoned };
    const { id: _, alone: __, isEstimate, ...rest } = charge;
    return { ...passage, ...rest, isEstimate: isEstimate || (passage.isUncertain && !said), reckoned: null };
  });
}

const reckonedOf = (charge: Charge | undefined): ChargedPassage['reckoned'] =>
  charge ? { amount: charge.amount, rule: charge.rule } : null;

/** Whether somebody says that it was passed where that was not found. */
const isEntered = ({ isUncertain, corrections }: CorrectedPassage): boolean =>
  !isUncertain && corrections.some(({ kind, undoneMs }) => kind === 'passed' && undoneMs === null);

const PLACES = new Map<string, Station | Zone>([...STATIONS, ...ZONES].map((place) => [place.id, place]));
/** A station or zone as people know it; undefined for one that the program no longer has. */
export const tollPlaceOf = (stationId: string): Station | Zone | undefined => PLACES.get(stationId);

/** Whose prices hold where it was, in an area that has several. */
export const pricesAt = (passage: Pick<Passage, 'stationId' | 'pointId'>): TollPriceTable | null => {
  const name = priceTableOf(passage);
  return TOLL_PRICE_TABLES.find((each) => each === name) ?? null;
};

const CURRENCIES: Readonly<Record<TollArea, string>> = {
  'se-stockholm': 'SEK',
  'se-gothenburg': 'SEK',
  'se-infrastructure': 'SEK',
  no: 'NOK',
  'gb-london': 'GBP',
  'gb-crossings': 'GBP',
};
/** ISO 4217, in which a toll of an area is paid. */
export const currencyOfArea = (area: TollArea): string => CURRENCIES[area];
function currencyOf(stationId: string, charge?: Charge): string {
  const place = tollPlaceOf(stationId);
  return charge?.currency ?? currencyOfArea(place?.area ?? 'se-stockholm');
}

function sumsByMonth(passages: readonly ChargedPassage[], monthOf: (atMs: number) => string | null): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { atMs, amount, currency } of passages) {
    const month = amount === null ? null : monthOf(atMs);
    if (month === null || amount === null) continue;
    const key = `${month} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  return sums;
}

/** The sums of what is told and what is withheld, by month (`YYYY-MM`) and currency, in whole units; in order. */
export function tollSums(
  told: readonly ChargedPassage[],
  withheld: readonly WithheldSum[],
  monthOf: (atMs: number) => string | null,
): ({ readonly month: string } & TollSums)[] {
  const sums = new Map<string, Record<Kind, number>>();
  const add = (month: string, currency: string, kind: Kind, amount: number): void => {
    const key = `${month} ${currency}`;
    const sum = sums.get(key) ?? { business: 0, private: 0, other: 0, without_trip: 0 };
    sum[kind] += amount;
    sums.set(key, sum);
  };
  for (const passage of told) {
    const month = passage.amount === null || isWithdrawn(passage) ? null : monthOf(passage.atMs);
    if (month !== null && passage.amount !== null)
      add(month, passage.currency, passage.trip?.type ?? 'without_trip', passage.amount);
  }
  for (const { month, currency, amount } of withheld) add(month, currency, 'private', amount);
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sum]) => {
      const [month = '', currency = ''] = key.split(' ');
      return { month, ...inWholeUnits(currency, sum) };
    });
}

type Kind = 'business' | 'private' | 'other' | 'without_trip';

const inWholeUnits = (currency: string, sum: Readonly<Record<Kind, number>>): TollSums => ({
  currency,
  business: sum.business / 100,
  private: sum.private / 100,
  other: sum.other / 100,
  without_trip: sum.without_trip / 100,
  total: (sum.business + sum.private + sum.other + sum.without_trip) / 100,
});

/** The sums of months as one for each currency. */
export function totalsOf(months: readonly TollSums[]): TollSums[] {
  const hundredths = (amount: number): number => Math.round(amount * 100);
  return [...Map.groupBy(months, ({ currency }) => currency)].map(([currency, list]) => {
    const sum = (kind: Kind): number => list.reduce((all, each) => all + hundredths(each[kind]), 0);
    return inWholeUnits(currency, {
      business: sum('business'),
      private: sum('private'),
      other: sum('other'),
      without_trip: sum('without_trip'),
    });
  });
}

/** What is stated of a unit that says which tariff holds for it. */
export interface TolledUnit {
  readonly kind: string;
  readonly marker_symbol: string;
  readonly vehicle_type: string | null;
  readonly fuel_type: string | null;
}

/** What people call kinds of vehicles, in Swedish, Norwegian and English; the first that is in what they wrote. */
const CLASSES: readonly (readonly [RegExp, TolledVehicle['vehicleClass']])[] = [
  [/utryckning|ambulans|brandbil|utrykning|brannbil|emergency|fire engine/, 'exempt'],
  [/motorcykel|motorsykkel|motorcycle|\bmc\b|moped/, 'motorcycle'],
  [/lätt lastbil|lett lastebil|light (truck|lorry)|skåpbil|varebil|\bvan\b|pickup|pick-up/, 'light-truck'],
  [/lastbil|lastebil|truck|lorry|\bhgv\b|dragbil|trekkvogn/, 'heavy-truck'],
  [/minibus|minibuss/, 'car'],
  [/buss?\b|\bcoach\b/, 'bus-heavy'],
];

/**
 * By what is stated of a unit (`vehicle_type` is free text): a car where nothing is. Boats and machines pay nothing, and no trailer does:
 * cars, lorries and buses are charged, and what one tows passes with it (rates-and-rules.md 1.1).
 */
export function vehicleOf({ kind, marker_symbol, vehicle_type, fuel_type }: TolledUnit): TolledVehicle {
  const text = (vehicle_type ?? '').toLowerCase();
  const found = CLASSES.find(([pattern]) => pattern.test(text))?.[1] ?? 'car';
  const isFree = isWatercraft(kind) || kind === 'machine' || marker_symbol === 'trailer';
  return { vehicleClass: isFree ? 'exempt' : found, fuel: fuelOf(fuel_type) };
}

function fuelOf(stated: string | null): TolledVehicle['fuel'] {
  switch (stated) {
    case 'petrol':
    case 'diesel':
    case 'electric':
    case 'gas':
    case 'other':
      return stated;
    default:
      return null;
  }
}

/** The tariffs in force: those that were entered in place of the program's own with the same id. */
export function tariffsInForce(own: readonly Tariff[], entered: ReadonlyMap<string, Tariff | null>): Tariff[] {
  const kept = own.filter(({ id }) => !(entered.get(id) ?? null));
  return [...kept, ...[...entered.values()].filter((tariff) => tariff !== null)];
}
