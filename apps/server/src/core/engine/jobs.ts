import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { unitOf } from './check-points.ts';
import type { Engine } from './engine.ts';
import { rebuildTracker, rebuildUnit } from './rebuild.ts';
import { holdUnit } from './holds.ts';
import { dropExpired, erasePrivateTrips, mergeClosedDays } from '../log/retention.ts';
import { dropExpiredSnapshots } from './snapshots.ts';
import { refitTracker, refitUnit } from './refit.ts';

const nothing = z.object({});
const attempts = { attempts: 5 };

/** Closed days into few large segments. */
export const mergeLog = defineJob({ name: 'telemetry.merge', payload: nothing, retry: attempts });
/** Positions that an account keeps no longer. */
export const dropExpiredPositions = defineJob({ name: 'telemetry.drop-expired', payload: nothing, retry: attempts });

/** The jobs of the log and of what is computed from it. */
export const telemetryHandlers = (engine: Engine): readonly JobHandler[] => [
  handleJob(
    mergeLog,
    async ({ db, now, log }) => {
      const figures = await mergeClosedDays({ db, now });
      if (figures.days > 0) log.info(figures, 'days of the log were merged');
    },
    { cron: '23 1 * * *', makeUpMs: DAY_MS },
  ),
  handleJob(
    dropExpiredPositions,
    async ({ db, now, log }) => {
      const figures = await dropExpired({ db, now });
      const privateTrips = await erasePrivateTrips({ db, now, hold: holdUnit });
      const snapshots = await dropExpiredSnapshots(db, now());
      if (figures.rows + figures.rewritten + privateTrips + snapshots > 0)
        log.info({ ...figures, privateTrips, snapshots }, 'expired positions were dropped');
    },
    { cron: '53 1 * * *', makeUpMs: DAY_MS },
  ),
  handleJob(refitTracker, async ({ db, now, log }, { imei }) => {
    const units = await rebuildTracker(engine, db, imei, now());
    log.info({ units: units.length }, 'a tracker was refitted');
  }),
  handleJob(refitUnit, async ({ db, now, log }, { unitId }) => {
    const unit = await unitOf(db, unitId);
    if (!unit) return;
    await rebuildUnit(engine, db, unit, now());
    log.info({ unitId }, 'a unit was refitted');
  }),
];
