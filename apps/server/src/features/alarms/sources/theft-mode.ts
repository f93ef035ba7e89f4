import { type Kysely, sql } from 'kysely';
import type { EventOf } from '../../../platform/events/events.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { isWithheldAt, NO_VIEWER } from '../../../core/fleet/private-use.ts';
import { hiddenAt } from '../../tracking/hiding/api.ts';
import { announceAlarms } from '../centre/live.ts';
import { setState } from '../centre/repository.ts';
import { endAlarms } from '../telling/repository.ts';
import { raise } from '../telling/service.ts';

/**
 * MODE-009, ALARM-030: receivers of security alarms are told that theft mode began, with where the unit was last. It overrides private use
 * and hidden hours from its start on (MAP-032, DEC-49): of a place that was reported in them before, nothing is told.
 */
export async function raiseTheftModes({ thefts }: EventOf<'theft-modes-started'>, db: Kysely<Db>, now: Date): Promise<void> {
  const { rows: known } = await sql<{ accountId: number; unitId: number; at: Date; lat_e7: number; lon_e7: number }>`
    SELECT l.account_id AS "accountId", l.unit_id AS "unitId", l.time AS at, l.lat_e7, l.lon_e7 FROM unit_latest l
    WHERE l.unit_id = ANY (${thefts.map(({ unitId }) => unitId)}::bigint[]) AND l.lat_e7 IS NOT NULL AND l.lon_e7 IS NOT NULL
      AND l.time IS NOT NULL AND NOT ${isWithheldAt(NO_VIEWER, sql`l.unit_id`, sql`l.time`)}`.execute(db);
  const hidden = await hiddenAt(db, known);
  const rows = known.filter((row) => !hidden.has(row));
  await raise(
    db,
    thefts.map(({ accountId, unitId, startedAt, zoneName }) => {
      const place = rows.find((row) => row.unitId === unitId && row.accountId === accountId);
      return {
        accountId,
        unitId,
        kind: 'theft-mode',
        subject: zoneName,
        key: `theft-mode ${unitId} ${startedAt.getTime()}`,
        atMs: startedAt.getTime(),
        endedMs: null,
        latE7: place?.lat_e7 ?? null,
        lonE7: place?.lon_e7 ?? null,
        details: {},
      };
    }),
    now,
  );
}

/** Whoever ends it by hand has seen its alarm; who had begun it too, as one who tries it out, leaves nothing to be looked after. */
export async function endTheftModes({ thefts }: EventOf<'theft-modes-ended'>, db: Kysely<Db>): Promise<void> {
  await endAlarms(
    db,
    thefts.flatMap(({ unitId, endedAt, zoneName }) =>
      endedAt ? [{ unitId, kind: 'theft-mode' as const, subject: zoneName, endedMs: endedAt.getTime(), details: {} }] : [],
    ),
  );
  for (const { accountId, unitId, startedAt, endedAt, startedBy, endedBy } of thefts) {
    if (endedBy === null || endedAt === null) continue;
    const isOwn = startedBy === endedBy;
    const { rows } = await sql<{ id: number }>`SELECT id FROM alarm WHERE account_id = ${accountId} AND unit_id = ${unitId}
      AND kind = 'theft-mode' AND at = ${startedAt} AND state = ANY (${isOwn ? ['new', 'seen'] : ['new']}::text[])`.execute(db);
    const change = { state: isOwn ? ('handled' as const) : ('seen' as const), memberId: endedBy, at: endedAt, note: undefined };
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await announceAlarms(db, await setState(db, accountId, ids, change));
  }
}
