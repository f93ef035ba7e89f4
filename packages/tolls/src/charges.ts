import { MINUTE_MS } from '@spora/calendar/durations';
import { localTimeIn } from '@spora/calendar/zones';
import { AREAS } from './areas.ts';
import { stationOf, zoneOf } from './stations.ts';
import { type DayFacts, dayFacts } from './tariff-days.ts';
import type { EmissionClass, Fuel, PricedHours, PriceTable, VehicleClass } from './tariff-facts.ts';
import type { Tariff } from './tariffs.ts';
import type { Station, TollArea, Zone } from './types.ts';

export interface TolledVehicle {
  readonly vehicleClass: VehicleClass;
  /** Null: not known, so that what goes by fuel has no tariff. */
  readonly fuel: Fuel | null;
  /** Of a heavy vehicle, where it is known. */
  readonly emissionClass?: EmissionClass | null;
}

export interface PassageToCharge {
  readonly id: number;
  /** A station's or a zone's. */
  readonly stationId: string;
  readonly pointId: string;
  readonly timeMs: number;
}

/**
 * Why an amount is what it is. `multi-passage`: one charge with others within the time, carried by the first of them, the others cost
 * nothing; `same-passage`: likewise at one interchange; `no-backa`: no control point near in time; `control-point`: it costs nothing itself.
 */
export type ChargeRule =
  | 'amount'
  | 'free-hours'
  | 'free-day'
  | 'july'
  | 'exempt-vehicle'
  | 'multi-passage'
  | 'day-maximum'
  | 'month-ceiling'
  | 'same-passage'
  | 'no-backa'
  | 'control-point'
  | 'zone-day'
  | 'already-charged-today'
  | 'no-tariff';

export interface Charge {
  readonly id: number;
  /** Minor units (öre, pence); null: no tariff is known for that day and vehicle. */
  readonly amount: number | null;
  /** ISO 4217; the area's where no tariff is known. */
  readonly currency: string;
  readonly rule: ChargeRule;
  /** What it would cost alone; null as `amount`. */
  readonly alone: number | null;
  /** It stands on a rough or old position, or on a figure that is not sure. */
  readonly isEstimate: boolean;
  /** The year of a price that later ones have likely replaced; left out: the price of its day. */
  readonly priceYear?: number;
}

/** What one passage is charged by before others are looked at. */
export interface ChargeBasis {
  readonly id: number;
  readonly tariff: Tariff;
  /** By the clocks of its area, `YYYY-MM-DD`. */
  readonly day: string;
  /** The hours whose price it is; null: it is free at that time or on that day. */
  readonly hours: PricedHours | null;
  /** Its season by name, `REST_OF_YEAR` where none covers it; null: the tariff has none. */
  readonly season: string | null;
  /** The most in that day, minor units; null: there is no such thing. */
  readonly dayMaximum: number | null;
  /** What it would cost alone. */
  readonly alone: number;
}

interface Place {
  readonly area: TollArea;
  readonly station: Station | undefined;
  readonly zone: Zone | undefined;
  /** Whose price table holds. */
  readonly pointTariff: string | undefined;
}

/** A charge in the making. */
interface Draft {
  readonly passage: PassageToCharge;
  readonly place: Place | undefined;
  readonly tariff: Tariff | undefined;
  /** Local, `YYYY-MM-DD`. */
  readonly day: string;
  readonly facts: DayFacts | undefined;
  readonly hours: PricedHours | null;
  readonly alone: number | null;
  amount: number | null;
  rule: ChargeRule;
}

/** The price table of a control point; of one that is not told or not known any more, the station's if it has only one. */
function pointTariffOf({ points }: Station, pointId: string): string | undefined {
  const point = points.find(({ id }) => id === pointId);
  if (point) return point.tariff;
  const [first, ...others] = points;
  return others.every(({ tariff }) => tariff === first?.tariff) ? first?.tariff : undefined;
}

/** Which of its area's price tables holds where a passage was; undefined: there is one alone, or the point is not known. */
export const priceTableOf = ({ stationId, pointId }: Pick<PassageToCharge, 'stationId' | 'pointId'>): string | undefined => {
  const station = stationOf(stationId);
  return station && pointTariffOf(station, pointId);
};

function placeOf({ stationId, pointId }: PassageToCharge): Place | undefined {
  const station = stationOf(stationId);
  const zone = zoneOf(stationId);
  const area = station?.area ?? zone?.area;
  return area && { area, station, zone, pointTariff: station && pointTariffOf(station, pointId) };
}

/** The tariff of a passage on its day: of those that fit the one that began last. */
function tariffOf(tariffs: readonly Tariff[], { area, station }: Place, stationId: string, day: string): Tariff | undefined {
  let found: Tariff | undefined;
  for (const tariff of tariffs) {
    if (tariff.area !== area || day < tariff.validFrom || (tariff.validTo !== null && day > tariff.validTo)) continue;
    const { stations, rings } = tariff;
    const isMeant = (!stations && !rings) || stations?.includes(stationId) || rings?.includes(station?.ring ?? '');
    if (isMeant && (!found || tariff.validFrom >= found.validFrom)) found = tariff;
  }
  return found;
}

