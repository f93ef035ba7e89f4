import type { MemberCtx } from '../../platform/ctx.ts';
import { changeAccess } from './access/service.ts';
import { matrixUsers } from './access/repository.ts';

/** The names of the account's members by their id. */
export async function memberNames({ db, actor }: MemberCtx): Promise<ReadonlyMap<number, string>> {
  return new Map((await matrixUsers(db, actor.accountId)).map(({ id, full_name }) => [id, full_name]));
}

/** Those of the ids that are members of the account, removed ones left out. */
export const findMembers = async (
  { db, actor }: MemberCtx,
  ids: readonly number[],
): Promise<{ id: number; full_name: string }[]> =>
  (await matrixUsers(db, actor.accountId)).filter((member) => ids.includes(member.id));

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
