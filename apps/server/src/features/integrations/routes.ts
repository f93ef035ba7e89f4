import {
  createToken,
  createWebhook,
  listDeliveries,
  listTokens,
  listWebhooks,
  removeWebhook,
  revokeToken,
  testWebhook,
  tokenSelf,
  updateWebhook,
} from '@spora/contract/integrations/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as tokens from './tokens/service.ts';
import * as webhooks from './webhooks/service.ts';

export interface IntegrationOptions {
  /** The installation lets webhooks call its own network, and without TLS. */
  readonly webhooksMayCallPrivate: boolean;
}

export function registerIntegrationsRoutes(mount: Mount, { webhooksMayCallPrivate }: IntegrationOptions): void {
  mount(listTokens, (ctx) => tokens.listTokens(ctx));
  mount(createToken, (ctx, input) => tokens.createToken(ctx, input), { transaction: 'none' });
  mount(revokeToken, (ctx, { params }) => tokens.revokeToken(ctx, params.id));
  mount(tokenSelf, (ctx) => tokens.describeToken(ctx));
  mount(listWebhooks, (ctx) => webhooks.listWebhooks(ctx));
  mount(createWebhook, (ctx, input) => webhooks.createWebhook(ctx, input, webhooksMayCallPrivate), { transaction: 'none' });
  mount(updateWebhook, (ctx, input) => webhooks.updateWebhook(ctx, input));
  mount(removeWebhook, (ctx, { params }) => webhooks.removeWebhook(ctx, params.id));
  mount(testWebhook, (ctx, { params }) => webhooks.testWebhook(ctx, params.id));
  mount(listDeliveries, (ctx, input) => webhooks.listDeliveries(ctx, input));
}
