import type { Kysely } from 'kysely';
import type { EventOf } from '../../platform/events/events.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { announceModes } from './live.ts';
import { requestAgain } from './ordering.ts';
import * as repository from './repository.ts';
import { tellThefts } from './theft/service.ts';
import { beginByZones } from './theft/watch.ts';

const answered = (db: Kysely<Db>, units: readonly repository.SettledUnit[]): Promise<void> =>
  announceModes(
    db,
    units.map(({ account_id, unit_id }) => ({ accountId: account_id, unitId: unit_id })),
    { isAnswer: true },
  );

export const modesConfirmed = async ({ ids }: EventOf<'command-acknowledged'>, db: Kysely<Db>, now: Date): Promise<void> =>
  answered(db, await repository.confirm(db, ids, now));

export const modesFailed = async ({ ids }: EventOf<'command-failed'>, db: Kysely<Db>, now: Date): Promise<void> =>
  answered(db, await repository.fail(db, ids, now));

export const modesOfNewTracker = (
  { accountId, unitId, memberId }: EventOf<'tracker-replaced'>,
  db: Kysely<Db>,
  at: Date,
): Promise<void> => requestAgain(db, { accountId, unitId, memberId, at });

/** In a job of its own, so that whoever follows the crossing is not kept waiting. */
export async function zonesLeft(event: EventOf<'zones-crossed'>, db: Kysely<Db>, now: Date): Promise<void> {
  const ids = await beginByZones(event, db, now);
  if (ids.length > 0) await addJob(db, tellThefts, { ids: [...ids], has: 'started' });
}
