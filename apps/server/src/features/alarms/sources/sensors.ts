import type { AlarmKind } from '@spora/contract/alarms/kinds';
import type { Kysely } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { EventOf } from '../../../platform/events/events.ts';
import { announceAlarms } from '../centre/live.ts';
import { raise } from '../telling/service.ts';
import { watchAt } from '../watch/rules.ts';
import { watchSettingsOf } from '../watch/settings-repository.ts';
import { endLost, endOfSensors, standingAmong } from './sensors-repository.ts';

/** Whether a unit raises alarms of a kind at a time (ALARM-042). */
async function isRaisedBy(
  db: Kysely<Db>,
  unitIds: readonly number[],
): Promise<(unitId: number, kind: AlarmKind, atMs: number) => boolean> {
  const settings = await watchSettingsOf(db, [...new Set(unitIds)]);
  return (unitId, kind, atMs) => !watchAt(settings.get(unitId), atMs).off.has(kind);
}

/**
 * ALARM-030, BLE-015: a value outside its limits, or a door that stays open, for as long as the sensor says, and its end. What came to
 * light late of the same trouble is no other alarm.
 */
export async function raiseSensors({ conditions }: EventOf<'sensor-conditions'>, db: Kysely<Db>, now: Date): Promise<void> {
  const began = conditions.filter(({ is }) => is !== 'ended');
  if (began.length > 0) {
    const isOn = await isRaisedBy(
      db,
      began.map(({ unit }) => unit.unitId),
    );
    const standing = await standingAmong(db, began);
    await raise(
      db,
      began
        .filter(({ unit, kind, atMs }) => isOn(unit.unitId, kind, atMs))
        .filter((condition) => condition.is === 'again' || !standing.has(condition))
        .map(({ is, unit, sensorId, sensorName, kind, sinceMs, atMs, latE7, lonE7, value, limit }) => ({
          accountId: unit.accountId,
          unitId: unit.unitId,
          kind,
          subject: sensorName,
          key: `${kind} sensor ${sensorId} ${unit.unitId} ${is === 'again' ? atMs : sinceMs}`,
          atMs,
          endedMs: null,
          latE7,
          lonE7,
          details: { value, limit, sensor_id: sensorId, began: new Date(sinceMs).toISOString() },
        })),
      now,
    );
  }
  const ended = conditions.filter(({ is }) => is === 'ended');
  if (ended.length > 0) await announceAlarms(db, await endOfSensors(db, ended));
}

/** BLE-017: sensors that units no longer hear, once for each silence; those that are heard again are lost no more. */
export async function raiseLostSensors({ lost }: EventOf<'sensors-watched'>, db: Kysely<Db>, now: Date): Promise<void> {
  await announceAlarms(db, await endLost(db));
  if (lost.length === 0) return;
  const kind = 'sensor-lost' as const;
  const isOn = await isRaisedBy(
    db,
    lost.map(({ unit }) => unit.unitId),
  );
  await raise(
    db,
    lost
      .filter(({ unit, atMs }) => isOn(unit.unitId, kind, atMs))
      .map(({ unit, sensorId, sensorName, lastMs, atMs, latE7, lonE7 }) => ({
        accountId: unit.accountId,
        unitId: unit.unitId,
        kind,
        subject: sensorName,
        key: `${kind} ${sensorId} ${unit.unitId} ${lastMs}`,
        atMs,
        endedMs: null,
        latE7,
        lonE7,
        details: { sensor_id: sensorId },
      })),
    now,
  );
}
