import type { Kysely } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { type Announcement, announceAll } from '../../platform/live/hub.ts';
import { type RunningDay, ranAtAll } from '../../features/maintenance/rules.ts';
import { finishedFacts } from '../../features/trips/finished-read-model.ts';
import type { DatedSettings, MachineTrip } from '../../features/trips/rules.ts';
import { type UnitState, reportIntervalS } from './advance.ts';
import * as repository from './check-points.ts';
import { tellWebhooks } from '../../features/integrations/events/service.ts';
import {
  countTrips,
  insertTrips,
  type Proposal,
  proposeChanges,
  type StoredTrip,
  type TripRow,
  tripsStartingAt,
  updateTrips,
} from '../../features/trips/repository.ts';
import { type Reading, saveReadings } from '../../features/drivers/repository.ts';
import { joinRoute, type RoutePiece } from '../../features/trips/candidate-rules.ts';
import { openTrip } from '../../features/trips/projection.ts';
import type { TagEffect } from '../../features/drivers/rules.ts';
import { recomputeUnitDays, type UnitSpan } from '../../features/trips/unit-days-api.ts';
import { layOver, layOverChanged } from '../../features/trips/overlay-api.ts';

export interface BatchUnit {
  readonly unitId: number;
  readonly accountId: AccountId;
  /** When a tracker of the unit was last heard of. */
  readonly contact: Date;
}

interface MadeTrip {
  readonly unit: BatchUnit;
  readonly trip: MachineTrip;
  readonly state: UnitState | undefined;
}

/** What one transaction is going to write, gathered so that each table is written once. */
export interface Batch {
  closedTrips: number;
  reruns: number;
  readonly states: { unit: BatchUnit; state: UnitState }[];
  readonly trips: MadeTrip[];
  /** New pieces of routes, by unit and start. */
  readonly pieces: Map<string, RoutePiece[]>;
  readonly days: UnitSpan[];
  /** From where the units' trips are counted anew. */
  readonly counts: Pick<UnitSpan, 'unitId' | 'fromMs'>[];
  readonly ran: repository.UnitRan[];
  readonly readings: Reading[];
  readonly announcements: Map<string, Announcement>;
  /** Trips that are over, or were computed again from late records: what follows from a finished trip is told of these. */
  readonly finished: number[];
}

export const newBatch = (): Batch => ({
  closedTrips: 0,
  reruns: 0,
  states: [],
  trips: [],
  pieces: new Map(),
  days: [],
  counts: [],
  ran: [],
  readings: [],
  announcements: new Map(),
  finished: [],
});

export function noteRoute(batch: Batch, unit: BatchUnit, startMs: number, piece: RoutePiece): void {
  const key = keyOf(unit.unitId, startMs);
  const list = batch.pieces.get(key);
  if (list) list.push(piece);
  else batch.pieces.set(key, [piece]);
  tell(batch, unit, 'trip');
}

export function noteClosed(batch: Batch, unit: BatchUnit, trip: MachineTrip, state: UnitState): void {
  batch.closedTrips++;
  batch.trips.push({ unit, trip, state });
  batch.days.push({ unitId: unit.unitId, fromMs: trip.startMs, toMs: trip.endMs });
  tell(batch, unit, 'trip');
}

export function noteRan(batch: Batch, { unitId, accountId }: BatchUnit, days: readonly RunningDay[]): void {
  for (const day of days) batch.ran.push({ unitId, accountId, day });
}

export function noteReading(batch: Batch, { unitId, accountId }: BatchUnit, read: TagEffect): void {
  batch.readings.push({ unitId, accountId, read });
}

export function noteRerun(
  batch: Batch,
  unit: BatchUnit,
  result: { days: readonly UnitSpan[]; ran: readonly RunningDay[]; tripIds: readonly number[] },
): void {
  batch.reruns++;
  batch.finished.push(...result.tripIds);
  batch.days.push(...result.days);
  batch.counts.push(...result.days);
  noteRan(batch, unit, result.ran);
  tell(batch, unit, 'trip');
}

export function noteState(batch: Batch, unit: BatchUnit, state: UnitState): void {
  batch.states.push({ unit, state });
  if (state.running && ranAtAll(state.running)) noteRan(batch, unit, [state.running]);
  tell(batch, unit, 'position');
}

const keyOf = (unitId: number, startMs: number): string => `${unitId} ${startMs}`;

function tell(batch: Batch, { accountId, unitId }: BatchUnit, kind: Announcement['kind']): void {
  batch.announcements.set(`${kind} ${unitId}`, { accountId, unitId, kind });
}

