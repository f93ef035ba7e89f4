import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { FUEL_UNITS } from '../trips/endpoints.ts';
import { inOrder, reportFilter } from './filter.ts';

/** What is not stated, so that private driving could not be priced. */
export const BENEFIT_GAPS = ['consumption', 'price'] as const;
export type BenefitGap = (typeof BENEFIT_GAPS)[number];

/** Private driving priced alike: between two changes of a price, of the unit's consumption or of the factor. */
const part = z.object({
  private_m: z.number(),
  consumption_per_10km: z.number().nullable(),
  /** Of a litre or kWh. */
  fuel_price: z.number().nullable(),
  benefit_factor: z.number(),
});
export type BenefitPart = z.output<typeof part>;

const figures = z.object({
  business_m: z.number(),
  private_m: z.number(),
  other_m: z.number(),
  private_trips: z.number().int(),
  /** Of all that was driven, 0 to 1; null when nothing was. */
  private_share: z.number().nullable(),
  /** Litres or kWh of private driving. */
  fuel: z.number().nullable(),
  /** Private km / 10 x consumption per 10 km x price of the day. */
  fuel_cost: z.number().nullable(),
  /** `fuel_cost` x the factor of the day; 0 where the company does not pay the fuel. */
  fuel_value: z.number().nullable(),
  /** Of private trips; null: tolls are not known. */
  tolls: z.number().nullable(),
  /** `fuel_value` and tolls; of what is known. */
  value: z.number().nullable(),
  gaps: z.array(z.enum(BENEFIT_GAPS)),
});
export type BenefitFigures = z.output<typeof figures>;

const inMonth = figures.extend({
  /** Of the unit, whoever drove it, at the beginning and the end of the month, or of the period where it begins or ends within one. */
  odometer_start_km: z.number().nullable(),
  odometer_end_km: z.number().nullable(),
  /** With what the figures were reckoned. */
  parts: z.array(part),
});
export type BenefitMonth = z.output<typeof inMonth>;

/** REP-011: a calendar year against the line from which the benefit is reduced. */
const year = z.object({
  year: z.number().int(),
  business_m: z.number(),
  private_m: z.number(),
  private_trips: z.number().int(),
  /** The last day that is counted. */
  until: z.string(),
  /** At the pace since the first month with a trip; of a year that is over what it was. */
  forecast_m: z.number(),
  /** Null: the country knows no such line, and the account has set none. */
  line_km: z.number().int().nullable(),
  /** What still counts as slight private use (rates-and-rules.md 2.1); null: no such limit. */
  private_occasions_max: z.number().int().nullable(),
  private_km_max: z.number().int().nullable(),
});
export type BenefitYear = z.output<typeof year>;

/** REP-010, REP-011. Totals only: no place, no time of day, so it is told of locked units too (DEC-48). */
export const benefitValueReport = defineEndpoint({
  id: 'reports.benefit-value',
  kind: 'json',
  access: 'user',
  summary: 'What private driving was worth to each driver, by unit and month (API-074)',
  body: inOrder(reportFilter),
  data: z.object({
    time_zone: z.string(),
    currency: z.string(),
    /** `YYYY-MM`, in order: those that the period touches. */
    months: z.array(z.string()),
    rows: z.array(
      z.object({
        /** Null: trips without a driver. */
        driver_id: z.number().int().nullable(),
        driver: z.string(),
        unit_id: z.number().int(),
        unit: z.string(),
        registration_number: z.string().nullable(),
        imei: z.string().nullable(),
        is_benefit_car: z.boolean(),
        /** Whether the company pays the fuel for private driving: only then it is a benefit. */
        has_fuel_benefit: z.boolean(),
        fuel_unit: z.enum(FUEL_UNITS),
        /** One for each of `months`. */
        months: z.array(inMonth),
        total: figures,
        years: z.array(year),
      }),
    ),
    totals: z.object({ months: z.array(figures), total: figures }),
    /** What was in force in the period, oldest first. */
    settings: z.array(
      z.object({
        /** Empty: from ever. */
        valid_from: z.string(),
        benefit_factor: z.number(),
        reduced_line_km: z.number().int().nullable(),
      }),
    ),
  }),
  errors: ['PeriodMaxMonths', 'UnitNotFound', 'BasicSubscription'],
});
export type BenefitReport = z.output<typeof benefitValueReport.data>;
