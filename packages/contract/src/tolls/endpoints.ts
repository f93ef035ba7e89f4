import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { inOrder, reportFilter } from '../reports/filter.ts';
import { id, imei, instant, nothing } from '../fields.ts';
import { BULK_MAX, TRIP_PAGE_MAX } from '../limits.ts';
import { TRIP_TYPES } from '../units/values.ts';

/** So many passages are on a page at most; the sums are of all. */
export const TOLL_ROWS_MAX = 1000;
export const TOLL_REASON_MAX = 200;
export const TOLL_AMOUNT_MAX = 1_000_000;

/** Whose toll it is; each has a text `TollArea-...`. */
export const TOLL_AREAS = ['se-stockholm', 'se-gothenburg', 'se-infrastructure', 'no', 'gb-london', 'gb-crossings'] as const;
export type TollArea = (typeof TOLL_AREAS)[number];

/** The price tables of areas that have several, by the stations' control points; each has a text `TollPrices-...`. */
export const TOLL_PRICE_TABLES = ['inner-city', 'essingeleden'] as const;
export type TollPriceTable = (typeof TOLL_PRICE_TABLES)[number];

/** Why it costs what it costs; each has a text `TollRule-...`. */
export const TOLL_RULES = [
  'amount',
  'free-hours',
  'free-day',
  'july',
  'exempt-vehicle',
  'multi-passage',
  'day-maximum',
  'month-ceiling',
  'same-passage',
  'no-backa',
  'control-point',
  'zone-day',
  'already-charged-today',
  'no-tariff',
  /** An administrator said so. */
  'corrected',
] as const;
export type TollRule = (typeof TOLL_RULES)[number];

/** What passages stand in order of; with a minus before it downwards. */
export const TOLL_ORDERS = ['at', 'unit', 'station', 'type', 'driver', 'amount'] as const;
export type TollOrder = (typeof TOLL_ORDERS)[number];

/** `amount`: it cost something else; `not-passed`: nobody passed there; `passed`: somebody did, unnoticed or not for sure. */
export const TOLL_CORRECTION_KINDS = ['amount', 'not-passed', 'passed'] as const;
export type TollCorrectionKind = (typeof TOLL_CORRECTION_KINDS)[number];

const correction = z.object({
  id: z.number().int(),
  kind: z.enum(TOLL_CORRECTION_KINDS),
  amount: z.number().nullable(),
  reason: z.string(),
  /** Who made it, and when. */
  by: z.string(),
  at: instant,
  undone_by: z.string().nullable(),
  undone_at: instant.nullable(),
});
export type TollCorrection = z.output<typeof correction>;

const passage = z.object({
  /** Told apart by it; the same for as long as the passage is there. */
  key: z.string(),
  at: instant,
  unit: z.object({
    id: z.number().int(),
    name: z.string(),
    registration_number: z.string().nullable(),
    imei: z.string().nullable(),
  }),
  station_id: z.string(),
  station: z.string(),
  area: z.enum(TOLL_AREAS).nullable(),
  /** Whose prices hold at the control point that was passed, where the area has several; null: it has one, or the point is not known. */
  price_table: z.enum(TOLL_PRICE_TABLES).nullable(),
  /** In whole units of the currency; null: no tariff is known for that day and vehicle. */
  amount: z.number().nullable(),
  currency: z.string(),
  rule: z.enum(TOLL_RULES),
  /** Null: between two trips. */
  trip_id: z.number().int().nullable(),
  trip_type: z.enum(TRIP_TYPES).nullable(),
  driver_id: z.number().int().nullable(),
  driver: z.string().nullable(),
  /** Positions came too seldom, or stand too far from the road, to be sure. */
  is_uncertain: z.boolean(),
  /** The place of the station is a rough one, which alone makes it uncertain. */
  is_place_rough: z.boolean(),
  /** The place of the station is known from this year, and may be another by now; null: it is as of today. */
  as_of_year: z.number().int().nullable(),
  /** The amount is by the price of this year, which later ones have likely replaced; null: by one in force. */
  price_year: z.number().int().nullable(),
  /** The amount rests on one of these, or on a figure that one source alone gives. */
  is_estimate: z.boolean(),
  /** True: it cost nothing, and nobody had to say so. */
  is_free: z.boolean(),
  /** True: an administrator says that nobody passed; it costs nothing and is in no sum. */
  is_withdrawn: z.boolean(),
  /**
   * What it would cost, and why, had nobody said what stands of its amount or that nobody passed; null: nobody has, or it was added by hand.
   * Private: reckoned from those that are told, as `amount` is (TRIP-032).
   */
  reckoned: z.object({ amount: z.number().nullable(), rule: z.enum(TOLL_RULES) }).nullable(),
  /** The newest first, those that were taken back too. */
  corrections: z.array(correction),
});
export type TollPassage = z.output<typeof passage>;

