import { type Viewer, visibleUnits, fittedTrackers, UNIT_COLUMNS } from '../../core/fleet/visible-units.ts';
import { byName } from '../../platform/database/name-order.ts';

const withTracker = (viewer: Viewer) => visibleUnits(viewer).leftJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id');

export const unitRows = (viewer: Viewer) =>
  withTracker(viewer).select(UNIT_COLUMNS).orderBy(byName('unit.name')).orderBy('unit.id').execute();

/** When the unit's newest good position was; null until the first one is projected. */
export async function newestPositionAt({ db, actor }: Viewer, unitId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('unit_latest')
    .where('account_id', '=', actor.accountId)
    .where('unit_id', '=', unitId)
    .select('time')
    .executeTakeFirst();
  return row?.time ?? null;
}
