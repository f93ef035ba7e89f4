import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@spora/calendar/durations';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type {
  revokeTheftShare as revokeEndpoint,
  sharedTheftReport as sharedEndpoint,
  shareTheftReport as shareEndpoint,
  theftReportPdf as pdfEndpoint,
  TheftPage,
} from '@spora/contract/object-description/endpoints';
import { type Language, LANGUAGES } from '@spora/messages/languages';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { writeAudit } from '../../../platform/observing/audit.ts';
import type { MemberCtx, StrangerCtx } from '../../../platform/ctx.ts';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import { hashOfHeader, hashOfToken } from '../../../platform/http/session-gate.ts';
import { drawReport } from '../pdf/service.ts';
import { findBytes } from '../pictures/repository.ts';
import { asFile } from '../pictures/service.ts';
import { requireCan, requireTheft } from '../policy.ts';
import { openUnit } from '../service.ts';
import * as theft from '../theft/repository.ts';
import { pageOf } from '../theft/service.ts';
import * as repository from './repository.ts';

/** OBJ-008: only the hash of the token is kept, so the link is told this once and cannot be read again by anybody. */
export async function shareReport(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof shareEndpoint>,
): Promise<HandlerData<typeof shareEndpoint>> {
  const { db, actor, now } = ctx;
  const unit = await openUnit(ctx, params.imei);
  requireCan(unit.can, 'report');
  requireTheft(unit);
  const found = await theft.find(db, unit, body.version);
  if (!found) throw new AppError('ReportNotFound');
  const token = randomBytes(32).toString('base64url');
  const at = now();
  const until = new Date(at.getTime() + body.days * DAY_MS);
  const id = await repository.insert(db, {
    actor,
    reportId: found.id,
    tokenHash: hashOfToken(token),
    recipient: body.recipient,
    at,
    until,
  });
  await audit(ctx, 'theft-report-shared', unit.name, { version: body.version, recipient: body.recipient, days: body.days });
  const share = (await repository.list(db, unit, at)).find((each) => each.id === id);
  if (!share) throw new Error('a link that was just made is not in the list');
  return { token, share };
}

export async function revokeShare(ctx: MemberCtx, { params }: HandlerInput<typeof revokeEndpoint>): Promise<TheftPage> {
  const unit = await openUnit(ctx, params.imei);
  requireCan(unit.can, 'report');
  const share = (await repository.list(ctx.db, unit, ctx.now())).find(({ id }) => id === params.id);
  if (!share) throw new AppError('ShareNotFound');
  await repository.revoke(ctx.db, unit, share.id, ctx.now());
  if (share.revoked_at === null) await audit(ctx, 'theft-share-ended', unit.name, { recipient: share.recipient });
  return pageOf(ctx, unit);
}

/** The newest version unless another is asked for. */
export async function readPdf(
  ctx: MemberCtx,
  { params, query }: HandlerInput<typeof pdfEndpoint>,
  language: Language,
): Promise<FileAnswer> {
  const unit = await openUnit(ctx, params.imei);
  const found = await theft.find(ctx.db, unit, query.version);
  if (!found) throw new AppError('ReportNotFound');
  requireCan(unit.can, 'report');
  return drawReport(found.report, {
    language: query.lang ?? language,
    timeZone: ctx.actor.timeZone,
    pictureOf: (id) => findBytes(ctx.db, unit, id),
  });
}

/** Unknown, over, ended and of a closed account look alike. */
async function open(ctx: StrangerCtx, token: string, form: 'page' | 'pdf'): Promise<repository.OpenedShare> {
  const hash = hashOfHeader(token);
  const opened = hash && (await repository.open(ctx.db, hash, ctx.now()));
  if (!opened) throw new AppError('ShareOver');
  await writeAudit(ctx.db, {
    accountId: opened.accountId,
    at: ctx.now(),
    actor: { kind: 'stranger' },
    action: 'theft-report-opened',
    subject: opened.report.unit_name,
    details: { recipient: opened.recipient, version: opened.report.version, form },
  });
  return opened;
}

export async function readShared(ctx: StrangerCtx, token: string): Promise<HandlerData<typeof sharedEndpoint>> {
  const { report, expiresAt, timeZone } = await open(ctx, token, 'page');
  return { report, expires_at: expiresAt.toISOString(), time_zone: timeZone };
}

export async function readSharedPdf(ctx: StrangerCtx, body: { token: string; lang?: Language | undefined }): Promise<FileAnswer> {
  const opened = await open(ctx, body.token, 'pdf');
  const language = body.lang ?? LANGUAGES.find((known) => known === opened.language) ?? 'en';
  return drawReport(opened.report, {
    language,
    timeZone: opened.timeZone,
    pictureOf: (id) => repository.findPicture(ctx.db, hashOfToken(body.token), ctx.now(), id),
  });
}

export async function readSharedPicture(ctx: StrangerCtx, { token, id }: { token: string; id: number }): Promise<FileAnswer> {
  const hash = hashOfHeader(token);
  if (!hash || !(await repository.isOpen(ctx.db, hash, ctx.now()))) throw new AppError('ShareOver');
  const found = await repository.findPicture(ctx.db, hash, ctx.now(), id);
  if (!found) throw new AppError('PictureNotFound');
  return asFile(found, id);
}
