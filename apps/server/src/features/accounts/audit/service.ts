import { dayIn } from '@spora/calendar/zones';
import type { exportAudit as exportEndpoint, readAudit as readEndpoint } from '@spora/contract/accounts/endpoints';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { audit } from '../../../core/people/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import type { RequestFacts } from '../../../platform/http/request-facts.ts';
import * as repository from './repository.ts';
import { wordsOf } from './rules.ts';
import { csvLine } from '../../../platform/documents/csv.ts';

/** A file of more rows than this is of no use to a person; a narrower period is. */
const EXPORT_MAX = 100_000;
const EXPORT_PAGE = 5_000;

type Row = CallData<typeof readEndpoint>['rows'][number];
type Details = Row['details'];
/** As they are kept: what was changed lies among the particulars. */
type Kept = Details & { readonly changes?: Row['changes'] };

/** ADM-018: newest first, a page at a time. */
export async function readAudit(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof readEndpoint>,
  { language }: Pick<RequestFacts, 'language'>,
): Promise<CallData<typeof readEndpoint>> {
  const { limit, user_id: memberId, search, ...filter } = query;
  const rows = await repository.readAudit(ctx.db, ctx.actor.accountId, {
    ...filter,
    memberId,
    words: wordsOf(search, language),
    timeZone: ctx.actor.timeZone,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const names = await namesIn(ctx, shown);
  return {
    rows: shown.map(({ full_name, actor_name, at, actor_kind, details, ...row }) => ({
      ...row,
      at: at.toISOString(),
      actor: full_name ?? actor_name,
      actor_kind: actor_kind as 'member' | 'stranger' | 'support' | 'system',
      ...told(details as Kept, names),
    })),
    has_more: rows.length > limit,
  };
}

/** `member` and `user` hold an id, which is named when somebody reads them; that of one who is gone stays. */
const isPerson = (key: string, value: Details[string] | undefined): value is number =>
  (key === 'member' || key === 'user') && typeof value === 'number';

type Names = ReadonlyMap<number, string>;

async function namesIn({ db, actor }: MemberCtx, rows: readonly { readonly details: unknown }[]): Promise<Names> {
  const ids = rows.flatMap((row) => {
    const { changes = [], ...details } = row.details as Kept;
    const values = [
      ...Object.entries(details),
      ...changes.flatMap(({ field, ...of }) => [of.before, of.after].map((each) => [field, each] as const)),
    ];
    return values.flatMap(([key, value]) => (isPerson(key, value) ? [value] : []));
  });
  return repository.namesOf(db, actor.accountId, [...new Set(ids)]);
}

function told({ changes = [], ...details }: Kept, names: Names): Pick<Row, 'details' | 'changes'> {
  const name = (key: string, value: Details[string]) => (isPerson(key, value) ? (names.get(value) ?? value) : value);
  return {
    details: Object.fromEntries(Object.entries(details).map(([key, value]) => [key, name(key, value)])),
    changes: changes.map(({ field, before, after }) => ({ field, before: name(field, before), after: name(field, after) })),
  };
}

/** The filtered log as CSV, read page by page within the request; the export itself is on record. */
export async function exportAudit(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof exportEndpoint>,
  { language }: Pick<RequestFacts, 'language'>,
): Promise<FileAnswer> {
  const { user_id: memberId, search, ...filter } = query;
  const { db, actor, now } = ctx;
  const parts = ['\ufeff', csvLine(['time_utc', 'actor', 'actor_kind', 'action', 'subject', 'details'])];
  let before: number | undefined;
  for (let count = 0; count < EXPORT_MAX; count += EXPORT_PAGE) {
    const rows = await repository.readAudit(db, actor.accountId, {
      ...filter,
      memberId,
      words: wordsOf(search, language),
      timeZone: actor.timeZone,
      before,
      limit: EXPORT_PAGE,
    });
    const names = await namesIn(ctx, rows);
    for (const row of rows) {
      const { details, changes } = told(row.details as Kept, names);
      parts.push(
        csvLine([
          row.at.toISOString(),
          row.full_name ?? row.actor_name,
          row.actor_kind,
          row.action,
          row.subject,
          JSON.stringify(changes.length > 0 ? { ...details, changes } : details),
        ]),
      );
    }
    before = rows.at(-1)?.id;
    if (rows.length < EXPORT_PAGE) break;
  }
  await audit(ctx, 'audit-exported');
  return { body: parts.join(''), type: 'text/csv; charset=utf-8', name: `audit-${dayIn(now(), actor.timeZone)}.csv` };
}
