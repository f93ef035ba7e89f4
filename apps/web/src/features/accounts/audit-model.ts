import { AUDIT_ACTIONS, type AuditAction } from '@spora/contract/accounts/audit-actions';
import type { DataOf } from '@spora/contract/endpoint-map';
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

export const isAction = (value: unknown): value is AuditAction => (AUDIT_ACTIONS as readonly unknown[]).includes(value);

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

export type AuditLine = { readonly day: string } | { readonly row: AuditRow };

/** The rows with a heading before the first of each day. */
export function linesOf(rows: readonly AuditRow[], dayOf: (instant: string) => string): AuditLine[] {
  let day = '';
  return rows.flatMap((row) => {
    const its = dayOf(row.at);
    const heading = its === day ? [] : [{ day: its }];
    day = its;
    return [...heading, { row }];
  });
}
