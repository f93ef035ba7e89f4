import { DAY_MS } from '@spora/calendar/durations';
import type { Kysely } from 'kysely';
import type { HandlerData } from '@spora/contract/endpoint';
import { HISTORY_MAX_DAYS } from '@spora/contract/limits';
import {
  type LiveUnit,
  PACKED_FROM_UNITS,
  searchOptions,
  type findAddress as findAddressEndpoint,
  type history,
  type positions,
  type SearchOptions,
} from '@spora/contract/tracking/endpoints';
import { encodePackedHistory } from '@spora/telemetry/packed-history';
import { encodePackedPositions, type LatestPositions } from '@spora/telemetry/packed-positions';
import { AppError } from '../../platform/app-error.ts';
import { type AccountId, type MemberCtx, seesAs } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { eventIdAt, type LiveState } from '../../platform/live/hub.ts';
import { readUnitRange } from '../../core/log/read-log.ts';
import { audit } from '../../core/people/audit.ts';
import { daysOf, daysText, fileNameFor, inPieces, type Period, writeTrack, type HistoryFormat } from './export-rules.ts';
import { wasEverHeardBefore } from '../../core/log/heard.ts';
import { firstHeardAfter, tripEdges, wasHeardBefore, type TripEdge } from './history/read-model.ts';
import {
  firstToldMs,
  isLongerThanDays,
  maskedSpans,
  partsOf,
  pointAt,
  privateBlocks,
  stopBeforeAll,
  stopsBetween,
  trackOf,
  drivenM,
  TRACK_IO,
  withoutSpeeds,
  type HistoryPoint,
  type HistoryTrack,
  type HistoryTrip,
} from './history/rules.ts';
import { type HiddenUnit, hiddenUnits, membersGiven } from './hiding/read-model.ts';
import { isHiddenFrom, maySeeTrip, requireMap, whyWithheld } from './policy.ts';
import { latestPositions } from './packed-read-model.ts';
import { hidesSpeed as hidesSpeedOf } from './raw/read-model.ts';
import { type LiveFilter, liveUnits, type LiveUnitRow } from './read-model.ts';
import * as repository from './repository.ts';
import { isInSpans, type Span, withoutPlace } from './rules.ts';
import { describePoint, findAddresses } from '../addresses/api.ts';
import { NO_VIEWER, type Viewer, withheldSpans } from '../../core/fleet/private-use.ts';
import {
  findVisibleUnit,
  listVisibleUnits,
  type VisibleUnit,
  visibleAmong,
  visibleUnitIdsUnlessAll,
} from '../../core/fleet/visible-units.ts';
import { hiddenBetween } from './hiding/api.ts';

export interface PositionsQuery {
  readonly since?: string | undefined;
  readonly imeis: readonly string[];
  readonly ids: readonly number[];
}

/** The full state of the map, and the event after which the live stream continues it. */
export async function listPositions(ctx: MemberCtx, query: PositionsQuery): Promise<HandlerData<typeof positions>> {
  requireMap(ctx.actor);
  const now = ctx.now();
  return {
    units: await shownUnits(ctx, await filterOf(ctx, query), now),
    server_time: now.toISOString(),
    last_event_id: eventIdAt(now),
  };
}

/**
 * Units with everything that the actor may be shown of them; that it may see them is known. `driver`: whose private use is
 * shown beside the actor's own; hidden hours hide it all the same.
 */
export async function shownUnits(
  ctx: MemberCtx,
  filter: LiveFilter,
  now: Date,
  driver: Viewer['actor'] = NO_VIEWER,
): Promise<LiveUnit[]> {
  const rows = await liveUnits(ctx.db, ctx.actor.accountId, filter, now);
  const hidden = await hiddenFor(ctx, filter.unitIds, now);
  return rows.map(({ unit, privateUse }) => {
    const hiding = hidden.get(unit.id) ?? null;
    const isShown = privateUse !== null && privateUse.driverMemberId === seesAs(driver);
    const reason = whyWithheld(ctx.actor, { privateUse: isShown ? null : privateUse, hiding });
    return reason ? withoutPlace(unit, reason) : unit;
  });
}

/** The same as columns of what moves; names and other properties of units change rarely and come from `tracking.fleet`. */
export async function packPositions(ctx: MemberCtx, query: PositionsQuery): Promise<Uint8Array> {
  return packed(ctx, await latestFor(ctx, query));
}

