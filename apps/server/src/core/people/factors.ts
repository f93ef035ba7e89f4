import { type Kysely, sql } from 'kysely';
import type { SignInFactor } from '@spora/contract/auth/endpoints';
import type { Db } from '../../platform/database/db.generated.ts';

/** What a member can show beside the password, and what the account asks for (decision 0038). */
export interface MemberFactors {
  readonly app: boolean;
  readonly passkey: boolean;
  /** Codes by mail are switched on. */
  readonly mail: boolean;
  readonly recovery: boolean;
  /** The account requires a factor of this member. */
  readonly isRequired: boolean;
  /** A code by mail counts as the factor that is required. */
  readonly isMailEnough: boolean;
  /** The member has one that the account accepts. */
  readonly isMet: boolean;
}

interface FactorsRow {
  readonly app: boolean;
  readonly passkey: boolean;
  readonly mail: boolean;
  readonly recovery: boolean;
  readonly is_required: boolean;
  readonly is_mail_enough: boolean;
  readonly is_met: boolean;
}

/** Also where no account is in force. The id comes from a session or a judged password, never from a request. */
export async function factorsOf(db: Kysely<Db>, memberId: number): Promise<MemberFactors> {
  const { rows } = await sql<FactorsRow>`
    SELECT app, passkey, mail, recovery, is_required, is_mail_enough, is_met FROM member_factors(${memberId})`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('There is no such member.');
  const { is_required, is_mail_enough, is_met, ...has } = row;
  return { ...has, isRequired: is_required, isMailEnough: is_mail_enough, isMet: is_met };
}

export const isStrong = ({ app, passkey }: MemberFactors): boolean => app || passkey;

/** The ways to take the second step, the one to be offered first at the head. */
export function signInFactors(factors: MemberFactors): SignInFactor[] {
  // What the account does not accept is no way around what it does.
  const isMailOffered = factors.mail && !(factors.isRequired && isStrong(factors) && !factors.isMailEnough);
  return [
    ...(factors.passkey ? (['passkey'] as const) : []),
    ...(factors.app ? (['app'] as const) : []),
    ...(isMailOffered ? (['mail'] as const) : []),
    ...(factors.recovery && isStrong(factors) ? (['recovery'] as const) : []),
  ];
}
