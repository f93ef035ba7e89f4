import type { Kysely } from 'kysely';
import type { EventOf } from '../../platform/events/events.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { endAllPairings, orderSensorsAgain } from './orders.ts';
import { confirmOrders, undoOrders } from './repository.ts';

/** BLE-003: pending becomes paired. */
export const pairOnAcknowledgement = ({ ids }: EventOf<'command-acknowledged'>, db: Kysely<Db>, now: Date): Promise<void> =>
  confirmOrders(db, ids, now);

/** Pending becomes unpaired again. */
export const unpairOnFailure = ({ ids }: EventOf<'command-failed'>, db: Kysely<Db>, now: Date): Promise<void> =>
  undoOrders(db, ids, now);

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