/** Writes all of it within the transaction. */
export async function writeBatch(
  db: Kysely<Db>,
  batch: Batch,
  settings: ReadonlyMap<number, readonly DatedSettings[]>,
  now: Date,
): Promise<void> {
  for (const { unit, state } of batch.states) {
    const open = openTrip(state.motion, settings.get(unit.unitId) ?? []);
    if (open) batch.trips.push({ unit, trip: open, state: undefined });
  }
  await writeTrips(db, batch, now);
  await countTrips(db, batch.counts);
  await recomputeUnitDays(db, batch.days);
  await repository.saveRan(db, batch.ran);
  await repository.saveStates(
    db,
    batch.states.map(({ unit, state }) => ({ unitId: unit.unitId, state })),
  );
  const latest = batch.states.map(({ unit, state }) => ({ ...unit, state, reportIntervalS: reportIntervalS(state) }));
  await repository.saveLatest(db, latest, now);
  await announceAll(db, [...batch.announcements.values()]);
  await tripsFinished(db, batch.finished, now);
}

async function writeTrips(db: Kysely<Db>, batch: Batch, now: Date): Promise<void> {
  const stored = await tripsStartingAt(
    db,
    batch.trips.map(({ unit, trip }) => ({
      unitId: unit.unitId,
      startMs: trip.startMs,
      needsRoute: batch.pieces.has(keyOf(unit.unitId, trip.startMs)),
    })),
  );
  const updates: (TripRow & { id: number })[] = [];
  const inserts: TripRow[] = [];
  const proposals: Proposal[] = [];
  const begunOrEnded: UnitSpan[] = [];
  for (const made of batch.trips) {
    const old = stored.get(keyOf(made.unit.unitId, made.trip.startMs));
    const row = rowOf(batch, made, old);
    if (old?.isAttested) proposals.push(proposalFor(made, old));
    else if (old) updates.push({ ...row, id: old.id });
    else {
      inserts.push(row);
      batch.counts.push({ unitId: made.unit.unitId, fromMs: made.trip.startMs });
      tell(batch, made.unit, 'trip');
    }
    const goesOnAgain = old !== undefined && !old.isOngoing && made.trip.endRule === 'open';
    // Closed by the clock, then shown to go on: its days were counted too early.
    if (goesOnAgain && !old.isAttested) batch.days.push({ unitId: old.unitId, fromMs: old.startMs, toMs: old.endMs });
    if (!old || goesOnAgain || made.trip.endRule !== 'open')
      begunOrEnded.push({ unitId: made.unit.unitId, fromMs: made.trip.startMs, toMs: made.trip.startMs });
  }
  // Of a unit at most one trip is under way at any time: what is there already is updated before what begins is added.
  await updateTrips(db, updates, now);
  const ids = await insertTrips(db, inserts, now);
  const written = [...updates, ...inserts.map((row, i) => ({ ...row, id: ids[i] as number }))];
  batch.finished.push(...written.filter(({ trip }) => trip.endRule !== 'open').map(({ id }) => id));
  await saveReadings(db, batch.readings, now);
  // Who is checked in when it begins, the places at its ends.
  await layOverChanged(db, begunOrEnded);
  // A tag that is shown on the way counts from the start of a trip that is in the log already.
  await layOver(
    db,
    batch.readings.map(({ unitId, read }) => ({ unitId, fromMs: read.atMs, toMs: Math.max(read.readMs, now.getTime()) })),
  );
  await proposeChanges(db, proposals, now);
}

const proposalFor = ({ unit, trip }: MadeTrip, old: StoredTrip): Proposal => ({
  accountId: unit.accountId,
  unitId: unit.unitId,
  tripId: old.id,
  startMs: trip.startMs,
  endMs: trip.endMs,
  distanceM: trip.distanceM,
});

function rowOf(batch: Batch, { unit, trip, state }: MadeTrip, old: StoredTrip | undefined): TripRow {
  const pieces = batch.pieces.get(keyOf(unit.unitId, trip.startMs));
  const route = pieces ? pieces.reduce(joinRoute, old?.route ?? []) : old ? undefined : [];
  return { accountId: unit.accountId, unitId: unit.unitId, trip, route, machineState: state };
}

/**
 * What follows from a finished trip, in the projector's transaction: the one list. Never called by a rebuild, so that nobody is told
 * twice of what was long ago.
 */
export async function tripsFinished(db: Kysely<Db>, tripIds: readonly number[], now: Date): Promise<void> {
  if (tripIds.length > 0) await tellWebhooks(db, 'trip.finished', finishedFacts(tripIds), now);
}
