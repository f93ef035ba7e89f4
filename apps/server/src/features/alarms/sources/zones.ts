import type { Kysely } from 'kysely';
import { type AlarmKind, ARMED_PLACE } from '@spora/contract/alarms/kinds';
import type { EventOf } from '../../../platform/events/events.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { raise } from '../telling/service.ts';
import { watchSettingsOf } from '../watch/settings-repository.ts';
import { watchAt } from '../watch/rules.ts';

/** GEO-018: crossing a zone is an alarm where the zone tells of it, and the unit raises alarms of that kind (ALARM-042). */
export async function raiseZones({ crossings }: EventOf<'zones-crossed'>, db: Kysely<Db>, now: Date): Promise<void> {
  const told = crossings.filter(({ isTold }) => isTold);
  if (told.length === 0) return;
  const settings = await watchSettingsOf(
    db,
    told.map(({ unit }) => unit.unitId),
  );
  await raise(
    db,
    told.flatMap(({ unit, zoneId, zoneName, isArmed, direction, at }) => {
      const kind: AlarmKind = `zone-${direction}`;
      if (watchAt(settings.get(unit.unitId), at.timeMs).off.has(kind)) return [];
      return {
        accountId: unit.accountId,
        unitId: unit.unitId,
        kind,
        subject: isArmed ? ARMED_PLACE : zoneName,
        key: `${kind} ${zoneId} ${unit.unitId} ${at.timeMs}`,
        atMs: at.timeMs,
        endedMs: at.timeMs,
        latE7: at.latE7,
        lonE7: at.lonE7,
        details: { zone_id: zoneId },
      };
    }),
    now,
  );
}
