import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@spora/calendar/durations';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  ApiToken,
  createToken as createEndpoint,
  listTokens as listEndpoint,
  tokenSelf as selfEndpoint,
} from '@spora/contract/integrations/endpoints';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import { hashOfToken } from '../../../platform/http/session-gate.ts';
import { API_TOKEN_PREFIX } from '../../../platform/http/token-gate.ts';
import { requireMayIntegrate } from '../policy.ts';
import * as repository from './repository.ts';

const LIVE_MAX = 50;
const HINT_LENGTH = 4;

export async function listTokens({ db, actor, now }: MemberCtx): Promise<CallData<typeof listEndpoint>> {
  const rows = await repository.tokensOf(db, actor.accountId);
  const at = now();
  return {
    tokens: rows.map(({ full_name, may_act, created_at, expires_at, last_used_at, revoked_at, rights, ...row }) => ({
      ...row,
      rights: rights as ApiToken['rights'],
      created_by: full_name,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
      revoked_at: revoked_at?.toISOString() ?? null,
      state: revoked_at ? 'revoked' : expires_at <= at ? 'expired' : may_act ? 'active' : 'idle',
    })),
  };
}

/**
 * ADM-019. The token is answered and kept nowhere: mounted without the request's own transaction, so that no answer is stored for a
 * repeat of the call either.
 */
export async function createToken(
  outer: MemberCtx,
  { body }: HandlerInput<typeof createEndpoint>,
): Promise<CallData<typeof createEndpoint>> {
  requireMayIntegrate(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const { db, actor, now } = ctx;
    const at = now();
    if ((await repository.countLive(db, actor.accountId, at)) >= LIVE_MAX)
      throw new AppError('TooManyTokens', { params: { count: LIVE_MAX } });
    const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url');
    const id = await repository.insertToken(db, {
      accountId: actor.accountId,
      memberId: actor.memberId,
      name: body.name,
      rights: body.rights,
      hash: hashOfToken(token),
      hint: token.slice(-HINT_LENGTH),
      at,
      until: new Date(at.getTime() + body.days * DAY_MS),
    });
    await audit(ctx, 'api-token-made', body.name, { rights: body.rights, days: body.days });
    return { id, token };
  });
}

export async function revokeToken(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  const { db, actor, now } = ctx;
  requireMayIntegrate(actor);
  const name = await repository.revokeToken(db, actor.accountId, id, now());
  if (name === undefined) throw new AppError('TokenNotFound');
  await audit(ctx, 'api-token-revoked', name);
  return {};
}

/** What the token of this call is. */
export async function describeToken({ db, actor }: MemberCtx): Promise<CallData<typeof selfEndpoint>> {
  if (!actor.token) throw new AppError('Forbidden');
  const { name, rights } = actor.token;
  return { account: await repository.accountName(db, actor.accountId), name, rights, time_zone: actor.timeZone };
}
