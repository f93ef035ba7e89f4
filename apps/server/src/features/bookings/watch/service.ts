import type { Kysely } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { Ports } from '../../../platform/ports.ts';
import { write } from '../letters.ts';
import * as repository from './repository.ts';

interface Clock {
  readonly db: Kysely<Db>;
  readonly now: () => Date;
  readonly ports: Pick<Ports, 'announce'>;
}

const idsOf = (letters: readonly { readonly booking_id: number }[]): number[] => letters.map(({ booking_id }) => booking_id);

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
export const releaseNoShows = ({ db, now, ports }: Clock): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const at = now();
    const released = await repository.releaseNoShows(tx, at);
    await ports.announce(tx, [{ name: 'bookings-changed', ids: idsOf(released) }], at);
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
export const deleteLost = ({ db, now, ports }: Clock): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const at = now();
    const lost = await repository.lostBookings(tx, at);
    await ports.announce(tx, [{ name: 'bookings-deleted', ids: idsOf(lost) }], at);
    await repository.deleteBookings(tx, idsOf(lost));
    for (const letter of lost) if (letter.is_reached) await write(tx, letter, { news: 'lost', otherName: '', at });
    return lost.length;
  });
