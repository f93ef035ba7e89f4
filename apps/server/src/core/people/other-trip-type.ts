import type { MemberCtx } from '../../platform/ctx.ts';

/** TRIP-003: what the actor's account calls the third type; empty for the product's name. */
export async function otherTypeName({ db, actor }: Pick<MemberCtx, 'db' | 'actor'>): Promise<string> {
  const { other_trip_type: name } = await db
    .selectFrom('account')
    .where('id', '=', actor.accountId)
    .select('other_trip_type')
    .executeTakeFirstOrThrow();
  return name;
}
