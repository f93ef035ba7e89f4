import { brandOf } from '@spora/contract/brands';
import type { CallData, HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { APP_SET_UP_S, PASSKEYS_MAX } from '@spora/contract/limits';
import type {
  addPasskey as addEndpoint,
  confirmApp as confirmEndpoint,
  getFactors as getEndpoint,
  OwnFactors,
  passkeyCreation as creationEndpoint,
  proofOptions as proofEndpoint,
  removeApp as removeAppEndpoint,
  removePasskey as removePasskeyEndpoint,
  renewRecoveryCodes as renewEndpoint,
  startApp as startEndpoint,
} from '@spora/contract/second-factor/endpoints';
import { type Language, LANGUAGES } from '@spora/messages/languages';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { type FactorChange, orderMail } from '../../platform/mail/order.ts';
import * as attempts from '../../core/people/attempts.ts';
import { blocked, codeAttempts } from '../../core/people/attempt-limits.ts';
import { audit } from '../../core/people/audit.ts';
import * as apps from '../../core/people/authenticator-app.ts';
import { noteNewFactor } from '../../core/people/factor-reset.ts';
import { factorsOf, isStrong } from '../../core/people/factors.ts';
import { requireFreshProof } from '../../core/people/fresh-proof.ts';
import * as passkeys from '../../core/people/passkeys.ts';
import * as recovery from '../../core/people/recovery-codes.ts';
import { forgetBrowsersOf } from '../../core/people/sessions.ts';
import { profileOf } from '../../core/people/signed-in-user.ts';
import { requireMayAddFactors, requireMayRemove, requireOwnFactors } from './policy.ts';

type WithCodes = HandlerData<typeof confirmEndpoint>;
const ownProfile = ({ db, actor }: MemberCtx) => profileOf(db, actor.accountId, actor.memberId);

export async function readFactors(ctx: MemberCtx): Promise<CallData<typeof getEndpoint>> {
  const { db, actor } = ctx;
  const factors = await factorsOf(db, actor.memberId);
  const app = await apps.provenAppOf(db, actor);
  return {
    app: app
      ? { since: (app.proven_at ?? app.created_at).toISOString(), last_used_at: app.last_used_at?.toISOString() ?? null }
      : null,
    passkeys: (await passkeys.passkeysOf(db, actor)).map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    recovery_codes_left: await recovery.countRecoveryCodes(db, actor),
    mail: factors.mail,
    is_required: factors.isRequired,
    is_mail_enough: factors.isMailEnough,
    needs_code: isStrong(factors),
  };
}

/** The secret is told once and counts for nothing until a first code of it was shown; an app in use goes on until then. */
export async function startApp(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof startEndpoint>,
): Promise<HandlerData<typeof startEndpoint>> {
  requireMayAddFactors(ctx.actor);
  await requireFreshProof(ctx, body);
  const key = apps.newAppSecret();
  const sealed = await ctx.ports.secretBox.seal(key, apps.ownerOfApp(ctx.actor.memberId));
  return inTransaction(ctx, async (tx) => {
    const { db, actor, now } = tx;
    await apps.holdFactors(db, actor);
    await apps.insertApp(db, actor, sealed, now());
    const { email, subsite_id } = await ownProfile(tx);
    return { key, uri: apps.appUri(key, brandOf(subsite_id).name, email) };
  });
}

/** Wrong codes stay counted, with those of signing in, although the call is refused. */
export async function confirmApp(ctx: MemberCtx, { body }: HandlerInput<typeof confirmEndpoint>): Promise<WithCodes> {
  requireMayAddFactors(ctx.actor);
  const now = ctx.now();
  const attempt = await attempts.begin(ctx.db, codeAttempts(ctx.actor.memberId), now);
  if ('blockedUntil' in attempt) throw blocked('TooManyCodeAttempts', attempt.blockedUntil, now);
  const codes = await codesIfNone(ctx);
  const answer = await inTransaction(ctx, async (tx) => {
    const { db, actor } = tx;
    await apps.holdFactors(db, actor);
    const app = await apps.unprovenAppOf(db, actor);
    if (!app || now.getTime() - app.created_at.getTime() > APP_SET_UP_S * 1000) return new AppError('SetUpOver');
    const isRight = await apps.takeAppCode(tx, actor, body.code.replace(/[\s-]/g, ''), { isProven: false });
    if (!isRight) return null;
    await apps.proveApp(db, actor, now);
    await noteNewFactor(db, actor);
    if (codes) await recovery.replaceRecoveryCodes(db, actor, codes, now);
    await tell(tx, 'app-added');
    return { factors: await readFactors(tx), recovery_codes: codes ? [...codes.codes] : null };
  });
  if (answer instanceof AppError) throw answer;
  if (answer === null) throw new InputError({ code: ['WrongFirstCode'] });
  await attempts.takeBack(ctx.db, attempt);
  return answer;
}

/** A first set of recovery codes goes with the first factor. */
async function codesIfNone(ctx: MemberCtx): Promise<recovery.NewRecoveryCodes | null> {
  const left = await inTransaction(ctx, ({ db, actor }) => recovery.countRecoveryCodes(db, actor));
  return left > 0 ? null : recovery.makeRecoveryCodes();
}

export async function removeApp(ctx: MemberCtx, { body }: HandlerInput<typeof removeAppEndpoint>): Promise<OwnFactors> {
  requireOwnFactors(ctx.actor);
  await requireFreshProof(ctx, body);
  return inTransaction(ctx, async (tx) => {
    const { db, actor } = tx;
    await apps.holdFactors(db, actor);
    if (!(await apps.deleteApp(db, actor, true))) throw new AppError('NotFound');
    await leave(tx);
    await tell(tx, 'app-removed');
    return readFactors(tx);
  });
}

/** What follows from a factor that is gone; undone with the transaction where the account requires one. */
async function leave(ctx: MemberCtx): Promise<void> {
  const { db, actor } = ctx;
  const left = await factorsOf(db, actor.memberId);
  requireMayRemove(left);
  if (isStrong(left)) return;
  // They stand in for a factor that is no more.
  await recovery.deleteRecoveryCodes(db, actor);
  await forgetBrowsersOf(ctx, actor.memberId);
}

export async function passkeyCreation(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof creationEndpoint>,
  place: passkeys.PasskeyPlace,
): Promise<HandlerData<typeof creationEndpoint>> {
  requireMayAddFactors(ctx.actor);
  const host = passkeys.passkeyHostOf(ctx, place);
  await requireFreshProof(ctx, body);
  return inTransaction(ctx, async (tx) => {
    const { db, actor } = tx;
    const known = await passkeys.passkeysOf(db, actor);
    if (known.length >= PASSKEYS_MAX) throw new AppError('TooManyPasskeys');
    const { email, full_name: fullName, subsite_id } = await ownProfile(tx);
    const options = await passkeys.creationOptions(tx, {
      host,
      sessionId: actor.sessionId,
      memberId: actor.memberId,
      email,
      fullName,
      product: brandOf(subsite_id).name,
      known,
    });
    return { options: { ...options } };
  });
}

/** That the password was asked for, the challenge bears witness: it was given to this session for that. */
export async function addPasskey(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof addEndpoint>,
  place: passkeys.PasskeyPlace,
): Promise<WithCodes> {
  const { actor, now } = ctx;
  requireMayAddFactors(actor);
  const host = passkeys.passkeyHostOf(ctx, place);
  const made = await passkeys.judgeCreation(ctx, body.passkey, { host, sessionId: actor.sessionId });
  const codes = await codesIfNone(ctx);
  return inTransaction(ctx, async (tx) => {
    const { db } = tx;
    await apps.holdFactors(db, actor);
    if ((await passkeys.passkeysOf(db, actor)).length >= PASSKEYS_MAX) throw new AppError('TooManyPasskeys');
    await passkeys.insertPasskey(db, actor, made, { host, name: body.name, at: now() });
    await noteNewFactor(db, actor);
    if (codes) await recovery.replaceRecoveryCodes(db, actor, codes, now());
    await tell(tx, 'passkey-added', body.name);
    return { factors: await readFactors(tx), recovery_codes: codes ? [...codes.codes] : null };
  });
}

export async function removePasskey(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof removePasskeyEndpoint>,
): Promise<OwnFactors> {
  requireOwnFactors(ctx.actor);
  await requireFreshProof(ctx, body);
  return inTransaction(ctx, async (tx) => {
    const name = await passkeys.deletePasskeys(tx.db, tx.actor, params.id);
    if (name === null) throw new AppError('NotFound');
    await leave(tx);
    await tell(tx, 'passkey-removed', name);
    return readFactors(tx);
  });
}

export async function renewRecoveryCodes(ctx: MemberCtx, { body }: HandlerInput<typeof renewEndpoint>): Promise<WithCodes> {
  requireMayAddFactors(ctx.actor);
  await requireFreshProof(ctx, body);
  if (!isStrong(await factorsOf(ctx.db, ctx.actor.memberId))) throw new AppError('FactorNotAvailable');
  const codes = await recovery.makeRecoveryCodes();
  return inTransaction(ctx, async (tx) => {
    const { db, actor, now } = tx;
    await recovery.replaceRecoveryCodes(db, actor, codes, now());
    await tell(tx, 'codes-renewed');
    return { factors: await readFactors(tx), recovery_codes: [...codes.codes] };
  });
}

/** For a fresh proof by a passkey. Throws FactorNotAvailable for who has none of this address. */
export async function proofOptions(ctx: MemberCtx, place: passkeys.PasskeyPlace): Promise<HandlerData<typeof proofEndpoint>> {
  const { db, actor } = ctx;
  requireOwnFactors(actor);
  const host = passkeys.passkeyHostOf(ctx, place);
  const known = (await passkeys.passkeysOf(db, actor)).filter((passkey) => passkey.host === host);
  if (known.length === 0) throw new AppError('FactorNotAvailable');
  const options = await passkeys.requestOptions(ctx, { purpose: 'proof', sessionId: actor.sessionId, host, known });
  return { options: { ...options } };
}

const ACTIONS = {
  'app-added': 'factor-added',
  'app-removed': 'factor-removed',
  'passkey-added': 'factor-added',
  'passkey-removed': 'factor-removed',
  'codes-renewed': 'recovery-codes-renewed',
} as const;

/** On record and by mail, so that who did not do it learns of it. */
async function tell(ctx: MemberCtx, kind: FactorChange['kind'], name = ''): Promise<void> {
  const { db, actor, now } = ctx;
  const profile = await ownProfile(ctx);
  const factor = kind.startsWith('app') ? 'app' : 'passkey';
  await audit(ctx, ACTIONS[kind], profile.full_name, {
    member: actor.memberId,
    ...(kind === 'codes-renewed' ? {} : { factor, name }),
  });
  await orderMail(db, {
    template: 'factor-changed',
    params: { fullName: profile.full_name, change: { kind, name } },
    to: profile.email,
    language: LANGUAGES.find((each) => each === profile.language) ?? ('en' satisfies Language),
    subsiteId: profile.subsite_id,
    accountId: actor.accountId,
    at: now(),
  });
}
