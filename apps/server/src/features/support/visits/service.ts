import type { AuditAction } from '@spora/contract/accounts/audit-actions';
import type { CallData, HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { SUPPORT_PAGE_MAX, SUPPORT_VISIT_S } from '@spora/contract/limits';
import type {
  addCredit as addCreditEndpoint,
  changeMemberEmail as changeEmailEndpoint,
  findAccounts as findEndpoint,
  getSupportAccount as getEndpoint,
  listCredits as creditsEndpoint,
  listMails as mailsEndpoint,
  openAccount as openEndpoint,
  setSubscription as subscriptionEndpoint,
  supportResetFactor as resetEndpoint,
  updateSupportAccount as updateEndpoint,
} from '@spora/contract/support/endpoints';
import { SUPPORT_PAGE } from '@spora/contract/support/values';
import { LANGUAGES } from '@spora/messages/languages';
import { changeEmailForSupport } from '../../users/api.ts';
import { AppError } from '../../../platform/app-error.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { type AuditDetails, writeAudit } from '../../../platform/observing/audit.ts';
import { type AccountId, setAccount, type SupportCtx } from '../../../platform/ctx.ts';
import { enterAccount, hashOfToken, memberOfSession, noteView } from '../../../platform/http/session-gate.ts';
import { type ParentAccounts, withParentRights } from '../../../core/people/parent-rights.ts';
import { requireSupport } from '../policy.ts';
import { noteAct } from '../service.ts';
import * as repository from './repository.ts';
import { resetFactorsOf } from '../../../core/people/factor-reset.ts';
import { newToken } from '../../../core/people/sessions.ts';
import { me } from '../../../core/people/signed-in-user.ts';

export async function findAccounts(
  ctx: SupportCtx,
  { query }: HandlerInput<typeof findEndpoint>,
): Promise<CallData<typeof findEndpoint>> {
  const rows = await repository.accountsLike(ctx.db, query.q, SUPPORT_PAGE_MAX + 1);
  return {
    rows: rows.slice(0, SUPPORT_PAGE_MAX).map(({ closed, ...row }) => ({ ...row, is_closed: closed })),
    has_more: rows.length > SUPPORT_PAGE_MAX,
  };
}

/** DEC-77: from now on, for an hour, the account is seen as its administrators see it; the customer reads when, who and why. */
export async function openAccount(
  ctx: SupportCtx,
  { params, body }: HandlerInput<typeof openEndpoint>,
  parents: ParentAccounts,
): Promise<HandlerData<typeof openEndpoint>> {
  requireSupport(ctx.actor);
  const { db, now } = ctx;
  const at = now();
  const token = newToken();
  const tokenHash = hashOfToken(token);
  const id = await repository.insertVisit(db, {
    sessionId: ctx.actor.sessionId,
    account: params.id,
    tokenHash,
    reason: body.reason,
    at,
    until: new Date(at.getTime() + SUPPORT_VISIT_S * 1000),
  });
  const visitor = id === null ? null : await memberOfSession(db, tokenHash, at);
  if (!visitor) throw new AppError('NotFound');
  await setAccount(db, visitor.accountId);
  await audit(ctx, visitor.accountId, 'support-opened', '', { reason: body.reason });
  await noteAct(ctx, 'account-opened', body.reason, visitor.accountId);
  const { user } = await me({ ...ctx, actor: visitor });
  return { token, user: await withParentRights(db, user, parents) };
}

const audit = (
  { db, actor, now }: SupportCtx,
  accountId: AccountId,
  action: AuditAction,
  subject = '',
  details: AuditDetails = {},
): Promise<void> =>
  writeAudit(db, { accountId, at: now(), actor: { kind: 'support', name: actor.staffName }, action, subject, details });

/** Throws OpenAccountFirst unless this session has the account open. What is looked at stands in the customer's log. */
async function requireOpen({ db, actor, now }: SupportCtx, id: number, area: string): Promise<AccountId> {
  const entered = await enterAccount(db, actor, id, now());
  if (!entered) throw new AppError('OpenAccountFirst', { status: 403 });
  await noteView(db, entered.visitId, now(), { area: `${SUPPORT_PAGE}/${area}`, imei: '' });
  return entered.accountId;
}

export async function getAccount(
  ctx: SupportCtx,
  { params }: HandlerInput<typeof getEndpoint>,
): Promise<CallData<typeof getEndpoint>> {
  const accountId = await requireOpen(ctx, params.id, 'accounts');
  const { closed_at, created_at, parent_id, ...account } = await repository.accountOf(ctx.db, accountId);
  const units = await repository.unitsOf(ctx.db, accountId);
  return {
    ...account,
    created_at: created_at.toISOString(),
    is_closed: closed_at !== null,
    parent_id: parent_id ?? '',
    users: await repository.countMembers(ctx.db, accountId),
    sms_balance: await repository.balanceOf(ctx.db, accountId),
    units: units.map(({ locked_at, imei, ...unit }) => ({ ...unit, imei: imei ?? '', is_locked: locked_at !== null })),
  };
}

export async function updateAccount(
  ctx: SupportCtx,
  { params, body }: HandlerInput<typeof updateEndpoint>,
): Promise<Record<string, never>> {
  requireSupport(ctx.actor);
  const accountId = await requireOpen(ctx, params.id, 'accounts');
  const { was, ...wanted } = body;
  if (was) {
    const { parent_id, ...stands } = await repository.accountOf(ctx.db, accountId);
    requireUnchanged({ ...stands, parent_id: parent_id ?? '' }, { ...wanted, was });
  }
  const change = Object.fromEntries(
    Object.entries(wanted).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  );
  if (Object.keys(change).length === 0) return {};
  await repository.updateAccount(ctx.db, change);
  await audit(ctx, accountId, 'support-changed', '', change);
  return {};
}

export async function setSubscription(
  ctx: SupportCtx,
  { params, body }: HandlerInput<typeof subscriptionEndpoint>,
): Promise<Record<string, never>> {
  requireSupport(ctx.actor);
  const accountId = await requireOpen(ctx, params.id, 'accounts');
  const unit = await repository.unitById(ctx.db, accountId, body.unit_id);
  if (!unit) throw new AppError('UnitNotFound');
  if (unit.subscription_type === body.subscription_type) return {};
  await repository.setSubscription(ctx.db, accountId, body.unit_id, body.subscription_type);
  await repository.insertUnitChange(ctx.db, accountId, {
    unitId: body.unit_id,
    at: ctx.now(),
    actorName: ctx.actor.staffName,
    before: unit.subscription_type,
    after: body.subscription_type,
  });
  await audit(ctx, accountId, 'support-changed', unit.name, { subscription_type: body.subscription_type });
  return {};
}

/** For who can neither read the address nor recall the password; the account is open to these staff, and both addresses are told. */
export async function changeEmail(
  ctx: SupportCtx,
  { params, body }: HandlerInput<typeof changeEmailEndpoint>,
): Promise<Record<string, never>> {
  requireSupport(ctx.actor);
  const accountId = await requireOpen(ctx, params.id, 'accounts');
  if (!ctx.ports.mail.isAvailable) throw new AppError('MailUnavailable');
  const { email, new_email: newEmail, reason } = body;
  await changeEmailForSupport({ ctx, accountId }, { email, newEmail, reason, staffName: ctx.actor.staffName });
  await noteAct(ctx, 'email-change', reason, accountId);
  return {};
}

export async function listMails(
  ctx: SupportCtx,
  { params, query }: HandlerInput<typeof mailsEndpoint>,
): Promise<CallData<typeof mailsEndpoint>> {
  const accountId = await requireOpen(ctx, params.id, 'mail');
  const rows = await repository.mailsOf(ctx.db, accountId, query.before, SUPPORT_PAGE_MAX + 1);
  return {
    rows: rows.slice(0, SUPPORT_PAGE_MAX).map((row) => ({
      ...row,
      state: row.state as 'queued' | 'sent' | 'failed' | 'expired',
      last_error: row.last_error ?? '',
      queued_at: row.queued_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    })),
    has_more: rows.length > SUPPORT_PAGE_MAX,
  };
}

export async function listCredits(
  ctx: SupportCtx,
  { params, query }: HandlerInput<typeof creditsEndpoint>,
): Promise<CallData<typeof creditsEndpoint>> {
  const accountId = await requireOpen(ctx, params.id, 'accounts');
  const rows = await repository.creditsOf(ctx.db, accountId, query.before, SUPPORT_PAGE_MAX + 1);
  return {
    balance: await repository.balanceOf(ctx.db, accountId),
    rows: rows
      .slice(0, SUPPORT_PAGE_MAX)
      .map(({ actor_name, at, ...row }) => ({ ...row, at: at.toISOString(), actor: actor_name ?? '' })),
    has_more: rows.length > SUPPORT_PAGE_MAX,
  };
}

/** Append only: a mistake is put right by another entry. The balance never falls below nothing. */
export async function addCredit(
  ctx: SupportCtx,
  { params, body }: HandlerInput<typeof addCreditEndpoint>,
): Promise<CallData<typeof addCreditEndpoint>> {
  requireSupport(ctx.actor);
  const accountId = await requireOpen(ctx, params.id, 'accounts');
  await repository.holdCredits(ctx.db, accountId);
  const balance = (await repository.balanceOf(ctx.db, accountId)) + body.amount;
  if (balance < 0) throw new AppError('BalanceTooLow');
  const credit = { at: ctx.now(), amount: body.amount, reason: body.reason, actorName: ctx.actor.staffName };
  await repository.insertCredit(ctx.db, accountId, credit);
  await audit(ctx, accountId, 'sms-credit-entered', '', { count: body.amount, reason: body.reason });
  await noteAct(ctx, 'sms-credit', String(body.amount), accountId);
  return { balance };
}

/** Issue 12, A4. Neither password nor address change by it; who it is about and the account's administrators are told. */
export async function resetFactor(
  ctx: SupportCtx,
  { params, body }: HandlerInput<typeof resetEndpoint>,
): Promise<CallData<typeof resetEndpoint>> {
  requireSupport(ctx.actor);
  const accountId = await requireOpen(ctx, params.id, 'users');
  const memberId = await repository.memberByEmail(ctx.db, accountId, body.email);
  if (memberId === undefined) throw new AppError('UserNotFound', { status: 404 });
  const byName = ctx.actor.staffName;
  const name = await resetFactorsOf(ctx, { accountId, memberId }, { byName, reason: body.reason, by: 'support' });
  await audit(ctx, accountId, 'factor-reset', name, { member: memberId, reason: body.reason });
  await noteAct(ctx, 'factor-reset', body.email, accountId);
  const { subsite_id } = await repository.accountOf(ctx.db, accountId);
  for (const admin of await repository.activeAdmins(ctx.db, accountId, memberId))
    await orderMail(ctx.db, {
      template: 'factor-reset-told',
      params: { fullName: admin.full_name, memberName: name, byName, reason: body.reason },
      to: admin.email,
      language: LANGUAGES.find((each) => each === admin.language) ?? 'en',
      subsiteId: subsite_id,
      accountId,
      at: ctx.now(),
    });
  return {};
}
