import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { SUBSITE_MAX } from '../brands.ts';
import { day, id, imei, instant, language, nothing, subsite } from '../fields.ts';
import { ANNOUNCEMENT_MAX, STOCK_ADD_MAX, TERMS_MAX } from '../limits.ts';
import { SUBSCRIPTIONS } from './endpoints.ts';

/** Of hardware; which there are `support.stock` answers. */
const family = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,31}$/);
const subscription = z.enum(SUBSCRIPTIONS);
const byId = z.object({ id });
/** Of lists that go back in time: rows older than the one with this id. */
const before = z.object({ before: id.optional() });
const brandOrAll = z.number().int().min(0).max(SUBSITE_MAX).nullable();

const stockRow = z.object({
  imei: z.string(),
  family: z.string(),
  subsite_id: brandOrAll,
  subscription_type: subscription,
  added_at: instant,
  registered_at: instant.nullable(),
});
export type StockRow = z.output<typeof stockRow>;

const stockFilter = z.object({
  q: z.string().trim().max(20).optional(),
  state: z.enum(['all', 'free', 'registered']).default('all'),
  subsite: subsite.optional(),
});

export const listStock = defineEndpoint({
  id: 'support.stock',
  kind: 'json',
  access: 'support',
  summary: 'The stock of units, the newest first',
  query: stockFilter.extend({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  data: z.object({
    rows: z.array(stockRow),
    total: z.number().int(),
    /** What may be put into the stock, the ordinary one first. */
    families: z.array(z.string()),
  }),
});

export const exportStock = defineEndpoint({
  id: 'support.export-stock',
  kind: 'file',
  access: 'support',
  summary: 'The stock of units as CSV',
  query: stockFilter,
  data: z.string(),
});

const numbers = z.array(z.string().max(40)).min(1, msg('SpecifyImei')).max(STOCK_ADD_MAX, msg('TooManyNumbers'));

/** `odd`: the check digit is wrong, which some trackers really have; it may be added. */
export const checkStock = defineEndpoint({
  id: 'support.check-stock',
  kind: 'json',
  access: 'support',
  summary: 'What would become of numbers that are to be put into the stock; changes nothing',
  body: z.object({ imeis: numbers }),
  data: z.object({
    rows: z.array(z.object({ imei: z.string(), verdict: z.enum(['ok', 'odd', 'invalid', 'twice', 'in-stock', 'fitted']) })),
  }),
});

export const addStock = defineEndpoint({
  id: 'support.add-stock',
  kind: 'json',
  access: 'support',
  summary: 'Put trackers into the stock, all or none',
  body: z.object({
    imeis: z.array(imei).min(1, msg('SpecifyImei')).max(STOCK_ADD_MAX, msg('TooManyNumbers')),
    /** The ordinary one without it. */
    family: family.optional(),
    subsite_id: brandOrAll.default(null),
    subscription_type: subscription.default('Standard'),
  }),
  data: z.object({ added: z.number().int() }),
  errors: ['StockNumbersTaken'],
});

const announcementText = z.string().trim().min(1, msg('SpecifyAllLanguages')).max(ANNOUNCEMENT_MAX, msg('TextTooLong'));
const announcementRow = z.object({
  id: z.number().int(),
  subsite_id: brandOrAll,
  text_en: z.string(),
  text_sv: z.string(),
  text_no: z.string(),
  starts_at: instant,
  ends_at: instant.nullable(),
});

export const listAnnouncements = defineEndpoint({
  id: 'support.announcements',
  kind: 'json',
  access: 'support',
  summary: 'What was, is and will be announced, the newest first',
  data: z.object({ rows: z.array(announcementRow) }),
});
export type AnnouncementRow = z.output<typeof announcementRow>;

export const announce = defineEndpoint({
  id: 'support.announce',
  kind: 'json',
  access: 'support',
  summary: 'Show a text above every page of a brand, or of all; the one before it ends',
  body: z.object({
    subsite_id: brandOrAll,
    text_en: announcementText,
    text_sv: announcementText,
    text_no: announcementText,
    ends_at: instant.nullable().default(null),
  }),
  data: nothing,
  errors: ['TimeHasPassed'],
});

export const endAnnouncement = defineEndpoint({
  id: 'support.end-announcement',
  kind: 'json',
  access: 'support',
  summary: 'Stop showing an announcement',
  params: byId,
  data: nothing,
  errors: ['NotFound'],
});

const termsRow = z.object({
  id: z.number().int(),
  subsite_id: brandOrAll,
  language,
  valid_from: z.string(),
  body: z.string(),
});
export type TermsRow = z.output<typeof termsRow>;

export const listTerms = defineEndpoint({
  id: 'support.list-terms',
  kind: 'json',
  access: 'support',
  summary: 'Every text of terms with the day it applies from, the newest first',
  data: z.object({ rows: z.array(termsRow) }),
});

/** A text that applies has been agreed to: it is never changed, another follows it. */
export const addTerms = defineEndpoint({
  id: 'support.add-terms',
  kind: 'json',
  access: 'support',
  summary: 'Add terms that apply from a day on',
  body: z.object({
    subsite_id: brandOrAll,
    language,
    valid_from: day,
    body: z.string().trim().min(1, msg('SpecifyText')).max(TERMS_MAX, msg('TextTooLong')),
  }),
  data: nothing,
  errors: ['DateHasPassed', 'TermsExist'],
});

const label = z.string().trim().min(1, msg('SpecifyAllLanguages')).max(100, msg('TextTooLong'));
const paymentType = z.object({
  /** Null for a new one. */
  id: z.number().int().nullable(),
  label_en: label,
  label_sv: label,
  label_no: label,
  is_active: z.boolean(),
});
export type PaymentType = z.output<typeof paymentType>;

export const listPaymentTypes = defineEndpoint({
  id: 'support.payment-types',
  kind: 'json',
  access: 'support',
  summary: 'The ways to pay, in their order',
  data: z.object({ rows: z.array(paymentType) }),
});

export const savePaymentTypes = defineEndpoint({
  id: 'support.save-payment-types',
  kind: 'json',
  access: 'support',
  summary: 'Save the ways to pay in the order given; none is ever removed, only switched off',
  body: z.object({ rows: z.array(paymentType).min(1, msg('SpecifyName')).max(50, msg('TextTooLong')) }),
  data: nothing,
  errors: ['NotFound'],
});

const parentAccount = z.string().trim().max(50, msg('TextTooLong'));
/** DEC-21: empty for none; they may be the same. */
const settings = z.object({ alert_numbers_parent_id: parentAccount, extra_time_zone_parent_id: parentAccount });

export const getSettings = defineEndpoint({
  id: 'support.settings',
  kind: 'json',
  access: 'support',
  summary: 'The two special parent accounts',
  data: settings,
});

export const saveSettings = defineEndpoint({
  id: 'support.save-settings',
  kind: 'json',
  access: 'support',
  summary: 'Save the two special parent accounts',
  body: settings,
  data: nothing,
});

/** What of the staff's log is shown and exported. */
const actFilter = z.object({
  only: z.enum(['own-visits']).optional(),
  /** Who did it, the account by name or number, or what it was about. */
  q: z.string().trim().max(100).default(''),
  from: instant.optional(),
  /** Exclusive. */
  to: instant.optional(),
});

export const listActs = defineEndpoint({
  id: 'support.acts',
  kind: 'json',
  access: 'support',
  summary: 'What the staff did outside of accounts, and which they opened',
  query: before.extend(actFilter.shape),
  data: z.object({
    rows: z.array(
      z.object({
        id: z.number().int(),
        at: instant,
        staff: z.string(),
        action: z.string(),
        subject: z.string(),
        account: z.object({ id: z.number().int(), name: z.string() }).nullable(),
        /** Of an account that was opened; `left_at` is null while the visit lasts. */
        visit: z.object({ left_at: instant.nullable() }).nullable(),
      }),
    ),
    has_more: z.boolean(),
  }),
});

export const exportActs = defineEndpoint({
  id: 'support.export-acts',
  kind: 'file',
  access: 'support',
  summary: "The staff's log as CSV; that it was fetched stands in it",
  query: actFilter,
  data: z.string(),
});
