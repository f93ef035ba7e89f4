import { AUDIT_ACTIONS, type AuditAction } from '@spora/contract/accounts/audit-actions';
import { FACTOR_REQUIREMENTS } from '@spora/contract/second-factor/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { Translate } from '@spora/messages/translate';
import type { AuditFilter } from './queries.ts';

export type AuditRow = DataOf<'accounts.audit'>['rows'][number];

/** What the address holds of the audit log; days are `yyyy-MM-dd` of the account's zone, both included. */
export interface AuditSearch {
  readonly from?: string;
  readonly to?: string;
  readonly action?: AuditAction;
  /** The id of a user. */
  readonly by?: string;
  readonly q?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) ? value : undefined;
const isAction = (value: unknown): value is AuditAction => (AUDIT_ACTIONS as readonly unknown[]).includes(value);

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const from = dayOf(raw['from']);
  const to = dayOf(raw['to']);
  const isSpan = from !== undefined && to !== undefined && from <= to;
  const q = raw['q'];
  return {
    from: isSpan ? from : undefined,
    to: isSpan ? to : undefined,
    action: isAction(raw['action']) ? raw['action'] : undefined,
    by: /^[1-9]\d{0,14}$/.test(String(raw['by'])) ? String(raw['by']) : undefined,
    q: typeof q === 'string' && q.trim() ? q.slice(0, 100) : undefined,
  };
}

export const hasAuditFilters = ({ from, action, by, q }: AuditSearch): boolean => Boolean(from ?? action ?? by ?? q);

export const filterOf = ({ from, to, action, by, q }: AuditSearch): AuditFilter => ({
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  ...(action ? { action } : {}),
  ...(by ? { user_id: Number(by) } : {}),
  ...(q ? { search: q } : {}),
});

/** What happened, in words; an action that this page does not know yet is shown by its name. */
export const actionText = (action: string, t: Translate): string => (isAction(action) ? t(`Audit_${action}`) : action);

export const actorText = (row: Pick<AuditRow, 'actor' | 'actor_kind'>, t: Translate): string => {
  switch (row.actor_kind) {
    case 'support':
      return row.actor ? t('AuditBySupportNamed', { name: row.actor }) : t('AuditBySupport');
    case 'system':
      return t('AuditBySystem');
    case 'stranger':
      return t('AuditByStranger');
    case 'member':
      return row.actor || t('AuditByUnknown');
  }
};

const KINDS = ['departments', 'projects', 'tags', 'purposes'] as const;
const KIND_TEXTS = {
  departments: 'DepartmentsTitle',
  projects: 'ProjectsTitle',
  tags: 'TagsTitle',
  purposes: 'PurposesTitle',
} as const;

/** The particulars of a row as people read them. */
export function detailsText(details: AuditRow['details'], t: Translate): string {
  return Object.entries(details)
    .flatMap(([name, value]) => detailText(name, value, t))
    .join('. ');
}

/** How somebody took the second step of a sign-in; nothing where none was asked for. */
function secondFactorText(factor: string | number | boolean, t: Translate): string | [] {
  switch (factor) {
    case 'code':
      return t('AuditDetailCode');
    case 'trusted-browser':
      return t('AuditDetailTrusted');
    case 'app':
      return t('WayApp');
    case 'passkey':
      return t('WayPasskey');
    case 'recovery':
      return t('WayRecovery');
    case 'provider':
      return t('AuditDetailSignOn');
    default:
      return [];
  }
}

function detailText(name: string, value: string | number | boolean | null, t: Translate): string | [] {
  if (value === null || value === '') return [];
  switch (name) {
    case 'count':
      return t('AuditDetailCount', { count: Number(value) });
    case 'fields':
      return t('AuditDetailFields', { fields: fieldsText(String(value), t) });
    case 'kind': {
      const kind = KINDS.find((each) => each === value);
      return kind ? t(KIND_TEXTS[kind]) : String(value);
    }
    case 'browser':
      return String(value);
    case 'second_factor':
      return secondFactorText(value, t);
    case 'factor':
      return value === 'app' ? t('FactorApp') : t('WayPasskey');
    case 'required_of': {
      const of = FACTOR_REQUIREMENTS.find((each) => each === value);
      return of ? `${t('RequirementOf')}: ${t(`Requirement_${of}`)}` : [];
    }
    case 'mail_is_enough':
      return value ? t('RequirementMail') : [];
    case 'by':
      return value === 'organisation' ? t('AuditDetailSignOn') : String(value);
    case 'units':
      return String(value);
    case 'member':
      return [];
    default:
      return `${name.replaceAll('_', ' ')}: ${String(value)}`;
  }
}

/** Names of columns in words, where they have one. */
function fieldsText(fields: string, t: Translate): string {
  const words: Record<string, string> = {
    full_name: t('UserName'),
    name: t('UserName'),
    email: t('EmailAddress'),
    phone: t('ProfilePhone'),
    is_admin: t('UserRole'),
    language: t('Language'),
    department: t('Department'),
    rights: t('UserRights'),
    registration_id: t('UserRegistrationId'),
    street: t('StreetLabel'),
    postal_code: t('PostalCodeLabel'),
    city: t('CityLabel'),
    contact_person: t('ContactPersonLabel'),
    invoice_email: t('CompanyInvoiceEmail'),
    members_may_create_groups: t('CompanyMembersCreate'),
    check_in_without_access: t('CompanyCheckIn'),
    tags: t('TagsTitle'),
    project: t('ProjectsTitle'),
  };
  return fields
    .split(', ')
    .map((field) => words[field] ?? field.replaceAll('_', ' '))
    .join(', ');
}
