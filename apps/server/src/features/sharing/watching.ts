import type { HandlerData } from '@spora/contract/endpoint';
import type { SharedUnit, watchShareLink as watchEndpoint } from '@spora/contract/sharing/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import { visibleUnits } from '../../core/fleet/visible-units.ts';
import { AppError } from '../../platform/app-error.ts';
import { type MemberActor, type MemberCtx, setAccount, type StrangerCtx } from '../../platform/ctx.ts';
import { hashOfHeader } from '../../platform/http/session-gate.ts';
import { trackToKeep } from '../object-description/theft/rules.ts';
import { asToldToStrangers, trailForStrangers } from '../tracking/api.ts';
import { readAs } from './policy.ts';
import * as repository from './repository.ts';
import { sharedState, wayTo } from './rules.ts';

/** MAP-035: what a link shows now. Unknown, over and ended look alike, and so does one whose maker lost what it showed. */
export async function watchLink(
  ctx: StrangerCtx,
  { token, with_trail: wantsTrail }: { readonly token: string; readonly with_trail: boolean },
): Promise<HandlerData<typeof watchEndpoint>> {
  const { db } = ctx;
  const now = ctx.now();
  const hash = hashOfHeader(token);
  const watched = hash && (await repository.findWatched(db, hash, now));
  if (!watched) throw new AppError('ShareOver');
  await setAccount(db, watched.accountId);
  const link = await repository.find(db, watched.accountId, watched.linkId);
  const maker = makerOf(watched);
  const units = await shownUnits({ ...ctx, actor: maker }, watched);
  if (!link || units.length === 0) throw new AppError('ShareOver');
  const asMaker: MemberCtx = { ...ctx, actor: maker };
  // A stranger is told what its maker drives privately only where the link is to show it.
  const viewer = readAs(maker, watched.showsOwnPrivate);
  const told = await asToldToStrangers(
    asMaker,
    units.map(({ unit_id }) => unit_id),
    viewer,
  );
  const destination =
    link.destination_lat === null || link.destination_lng === null
      ? null
      : { lat: link.destination_lat, lng: link.destination_lng, label: link.destination_label ?? '' };
  const shown: SharedUnit[] = [];
  for (const { unit_id, position, name, hides_speed } of units) {
    const unit = told.get(unit_id);
    const at = unit?.position ?? null;
    const state = at && unit ? sharedState(unit.state, at.speed_kmh) : null;
    const trailOf = link.with_trail && wantsTrail && at ? (unit?.imei ?? null) : null;
    shown.push({
      number: position + 1,
      name: link.shows_names ? name : null,
      marker_symbol: (link.shows_names && unit?.marker_symbol) || null,
      position:
        unit && at && state
          ? {
              at: at.time,
              lat: at.lat,
              lng: at.lng,
              state,
              is_watercraft: link.shows_names && isWatercraft(unit.kind),
              speed_kmh: hides_speed ? null : at.speed_kmh,
              heading_deg: at.heading_deg,
              address: unit.address,
              address_is_approximate: unit.address_is_approximate,
            }
          : null,
      way: at && destination ? wayTo(at, destination, { isMoving: state === 'moving', now }) : null,
      trail:
        trailOf === null
          ? null
          : trackToKeep(await trailForStrangers(asMaker, { imei: trailOf, since: link.created_at }, viewer)),
    });
  }
  return {
    title: link.title,
    server_time: now.toISOString(),
    expires_at: link.expires_at.toISOString(),
    has_trail: link.with_trail,
    destination,
    units: shown,
  };
}

/** In whose name the units are read. Closed to what is private: a stranger is no driver and no locker. */
const makerOf = (watched: repository.Watched): MemberActor => ({
  kind: 'member',
  accountId: watched.accountId,
  memberId: watched.memberId,
  sessionId: 0,
  isAdmin: watched.isAdmin,
  mayUseMap: true,
  isPrivateClosed: true,
  timeZone: watched.timeZone,
});

/** Those of the link that its maker sees still. */
async function shownUnits(ctx: MemberCtx, { accountId, linkId }: repository.Watched) {
  const units = await repository.unitsOf(ctx.db, accountId, [linkId]);
  const seen = await visibleUnits(ctx)
    .where('unit.id', 'in', [0, ...units.map(({ unit_id }) => unit_id)])
    .select('unit.id')
    .execute();
  return units.filter(({ unit_id }) => seen.some(({ id }) => id === unit_id));
}
