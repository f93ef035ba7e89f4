import { DAY_MS } from '@spora/calendar/durations';
import { HISTORY_MAX_DAYS } from '@spora/contract/limits';
import type { history, LiveUnit, UnitState } from '@spora/contract/tracking/endpoints';
import type { HandlerData } from '@spora/contract/endpoint';
import type { MemberCtx } from '../../platform/ctx.ts';
import { hiddenBetween } from './hiding/api.ts';
import { maskedSpans, partsOf } from './history/rules.ts';
import { NO_VIEWER, type Viewer } from '../../core/fleet/private-use.ts';
import { whyWithheld } from './policy.ts';
import { liveUnits } from './read-model.ts';
import { readHistory, besidesPoints, shownUnits } from './service.ts';

/** Where a unit is and was, as it may be told to somebody outside. */
export interface Whereabouts {
  readonly last: { at: string; lat: number; lng: number; address: string | null; address_is_approximate: boolean } | null;
  readonly parts: readonly (readonly { lat: number; lon: number }[])[];
  readonly stops: readonly Omit<HandlerData<typeof history>['stops'][number], 'trip_id'>[];
}

/** What is to leave the account holds nobody's private trips, unless the actor wants their own in it. */
export async function readWhereabouts(
  ctx: MemberCtx,
  { imei, from, to, withOwnPrivate }: { imei: string; from: Date; to: Date; withOwnPrivate: boolean },
): Promise<Whereabouts> {
  const found = await readHistory(
    ctx,
    { imei, from: from.toISOString(), to: to.toISOString(), with_implausible: false },
    // DEC-49: a theft overrides hiding, and the report stands in the audit log.
    { viewer: withOwnPrivate ? ctx.actor : NO_VIEWER, mayHide: false },
  );
  const [row] = await liveUnits(ctx.db, ctx.actor.accountId, { unitIds: [found.unit.unitId] }, ctx.now());
  const isHidden = row?.privateUse && !(withOwnPrivate && whyWithheld(ctx.actor, { ...row, hiding: null }) === null);
  const position = row && !isHidden ? row.unit.position : null;
  return {
    last: position
      ? {
          at: position.time,
          lat: position.lat,
          lng: position.lng,
          address: row?.unit.address ?? null,
          address_is_approximate: row?.unit.address_is_approximate ?? true,
        }
      : null,
    parts: partsOf(found.track, found.withheld),
    stops: besidesPoints(found).stops.map(({ trip_id: _, ...stop }) => stop),
  };
}

/** Where a unit is now, as the actor is told (MAP-031, MAP-004); null: withheld, or not known. */
export async function positionAsTold(
  ctx: MemberCtx,
  unitId: number,
): Promise<{ readonly lat: number; readonly lng: number } | null> {
  const now = ctx.now();
  const [row] = await liveUnits(ctx.db, ctx.actor.accountId, { unitIds: [unitId] }, now);
  if (!row?.unit.position || whyWithheld(ctx.actor, { ...row, hiding: null }) !== null) return null;
  if ((await hiddenBetween(ctx, unitId, now.getTime(), now.getTime() + 1)).length > 0) return null;
  return { lat: row.unit.position.lat, lng: row.unit.position.lng };
}

/** How a unit is now, as the actor is told. */
export interface ToldState {
  readonly unitId: number;
  readonly state: UnitState;
  /** Since when it does not move; null while it does, or where that is not known or withheld. */
  readonly stillSinceMs: number | null;
  readonly hasReported: boolean;
  /** It is heard of, and has never said where it is. */
  readonly isNowhere: boolean;
  /** It is in somebody else's private use, as the map says: whether it moves is withheld. */
  readonly isPrivate: boolean;
  /** The name of who drives it as a rule. */
  readonly usualDriver: string | null;
}

