import type { Kysely } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { announceAll } from '../../platform/live/hub.ts';

interface UnitOfAccount {
  readonly accountId: AccountId;
  readonly unitId: number;
}

/**
 * MODE-008, MAP-019: tells open screens that how units report, what waits for them or their theft mode changed, and maps that the mark of it
 * did. `isAnswer`: by the tracker, which answers when it is up, and not by a person or a zone.
 */
export const announceModes = (db: Kysely<Db>, units: readonly UnitOfAccount[], { isAnswer = false } = {}): Promise<void> =>
  announceAll(
    db,
    units.flatMap(({ accountId, unitId }) => [
      { accountId, unitId, kind: 'position' as const },
      { accountId, unitId, kind: 'mode' as const, isPassing: isAnswer },
    ]),
  );
