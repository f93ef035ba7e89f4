import type { MemberCtx } from '../../platform/ctx.ts';
import { unitIdsOf } from './read-model.ts';
import { boxOf } from './rules.ts';
import { isPlacedAnew, type PlacedTrip, placeVersions, savePlacings, tripsInBoxes } from '../trips/placing/api.ts';
import { keepFromNewMembers } from '../trips/joined-later-api.ts';
import { keepTripsPrivate } from '../trips/privacy-api.ts';
import { placeTrip, type PlaceVersion, type Placing } from '../trips/placing/rules.ts';
import { lockUnits } from '../../core/fleet/hold-units.ts';
import { isMasked } from '../trips/masking-rules.ts';
import { recomputeUnitDays } from '../trips/unit-days-api.ts';
import { layMerges } from '../trips/overlay-api.ts';

const AT_ONCE = 2000;

export interface ChangedTrip {
  readonly trip: PlacedTrip;
  readonly placing: Placing;
}

/** Trips since `fromMs` that touch a circle and that places make something else of, some at a time. */
export async function* changedTrips(
  { db, actor }: MemberCtx,
  { fromMs, circles, versions }: { fromMs: number; circles: readonly PlaceVersion[]; versions: readonly PlaceVersion[] },
): AsyncGenerator<ChangedTrip[]> {
  const among = { accountId: actor.accountId, fromMs, boxes: circles.map(boxOf) };
  let after: PlacedTrip | undefined;
  do {
    const trips: PlacedTrip[] = await tripsInBoxes(db, among, { after, limit: AT_ONCE });
    yield trips.flatMap((trip) => {
      const placing = placeTrip(trip, versions);
      return isPlacedAnew(trip, placing) ? [{ trip, placing }] : [];
    });
    after = trips.length < AT_ONCE ? undefined : trips.at(-1);
  } while (after);
}

/** TRIP-032: of other people's private trips nobody is told, not even how many are concerned. */
export const mayBeTold = ({ actor }: MemberCtx, { shownType, driverId }: PlacedTrip): boolean =>
  !isMasked(actor, { type: shownType, driverMemberId: driverId });

/** TRIP-032: whether a place that is changed for days gone by would open what is somebody else's private trip. */
const wouldOpen = (ctx: MemberCtx, { trip, placing }: ChangedTrip): boolean =>
  !mayBeTold(ctx, trip) && !trip.isDecidedAbove && (placing.type ?? trip.computedType) !== 'private';

/** The versions of an account's places that held at some time since an instant. */
export const versionsSince = async ({ db, actor }: MemberCtx, fromMs: number): Promise<PlaceVersion[]> =>
  (await placeVersions(db, [actor.accountId], { from: new Date(fromMs), to: null })).get(actor.accountId) ?? [];

/**
 * Writes another version of a place by `write` and lays the places over the trips that it may concern, where it was and where it is.
 * Meanwhile no unit's trips are computed. Answers how many became different, as far as the actor may know of them.
 */
export async function layAnew(ctx: MemberCtx, version: PlaceVersion, write: () => Promise<void>): Promise<number> {
  const { db, actor } = ctx;
  const { fromMs, placeId } = version;
  await lockUnits(db, await unitIdsOf(db, actor.accountId));
  const before = (await versionsSince(ctx, fromMs)).filter((each) => each.placeId === placeId);
  await write();
  const versions = await versionsSince(ctx, fromMs);
  const units = new Set<number>();
  let told = 0;
  for await (const changes of changedTrips(ctx, { fromMs, circles: [...before, version], versions })) {
    const open = changes.filter(({ trip }) => !trip.isAttested);
    await keepTripsPrivate(
      ctx,
      open.filter((change) => wouldOpen(ctx, change)).map(({ trip }) => trip.id),
    );
    await savePlacings(
      db,
      open.map(({ trip, placing }) => ({ ...placing, id: trip.id })),
    );
    const retyped = open.filter(({ trip, placing }) => trip.type !== placing.type);
    await keepFromNewMembers(
      db,
      retyped.map(({ trip }) => ({ unitId: trip.unitId, fromMs: trip.startMs, toMs: trip.startMs })),
    );
    await recomputeUnitDays(
      db,
      retyped.map(({ trip }) => ({ unitId: trip.unitId, fromMs: trip.startMs, toMs: trip.endMs })),
    );
    for (const { trip } of open) units.add(trip.unitId);
    told += open.filter(({ trip }) => mayBeTold(ctx, trip)).length;
  }
  await layMerges(db, [...units]);
  await ctx.ports.live.announce(
    db,
    [...units].map((unitId) => ({ accountId: actor.accountId, unitId, kind: 'trip' as const })),
  );
  return told;
}
