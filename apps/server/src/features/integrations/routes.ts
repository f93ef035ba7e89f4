import { createToken, listTokens, revokeToken, tokenSelf } from '@spora/contract/integrations';
import type { Mount } from '../../platform/mount.ts';
import * as tokens from './tokens/service.ts';

export function registerIntegrationsRoutes(mount: Mount): void {
  mount(listTokens, (ctx) => tokens.listTokens(ctx));
  mount(createToken, (ctx, input) => tokens.createToken(ctx, input), { transaction: 'none' });
  mount(revokeToken, (ctx, { params }) => tokens.revokeToken(ctx, params.id));
  mount(tokenSelf, (ctx) => tokens.describeToken(ctx));
}
