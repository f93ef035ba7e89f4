import { createHash, randomBytes } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { type Kysely, sql } from 'kysely';
import type { PasskeyCreation } from '@spora/contract/second-factor/endpoints';
import { PASSKEY_WAIT_S } from '@spora/contract/limits';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { violates } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { FactorOwner } from './authenticator-app.ts';

/** What a challenge was given out for; it counts for nothing else. */
export type ChallengePurpose = 'sign-in' | 'second-step' | 'proof' | 'set-up';

/** Where the caller's page says it is: `host` without port, which a passkey belongs to. */
export interface PasskeyPlace {
  readonly hostname: string;
  readonly host: string;
  readonly protocol: 'http' | 'https';
}

/** The host that passkeys of this page belong to. Throws PasskeyNotHere where the address is none of the installation's. */
export function passkeyHostOf({ ports }: Pick<Ctx, 'ports'>, { hostname, host, protocol }: PasskeyPlace): string {
  // A proxy that ends TLS may not say so; https is what its callers use.
  if (!ports.isOwnOrigin(`${protocol}://${host}`) && !ports.isOwnOrigin(`https://${host}`))
    throw new AppError('PasskeyNotHere', { status: 422 });
  return hostname;
}

interface Challenge {
  readonly purpose: ChallengePurpose;
  /** Of the session that it was given to; null where nobody is signed in. */
  readonly sessionId: number | null;
}

async function newChallenge({ db, now }: Pick<Ctx, 'db' | 'now'>, { purpose, sessionId }: Challenge): Promise<Buffer> {
  const challenge = randomBytes(32);
  const at = now();
  const until = new Date(at.getTime() + PASSKEY_WAIT_S * 1000);
  await sql`SELECT open_passkey_challenge(${challenge.toString('base64url')}, ${purpose}, ${sessionId}, ${at}, ${until})`.execute(
    db,
  );
  return challenge;
}

/** Uses a challenge up, whatever becomes of the answer: `db` outside a transaction, so that a refusal does not bring it back. */
const challengeTaker =
  ({ db, now }: Pick<Ctx, 'db' | 'now'>, { purpose, sessionId }: Challenge) =>
  async (shown: string): Promise<boolean> => {
    const { rows } = await sql<{ is_live: boolean }>`
      SELECT use_passkey_challenge(${shown}, ${purpose}, ${sessionId}, ${now()}) AS is_live`.execute(db);
    return rows[0]?.is_live ?? false;
  };

const ALGORITHMS = [-8, -7, -257];
const WAIT_MS = PASSKEY_WAIT_S * 1000;

/** What the authenticator knows the member by: says nothing of who they are. */
const handleOf = (memberId: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(`spora passkey ${memberId}`).digest());

export interface StoredPasskey {
  readonly id: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly host: string;
}

export const passkeysOf = (db: Kysely<Db>, { accountId, memberId }: FactorOwner) =>
  db
    .selectFrom('passkey')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports', 'host', 'name', 'created_at', 'last_used_at'])
    .orderBy('id')
    .execute();
type PasskeyRow = Awaited<ReturnType<typeof passkeysOf>>[number];

const storedOf = (row: PasskeyRow): StoredPasskey => ({
  id: row.id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports,
  host: row.host,
});

const describe = (row: PasskeyRow) => ({
  id: row.credential_id.toString('base64url'),
  transports: row.transports as AuthenticatorTransport[],
});

