import type {
  getOptions as getEndpoint,
  getOtherTripType as getNameEndpoint,
  setOptions as setEndpoint,
  setOtherTripType as setNameEndpoint,
} from '@spora/contract/accounts/settings';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { Language } from '@spora/messages/languages';
import { audit } from '../../../core/people/audit.ts';
import { changesFor } from '../../../platform/observing/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { type ParentAccounts, parentRights } from '../../../core/people/parent-rights.ts';
import { requireMayRunAccount } from '../policy.ts';
import { holdAccount } from '../../../core/people/hold-account.ts';
import * as repository from './repository.ts';
import { alertTimeZones } from './rules.ts';
import { parentAccounts } from '../../../core/people/parent-rights.ts';

export async function getOtherTripType({ db, actor }: MemberCtx): Promise<CallData<typeof getNameEndpoint>> {
  const row = await repository.optionsOf(db, actor.accountId);
  return {
    name: row.other_trip_type,
    colour: row.other_trip_colour,
    purpose_required: row.other_trip_purpose_required,
    draws_route: row.other_trip_draws_route,
  };
}

/** TRIP-003, TRIP-004: an empty name and no colour bring the product's own back. What is as it was leaves no trace. */
export async function setOtherTripType(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof setNameEndpoint>,
): Promise<Record<string, never>> {
  requireMayRunAccount(ctx.actor);
  const { was, ...asked } = body;
  await holdAccount(ctx.db, ctx.actor.accountId);
  const before = await getOtherTripType(ctx);
  requireUnchanged(before, { ...asked, was });
  const wanted = { ...before, ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) };
  const { name, colour, purpose_required, draws_route } = wanted;
  await repository.updateOptions(ctx.db, ctx.actor.accountId, {
    other_trip_type: name,
    other_trip_colour: colour,
    other_trip_purpose_required: purpose_required,
    other_trip_draws_route: draws_route,
  });
  const looks = {
    ...(colour === before.colour ? {} : { colour: colour ?? '-' }),
    ...(purpose_required === before.purpose_required ? {} : { purpose_required }),
    ...(draws_route === before.draws_route ? {} : { draws_route }),
  };
  if (name !== before.name || Object.keys(looks).length > 0) await audit(ctx, 'trip-type-named', name, looks);
  return {};
}

/** `parents` are those of the configuration, in force until the back office has named others. */
export async function getOptions(ctx: MemberCtx, parents: ParentAccounts): Promise<CallData<typeof getEndpoint>> {
  const row = await repository.optionsOf(ctx.db, ctx.actor.accountId);
  return {
    alert_language: row.alert_language as Language,
    alert_time_zone: row.alert_time_zone,
    alert_time_zones: [...(await zonesFor(ctx, row.parent_id, parents))],
    purpose_required: row.purpose_required,
    driver_required: row.driver_required,
    monthly_attest_reminder: row.monthly_attest_reminder,
  };
}

/** I18N-004, CONST-045, ROLE-008. */
export async function setOptions(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof setEndpoint>,
  parents: ParentAccounts,
): Promise<Record<string, never>> {
  const { db, actor } = ctx;
  requireMayRunAccount(actor);
  const { was, ...asked } = body;
  await holdAccount(db, actor.accountId);
  const { parent_id, ...before } = await repository.optionsOf(db, actor.accountId);
  requireUnchanged(before, { ...asked, was });
  if (body.alert_time_zone !== undefined && !(await zonesFor(ctx, parent_id, parents)).includes(body.alert_time_zone))
    throw new InputError({ alert_time_zone: ['InvalidTimeZone'] });
  const change = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as typeof asked;
  const told = changesFor(before, change);
  if (!told) return {};
  await repository.updateOptions(db, actor.accountId, change);
  await audit(ctx, 'options-changed', '', told);
  return {};
}

async function zonesFor(
  { db, actor }: MemberCtx,
  parentId: string | null,
  configured: ParentAccounts,
): Promise<readonly string[]> {
  const parents = await parentAccounts(db, configured);
  return alertTimeZones(parentRights({ ParentID: parentId ?? String(actor.accountId) }, parents).HasExtraTimeZone);
}
