import { monthSpan, previousMonth } from '@spora/calendar/days';
import type { TodayLine } from '@spora/contract/today/endpoints';
import { TODAY_ITEMS_MAX } from '@spora/contract/today/lines';
import { unitsWithFeature } from '../../../core/fleet/unit-features.ts';
import { unitsWithTripLog, visibleUnitIds } from '../../../core/fleet/visible-units.ts';
import { todayOf } from '../../../core/people/account-clock.ts';
import { accountOf } from '../../../core/people/signed-in-user.ts';
import { findMembers } from '../../../core/people/members.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { stateOf } from '../rules.ts';
import * as readModel from './read-model.ts';
import { beforeIn, openParts } from './rules.ts';

interface Waiting {
  readonly state: 'open' | 'reopened' | 'user';
  readonly unitId: number;
  readonly memberId: number | null;
  /** Null until it is counted: of the few that are named. */
  readonly trips: number | null;
  readonly attestationId: number | null;
  readonly isAllPrivate: boolean;
}

/**
 * ADM-030: what of last month's log can be attested: left open by its drivers, opened again, and attested by them alone; the rows that the
 * attest status has of it, without their sums. Nothing where no unit has more than a log to read (TRIP-033), and nothing of a private
 * person's days that were all private: there is nobody to attest them for. A company has them attested as well.
 */
export async function attestToday(ctx: MemberCtx): Promise<TodayLine[]> {
  const withLog = await unitsWithTripLog(ctx, await visibleUnitIds(ctx));
  const unitIds = await unitsWithFeature(ctx, withLog, 'attestation');
  if (unitIds.length === 0) return [];
  const month = previousMonth(todayOf(ctx)).from.slice(0, 7);
  const { kind } = await accountOf(ctx.db, ctx.actor.accountId);
  const waiting = (await waitingIn(ctx, unitIds, month)).filter(({ isAllPrivate }) => kind === 'company' || !isAllPrivate);
  const lines = (['open', 'reopened', 'user'] as const).map((state) => {
    const own = waiting.filter((one) => one.state === state);
    return { state, count: own.length, named: own.slice(0, TODAY_ITEMS_MAX) };
  });
  const named = lines.flatMap((line) => line.named);
  const units = await readModel.unitLines(ctx, [...new Set(named.map(({ unitId }) => unitId))]);
  const memberIds = [...new Set(named.flatMap(({ memberId }) => memberId ?? []))];
  const members = new Map(
    memberIds.length === 0 ? [] : (await findMembers(ctx, memberIds)).map(({ id, full_name }) => [id, full_name]),
  );
  const attested = await readModel.heldBy(
    ctx,
    named.flatMap(({ attestationId }) => attestationId ?? []),
  );
  return lines.map(({ state, count, named: own }) => ({
    name: `attest-${state}` as const,
    month,
    count,
    items: own.flatMap(({ unitId, memberId, trips, attestationId }) => {
      const unit = units.get(unitId);
      if (!unit) return [];
      return {
        unit: { id: unitId, imei: unit.imei, name: unit.unit_name, registration_number: unit.registration_number },
        user_id: memberId,
        user_name: memberId === null ? null : (members.get(memberId) ?? null),
        trips: trips ?? attested.get(attestationId ?? 0)?.trips ?? 0,
      };
    }),
  }));
}

async function waitingIn(ctx: MemberCtx, unitIds: readonly number[], month: string): Promise<Waiting[]> {
  const span = monthSpan(month);
  const lines = await readModel.linesIn(ctx, unitIds, span);
  const standing = lines.filter((line) => line.reopened_at === null);
  const keyOf = (one: { unit_id: number; member_id: number | null }) => `${one.unit_id} ${one.member_id ?? ''}`;
  const taken = Map.groupBy(standing, keyOf);
  const attestedUnits = [...new Set(lines.map((line) => line.unit_id))];
  const days = Map.groupBy(await readModel.openDays(ctx, unitIds, span, attestedUnits), keyOf);
  const open = [...days].flatMap(([key, own]) => {
    const spans = (taken.get(key) ?? []).map((line) => ({ from: line.from_day, to: line.to_day }));
    return openParts(span, spans, own).parts.map((part): Waiting => {
      const [{ unit_id: unitId, member_id: memberId }] = part.days as [readModel.OpenDay];
      const trips = part.days.reduce((sum, day) => sum + day.trips, 0);
      return {
        state: beforeIn(lines, { unitId, memberId }, part) ? 'reopened' : 'open',
        unitId,
        memberId,
        trips,
        attestationId: null,
        isAllPrivate: part.days.every((day) => day.not_private === 0),
      };
    });
  });
  const byDriver = standing
    .filter((line) => stateOf(line) === 'user')
    .map((line): Waiting => ({
      state: 'user',
      unitId: line.unit_id,
      memberId: line.member_id,
      trips: null,
      attestationId: line.id,
      isAllPrivate: false,
    }));
  return [...open, ...byDriver];
}
