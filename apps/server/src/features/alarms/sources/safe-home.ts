import type { Kysely } from 'kysely';
import type { EventOf } from '../../../platform/events/events.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { endAlarms, newestLasting } from '../telling/repository.ts';
import { raise, tellEnds } from '../telling/service.ts';

/** SAFE-029: a unit that is not home at its time; one alarm for each time. */
export const raiseMissedHomes = ({ missed }: EventOf<'safe-homes-missed'>, db: Kysely<Db>, now: Date): Promise<void> =>
  raise(
    db,
    missed.map(({ accountId, unitId, atMs, place }) => ({
      accountId,
      unitId,
      kind: 'safe-home-missed',
      subject: '',
      key: `safe-home-missed ${unitId} ${atMs}`,
      atMs,
      endedMs: null,
      latE7: place?.latE7 ?? null,
      lonE7: place?.lonE7 ?? null,
      details: place === null ? { position: 'unknown' } : {},
    })),
    now,
  );

/** SAFE-030: it came home, which is told once however often it was missed; or nobody waits for it any more, which is not told. */
export async function endMissedHomes({ over }: EventOf<'safe-homes-over'>, db: Kysely<Db>): Promise<void> {
  const cameHome = over.filter(({ isHome }) => isHome).map(({ unitId }) => unitId);
  const told = cameHome.length === 0 ? [] : await newestLasting(db, cameHome, 'safe-home-missed');
  await endAlarms(
    db,
    over.map(({ unitId, atMs }) => ({ unitId, kind: 'safe-home-missed', subject: '', endedMs: atMs, details: {} })),
  );
  if (told.length > 0) await addJob(db, tellEnds, { alarm_ids: told });
}
