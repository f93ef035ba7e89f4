import { type DaySpan, isWithinMonths } from '@spora/calendar/days';
import type { checkAttestation as checkEndpoint, HeldMatter } from '@spora/contract/attestation/endpoints';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { levelOf, requireMayAttestFor } from '../policy.ts';
import { isOver } from '../rules.ts';
import { overlapping } from '../repository.ts';
import * as readModel from './read-model.ts';
import { heldMatters, type OpenMatter, openMatters } from './rules.ts';
import { findVisibleUnit, requireTripLog, visibleUnitIds } from '../../../core/fleet/visible-units.ts';
import { requireFeatureOf, unitsWithFeature } from '../../../core/fleet/unit-features.ts';
import { findMembers } from '../../../core/people/members.ts';
import { todayOf } from '../../../core/people/account-clock.ts';

/** Whose driving of which units a call means, after it was asked whether the actor may. */
export interface Meant extends DaySpan {
  readonly memberId: number | null;
  readonly unitIds: readonly number[];
  /** The caller named the unit: an empty one is then an answer, too. */
  readonly isOneUnit: boolean;
}

type Asked = HandlerInput<typeof checkEndpoint>['body'];

/** The scope of a call. Unknown, foreign and without access look alike; whom one may not attest for is refused, and units whose log is only read (TRIP-033) or that attestation is off for (FEAT-001) are left out or refused. */
export async function meant(ctx: MemberCtx, { imei, unit_id, user_id, from, to }: Asked): Promise<Meant> {
  const memberId = user_id === undefined ? ctx.actor.memberId : user_id;
  requireMayAttestFor(ctx.actor, memberId);
  if (!isWithinMonths(from, to, LOG_MAX_MONTHS)) throw new AppError('PeriodMaxMonths');
  await mustKnowMember(ctx, memberId);
  const one = imei === undefined ? unit_id : (await findVisibleUnit(ctx, imei)).unitId;
  const visible = await visibleUnitIds(ctx);
  if (one !== undefined && !visible.includes(one)) throw new AppError('UnitNotFound');
  const withLog = await requireTripLog(ctx, one === undefined ? visible : [one]);
  if (one !== undefined) await requireFeatureOf(ctx, one, 'attestation');
  const unitIds = await unitsWithFeature(ctx, withLog, 'attestation');
  return { memberId, unitIds, isOneUnit: one !== undefined, from, to };
}

export async function mustKnowMember(ctx: MemberCtx, memberId: number | null): Promise<void> {
  if (memberId === null || memberId === ctx.actor.memberId) return;
  if ((await findMembers(ctx, [memberId])).length === 0) throw new AppError('UserNotFound');
}

export interface Judged {
  readonly trips: readonly readModel.PeriodTrip[];
  readonly matters: readonly OpenMatter[];
  /** Rows of the log that would be attested, masked ones among them. */
  readonly count: number;
  /** Units with trips that would be attested. */
  readonly unitIds: readonly number[];
}

/** What would be attested, and what is open on the units that it is about. */
export async function judge(ctx: MemberCtx, scope: Meant): Promise<Judged> {
  const all = await readModel.periodTrips(ctx, scope.unitIds, scope);
  const mine = all.filter((trip) => trip.driver_member_id === scope.memberId && !trip.is_attested && !trip.is_ongoing);
  const unitIds = scope.isOneUnit ? scope.unitIds : [...new Set(mine.map((trip) => trip.unit_id))];
  const proposals = await readModel.openProposals(ctx, unitIds, scope);
  const demands = await readModel.demandsOf(ctx);
  const here = all.filter((trip) => unitIds.includes(trip.unit_id));
  return { trips: all, unitIds, count: mine.length, matters: openMatters(here, proposals, scope.memberId, demands) };
}

/** ATT-010: totals, matters and whether it may be attested as it is. */
export async function checkAttestation(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof checkEndpoint>,
): Promise<HandlerData<typeof checkEndpoint>> {
  const scope = await meant(ctx, body);
  const { trips, matters, unitIds } = await judge(ctx, scope);
  const told = trips.filter((trip) => trip.driver_member_id === scope.memberId && !trip.is_ongoing && !trip.is_masked);
  const open = told.filter((trip) => !trip.is_attested);
  const facts = await readModel.unitFacts(ctx, [...new Set([...unitIds, ...open.map((trip) => trip.unit_id)])]);
  const over = isOver(scope.to, todayOf(ctx));
  const attested = await overlapping(ctx.db, ctx.actor.accountId, unitIds, scope);
  const taken = attested.filter((one) => one.memberId === scope.memberId);
  const byUnit = Map.groupBy(open, (trip) => trip.unit_id);
  return {
    from: scope.from,
    to: scope.to,
    is_over: over,
    totals: sumsOf(open),
    units: [...byUnit].flatMap(([id, own]) => {
      const unit = facts.get(id);
      return unit ? [{ ...unit, ...sumsOf(own) }] : [];
    }),
    attested_trips: told.length - open.length,
    matters: matters.flatMap(({ kind, unitId, tripIds, count, isBlocking }) => {
      const unit = facts.get(unitId);
      if (!unit) return [];
      const { unit_id, unit_name, imei } = unit;
      return [{ kind, unit_id, unit_name, imei, count, trip_ids: [...tripIds], is_blocking: isBlocking }];
    }),
    is_without_user: levelOf(ctx.actor, scope.memberId) === 'admin',
    can: { attest: over && unitIds.length > taken.length && !matters.some((matter) => matter.isBlocking) },
  };
}

/** What was missing of each when it was attested. Their trips cannot be changed since then, so that they still say it; one that was opened again holds none. */
export async function attestedWith(
  ctx: { readonly db: MemberCtx['db']; readonly actor: Pick<MemberCtx['actor'], 'accountId' | 'memberId' | 'timeZone'> },
  attestationIds: readonly number[],
): Promise<ReadonlyMap<number, { kind: HeldMatter; count: number }[]>> {
  const held = Map.groupBy(await readModel.unsettledHeld(ctx, attestationIds), (trip) => trip.attestation_id);
  if (held.size === 0) return new Map();
  const demands = await readModel.demandsOf(ctx);
  return new Map([...held].map(([id, trips]) => [id, heldMatters(trips, demands)]));
}

/** Sums of rows; metres. */
export function sumsOf(trips: readonly Pick<readModel.PeriodTrip, 'type' | 'distance_m'>[]) {
  const metres = (type?: string) =>
    trips.reduce((sum, trip) => sum + (type === undefined || trip.type === type ? trip.distance_m : 0), 0);
  return {
    trips: trips.length,
    distance_m: metres(),
    business_m: metres('business'),
    private_m: metres('private'),
    other_m: metres('other'),
  };
}
