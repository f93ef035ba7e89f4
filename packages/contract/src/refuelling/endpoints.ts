import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, imei, instant, nothing, was } from '../fields.ts';
import {
  PICTURE_MAX_BYTES,
  REFUELLING_AMOUNT_MAX,
  REFUELLING_NOTE_MAX,
  REFUELLING_PRICE_MAX,
  REFUELLING_STATION_MAX,
} from '../limits.ts';
import { CURRENCIES } from '../maintenance/values.ts';
import { FUEL_TYPES } from '../units/values.ts';

/** TRIP-035: what was filled or charged. What stands as null or empty of a masked one is withheld. */
export const refuelling = z.object({
  id: z.number().int(),
  /** Midnight of its day, in the account's zone, where `is_masked`. */
  at: instant,
  fuel_type: z.enum(FUEL_TYPES),
  /** Litres; of electricity kilowatt-hours. */
  amount: z.number(),
  /** What was paid in all; null where it is not known. */
  price: z.number().nullable(),
  currency: z.enum(CURRENCIES).nullable(),
  odometer_km: z.number().nullable(),
  /** Litres or kilowatt-hours per 10 km since the entry before of the same fuel; null where either has no odometer. */
  per_10km: z.number().nullable(),
  station: z.string(),
  note: z.string(),
  /** Empty for somebody who is gone, and of a masked one. */
  recorded_by: z.string(),
  /** Where somebody else's private trip had taken the unit: when and where is theirs (TRIP-032). */
  is_masked: z.boolean(),
  has_receipt: z.boolean(),
  can: z.object({ edit: z.boolean() }),
});
export type Refuelling = z.output<typeof refuelling>;

const byImei = z.object({ imei });
const byRefuelling = z.object({ imei, id });
const amount = (most: number) => z.number(msg('SpecifyAmount')).min(0, msg('AmountNegative')).max(most, msg('AmountTooLarge'));

export const refuellingInput = z
  .object({
    /** Absent: a new one. */
    id: id.optional(),
    at: instant,
    fuel_type: z.enum(FUEL_TYPES, msg('InvalidInput')),
    amount: z
      .number(msg('SpecifyAmount'))
      .min(0.001, msg('SpecifyAmount'))
      .max(REFUELLING_AMOUNT_MAX, { error: msg('RefuellingTooMuch') }),
    price: amount(REFUELLING_PRICE_MAX).nullable().default(null),
    currency: z.enum(CURRENCIES, msg('InvalidInput')).nullable().default(null),
    odometer_km: amount(10_000_000).nullable().default(null),
    station: z.string().trim().max(REFUELLING_STATION_MAX, msg('TextTooLong')).default(''),
    note: z.string().trim().max(REFUELLING_NOTE_MAX, msg('TextTooLong')).default(''),
    /** What does not fit the entries before and after, an odometer, amount or price, is saved when it is confirmed. */
    confirmed: z.boolean().default(false),
    was,
  })
  .refine(({ price, currency }) => price === null || currency !== null, { path: ['currency'], error: msg('SpecifyCurrency') });
export type RefuellingInput = z.input<typeof refuellingInput>;

const errors = ['UnitNotFound', 'UnitLocked'] as const;

export const listRefuellings = defineEndpoint({
  id: 'refuelling.list',
  kind: 'json',
  access: 'user',
  summary: 'What a unit was filled and charged with, newest first, a page at a time',
  params: byImei,
  query: z.object({ page: z.coerce.number(msg('InvalidInput')).int(msg('InvalidInput')).min(1, msg('InvalidInput')).default(1) }),
  data: z.object({
    rows: z.array(refuelling),
    has_more: z.boolean(),
    /** What a new entry starts from. */
    draft: z.object({
      fuel_type: z.enum(FUEL_TYPES).nullable(),
      odometer_km: z.number().nullable(),
      currency: z.enum(CURRENCIES),
    }),
    can: z.object({ add: z.boolean() }),
  }),
  errors,
});

export const saveRefuelling = defineEndpoint({
  id: 'refuelling.save',
  kind: 'json',
  access: 'user',
  summary: 'Add what a unit was filled or charged with, or change it',
  params: byImei,
  body: refuellingInput,
  data: z.object({ id: z.number().int() }),
  errors: [
    'FeatureOff',
    ...errors,
    'RefuellingNotFound',
    'RefuellingInFuture',
    'ConfirmRefuelling',
    'ConfirmSameOdometer',
    'ConfirmFilling',
    'ChangedMeanwhile',
  ],
});

export const removeRefuelling = defineEndpoint({
  id: 'refuelling.remove',
  kind: 'json',
  access: 'user',
  summary: 'Take an entry away; it can be brought back for 30 days',
  params: byRefuelling,
  data: nothing,
  errors: [...errors, 'RefuellingNotFound'],
});

export const restoreRefuelling = defineEndpoint({
  id: 'refuelling.restore',
  kind: 'json',
  access: 'user',
  summary: 'Bring an entry back that was taken away',
  params: byRefuelling,
  data: nothing,
  errors: ['FeatureOff', ...errors, 'RefuellingNotFound'],
});

/** SEC-012: the picture itself is the body; what it is, its bytes say. */
export const setReceipt = defineEndpoint({
  id: 'refuelling.set-receipt',
  kind: 'json',
  access: 'user',
  summary: 'Put a picture of the receipt to an entry, in place of one that is there',
  params: byRefuelling,
  upload: {
    types: ['image/png', 'image/jpeg'],
    maxBytes: PICTURE_MAX_BYTES,
    tooLarge: 'ImageTooLarge',
    wrongType: 'ImageWrongType',
  },
  data: nothing,
  errors: ['FeatureOff', ...errors, 'RefuellingNotFound', 'ImageTooLarge', 'ImageWrongType', 'ImageTooManyPixels', 'ImageBroken'],
});

export const removeReceipt = defineEndpoint({
  id: 'refuelling.remove-receipt',
  kind: 'json',
  access: 'user',
  summary: 'Delete the picture of the receipt',
  params: byRefuelling,
  data: nothing,
  errors: [...errors, 'RefuellingNotFound', 'PictureNotFound'],
});

export const getReceipt = defineEndpoint({
  id: 'refuelling.receipt',
  kind: 'file',
  access: 'user',
  summary: 'The picture of the receipt',
  params: byRefuelling,
  data: nothing,
  errors: [...errors, 'PictureNotFound'],
});
