import type {
  addTag as addEndpoint,
  DriverTag,
  linkTag as linkEndpoint,
  listTags as listEndpoint,
  removeTag as removeEndpoint,
  setLocationInCar as locationEndpoint,
  tagHistory as historyEndpoint,
  updateTag as updateEndpoint,
} from '@spora/contract/drivers/endpoints';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import { requireMayLinkTags } from '../policy.ts';
import * as repository from './repository.ts';
import { changeUnit } from '../../units/api.ts';
import { visibleUnitIds } from '../../../core/fleet/visible-units.ts';
import { lockUnits } from '../../../core/fleet/hold-units.ts';
import { writeToMember } from '../../../core/people/letters.ts';
import { findMembers } from '../../../core/people/members.ts';
import { driverEdits, insertEdits, layOver } from '../../trips/overlay-api.ts';

/** DRV-010, DRV-012. */
export async function listTags(ctx: MemberCtx): Promise<HandlerData<typeof listEndpoint>> {
  return { tags: (await repository.tagsOf(ctx, await visibleUnitIds(ctx))).map(toTag) };
}

const toTag = (row: repository.TagRow): DriverTag => ({
  id: row.id,
  tag: row.tag,
  name: row.name,
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
  last_read_at: row.last_read_at?.toISOString() ?? null,
  last_read_unit: row.last_read_unit,
  unassigned_trips: row.unassigned_trips,
});

async function getTag(ctx: MemberCtx, id: number): Promise<DriverTag> {
  const [row] = await repository.tagsOf(ctx, await visibleUnitIds(ctx), [id]);
  if (!row) throw new AppError('DriverTagNotFound', { status: 404 });
  return toTag(row);
}

export async function addTag(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof addEndpoint>,
): Promise<HandlerData<typeof addEndpoint>> {
  requireMayLinkTags(ctx.actor);
  const user = await knownUser(ctx, body.user_id);
  return inTransaction(ctx, async (inner) => {
    const id = await repository.insertTag(inner, body.tag, body.name);
    await audit(inner, 'driver-tag-added', body.name || body.tag);
    if (user) await giveTag(inner, await getTag(inner, id), user);
    return { tag: await getTag(inner, id) };
  });
}

export async function updateTag(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof updateEndpoint>,
): Promise<HandlerData<typeof updateEndpoint>> {
  requireMayLinkTags(ctx.actor);
  await getTag(ctx, params.id);
  await repository.renameTag(ctx, params.id, body.name);
  return { tag: await getTag(ctx, params.id) };
}

/** Its link ends now: what was driven with it keeps its driver. */
export async function removeTag(ctx: MemberCtx, { params }: HandlerInput<typeof removeEndpoint>): Promise<Record<string, never>> {
  requireMayLinkTags(ctx.actor);
  return inTransaction(ctx, async (inner) => {
    const tag = await getTag(inner, params.id);
    await repository.endLink(inner, tag.id, inner.now());
    await repository.hideTag(inner, tag.id, inner.now());
    await audit(inner, 'driver-tag-removed', tag.name || tag.tag, takenFrom(tag));
    await tellFormerDriver(inner, tag, '');
    return {};
  });
}

/** DRV-011, DRV-012: a link is dated, so that a rebuild gives each trip the driver that it has. */
export async function linkTag(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof linkEndpoint>,
): Promise<HandlerData<typeof linkEndpoint>> {
  requireMayLinkTags(ctx.actor);
  const user = await knownUser(ctx, body.user_id);
  return inTransaction(ctx, async (inner) => {
    const tag = await getTag(inner, params.id);
    if (tag.user?.id === body.user_id || (!tag.user && !user)) return { tag, changed: 0 };
    if (tag.user && !body.confirmed) throw new AppError('DriverTagIsLinked');
    await repository.endLink(inner, tag.id, inner.now());
    const changed = await giveTag(inner, tag, user);
    await tellFormerDriver(inner, tag, user?.full_name ?? '');
    return { tag: await getTag(inner, tag.id), changed };
  });
}

interface User {
  readonly id: number;
  readonly full_name: string;
}

