import type { MemberCtx } from '../../../platform/ctx.ts';
import { settingsOf } from '../../../core/log/read-log.ts';
import { insertEdits, layOver, type UnitSpan } from '../repository.ts';
import { anchorOf, decideType, settingsAt } from '../rules.ts';
import { typeByHours } from '../working-hours/rules.ts';
import { makePrivateAgain, type ReleasedTrip, standingOf } from './api.ts';

/**
 * Lays what waited over the trips of a period that is opened again. TRIP-032: rules and drivers that came while it was attested never
 * open what was private: a private trip keeps its driver, and stays private where places or settings of days gone by would say
 * something else of it, now or when the unit is computed again. Said by edits, so that a rebuild makes the same of them.
 */
export async function layOverReopened(
  ctx: MemberCtx,
  unitId: number,
  released: readonly ReleasedTrip[],
): Promise<UnitSpan | null> {
  const span = spanOf(unitId, released);
  if (!span) return null;
  await layOver(ctx.db, [span]);
  const secret = released.filter((trip) => trip.type === 'private');
  if (secret.length === 0) return span;
  const now = await standingOf(
    ctx.db,
    secret.map(({ id }) => id),
  );
  const settings = (await settingsOf(ctx.db, [unitId])).get(unitId) ?? [];
  const opened = secret.filter((trip) => {
    const stands = now.get(trip.id);
    if (trip.edited_type !== null || trip.computed_rule === 'switch' || !stands) return false;
    return stands.type !== 'private' || (!stands.byPlace && typeNow(settings, trip) !== 'private');
  });
  await makePrivateAgain(
    ctx,
    opened.map(({ id }) => id),
  );
  const given = secret.filter((trip) => now.has(trip.id) && now.get(trip.id)?.driverId !== trip.driver_member_id);
  if (given.length > 0)
    await insertEdits(
      ctx.db,
      ctx.actor,
      given.map((trip) => keepDriver(unitId, trip, now)),
      ctx.now(),
    );
  if (opened.length + given.length > 0) await layOver(ctx.db, [span]);
  return span;
}

const spanOf = (unitId: number, trips: readonly ReleasedTrip[]): UnitSpan | null =>
  trips.length === 0
    ? null
    : {
        unitId,
        fromMs: Math.min(...trips.map((trip) => trip.started_at.getTime())),
        toMs: Math.max(...trips.map((trip) => trip.ended_at.getTime())),
      };

/** What the unit's settings say of a trip by now; the switch is left out, places are asked elsewhere. */
function typeNow(settings: Parameters<typeof settingsAt>[0], trip: ReleasedTrip): string {
  // What people entered by hand has the type that they gave it.
  if (trip.is_manual) return trip.type;
  const startMs = trip.started_at.getTime();
  const { workingHours, daysOff, defaultTripType } = settingsAt(settings, startMs);
  return decideType({ switch: null, workingHours: typeByHours(workingHours, startMs, daysOff), default: defaultTripType }).type;
}

const keepDriver = (unitId: number, trip: ReleasedTrip, now: Awaited<ReturnType<typeof standingOf>>) => ({
  unitId,
  anchor: new Date(anchorOf(trip.started_at.getTime(), trip.ended_at.getTime())),
  field: 'driver',
  oldValue: String(now.get(trip.id)?.driverId ?? 0),
  value: String(trip.driver_member_id ?? 0),
  manualTripId: trip.is_manual ? trip.id : null,
});
