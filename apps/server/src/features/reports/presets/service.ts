import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import {
  type addPreset as addEndpoint,
  type listPresets as listEndpoint,
  PRESETS_MAX,
  type removePreset as removeEndpoint,
  type updatePreset as updateEndpoint,
} from '@spora/contract/reports/presets';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { canOf, requireMay, requireSaver } from './policy.ts';
import * as repository from './repository.ts';

export async function listPresets({ db, actor }: MemberCtx): Promise<HandlerData<typeof listEndpoint>> {
  const rows = await repository.presetsFor(db, actor);
  return {
    presets: rows.map(({ member_id, ...row }) => ({ ...row, can: canOf(actor, { member_id, is_shared: row.is_shared }) })),
  };
}

/** REP-017. A filter tells nothing that the report would not: who uses one that is shared is asked for their own rights. */
export async function addPreset(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof addEndpoint>,
): Promise<HandlerData<typeof addEndpoint>> {
  const { db, actor, now } = ctx;
  requireSaver(actor);
  if ((await repository.countOf(db, actor.accountId, actor.memberId)) >= PRESETS_MAX)
    throw new AppError('TooManyPresets', { params: { count: PRESETS_MAX } });
  return { id: await repository.insertPreset(db, actor, body, now()) };
}

export async function updatePreset(
  { db, actor, now }: MemberCtx,
  { params, body }: HandlerInput<typeof updateEndpoint>,
): Promise<HandlerData<typeof updateEndpoint>> {
  requireMay(actor, 'edit', await repository.presetById(db, actor.accountId, params.id));
  await repository.updatePreset(db, actor.accountId, params.id, { name: body.name, is_shared: body.is_shared, at: now() });
  return {};
}

export async function removePreset(
  { db, actor }: MemberCtx,
  { params }: HandlerInput<typeof removeEndpoint>,
): Promise<HandlerData<typeof removeEndpoint>> {
  requireMay(actor, 'remove', await repository.presetById(db, actor.accountId, params.id));
  await repository.deletePreset(db, actor.accountId, params.id);
  return {};
}