/** For who reads both forms. */
export async function packManyPositions(
  ctx: MemberCtx,
  query: PositionsQuery,
): Promise<Uint8Array | HandlerData<typeof positions>> {
  const found = await latestFor(ctx, query);
  return found.n < PACKED_FROM_UNITS ? listPositions(ctx, query) : packed(ctx, found);
}

async function latestFor(ctx: MemberCtx, query: PositionsQuery): Promise<LatestPositions> {
  requireMap(ctx.actor);
  const now = ctx.now();
  const filter = await filterOf(ctx, query);
  const hidden = [...(await hiddenFor(ctx, filter.unitIds, now)).values()];
  const withheld = hidden.filter((hiding) => isHiddenFrom(ctx.actor, hiding.driverMemberId)).map(({ unitId }) => unitId);
  return latestPositions(ctx, filter, now.getTime(), new Set(withheld));
}

function packed(ctx: MemberCtx, found: LatestPositions): Uint8Array {
  const now = ctx.now();
  return encodePackedPositions(found, now.getTime(), { server_time: now.toISOString(), last_event_id: eventIdAt(now) });
}

/** Members who are no administrators are hidden nothing, and nothing is looked up for them. */
async function hiddenFor(
  { db, actor }: MemberCtx,
  unitIds: readonly number[] | null,
  now: Date,
): Promise<ReadonlyMap<number, HiddenUnit>> {
  return actor.isAdmin ? hiddenUnits(db, actor.accountId, unitIds, now) : new Map<number, HiddenUnit>();
}

async function filterOf(ctx: MemberCtx, { since, imeis, ids }: PositionsQuery): Promise<LiveFilter> {
  return { unitIds: await wantedUnitIds(ctx, imeis, ids), changedSince: since ? new Date(since) : undefined };
}

/** Null: every unit of the account. */
async function wantedUnitIds(ctx: MemberCtx, imeis: readonly string[], ids: readonly number[]): Promise<number[] | null> {
  if (ids.length > 0) return visibleAmong(ctx, ids);
  if (imeis.length > 0) return (await listVisibleUnits(ctx, imeis)).map((unit) => unit.unitId);
  return visibleUnitIdsUnlessAll(ctx);
}

/** For the live hub: what everybody may be sent of units, and what some may see of them beyond that (MAP-031, MAP-004). */
export async function readLiveState(
  db: Kysely<Db>,
  accountId: AccountId,
  unitIds: readonly number[],
  now: Date,
): Promise<LiveState> {
  const rows = await liveUnits(db, accountId, { unitIds }, now);
  const hidden = await hiddenUnits(db, accountId, unitIds, now);
  const given = hidden.size > 0 ? await membersGiven(db, accountId, [...hidden.keys()]) : [];
  /** Who is sent more than all: the driver of a private trip; of a hidden unit its driver, and members who were given it. */
  const seersOf = ({ unit, privateUse }: LiveUnitRow): (number | null)[] => {
    if (privateUse) return [privateUse.driverMemberId];
    const hiding = hidden.get(unit.id);
    return hiding
      ? [hiding.driverMemberId, ...given.filter(({ unitId }) => unitId === unit.id).map(({ memberId }) => memberId)]
      : [];
  };
  return {
    units: rows.map(({ unit, privateUse }) =>
      privateUse ? withoutPlace(unit, 'private') : hidden.has(unit.id) ? withoutPlace(unit, 'hidden') : unit,
    ),
    silent: rows.filter(({ privateUse }) => privateUse?.isUnderWay).map(({ unit }) => unit.id),
    own: rows.flatMap((row) =>
      [...new Set(seersOf(row))].flatMap((memberId) => (memberId === null ? [] : [{ memberId, unit: row.unit }])),
    ),
  };
}

/** Saved filters; what an older version saved and no longer fits falls back to the defaults. */
export async function getSearchOptions(ctx: MemberCtx): Promise<SearchOptions> {
  requireMap(ctx.actor);
  const saved = searchOptions.safeParse((await repository.findSearchOptions(ctx.db, ctx.actor)) ?? {});
  return saved.data ?? searchOptions.parse({});
}

