import type { Kysely } from 'kysely';
import type { Span } from '../../../core/log/spans.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { settingsOf } from '../settings-repository.ts';
import { outsideHours } from './rules.ts';

/**
 * TRIP-024, TRIP-036: when the units are outside their working hours within [fromMs, toMs), in order, by the hours and days off that stand
 * now; a unit without hours never is, and one that is not within that time is not in the answer.
 */
export async function timesOutsideHours(
  db: Kysely<Db>,
  unitIds: readonly number[],
  { fromMs, toMs }: Span,
): Promise<Map<number, readonly Span[]>> {
  const found = new Map<number, readonly Span[]>();
  for (const [id, dated] of await settingsOf(db, unitIds)) {
    const daysOff = dated.findLast(({ settings }) => settings.workingHours?.isActive)?.settings.daysOff;
    if (!daysOff) continue;
    const hours = dated.map((each) => ({ fromMs: each.fromMs, hours: each.settings.workingHours }));
    const bounds = outsideHours(hours, fromMs, toMs, daysOff);
    if (bounds.length === 0) continue;
    const begins = bounds.filter((_, i) => i % 2 === 0);
    found.set(
      id,
      begins.map((began, i) => ({ fromMs: began, toMs: bounds[2 * i + 1]! })),
    );
  }
  return found;
}
