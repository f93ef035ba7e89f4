import { previousMonth } from '@spora/calendar/days';
import type { TodayLine, TodayUnit } from '@spora/contract/today/endpoints';
import { TODAY_ITEMS_MAX } from '@spora/contract/today/lines';
import { tripFilter } from '@spora/contract/trips/endpoints';
import { fittedTrackers, unitsWithTripLog, visibleUnitIds, visibleUnits } from '../../core/fleet/visible-units.ts';
import { todayOf } from '../../core/people/account-clock.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { missingByUnit, type MissingOfUnit, select } from './selection-api.ts';

/**
 * ADM-030: trips of this month and the last, not attested, that lack a purpose or a driver, by unit, as the log counts them. Where nobody is
 * ever said to have driven, a driver is not what is missing.
 */
export async function tripsToday(ctx: MemberCtx): Promise<TodayLine[]> {
  const unitIds = await visibleUnitIds(ctx);
  if ((await unitsWithTripLog(ctx, unitIds)).length === 0) return [];
  const to = todayOf(ctx);
  const { from } = previousMonth(to);
  const selection = await select(ctx, { ...tripFilter.parse({ from, to, attested: 'no' }), unitIds });
  const missing = await missingByUnit(ctx, selection);
  const usesDrivers = missing.some(({ with_driver }) => with_driver > 0);
  const purpose = mostFirst(missing, ({ purpose_missing }) => purpose_missing);
  const driver = usesDrivers ? mostFirst(missing, ({ driver_missing }) => driver_missing) : [];
  const units = await unitsOf(
    ctx,
    [...purpose, ...driver].map(({ unitId }) => unitId),
  );
  const lineOf = (name: 'trips-purpose' | 'trips-driver', counted: readonly Counted[]): TodayLine => ({
    name,
    from,
    to,
    count: counted.reduce((sum, { trips }) => sum + trips, 0),
    items: counted.slice(0, TODAY_ITEMS_MAX).flatMap(({ unitId, trips }) => {
      const unit = units.get(unitId);
      return unit ? [{ unit, trips }] : [];
    }),
  });
  return [lineOf('trips-purpose', purpose), lineOf('trips-driver', driver)];
}

interface Counted {
  readonly unitId: number;
  readonly trips: number;
}

const mostFirst = (missing: readonly MissingOfUnit[], countOf: (one: MissingOfUnit) => number): Counted[] =>
  missing
    .map((one) => ({ unitId: one.unit_id, trips: countOf(one) }))
    .filter(({ trips }) => trips > 0)
    .sort((a, b) => b.trips - a.trips || a.unitId - b.unitId);

async function unitsOf(ctx: MemberCtx, ids: readonly number[]): Promise<ReadonlyMap<number, TodayUnit>> {
  if (ids.length === 0) return new Map();
  const rows = await visibleUnits(ctx)
    .leftJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .where('unit.id', 'in', [...new Set(ids)])
    .select(['unit.id', 'fitted.imei', 'unit.name', 'unit.registration_number'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