export async function saveSearchOptions(ctx: MemberCtx, options: SearchOptions): Promise<Record<string, never>> {
  requireMap(ctx.actor);
  await repository.saveSearchOptions(ctx.db, ctx.actor, options, ctx.now());
  return {};
}

/** API-058. */
export const setMarkerTitle = async (ctx: MemberCtx, isVisible: boolean): Promise<Record<string, never>> =>
  saveSearchOptions(ctx, { ...(await getSearchOptions(ctx)), show_titles: isVisible });

export interface HistoryQuery {
  readonly imei: string;
  readonly from: string;
  readonly to: string;
  readonly with_implausible: boolean;
}

interface ShownTrip extends HistoryTrip {
  readonly start: { readonly lat: number; readonly lon: number } | null;
  readonly edge: TripEdge;
}

/** Where a trip ended is known. */
interface PlacedEnd {
  readonly stop_lat_e7: number;
  readonly stop_lon_e7: number;
}
const isPlaced = (edge: TripEdge): edge is TripEdge & PlacedEnd => edge.stop_lat_e7 !== null && edge.stop_lon_e7 !== null;

interface History {
  readonly unit: VisibleUnit;
  readonly track: HistoryTrack;
  /** How far it was driven, without what it moved within its stops. */
  readonly distanceM: number;
  /** After a trip each, as the viewer is told of them. */
  readonly stops: readonly {
    readonly after: { readonly edge: TripEdge & PlacedEnd };
    readonly fromMs: number;
    readonly toMs: number | null;
  }[];
  /** How it stood before the first trip there ever was of it, where the period begins before that. */
  readonly firstStop: ReturnType<typeof stopBeforeAll<ShownTrip>>;
  /** When the unit's record begins, where that is in the period. */
  readonly beginsMs: number | null;
  /** When the unit's record begins, where that is before the period and no trip of it is. */
  readonly undrivenSinceMs: number | null;
  /** When the unit was in somebody else's private use. */
  readonly withheld: readonly Span[];
  /** MAP-004: when the unit was hidden from the viewer. */
  readonly hidden: readonly Span[];
  readonly hidesSpeed: boolean;
  readonly fromMs: number;
  readonly toMs: number;
}

/** `viewer`: as whom it is read; NO_VIEWER for what leaves the account. */
export async function readHistory(
  ctx: MemberCtx,
  query: HistoryQuery,
  { viewer = ctx.actor, mayHide = true }: { viewer?: Viewer['actor']; mayHide?: boolean } = {},
): Promise<History> {
  requireMap(ctx.actor);
  const [from, to] = [new Date(query.from), new Date(query.to)];
  if (isLongerThanDays(from.getTime(), to.getTime(), HISTORY_MAX_DAYS)) throw new AppError('HistoryMaxDays');
  const unit = await findVisibleUnit(ctx, query.imei);
  const edges = await tripEdges(ctx.db, ctx.actor.accountId, unit.unitId, from, to);
  const trips = edges.map((edge): ShownTrip => {
    const span = { fromMs: edge.started_at.getTime(), toMs: edge.ended_at.getTime() };
    const { start_lat_e7: lat, start_lon_e7: lon } = edge;
    const start = lat === null || lon === null ? null : { lat: lat / 1e7, lon: lon / 1e7 };
    return { ...span, isOngoing: edge.is_ongoing, mayShow: maySeeTrip(viewer, edge), start, edge };
  });
  const columns = await readUnitRange(ctx.db, unit.unitId, from, to, TRACK_IO);
  const hidden = mayHide ? await hiddenBetween(ctx, unit.unitId, from.getTime(), to.getTime()) : [];
  const next = trips.at(-1);
  const isNextHidden =
    mayHide &&
    next !== undefined &&
    next.fromMs >= to.getTime() &&
    (await hiddenBetween(ctx, unit.unitId, next.fromMs, next.fromMs + 1)).length > 0;
  const hidesSpeed = await hidesSpeedOf(ctx.db, ctx.actor.accountId, unit.unitId);
  const withheld = await withheldSpans({ db: ctx.db, actor: viewer }, unit.unitId, from, to);
  const track = trackOf(columns, maskedSpans(withheld, hidden), query.with_implausible);
  const shown = hidesSpeed ? withoutSpeeds(track) : track;
  const period = { fromMs: from.getTime(), toMs: to.getTime() };
  const isFirstKnown = trips[0] === undefined || trips[0].fromMs > period.fromMs;
  const masked = maskedSpans(withheld, hidden);
  const wasHeard = isFirstKnown && (await wasHeardBefore(ctx.db, unit.unitId, from));
  const first = trips[0] && trips[0].fromMs < period.toMs ? trips[0] : undefined;
  const firstStop = stopBeforeAll(first, track.points, { masked, period, wasHeardBefore: wasHeard });
  const stops = stopsBetween(trips, withheld, { ...period, isNextHidden })
    .filter((stop) => !isInSpans(hidden, stop.fromMs))
    .flatMap(({ after: { edge }, ...stop }) => (isPlaced(edge) ? [{ after: { edge }, ...stop }] : []));
  const firstMs = firstToldMs(track.points, masked);
  const mayBegin = isFirstKnown && !wasHeard && (firstMs !== null || columns.n === 0);
  const isHeard = wasHeard || (mayBegin && (await wasEverHeardBefore(ctx.db, unit.unitId, from)));
  const isBeginning = mayBegin && !isHeard;
  const beginsMs = isBeginning ? (firstMs ?? (await firstMsAfter(ctx, unit.unitId, to, { viewer, mayHide }))) : null;
  const undrivenSinceMs = isFirstKnown && isHeard ? await firstMsAfter(ctx, unit.unitId, new Date(0), { viewer, mayHide }) : null;
  return {
    unit,
    track: shown,
    distanceM: drivenM(track, [...(firstStop ? [firstStop] : []), ...stops]),
    stops,
    firstStop,
    beginsMs,
    undrivenSinceMs,
    withheld,
    hidden,
    hidesSpeed,
    ...period,
  };
}

