import type { getAlertLanguage as getEndpoint, setAlertLanguage as setEndpoint } from '@spora/contract/alarms/receivers';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { ParentAccounts } from '../../../core/people/parent-rights.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { alertLanguageOf, changeAlertLanguage } from '../../accounts/api.ts';
import { requireMayManageReceivers } from './policy.ts';

/** API-014, ALARM-010. `parents` are those of the configuration. */
export async function getAlertLanguage(ctx: MemberCtx, parents: ParentAccounts): Promise<CallData<typeof getEndpoint>> {
  requireMayManageReceivers(ctx.actor);
  const { language, timeZone, timeZones } = await alertLanguageOf(ctx, parents);
  return { Language: language, TimeZone: timeZone, TimeZones: [...timeZones] };
}

/** API-015. */
export async function setAlertLanguage(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof setEndpoint>,
  parents: ParentAccounts,
): Promise<Record<string, never>> {
  requireMayManageReceivers(ctx.actor);
  const { language, timeZone, timeZones } = await alertLanguageOf(ctx, parents);
  requireUnchanged({ language, timezone: timeZone }, body);
  if (!timeZones.includes(body.timezone)) throw new InputError({ timezone: ['InvalidTimeZone'] });
  await changeAlertLanguage(ctx, { language: body.language, timeZone: body.timezone }, parents);
  return {};
}
