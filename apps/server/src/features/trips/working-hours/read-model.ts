import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import { settingsOf } from '../settings-repository.ts';
import { outsideHours } from './rules.ts';

/**
 * TRIP-018, TRIP-036: trips that began outside the working hours that were in force for their unit then, as these and the days off
 * stand now. Units with the same hours share the instants at which being outside began and ended by turns; between which of them a trip
 * began is a search by halves.
 */
export async function outsideOf(
  db: Kysely<Db>,
  unitIds: readonly number[],
  fromAt: Date,
  toAt: Date,
): Promise<Record<'join' | 'where', RawBuilder<unknown>>> {
  const sets = new Map<string, { bounds: readonly number[]; unitIds: number[] }>();
  for (const [unitId, dated] of await settingsOf(db, unitIds)) {
    const hours = dated.map(({ fromMs, settings }) => ({ fromMs, hours: settings.workingHours }));
    const key = JSON.stringify(hours);
    const known = sets.get(key);
    const daysOff = dated.findLast(({ settings }) => settings.workingHours?.isActive)?.settings.daysOff;
    if (known) known.unitIds.push(unitId);
    else if (daysOff)
      sets.set(key, { bounds: outsideHours(hours, fromAt.getTime(), toAt.getTime(), daysOff), unitIds: [unitId] });
  }
  const found = [...sets.values()].filter(({ bounds }) => bounds.length > 0);
  const instants = (bounds: readonly number[]) => `{${bounds.map((ms) => new Date(ms).toISOString()).join()}}`;
  const [only] = found;
  if (found.length === 1 && only)
    return {
      join: sql``,
      where: sql`width_bucket(t.started_at, ${instants(only.bounds)}::timestamptz[]) % 2 = 1${
        only.unitIds.length === unitIds.length ? sql`` : sql` AND t.unit_id = ANY (${only.unitIds}::bigint[])`
      }`,
    };
  const rows = found.flatMap((set) => set.unitIds.map((id) => ({ id, bounds: instants(set.bounds) })));
  return {
    join: sql`JOIN (SELECT o.id, o.bounds::timestamptz[] AS bounds FROM unnest(${rows.map(({ id }) => id)}::bigint[],
      ${rows.map(({ bounds }) => bounds)}::text[]) AS o (id, bounds) OFFSET 0) o ON o.id = t.unit_id`,
    where: sql`width_bucket(t.started_at, o.bounds) % 2 = 1`,
  };
}