/** Whether a table's list has the value; no list asks for nothing. */
const fits = <T>(list: readonly T[] | undefined, value: T | null | undefined): boolean =>
  list === undefined || (value !== null && value !== undefined && list.includes(value));

const tableOf = (
  tariff: Tariff,
  facts: DayFacts,
  vehicle: TolledVehicle,
  pointTariff: string | undefined,
): PriceTable | undefined =>
  tariff.prices.find(
    ({ pointTariffs, seasons, days, vehicleClasses, fuels, emissionClasses }) =>
      fits(pointTariffs, pointTariff) &&
      fits(seasons, facts.season) &&
      (days === undefined || (days === 'rest') === facts.isRest) &&
      fits(vehicleClasses, vehicle.vehicleClass) &&
      fits(fuels, vehicle.fuel) &&
      fits(emissionClasses, vehicle.emissionClass),
  );

type Priced = Pick<Draft, 'alone' | 'rule' | 'hours'>;

/** What a passage costs by itself. */
function priceOf(
  tariff: Tariff,
  facts: DayFacts,
  vehicle: TolledVehicle,
  passage: PassageToCharge,
  clock: string,
  place: Place,
): Priced {
  const free = (rule: ChargeRule): Priced => ({ alone: 0, rule, hours: null });
  if (tariff.exemptClasses.includes(vehicle.vehicleClass)) return free('exempt-vehicle');
  if (tariff.controlRule?.controls.includes(passage.stationId)) return free('control-point');
  if (facts.free) return free(facts.free);
  const table = tableOf(tariff, facts, vehicle, place.pointTariff);
  if (!table) return { alone: null, rule: 'no-tariff', hours: null };
  const hours = table.hours.find(({ from, to }) => clock >= from && clock < to);
  return hours ? { alone: hours.amount, rule: 'amount', hours } : free('free-hours');
}

/** The days of one calculation, each looked up once. */
function rememberedDays(): (tariff: Tariff, day: string) => DayFacts {
  const known = new Map<Tariff, Map<string, DayFacts>>();
  return (tariff, day) => {
    let days = known.get(tariff);
    if (!days) known.set(tariff, (days = new Map<string, DayFacts>()));
    let facts = days.get(day);
    if (!facts) days.set(day, (facts = dayFacts(tariff, day)));
    return facts;
  };
}

function draftsOf(passages: readonly PassageToCharge[], tariffs: readonly Tariff[], vehicle: TolledVehicle): Draft[] {
  const factsOf = rememberedDays();
  return passages.map((passage): Draft => {
    const place = placeOf(passage);
    const unknown = {
      passage,
      place,
      tariff: undefined,
      day: '',
      facts: undefined,
      hours: null,
      alone: null,
      amount: null,
      rule: 'no-tariff',
    } as const;
    if (!place) return { ...unknown };
    const local = localTimeIn(passage.timeMs, AREAS[place.area].timeZone);
    const day = local.slice(0, 10);
    const tariff = tariffOf(tariffs, place, passage.stationId, day);
    if (!tariff) return { ...unknown, day };
    const facts = factsOf(tariff, day);
    // "Timmen och den påbörjade minuten": seconds do not count.
    const { alone, rule, hours } = priceOf(tariff, facts, vehicle, passage, local.slice(11, 16), place);
    return { passage, place, tariff, day, facts, hours, alone, amount: alone, rule };
  });
}

/** A charge that counts with others: found by a price, not free already. */
const isCharged = (draft: Draft): draft is Draft & { amount: number } => draft.rule === 'amount' && (draft.amount ?? 0) > 0;

const minutesBetween = (a: Draft, b: Draft): number => Math.abs(b.passage.timeMs - a.passage.timeMs) / MINUTE_MS;

/** Several passages make one charge, the highest; the first carries it. */
function joinCharges(drafts: readonly Draft[], rule: 'multi-passage' | 'same-passage'): void {
  const [first, ...others] = drafts;
  if (!first || others.length === 0) return;
  const highest = Math.max(...drafts.map(({ amount }) => amount ?? 0));
  if (highest !== first.amount) first.rule = rule;
  first.amount = highest;
  for (const draft of others) {
    draft.amount = 0;
    draft.rule = rule;
  }
}

/** Stations that are charged only together with a control point near in time. */
function applyControls(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    const rule = draft.tariff?.controlRule;
    if (!rule || draft.rule !== 'amount' || !rule.stations.includes(draft.passage.stationId)) continue;
    const isControlled = drafts.some(
      (other) => rule.controls.includes(other.passage.stationId) && minutesBetween(draft, other) <= rule.minutes,
    );
    if (isControlled) continue;
    draft.amount = 0;
    draft.rule = 'no-backa';
  }
}

