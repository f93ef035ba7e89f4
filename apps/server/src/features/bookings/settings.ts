import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { BookingSettings, saveBookingSettings as saveEndpoint } from '@spora/contract/bookings/endpoints';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { requireEnabled } from './access.ts';
import { mayAdminister } from './policy.ts';
import * as repository from './settings-repository.ts';

export async function getSettings(ctx: MemberCtx): Promise<BookingSettings> {
  await requireEnabled(ctx);
  return (await repository.settingsOf(ctx.db, ctx.actor.accountId)) as BookingSettings;
}

export async function saveSettings(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveEndpoint>,
): Promise<CallData<typeof saveEndpoint>> {
  await requireEnabled(ctx);
  if (!mayAdminister(ctx.actor)) throw new AppError('Forbidden');
  if (body.approver_id !== null && !(await repository.isMember(ctx.db, ctx.actor.accountId, body.approver_id)))
    throw new AppError('UserNotFound');
  await repository.saveSettings(ctx.db, ctx.actor.accountId, body);
  await audit(ctx, 'booking-settings-changed');
  return body;
}