/** Of what is known. Private: others' private trips are in it too, as sums of months (TRIP-032). */
const sums = z.object({
  currency: z.string(),
  business: z.number(),
  private: z.number(),
  other: z.number(),
  /** Between two trips. */
  without_trip: z.number(),
  total: z.number(),
});
export type TollSums = z.output<typeof sums>;

const dated = z.object({
  currency: z.string(),
  year: z.number().int(),
  stations: z.number().int(),
  passages: z.number().int(),
  amount: z.number(),
});

/** What is to be known of amounts before they are believed, over all passages that cost something, whether or not they are told. */
const doubts = z.object({
  /** Where no tariff is known, the most passed first. */
  unpriced: z.array(z.object({ station: z.string(), currency: z.string(), passages: z.number().int() })),
  /** At stations whose place is known from an earlier year: one for each currency, with the earliest of their years. */
  old: z.array(dated),
  /** At the last known price of stations whose prices are likely others by now, in the same form. */
  last_known: z.array(dated),
  /**
   * Those of which it is not sure that anybody passed, one for each currency; `unpriced`: how many of them have no amount, `rough_place`:
   * of how many the place of the station is a rough one, of the others positions came too seldom.
   */
  uncertain: z.array(
    z.object({
      currency: z.string(),
      passages: z.number().int(),
      unpriced: z.number().int(),
      rough_place: z.number().int(),
      amount: z.number(),
    }),
  ),
  /** The currencies of amounts that are about right for another reason than these: of a rough place, or that one source alone gives. */
  rough: z.array(z.string()),
});
export type TollDoubts = z.output<typeof doubts>;

/**
 * Of how many other passages it is paid now that cost nothing before, since a day's maximum or another passage within the hour no longer
 * frees them.
 */
const nowPaid = z.number().int();

