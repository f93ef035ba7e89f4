import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import type { EventOf } from '../../platform/events/events.ts';
import { announceCommands } from './live.ts';

/** OUT-011: open screens show an answer, or that none came, as it is known. */
export const commandsSettled = ({ ids }: EventOf<'command-acknowledged' | 'command-failed'>, db: Kysely<Db>): Promise<void> =>
  announceCommands(db, ids, { isAnswer: true });
