import type { MemberCtx } from '../../platform/ctx.ts';
import { changeAccess } from './access/service.ts';
import { matrixUsers } from './access/repository.ts';

/** The names of the account's members by their id. */
export async function memberNames({ db, actor }: MemberCtx): Promise<ReadonlyMap<number, string>> {
  return new Map((await matrixUsers(db, actor.accountId)).map(({ id, full_name }) => [id, full_name]));
}

/** Gives one unit to some members and takes it from others; a locker keeps a unit that is locked. */
export async function changeAccessOf(
  ctx: MemberCtx,
  unitId: number,
  { give, take }: { give: readonly number[]; take: readonly number[] },
): Promise<void> {
  const pair = (user_id: number) => ({ user_id, unit_id: unitId });
  await changeAccess(ctx, { body: { give: give.map(pair), take: take.map(pair) } });
}

export { inviteAgain } from './administration/service.ts';
