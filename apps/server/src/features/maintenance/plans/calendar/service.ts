import type { CallData } from '@spora/contract/endpoint';
import { pathOf } from '@spora/contract/paths';
import type { openCalendar as openEndpoint } from '@spora/contract/maintenance/endpoints';
import { AppError } from '../../../../platform/app-error.ts';
import { audit } from '../../../../core/people/audit.ts';
import {
  calendarFile,
  newCalendar,
  newCalendarToken,
  readerOfCalendar,
} from '../../../../platform/documents/calendar-address.ts';
import type { MemberCtx, StrangerCtx } from '../../../../platform/ctx.ts';
import type { FileAnswer } from '../../../../platform/http/mount.ts';
import { listDue } from '../overview.ts';
import * as plans from '../repository.ts';
import { fillCalendar } from './rules.ts';

/** A new address; the one before it opens nothing any more. */
export async function openCalendar(ctx: MemberCtx): Promise<CallData<typeof openEndpoint>> {
  const { db, actor, now } = ctx;
  const { token, hash } = newCalendarToken();
  await plans.deleteCalendar(db, actor.accountId, actor.memberId);
  await plans.insertCalendar(db, actor.accountId, { memberId: actor.memberId, tokenHash: hash, at: now() });
  await audit(ctx, 'service-calendar-opened');
  return { path: pathOf('maintenance.calendar', { token }) };
}

export async function closeCalendar(ctx: MemberCtx): Promise<Record<never, never>> {
  const { db, actor } = ctx;
  if (await plans.deleteCalendar(db, actor.accountId, actor.memberId)) await audit(ctx, 'service-calendar-closed');
  return {};
}

/** Whoever has the address reads it: what its member may see at this moment, and nothing else. */
export async function readCalendar(ctx: StrangerCtx, token: string): Promise<FileAnswer> {
  const { db, now } = ctx;
  const reader = await readerOfCalendar(db, 'member_of_calendar', token);
  if (!reader) throw new AppError('NotFound');
  const { rows } = await listDue({ db, actor: reader.actor, now });
  const calendar = newCalendar('', 'Service', reader.language);
  fillCalendar(calendar, rows, { language: reader.language, now: now() });
  return calendarFile(calendar, 'service');
}
