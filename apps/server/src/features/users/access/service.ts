import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { accessMatrix as matrixEndpoint, changeAccess as changeEndpoint } from '@spora/contract/users';
import { AppError } from '../../../platform/app-error.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import * as repository from './repository.ts';

/** One statement takes so many rows; a company of 300 people and 500 units has 150,000 pairs. */
const ROWS_AT_ONCE = 5_000;

/** The ids of the units that a member was given. */
export async function accessOf({ db, actor }: MemberCtx, memberId: number): Promise<number[]> {
  const rows = await repository.accessPairs(db, actor.accountId).where('unit_access.member_id', '=', memberId).execute();
  return rows.map(({ unit_id }) => unit_id);
}

/** ADM-012. */
export async function readMatrix({ db, actor }: MemberCtx): Promise<CallData<typeof matrixEndpoint>> {
  const users = await repository.matrixUsers(db, actor.accountId);
  const units = await repository.matrixUnits(db, actor.accountId);
  const pairs = await repository.accessPairs(db, actor.accountId).execute();
  return { users, units, access: pairs.map(({ member_id, unit_id }) => [member_id, unit_id]) };
}

/**
 * Gives and takes access, all or nothing but for what LOCK-010 keeps: the locker's own access to a unit that is locked. Throws
 * UserNotFound or UnitNotFound when a pair names somebody or something that is not the account's.
 */
export async function changeAccess(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof changeEndpoint>,
): Promise<CallData<typeof changeEndpoint>> {
  const { db, actor } = ctx;
  const units = await known(ctx, [...body.give, ...body.take]);
  const isLockers = ({ user_id, unit_id }: repository.Pair) => units.get(unit_id)?.locked_by === user_id;
  const given = await giveAccess(ctx, body.give);
  const taken = await repository.deleteAccess(
    db,
    actor.accountId,
    body.take.filter((pair) => !isLockers(pair)),
  );
  if (taken > 0) await audit(ctx, 'access-taken', taken);
  return { given, taken, refused: body.take.filter(isLockers).map((pair) => ({ ...pair, reason: 'UnlockFirst' })) };
}

/** Gives access to units of the account; answers how many pairs are new. Throws as `changeAccess` does. */
export async function giveAccess(ctx: MemberCtx, pairs: readonly repository.Pair[]): Promise<number> {
  if (pairs.length === 0) return 0;
  await known(ctx, pairs);
  let given = 0;
  for (let i = 0; i < pairs.length; i += ROWS_AT_ONCE)
    given += await repository.insertAccess(ctx.db, ctx.actor.accountId, pairs.slice(i, i + ROWS_AT_ONCE));
  if (given > 0) await audit(ctx, 'access-given', given);
  return given;
}

async function known({ db, actor }: MemberCtx, pairs: readonly repository.Pair[]) {
  const users = new Set((await repository.matrixUsers(db, actor.accountId)).map(({ id }) => id));
  const units = new Map((await repository.matrixUnits(db, actor.accountId)).map((unit) => [unit.id, unit]));
  if (pairs.some(({ user_id }) => !users.has(user_id))) throw new AppError('UserNotFound', { status: 404 });
  if (pairs.some(({ unit_id }) => !units.has(unit_id))) throw new AppError('UnitNotFound');
  return units;
}

const audit = ({ db, actor, now }: MemberCtx, action: 'access-given' | 'access-taken', count: number): Promise<void> =>
  writeAudit(db, {
    accountId: actor.accountId,
    at: now(),
    actor: { kind: 'member', memberId: actor.memberId },
    action,
    details: { count },
  });
