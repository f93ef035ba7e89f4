import type { TodayLine } from '@spora/contract/today/endpoints';
import { TODAY_ITEMS_MAX } from '@spora/contract/today/lines';
import { todayOf } from '../../../core/people/account-clock.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { listDue } from './overview.ts';
import { unitsThatMayBeDue } from './read-model.ts';

/** ADM-030: services and inspections that are overdue or soon due, the soonest first. Meters are read of units that may be due alone. */
export async function serviceToday(ctx: MemberCtx): Promise<TodayLine[]> {
  const { rows } = await listDue(ctx, await unitsThatMayBeDue(ctx, todayOf(ctx)));
  return (['overdue', 'due-soon'] as const).map((state) => {
    const due = rows.filter(({ plan }) => plan.state === state);
    const items = due.slice(0, TODAY_ITEMS_MAX).map(({ unit, plan }) => ({
      unit: { id: unit.id, imei: unit.imei, name: unit.name, registration_number: unit.registration_number },
      plan_id: plan.id,
      kind: plan.kind,
      plan_name: plan.name,
      expected_on: plan.forecast_on,
    }));
    return { name: `service-${state}`, count: due.length, items } satisfies TodayLine;
  });
}
