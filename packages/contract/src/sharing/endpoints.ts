import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, imei, instant, lat, lng, nothing } from '../fields.ts';
import { MARKER_SYMBOLS } from '../units/values.ts';
import { SHARE_LABEL_MAX, SHARE_MINUTES, SHARE_UNITS_MAX } from '../limits.ts';

const text = z.string().trim().max(SHARE_LABEL_MAX, msg('TextTooLong'));
const destination = z.object({ lat, lng, label: text });

/** API-062, CONST-057. */
export const shareLinkInput = z.object({
  imeis: z.array(imei).min(1, msg('InvalidInput')).max(SHARE_UNITS_MAX, msg('ShareUnitsMax')),
  minutes: z
    .number(msg('ShareMinutes'))
    .int(msg('ShareMinutes'))
    .min(SHARE_MINUTES.min, msg('ShareMinutes'))
    .max(SHARE_MINUTES.max, msg('ShareMinutes')),
  /** What the page is headed by; empty: nothing. */
  title: text.default(''),
  shows_names: z.boolean().default(true),
  with_trail: z.boolean().default(false),
  /** Decision 0100: for the accounts of private persons. */
  with_own_private: z.boolean().default(false),
  destination: destination.nullable().default(null),
});
export type ShareLinkInput = z.input<typeof shareLinkInput>;

const link = z.object({
  id: z.number().int(),
  /** For its maker alone. */
  url: z.string().nullable(),
  units: z.array(z.string()),
  title: z.string(),
  shows_names: z.boolean(),
  with_trail: z.boolean(),
  with_own_private: z.boolean(),
  destination: z.string().nullable(),
  made_by: z.string(),
  created_at: instant,
  expires_at: instant,
});
export type ShareLink = z.output<typeof link>;

export const listShareLinks = defineEndpoint({
  id: 'sharing.list',
  kind: 'json',
  access: 'user',
  // Their addresses open without a session.
  visit: 'shut',
  token: 'shut',
  summary: 'The links that are open now: those of your own with their addresses; administrators see those of the account',
  data: z.object({ links: z.array(link) }),
});

export const makeShareLink = defineEndpoint({
  id: 'sharing.make',
  kind: 'json',
  access: 'user',
  summary: 'Make a link that shows where units are to whoever has it, until it ends',
  body: shareLinkInput,
  data: z.object({ id: z.number().int(), url: z.string() }),
  errors: ['UnitNotFound', 'ShareUnitsMax', 'ShareLinksMax'],
});

/** By the rule of the link itself: whoever may make one sees it there. */
export const previewShareLink = defineEndpoint({
  id: 'sharing.preview',
  kind: 'json',
  access: 'user',
  summary: 'Which units a link would show no position of if it were made now',
  body: shareLinkInput.pick({ imeis: true, with_own_private: true }),
  data: z.object({
    without_position: z.array(
      z.object({
        imei,
        name: z.string(),
        is_private: z.boolean().describe('true: because the unit is in private use'),
      }),
    ),
  }),
  errors: ['UnitNotFound', 'ShareUnitsMax'],
});

export const revokeShareLink = defineEndpoint({
  id: 'sharing.revoke',
  kind: 'json',
  access: 'user',
  summary: 'End a link of your own; administrators end any of the account',
  params: z.object({ id }),
  data: nothing,
  errors: ['ShareNotFound'],
});

export const SHARED_STATES = ['moving', 'stopped', 'parked', 'no-contact'] as const;
export type SharedState = (typeof SHARED_STATES)[number];

const sharedUnit = z.object({
  /** In the order in which they were chosen. */
  number: z.number().int(),
  name: z.string().nullable(),
  /** Told with the name; null: the link leaves both out. */
  marker_symbol: z.enum(MARKER_SYMBOLS).nullable(),
  /** Null: none now, for whatever reason. */
  position: z
    .object({
      at: instant,
      lat: z.number(),
      lng: z.number(),
      state: z.enum(SHARED_STATES),
      /** Told with the name: what it does has words of its own. */
      is_watercraft: z.boolean().describe('Whether it is a boat or a water jet; false as well where the link leaves names out'),
      speed_kmh: z.number().nullable(),
      heading_deg: z.number(),
      /** The street, or the place nearest; never what the account calls it. */
      address: z.string().nullable(),
      address_is_approximate: z.boolean(),
    })
    .nullable(),
  /** To the destination as the crow flies, and when the unit would be there. */
  way: z.object({ distance_m: z.number(), arrival: instant.nullable(), is_there: z.boolean() }).nullable(),
  /** Runs of `[lat, lng, ...]` in degrees since the link was made; null: not chosen, or not asked for. */
  trail: z.array(z.array(z.number())).nullable(),
});
export type SharedUnit = z.output<typeof sharedUnit>;

/** MAP-035: the token stands in the body; an address with it would end up in logs. */
export const watchShareLink = defineEndpoint({
  id: 'sharing.watch',
  kind: 'json',
  access: 'public',
  summary: 'What a link shows at this moment',
  body: z.object({ token: z.string().max(100), with_trail: z.boolean().default(false) }),
  data: z.object({
    title: z.string(),
    server_time: instant.describe('When the response was made: what the age of a position is counted to'),
    expires_at: instant,
    has_trail: z.boolean(),
    destination: z.object({ lat: z.number(), lng: z.number(), label: z.string() }).nullable(),
    units: z.array(sharedUnit),
  }),
  errors: ['ShareOver'],
});
export type SharedPage = z.output<typeof watchShareLink.data>;
