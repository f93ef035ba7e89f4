import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { RECOVERY_CODES } from '@spora/contract/limits';
import { inTransaction, type MemberCtx, type PendingCtx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { hashWithSalt } from '../../platform/secrets/password.ts';
import type { FactorOwner } from './authenticator-app.ts';

/** Crockford's base 32: no letter that is taken for a digit. Ten of them are 50 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

/** "k3v9m-2x7qd". */
function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** As people write it down: any case, with or without dash and spaces, o for 0, i and l for 1. Null for what cannot be a code. */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter)) ? letters : null;
}

const liveCodes = (db: Kysely<Db>, { accountId, memberId }: FactorOwner) =>
  db
    .selectFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null);

export async function countRecoveryCodes(db: Kysely<Db>, owner: FactorOwner): Promise<number> {
  const { n } = await liveCodes(db, owner)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Codes to be told once, and what is stored of them. */
export interface NewRecoveryCodes {
  readonly codes: readonly string[];
  readonly salt: Buffer;
  readonly hashes: readonly Buffer[];
}

/** Takes a while, as hashes of passwords do: outside a transaction. */
export async function makeRecoveryCodes(): Promise<NewRecoveryCodes> {
  const salt = randomBytes(16);
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const hashes: Buffer[] = [];
  // One after the other, so that others get their turn.
  for (const code of codes) hashes.push(await hashWithSalt(readRecoveryCode(code) ?? '', salt));
  return { codes, salt, hashes };
}

/** Those before them are good for nothing any more. */
export async function replaceRecoveryCodes(
  db: Kysely<Db>,
  owner: FactorOwner,
  { salt, hashes }: NewRecoveryCodes,
  at: Date,
): Promise<void> {
  await deleteRecoveryCodes(db, owner);
  await db
    .insertInto('recovery_code')
    .values(
      hashes.map((code_hash) => ({
        account_id: owner.accountId,
        member_id: owner.memberId,
        code_hash,
        secret_salt: salt,
        created_at: at,
      })),
    )
    .execute();
}

export async function deleteRecoveryCodes(db: Kysely<Db>, { accountId, memberId }: FactorOwner): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).where('member_id', '=', memberId).execute();
}

/** What a typed recovery code is looked up by; null where it is none, or the member has none. Takes a while: outside a transaction. */
export async function hashOfRecoveryCode(ctx: MemberCtx | PendingCtx, owner: FactorOwner, typed: string): Promise<Buffer | null> {
  const code = readRecoveryCode(typed);
  if (code === null) return null;
  const row = await inTransaction(ctx as MemberCtx, ({ db }) =>
    liveCodes(db, owner).select('secret_salt').limit(1).executeTakeFirst(),
  );
  return row ? hashWithSalt(code, row.secret_salt) : null;
}

/** Uses a code up; false where it is none of the member's, or was used before. */
export async function takeRecoveryCode(db: Kysely<Db>, owner: FactorOwner, hash: Buffer, at: Date): Promise<boolean> {
  const rows = await liveCodes(db, owner).select(['id', 'code_hash']).execute();
  const found = rows.find(({ code_hash }) => code_hash.length === hash.length && timingSafeEqual(code_hash, hash));
  if (!found) return false;
  const used = await db
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('account_id', '=', owner.accountId)
    .where('id', '=', found.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}
