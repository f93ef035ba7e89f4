import { z } from 'zod';
import { REIMBURSED_CARS } from '../accounts/values.ts';
import { defineEndpoint } from '../endpoint.ts';
import { inOrder, reportFilter } from './filter.ts';

export const SUMMARY_GROUPS = ['unit', 'driver'] as const;

const perType = z.object({
  trips: z.number().int(),
  distance_m: z.number(),
  /** What of it boats went: it is told in nautical miles. */
  at_sea_m: z.number(),
  /** Without other people's private trips, of which the time is not told (TRIP-032). */
  duration_s: z.number(),
  /** How many of the trips those are; left out where none. */
  untimed: z.number().int().optional(),
  /** False: the log with the same filter does not list all of these to who asks, so there is nothing to lead to. */
  in_log: z.boolean(),
});
/** What was driven, and what it cost and gave off as far as the unit says what it burns; null: that is not known. */
const figures = z.object({
  business: perType,
  private: perType,
  other: perType,
  /** For business driving, at the account's rate of each trip's own day. */
  reimbursement: z.number().nullable(),
  /** Reckoned from distances (decision 0033). */
  fuel_l: z.number().nullable(),
  /** Of electric vehicles, whose kWh are not added to litres. */
  electricity_kwh: z.number().nullable(),
  fuel_cost: z.number().nullable(),
  co2_kg: z.number().nullable(),
  /** Of trips, in the account's currency; null: no unit's tolls are found. None of locked units. */
  tolls: z.number().nullable(),
  /** The same in each other currency, by its name; left out where nothing was paid in one. */
  tolls_elsewhere: z.array(z.object({ currency: z.string(), amount: z.number() })).optional(),
});
export type SummaryFigures = z.output<typeof figures>;

/** REP-009. Totals only: no place, no time of day, so it is told of locked units too (DEC-48). */
export const summaryReport = defineEndpoint({
  id: 'reports.summary',
  kind: 'json',
  access: 'user',
  summary: 'What each unit or driver drove, month by month (API-074)',
  body: inOrder(reportFilter.extend({ group_by: z.enum(SUMMARY_GROUPS).default('unit') })),
  data: z.object({
    time_zone: z.string(),
    currency: z.string(),
    /** `YYYY-MM`, in order: those that the period touches. */
    months: z.array(z.string()),
    /** `YYYY-MM` of the first trip of the units asked for, whoever drove, where the period begins before it; null otherwise. */
    first_month: z.string().nullable(),
    rows: z.array(
      z.object({
        /** Of the unit or the member; null: trips without a driver. */
        id: z.number().int().nullable(),
        name: z.string(),
        registration_number: z.string().nullable(),
        imei: z.string().nullable(),
        /** One for each of `months`. */
        months: z.array(figures),
        total: figures,
      }),
    ),
    /** Without the way, the time, the trips and the reimbursement of `towed`. */
    totals: z.object({ months: z.array(figures), total: figures }),
    /**
     * What trailers went beside what towed them, and how many of them: in no sum and, by driver, in no row, as it is the same way once
     * more. Null: nothing, or nothing else was driven.
     */
    towed: z.object({ units: z.number().int(), months: z.array(figures), total: figures }).nullable(),
    /**
     * By unit, whoever drove: those asked for and still in use of which no trip is told in the period, by name.
     */
    without_trips: z.array(z.object({ id: z.number().int(), name: z.string() })),
    /** What 10 km of business driving are reimbursed with, by whose car it was; each from its day until the next one's. */
    reimbursement_rates: z.array(z.object({ car: z.enum(REIMBURSED_CARS), per_10km: z.number(), from: z.string() })),
  }),
  errors: ['PeriodMaxMonths', 'UnitNotFound', 'BasicSubscription'],
});
export type SummaryReport = z.output<typeof summaryReport.data>;
