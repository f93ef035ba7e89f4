import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/**
 * The process's one registry: a feature makes its counters at module level with `registers: [metrics]`. Labels are never a unit,
 * an account or a person.
 */
export const metrics = new Registry();

let isCollecting = false;

/** Adds memory, event loop and garbage collection of this process, and the room left for the data folder; once. */
export function collectProcessMetrics(dataDir: string): void {
  if (isCollecting) return;
  isCollecting = true;
  collectDefaultMetrics({ register: metrics, prefix: 'spora_' });
  new Gauge({
    name: 'spora_disk_free_bytes',
    help: 'Bytes that may still be written where DATA_DIR is.',
    registers: [metrics],
    async collect() {
      const free = await freeBytes(dataDir);
      if (free === undefined) this.reset();
      else this.set(free);
    },
  });
}

/** Bytes that may still be written where `folder` is; undefined where that cannot be told. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => undefined,
  );
}