export const tollReport = defineEndpoint({
  id: 'tolls.report',
  kind: 'json',
  access: 'user',
  summary: 'Passages of toll stations, what each cost by law, and sums by month and type of trip (API-074)',
  body: inOrder(
    reportFilter.extend({
      /** Only those that `doubts.uncertain` counts are told as `rows`; sums are of all. */
      only_uncertain: z.boolean().default(false),
      /** Only those of which an administrator said something that stands are told as `rows`; sums are of all. */
      only_corrected: z.boolean().default(false),
      /** Those that cost nothing without anybody saying so are told as no `rows`; sums are of all. */
      only_charged: z.boolean().default(false),
      sort: z.enum(TOLL_ORDERS.flatMap((order) => [order, `-${order}` as const])).default('-at'),
      page: z.number().int().min(1).default(1),
      page_size: z.number().int().min(1).max(TOLL_ROWS_MAX).default(TOLL_ROWS_MAX),
    }),
  ),
  data: z.object({
    time_zone: z.string(),
    /** `YYYY-MM`, in order: those that the period touches. */
    months: z.array(z.string()),
    /** Of one page, in the order asked for, and the newest first of what is alike in it. Without others' private trips. */
    rows: z.array(passage),
    /** `rows`: how many there are on all pages. A page past the last is the last. */
    page: z.object({ number: z.number().int(), size: z.number().int(), count: z.number().int(), rows: z.number().int() }),
    /** True: there are more of those asked for than are told on this page. */
    is_cut: z.boolean(),
    totals: z.object({
      /** One for each currency in each of `months` that has any. */
      months: z.array(z.object({ month: z.string(), ...sums.shape })),
      /** One for each currency. */
      total: z.array(sums),
      /** How many of the passages have no tariff, so that no sum has them. */
      without_tariff: z.number().int(),
      /** The same in each currency that has any, so that it stands beside the sum that lacks them. */
      without_tariff_in: z.array(z.object({ currency: z.string(), count: z.number().int() })),
      /** How many passages there are, whether or not they are told. */
      passages: z.number().int(),
      /** How many of the passages cost nothing, without anybody saying so. */
      free: z.number().int(),
      /** Of how many of the passages an administrator said something that stands. */
      corrected: z.number().int(),
      /** Of how many of the passages an administrator says that nobody passed. */
      withdrawn: z.number().int(),
    }),
    doubts,
    can: z.object({ correct: z.boolean() }),
  }),
  errors: ['PeriodMaxMonths', 'UnitNotFound', 'BasicSubscription'],
});
export type TollReport = z.output<typeof tollReport.data>;

/** What a vehicle counts as by the tariffs, from what is stated of it; each has a text `TollVehicle-...`. */
export const TOLL_VEHICLES = ['car', 'light-truck', 'heavy-truck', 'bus-heavy', 'motorcycle', 'exempt'] as const;

const tollDay = z.object({
  key: z.string(),
  at: instant,
  station: z.string(),
  /** As in `passage`. */
  price_table: z.enum(TOLL_PRICE_TABLES).nullable(),
  /** What it would cost if it were the only one, in whole units. */
  alone: z.number(),
  amount: z.number().nullable(),
  rule: z.enum(TOLL_RULES),
  is_withdrawn: z.boolean(),
});

/** What a passage is charged by; amounts in whole units. */
const tollBasis = z.object({
  /** The days of the tariff, the last counted in; null: until further notice. */
  valid_from: z.string(),
  valid_to: z.string().nullable(),
  /** The hours of the station's clock whose price it is; null: nothing is charged then. */
  hours: z.object({ from: z.string(), to: z.string(), amount: z.number() }).nullable(),
  /** Null: the price is the same all year. */
  season: z.enum(['high', 'low']).nullable(),
  vehicle: z.enum(TOLL_VEHICLES),
  /** What it would cost if it were the only one. */
  alone: z.number(),
  /** The most in a day; null: there is no such thing. */
  day_maximum: z.number().nullable(),
  /** So many minutes make one charge, the highest of them; null: each is charged. */
  joined_minutes: z.number().int().nullable(),
  /** After so many charged passages of a month the others are free; null: none is. */
  month_ceiling: z.number().int().nullable(),
});

export const tollPassage = defineEndpoint({
  id: 'tolls.passage',
  kind: 'json',
  access: 'user',
  summary: 'One passage: where it was, what it is charged by, and the others of its day that count with it (REP-014)',
  query: z.object({ key: z.string().min(1).max(130) }),
  data: z.object({
    passage,
    /** Where its station stands, or the border of its zone; null: the station is no longer known. */
    place: z.object({ is_zone: z.boolean(), points: z.array(z.object({ lat: z.number(), lng: z.number() })) }).nullable(),
    /** Null: no tariff is known. */
    basis: tollBasis.nullable(),
    /**
     * The unit's passages of that day, by the station's clock, that are charged together, in order of time and this one among them. Without
     * others' private trips, as in the report, and charged as if those were not there.
     */
    day: z.array(tollDay),
    can: z.object({ correct: z.boolean() }),
  }),
  errors: ['TollPassageNotFound', 'BasicSubscription'],
});
export type TollPassageDetails = z.output<typeof tollPassage.data>;