/** The first position after a period before which there is none, as the viewer is told; null: it is not told. */
async function firstMsAfter(
  ctx: MemberCtx,
  unitId: number,
  at: Date,
  { viewer, mayHide }: { readonly viewer: Viewer['actor']; readonly mayHide: boolean },
): Promise<number | null> {
  const from = await firstHeardAfter(ctx.db, unitId, at);
  if (from === null) return null;
  const to = new Date(from.getTime() + DAY_MS);
  const columns = await readUnitRange(ctx.db, unitId, from, to, TRACK_IO);
  const hidden = mayHide ? await hiddenBetween(ctx, unitId, from.getTime(), to.getTime()) : [];
  const masked = maskedSpans(await withheldSpans({ db: ctx.db, actor: viewer }, unitId, from, to), hidden);
  return firstToldMs(trackOf(columns, masked, false).points, masked);
}

/** API-060: positions, stops and gaps; of somebody else's private use only when it was, in whole hours (MAP-031). */
export async function getHistory(ctx: MemberCtx, query: HistoryQuery): Promise<HandlerData<typeof history>> {
  const found = await readHistory(ctx, query);
  const { points } = found.track;
  return {
    points: Array.from({ length: points.n }, (_, i) => toPoint(pointAt(points, i))),
    ...besidesPoints(found),
  };
}

const toPoint = (point: HistoryPoint): HandlerData<typeof history>['points'][number] => ({
  time: iso(point.timeMs),
  lat: point.lat,
  lng: point.lon,
  speed_kmh: point.speedKmh,
  heading_deg: point.headingDeg,
  altitude_m: point.altitudeM,
  satellites: point.satellites,
  ...(point.ignition === undefined ? {} : { ignition: point.ignition }),
  ...(point.isImplausible ? { implausible: true } : {}),
});

/** The same answer packed: a fifth of the bytes, and decoded into columns where it is drawn. */
export async function packHistory(ctx: MemberCtx, query: HistoryQuery): Promise<Uint8Array> {
  const found = await readHistory(ctx, query);
  return encodePackedHistory(found.track.points, besidesPoints(found));
}

