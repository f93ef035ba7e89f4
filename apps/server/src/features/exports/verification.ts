import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { verifyFile as fileEndpoint, verifyKeys as keysEndpoint } from '@spora/contract/exports/endpoints';
import type { StrangerCtx } from '../../platform/ctx.ts';
import * as repository from './verification-repository.ts';

/** The installation's public keys, for whoever verifies a sealed period without us. */
export async function listKeys({ ports }: Pick<StrangerCtx, 'ports'>): Promise<HandlerData<typeof keysEndpoint>> {
  const keys = await ports.sealKeys.publicKeys();
  return {
    keys: [...keys].map(([id, { kty = '', crv = '', x = '', y = '' }]) => ({ id, jwk: { kty, crv, x, y } })),
  };
}

export async function verifyFile(
  { db }: Pick<StrangerCtx, 'db'>,
  { body }: HandlerInput<typeof fileEndpoint>,
): Promise<HandlerData<typeof fileEndpoint>> {
  const found = await repository.findFile(db, Buffer.from(body.sha256, 'hex'));
  return { file: found ? { kind: found.kind, at: found.at.toISOString() } : null };
}
