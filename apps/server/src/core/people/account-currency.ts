import type { MemberCtx } from '../../platform/ctx.ts';

/** What the actor's account pays in, ISO 4217. */
export async function currencyOf({ db, actor }: Pick<MemberCtx, 'db' | 'actor'>): Promise<string> {
  const { currency } = await db
    .selectFrom('account')
    .where('id', '=', actor.accountId)
    .select('currency')
    .executeTakeFirstOrThrow();
  return currency;
}
