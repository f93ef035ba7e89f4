import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { accessMatrix as matrixEndpoint, changeAccess as changeEndpoint } from '@spora/contract/users/endpoints';
import { AppError } from '../../../platform/app-error.ts';
import type { Feature } from '../../../core/face.ts';
import { audit } from '../../../core/people/audit.ts';
import type { AuditDetails } from '../../../platform/observing/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import * as repository from './repository.ts';
import { matrixUsers } from '../../../core/people/members.ts';

/** One statement takes so many rows; a company of 300 people and 500 units has 150,000 pairs. */
const ROWS_AT_ONCE = 5_000;

/** The ids of the units that a member was given. */
export async function accessOf({ db, actor }: MemberCtx, memberId: number): Promise<number[]> {
  const rows = await repository.accessPairs(db, actor.accountId).where('unit_access.member_id', '=', memberId).execute();
  return rows.map(({ unit_id }) => unit_id);
}

/** ADM-012. */
export async function readMatrix({ db, actor }: MemberCtx): Promise<CallData<typeof matrixEndpoint>> {
  const users = await matrixUsers(db, actor.accountId);
  const units = await repository.matrixUnits(db, actor.accountId);
  const pairs = await repository.accessPairs(db, actor.accountId).execute();
  return { users, units, access: pairs.map(({ member_id, unit_id }) => [member_id, unit_id]) };
}

/**
 * Gives and takes access, all or nothing but for what a lock keeps: the locker's own access (LOCK-010), and that nobody whom it
 * shuts out lets others in (decision 0013). Throws UserNotFound or UnitNotFound when a pair names somebody or something that is
 * not the account's.
 */
export async function changeAccess(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof changeEndpoint>,
  features: readonly Pick<Feature, 'bookingsLost'>[] = [],
): Promise<CallData<typeof changeEndpoint>> {
  const { db, actor } = ctx;
  const parts = await known(ctx, [...body.give, ...body.take]);
  const isLockers = ({ user_id, unit_id }: repository.Pair) => parts.units.get(unit_id)?.locked_by === user_id;
  const shut = await shutUnits(ctx, body.give);
  const isShut = ({ unit_id }: repository.Pair) => shut.has(unit_id);
  const given = await giveAccess(
    ctx,
    body.give.filter((pair) => !isShut(pair)),
  );
  const taken = await repository.deleteAccess(
    db,
    actor.accountId,
    body.take.filter((pair) => !isLockers(pair)),
  );
  const bookings = await auditTaken(ctx, taken, { parts, features });
  return {
    given,
    taken: taken.length,
    bookings,
    refused: [
      ...body.give.filter(isShut).map((pair) => ({ ...pair, reason: 'UnitLocked' })),
      ...body.take.filter(isLockers).map((pair) => ({ ...pair, reason: 'UnlockFirst' })),
    ],
  };
}

/** Those of the units whose lock shuts the actor out: locked by somebody else, and not given to the actor. */
export async function shutUnits({ db, actor }: MemberCtx, pairs: readonly { unit_id: number }[]): Promise<ReadonlySet<number>> {
  if (pairs.length === 0) return new Set();
  const shut = new Set(await repository.unitsShutTo(db, actor.accountId, actor.memberId));
  return new Set(pairs.flatMap(({ unit_id }) => (shut.has(unit_id) ? [unit_id] : [])));
}

/**
 * Gives access to units of the account, all or nothing; answers how many pairs are new. Throws as `changeAccess` does, and
 * UnitLocked when a lock shuts the actor out of one.
 */
export async function giveAccess(ctx: MemberCtx, pairs: readonly repository.Pair[]): Promise<number> {
  if (pairs.length === 0) return 0;
  if ((await shutUnits(ctx, pairs)).size > 0) throw new AppError('UnitLocked', { status: 403 });
  const parts = await known(ctx, pairs);
  const given: repository.Pair[] = [];
  for (let i = 0; i < pairs.length; i += ROWS_AT_ONCE)
    given.push(...(await repository.insertAccess(ctx.db, ctx.actor.accountId, pairs.slice(i, i + ROWS_AT_ONCE))));
  await auditAccess(ctx, 'access-given', given, parts);
  return given.length;
}

/** LOCK-010: who is administrator no more is given the units that they have locked: nobody but them opens these again. */
export async function keepLocked(ctx: MemberCtx, memberId: number): Promise<void> {
  const parts = await known(ctx, []);
  const locked = [...parts.units].filter(([, { locked_by }]) => locked_by === memberId);
  const pairs = locked.map(([unit_id]) => ({ user_id: memberId, unit_id }));
  await auditAccess(ctx, 'access-given', await repository.insertAccess(ctx.db, ctx.actor.accountId, pairs), parts);
}

interface Parts {
  readonly users: ReadonlyMap<number, { readonly full_name: string }>;
  readonly units: ReadonlyMap<number, { readonly name: string; readonly locked_by: number | null }>;
  /** What else its line says. */
  readonly told?: AuditDetails;
}

async function known({ db, actor }: MemberCtx, pairs: readonly repository.Pair[]): Promise<Parts> {
  const users = new Map((await matrixUsers(db, actor.accountId)).map((user) => [user.id, user]));
  const units = new Map((await repository.matrixUnits(db, actor.accountId)).map((unit) => [unit.id, unit]));
  if (pairs.some(({ unit_id }) => !units.has(unit_id))) throw new AppError('UnitNotFound');
  if (pairs.some(({ user_id }) => !users.has(user_id))) throw new AppError('UserNotFound', { status: 404 });
  return { users, units };
}

/** Each person's line says how many of their bookings are cancelled by it; answers how many in all. */
async function auditTaken(
  ctx: MemberCtx,
  taken: readonly repository.Pair[],
  { parts, features }: { readonly parts: Parts; readonly features: readonly Pick<Feature, 'bookingsLost'>[] },
): Promise<number> {
  let all = 0;
  for (const own of Map.groupBy(taken, ({ user_id }) => user_id).values()) {
    let bookings = 0;
    for (const feature of features) bookings += (await feature.bookingsLost?.(ctx, own)) ?? 0;
    await auditAccess(ctx, 'access-taken', own, { ...parts, ...(bookings > 0 && { told: { bookings } }) });
    all += bookings;
  }
  return all;
}

/** One line per person: who lost or got what is asked person by person. */
async function auditAccess(
  ctx: MemberCtx,
  action: 'access-given' | 'access-taken',
  pairs: readonly repository.Pair[],
  parts: Parts,
): Promise<void> {
  for (const [userId, own] of Map.groupBy(pairs, ({ user_id }) => user_id)) {
    const units = own.map(({ unit_id }) => parts.units.get(unit_id)?.name ?? '').join(', ');
    await audit(ctx, action, parts.users.get(userId)?.full_name ?? '', { count: own.length, units, ...parts.told });
  }
}
