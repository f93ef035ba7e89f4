import type { HolidayName } from '@spora/calendar/holidays';
import type { TollArea } from './types.ts';

export const VEHICLE_CLASSES = ['car', 'light-truck', 'heavy-truck', 'bus-heavy', 'motorcycle', 'exempt'] as const;
/** `heavy-truck`: over 3.5 tonnes; `bus-heavy`: a bus of 14 tonnes and more; `exempt`: by a decision or by what it is. */
export type VehicleClass = (typeof VEHICLE_CLASSES)[number];

export const FUELS = ['petrol', 'diesel', 'electric', 'plug-in', 'gas', 'other'] as const;
export type Fuel = (typeof FUELS)[number];

export const EMISSION_CLASSES = ['euro-5', 'euro-6'] as const;
export type EmissionClass = (typeof EMISSION_CLASSES)[number];

/** A date of every year, `MM-DD`, or a feast and days after or before it: `midsummer-day-2`. */
export type DayOfYear = string;

export interface YearSpan {
  readonly from: DayOfYear;
  /** Counted in. */
  readonly to: DayOfYear;
  /** So many days of Monday to Friday at its beginning are not meant. */
  readonly exceptFirstWeekdays?: number;
  /** What is told of a day in it. */
  readonly rule?: 'free-day' | 'july';
}

/** Which days are meant. A day is if any of these holds. */
export interface DayRule {
  /** 1 for Monday to 7 for Sunday. */
  readonly weekdays: readonly number[];
  /** Public holidays of the area's country. */
  readonly holidays: boolean;
  /** Days before public holidays. */
  readonly eves: boolean;
  /** But not the day before these. */
  readonly exceptEvesOf?: readonly HolidayName[];
  readonly spans: readonly YearSpan[];
}

/** Hours of the local clock, `HH:mm`, the second not counted in; the second may be `24:00`. */
export interface PricedHours {
  readonly from: string;
  readonly to: string;
  /** Minor units. */
  readonly amount: number;
}

/** What a passage costs by the hour, for the passages that it fits. What it leaves out is not asked for. */
export interface PriceTable {
  /** Tables of control points (`ControlPoint.tariff`). */
  readonly pointTariffs?: readonly string[];
  /** Names of seasons; `rest-of-year` is what no season covers. */
  readonly seasons?: readonly string[];
  readonly days?: 'ordinary' | 'rest';
  readonly vehicleClasses?: readonly VehicleClass[];
  readonly fuels?: readonly Fuel[];
  readonly emissionClasses?: readonly EmissionClass[];
  /** Outside of these hours it is free. */
  readonly hours: readonly PricedHours[];
}

export interface TariffFacts {
  /** Unique among the tariffs. */
  readonly id: string;
  readonly area: TollArea;
  /** What stays when prices change: a day's maximum, an hour and a month are counted within it. */
  readonly scheme: string;
  /** First day, `YYYY-MM-DD`. */
  readonly validFrom: string;
  /** Last day, counted in; null: until further notice. */
  readonly validTo: string | null;
  /** ISO 4217. */
  readonly currency: string;
  /** How well the figures are known. Anything but `high` makes an estimate of an estimate. */
  readonly confidence: 'high' | 'medium' | 'low';
  /** Where they were read. */
  readonly source: string;
  /** The prices are of this year, later ones are likely and not known. Left out: they are those of its days. */
  readonly priceYear?: number;
  /** Only of these stations or zones. Neither these nor rings: of all of the area. */
  readonly stations?: readonly string[];
  readonly rings?: readonly string[];
  readonly exemptClasses: readonly VehicleClass[];
  readonly seasons: readonly { readonly name: string; readonly spans: readonly YearSpan[] }[];
  /** Days on which nothing is charged. */
  readonly freeDays: DayRule;
  /** Days with prices of their own (`PriceTable.days`). */
  readonly restDays?: DayRule;
  /** The first that fits holds. None fits: no tariff is known for that passage. */
  readonly prices: readonly PriceTable[];
  /** The most in a local day, minor units; by season the first that fits. */
  readonly dayMaximum?: readonly { readonly seasons?: readonly string[]; readonly amount: number }[];
  /** One charge a local day, as in a zone. */
  readonly perDay?: boolean;
  /** Stations in one interchange: passed one after the other within the time, they are one passage. */
  readonly samePassage?: readonly { readonly stations: readonly string[]; readonly minutes: number }[];
  /** So many minutes from a charged passage, the last moment counted in, make one charge: the highest. The window does not slide. */
  readonly multiPassageMinutes?: number;
  /** After so many charged passages in a calendar month the others are free. */
  readonly monthCeiling?: number;
  /** Stations that are charged only if a control station is passed so many minutes before or after; control stations cost nothing. */
  readonly controlRule?: { readonly stations: readonly string[]; readonly controls: readonly string[]; readonly minutes: number };
}

/** No day at all. */
export const NO_DAYS: DayRule = { weekdays: [], holidays: false, eves: false, spans: [] };

/** All day long one amount. */
export const allDay = (amount: number): PricedHours[] => [{ from: '00:00', to: '24:00', amount }];

/** Hours from a row of text: `06:00 15, 06:30 25, 18:30 -`; each until the next, a dash for free, the last until midnight. In whole units. */
export function hoursOf(row: string): PricedHours[] {
  const marks = row.split(',').map((mark) => mark.trim().split(' '));
  return marks.flatMap(([from = '', amount = ''], i) =>
    amount === '-' ? [] : [{ from, to: marks[i + 1]?.[0] ?? '24:00', amount: Math.round(Number(amount) * 100) }],
  );
}
