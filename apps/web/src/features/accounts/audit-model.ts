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

/** `earlier`: the same sign-ins of the same day right before it, or what else a visitor looked at then, the newest first. */
export type AuditLine = { readonly day: string } | { readonly row: AuditRow; readonly earlier: readonly AuditRow[] };

const isSameSignIn = (a: AuditRow, b: AuditRow): boolean =>
  a.action === 'signed-in' &&
  b.action === 'signed-in' &&
  a.actor === b.actor &&
  a.subject === b.subject &&
  JSON.stringify(a.details) === JSON.stringify(b.details);

const isSameVisitor = (a: AuditRow, b: AuditRow): boolean =>
  a.action === 'support-viewed' && b.action === 'support-viewed' && a.actor === b.actor;

/** The rows with a heading before the first of each day; repeated sign-ins of a day are one line, and all that a visitor looked at in a row. */
export function linesOf(rows: readonly AuditRow[], dayOf: (instant: string) => string): AuditLine[] {
  let day = '';
  const lines: ({ day: string } | { row: AuditRow; earlier: AuditRow[] })[] = [];
  for (const row of rows) {
    const its = dayOf(row.at);
    const last = lines.at(-1);
    if (its !== day) lines.push({ day: its });
    else if (last && 'row' in last && (isSameSignIn(last.row, row) || isSameVisitor(last.row, row))) {
      last.earlier.push(row);
      continue;
    }
    day = its;
    lines.push({ row, earlier: [] });
  }
  return lines;
}
