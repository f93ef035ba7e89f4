import { randomBytes } from 'node:crypto';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { SIGN_ON_DOMAINS_MAX } from '@spora/contract/limits';
import type {
  addDomain as addEndpoint,
  proveDomain as proveEndpoint,
  removeDomain as removeEndpoint,
  saveSignOn as saveEndpoint,
  signOnSettings as settingsEndpoint,
  testSignOn as testEndpoint,
  unlinkSignOn as unlinkEndpoint,
} from '@spora/contract/single-sign-on/endpoints';
import { requireFreshProof } from '../../core/people/fresh-proof.ts';
import { accountOf } from '../../core/people/signed-in-user.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Ctx, inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { isPrivateHost } from '../../platform/network/public-network.ts';
import { audit } from '../../core/people/audit.ts';
import { TextRecordsError } from '../../platform/ports.ts';
import { requireMaySetSignOn } from './policy.ts';
import type { Providers } from './provider.ts';
import * as repository from './repository.ts';
import { domainOf, ownerOfSecret, recordNameOf, recordTextOf } from './rules.ts';
import type { RedirectUri } from './service.ts';
import { reseal } from '../../platform/secrets/reseal.ts';

const NOTHING = { issuer: '', client_id: '', client_secret: '', is_on: false, is_only_way: false, asks_second_factor: false };

/** Never the secret, nor anything to compare it with. */
function asTold(stored: repository.StoredProvider | undefined) {
  const { client_secret: secret, ...provider } = stored ?? NOTHING;
  return { ...provider, has_secret: secret !== '' };
}

export async function readSettings(
  { db, actor }: MemberCtx,
  redirectUriOf: RedirectUri,
): Promise<CallData<typeof settingsEndpoint>> {
  const provider = asTold(await repository.findProvider(db, actor.accountId));
  const domains = await repository.domainsOf(db, actor.accountId);
  const links = await repository.linksOf(db, actor.accountId);
  return {
    ...provider,
    redirect_uri: redirectUriOf((await accountOf(db, actor.accountId)).subsite_id),
    domains: domains.map(({ id, name, proof, proven_at }) => ({
      id,
      name,
      record_name: recordNameOf(name),
      record_text: recordTextOf(proof),
      proven_at: proven_at?.toISOString() ?? null,
    })),
    links: links.map(({ linked_at, last_used_at, ...link }) => ({
      ...link,
      linked_at: linked_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    })),
  };
}

/**
 * Asks for a fresh proof, so it is mounted without a transaction. A stored secret goes to the provider and the client that it was entered for: with another it is asked for again, so that nobody has it
 * sent to a server of their own. Another provider knows people by other numbers: who was linked is so no more.
 */
export async function saveSettings(
  outer: MemberCtx,
  { body }: HandlerInput<typeof saveEndpoint>,
  mayCallPrivate: boolean,
): Promise<Record<string, never>> {
  requireMaySetSignOn(outer.actor);
  const url = new URL(body.issuer);
  if (!mayCallPrivate && url.protocol !== 'https:') throw new InputError({ issuer: ['SignOnIssuerNeedsHttps'] });
  if (!mayCallPrivate && isPrivateHost(url.hostname)) throw new InputError({ issuer: ['SignOnIssuerPrivate'] });
  await requireFreshProof(outer, body);
  return inTransaction(outer, async (ctx) => {
    const { db, actor, now, ports } = ctx;
    const { client_secret: given, password: _password, code: _code, passkey: _passkey, was, ...wanted } = body;
    const stored = await repository.holdProvider(db, actor.accountId);
    requireUnchanged(asTold(stored), { ...wanted, was });
    const isSame = stored?.issuer === body.issuer && stored.client_id === body.client_id;
    if (given === undefined && !isSame) throw new InputError({ client_secret: ['SignOnSpecifySecret'] });
    if (body.is_on && !(await hasProvenDomain(ctx))) throw new AppError('SignOnNeedsDomain');
    const secret =
      given === undefined && stored
        ? stored.client_secret
        : await ports.secretBox.seal(given ?? '', ownerOfSecret(actor.accountId));
    await repository.saveProvider(db, actor.accountId, { ...wanted, client_secret: secret }, now());
    await repository.deleteLinks(db, actor.accountId, { notOfIssuer: body.issuer });
    await audit(ctx, 'sign-on-changed', url.host, {
      on: body.is_on,
      only_way: body.is_only_way,
      provider_asks_second_factor: body.asks_second_factor,
    });
    return {};
  });
}

/** Mounted without a transaction: it calls the provider. */
export async function testSettings(
  ctx: MemberCtx,
  { providers, redirectUriOf }: { readonly providers: Providers; readonly redirectUriOf: RedirectUri },
): Promise<CallData<typeof testEndpoint>> {
  requireMaySetSignOn(ctx.actor);
  const { actor, ports } = ctx;
  const { stored, isProven, subsiteId } = await inTransaction(ctx, async (tx) => ({
    stored: await repository.findProvider(tx.db, actor.accountId),
    isProven: await hasProvenDomain(tx),
    subsiteId: (await accountOf(tx.db, actor.accountId)).subsite_id,
  }));
  if (!stored) throw new AppError('SignOnNotSet');
  const clientSecret = await ports.secretBox.open(stored.client_secret, ownerOfSecret(actor.accountId));
  const settings = { issuer: stored.issuer, clientId: stored.client_id, clientSecret };
  return {
    checks: [
      { check: 'domain', problem: isProven ? null : 'no-domain' },
      ...(await providers.check(settings, redirectUriOf(subsiteId))),
    ],
  };
}