/** One interchange: its stations one after the other, each once. */
function applySamePassage(drafts: readonly Draft[]): void {
  let run: Draft[] = [];
  for (const draft of drafts) {
    const [first] = run;
    const id = draft.passage.stationId;
    const interchange = draft.tariff?.samePassage?.find(({ stations }) => stations.includes(id));
    const continues =
      first !== undefined &&
      interchange?.stations.includes(first.passage.stationId) &&
      minutesBetween(first, draft) <= interchange.minutes &&
      run.every(({ passage }) => passage.stationId !== id);
    if (!continues) {
      joinCharges(run.filter(isCharged), 'same-passage');
      run = [];
    }
    if (interchange) run.push(draft);
  }
  joinCharges(run.filter(isCharged), 'same-passage');
}

/** Windows of time, each from a charged passage that lies in none before. */
function applyMultiPassage(drafts: readonly Draft[]): void {
  let window: Draft[] = [];
  for (const draft of drafts.filter((one) => isCharged(one) || (one.rule === 'same-passage' && (one.amount ?? 0) > 0))) {
    const [first] = window;
    if (first && minutesBetween(first, draft) <= (first.tariff?.multiPassageMinutes ?? -1)) {
      window.push(draft);
      continue;
    }
    joinCharges(window, 'multi-passage');
    window = [draft];
  }
  joinCharges(window, 'multi-passage');
}

/** One charge a day. */
function applyPerDay(drafts: readonly Draft[]): void {
  const charged = new Set<string>();
  for (const draft of drafts) {
    if (!draft.tariff?.perDay || draft.rule !== 'amount') continue;
    if (charged.has(draft.day)) draft.amount = 0;
    draft.rule = charged.has(draft.day) ? 'already-charged-today' : 'zone-day';
    charged.add(draft.day);
  }
}

const dayMaximumOf = ({ dayMaximum }: Tariff, { season }: DayFacts): number | null =>
  dayMaximum?.find(({ seasons }) => fits(seasons, season))?.amount ?? null;

/** The most in a day, and the passages of a month after which the others are free. */
function applyCeilings(drafts: readonly Draft[]): void {
  const sums = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const draft of drafts) {
    const { tariff, facts, day, amount } = draft;
    if (!tariff || !facts || amount === null || amount === 0) continue;
    const month = day.slice(0, 7);
    const count = counts.get(month) ?? 0;
    if (tariff.monthCeiling !== undefined && count >= tariff.monthCeiling) {
      draft.amount = 0;
      draft.rule = 'month-ceiling';
      continue;
    }
    counts.set(month, count + 1);
    const most = dayMaximumOf(tariff, facts) ?? Number.POSITIVE_INFINITY;
    const sum = sums.get(day) ?? 0;
    if (sum + amount > most) {
      draft.amount = Math.max(0, most - sum);
      draft.rule = 'day-maximum';
    }
    sums.set(day, sum + (draft.amount ?? 0));
  }
}

function finished({ passage, place, tariff, amount, rule, alone }: Draft): Charge {
  const isRough =
    (place?.station?.isApproximate ?? place?.zone?.isApproximate ?? false) || place?.station?.asOfYear !== undefined;
  return {
    id: passage.id,
    amount,
    currency: tariff?.currency ?? (place ? AREAS[place.area].currency : ''),
    rule,
    alone,
    isEstimate: isRough || (tariff !== undefined && tariff.confidence !== 'high'),
    ...(tariff?.priceYear !== undefined && amount ? { priceYear: tariff.priceYear } : {}),
  };
}

/**
 * What the passages of one vehicle cost, in their order. They come in order of time and as whole local days, or whole months where a month
 * has a ceiling (`AREAS[area].chargedBy`): a rule of several passages sees only what is handed in. Areas may be mixed.
 */
export function chargesOf(passages: readonly PassageToCharge[], tariffs: readonly Tariff[], vehicle: TolledVehicle): Charge[] {
  const drafts = draftsOf(passages, tariffs, vehicle);
  for (const ofScheme of Map.groupBy(drafts, ({ tariff }) => tariff?.scheme).values()) {
    applyControls(ofScheme);
    applySamePassage(ofScheme);
    applyMultiPassage(ofScheme);
    applyPerDay(ofScheme);
    applyCeilings(ofScheme);
  }
  return drafts.map(finished);
}

/** What passages go by, for somebody who asks why one of them costs what it does; those of which no price is known are left out. */
export const basesOf = (
  passages: readonly PassageToCharge[],
  tariffs: readonly Tariff[],
  vehicle: TolledVehicle,
): ChargeBasis[] =>
  draftsOf(passages, tariffs, vehicle).flatMap(({ passage: { id }, tariff, facts, day, hours, alone }) =>
    !tariff || !facts || alone === null
      ? []
      : [
          {
            ...{ id, tariff, day, hours, alone },
            season: tariff.seasons.length > 0 ? facts.season : null,
            dayMaximum: dayMaximumOf(tariff, facts),
          },
        ],
  );
