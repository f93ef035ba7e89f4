import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { language, subsite } from './fields.ts';

/** What the page needs before anyone is signed in. */
export const publicConfig = defineEndpoint({
  id: 'accounts.public-config',
  kind: 'json',
  access: 'public',
  summary: 'What the page needs before sign-in',
  /** `subsite` is obeyed in the demo and in development only (BRAND-002). */
  query: z.object({ subsite: subsite.optional().catch(undefined) }),
  data: z.object({
    subsite_id: z.number().int(),
    /** The demo's mailbox page, only for callers on loopback and only while mail is kept here. */
    mailbox_url: z.string().nullable(),
    /** Demo sign-ins, only in the demo and only for callers on loopback. */
    demo_sign_ins: z.array(z.object({ username: z.string(), password: z.string(), note: z.string() })),
    secure_context_needed: z.boolean(),
  }),
});

export const mapProvider = z.object({
  id: z.string(),
  kind: z.enum(['embedded', 'style', 'vector', 'pmtiles']),
  /**
   * `style`: the address of a MapLibre style; `vector`: of a TileJSON with the OpenMapTiles layers, drawn in our own style
   * (OpenFreeMap); `pmtiles`: of a PMTiles file with them; `embedded`: of the folder of our own files, `/map`.
   */
  url: z.string(),
  dark_url: z.string().optional(),
  /** Asked once with a short time limit; when it does not answer, the embedded map is used. */
  probe_url: z.string().optional(),
  attribution: z.string(),
});

export const mapConfig = defineEndpoint({
  id: 'accounts.map-config',
  kind: 'json',
  access: 'public',
  summary: 'The map sources of this installation, best first',
  data: z.object({ providers: z.array(mapProvider) }),
});
export type MapProvider = z.output<typeof mapProvider>;

export const announcement = defineEndpoint({
  id: 'accounts.announcement',
  kind: 'json',
  access: 'public',
  summary: 'The announcement of a brand, or an empty text',
  body: z.object({ lang: language, subsiteID: subsite }),
  /** Plain text with a safe list of tags: b, strong, i, em, br, a with an https or mailto address (SEC-010). */
  data: z.string(),
});

export const contact = defineEndpoint({
  id: 'accounts.contact',
  kind: 'json',
  access: 'public',
  summary: 'How to reach the provider',
  query: z.object({ SubsiteID: subsite }),
  data: z.object({ email: z.string(), phone: z.string() }),
});

export const terms = defineEndpoint({
  id: 'accounts.terms',
  kind: 'json',
  access: 'public',
  summary: 'The terms in force',
  query: z.object({ lang: language.catch('sv'), subsiteID: subsite.catch(0) }),
  /** `valid_from` is a day. Lines of `body` that begin with "# " are headings, an empty line ends a paragraph. */
  data: z.object({ valid_from: z.string(), body: z.string() }),
  errors: ['NotFound'],
});

export const carScheduleStatus = defineEndpoint({
  id: 'accounts.car-schedule-status',
  kind: 'json',
  access: 'user',
  summary: 'Whether the car schedule is enabled',
  data: z.object({ EnableCarSchedule: z.boolean() }),
});

export const safeHomeConfig = defineEndpoint({
  id: 'accounts.safe-home-config',
  kind: 'json',
  access: 'user',
  summary: 'Whether safe return home is enabled',
  data: z.object({ EnableSafeReturnHome: z.boolean() }),
});
