import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { PLACE_SAMPLE, type previewPlace as previewEndpoint } from '@spora/contract/places/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';
import type { MemberCtx } from '../../platform/ctx.ts';
import { maySeePlace } from './policy.ts';
import { unitNames } from './read-model.ts';
import * as repository from './repository.ts';
import { conflictsOf } from './rules.ts';
import { findPlaceRow, momentOf, versionOf } from './service.ts';
import { changedTrips, mayBeTold, versionsSince } from './placed-trips.ts';
import { visibleUnitIds } from '../../core/fleet/visible-units.ts';
import type { PlaceVersion } from '../trips/placing/rules.ts';

type Preview = CallData<typeof previewEndpoint>;

/** PLACE-009, PLACE-010: what a draft would stand against, and the trips it would change; nothing is written. */
export async function previewPlace(ctx: MemberCtx, { body }: HandlerInput<typeof previewEndpoint>): Promise<Preview> {
  const { db, actor } = ctx;
  const visible = new Set(await visibleUnitIds(ctx));
  const known = body.id === null ? null : await findPlaceRow(ctx, body.id, visible);
  const rows = await repository.placesOf(db, actor.accountId);
  const last = Math.max(0, ...rows.map(({ position }) => position));
  const from = momentOf(ctx, body.apply_from);
  const draft = await versionOf(ctx, body, { id: known?.id ?? 0, position: known?.position ?? last + 1, from });
  const labels = new Map(rows.filter((row) => maySeePlace(row, visible)).map((row) => [row.id, row.label]));
  // One that is switched off holds at no time, however it is changed.
  const held = known === null || known.isActive ? [draft] : [];
  const now = ctx.now().getTime();
  const others = (await versionsSince(ctx, now)).filter(
    (version) => version.placeId !== draft.placeId && version.fromMs <= now && labels.has(version.placeId),
  );
  return {
    conflicts: held.flatMap((version) =>
      conflictsOf(version, others).map(({ rule, otherPlaceId, other, decidedBy, wins }) => ({
        rule,
        other_place_id: otherPlaceId,
        other_label: labels.get(otherPlaceId) ?? body.label,
        other_when: other.when,
        other_type: other.type,
        decided_by: decidedBy,
        wins,
      })),
    ),
    trips: body.apply_from === null ? null : await countTrips(ctx, draft, held, visible),
  };
}

async function countTrips(
  ctx: MemberCtx,
  draft: PlaceVersion,
  /** The draft, where it holds. */
  held: readonly PlaceVersion[],
  visible: ReadonlySet<number>,
): Promise<Preview['trips']> {
  const { fromMs, placeId } = draft;
  const before = await versionsSince(ctx, fromMs);
  const cut = before.map((version) =>
    version.placeId === placeId ? { ...version, toMs: Math.min(version.toMs, fromMs) } : version,
  );
  const circles = [...before.filter((version) => version.placeId === placeId), draft];
  let changed = 0;
  let attested = 0;
  const sample: { id: number; unitId: number; startMs: number; type: string; newType: string }[] = [];
  for await (const changes of changedTrips(ctx, { fromMs, circles, versions: [...cut, ...held] }))
    for (const { trip, placing } of changes) {
      if (!visible.has(trip.unitId) || !mayBeTold(ctx, trip)) continue;
      if (trip.isAttested) attested++;
      else if (++changed <= PLACE_SAMPLE) {
        const newType = trip.isDecidedAbove ? trip.shownType : (placing.type ?? trip.computedType);
        sample.push({ id: trip.id, unitId: trip.unitId, startMs: trip.startMs, type: trip.shownType, newType });
      }
    }
  const units = await unitNames(ctx.db, ctx.actor.accountId, [...new Set(sample.map(({ unitId }) => unitId))]);
  const nameOf = new Map(units.map((unit) => [unit.id, unit.name]));
  return {
    changed,
    attested,
    sample: sample.map(({ id, unitId, startMs, type, newType }) => ({
      id,
      unit_name: nameOf.get(unitId) ?? '',
      start: new Date(startMs).toISOString(),
      type: type as TripType,
      new_type: newType as TripType,
    })),
  };
}
