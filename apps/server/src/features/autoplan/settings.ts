import type { AutoplanProblem, AutoplanSettings, saveAutoplanSettings, testAutoplan } from '@spora/contract/autoplan/endpoints';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Ctx, inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { AutoplanError } from '../../platform/ports.ts';
import { reseal } from '../../platform/secrets/reseal.ts';
import { requireMayReport } from './policy.ts';
import * as repository from './repository.ts';

/** What a secret is sealed for. */
export const ownerOfSecret = (accountId: number): string => `autoplan:${accountId}`;

const NOTHING: repository.StoredSettings = { is_on: false, customer_id: '', secret: '' };

/** Never the secret, nor anything to compare it with. */
const asTold = (
  { ports }: Pick<MemberCtx, 'ports'>,
  { is_on, customer_id, secret }: repository.StoredSettings,
): AutoplanSettings => ({
  is_on,
  customer_id,
  has_secret: secret !== '',
  is_available: ports.autoplan.isAvailable,
});

export async function readSettings(ctx: MemberCtx): Promise<AutoplanSettings> {
  return asTold(ctx, (await repository.findSettings(ctx.db, ctx.actor.accountId)) ?? NOTHING);
}

/** AUTO-004. A stored secret belongs to the customer that it was entered for: with another it is asked for again. */
export async function saveSettings(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveAutoplanSettings>,
): Promise<AutoplanSettings> {
  requireMayReport(ctx.actor);
  const { db, actor, now, ports } = ctx;
  const stored = (await repository.holdSettings(db, actor.accountId)) ?? NOTHING;
  requireUnchanged(asTold(ctx, stored), body);
  const isSame = stored.customer_id === body.customer_id;
  const secret =
    body.secret !== undefined
      ? await ports.secretBox.seal(body.secret, ownerOfSecret(actor.accountId))
      : isSame
        ? stored.secret
        : '';
  if (body.is_on && body.customer_id === '') throw new InputError({ customer_id: ['AutoplanSpecifyCustomer'] });
  if (body.is_on && secret === '') throw new InputError({ secret: ['AutoplanSpecifySecret'] });
  const next = { is_on: body.is_on, customer_id: body.customer_id, secret };
  await repository.saveSettings(db, actor.accountId, next, now());
  await audit(ctx, 'autoplan-changed', body.customer_id, { on: body.is_on });
  return asTold(ctx, next);
}

/** Who the account is to the service. Throws AutoplanNotSet. */
export async function customerOf(
  { db, ports }: Pick<Ctx, 'db' | 'ports'>,
  accountId: MemberCtx['actor']['accountId'],
): Promise<{ readonly customerId: string; readonly secret: string }> {
  const stored = await repository.findSettings(db, accountId);
  if (!stored || stored.secret === '' || !ports.autoplan.isAvailable) throw new AppError('AutoplanNotSet');
  return { customerId: stored.customer_id, secret: await ports.secretBox.open(stored.secret, ownerOfSecret(accountId)) };
}

/** Mounted without a transaction: it calls the service. */
export async function testSettings(ctx: MemberCtx): Promise<HandlerData<typeof testAutoplan>> {
  requireMayReport(ctx.actor);
  const customer = await inTransaction(ctx, (inner) => customerOf(inner, ctx.actor.accountId));
  return { problem: await problemOf(() => ctx.ports.autoplan.check(customer)) };
}

async function problemOf(call: () => Promise<void>): Promise<AutoplanProblem | null> {
  try {
    await call();
    return null;
  } catch (error) {
    if (!(error instanceof AutoplanError)) throw error;
    return error.kind;
  }
}

/** Seals secrets that were sealed with a former key. */
export async function tidy({ db, ports, log }: Ctx<{ readonly kind: 'system' }>): Promise<boolean> {
  const prefix = await ports.secretBox.prefix();
  const former = (await repository.secretsBeside(db, prefix)).map(({ account_id: account, secret }) => ({
    sealed: secret,
    of: ownerOfSecret(account),
    named: { account },
    replace: (sealed: string) => repository.replaceSecret(db, account, secret, sealed),
  }));
  await reseal(ports.secretBox, log, former);
  return false;
}