/** Names a domain, which counts for nothing before it is proven: so it asks for no proof of who names it. */
export async function addDomain(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof addEndpoint>,
): Promise<CallData<typeof addEndpoint>> {
  requireMaySetSignOn(ctx.actor);
  const { db, actor, now } = ctx;
  const name = domainOf(body.name);
  if (name === null) throw new InputError({ name: ['SignOnDomainInvalid'] });
  if ((await repository.countDomains(db, actor.accountId)) >= SIGN_ON_DOMAINS_MAX)
    throw new AppError('SignOnTooManyDomains', { params: { count: SIGN_ON_DOMAINS_MAX } });
  const proof = randomBytes(18).toString('base64url');
  return { id: await repository.insertDomain(db, actor.accountId, { name, proof, at: now() }) };
}

/**
 * A domain counts for the account that shows its record there, and for one alone: who had it before keeps it as long as their own record
 * stands. Mounted without a transaction: it asks name servers.
 */
export async function proveDomain(
  ctx: MemberCtx,
  { params: { id }, body }: HandlerInput<typeof proveEndpoint>,
): Promise<Record<string, never>> {
  requireMaySetSignOn(ctx.actor);
  await requireFreshProof(ctx, body);
  const { actor, ports, now } = ctx;
  const domain = await inTransaction(ctx, (tx) => findDomain(tx, id));
  const records = await ports.textRecords.of(recordNameOf(domain.name)).catch((error: unknown) => {
    if (error instanceof TextRecordsError) throw new AppError('SignOnDomainUnanswered', { cause: error });
    throw error;
  });
  if (!records.includes(recordTextOf(domain.proof))) throw new AppError('SignOnDomainUnproven');
  return inTransaction(ctx, async (tx) => {
    const held = await repository.proofOfHolder(tx.db, actor.accountId, domain.name);
    if (held !== null && records.includes(recordTextOf(held))) throw new AppError('SignOnDomainTaken');
    if (held !== null) await repository.releaseDomain(tx.db, actor.accountId, domain.name);
    await repository.noteProven(tx.db, actor.accountId, id, now());
    await audit(tx, 'sign-on-domain-proven', domain.name);
    return {};
  });
}

export async function removeDomain(
  outer: MemberCtx,
  { params: { id }, body }: HandlerInput<typeof removeEndpoint>,
): Promise<Record<string, never>> {
  requireMaySetSignOn(outer.actor);
  await requireFreshProof(outer, body);
  return inTransaction(outer, async (ctx) => {
    const { db, actor } = ctx;
    const domain = await findDomain(ctx, id);
    await repository.deleteDomain(db, actor.accountId, id);
    if ((await repository.findProvider(db, actor.accountId))?.is_on && !(await hasProvenDomain(ctx)))
      throw new AppError('SignOnNeedsDomain');
    await audit(ctx, 'sign-on-domain-removed', domain.name);
    return {};
  });
}

export async function unlink(
  outer: MemberCtx,
  { params: { id: memberId }, body }: HandlerInput<typeof unlinkEndpoint>,
): Promise<Record<string, never>> {
  requireMaySetSignOn(outer.actor);
  await requireFreshProof(outer, body);
  return inTransaction(outer, async (ctx) => {
    const { db, actor } = ctx;
    const link = (await repository.linksOf(db, actor.accountId)).find(({ member_id: id }) => id === memberId);
    if (!link) throw new AppError('UserNotFound');
    await repository.deleteLinks(db, actor.accountId, { memberId });
    await audit(ctx, 'sign-on-unlinked', link.name, { member: memberId });
    return {};
  });
}

const hasProvenDomain = async ({ db, actor }: MemberCtx): Promise<boolean> =>
  (await repository.domainsOf(db, actor.accountId)).some(({ proven_at }) => proven_at !== null);

async function findDomain({ db, actor }: MemberCtx, id: number) {
  const domain = (await repository.domainsOf(db, actor.accountId)).find((one) => one.id === id);
  if (!domain) throw new AppError('SignOnDomainNotFound');
  return domain;
}

/**
 * Seals secrets that were sealed with a former key, and forgets sign-ins that nobody came back from. A secret that cannot be opened stays
 * as it is.
 */
export async function tidy({ db, ports, log, now }: Ctx<{ readonly kind: 'system' }>): Promise<boolean> {
  await repository.forgetAttempts(db, now());
  const prefix = await ports.secretBox.prefix();
  const former = (await repository.secretsBeside(db, prefix)).map(({ account_id: account, client_secret: secret }) => ({
    sealed: secret,
    of: ownerOfSecret(account),
    named: { account },
    replace: (sealed: string) => repository.replaceSecret(db, account, secret, sealed),
  }));
  await reseal(ports.secretBox, log, former);
  return false;
}
