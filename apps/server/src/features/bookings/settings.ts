import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { BookingSettings, saveBookingSettings as saveEndpoint } from '@spora/contract/bookings/endpoints';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { changesFor } from '../../platform/observing/audit.ts';
import { requireEnabled } from './access.ts';
import { mayAdminister } from './policy.ts';
import * as repository from './settings-repository.ts';

export async function getSettings(ctx: MemberCtx): Promise<BookingSettings> {
  await requireEnabled(ctx);
  return (await repository.settingsOf(ctx.db, ctx.actor.accountId)) as BookingSettings;
}

/** As the audit log names them: who approves is a user. */
const shownFields = ({ approver_id: user, ...settings }: repository.Settings) => ({ ...settings, user });

export async function saveSettings(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveEndpoint>,
): Promise<CallData<typeof saveEndpoint>> {
  await requireEnabled(ctx);
  const { was, ...wanted } = body;
  if (!mayAdminister(ctx.actor)) throw new AppError('Forbidden');
  const before = await repository.settingsOf(ctx.db, ctx.actor.accountId);
  requireUnchanged(before, { ...wanted, was });
  if (wanted.approver_id !== null && !(await repository.isMember(ctx.db, ctx.actor.accountId, wanted.approver_id)))
    throw new AppError('UserNotFound');
  await repository.saveSettings(ctx.db, ctx.actor.accountId, wanted);
  const told = changesFor(shownFields(before), shownFields(wanted));
  if (told) await audit(ctx, 'booking-settings-changed', '', told);
  return wanted;
}
