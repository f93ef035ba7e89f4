import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { SUPPORT_PAGE_MAX } from '@spora/contract/limits';
import type {
  exportActs as exportEndpoint,
  getSettings,
  listActs as actsEndpoint,
  saveSettings as saveEndpoint,
} from '@spora/contract/support/back-office';
import type { SupportCtx } from '../../platform/ctx.ts';
import { csvLine } from '../../platform/documents/csv.ts';
import type { FileAnswer } from '../../platform/http/mount.ts';
import type { ParentAccounts } from '../../core/people/parent-rights.ts';
import { requireSupport } from './policy.ts';
import * as repository from './repository.ts';
import { parentAccounts, saveParentAccounts } from '../../core/people/parent-rights.ts';

/** Stands in the log of the staff's own acts, under who it was. */
export const noteAct = ({ db, actor, now }: SupportCtx, action: string, subject = '', accountId?: number): Promise<void> =>
  repository.noteAct(db, actor.staffId, now(), { action, subject, ...(accountId === undefined ? {} : { accountId }) });

/** When an account that was opened was left: its visit was ended, or its time ran out. */
function visitOf(
  { visit_ended_at: ended, visit_expires_at: expires }: Pick<repository.Act, 'visit_ended_at' | 'visit_expires_at'>,
  now: Date,
): { left_at: string | null } | null {
  if (expires === null) return null;
  const left = ended !== null && ended < expires ? ended : expires;
  return { left_at: left <= now ? left.toISOString() : null };
}

const filterOf = ({ only, q, from, to }: HandlerInput<typeof exportEndpoint>['query']): repository.ActFilter => ({
  isOwnVisits: only === 'own-visits',
  find: q,
  from: from === undefined ? null : new Date(from),
  to: to === undefined ? null : new Date(to),
});

export async function listActs(
  ctx: SupportCtx,
  { query }: HandlerInput<typeof actsEndpoint>,
): Promise<CallData<typeof actsEndpoint>> {
  const page = { before: query.before, ...filterOf(query) };
  const rows = await repository.actsBefore(ctx.db, page, SUPPORT_PAGE_MAX + 1);
  return {
    rows: rows
      .slice(0, SUPPORT_PAGE_MAX)
      .map(({ id: actId, action, subject, full_name: staff, at, account_id: id, account_name: name, ...visit }) => ({
        id: actId,
        action,
        subject,
        staff,
        at: at.toISOString(),
        account: id === null || name === null ? null : { id, name },
        visit: visitOf(visit, ctx.now()),
      })),
    has_more: rows.length > SUPPORT_PAGE_MAX,
  };
}

/** A file of more rows than this is of no use to a person. */
const EXPORT_MAX = 100_000;

/** Who takes a file of the log stands in the log (decision 0096). */
export async function exportActs(ctx: SupportCtx, { query }: HandlerInput<typeof exportEndpoint>): Promise<FileAnswer> {
  requireSupport(ctx.actor);
  const rows = await repository.actsBefore(ctx.db, { before: undefined, ...filterOf(query) }, EXPORT_MAX);
  const lines = rows.map(({ at, full_name, action, account_id, account_name, subject, ...visit }) =>
    csvLine([
      at.toISOString(),
      full_name,
      action,
      account_id ?? '',
      account_name ?? '',
      subject,
      visitOf(visit, ctx.now())?.left_at ?? '',
    ]),
  );
  await noteAct(ctx, 'log-exported', [query.q, query.from, query.to].filter(Boolean).join(', '));
  const head = csvLine(['time_utc', 'staff', 'action', 'account', 'account_name', 'about', 'left_utc']);
  return {
    body: ['\ufeff', head, ...lines].join(''),
    type: 'text/csv; charset=utf-8',
    name: `support-log-${ctx.now().toISOString().slice(0, 10)}.csv`,
  };
}

/** DEC-21: as entered here, or as the installation was configured. */
export async function readSettings({ db }: SupportCtx, configured: ParentAccounts): Promise<CallData<typeof getSettings>> {
  const { alertNumbers, extraTimeZone } = await parentAccounts(db, configured);
  return { alert_numbers_parent_id: alertNumbers, extra_time_zone_parent_id: extraTimeZone };
}

export async function saveSettings(ctx: SupportCtx, { body }: HandlerInput<typeof saveEndpoint>): Promise<Record<string, never>> {
  requireSupport(ctx.actor);
  const parents = { alertNumbers: body.alert_numbers_parent_id, extraTimeZone: body.extra_time_zone_parent_id };
  await saveParentAccounts(ctx.db, parents);
  await noteAct(ctx, 'parents', `${parents.alertNumbers || '-'}, ${parents.extraTimeZone || '-'}`);
  return {};
}
