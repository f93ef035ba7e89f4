import { z } from 'zod';
import { liveUnit } from './tracking/endpoints.ts';
import { trip } from './trips/endpoints.ts';

/** DEC-59. Later issues add members; both sides switch exhaustively. The stream's event id is the server's time in ms. */
export const liveEvent = z.discriminatedUnion('kind', [
  /** The newest state of units that changed, coalesced to one per unit. */
  z.object({ kind: z.literal('position'), units: z.array(liveUnit) }),
  /** `trip: null`: the trips of this unit changed, and whoever shows them asks again. */
  z.object({ kind: z.literal('trip'), unit_id: z.number().int(), trip: trip.nullable() }),
  /** ALARM-035: an alarm of this unit was raised, changed or is over, and whoever shows alarms asks again. */
  z.object({ kind: z.literal('alarm'), unit_id: z.number().int() }),
  /** The gap since `Last-Event-ID` is too long, or this reader was too slow: load the full state. */
  z.object({ kind: z.literal('reload') }),
  z.object({ kind: z.literal('heartbeat') }),
]);
export type LiveEvent = z.output<typeof liveEvent>;
