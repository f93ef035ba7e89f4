import { type Kysely, sql } from 'kysely';
import type { EventOf } from '../../../platform/events/events.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { endAlarms } from '../telling/repository.ts';
import { raise } from '../telling/service.ts';

/** MODE-009, ALARM-030: receivers of security alarms are told that theft mode began, with where the unit was last. */
export async function raiseTheftModes({ thefts }: EventOf<'theft-modes-started'>, db: Kysely<Db>, now: Date): Promise<void> {
  const { rows } = await sql<{ unit_id: number; lat_e7: number | null; lon_e7: number | null }>`
    SELECT unit_id, lat_e7, lon_e7 FROM unit_latest WHERE unit_id = ANY (${thefts.map(({ unitId }) => unitId)}::bigint[])`.execute(
    db,
  );
  await raise(
    db,
    thefts.map(({ accountId, unitId, startedAt, zoneName }) => {
      const place = rows.find((row) => row.unit_id === unitId);
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

export const endTheftModes = ({ thefts }: EventOf<'theft-modes-ended'>, db: Kysely<Db>): Promise<void> =>
  endAlarms(
    db,
    thefts.flatMap(({ unitId, endedAt, zoneName }) =>
      endedAt ? [{ unitId, kind: 'theft-mode' as const, subject: zoneName, endedMs: endedAt.getTime(), details: {} }] : [],
    ),
  );