async function knownUser(ctx: MemberCtx, id: number | null): Promise<User | null> {
  if (id === null) return null;
  const [user] = await findMembers(ctx, [id]);
  if (!user) throw new AppError('UserNotFound');
  return user;
}

/** Whose it is from now on; answers how many trips got their driver by it. */
async function giveTag(inner: MemberCtx, tag: DriverTag, user: User | null): Promise<number> {
  const changed = user ? await giveTrips(inner, tag, user.id) : 0;
  await audit(inner, 'driver-tag-linked', tag.name || tag.tag, {
    user: user?.full_name ?? '',
    ...takenFrom(tag),
    trips: changed,
  });
  return changed;
}

/** Whose the tag was, in the log of changes. */
const takenFrom = ({ user }: DriverTag): Record<string, string> => (user ? { before: user.name } : {});

/**
 * TRIP-032: what is driven with the tag from now on is somebody else's, private trips too. Whoever had it must know, and puts another
 * in the reader, or none.
 */
const tellFormerDriver = async (ctx: MemberCtx, tag: DriverTag, newName: string): Promise<void> =>
  tag.user
    ? writeToMember(ctx, tag.user.id, {
        template: 'tag-relinked',
        params: (names) => ({ ...names, tagName: tag.name || tag.tag, newName }),
      })
    : undefined;

/** The trips driven with a tag since it was linked to nobody get its driver; attested ones stay (`layOver`). */
async function giveTrips(inner: MemberCtx, tag: DriverTag, memberId: number): Promise<number> {
  const { db, actor } = inner;
  const since = await repository.insertLink(inner, tag.id, memberId);
  const read = await repository.unitsThatRead(inner, tag.tag, since);
  if (read.length === 0) return 0;
  const unitIds = read.map((row) => row.unit_id);
  await lockUnits(db, unitIds);
  // Told is what changed of the units that the actor sees (LOCK-005).
  const visible = new Set(await visibleUnitIds(inner));
  const told = unitIds.filter((id) => visible.has(id));
  const before = await repository.tripsDrivenBy(inner, told, memberId);
  const kept = await repository.tripsToKeep(inner, read, memberId);
  const spans = read.map((row) => ({ unitId: row.unit_id, fromMs: row.from_at.getTime(), toMs: inner.now().getTime() }));
  await layOver(db, spans);
  const given = await repository.drivenAmong(
    inner,
    kept.map(({ id }) => id),
    memberId,
  );
  await keepWithoutDriver(
    inner,
    kept.filter(({ id }) => given.has(id)),
  );
  await inner.ports.live.announce(
    db,
    unitIds.map((unitId) => ({ accountId: actor.accountId, unitId, kind: 'trip' as const })),
  );
  return (await repository.tripsDrivenBy(inner, told, memberId)) - before;
}

/** Nobody drives them, as before; said by an edit, so that a rebuild makes the same of them. */
async function keepWithoutDriver(inner: MemberCtx, trips: readonly repository.KeptTrip[]): Promise<void> {
  if (trips.length === 0) return;
  const edits = trips.flatMap((trip) => driverEdits(trip.unit_id, trip, { was: null, is: null }));
  await insertEdits(inner.db, inner.actor, edits, inner.now());
  await layOver(
    inner.db,
    trips.map((trip) => ({ unitId: trip.unit_id, fromMs: trip.started_at.getTime(), toMs: trip.started_at.getTime() })),
  );
}

export async function tagHistory(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof historyEndpoint>,
): Promise<HandlerData<typeof historyEndpoint>> {
  const tag = await getTag(ctx, params.id);
  const { links, readings } = await repository.historyOf(ctx, await visibleUnitIds(ctx), tag.id);
  return {
    links: links.map(({ user, from_at, to_at, by }) => ({ user, from: iso(from_at), to: iso(to_at), by })),
    readings: readings.map(({ at, unit_name }) => ({ at: at.toISOString(), unit_name })),
  };
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** DRV-013: the unit's own field. */
export async function setLocationInCar(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof locationEndpoint>,
): Promise<Record<string, never>> {
  requireMayLinkTags(ctx.actor);
  await changeUnit(ctx, body.imei, { location_in_car: body.location_in_car || null });
  return {};
}
