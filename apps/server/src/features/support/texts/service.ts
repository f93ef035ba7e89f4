import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  addTerms as addTermsEndpoint,
  announce as announceEndpoint,
  listAnnouncements as announcementsEndpoint,
  listPaymentTypes as paymentTypesEndpoint,
  listTerms as termsEndpoint,
  savePaymentTypes as savePaymentTypesEndpoint,
} from '@spora/contract/support/back-office';
import type { Language } from '@spora/messages/languages';
import { AppError } from '../../../platform/app-error.ts';
import type { SupportCtx } from '../../../platform/ctx.ts';
import { announceToEverybody } from '../../../platform/live/hub.ts';
import { requireSupport } from '../policy.ts';
import { noteAct } from '../service.ts';
import * as repository from './repository.ts';

const brandText = (subsiteId: number | null): string => (subsiteId === null ? '*' : String(subsiteId));

export async function listAnnouncements({ db }: SupportCtx): Promise<CallData<typeof announcementsEndpoint>> {
  const rows = await repository.announcements(db);
  return {
    rows: rows.map(({ starts_at, ends_at, ...row }) => ({
      ...row,
      starts_at: starts_at.toISOString(),
      ends_at: ends_at?.toISOString() ?? null,
    })),
  };
}

export async function announce(ctx: SupportCtx, { body }: HandlerInput<typeof announceEndpoint>): Promise<Record<string, never>> {
  requireSupport(ctx.actor);
  const now = ctx.now();
  const ends_at = body.ends_at === null ? null : new Date(body.ends_at);
  if (ends_at && ends_at <= now) throw new AppError('TimeHasPassed', { status: 422 });
  await repository.endAnnouncementsOf(ctx.db, body.subsite_id, now);
  await repository.insertAnnouncement(ctx.db, { ...body, starts_at: now, ends_at });
  await announceToEverybody(ctx.db);
  await noteAct(ctx, 'announced', brandText(body.subsite_id));
  return {};
}

export async function endAnnouncement(ctx: SupportCtx, id: number): Promise<Record<string, never>> {
  requireSupport(ctx.actor);
  if (!(await repository.endAnnouncement(ctx.db, id, ctx.now()))) throw new AppError('NotFound');
  await announceToEverybody(ctx.db);
  await noteAct(ctx, 'announcement-ended', String(id));
  return {};
}

export async function listTerms({ db }: SupportCtx): Promise<CallData<typeof termsEndpoint>> {
  const rows = await repository.allTerms(db);
  return { rows: rows.map(({ language, ...row }) => ({ ...row, language: language as Language })) };
}

/** Only from today on: what applied yesterday has been agreed to. */
export async function addTerms(ctx: SupportCtx, { body }: HandlerInput<typeof addTermsEndpoint>): Promise<Record<string, never>> {
  requireSupport(ctx.actor);
  if (body.valid_from < ctx.now().toISOString().slice(0, 10)) throw new AppError('DateHasPassed', { status: 422 });
  await repository.insertTerms(ctx.db, body);
  await noteAct(ctx, 'terms', `${brandText(body.subsite_id)} ${body.language} ${body.valid_from}`);
  return {};
}

export async function listPaymentTypes({ db }: SupportCtx): Promise<CallData<typeof paymentTypesEndpoint>> {
  return { rows: await repository.paymentTypes(db) };
}

/** The order of the list is the order people choose from. */
export async function savePaymentTypes(
  ctx: SupportCtx,
  { body }: HandlerInput<typeof savePaymentTypesEndpoint>,
): Promise<Record<string, never>> {
  requireSupport(ctx.actor);
  const known = new Set((await repository.paymentTypes(ctx.db)).map(({ id }) => id));
  for (const [index, { id, ...labels }] of body.rows.entries()) {
    const fields = { ...labels, position: index + 1 };
    if (id === null) await repository.insertPaymentType(ctx.db, fields);
    else if (!known.delete(id) || !(await repository.updatePaymentType(ctx.db, id, fields))) throw new AppError('NotFound');
  }
  // One that was left out would keep its place among the others.
  if (known.size > 0) throw new AppError('NotFound');
  await noteAct(ctx, 'payment-types', body.rows.map(({ label_en }) => label_en).join(', '));
  return {};
}
