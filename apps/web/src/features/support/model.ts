import { addDays } from '@spora/calendar/days';
import { BRANDS } from '@spora/contract/brands';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { Translate } from '@spora/messages/translate';
import { ADDRESSES } from '../../lib/addresses.ts';

export const PAGES = ['accounts', 'cases', 'stock', 'announcements', 'terms', 'payment-types', 'settings', 'log'] as const;
export type SupportPageName = (typeof PAGES)[number];

/** The first page is the start itself. */
export const addressOf = (page: SupportPageName): string =>
  page === 'accounts' ? ADDRESSES.support : `${ADDRESSES.support}/${page}`;
export const accountAddress = (id: number): string => `${ADDRESSES.support}/accounts/${id}`;

export type SupportPlace =
  { readonly page: SupportPageName; readonly accountId: null } | { readonly page: 'accounts'; readonly accountId: number } | null;

/** Which page a path is; null for none of ours. */
export function placeOf(pathname: string): SupportPlace {
  const [, , page = 'accounts', id, ...rest] = pathname.replace(/\/+$/, '').split('/');
  if (rest.length > 0) return null;
  if (page === 'accounts' && id !== undefined) return /^\d{1,15}$/.test(id) ? { page, accountId: Number(id) } : null;
  const found = PAGES.find((each) => each === page);
  return found && id === undefined ? { page: found, accountId: null } : null;
}

/** Numbers as they are pasted from a list, a spreadsheet or a delivery note, one by one. */
export const numbersOf = (text: string): string[] =>
  text
    .split(/[\n,;\t]+/)
    .map((part) => part.trim())
    .filter(Boolean);

export type Verdict = DataOf<'support.check-stock'>['rows'][number]['verdict'];
export const VERDICT_TEXTS = {
  ok: 'StockOk',
  odd: 'StockOdd',
  invalid: 'StockInvalid',
  twice: 'StockTwice',
  'in-stock': 'StockThere',
  fitted: 'StockFitted',
} as const satisfies Record<Verdict, string>;
/** An odd number may be added: some trackers really bear one. */
export const mayAdd = (verdict: Verdict): boolean => verdict === 'ok' || verdict === 'odd';

export const brandText = (subsiteId: number | null, t: Translate): string =>
  subsiteId === null ? t('AllBrands') : (BRANDS.find((brand) => brand.subsiteId === subsiteId)?.name ?? String(subsiteId));
/** The value of a list of brands: empty is all of them. */
export const brandOfValue = (value: string): number | null => (value === '' ? null : Number(value));

export const OWN_VISITS = { only: 'own-visits' } as const;
type Act = DataOf<'support.acts'>['rows'][number];
type Visit = Act & { readonly account: NonNullable<Act['account']> };
const VISITS_SHOWN = 10;

/** Of visits, the newest first, the last one of each account; those before stand in the log. */
export function newestPerAccount(acts: readonly Act[]): readonly Visit[] {
  const seen = new Map<number, Visit>();
  for (const act of acts)
    if (act.account !== null && !seen.has(act.account.id)) seen.set(act.account.id, { ...act, account: act.account });
  return [...seen.values()].slice(0, VISITS_SHOWN);
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
/** What the address asks of the log; its days are those of whoever looks, both included. */
export function actFilterOf(search: URLSearchParams): { readonly q?: string; readonly from?: string; readonly to?: string } {
  const [q, from, to] = [search.get('q') ?? '', search.get('from') ?? '', search.get('to') ?? ''];
  const midnight = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
  return {
    ...(q !== '' && { q }),
    ...(isDay(from) && { from: midnight(from) }),
    ...(isDay(to) && { to: midnight(addDays(to, 1)) }),
  };
}

const ACT_TEXTS = {
  'signed-in': 'Act_signed-in',
  'signed-out': 'Act_signed-out',
  'sign-in-refused': 'Act_sign-in-refused',
  'code-refused': 'Act_code-refused',
  stock: 'Act_stock',
  'log-exported': 'Act_log-exported',
  announced: 'Act_announced',
  'announcement-ended': 'Act_announcement-ended',
  terms: 'Act_terms',
  'payment-types': 'Act_payment-types',
  parents: 'Act_parents',
  'sms-credit': 'Act_sms-credit',
  'factor-reset': 'Act_factor-reset',
  'email-change': 'Act_email-change',
  'account-opened': 'Act_account-opened',
} as const;
/** What the staff did; an act that this page does not know yet is shown by its name. */
export const actText = (action: string, t: Translate): string =>
  Object.hasOwn(ACT_TEXTS, action) ? t(ACT_TEXTS[action as keyof typeof ACT_TEXTS]) : action;

/** Mail templates as people call them; one that this page does not know yet by its name. */
const MAIL_TEXTS = {
  'sign-in-code': 'Mail_sign-in-code',
  'reset-link': 'Mail_reset-link',
  'password-changed': 'Mail_password-changed',
  'email-changed': 'Mail_email-changed',
  'email-proof': 'Mail_email-proof',
  'email-consent': 'Mail_email-consent',
  'email-change-ended': 'Mail_email-change-ended',
  'sessions-ended': 'Mail_sessions-ended',
  'two-factor-changed': 'Mail_two-factor-changed',
  'factor-changed': 'Mail_factor-changed',
  'recovery-code-used': 'Mail_recovery-code-used',
  'factor-reset': 'Mail_factor-reset',
  'factor-reset-told': 'Mail_factor-reset-told',
  invitation: 'Mail_invitation',
  'unit-unlocked': 'Mail_unit-unlocked',
  'support-case': 'Mail_support-case',
  'support-answer': 'Mail_support-answer',
  welcome: 'Mail_welcome',
} as const;
export const mailText = (template: string, t: Translate): string =>
  Object.hasOwn(MAIL_TEXTS, template) ? t(MAIL_TEXTS[template as keyof typeof MAIL_TEXTS]) : template;
