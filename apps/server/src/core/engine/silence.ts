import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import { announceAll } from '../../platform/live/hub.ts';
import { reportIntervalS } from './advance.ts';
import { tripsFinished } from './batch.ts';
import * as repository from './check-points.ts';
import { tripsStartingAt, updateTrips } from '../../features/trips/repository.ts';
import { settle } from '../../features/trips/projection.ts';
import { recomputeUnitDays } from '../../features/trips/unit-days-api.ts';
import { layOverChanged } from '../../features/trips/overlay-api.ts';

const UNITS_AT_ONCE = 1000;

/**
 * Closes trips that the clock alone shows to be over: the unit stood and says no more, or has gone silent. Only what is shown
 * changes, not the machine's state: when a backlog proves that the journey went on, the projector opens the same trip again.
 * `isQuiet` tells nobody, as in a rebuild. A transaction holds `atOnce` units at most. Answers how many were closed.
 */
export async function settleSilentUnits(
  db: Kysely<Db>,
  now: Date,
  { only, isQuiet = false, atOnce = UNITS_AT_ONCE }: { only?: readonly number[]; isQuiet?: boolean; atOnce?: number } = {},
): Promise<number> {
  let closed = 0;
  let after: number | null = 0;
  while (after !== null) {
    const group = await settleGroup(db, now, isQuiet, { only, after, limit: atOnce });
    closed += group.closed;
    after = group.last;
  }
  return closed;
}

/** Answers the last unit looked at; null when none is left. */
async function settleGroup(
  db: Kysely<Db>,
  now: Date,
  isQuiet: boolean,
  choice: Parameters<typeof repository.lockOngoing>[2],
): Promise<{ closed: number; last: number | null }> {
  return db.transaction().execute(async (tx) => {
    const units = await repository.lockOngoing(tx, now, choice);
    const last = units.length < choice.limit ? null : (units.at(-1)?.unitId ?? null);
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
    await layOverChanged(
      tx,
      rows.map(({ unitId, trip }) => ({ unitId, fromMs: trip.startMs, toMs: trip.startMs })),
    );
    await recomputeUnitDays(
      tx,
      rows.map(({ unitId, trip }) => ({ unitId, fromMs: trip.startMs, toMs: trip.endMs })),
    );
    await repository.saveParked(
      tx,
      rows.map(({ unitId, trip, state }) => ({ unitId, sinceMs: trip.endMs, reportIntervalS: reportIntervalS(state, 'parked') })),
      now,
    );
    if (isQuiet) return { closed: rows.length, last };
    await announceAll(
      tx,
      rows.flatMap(({ accountId, unitId }) => (['position', 'trip'] as const).map((kind) => ({ accountId, unitId, kind }))),
    );
    await tripsFinished(
      tx,
      rows.map(({ id }) => id),
      now,
    );
    return { closed: rows.length, last };
  });
}
