import { isWatercraft } from '@spora/contract/units/values';
import type { Ctx } from '../../../../platform/ctx.ts';
import { inTransaction } from '../../../../platform/ctx.ts';
import type { ServiceDueItem } from '../../../../platform/mail/order.ts';
import { NO_VIEWER } from '../../../../core/fleet/private-use.ts';
import { metersOf } from '../read-model.ts';
import { judge, NO_METERS } from '../rules.ts';
import { planAsShown, todayOf } from '../service.ts';
import * as repository from './repository.ts';
import { isTold } from './rules.ts';

type SystemCtx = Ctx<{ readonly kind: 'system' }>;
type Account = Awaited<ReturnType<typeof repository.watchedAccounts>>[number];

/** What became due of one account at one look. */
export interface ServiceDue {
  readonly accountId: number;
  readonly subsiteId: number;
  readonly plans: readonly (ServiceDueItem & { readonly unitId: number; readonly planId: number })[];
}

/** SRV-005: writes each change of state once and tells of what became due. */
export async function watchPlans(ctx: SystemCtx): Promise<void> {
  for (const account of await repository.watchedAccounts(ctx.db)) await watchAccount(ctx, account);
}

/** The changes and what follows from them in one transaction: a run that is repeated finds nothing left to tell. */
const watchAccount = (outer: SystemCtx, account: Account): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { db, now, ports } = ctx;
    const at = now();
    const today = todayOf(account.time_zone, at);
    const plans = await repository.watchedPlans(db, account.id);
    const unitIds = [...new Set(plans.map(({ unitId }) => unitId))];
    const meters = await metersOf(db, { accountId: account.id, ...NO_VIEWER }, unitIds, { now: at, today });
    const told: ServiceDue['plans'][number][] = [];
    for (const plan of plans) {
      const ofUnit = meters.get(plan.unitId) ?? NO_METERS;
      const { state } = judge(plan, ofUnit, today);
      if (state === plan.watchedState) continue;
      const change = {
        accountId: account.id,
        unitId: plan.unitId,
        planId: plan.id,
        from: plan.watchedState,
        to: state,
        at: now(),
      };
      if (!(await repository.insertChange(db, change)) || !isTold(state)) continue;
      const { remaining_km, remaining_hours, forecast_on } = planAsShown(plan, ofUnit, today);
      told.push({
        unitId: plan.unitId,
        planId: plan.id,
        unitName: plan.unitName,
        planName: plan.name,
        kind: plan.kind,
        state,
        forecastOn: forecast_on,
        remainingKm: remaining_km,
        remainingHours: remaining_hours,
        isBoat: isWatercraft(plan.unitKind),
      });
    }
    if (told.length > 0)
      await ports.announce(db, [{ name: 'service-due', accountId: account.id, subsiteId: account.subsite_id, plans: told }], at);
  });
