import { isWithinMonths } from '@spora/calendar/days';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import type {
  addManualTrip as addManualTripEndpoint,
  removeManualTrip as removeManualTripEndpoint,
} from '@spora/contract/trips/endpoints';
import { AppError } from '../../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import { edit, holdTrips, mustKnow } from '../edits/service.ts';
import { editRefusal, refusedBy } from '../policy.ts';
import { findVisibleTrip, type TripListRow, tripsByIds } from '../api.ts';
import { anchorOf } from '../rules.ts';
import * as repository from './repository.ts';
import { findVisibleUnit, requireTripLog } from '../../../core/fleet/visible-units.ts';
import { audit } from '../../../core/people/audit.ts';
import { lockUnits } from '../../../core/fleet/hold-units.ts';
import { requireTold } from '../../../core/fleet/private-use.ts';
import { isMasked } from '../masking-rules.ts';
import { recomputeUnitDays } from '../unit-days-api.ts';
import { insertEdits, layMerges } from '../overlay-api.ts';
import { factsOf, toTrip } from '../shown-trip-api.ts';

/** TRIP-030: a trip that no tracker recorded, in a time when the unit has none. Marked as such wherever it is shown. */
export async function addManualTrip(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof addManualTripEndpoint>,
): Promise<HandlerData<typeof addManualTripEndpoint>> {
  const { unitId } = await findVisibleUnit(ctx, body.imei);
  await requireTripLog(ctx, [unitId]);
  await mustKnow(ctx, { driver_id: body.driver_id });
  const [start, stop, now] = [new Date(body.start), new Date(body.stop), ctx.now()];
  if (stop > now) throw new AppError('ManualTripInFuture');
  if (!isWithinMonths(body.start.slice(0, 10), now.toISOString().slice(0, 10), LOG_MAX_MONTHS))
    throw new AppError('PeriodMaxMonths');
  const wanted: repository.ManualTrip = {
    unitId,
    start,
    stop,
    distanceM: body.distance_m,
    type: body.type,
    startOdometerM: body.start_odometer_km === null ? null : Math.round(body.start_odometer_km * 1000),
    startAddress: body.start_address,
    stopAddress: body.stop_address,
  };
  return inTransaction(ctx, async (inner) => {
    await lockUnits(inner.db, [unitId]);
    await requireTold(inner, unitId, start, stop);
    const obstacle = await repository.obstacleTo(inner.db, wanted, { driverId: body.driver_id, timeZone: inner.actor.timeZone });
    if (obstacle) throw new AppError(obstacle === 'attested' ? 'TripIsAttested' : 'ManualTripOverlaps');
    const id = await repository.insertManualTrip(inner.db, wanted, now);
    const [made] = await tripsByIds(inner, [id]);
    await remember(inner, made as TripListRow, '', `${body.start_address} – ${body.stop_address}`);
    const changes = { type: body.type, purpose: body.purpose, note: body.note, driver_id: body.driver_id };
    const [row] = await edit(inner, [made as TripListRow], changes);
    await afterwards(inner, made as TripListRow);
    return { trip: toTrip(inner.actor, row as TripListRow) };
  });
}

/** A slip is taken out again; that it was there stays on record. */
export async function removeManualTrip(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof removeManualTripEndpoint>,
): Promise<HandlerData<typeof removeManualTripEndpoint>> {
  const seen = await findVisibleTrip(ctx, params.id);
  if (!seen.is_manual) throw new AppError('TripNotManual');
  return inTransaction(ctx, async (inner) => {
    const [row] = await holdTrips(inner, [seen]);
    if (!row) throw new AppError('TripNotFound');
    const refusal = editRefusal(inner.actor, factsOf(row)) ?? (isMasked(inner.actor, factsOf(row)) ? 'TripNotYours' : null);
    if (refusal) throw refusedBy(refusal);
    await remember(inner, row, `${row.start_address ?? ''} – ${row.stop_address ?? ''}`, '');
    await repository.removeManualTrip(inner.db, row.id);
    await auditRemoval(inner, row);
    // A trip that was merged into it has a row of its own again.
    await layMerges(inner.db, [row.unit_id]);
    await afterwards(inner, row);
    return {};
  });
}

/**
 * ADM-018: the trip's own history is gone from sight with it. Of a private trip the account's log tells nothing, and nobody else removed it;
 * of a locked unit no day, which would tell when it was driven.
 */
async function auditRemoval(ctx: MemberCtx, { type, unit_id: unitId, unit_name: unitName, day }: TripListRow): Promise<void> {
  if (type === 'private') return;
  const isLocked = await repository.isLocked(ctx.db, ctx.actor.accountId, unitId);
  await audit(ctx, 'manual-trip-removed', unitName, isLocked ? {} : { day });
}

async function remember({ db, actor, now }: MemberCtx, row: TripListRow, oldValue: string, value: string): Promise<void> {
  const anchor = new Date(anchorOf(row.started_at.getTime(), row.ended_at.getTime()));
  await insertEdits(db, actor, [{ unitId: row.unit_id, anchor, field: 'manual', oldValue, value, manualTripId: row.id }], now());
}

async function afterwards({ db, actor, ports }: MemberCtx, row: TripListRow): Promise<void> {
  await recomputeUnitDays(db, [{ unitId: row.unit_id, fromMs: row.started_at.getTime(), toMs: row.ended_at.getTime() }]);
  await ports.live.announce(db, [{ accountId: actor.accountId, unitId: row.unit_id, kind: 'trip' }]);
}
