import type { Kysely } from 'kysely';
import type { Db } from '../../../../platform/db.generated.ts';
import { announceAll } from '../../../../platform/live-hub.ts';
import { recomputeUnitDays, settle, tripsStartingAt, updateTrips } from '../../../trips/api.ts';
import { reportIntervalS } from '../../projection.ts';
import * as repository from '../repository.ts';

/**
 * Closes trips that the clock alone shows to be over: the unit stood and says no more, or has gone silent. Only what is shown
 * changes, not the machine's state: when a backlog proves that the journey went on, the projector opens the same trip again.
 * `isQuiet` tells nobody, as in a rebuild. Answers how many
 * were closed.
 */
export async function settleSilentUnits(
  db: Kysely<Db>,
  now: Date,
  { only, isQuiet = false }: { only?: readonly number[]; isQuiet?: boolean } = {},
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const units = await repository.lockOngoing(tx, now, only);
    const settings = await repository.settingsOf(
      tx,
      units.map((unit) => unit.unitId),
    );
    const over = units.flatMap((unit) => {
      const { trip } = settle(unit.state.motion, now.getTime(), settings.get(unit.unitId) ?? []);
      return trip ? [{ ...unit, trip }] : [];
    });
    const stored = await tripsStartingAt(
      tx,
      over.map(({ unitId, trip }) => ({ unitId, startMs: trip.startMs })),
    );
    const rows = over.flatMap((unit) => {
      const id = stored.get(`${unit.unitId} ${unit.trip.startMs}`)?.id;
      return id === undefined ? [] : [{ ...unit, id }];
    });
    await updateTrips(tx, rows, now);
    await recomputeUnitDays(
      tx,
      rows.map(({ unitId, trip }) => ({ unitId, fromMs: trip.startMs, toMs: trip.endMs })),
    );
    await repository.saveParked(
      tx,
      rows.map(({ unitId, trip, state }) => ({ unitId, sinceMs: trip.endMs, reportIntervalS: reportIntervalS(state, 'parked') })),
      now,
    );
    if (isQuiet) return rows.length;
    await announceAll(
      tx,
      rows.flatMap(({ accountId, unitId }) => (['position', 'trip'] as const).map((kind) => ({ accountId, unitId, kind }))),
    );
    return rows.length;
  });
}
