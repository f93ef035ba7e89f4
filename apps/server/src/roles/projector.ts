import { Counter, Histogram } from 'prom-client';
import { createProjector } from '../core/engine/projector.ts';
import { metrics } from '../platform/observing/metrics.ts';
import type { RoleDeps, RunningRole } from '../platform/program/role.ts';
import { ENGINE, tripsFinished } from './engine.ts';

const registers = [metrics];
const records = new Counter({ name: 'spora_projected_records_total', help: 'Records projected.', registers });
const trips = new Counter({ name: 'spora_trips_closed_total', help: 'Trips that ended.', registers });
const reruns = new Counter({ name: 'spora_projection_reruns_total', help: 'Units run again for late records.', registers });
const failures = new Counter({
  name: 'spora_projection_failures_total',
  help: 'Transactions of the projector that failed.',
  registers,
});
const batches = new Histogram({
  name: 'spora_projection_seconds',
  help: 'Duration of one transaction of the projector.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers,
});

/** Follows the log; any number of projectors may run side by side. */
export async function startProjector({
  pipeline,
  wake,
  log,
  now,
}: Pick<RoleDeps, 'pipeline' | 'wake' | 'log' | 'now'>): Promise<RunningRole> {
  const projector = createProjector({
    engine: ENGINE,
    db: pipeline,
    wake,
    log,
    now,
    onProjected: (projected, seconds) => {
      records.inc(projected.records);
      trips.inc(tripsFinished(projected.events));
      reruns.inc(projected.reruns);
      batches.observe(seconds);
    },
    onFailed: () => failures.inc(),
  });
  return { stop: () => projector.stop() };
}
