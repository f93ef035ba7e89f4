import { z } from 'zod';
import { liveUnit } from './tracking/endpoints.ts';
import { trip } from './trips/endpoints.ts';

/** That something of a unit changed, without what: whoever shows it asks again, and is told what they may see. */
const changeOf = <K extends string>(kind: K) => z.object({ kind: z.literal(kind), unit_id: z.number().int() });

/** DEC-59, decision 0093. Both sides switch exhaustively. The stream's event id is the server's time in ms. */
export const liveEvent = z.discriminatedUnion('kind', [
  /** The newest state of units that changed, coalesced to one per unit. */
  z.object({ kind: z.literal('position'), units: z.array(liveUnit) }),
  /** `trip: null`: the trips of this unit changed, and whoever shows them asks again. */
  z.object({ kind: z.literal('trip'), unit_id: z.number().int(), trip: trip.nullable() }),
  /** ALARM-035: an alarm of this unit was raised, changed or is over, and whoever shows alarms asks again. */
  changeOf('alarm'),
  /** BOOK-039: a booking of this unit was made, changed, decided on, given back or deleted. */
  changeOf('booking'),
  /** OUT-002: a command to this unit was asked for, sent, answered, given up or withdrawn. */
  changeOf('command'),
  /** MODE-008, MODE-010: how this unit is to report, what waits for it, or its theft mode changed. */
  changeOf('mode'),
  /** BLE-012: a sensor of this unit told something, was paired, unpaired or set otherwise. */
  changeOf('sensor'),
  /** DEC-61: what support announces to a brand, this one or another, changed. */
  z.object({ kind: z.literal('announcement') }),
  /** The gap since `Last-Event-ID` is too long, or this reader was too slow: load the full state. */
  z.object({ kind: z.literal('reload') }),
  z.object({ kind: z.literal('heartbeat') }),
]);
export type LiveEvent = z.output<typeof liveEvent>;
