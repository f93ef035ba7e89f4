import { type RawBuilder, sql } from 'kysely';
import type { PublicHoliday } from '../../../core/people/days-off.ts';

/**
 * Whether a trip (`t`) began outside the working hours that were in force for its unit then: `isWithinHours` of the rules, in SQL,
 * so that a filter over a year counts in the database; a test holds the two together. Hours that are off, or that a unit never
 * had, have no outside. `holidays` are those of every country in the time that is asked for (TRIP-036).
 */
export const startsOutsideHours = (holidays: readonly PublicHoliday[]): RawBuilder<unknown> => sql`(SELECT NOT EXISTS (
    SELECT FROM jsonb_array_elements(h.hours -> 'intervals') AS i,
      LATERAL (SELECT (i ->> 'fromMin')::int AS from_min, (i ->> 'toMin')::int AS to_min, i -> 'weekdays' AS weekdays) AS w
    WHERE (w.weekdays @> to_jsonb(l.weekday) AND l.minute >= w.from_min AND (w.to_min <= w.from_min OR l.minute < w.to_min)
        AND NOT ${isOff(sql`z.local::date`, holidays)})
      OR (w.to_min <= w.from_min AND w.weekdays @> to_jsonb((l.weekday + 6) % 7) AND l.minute < w.to_min
        AND NOT ${isOff(sql`z.local::date - 1`, holidays)}))
  FROM (SELECT us.settings -> 'workingHours' AS hours FROM unit_setting us
    WHERE us.unit_id = t.unit_id AND us.valid_from <= t.started_at ORDER BY us.valid_from DESC LIMIT 1) AS h,
    LATERAL (SELECT t.started_at AT TIME ZONE (h.hours ->> 'timeZone') AS local) AS z,
    LATERAL (SELECT extract(dow FROM z.local)::int AS weekday, (extract(hour FROM z.local) * 60 + extract(minute FROM z.local))::int AS minute) AS l
  WHERE h.hours @> '{"isActive": true}' AND jsonb_typeof(h.hours -> 'intervals') = 'array')`;

/** `isDayOff` as things stand: what the account settled last, and otherwise what its country makes of the day. */
const isOff = (day: RawBuilder<unknown>, holidays: readonly PublicHoliday[]) => sql`coalesce(
  (SELECT d.is_off FROM account_day_off d WHERE d.account_id = t.account_id AND d.day = ${day} ORDER BY d.valid_from DESC LIMIT 1),
  ((SELECT lower(a.country) FROM account a WHERE a.id = t.account_id), ${day}) IN (
    SELECT * FROM unnest(${holidays.map((each) => each.country)}::text[], ${holidays.map((each) => each.day)}::date[])))`;
