import type { Kysely } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import { settingsOf } from '../settings-repository.ts';
import { outsideHours } from './rules.ts';

/**
 * TRIP-024, TRIP-036: those of the units that are outside their working hours at some time of [fromMs, toMs), by the hours and days off that
 * stand now; a unit without hours never is.
 */
export async function unitsOutsideHours(
  db: Kysely<Db>,
  unitIds: readonly number[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<Set<number>> {
  const outside = [...(await settingsOf(db, unitIds))].filter(([, dated]) => {
    const daysOff = dated.findLast(({ settings }) => settings.workingHours?.isActive)?.settings.daysOff;
    const hours = dated.map((each) => ({ fromMs: each.fromMs, hours: each.settings.workingHours }));
    return daysOff !== undefined && outsideHours(hours, fromMs, toMs, daysOff).length > 0;
  });
  return new Set(outside.map(([id]) => id));
}
