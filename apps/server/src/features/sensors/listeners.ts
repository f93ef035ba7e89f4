import type { Kysely } from 'kysely';
import type { EventOf } from '../../platform/events/events.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { announceAll } from '../../platform/live/hub.ts';
import { endAllPairings, orderSensorsAgain } from './orders.ts';
import { confirmOrders, undoOrders, unitsOfOrders } from './repository.ts';

/** Open screens show what the trackers that were told of sensors made of it. */
async function announceAnswers(db: Kysely<Db>, commandIds: readonly number[]): Promise<void> {
  const units = await unitsOfOrders(db, commandIds);
  await announceAll(
    db,
    units.map((unit) => ({ ...unit, kind: 'sensor' as const, isPassing: true })),
  );
}

/** BLE-003: pending becomes paired. */
export async function pairOnAcknowledgement({ ids }: EventOf<'command-acknowledged'>, db: Kysely<Db>, now: Date): Promise<void> {
  await confirmOrders(db, ids, now);
  await announceAnswers(db, ids);
}

/** Pending becomes unpaired again. */
export async function unpairOnFailure({ ids }: EventOf<'command-failed'>, db: Kysely<Db>, now: Date): Promise<void> {
  await undoOrders(db, ids, now);
  await announceAnswers(db, ids);
}

export const pairWithNewTracker = (
  { accountId, unitId, memberId }: EventOf<'tracker-replaced'>,
  db: Kysely<Db>,
  at: Date,
): Promise<void> => orderSensorsAgain({ db, now: () => at, actor: { accountId, memberId } }, unitId);

export const unpairOfRetired = (
  { accountId, unitId, memberId }: EventOf<'unit-retired'>,
  db: Kysely<Db>,
  at: Date,
): Promise<void> => endAllPairings({ db, now: () => at, actor: { accountId, memberId } }, unitId);
