import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { setAccount } from './database.ts';
import type { Db } from './db.generated.ts';
import type { Ports } from './ports.ts';

/** Only the session gate makes one, so a query without a tenant does not compile. */
export type AccountId = number & { readonly __brand: 'AccountId' };

export interface MemberActor {
  readonly kind: 'member';
  readonly accountId: AccountId;
  readonly memberId: number;
  readonly sessionId: number;
  readonly isAdmin: boolean;
  readonly mayUseMap: boolean;
  /** IANA name; rules screens, log and reports of the account. */
  readonly timeZone: string;
}
/** Somebody who knew the password of a member with two factors and has not shown the second: only the two code calls take one. */
export interface PendingActor {
  readonly kind: 'pending';
  readonly accountId: AccountId;
  readonly memberId: number;
  readonly sessionId: number;
  /** What was asked for at sign-in; the session that follows keeps it. */
  readonly isRemembered: boolean;
}
export type Actor = MemberActor | PendingActor | { readonly kind: 'stranger' } | { readonly kind: 'system' };

/** What a use case works with; built once per request, job run or tracker message by the role. */
export interface Ctx<A extends Actor = Actor> {
  readonly actor: A;
  readonly db: Kysely<Db>;
  readonly now: () => Date;
  readonly ports: Ports;
  readonly log: Logger;
}
export type MemberCtx = Ctx<MemberActor>;
export type PendingCtx = Ctx<PendingActor>;
export type StrangerCtx = Ctx<{ readonly kind: 'stranger' }>;

/** Runs `work` in a transaction, joining the caller's if there is one; a member's own account is in force in it. */
export function inTransaction<A extends Actor, T>(ctx: Ctx<A>, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    if ('accountId' in ctx.actor) await setAccount(tx, ctx.actor.accountId);
    return work({ ...ctx, db: tx });
  });
}
