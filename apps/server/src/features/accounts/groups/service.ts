import type {
  createGroup as createEndpoint,
  Group,
  GroupKind,
  listGroups as listEndpoint,
  updateGroup as updateEndpoint,
  usualPurpose as usualEndpoint,
} from '@spora/contract/accounts/endpoints';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { type GroupField, renameOnTrips } from '../../trips/grouped-api.ts';
import { requireMayCreateGroup, requireMayEditGroups } from './policy.ts';
import * as repository from './repository.ts';

/** ADM-007 opens these two to members; departments and tags stay the administrators'. */
const OPEN_KINDS: readonly GroupKind[] = ['purposes', 'projects'];

const mayCreate = async ({ db, actor }: MemberCtx, kind: GroupKind): Promise<boolean> =>
  OPEN_KINDS.includes(kind) && (await repository.mayMembersCreate(db, actor.accountId, actor.memberId));

/** What trips bear by its name. */
const ON_TRIPS: Partial<Record<GroupKind, GroupField>> = { purposes: 'purpose', projects: 'project' };

const asGroup = ({ id, name, trip_type, archived_at, uses, users, trips, attested_trips }: repository.GroupRow): Group => ({
  id,
  name,
  trip_type: trip_type as Group['trip_type'],
  is_archived: archived_at !== null,
  uses,
  users,
  trips,
  attested_trips,
});

export async function listGroups(ctx: MemberCtx, kind: GroupKind): Promise<CallData<typeof listEndpoint>> {
  const rows = await repository.listGroups(ctx.db, ctx.actor.accountId, kind);
  const create = ctx.actor.isAdmin || (await mayCreate(ctx, kind));
  return { groups: rows.map(asGroup), can: { create, edit: ctx.actor.isAdmin } };
}

/** ADM-005: names are unique within their kind, whatever their case. */
export async function createGroup(ctx: MemberCtx, { params, body }: HandlerInput<typeof createEndpoint>): Promise<Group> {
  const { db, actor } = ctx;
  requireMayCreateGroup(actor, await mayCreate(ctx, params.kind));
  const id = await repository.insertGroup(db, actor.accountId, { kind: params.kind, ...body });
  if (id === null) throw new InputError({ name: ['NameExists'] });
  await auditGroup(ctx, 'group-created', params.kind, body.name);
  return { id, name: body.name, trip_type: body.trip_type, is_archived: false, uses: 0, users: 0, trips: 0, attested_trips: 0 };
}

/** ADM-013: renames (on units and users too), archives, brings back, or merges one into another and removes it: all or nothing. */
export async function updateGroup(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof updateEndpoint>,
): Promise<Record<string, never>> {
  requireMayEditGroups(ctx.actor);
  const group = await mustFind(ctx, params);
  requireUnchanged(asGroup(group), body);
  if (body.merge_into !== undefined) return mergeGroup(ctx, params.kind, group, body.merge_into);
  const { db, actor, now } = ctx;
  if (body.name !== undefined && body.name !== group.name) {
    if (await repository.isNameTaken(db, actor.accountId, params.kind, body.name, group.id))
      throw new InputError({ name: ['NameExists'] });
    await rename(ctx, params.kind, { from: group.name, to: body.name });
  }
  await repository.updateGroup(db, actor.accountId, group.id, {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.trip_type === undefined ? {} : { trip_type: body.trip_type }),
    ...(body.is_archived === undefined ? {} : { archived_at: body.is_archived ? (group.archived_at ?? now()) : null }),
  });
  await auditGroup(ctx, 'group-changed', params.kind, body.name ?? group.name);
  return {};
}

/** On what bears it, here and in other features. */
async function rename(
  ctx: MemberCtx,
  kind: GroupKind,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { accountId, memberId } = ctx.actor;
  await repository.renameOnBearers(ctx.db, accountId, kind, from, to);
  await ctx.ports.announce(ctx.db, [{ name: 'group-renamed', accountId, memberId, kind, from, to }], ctx.now());
}

/** Decision 0097: what is open follows, trips too; what somebody has attested stays as it was signed. */
async function mergeGroup(
  ctx: MemberCtx,
  kind: GroupKind,
  group: repository.GroupRow,
  into: number,
): Promise<Record<string, never>> {
  const { db, actor } = ctx;
  if (into === group.id) throw new AppError('GroupNotFound', { status: 404 });
  const target = await mustFind(ctx, { kind, id: into });
  const names = { from: group.name, to: target.name };
  await rename(ctx, kind, names);
  const field = ON_TRIPS[kind];
  const trips = field ? await renameOnTrips(ctx, field, names) : 0;
  await repository.deleteGroup(db, actor.accountId, group.id);
  await auditGroup(ctx, 'group-merged', kind, `${group.name} → ${target.name}`, trips);
  return {};
}

/** ADM-014: said before a purpose is archived, which trips then no longer get of themselves. */
export async function usualPurpose(ctx: MemberCtx, id: number): Promise<CallData<typeof usualEndpoint>> {
  requireMayEditGroups(ctx.actor);
  const { db, actor } = ctx;
  // Not locked as by a change: a reading call may not.
  const purpose = (await repository.listGroups(db, actor.accountId, 'purposes')).find((each) => each.id === id);
  if (!purpose) throw new AppError('GroupNotFound', { status: 404 });
  return repository.bearersOfUsual(db, actor.accountId, purpose.name);
}

/** One that something bears is archived or merged instead, so that nothing points to nowhere. */
export async function removeGroup(ctx: MemberCtx, params: { kind: GroupKind; id: number }): Promise<Record<string, never>> {
  requireMayEditGroups(ctx.actor);
  const group = await mustFind(ctx, params);
  if (group.uses > 0) throw new AppError('GroupInUse');
  await repository.deleteGroup(ctx.db, ctx.actor.accountId, group.id);
  await auditGroup(ctx, 'group-removed', params.kind, group.name);
  return {};
}

async function mustFind({ db, actor }: MemberCtx, { kind, id }: { kind: GroupKind; id: number }): Promise<repository.GroupRow> {
  const group = await repository.groupById(db, actor.accountId, kind, id);
  if (!group) throw new AppError('GroupNotFound', { status: 404 });
  return group;
}

const auditGroup = (
  ctx: MemberCtx,
  action: 'group-created' | 'group-changed' | 'group-merged' | 'group-removed',
  kind: GroupKind,
  subject: string,
  changedTrips = 0,
): Promise<void> => audit(ctx, action, subject, { kind, ...(changedTrips > 0 && { changed_trips: changedTrips }) });
