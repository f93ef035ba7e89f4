import type { getEcoSettings as getEndpoint, saveEcoSettings as saveEndpoint } from '@spora/contract/eco/endpoints';
import { ECO_DEFAULTS, type EcoSettings } from '@spora/contract/eco/rules';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { holdAccount } from '../../core/people/hold-account.ts';
import { audit } from '../../core/people/audit.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { changesFor } from '../../platform/observing/audit.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { requireMaySetEco } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { readSettings } from './rules.ts';

/** REP-013: what driving is judged by now. */
export async function readEcoSettings(ctx: MemberCtx): Promise<CallData<typeof getEndpoint>> {
  const newest = (await readModel.settingsOf(ctx)).at(-1);
  return newest
    ? { settings: readSettings(newest.settings), valid_from: newest.valid_from.toISOString() }
    : { settings: ECO_DEFAULTS, valid_from: null };
}

/** From now on: what was judged before was judged by what stood then. */
export async function saveEcoSettings(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveEndpoint>,
): Promise<CallData<typeof getEndpoint>> {
  requireMaySetEco(ctx.actor);
  await holdAccount(ctx.db, ctx.actor.accountId);
  const before = (await readEcoSettings(ctx)).settings;
  requireUnchanged(before, { ...body.settings, was: body.was });
  await repository.saveSettings(ctx.db, ctx.actor.accountId, body.settings, ctx.now());
  const told = changesFor(figuresOf(before), figuresOf(body.settings));
  if (told) await audit(ctx, 'eco-settings-changed', '', told);
  return readEcoSettings(ctx);
}

/** Each figure under a name of its own, as the audit log tells them (`ECO_FIELD_TEXTS`). */
const figuresOf = ({ thresholds, weights, idle_after_s, value_units }: EcoSettings): Record<string, unknown> => {
  const groups: [string, Readonly<Record<string, string | number>>][] = Object.entries({ ...thresholds, weights, value_units });
  const figures: Record<string, unknown> = { idle_after_s };
  for (const [group, of] of groups) for (const [name, value] of Object.entries(of)) figures[`${group}.${name}`] = value;
  return figures;
};
