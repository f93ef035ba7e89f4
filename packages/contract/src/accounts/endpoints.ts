import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { day, email, id, instant, language, nothing, phone, subsite, was } from '../fields.ts';
import { ACCOUNT_FIELD_MAX, POSTAL_CODE_MAX, SUPPORT_MESSAGE_MAX } from '../limits.ts';
import { msg } from '@spora/messages/keys';
import { MAP_BASES, MAP_OVERLAYS } from './map-layers.ts';
import { ACCOUNT_CURRENCIES } from './values.ts';

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
  /** Absent: `street`, or the embedded map. */
  layer: z.enum([...MAP_BASES, ...MAP_OVERLAYS]).optional(),
  kind: z.enum(['embedded', 'style', 'vector', 'pmtiles', 'raster']),
  /**
   * `style`: the address of a MapLibre style; `vector`: of a TileJSON with the OpenMapTiles layers, drawn in our own style
   * (OpenFreeMap); `pmtiles`: of a PMTiles file with them; `raster`: of pictures, with `{z}`, `{x}` and `{y}`; `embedded`: of the
   * folder of our own files, `/map`.
   */
  url: z.string(),
  dark_url: z.string().optional(),
  /** Asked once with a short time limit; when it does not answer, the embedded map is used. */
  probe_url: z.string().optional(),
  attribution: z.string(),
  /** Of `raster`: the closest zoom that there are pictures of. */
  max_zoom: z.number().int().optional(),
  /** Of `raster`: the names of the embedded map are drawn over the pictures. */
  has_own_names: z.boolean().optional(),
});

