import type { HandlerData } from '@spora/contract/endpoint';
import type { BrowserSession, listSessions as listEndpoint } from '@spora/contract/auth/endpoints';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { browserName } from './rules.ts';
import {
  auditSessions as audit,
  deleteBrowsers,
  deleteSession,
  endSessionsOf,
  forgetBrowsersOf,
  liveBrowsers,
  liveSessions,
} from '../../../core/people/sessions.ts';

export async function listSessions(ctx: MemberCtx, deviceHash: Buffer | null): Promise<HandlerData<typeof listEndpoint>> {
  const { db, actor } = ctx;
  const sessions = await liveSessions(db, actor.accountId, actor.memberId, ctx.now());
  const browsers = await liveBrowsers(db, actor.accountId, actor.memberId, ctx.now());
  const ownBrowser = sessions.find(({ id }) => id === actor.sessionId)?.trusted_browser_id;
  return {
    sessions: sessions.map((row) => shown(row, row.id === actor.sessionId)),
    trusted_browsers: browsers.map((row) => shown(row, row.id === ownBrowser || (deviceHash?.equals(row.token_hash) ?? false))),
  };
}

interface BrowserRow {
  readonly id: number;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
}

const shown = (row: BrowserRow, isThis: boolean): BrowserSession => ({
  id: row.id,
  browser: browserName(row.user_agent),
  is_this: isThis,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

/** Ends one of the member's own sessions; another member's is as unknown as one that never was. */
export async function endSession(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  const { db, actor } = ctx;
  if (!(await deleteSession(db, actor.accountId, actor.memberId, id))) throw new AppError('NotFound');
  await audit(ctx, 'session-ended', 1);
  return {};
}

export async function endOtherSessions(ctx: MemberCtx): Promise<{ ended: number }> {
  return { ended: await endSessionsOf(ctx, ctx.actor.memberId, { except: ctx.actor.sessionId }) };
}

export async function forgetBrowser(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  const { db, actor } = ctx;
  if ((await deleteBrowsers(db, actor.accountId, actor.memberId, id)) === 0) throw new AppError('NotFound');
  await audit(ctx, 'browser-forgotten', 1);
  return {};
}

export async function forgetBrowsers(ctx: MemberCtx): Promise<{ ended: number }> {
  return { ended: await forgetBrowsersOf(ctx, ctx.actor.memberId) };
}
