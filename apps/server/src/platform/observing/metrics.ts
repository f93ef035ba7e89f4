import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * The process's one registry: a feature makes its counters at module level with `registers: [metrics]`. Labels are never a unit,
 * an account or a person.
 */
export const metrics = new Registry();

let isCollecting = false;

/** Adds memory, event loop and garbage collection of this process; once. */
export function collectProcessMetrics(): void {
  if (!isCollecting) collectDefaultMetrics({ register: metrics, prefix: 'spora_' });
  isCollecting = true;
}