const tripTolls = z.object({
  trip_id: z.number().int(),
  /** One for each currency; passages without a tariff are in none. */
  sums: z.array(z.object({ currency: z.string(), amount: z.number() })),
  /** In order of time. */
  passages: z.array(passage.pick({ at: true, station: true, amount: true, currency: true, rule: true, is_estimate: true })),
});
export type TripTolls = z.output<typeof tripTolls>;

export const tollsOfTrips = defineEndpoint({
  id: 'tolls.of-trips',
  kind: 'json',
  access: 'user',
  summary: 'What trips of the log cost in tolls; those that passed no station are left out (TRIP-019)',
  body: z.object({ trip_ids: z.array(id).max(TRIP_PAGE_MAX) }),
  data: z.object({ trips: z.array(tripTolls) }),
});

export const tollStations = defineEndpoint({
  id: 'tolls.stations',
  kind: 'json',
  access: 'user',
  summary: 'The stations and zones that cost something, by area',
  data: z.object({
    stations: z.array(z.object({ id: z.string(), name: z.string(), area: z.enum(TOLL_AREAS), currency: z.string() })),
  }),
});

export const correctToll = defineEndpoint({
  id: 'tolls.correct',
  kind: 'json',
  access: 'admin',
  summary: 'Say what a passage cost, that nobody passed, or that somebody passed unnoticed (REP-014)',
  body: z
    .object({
      imei,
      station_id: z.string().min(1).max(100),
      at: instant,
      kind: z.enum(TOLL_CORRECTION_KINDS),
      /** In whole units of the station's currency. Of `passed`, null: as the tariff says. */
      amount: z.number().min(0, msg('TollAmountWrong')).max(TOLL_AMOUNT_MAX, msg('TollAmountWrong')).nullable().default(null),
      reason: z.string().trim().min(1, msg('TollSpecifyReason')).max(TOLL_REASON_MAX, msg('TextTooLong')),
    })
    .refine((body) => body.kind !== 'amount' || body.amount !== null, { path: ['amount'], error: msg('TollSpecifyAmount') }),
  data: z.object({ id: z.number().int(), now_paid: nowPaid }),
  errors: [
    'UnitNotFound',
    'FeatureOff',
    'UnitInPrivateUse',
    'TollStationUnknown',
    'TollPassageNotFound',
    'TollPassageThere',
    'TollInFuture',
  ],
});

export const undoTollCorrection = defineEndpoint({
  id: 'tolls.undo-correction',
  kind: 'json',
  access: 'admin',
  summary: 'Take a correction of a passage back; it stays in the history',
  params: z.object({ id }),
  data: nothing,
  errors: ['TollCorrectionNotFound'],
});

export const reviewTolls = defineEndpoint({
  id: 'tolls.review',
  kind: 'json',
  access: 'admin',
  summary: 'Say of passages that are not sure that they were, or that nobody passed; all of them or none (REP-014)',
  body: z.object({
    passages: z
      .array(z.object({ imei, station_id: z.string().min(1).max(100), at: instant }))
      .min(1)
      .max(BULK_MAX),
    kind: z.enum(['passed', 'not-passed']),
    reason: z.string().trim().min(1, msg('TollSpecifyReason')).max(TOLL_REASON_MAX, msg('TextTooLong')),
  }),
  /** The corrections that were made, to be taken back by; of what was said before just so, none. */
  data: z.object({ ids: z.array(z.number().int()), now_paid: nowPaid }),
  errors: ['UnitNotFound', 'FeatureOff', 'TollPassageNotFound'],
});

export const undoTollReview = defineEndpoint({
  id: 'tolls.undo-review',
  kind: 'json',
  access: 'admin',
  summary: 'Take several corrections of passages back; they stay in the history',
  body: z.object({ ids: z.array(id).min(1).max(BULK_MAX) }),
  /** Those that stood until now; what was taken back before is none of them. */
  data: z.object({ undone: z.number().int() }),
});
