import type { CallData } from '@spora/contract/endpoint';
import type { OverviewRow, OverviewUnit, serviceOverview as overviewEndpoint } from '@spora/contract/maintenance/endpoints';
import { compareNames } from '@spora/messages/name-order';
import type { MemberCtx } from '../../../platform/ctx.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { NO_METERS } from './rules.ts';
import { planAsShown, todayOf } from './service.ts';

type Viewer = Pick<MemberCtx, 'db' | 'actor' | 'now'>;

/** SRV-007: what is due on the units that the viewer may see, or on those `among` them, the soonest first; what nobody can date comes last. */
export async function listDue(
  viewer: Viewer,
  among?: ReadonlySet<number>,
): Promise<{ rows: OverviewRow[]; unplanned: OverviewUnit[]; today: string }> {
  const { db, actor, now } = viewer;
  const moment = now();
  const today = todayOf(actor.timeZone, moment);
  const seen = await readModel.overviewUnits(viewer);
  const units = among ? seen.filter(({ id }) => among.has(id)) : seen;
  const plans = await repository.plansOfUnits(
    db,
    actor.accountId,
    units.map(({ id }) => id),
  );
  const withPlan = new Set(plans.map(({ unitId }) => unitId));
  const meters = await readModel.metersOf(db, actor, [...withPlan], { now: moment, today });
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const rows = plans.flatMap((plan): OverviewRow[] => {
    const unit = byId.get(plan.unitId);
    return unit ? [{ unit, plan: planAsShown(plan, meters.get(plan.unitId) ?? NO_METERS, today) }] : [];
  });
  const unplanned = units.filter(({ id }) => !withPlan.has(id)).toSorted((a, b) => compareNames(a.name, b.name));
  return { rows: rows.toSorted(bySoonest), unplanned, today };
}

const bySoonest = (a: OverviewRow, b: OverviewRow): number =>
  whenOf(a).localeCompare(whenOf(b)) || compareNames(a.unit.name, b.unit.name) || a.plan.id - b.plan.id;
const whenOf = ({ plan }: OverviewRow): string => plan.forecast_on ?? (plan.state === 'done' ? '9999-12-31' : '9999-01-01');

export async function readOverview(ctx: MemberCtx): Promise<CallData<typeof overviewEndpoint>> {
  const { rows, unplanned, today } = await listDue(ctx);
  const since = await repository.calendarSince(ctx.db, ctx.actor.accountId, ctx.actor.memberId);
  return { rows, without_plan: unplanned.length, unplanned, today, calendar_since: since?.toISOString() ?? null };
}