export const mapConfig = defineEndpoint({
  id: 'accounts.map-config',
  kind: 'json',
  access: 'public',
  summary: 'The map sources of this installation, of each layer best first',
  data: z.object({
    providers: z.array(mapProvider),
    /** Whether it has somebody to ask for street addresses; otherwise trips tell the nearest place. */
    has_street_addresses: z.boolean().optional(),
  }),
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

const companyText = (max: number) => z.string().trim().max(max, msg('TextTooLong'));

/** ADM-016. */
export const company = z.object({
  name: companyText(ACCOUNT_FIELD_MAX).min(1, msg('SpecifyCompanyName')),
  registration_id: companyText(ACCOUNT_FIELD_MAX),
  contact_person: companyText(ACCOUNT_FIELD_MAX),
  street: companyText(ACCOUNT_FIELD_MAX),
  /** As long as at registration, beside one space; what it may be made of is its country's (WIZ-016). */
  postal_code: companyText(POSTAL_CODE_MAX + 1),
  city: companyText(ACCOUNT_FIELD_MAX),
  phone: z.string(),
  invoice_email: z.union([z.literal(''), email]),
});
export type Company = z.output<typeof company>;

export const getCompany = defineEndpoint({
  id: 'accounts.company',
  kind: 'json',
  access: 'admin',
  summary: "The company's information",
  data: company.extend({
    is_private: z.boolean(),
    country: z.string(),
    time_zone: z.string(),
    currency: z.enum(ACCOUNT_CURRENCIES),
    /** ADM-007, ADM-008. */
    members_may_create_groups: z.boolean(),
    check_in_without_access: z.boolean(),
  }),
});

export const updateCompany = defineEndpoint({
  id: 'accounts.update-company',
  kind: 'json',
  access: 'admin',
  summary: "Change the company's information and options; only what is sent is changed",
  body: company
    .extend({ phone })
    .partial()
    .extend({
      /** DEC-53: of what is entered from now on; amounts that are there keep theirs. */
      currency: z.enum(ACCOUNT_CURRENCIES, msg('InvalidInput')).optional(),
      members_may_create_groups: z.boolean().optional(),
      check_in_without_access: z.boolean().optional(),
      was,
    }),
  data: nothing,
  errors: ['ChangedMeanwhile'],
});

/** ADM-013, ADM-014. */
export const GROUP_KINDS = ['departments', 'projects', 'tags', 'purposes'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];
const groupName = z.string().trim().min(1, msg('SpecifyName')).max(100, msg('GroupNameLength'));
export const group = z.object({
  id: z.number().int(),
  name: z.string(),
  trip_type: z.enum(['business', 'private', 'other']).nullable(),
  is_archived: z.boolean(),
  /** Units, users and trips that bear it, private trips left out. */
  uses: z.number().int(),
  /** How many of them are users: those of a department, and those whose usual purpose it is. */
  users: z.number().int(),
  /** How many of them are trips: projects and purposes have some. */
  trips: z.number().int(),
  /** How many of those trips are attested: they keep it when it is merged into another. */
  attested_trips: z.number().int(),
});
export type Group = z.output<typeof group>;
const groupKind = z.enum(GROUP_KINDS);

export const listGroups = defineEndpoint({
  id: 'accounts.list-groups',
  kind: 'json',
  access: 'user',
  summary: 'Departments, projects, tags or purposes',
  params: z.object({ kind: groupKind }),
  data: z.object({ groups: z.array(group), can: z.object({ create: z.boolean(), edit: z.boolean() }) }),
});

export const createGroup = defineEndpoint({
  id: 'accounts.create-group',
  kind: 'json',
  access: 'user',
  summary: 'Add a department, project, tag or purpose',
  params: z.object({ kind: groupKind }),
  body: z.object({ name: groupName, trip_type: z.enum(['business', 'private', 'other']).nullable().default(null) }),
  data: group,
});

export const updateGroup = defineEndpoint({
  id: 'accounts.update-group',
  kind: 'json',
  access: 'admin',
  summary: 'Rename, merge into another, archive or bring back',
  params: z.object({ kind: groupKind, id }),
  body: z.object({
    name: groupName.optional(),
    trip_type: z.enum(['business', 'private', 'other']).nullable().optional(),
    is_archived: z.boolean().optional(),
    /** Everything that bears this one bears that one afterwards but attested and private trips, and this one is gone. */
    merge_into: id.optional(),
    was,
  }),
  data: nothing,
  errors: ['GroupNotFound', 'ChangedMeanwhile'],
});

/** ADM-014: whose trips get a purpose of themselves, asked before it is archived. */
export const usualPurpose = defineEndpoint({
  id: 'accounts.usual-purpose',
  kind: 'json',
  access: 'admin',
  summary: 'Units and users whose usual purpose it is',
  params: z.object({ id }),
  data: z.object({
    units: z.array(z.object({ imei: z.string().nullable(), name: z.string() })),
    users: z.array(z.object({ id: z.number().int(), name: z.string() })),
  }),
  errors: ['GroupNotFound'],
});

export const removeGroup = defineEndpoint({
  id: 'accounts.remove-group',
  kind: 'json',
  access: 'admin',
  summary: 'Remove one that nothing bears',
  params: z.object({ kind: groupKind, id }),
  data: nothing,
  errors: ['GroupNotFound', 'GroupInUse'],
});

const auditValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const auditQuery = {
  from: day.optional(),
  to: day.optional(),
  action: z.string().max(60).optional(),
  user_id: id.optional(),
  search: z.string().max(100).optional(),
};

/** ADM-018: newest first; `before` is the id of the last row one has. */
export const readAudit = defineEndpoint({
  id: 'accounts.audit',
  kind: 'json',
  access: 'admin',
  summary: 'The audit log',
  query: z.object({ ...auditQuery, before: id.optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
  data: z.object({
    rows: z.array(
      z.object({
        id: z.number().int(),
        at: instant,
        actor: z.string(),
        actor_kind: z.enum(['member', 'stranger', 'support', 'system']),
        action: z.string(),
        subject: z.string(),
        details: z.record(z.string(), auditValue),
        changes: z.array(z.object({ field: z.string(), before: auditValue, after: auditValue })),
      }),
    ),
    has_more: z.boolean(),
  }),
});

export const exportAudit = defineEndpoint({
  id: 'accounts.export-audit',
  kind: 'file',
  access: 'admin',
  summary: 'The audit log as CSV',
  query: z.object(auditQuery),
  data: nothing,
});

/** ADM-009, ADM-023. */
export const contactSupport = defineEndpoint({
  id: 'accounts.contact-support',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Write to support',
  body: z.object({
    message: z.string().trim().min(1, msg('SpecifyMessage')).max(SUPPORT_MESSAGE_MAX, msg('MessageLength')),
    page: z.string().max(300).default(''),
    imei: z.string().max(20).default(''),
    version: z.string().max(60).default(''),
  }),
  data: z.object({ case: z.string() }),
});
