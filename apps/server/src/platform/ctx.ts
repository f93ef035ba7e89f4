import { type Kysely, sql } from 'kysely';
import type { Language } from '@spora/messages/languages';
import type { Logger } from 'pino';
import type { AccountId as TenantId } from './account-id.ts';
import type { Db } from './database/db.generated.ts';
import type { Ports } from './ports.ts';

/** The account whose data a use case works with. */
export type AccountId = TenantId;

export interface MemberActor {
  readonly kind: 'member';
  readonly accountId: AccountId;
  readonly memberId: number;
  readonly sessionId: number;
  readonly isAdmin: boolean;
  readonly mayUseMap: boolean;
  /**
   * Signs in by an address that the member has not agreed to: what is the driver's or the locker's alone is told to them as to anybody
   * (decision 0039). Who somebody is in that respect, `seesAs` says.
   */
  readonly isPrivateClosed: boolean;
  /** IANA name; rules screens, log and reports of the account. */
  readonly timeZone: string;
  /** The account requires a second factor of this member, who has none yet: only the calls that set one up are open. */
  readonly lacksFactor?: true;
  /** Set when a program calls with an API token, in the name of the administrator who made it. */
  readonly token?: { readonly id: number; readonly name: string; readonly rights: 'read' | 'write' };
  /** Set while one of the support staff looks at the account as its administrator would; `memberId` is then nobody's. */
  readonly visit?: { readonly id: number; readonly staffName: string; readonly until: Date };
}
/** One of the operator's support staff, by their own session; of no account. */
export interface SupportActor {
  readonly kind: 'support';
  readonly staffId: number;
  readonly sessionId: number;
  readonly staffName: string;
  readonly email: string;
  readonly language: Language;
}
/** One of the staff who knew the password and has not shown the code: only the two code calls take one. */
export interface PendingSupportActor {
  readonly kind: 'support-pending';
  readonly staffId: number;
  readonly sessionId: number;
  readonly email: string;
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
export type Actor =
  MemberActor | PendingActor | SupportActor | PendingSupportActor | { readonly kind: 'stranger' } | { readonly kind: 'system' };

/** No member has this id. */
export const NOBODY = 0;

/** As whose own that is judged which is withheld from all others: private trips, hidden units, locks. */
export const seesAs = ({ memberId, isPrivateClosed }: Pick<MemberActor, 'memberId' | 'isPrivateClosed'>): number =>
  isPrivateClosed ? NOBODY : memberId;

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
export type SupportCtx = Ctx<SupportActor>;
export type PendingSupportCtx = Ctx<PendingSupportActor>;
export type StrangerCtx = Ctx<{ readonly kind: 'stranger' }>;

/** What row-level security goes by in this transaction: the member's account, or who of the staff it is. */
export async function putInForce(tx: Kysely<Db>, actor: Actor): Promise<void> {
  if ('accountId' in actor) await setAccount(tx, actor.accountId);
  if (actor.kind === 'support') await setSupport(tx, actor.staffId);
}

/** Runs `work` in a transaction, joining the caller's if there is one; a member's own account is in force in it. */
export function inTransaction<A extends Actor, T>(ctx: Ctx<A>, work: (ctx: Ctx<A>) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    await putInForce(tx, ctx.actor);
    return work({ ...ctx, db: tx });
  });
}

/** Puts the transaction under the account's row-level security; ends with the transaction. Without it `spora_api` sees nothing. */
export async function setAccount(tx: Kysely<Db>, accountId: AccountId): Promise<void> {
  await sql`SELECT set_config('spora.account_id', ${String(accountId)}, true)`.execute(tx);
}

/** Says in this transaction who of the support staff acts: what only they may write or find opens. Ends with the transaction. */
export async function setSupport(tx: Kysely<Db>, staffId: number): Promise<void> {
  await sql`SELECT set_config('spora.support_id', ${String(staffId)}, true)`.execute(tx);
}
