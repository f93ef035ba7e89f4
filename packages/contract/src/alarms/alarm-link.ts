import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { instant, language } from '../fields.ts';

/** Where who does not sign in sees on a map where an alarm was raised; the token behind `#` reaches no log. */
export const ALARM_PAGE = '/shared/alarm';

/** So long after an alarm its link opens: shorter than the month after which places of private driving are forgotten at the earliest. */
export const ALARM_LINK_DAYS = 28;

/** ALARM-039: what the message with the link has told, and no more. */
export const lookAtAlarmLink = defineEndpoint({
  id: 'alarms.look-at-alarm-link',
  kind: 'json',
  access: 'public',
  summary: 'What the message of an alarm to a receiver without a sign-in told, with the point on the map',
  body: z.object({
    token: z.string().max(100),
    /** In which the page speaks; null: that of the message. */
    language: language.nullable().default(null),
  }),
  data: z.object({
    /** In which `news` is written. */
    language,
    /** Which unit, and what happened. */
    news: z.string(),
    at: instant,
    /** The clock of the account's alarms. */
    time_zone: z.string(),
    /** It came to us long after it happened. */
    is_delayed: z.boolean(),
    /** As the message named it; empty where it knew no name. */
    place: z.string(),
    lat: z.number(),
    lng: z.number(),
    expires_at: instant,
  }),
  errors: ['ShareOver'],
});
