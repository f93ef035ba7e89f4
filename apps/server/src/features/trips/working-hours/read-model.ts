import { sql } from 'kysely';

/**
 * Whether a trip (`t`) began outside the working hours that were in force for its unit then: `isWithinHours` of the rules, in SQL,
 * so that a filter over a year counts in the database; a test holds the two together. Hours that are off, or that a unit never
 * had, have no outside.
 */
export const STARTS_OUTSIDE_HOURS = sql`(SELECT NOT EXISTS (
    SELECT FROM jsonb_array_elements(h.hours -> 'intervals') AS i,
      LATERAL (SELECT (i ->> 'fromMin')::int AS from_min, (i ->> 'toMin')::int AS to_min, i -> 'weekdays' AS weekdays) AS w
    WHERE CASE WHEN w.to_min > w.from_min
      THEN w.weekdays @> to_jsonb(l.weekday) AND l.minute >= w.from_min AND l.minute < w.to_min
      ELSE (w.weekdays @> to_jsonb(l.weekday) AND l.minute >= w.from_min) OR (w.weekdays @> to_jsonb((l.weekday + 6) % 7) AND l.minute < w.to_min) END)
  FROM (SELECT us.settings -> 'workingHours' AS hours FROM unit_setting us
    WHERE us.unit_id = t.unit_id AND us.valid_from <= t.started_at ORDER BY us.valid_from DESC LIMIT 1) AS h,
    LATERAL (SELECT t.started_at AT TIME ZONE (h.hours ->> 'timeZone') AS local) AS z,
    LATERAL (SELECT extract(dow FROM z.local)::int AS weekday, (extract(hour FROM z.local) * 60 + extract(minute FROM z.local))::int AS minute) AS l
  WHERE h.hours @> '{"isActive": true}' AND jsonb_typeof(h.hours -> 'intervals') = 'array')`;
