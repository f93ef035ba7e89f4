import { dayIn } from '@spora/calendar/zones';
import type {
  getCarBenefit as getBenefitEndpoint,
  getFuelPrice as getPriceEndpoint,
  Rate,
  RateKind,
  RateSubject,
  setCarBenefit as setBenefitEndpoint,
  setFuelPrice as setPriceEndpoint,
} from '@spora/contract/accounts/settings';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { changesFor } from '../../../platform/observing/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { requireMayRunAccount } from '../policy.ts';
import { holdAccount } from '../../../core/people/hold-account.ts';
import * as repository from './repository.ts';
import { defaultCarBenefit } from './rules.ts';

const asRate = (row: {
  id: number;
  kind: string;
  subject: string;
  amount: number;
  currency: string;
  valid_from: string;
}): Rate => ({
  ...row,
  kind: row.kind as RateKind,
  subject: row.subject as RateSubject,
  currency: row.currency as Rate['currency'],
});

const today = ({ actor, now }: MemberCtx): string => dayIn(now(), actor.timeZone);

/** ADM-015: the whole history and what is to come. */
export async function getFuelPrice(ctx: MemberCtx): Promise<CallData<typeof getPriceEndpoint>> {
  const { db, actor } = ctx;
  const { currency } = await repository.moneyOf(db, actor.accountId);
  const rates = await repository.listRates(db, actor.accountId);
  return { rates: rates.map(asRate), currency: currency as Rate['currency'], today: today(ctx) };
}

/**
 * In the account's currency, which the row keeps: a later change of currency changes no old amount. `was` is the amount that this day
 * had (ERR-041).
 */
export async function setFuelPrice(ctx: MemberCtx, { body }: HandlerInput<typeof setPriceEndpoint>): Promise<Rate> {
  const { db, actor, now } = ctx;
  requireMayRunAccount(actor);
  const { currency } = await repository.moneyOf(db, actor.accountId);
  const { was, ...rate } = body;
  const wanted = { ...rate, currency };
  await holdAccount(db, actor.accountId);
  const before = await repository.replacedRate(db, actor.accountId, wanted);
  requireUnchanged({ amount: before?.amount ?? null }, { ...rate, was });
  const saved = asRate(await repository.saveRate(db, actor, wanted, now()));
  await audit(ctx, 'rate-set', `${body.kind} ${body.subject}`, {
    amount: body.amount,
    currency,
    valid_from: body.valid_from,
    // In the money of the line, or with its own (DEC-53).
    ...(before && { before: before.currency === currency ? before.amount : `${before.amount} ${before.currency}` }),
  });
  return saved;
}

/** Only what is still to come: what was in force for a day has been counted with. */
export async function removeFuelPrice(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  const { db, actor } = ctx;
  requireMayRunAccount(actor);
  const rate = await repository.rateById(db, actor.accountId, id);
  if (!rate) throw new AppError('RateNotFound', { status: 404 });
  if (rate.valid_from <= today(ctx)) throw new AppError('RateInForce');
  await repository.deleteRate(db, actor.accountId, id);
  const { amount, currency, valid_from } = rate;
  await audit(ctx, 'rate-removed', `${rate.kind} ${rate.subject}`, { amount, currency, valid_from });
  return {};
}

/** REP-006: the country's own figures are in force until the account's first ones. */
export async function getCarBenefit(ctx: MemberCtx): Promise<CallData<typeof getBenefitEndpoint>> {
  const { db, actor } = ctx;
  const { country } = await repository.moneyOf(db, actor.accountId);
  const own = await repository.listCarBenefits(db, actor.accountId);
  return {
    settings: [
      ...own.map((row) => ({ ...row, is_default: false })),
      { valid_from: '', ...defaultCarBenefit(country), is_default: true },
    ],
    today: today(ctx),
    units: await repository.benefitCars(db, actor.accountId),
  };
}

/** `was` are the figures that this day had, each null if it had none (ERR-041). */
export async function setCarBenefit(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof setBenefitEndpoint>,
): Promise<Record<string, never>> {
  const { db, actor } = ctx;
  requireMayRunAccount(actor);
  const { was, ...figures } = body;
  await holdAccount(db, actor.accountId);
  const own = await repository.listCarBenefits(db, actor.accountId);
  requireUnchanged(own.find((row) => row.valid_from === body.valid_from) ?? {}, { ...figures, was });
  await repository.saveCarBenefit(db, actor, figures, ctx.now());
  const { country } = await repository.moneyOf(db, actor.accountId);
  const { valid_from: day, ...set } = figures;
  const before = own.find((row) => row.valid_from <= day) ?? defaultCarBenefit(country);
  await audit(ctx, 'car-benefit-set', '', { ...figures, ...changesFor({ ...before }, set) });
  return {};
}
