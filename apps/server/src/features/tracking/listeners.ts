import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import type { EventOf } from '../../platform/events/events.ts';
import { announceAll } from '../../platform/live/hub.ts';
import { noteAnswers } from './repository.ts';

/** MODE-008: a unit whose tracker has just answered was in touch then, whatever it last reported. */
export const trackersAnswered = async (
  { ids }: EventOf<'command-acknowledged' | 'command-failed'>,
  db: Kysely<Db>,
): Promise<void> => {
  const units = await noteAnswers(db, ids);
  if (units.length > 0) await announceAll(db, units);
};
