import type { Kysely } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import { write } from '../letters.ts';
import * as repository from './repository.ts';

interface Clock {
  readonly db: Kysely<Db>;
  readonly now: () => Date;
}

/** BOOK-047: a letter for each booking that begins or ends soon, in one transaction with the mark that it was written. */
export const remind = ({ db, now }: Clock): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const at = now();
    const [starting, ending] = [await repository.markStarting(tx, at), await repository.markEnding(tx, at)];
    for (const letter of starting) await write(tx, letter, { news: 'starts', otherName: '', at });
    for (const letter of ending) await write(tx, letter, { news: 'ends', otherName: '', at });
    return starting.length + ending.length;
  });

/** BOOK-047. */
export const releaseNoShows = ({ db, now }: Clock): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const at = now();
    const released = await repository.releaseNoShows(tx, at);
    for (const letter of released) await write(tx, letter, { news: 'released', otherName: '', at });
    return released.length;
  });

/** Who comes next is told while the one before still drives. */
export const tellOfLateReturns = ({ db, now }: Clock): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const at = now();
    const late = await repository.markLate(tx, at);
    for (const letter of late) await write(tx, letter, { news: 'late', otherName: letter.late_name, at });
    return late.length;
  });

/** What was said before the member, the access or the unit was taken away. */
export const deleteLost = ({ db, now }: Clock): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const at = now();
    const lost = await repository.deleteLost(tx, at);
    for (const letter of lost) if (letter.is_reached) await write(tx, letter, { news: 'lost', otherName: '', at });
    return lost.length;
  });
