import { type Kysely, sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { CODE_DIGITS } from '@spora/contract/limits';
import type { AccountId, Ctx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/** Whose factors a call is about. */
export interface FactorOwner {
  readonly accountId: AccountId;
  readonly memberId: number;
}

/** RFC 6238 as every app knows it: SHA-1, six digits, a step of 30 s; a code of the step before or after is taken too. */
const STEP_S = 30;
const STEPS_BESIDE = 1;
/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20;

/** Of whom a sealed secret is, so that it opens for nobody else. */
export const ownerOfApp = (memberId: number): string => `authenticator-app/${memberId}`;

export const newAppSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: CODE_DIGITS, period: STEP_S, issuer, label });

/** What the QR code says: `otpauth://totp/...`. */
export const appUri = (secret: string, issuer: string, label: string): string => totpOf(secret, issuer, label).toString();

/** The time step that a code is of, or null when it is of none about now. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: STEPS_BESIDE });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_S) + delta;
}

/** The app in use, or the one that is being set up. */
const appOf = (db: Kysely<Db>, { accountId, memberId }: FactorOwner, isProven: boolean) =>
  db
    .selectFrom('authenticator_app')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('proven_at', isProven ? 'is not' : 'is', null)
    .select(['id', 'secret', 'created_at', 'proven_at', 'last_used_at'])
    .executeTakeFirst();

export const provenAppOf = (db: Kysely<Db>, owner: FactorOwner) => appOf(db, owner, true);
export const unprovenAppOf = (db: Kysely<Db>, owner: FactorOwner) => appOf(db, owner, false);

/**
 * Whether the code is of the member's app and of no step that counted before; then its step counts no more. Of two calls side by side one
 * is refused.
 */
export async function takeAppCode(
  { db, now, ports }: Pick<Ctx, 'db' | 'now' | 'ports'>,
  owner: FactorOwner,
  code: string,
  { isProven }: { readonly isProven: boolean } = { isProven: true },
): Promise<boolean> {
  const app = await appOf(db, owner, isProven);
  if (!app) return false;
  const step = stepOfCode(await ports.secretBox.open(app.secret, ownerOfApp(owner.memberId)), code, now());
  if (step === null) return false;
  const taken = await db
    .updateTable('authenticator_app')
    .set({ last_step: step, last_used_at: now() })
    .where('account_id', '=', owner.accountId)
    .where('id', '=', app.id)
    .where(sql<boolean>`(last_step IS NULL OR last_step < ${step})`)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** One change of a member's factors at a time. */
export async function holdFactors(db: Kysely<Db>, { accountId, memberId }: FactorOwner): Promise<void> {
  await db.selectFrom('member').where('account_id', '=', accountId).where('id', '=', memberId).select('id').forUpdate().execute();
}

/** Replaces what was being set up; an app in use goes on. */
export async function insertApp(db: Kysely<Db>, { accountId, memberId }: FactorOwner, secret: string, at: Date): Promise<void> {
  await deleteApp(db, { accountId, memberId }, false);
  await db
    .insertInto('authenticator_app')
    .values({ account_id: accountId, member_id: memberId, secret, created_at: at })
    .execute();
}

/** Puts the app that is being set up in the place of the one in use. */
export async function proveApp(db: Kysely<Db>, { accountId, memberId }: FactorOwner, at: Date): Promise<void> {
  await deleteApp(db, { accountId, memberId }, true);
  await db
    .updateTable('authenticator_app')
    .set({ proven_at: at })
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .execute();
}

export async function deleteApp(db: Kysely<Db>, { accountId, memberId }: FactorOwner, isProven: boolean): Promise<boolean> {
  const gone = await db
    .deleteFrom('authenticator_app')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('proven_at', isProven ? 'is not' : 'is', null)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
