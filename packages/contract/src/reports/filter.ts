import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { day, id, imei } from '../fields.ts';
import { BULK_MAX } from '../limits.ts';

/** Names of departments of units; empty: all. */
export const departments = z.array(z.string().trim().min(1).max(100)).max(BULK_MAX).default([]);

/** What every report may be asked for (API-074): days of the account's zone, units, their departments and drivers. */
export const reportFilter = z.object({
  from: day,
  /** Inclusive. */
  to: day,
  imeis: z.array(imei).max(BULK_MAX).default([]),
  driver_ids: z.array(id).max(BULK_MAX).default([]),
  departments,
});

/**
 * In what order the rows of a file stand: a column of the page, with a minus before it downwards, and after an @ the month or the type of
 * trip of it that is meant.
 */
export const fileOrder = z
  .string()
  .max(60)
  .regex(/^(-?[a-z0-9-]+(@[a-z0-9-]+)?)?$/, msg('InvalidInput'))
  .optional();

/** Which passages the report of tolls lists: those that cost something, every one, those in doubt, those that an administrator said something of. */
export const LISTED_PASSAGES = ['charged', 'all', 'uncertain', 'corrected'] as const;
export type ListedPassages = (typeof LISTED_PASSAGES)[number];
/** The same of its files; other reports have no such lists. */
export const fileShow = z.enum(LISTED_PASSAGES).optional();

/** A period that does not end before it begins. */
export const inOrder = <Filter extends z.ZodType<{ from: string; to: string }>>(filter: Filter): Filter =>
  filter.refine((body) => body.to >= body.from, { path: ['to'], error: msg('EndDateMustBeAfterStart') });
