import { DAY_MS } from '@spora/calendar/durations';
import type { Kysely } from 'kysely';
import type { Span } from '../../../core/log/spans.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { daysOffOf } from '../../../core/people/account-days-off.ts';
import { type DaysOff, NO_DAYS_OFF } from '../../../core/people/days-off.ts';
import { decideType, settingsAt, type TripSettings } from '../rules.ts';
import { settingsOf } from '../settings-repository.ts';
import { outsideHours, typeByHours } from './rules.ts';

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

/** Trips that are not private and whose type neither people, a place nor the private switch said, nor an attestation holds. */
const decidedByRules = (db: Kysely<Db>, accountId: number, unitIds: readonly number[]) =>
  db
    .selectFrom('trip')
    .where('account_id', '=', accountId)
    .where('unit_id', 'in', unitIds)
    .where('type', '<>', 'private')
    .where('computed_rule', 'in', ['working-hours', 'default'])
    .where('edited_type', 'is', null)
    .where('place_type', 'is', null)
    .where('attestation_id', 'is', null)
    .where('is_manual', '=', false)
    .select(['unit_id', 'started_at']);

const isPrivateBy = ({ workingHours, defaultTripType }: TripSettings, atMs: number, daysOff: DaysOff): boolean =>
  decideType({ switch: null, workingHours: typeByHours(workingHours, atMs, daysOff), default: defaultTripType }).type ===
  'private';

/**
 * TRIP-024, TRIP-032: how many trips of a unit that began from an instant on would become private if these settings held from then on.
 * Those that are private already, that people, places or the private switch decided, and attested ones are none of them.
 */
export async function countBecomingPrivate(
  db: Kysely<Db>,
  { accountId, unitId }: { readonly accountId: number; readonly unitId: number },
  from: Date,
  wanted: Partial<Pick<TripSettings, 'workingHours' | 'defaultTripType'>>,
): Promise<number> {
  const began = await decidedByRules(db, accountId, [unitId]).where('started_at', '>=', from).execute();
  const dated = (await settingsOf(db, [unitId])).get(unitId) ?? [];
  const daysOff = (await daysOffOf(db, [accountId])).get(accountId) ?? NO_DAYS_OFF;
  return began.filter(({ started_at: at }) =>
    isPrivateBy({ ...settingsAt(dated, at.getTime()), ...wanted }, at.getTime(), daysOff),
  ).length;
}

/**
 * TRIP-036, TRIP-032: how many trips of units that began around a day, by any clock, would become private if the days off were others;
 * of the same trips as `countBecomingPrivate`.
 */
export async function countPrivateByDaysOff(
  db: Kysely<Db>,
  { accountId, unitIds }: { readonly accountId: number; readonly unitIds: readonly number[] },
  day: string,
  daysOff: DaysOff,
): Promise<number> {
  if (unitIds.length === 0) return 0;
  const [from, to] = [-1, 3].map((days) => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)) as [Date, Date];
  const began = await decidedByRules(db, accountId, unitIds)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .execute();
  const settings = await settingsOf(db, unitIds);
  return began.filter(({ unit_id: unitId, started_at: at }) =>
    isPrivateBy(settingsAt(settings.get(unitId) ?? [], at.getTime()), at.getTime(), daysOff),
  ).length;
}
