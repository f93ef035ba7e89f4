import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { inOrder, reportFilter } from './filter.ts';
import { SUMMARY_GROUPS } from './endpoints.ts';

/** REP-012: `measured` by the vehicle's own counter or by what was filled and charged, `computed` from the consumption that is stated of the unit. */
export const FUEL_SOURCES = ['measured', 'computed', 'both'] as const;
export type FuelSource = (typeof FUEL_SOURCES)[number];

const figures = z.object({
  distance_m: z.number(),
  /** What of it boats went: it is told in nautical miles. */
  at_sea_m: z.number(),
  fuel_l: z.number().nullable(),
  electricity_kwh: z.number().nullable(),
  /** Per 10 km, of what was driven on it. */
  l_per_10km: z.number().nullable(),
  kwh_per_10km: z.number().nullable(),
  /** At the account's price of each trip's day. */
  cost: z.number().nullable(),
  /** Null: nothing is known. */
  source: z.enum(FUEL_SOURCES).nullable(),
  /** Over how much of the distance it was measured; the rest goes by the same rate. Null by driver: it is the unit's. */
  measured_m: z.number().nullable(),
  /** What was written down as filled and charged; null by driver, as it is the unit's. */
  filled_l: z.number().nullable(),
  charged_kwh: z.number().nullable(),
  /** What those say was paid, one sum for each currency; null by driver. */
  paid: z.array(z.object({ currency: z.string(), amount: z.number() })).nullable(),
  /** How many of those say nothing of what was paid. */
  unpriced_fillings: z.number().int(),
});
export type FuelFigures = z.output<typeof figures>;

/** REP-012. Of the units that one may see: a lock leaves an administrator the summary and the benefit value only (DEC-48). */
export const fuelReport = defineEndpoint({
  id: 'reports.fuel',
  kind: 'json',
  access: 'user',
  summary: 'What each unit or driver used of fuel and electricity, measured or computed, month by month (API-074)',
  body: inOrder(reportFilter.extend({ group_by: z.enum(SUMMARY_GROUPS).default('unit') })),
  data: z.object({
    time_zone: z.string(),
    currency: z.string(),
    months: z.array(z.string()),
    rows: z.array(
      z.object({
        /** Of the unit or the member; null: trips without a driver. */
        id: z.number().int().nullable(),
        name: z.string(),
        registration_number: z.string().nullable(),
        imei: z.string().nullable(),
        months: z.array(figures),
        total: figures,
      }),
    ),
    /** Without the way of `towed`. */
    totals: z.object({ months: z.array(figures), total: figures }),
    /** How far trailers went beside what towed them: in no sum and, by driver, in no row. Null: not at all, or nothing else was driven. */
    towed: z.object({ units: z.number().int(), distance_m: z.number() }).nullable(),
  }),
  errors: ['PeriodMaxMonths', 'UnitNotFound', 'BasicSubscription'],
});
export type FuelReport = z.output<typeof fuelReport.data>;
