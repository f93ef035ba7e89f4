import type { Kysely } from 'kysely';
import type { EventOf } from '../../platform/events/events.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { endAlarms } from './telling/repository.ts';
import { raise } from './telling/service.ts';

/** What units report becomes alarms. */
export const raiseConditions = ({ conditions }: EventOf<'conditions-began'>, db: Kysely<Db>, now: Date): Promise<void> =>
  raise(
    db,
    conditions.map(({ unit, kind, subject, beganMs, knownMs = beganMs, endedMs, latE7, lonE7, value, limit }) => ({
      accountId: unit.accountId,
      unitId: unit.unitId,
      kind,
      subject,
      key: `${kind} ${subject} ${unit.unitId} ${beganMs}`,
      atMs: beganMs,
      endedMs,
      latE7,
      lonE7,
      details: { value, limit, ...(knownMs > beganMs && { known: new Date(knownMs).toISOString() }) },
    })),
    now,
  );

export const endConditions = ({ conditions }: EventOf<'conditions-ended'>, db: Kysely<Db>): Promise<void> =>
  endAlarms(
    db,
    conditions.flatMap(({ unit, kind, subject, endedMs, value }) =>
      endedMs === null ? [] : [{ unitId: unit.unitId, kind, subject, endedMs, details: { value } }],
    ),
  );
