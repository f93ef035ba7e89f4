import type { CallData, HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { SIGN_ON_S } from '@spora/contract/limits';
import type { beginSignOn as beginEndpoint, finishSignOn as finishEndpoint } from '@spora/contract/single-sign-on/endpoints';
import { candidateByName } from '../../core/people/sign-in-candidate.ts';
import type { Language } from '@spora/messages/languages';
import { requireOpenDoor } from '../../core/people/password.ts';
import { profileOf } from '../../core/people/signed-in-user.ts';
import { newToken } from '../../core/people/sessions.ts';
import { AppError } from '../../platform/app-error.ts';
import { type AccountId, type Ctx, setAccount, type StrangerCtx } from '../../platform/ctx.ts';
import { hashOfToken } from '../../platform/http/session-gate.ts';
import { orderMail } from '../../platform/mail/order.ts';
import { audit } from '../../core/people/audit.ts';
import { writeAudit } from '../../platform/observing/audit.ts';
import { signInByProvider } from '../auth/api.ts';
import { ProviderError, type Providers, type SignOnSecrets } from './provider.ts';
import * as repository from './repository.ts';
import { domainOf, ownerOfAttempt, ownerOfSecret, type Person } from './rules.ts';

/** Where the browser returns to, by the brand. */
export type RedirectUri = (subsiteId: number) => string;

interface Attempt extends SignOnSecrets {
  readonly redirectUri: string;
  readonly issuer: string;
  readonly clientId: string;
}

/** `work` with the account in force, for somebody who is not signed in yet. */
const inAccount = <T>(ctx: StrangerCtx, accountId: AccountId, work: (tx: StrangerCtx) => Promise<T>): Promise<T> =>
  ctx.db.transaction().execute(async (db) => {
    await setAccount(db, accountId);
    return work({ ...ctx, db });
  });

/**
 * ADM-020: sends the browser to the provider of the organisation that an address belongs to. Goes by the domain alone, so that nobody
 * learns which addresses have an account. Calls the provider, so it is mounted without a transaction.
 */
export async function beginSignOn(
  ctx: StrangerCtx,
  { body }: HandlerInput<typeof beginEndpoint>,
  { providers, redirectUriOf }: { readonly providers: Providers; readonly redirectUriOf: RedirectUri },
): Promise<CallData<typeof beginEndpoint>> {
  const domain = domainOf(body.address);
  const found = domain === null ? undefined : await repository.findByDomain(ctx.db, domain);
  // That of another brand is as if it were not there (DEC-81).
  if (!found || found.subsiteId !== body.subsiteid) throw new AppError('SignOnUnknown');
  const { accountId, subsiteId } = found;
  const stored = await providerOf(ctx, accountId);
  if (!stored) throw new AppError('SignOnUnknown');
  const redirectUri = redirectUriOf(subsiteId);
  const hint = body.address.includes('@') ? body.address : null;
  const { url, secrets } = await providers
    .begin(stored, { redirectUri, hint })
    .catch((error: unknown) => Promise.reject(refusalOf(ctx, accountId, error)));
  const attempt: Attempt = { ...secrets, redirectUri, issuer: stored.issuer, clientId: stored.clientId };
  const flow = newToken();
  const sealed = await ctx.ports.secretBox.seal(JSON.stringify(attempt), ownerOfAttempt(accountId));
  const until = new Date(ctx.now().getTime() + SIGN_ON_S * 1000);
  await inAccount(ctx, accountId, ({ db }) =>
    repository.insertAttempt(db, accountId, { flowHash: hashOfToken(flow), sealed, until }),
  );
  return { url, flow };
}

/**
 * Opens a session for the member that the provider's answer names. `flow` is what this very browser was given at the start; an attempt
 * is used up by the first answer, right or wrong. Mounted without a transaction: it calls the provider, and what is refused stays on
 * record.
 */
export async function finishSignOn(
  ctx: StrangerCtx,
  { body }: HandlerInput<typeof finishEndpoint>,
  { providers, userAgent }: { readonly providers: Providers; readonly userAgent: string },
): Promise<HandlerData<typeof finishEndpoint>> {
  const taken = await repository.takeAttempt(ctx.db, hashOfToken(body.flow), ctx.now());
  if (!taken) throw new AppError('SignOnOver');
  const { accountId } = taken;
  const attempt = JSON.parse(await ctx.ports.secretBox.open(taken.sealed, ownerOfAttempt(accountId))) as Attempt;
  const stored = await providerOf(ctx, accountId);
  // Switched off or changed since: what comes back is another provider's.
  if (!stored || stored.issuer !== attempt.issuer || stored.clientId !== attempt.clientId) throw new AppError('SignOnOver');
  const returned = new URL(attempt.redirectUri);
  returned.search = body.answer;
  let person: Person;
  try {
    person = await providers.finish(stored, attempt, returned);
  } catch (error) {
    const refusal = refusalOf(ctx, accountId, error);
    await auditRefusal(ctx, accountId, refusal.key);
    throw refusal;
  }
  const outcome = await inAccount(ctx, accountId, (tx) => memberOf(tx, accountId, stored.issuer, person));
  if (outcome instanceof AppError) {
    await auditRefusal(ctx, accountId, outcome.key);
    throw outcome;
  }
  const { member, isNew } = outcome;
  const candidate = await candidateByName(ctx.db, member.email);
  if (!candidate || candidate.memberId !== member.id) throw new AppError('SignOnNoMember');
  await requireOpenDoor(ctx, { candidate }, candidate.subsiteId);
  return inAccount(ctx, accountId, async (tx) => {
    const at = tx.now();
    if (isNew) {
      const link = { memberId: member.id, issuer: stored.issuer, subject: person.subject, at };
      if (!(await repository.insertLink(tx.db, accountId, link))) throw new AppError('SignOnLinkedToAnother');
      const actor = { accountId, memberId: member.id };
      await audit({ ...tx, actor }, 'sign-on-linked', member.full_name, {
        provider: new URL(stored.issuer).host,
        member: member.id,
      });
      const isClosed = await repository.closeUntilAgreed(tx.db, accountId, member.id, at);
      await tellMember(tx, accountId, member.id, { provider: new URL(stored.issuer).host, isClosed });
    } else await repository.touchLink(tx.db, accountId, member.id, at);
    return signInByProvider(tx, candidate, { asksSecondFactor: stored.asksSecondFactor, userAgent });
  });
}

async function providerOf(ctx: StrangerCtx, accountId: AccountId) {
  const row = await inAccount(ctx, accountId, ({ db }) => repository.findProvider(db, accountId));
  if (!row?.is_on) return undefined;
  const clientSecret = await ctx.ports.secretBox.open(row.client_secret, ownerOfSecret(accountId));
  return { issuer: row.issuer, clientId: row.client_id, clientSecret, asksSecondFactor: row.asks_second_factor };
}

/**
 * Who of this account the provider's subject is. The subject alone counts once it is linked. Before that the address does: verified,
 * in a domain that the account has proven, and of a member who is not linked to somebody else.
 */
async function memberOf(
  { db }: Ctx,
  accountId: AccountId,
  issuer: string,
  { subject, email, isVerified }: Person,
): Promise<{ readonly member: repository.LinkedMember; readonly isNew: boolean } | AppError> {
  const linked = await repository.memberBySubject(db, accountId, { issuer, subject });
  if (linked) return { member: linked, isNew: false };
  if (email === null || !isVerified) return new AppError('SignOnUnverified');
  const domains = await repository.domainsOf(db, accountId);
  const isOurs = domains.some(({ name, proven_at }) => proven_at !== null && name === domainOf(email));
  const member = isOurs ? await repository.memberByEmail(db, accountId, email) : undefined;
  if (!member) return new AppError('SignOnNoMember');
  const links = await repository.linksOf(db, accountId);
  if (links.some(({ member_id: id }) => id === member.id)) return new AppError('SignOnLinkedToAnother');
  return { member, isNew: true };
}

/** What a person is told; the log says what of it. */
function refusalOf({ log }: Ctx, account: number, error: unknown): AppError {
  if (!(error instanceof ProviderError)) throw error;
  const { kind, problem } = error;
  log.info({ account, kind, problem }, 'a single sign-on was refused');
  const key = kind === 'declined' ? 'SignOnDeclined' : kind === 'refused' ? 'SignOnRefused' : 'SignOnUnreachable';
  return new AppError(key, { cause: error });
}

/** Who reads it may not be who did it. */
async function tellMember(
  { db, now }: Ctx,
  accountId: AccountId,
  memberId: number,
  link: { readonly provider: string; readonly isClosed: boolean },
): Promise<void> {
  const { email, full_name, language, subsite_id, account_name } = await profileOf(db, accountId, memberId);
  await orderMail(db, {
    template: 'sign-on-linked',
    params: { fullName: full_name, accountName: account_name, ...link },
    to: email,
    language: language as Language,
    subsiteId: subsite_id,
    accountId,
    at: now(),
  });
}

const auditRefusal = (ctx: StrangerCtx, accountId: AccountId, reason: string): Promise<void> =>
  writeAudit(ctx.db, {
    accountId,
    at: ctx.now(),
    actor: { kind: 'stranger' },
    action: 'sign-in-refused',
    details: { reason },
  });
