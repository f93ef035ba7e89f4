import { brandOf } from '@spora/contract/brands';
import type { Language } from '@spora/messages/languages';
import { writtenFor } from '@spora/messages/written-languages';
import { AppError } from '../../platform/app-error.ts';
import { audit } from '../../core/people/audit.ts';
import { inTransaction, type StrangerCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts';
import { orderMail } from '../../platform/mail/order.ts';
import { passwordFault } from '../../platform/secrets/common-passwords.ts';
import { hashPassword } from '../../platform/secrets/password.ts';
import * as repository from './repository.ts';
import { accountRowOf, faultsOf, imeiFaultIn, type Registration, type Repeat, repeatOf } from './rules.ts';

type Nothing = Record<string, never>;

/** REG-005. Throws ImeiNumberError or ImeiInUse. */
export async function checkImei(ctx: StrangerCtx, { imei, subsiteId }: { imei: string; subsiteId: number }): Promise<Nothing> {
  const fault = await repository.stockFault(ctx.db, imei, subsiteId, ctx.now());
  if (fault) throw new AppError(fault);
  return {};
}

/** REG-007, SEC-007: tells anybody whether an address is known, so it is limited per caller. Throws EmailInUse. */
export async function checkEmail(ctx: StrangerCtx, email: string): Promise<Nothing> {
  if (await repository.isEmailTaken(ctx.db, email)) throw new AppError('EmailInUse');
  return {};
}

/** REG-011, DEC-09: labels in the order of the list; none for a brand without the choice. */
export async function listPaymentTypes(
  ctx: StrangerCtx,
  { language, subsiteId }: { language: Language; subsiteId: number },
): Promise<string[]> {
  if (!brandOf(subsiteId).capabilities.paymentTypeChoice) return [];
  return (await repository.paymentTypes(ctx.db)).map((labels) => labels[writtenFor(language)]);
}

/**
 * Makes the account, its administrator and its unit; the tracker is accepted from the commit on. Throws InputError with the keys of
 * each field. The repeat of a call whose answer was lost succeeds again (API-013). Runs outside a transaction: a password takes its
 * time to hash, and nothing is held meanwhile.
 */
export async function register(ctx: StrangerCtx, body: Registration, idempotencyHeader: string | undefined): Promise<Nothing> {
  const key = idempotencyKeyOf(idempotencyHeader);
  const repeat = key === undefined ? undefined : repeatOf(key, body);
  if (repeat && (await isRepeated(ctx, repeat))) return {};
  try {
    await refuseFaults(ctx, body);
    const passwordHash = await hashPassword(body.userPassword, 'stranger');
    await inTransaction(ctx, (tx) => write(tx, body, passwordHash, repeat));
  } catch (error) {
    // The first call may have succeeded meanwhile: what it took is then taken, its row under the key there.
    const isOvertaken = error instanceof InputError || repository.isRunningTwice(error);
    if (repeat && isOvertaken && (await isRepeated(ctx, repeat))) return {};
    throw error;
  }
  return {};
}

/** Throws IdempotencyConflict when something else was registered under the key. */
async function isRepeated(ctx: StrangerCtx, { keyHash, requestHash }: Repeat): Promise<boolean> {
  const earlier = await repository.earlierRequest(ctx.db, keyHash, ctx.now());
  if (earlier && !earlier.equals(requestHash)) throw new AppError('IdempotencyConflict');
  return earlier !== null;
}

/** Everything that can be told before the password is hashed and anything is written. */
async function refuseFaults(ctx: StrangerCtx, body: Registration): Promise<void> {
  const labels = (await repository.paymentTypes(ctx.db)).flatMap((each) => Object.values(each));
  const faults = faultsOf(body, { today: ctx.now(), labels });
  const imeiFault = await repository.stockFault(ctx.db, body.Imei, body.subsiteID, ctx.now());
  if (imeiFault) Object.assign(faults, imeiFaultIn(body, imeiFault));
  if (await repository.isEmailTaken(ctx.db, body.userName)) faults['userName'] = ['EmailInUse'];
  const guessed = passwordFault(body.userPassword, [body.userName, body.fullName, body.companyName]);
  if (guessed) faults['userPassword'] = [guessed];
  if (Object.keys(faults).length > 0) throw new InputError(faults);
}

async function write(tx: StrangerCtx, body: Registration, passwordHash: string, repeat: Repeat | undefined): Promise<void> {
  const at = tx.now();
  if (repeat) await repository.rememberRequest(tx.db, repeat, at);
  const account = accountRowOf(body);
  const registered = await repository.insertCustomer(tx.db, {
    imei: body.Imei,
    at,
    account,
    member: {
      email: body.userName,
      full_name: body.fullName,
      phone: account.phone,
      password_hash: passwordHash,
      language: body.lang,
    },
  });
  if ('imeiFault' in registered) throw new InputError(imeiFaultIn(body, registered.imeiFault));
  if ('isEmailTaken' in registered) throw new InputError({ userName: ['EmailInUse'] });
  const { accountId, memberId } = registered;
  await audit({ ...tx, actor: { accountId, memberId } }, 'registered', account.name);
  await orderMail(tx.db, {
    template: 'welcome',
    params: { fullName: body.fullName, accountName: account.name, imei: body.Imei },
    to: body.userName,
    language: body.lang,
    subsiteId: body.subsiteID,
    accountId,
    at,
  });
  tx.log.info({ account: accountId }, 'registered');
}
