import { HOLIDAY_NAMES } from '@spora/calendar/holidays';
import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { day, nothing } from '../fields.ts';
import { DAY_OFF_NAME_MAX } from './values.ts';

/** How many years after this one days off can be set. */
export const DAYS_OFF_YEARS_AHEAD = 5;

export const dayOff = z.object({
  day: z.string(),
  /** What the country calls it; null for a day of the account's own. */
  holiday: z.enum(HOLIDAY_NAMES).nullable(),
  /** `eve`: no public holiday by law, but free as a Sunday is; `substitute`: a weekday in place of a holiday on a weekend. */
  kind: z.enum(['public', 'eve', 'substitute', 'own']),
  /** The account's own name of it, or empty. */
  name: z.string(),
  is_off: z.boolean(),
  /** The account has settled something else than its country. */
  is_own: z.boolean(),
  /** It lies within the days that can still be changed. */
  is_open: z.boolean(),
});
export type DayOff = z.output<typeof dayOff>;

const year = z.coerce
  .number(msg('InvalidInput'))
  .int(msg('InvalidInput'))
  .min(1900, msg('OutOfLimits'))
  .max(2199, msg('OutOfLimits'));

export const listDaysOff = defineEndpoint({
  id: 'days-off.list',
  kind: 'json',
  access: 'user',
  summary: 'The days of a year on which working hours do not count: public holidays of the account’s country and days of its own',
  query: z.object({ year: year.optional() }),
  data: z.object({
    year: z.number().int(),
    today: z.string(),
    /** ISO 3166, lower case. */
    country: z.string(),
    days: z.array(dayOff),
    /** The first and the last day that can be changed. */
    first_day: z.string(),
    last_day: z.string(),
    /** How many units that one sees go by working hours now: a day off decides about no others. */
    units_with_hours: z.number().int(),
    can: z.object({ edit: z.boolean() }),
  }),
});
export type DaysOffOfYear = z.output<typeof listDaysOff.data>;

export const setDayOff = defineEndpoint({
  id: 'days-off.set',
  kind: 'json',
  access: 'admin',
  summary: 'Make a day a day off, or a public holiday a working day; the trips of a day that has been are computed again',
  body: z.object({
    day,
    is_off: z.boolean(),
    /** Of a day that is no public holiday. */
    name: z.string().trim().max(DAY_OFF_NAME_MAX, msg('TextTooLong')).default(''),
  }),
  data: nothing,
  errors: ['DayOffOutOfReach'],
});

/**
 * TRIP-032: what another choice of a day that has been would make of its trips, before it is made. Trips whose type was said by hand, by
 * a place or by the private switch, and attested ones, keep theirs whatever is asked; a day to come has no trips.
 */
export const checkDayOff = defineEndpoint({
  id: 'days-off.check',
  kind: 'json',
  access: 'admin',
  summary: 'How many trips of a day would become private if it were a day off, a working day or what the country makes of it',
  body: z.object({ day, is_off: z.boolean().nullable() }),
  /** `becoming_private`: trips that are not private now; afterwards only their drivers can change them. */
  data: z.object({ becoming_private: z.number().int() }),
  errors: ['DayOffOutOfReach'],
});

export const resetDayOff = defineEndpoint({
  id: 'days-off.reset',
  kind: 'json',
  access: 'admin',
  summary: 'Take back what the account has settled of a day, which then is what the country makes of it',
  params: z.object({ day }),
  data: nothing,
  errors: ['DayOffOutOfReach'],
});
