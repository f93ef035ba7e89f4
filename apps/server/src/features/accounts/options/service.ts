import type {
  getOptions as getEndpoint,
  getOtherTripType as getNameEndpoint,
  setOptions as setEndpoint,
} from '@spora/contract/account-settings';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { Language } from '@spora/messages/translate';
import { type AuditAction, writeAudit } from '../../../platform/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/envelope.ts';
import { parentAccounts } from '../../auth/api.ts';
import { type ParentAccounts, parentRights } from '../../auth/rules.ts';
import { requireMayRunAccount } from '../policy.ts';
import * as repository from './repository.ts';
import { alertTimeZones } from './rules.ts';

export async function getOtherTripType({ db, actor }: MemberCtx): Promise<CallData<typeof getNameEndpoint>> {
  return { name: (await repository.optionsOf(db, actor.accountId)).other_trip_type };
}

/** TRIP-003: an empty name brings the product's own back. */
export async function setOtherTripType(ctx: MemberCtx, name: string): Promise<Record<string, never>> {
  requireMayRunAccount(ctx.actor);
  await repository.updateOptions(ctx.db, ctx.actor.accountId, { other_trip_type: name });
  await audit(ctx, 'trip-type-named', name);
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
  const { parent_id } = await repository.optionsOf(db, actor.accountId);
  if (body.alert_time_zone !== undefined && !(await zonesFor(ctx, parent_id, parents)).includes(body.alert_time_zone))
    throw new InputError({ alert_time_zone: ['InvalidTimeZone'] });
  const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as typeof body;
  if (Object.keys(change).length === 0) return {};
  await repository.updateOptions(db, actor.accountId, change);
  await audit(ctx, 'options-changed', '', change);
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

const audit = (
  { db, actor, now }: MemberCtx,
  action: AuditAction,
  subject: string,
  details: Record<string, string | boolean> = {},
): Promise<void> =>
  writeAudit(db, {
    accountId: actor.accountId,
    at: now(),
    actor: { kind: 'member', memberId: actor.memberId },
    action,
    subject,
    details,
  });