/** What the browser is to make a passkey by. `known`: those that the member has. */
export async function creationOptions(
  ctx: Pick<Ctx, 'db' | 'now'>,
  parts: {
    readonly host: string;
    readonly sessionId: number;
    readonly memberId: number;
    readonly email: string;
    readonly fullName: string;
    readonly product: string;
    readonly known: readonly PasskeyRow[];
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const challenge = await newChallenge(ctx, { purpose: 'set-up', sessionId: parts.sessionId });
  return generateRegistrationOptions({
    rpName: parts.product,
    rpID: parts.host,
    userID: handleOf(parts.memberId),
    userName: parts.email,
    userDisplayName: parts.fullName,
    challenge: new Uint8Array(challenge),
    timeout: WAIT_MS,
    attestationType: 'none',
    excludeCredentials: parts.known.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** The passkey that the browser made. Throws PasskeyRefused. `ctx.db` outside a transaction. */
export async function judgeCreation(
  ctx: Pick<Ctx, 'db' | 'now' | 'ports' | 'log'>,
  answer: PasskeyCreation,
  { host, sessionId }: { readonly host: string; readonly sessionId: number },
): Promise<WebAuthnCredential> {
  const { clientDataJSON, attestationObject, transports = [] } = answer.response;
  const origin = originOf(clientDataJSON);
  const response = { clientDataJSON, attestationObject, transports: transports as AuthenticatorTransport[] };
  const verified = await judged(ctx, () =>
    verifyRegistrationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challengeTaker(ctx, { purpose: 'set-up', sessionId }),
      expectedOrigin: ownOrigin(ctx, origin),
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified?.verified) throw refused();
  return verified.registrationInfo.credential;
}

/** What the browser is to ask a passkey by. Without `known` whichever of this host the person chooses (a discoverable one). */
export async function requestOptions(
  ctx: Pick<Ctx, 'db' | 'now'>,
  parts: Challenge & { readonly host: string; readonly known?: readonly PasskeyRow[] },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await newChallenge(ctx, parts);
  return generateAuthenticationOptions({
    rpID: parts.host,
    challenge: new Uint8Array(challenge),
    timeout: WAIT_MS,
    userVerification: 'required',
    ...(parts.known ? { allowCredentials: parts.known.filter(({ host }) => host === parts.host).map(describe) } : {}),
  });
}

/**
 * The count that the passkey came to by its answer. Throws PasskeyRefused for a wrong signature, page or challenge, without the person
 * being verified, and for a count that went back, as that of a copied authenticator does. `ctx.db` outside a transaction.
 */
export async function judgeAnswer(
  ctx: Pick<Ctx, 'db' | 'now' | 'ports' | 'log'>,
  answer: Omit<AuthenticationResponseJSON, 'clientExtensionResults'>,
  passkey: StoredPasskey,
  challenge: Challenge,
): Promise<number> {
  const origin = originOf(answer.response.clientDataJSON);
  const verified = await judged(ctx, () =>
    verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challengeTaker(ctx, challenge),
      expectedOrigin: ownOrigin(ctx, origin),
      expectedRPID: passkey.host,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
      requireUserVerification: true,
    }),
  );
  if (!verified?.verified) throw refused();
  return verified.authenticationInfo.newCounter;
}

/** The member's passkey that an answer names. Throws PasskeyRefused. */
export async function passkeyOf(db: Kysely<Db>, owner: FactorOwner, answer: { readonly id: string }): Promise<StoredPasskey> {
  const row = (await passkeysOf(db, owner)).find(({ credential_id }) => credential_id.toString('base64url') === answer.id);
  if (!row) throw refused();
  return storedOf(row);
}

/** Takes one passkey of a member away, or all; answers the name of the one. */
export async function deletePasskeys(db: Kysely<Db>, { accountId, memberId }: FactorOwner, id?: number): Promise<string | null> {
  let query = db.deleteFrom('passkey').where('account_id', '=', accountId).where('member_id', '=', memberId);
  if (id !== undefined) query = query.where('id', '=', id);
  return (await query.returning('name').execute())[0]?.name ?? null;
}

/** Throws PasskeyKnown for one that is somebody's already. */
export async function insertPasskey(
  db: Kysely<Db>,
  { accountId, memberId }: FactorOwner,
  { id, publicKey, counter, transports = [] }: WebAuthnCredential,
  { host, name, at }: { readonly host: string; readonly name: string; readonly at: Date },
): Promise<void> {
  try {
    await db
      .insertInto('passkey')
      .values({
        account_id: accountId,
        member_id: memberId,
        credential_id: Buffer.from(id, 'base64url'),
        public_key: Buffer.from(publicKey),
        counter,
        transports: [...transports],
        host,
        name,
        created_at: at,
      })
      .execute();
  } catch (error) {
    if (violates(error, 'passkey_credential_unique')) throw new AppError('PasskeyKnown', { cause: error });
    throw error;
  }
}

/** Notes a use; false where another one of the same count was quicker, or the passkey was removed. */
export async function noteUse(
  db: Kysely<Db>,
  accountId: FactorOwner['accountId'],
  id: number,
  counter: number,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface PasskeyCandidate extends StoredPasskey {
  readonly memberId: number;
  readonly accountId: number;
  readonly email: string;
  readonly subsiteId: number;
  readonly isDisabled: boolean;
  readonly isClosed: boolean;
}

/** Whose passkey this is, in whatever account: nobody is signed in yet. */
export async function passkeyCandidate(db: Kysely<Db>, id: string): Promise<PasskeyCandidate | undefined> {
  const credentialId = Buffer.from(id, 'base64url');
  const { rows } = await sql<{
    passkey_id: number;
    public_key: Buffer;
    counter: number;
    transports: string[];
    host: string;
    member_id: number;
    account_id: number;
    email: string;
    subsite_id: number;
    disabled: boolean;
    closed: boolean;
  }>`SELECT passkey_id, public_key, counter, transports, host, member_id, account_id, email, subsite_id, disabled, closed
     FROM find_passkey_for_sign_in(${credentialId})`.execute(db);
  const row = rows[0];
  return (
    row && {
      id: row.passkey_id,
      credentialId,
      publicKey: row.public_key,
      counter: row.counter,
      transports: row.transports,
      host: row.host,
      memberId: row.member_id,
      accountId: row.account_id,
      email: row.email,
      subsiteId: row.subsite_id,
      isDisabled: row.disabled,
      isClosed: row.closed,
    }
  );
}

const refused = (): AppError => new AppError('PasskeyRefused', { status: 422 });

/** Where the browser says that the answer was made. */
function originOf(clientDataJSON: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as unknown;
    if (typeof data === 'object' && data !== null && 'origin' in data && typeof data.origin === 'string') return data.origin;
  } catch {
    // Refused below.
  }
  throw refused();
}

function ownOrigin({ ports }: Pick<Ctx, 'ports'>, origin: string): string {
  if (!ports.isOwnOrigin(origin)) throw refused();
  return origin;
}

/** The library tells a wrong answer by throwing; nothing of it goes further than the log. */
async function judged<T>({ log }: Pick<Ctx, 'log'>, judge: () => Promise<T>): Promise<T | null> {
  try {
    return await judge();
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message.slice(0, 200) : '' }, 'a passkey was refused');
    return null;
  }
}
