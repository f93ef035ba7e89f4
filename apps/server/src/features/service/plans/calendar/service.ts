import { randomBytes } from 'node:crypto';
import type { CallData } from '@spora/contract/endpoint';
import { pathOf } from '@spora/contract/paths';
import type { openCalendar as openEndpoint } from '@spora/contract/service';
import { AppError } from '../../../../platform/app-error.ts';
import { auditActorOf, type AuditAction, writeAudit } from '../../../../platform/audit.ts';
import type { MemberCtx, StrangerCtx } from '../../../../platform/ctx.ts';
import { setAccount } from '../../../../platform/database.ts';
import type { FileAnswer } from '../../../../platform/mount.ts';
import { hashOfHeader, hashOfToken } from '../../../../platform/session-gate.ts';
import { listDue } from '../overview/service.ts';
import * as plans from '../repository.ts';
import * as repository from './repository.ts';
import { writeCalendar } from './rules.ts';

/** Calendar programs tell by it what they are given. */
const ENDING = '.ics';

/** A new address; the one before it opens nothing any more. */
export async function openCalendar(ctx: MemberCtx): Promise<CallData<typeof openEndpoint>> {
  const { db, actor, now } = ctx;
  const token = randomBytes(32).toString('base64url');
  await plans.deleteCalendar(db, actor.accountId, actor.memberId);
  await plans.insertCalendar(db, actor.accountId, { memberId: actor.memberId, tokenHash: hashOfToken(token), at: now() });
  await audit(ctx, 'service-calendar-opened');
  return { path: pathOf('service.calendar', { token: token + ENDING }) };
}

export async function closeCalendar(ctx: MemberCtx): Promise<Record<never, never>> {
  const { db, actor } = ctx;
  if (await plans.deleteCalendar(db, actor.accountId, actor.memberId)) await audit(ctx, 'service-calendar-closed');
  return {};
}

/** Whoever has the address reads it: what its member may see at this moment, and nothing else. */
export async function readCalendar(ctx: StrangerCtx, token: string): Promise<FileAnswer> {
  const { db, now } = ctx;
  const hash = hashOfHeader(token.endsWith(ENDING) ? token.slice(0, -ENDING.length) : token);
  const reader = hash && (await repository.readerOfCalendar(db, hash));
  if (!reader) throw new AppError('NotFound');
  await setAccount(db, reader.actor.accountId);
  const { rows } = await listDue({ db, actor: reader.actor, now });
  return {
    body: writeCalendar(rows, { language: reader.language, now: now() }),
    type: 'text/calendar; charset=utf-8',
    name: 'service.ics',
  };
}

const audit = ({ db, actor, now }: MemberCtx, action: AuditAction): Promise<void> =>
  writeAudit(db, { accountId: actor.accountId, at: now(), actor: auditActorOf(actor), action });
