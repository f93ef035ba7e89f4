import type { Kysely } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { ranAtAll } from '../../features/maintenance/rules.ts';
import { reportIntervalS } from './advance.ts';
import * as repository from './check-points.ts';
import { prepareRerun, rerunUnit } from './rerun.ts';
import { settleSilentUnits } from './silence.ts';
import { countTrips } from '../../features/trips/repository.ts';
import { recomputeUnitDays } from '../../features/trips/unit-days-api.ts';

/**
 * Computes everything about the units of a tracker from the log again, as far back as the log reaches: the same result as having
 * lived through it. What people edited and the trips' ids stay; nobody is told of anything. Answers the units and their trips.
 */
export async function rebuildTracker(db: Kysely<Db>, imei: string, now: Date): Promise<{ unitId: number; trips: number }[]> {
  const done: { unitId: number; trips: number }[] = [];
  for (const unit of await repository.unitsOfImei(db, imei))
    done.push({ unitId: unit.unitId, trips: await rebuildUnit(db, unit, now) });
  return done;
}

/** The same of one unit, whether a tracker sits in it now or not. Answers its number of trips. */
export async function rebuildUnit(
  db: Kysely<Db>,
  unit: { readonly unitId: number; readonly accountId: AccountId },
  now: Date,
): Promise<number> {
  const trips = await db.transaction().execute(async (tx) => {
    const before = (await repository.lockStates(tx, [unit])).get(unit.unitId);
    if (!before) return 0;
    const rerun = await prepareRerun(tx, unit, now);
    const extent = await repository.extentOf(tx, unit.unitId);
    // Where the log holds nothing of the unit, trips may still stand that went to another with the tracker (UNIT-011).
    const from = { fromMs: extent?.oldestMs ?? 0, untilMs: Infinity };
    const result = await rerunUnit(tx, rerun, { ...from, current: before, isRebuild: true });
    const oldestMs = extent?.oldestMs ?? result.days[0]?.fromMs;
    if (oldestMs === undefined) return 0;
    await countTrips(tx, result.days);
    await recomputeUnitDays(tx, result.days);
    const { running } = result.state;
    const ran = [...result.ran, ...(running && ranAtAll(running) ? [running] : [])];
    // What another unit has by now is not this one's.
    await repository.dropRan(tx, unit.unitId, new Date(oldestMs));
    await repository.saveRan(
      tx,
      ran.map((day) => ({ ...unit, day })),
    );
    await repository.saveStates(tx, [{ unitId: unit.unitId, state: result.state }]);
    const contact = rerun.fittings
      .map((fitting) => fitting.trackerContact)
      .filter((at) => at !== null)
      .sort((a, b) => b.getTime() - a.getTime())[0];
    if (contact)
      await repository.saveLatest(
        tx,
        [{ ...unit, contact, state: result.state, reportIntervalS: reportIntervalS(result.state) }],
        now,
      );
    return result.tripIds.length;
  });
  await settleSilentUnits(db, now, { only: [unit.unitId], isQuiet: true });
  return trips;
}