export function besidesPoints({
  track,
  distanceM,
  stops,
  firstStop,
  beginsMs,
  undrivenSinceMs,
  withheld,
  hidden,
  hidesSpeed,
  fromMs,
  toMs,
}: History): Omit<HandlerData<typeof history>, 'points'> {
  return {
    stops: [...(firstStop ? [toFirstStop(firstStop)] : []), ...stops.map(({ after, ...stop }) => toStop(after.edge, stop))],
    gaps: track.gaps.map((gap) => ({ from: iso(gap.fromMs), to: iso(gap.toMs) })),
    breaks: track.breaks.map((gap) => ({ from: iso(gap.fromMs), to: iso(gap.toMs) })),
    private_blocks: [
      ...privateBlocks(withheld, { fromMs, toMs }).map((block) => ({
        from: iso(block.fromMs),
        to: block.toMs === null ? null : iso(block.toMs),
      })),
      ...hidden.map((span) => ({ from: iso(span.fromMs), to: iso(span.toMs), is_hidden: true })),
    ],
    distance_m: distanceM,
    implausible_count: track.implausibleCount,
    ...(beginsMs === null ? {} : { begins_at: iso(beginsMs) }),
    ...(undrivenSinceMs === null ? {} : { undriven_since: iso(undrivenSinceMs) }),
    ...(hidesSpeed ? { hides_speed: true } : {}),
  };
}

function toStop(edge: TripEdge & PlacedEnd, stop: { fromMs: number; toMs: number | null }) {
  return {
    trip_id: edge.id,
    from: iso(stop.fromMs),
    to: stop.toMs === null ? null : iso(stop.toMs),
    lat: edge.stop_lat_e7 / 1e7,
    lng: edge.stop_lon_e7 / 1e7,
    address: edge.stop_address,
    address_is_approximate: edge.stop_address_is_approximate,
    ...(edge.stop_place === null ? {} : { place: edge.stop_place }),
  };
}

/** No trip ended there: the unit's first one began there. */
function toFirstStop({ before: { edge }, start, fromMs, toMs }: NonNullable<History['firstStop']>) {
  return {
    trip_id: null,
    from: iso(fromMs),
    to: iso(toMs),
    lat: start.lat,
    lng: start.lon,
    address: edge.start_address,
    address_is_approximate: edge.start_address_is_approximate,
    ...(edge.start_place === null ? {} : { place: edge.start_place }),
  };
}

/** MAP-030: the same track that the screen shows, as a file. */
export async function exportHistory(ctx: MemberCtx, format: HistoryFormat, query: HistoryQuery) {
  const { unit, track, withheld, hidden, hidesSpeed } = await readHistory(ctx, { ...query, with_implausible: false });
  await auditPositions(ctx, unit.name, format, query);
  const title = `${unit.name} ${daysText(query, ctx.actor.timeZone)}`;
  return {
    format,
    name: fileNameFor(title, format),
    body: inPieces(writeTrack(format, { title, parts: partsOf(track, maskedSpans(withheld, hidden)), hidesSpeed })),
  };
}

/**
 * ADM-018: on record with its days alone: a driver who takes out the way of a private trip asks for the very times of it, and those are
 * nobody else's (TRIP-032).
 */
export const auditPositions = (ctx: MemberCtx, unitName: string, format: HistoryFormat, period: Period): Promise<void> =>
  audit(ctx, 'positions-exported', unitName, { format, ...daysOf(period, ctx.actor.timeZone) });

const iso = (timeMs: number): string => new Date(timeMs).toISOString();

/** API-120: asked outside a transaction, since a provider may take its time. */
export async function getAddress(ctx: MemberCtx, point: { lat: number; lng: number }, language: string) {
  const address = await describePoint(ctx, { lat: point.lat, lon: point.lng }, language);
  return { address: address.label, is_approximate: address.isApproximate };
}

const ADDRESSES_MAX = 6;

/** MAP-027: addresses and places for a text, near the map's middle if it is given. */
export async function findAddress(
  ctx: MemberCtx,
  query: { q: string; lat?: number | undefined; lng?: number | undefined },
  language: string,
): Promise<HandlerData<typeof findAddressEndpoint>> {
  const near = query.lat === undefined || query.lng === undefined ? {} : { near: { lat: query.lat, lon: query.lng } };
  const found = await findAddresses(ctx, query.q, { language, limit: ADDRESSES_MAX, ...near });
  return {
    addresses: found.map((address) => ({
      label: address.label,
      ...(address.city === undefined ? {} : { city: address.city }),
      ...(address.countryCode === undefined ? {} : { country_code: address.countryCode }),
      lat: address.lat,
      lng: address.lon,
      is_approximate: address.isApproximate,
    })),
  };
}
