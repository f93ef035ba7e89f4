import { HOLIDAY_NAMES } from '@spora/calendar/holidays';
import { z } from 'zod';
import { AREAS } from './areas.ts';
import { stationOf, zoneOf } from './stations.ts';
import { EMISSION_CLASSES, FUELS, type TariffFacts, VEHICLE_CLASSES } from './tariff-facts.ts';
import { BRITISH_TARIFFS } from './tariffs-gb.ts';
import { NORWEGIAN_TARIFFS } from './tariffs-no.ts';
import { SWEDISH_TARIFFS } from './tariffs-se.ts';
import type { TollArea } from './types.ts';

/** What passages of an area cost in a span of days, as it is stored and edited; `version` is that of its form. */
export interface Tariff extends TariffFacts {
  readonly version: 1;
}

const AREA_NAMES = Object.keys(AREAS) as [TollArea, ...TollArea[]];
const DAY_OF_YEAR = new RegExp(`^((0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])|(${HOLIDAY_NAMES.join('|')})([+-]\\d{1,3})?)$`);

const name = z.string().trim().min(1).max(100);
const minorUnits = z.int().min(0).max(100_000_000);
const minutes = z.int().min(1).max(1440);
const dayOfYear = z.string().regex(DAY_OF_YEAR);
const place = name.refine((id) => stationOf(id) !== undefined || zoneOf(id) !== undefined, 'no such station or zone');

const yearSpan = z.strictObject({
  from: dayOfYear,
  to: dayOfYear,
  exceptFirstWeekdays: z.int().min(0).max(31).optional(),
  rule: z.enum(['free-day', 'july']).optional(),
});

const dayRule = z.strictObject({
  weekdays: z.array(z.int().min(1).max(7)).max(7),
  holidays: z.boolean(),
  eves: z.boolean(),
  exceptEvesOf: z.array(z.enum(HOLIDAY_NAMES)).optional(),
  spans: z.array(yearSpan).max(20),
});

const clockHours = z
  .strictObject({
    from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    to: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
    amount: minorUnits,
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'not after its beginning' });

const hoursInOrder = z
  .array(clockHours)
  .max(96)
  .refine(
    (hours) => hours.every(({ from }, i) => i === 0 || from >= (hours[i - 1]?.to ?? '')),
    'hours overlap or are not in order',
  );

const priceTable = z.strictObject({
  pointTariffs: z.array(name).optional(),
  seasons: z.array(name).optional(),
  days: z.enum(['ordinary', 'rest']).optional(),
  vehicleClasses: z.array(z.enum(VEHICLE_CLASSES)).optional(),
  fuels: z.array(z.enum(FUELS)).optional(),
  emissionClasses: z.array(z.enum(EMISSION_CLASSES)).optional(),
  hours: hoursInOrder,
});

const tariff: z.ZodType<Tariff> = z
  .strictObject({
    version: z.literal(1),
    id: name,
    area: z.enum(AREA_NAMES),
    scheme: name,
    validFrom: z.iso.date(),
    validTo: z.iso.date().nullable(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    confidence: z.enum(['high', 'medium', 'low']),
    source: z.string().trim().min(1).max(1000),
    priceYear: z.int().min(1990).max(2100).optional(),
    stations: z.array(place).min(1).optional(),
    rings: z.array(name).min(1).optional(),
    exemptClasses: z.array(z.enum(VEHICLE_CLASSES)),
    seasons: z.array(z.strictObject({ name, spans: z.array(yearSpan).max(20) })).max(20),
    freeDays: dayRule,
    restDays: dayRule.optional(),
    prices: z.array(priceTable).max(200),
    dayMaximum: z.array(z.strictObject({ seasons: z.array(name).optional(), amount: minorUnits })).optional(),
    perDay: z.boolean().optional(),
    samePassage: z.array(z.strictObject({ stations: z.array(place).min(2), minutes })).optional(),
    multiPassageMinutes: minutes.optional(),
    monthCeiling: z.int().min(1).max(10_000).optional(),
    controlRule: z.strictObject({ stations: z.array(place).min(1), controls: z.array(place).min(1), minutes }).optional(),
  })
  .refine(({ validFrom, validTo }) => validTo === null || validTo >= validFrom, {
    path: ['validTo'],
    error: 'before its first day',
  });

/** What is known of tolls in Sweden, Norway and Great Britain, to begin with: an installation keeps and edits a copy of its own. */
export const DEFAULT_TARIFFS: readonly Tariff[] = [...SWEDISH_TARIFFS, ...NORWEGIAN_TARIFFS, ...BRITISH_TARIFFS].map((facts) => ({
  version: 1,
  ...facts,
}));

/** Reads a tariff as it is stored or was edited; throws a ZodError whose issues name the path of what is wrong. */
export const parseTariff = (json: unknown): Tariff => tariff.parse(json);