/** What units are doing, as the actor is told; of one that is withheld its state says so. The actor may use the map and see the units. */
export async function statesAsTold(ctx: MemberCtx, unitIds: readonly number[]): Promise<ToldState[]> {
  if (unitIds.length === 0) return [];
  return (await shownUnits(ctx, { unitIds }, ctx.now())).map(({ no_position_reason: reason, ...unit }) => ({
    unitId: unit.id,
    state: unit.state,
    stillSinceMs: unit.state !== 'moving' && unit.state_since !== null ? Date.parse(unit.state_since) : null,
    hasReported: reason !== 'never-connected',
    isNowhere: reason === 'no-fix',
    isPrivate: reason === 'private',
    usualDriver: unit.driver,
  }));
}

interface ToldPlace {
  readonly lat: number;
  readonly lon: number;
  /** The account's name for where it stands, else the address; null: not known. */
  readonly name: string | null;
  /** The address is the nearest place known. */
  readonly isApproximate: boolean;
}

/** Where units are, as the actor is told, in degrees; those whose place is withheld or not known are not in it. */
export async function placesAsTold(ctx: MemberCtx, unitIds: readonly number[]): Promise<Map<number, ToldPlace>> {
  if (unitIds.length === 0) return new Map();
  const units = await shownUnits(ctx, { unitIds }, ctx.now());
  return new Map(
    units.flatMap(({ id, position, place, address, address_is_approximate }) => {
      const isApproximate = place === undefined && address !== null && address_is_approximate;
      return position ? [[id, { lat: position.lat, lon: position.lng, name: place ?? address, isApproximate }]] : [];
    }),
  );
}

/** So long before a moment a position still says where a unit was at it. */
const NEAR_MS = 15 * 60_000;

/**
 * Where a unit was at a moment that the actor is told of, by its newest position until then; null: not known, or withheld. What is nobody's
 * private driving alone is read: of the past not even the driver is told more.
 */
export async function placeAt(
  ctx: MemberCtx,
  { unitId, imei }: { readonly unitId: number; readonly imei: string },
  at: Date,
): Promise<{ readonly lat: number; readonly lng: number } | null> {
  const [row] = await liveUnits(ctx.db, ctx.actor.accountId, { unitIds: [unitId] }, ctx.now());
  const newest = row?.unit.position;
  if (newest && Math.abs(Date.parse(newest.time) - at.getTime()) <= NEAR_MS) return positionAsTold(ctx, unitId);
  const from = new Date(at.getTime() - NEAR_MS);
  const { parts } = await readWhereabouts(ctx, { imei, from, to: new Date(at.getTime() + 1000), withOwnPrivate: false });
  const last = parts.at(-1)?.at(-1);
  return last ? { lat: last.lat, lng: last.lon } : null;
}

/** Somebody outside: hidden units are hidden from them as from administrators, private use as from all but its driver. What is told beyond that, a viewer says. */
const asStranger = (ctx: MemberCtx): MemberCtx => ({ ...ctx, actor: { ...ctx.actor, ...NO_VIEWER, isAdmin: true } });

/**
 * What a stranger may be told of units that somebody shared: at most what a member without special rights who drives none of them is, and
 * the private use of `viewer`. A withheld unit has no position. That the units may be shared is known.
 */
export async function asToldToStrangers(
  ctx: MemberCtx,
  unitIds: readonly number[],
  viewer: Viewer['actor'],
): Promise<Map<number, LiveUnit>> {
  return new Map((await shownUnits(asStranger(ctx), { unitIds }, ctx.now(), viewer)).map((unit) => [unit.id, unit]));
}

/** The same of the way since a moment, at most as far back as history goes; broken where something is withheld. */
export async function trailForStrangers(
  ctx: MemberCtx,
  { imei, since }: { readonly imei: string; readonly since: Date },
  viewer: Viewer['actor'],
): Promise<readonly (readonly { readonly lat: number; readonly lon: number }[])[]> {
  const to = ctx.now();
  const from = new Date(Math.max(since.getTime(), to.getTime() - HISTORY_MAX_DAYS * DAY_MS));
  const found = await readHistory(
    asStranger(ctx),
    { imei, from: from.toISOString(), to: to.toISOString(), with_implausible: false },
    { viewer },
  );
  return partsOf(found.track, maskedSpans(found.withheld, found.hidden));
}
