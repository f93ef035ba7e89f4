/** How long changes are gathered before they are sent on, in ms: as short as their work is cheap, and a quarter of a second at most. */
const GATHER_MS = { least: 100, most: 250 } as const;
/** Of the time at most a quarter goes into sending on, as far as the limit allows. */
const REST_FOR_EACH = 4;

/**
 * From the beginning of one sending on to that of the next, in ms, by how long the last one took: a small fleet is told of its changes ten
 * times a second, a large one, whose clusters cost a worker more, four times.
 */
export const gatherMs = (tookMs: number): number => Math.min(GATHER_MS.most, Math.max(GATHER_MS.least, REST_FOR_EACH * tookMs));
