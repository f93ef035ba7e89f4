import { randomBytes, randomUUID } from 'node:crypto';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import {
  TEST_EVENT,
  type createWebhook as createEndpoint,
  type Delivery,
  type listDeliveries as deliveriesEndpoint,
  type listWebhooks as listEndpoint,
  type updateWebhook as updateEndpoint,
  type Webhook,
} from '@spora/contract/integrations/endpoints';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { isPrivateHost, isWebPort } from '../../../platform/network/public-network.ts';
import { tryWebhook } from '../events/service.ts';
import { requireMayIntegrate } from '../policy.ts';
import * as repository from './repository.ts';
import { ownerOfSecret, SECRET_PREFIX } from './rules.ts';

const WEBHOOKS_MAX = 20;
const DELIVERIES_PAGE = 50;

export async function listWebhooks({ db, actor }: MemberCtx): Promise<CallData<typeof listEndpoint>> {
  const rows = await repository.webhooksOf(db, actor.accountId);
  return {
    webhooks: rows.map((row) => ({
      ...row,
      events: row.events as Webhook['events'],
      paused_by: row.paused_by as Webhook['paused_by'],
      created_at: row.created_at.toISOString(),
      failing_since: row.failing_since?.toISOString() ?? null,
      paused_at: row.paused_at?.toISOString() ?? null,
    })),
  };
}

/**
 * ADM-019. What is refused here is what can be seen of the address alone; where its name leads is judged at each call. The secret is
 * answered and cannot be read again, so the call is mounted without a stored answer.
 */
export async function createWebhook(
  outer: MemberCtx,
  { body }: HandlerInput<typeof createEndpoint>,
  mayCallPrivate: boolean,
): Promise<CallData<typeof createEndpoint>> {
  requireMayIntegrate(outer.actor);
  const url = new URL(body.url);
  if (!mayCallPrivate && url.protocol !== 'https:') throw new InputError({ url: ['WebhookNeedsHttps'] });
  if (!mayCallPrivate && isPrivateHost(url.hostname)) throw new InputError({ url: ['WebhookPrivateAddress'] });
  if (!isWebPort(url)) throw new InputError({ url: ['WebhookPort'] });
  return inTransaction(outer, async (ctx) => {
    const { db, actor, now } = ctx;
    if ((await repository.countWebhooks(db, actor.accountId)) >= WEBHOOKS_MAX)
      throw new AppError('TooManyWebhooks', { params: { count: WEBHOOKS_MAX } });
    const secret = SECRET_PREFIX + randomBytes(32).toString('base64');
    const sealed = await ctx.ports.secretBox.seal(secret, ownerOfSecret(actor.accountId));
    const id = await repository.insertWebhook(db, actor, { url: url.href, events: body.events, secret: sealed, at: now() });
    await audit(ctx, 'webhook-made', url.host, { events: body.events.join(', ') });
    return { id, secret };
  });
}

export async function updateWebhook(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof updateEndpoint>,
): Promise<Record<string, never>> {
  requireMayIntegrate(ctx.actor);
  const { db, actor, now } = ctx;
  const hook = await find(ctx, params.id);
  const pause =
    body.is_paused === (hook.paused_at !== null)
      ? {}
      : body.is_paused
        ? { paused_at: now(), paused_by: 'member' as const }
        : { paused_at: null, paused_by: null, failing_since: null };
  await repository.updateWebhook(db, actor.accountId, hook.id, { events: body.events, ...pause });
  await audit(ctx, 'webhook-changed', new URL(hook.url).host, { events: body.events.join(', '), paused: body.is_paused });
  return {};
}

export async function removeWebhook(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  requireMayIntegrate(ctx.actor);
  const hook = await find(ctx, id);
  await repository.deleteWebhook(ctx.db, ctx.actor.accountId, hook.id);
  await audit(ctx, 'webhook-removed', new URL(hook.url).host);
  return {};
}

/** Also of one that is paused, so that it can be tried before it goes on. */
export async function testWebhook(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  requireMayIntegrate(ctx.actor);
  const { db, actor, now } = ctx;
  const hook = await find(ctx, id);
  const test = { id: hook.id, event: TEST_EVENT, eventId: `test-${randomUUID()}`, at: now() };
  await addJob(db, tryWebhook, { delivery_id: await repository.insertTest(db, actor.accountId, test) });
  return {};
}

export async function listDeliveries(
  ctx: MemberCtx,
  { params, query }: HandlerInput<typeof deliveriesEndpoint>,
): Promise<CallData<typeof deliveriesEndpoint>> {
  const hook = await find(ctx, params.id);
  const rows = await repository.deliveriesOf(ctx.db, ctx.actor.accountId, {
    webhookId: hook.id,
    before: query.before,
    limit: DELIVERIES_PAGE + 1,
  });
  return {
    deliveries: rows.slice(0, DELIVERIES_PAGE).map((row) => ({
      ...row,
      state: row.state as Delivery['state'],
      created_at: row.created_at.toISOString(),
      last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
    })),
    has_more: rows.length > DELIVERIES_PAGE,
  };
}

async function find({ db, actor }: MemberCtx, id: number) {
  const hook = await repository.webhookById(db, actor.accountId, id);
  if (!hook) throw new AppError('WebhookNotFound');
  return hook;
}
