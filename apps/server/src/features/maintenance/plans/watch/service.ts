import type { Ctx } from '../../../../platform/ctx.ts';
import { inTransaction } from '../../../../platform/ctx.ts';
import { orderMail, type ServiceDueItem } from '../../../../platform/mail/order.ts';
import { tellWebhooks } from '../../../integrations/api.ts';
import { metersOf } from '../read-model.ts';
import { judge, NO_METERS } from '../rules.ts';
import { planAsShown, todayOf } from '../service.ts';
import * as repository from './repository.ts';
import { isTold } from './rules.ts';

type SystemCtx = Ctx<{ readonly kind: 'system' }>;
type Account = Awaited<ReturnType<typeof repository.watchedAccounts>>[number];
type Change = ServiceDueItem & { readonly unitId: number; readonly planId: number };

/** A mail of what became due is of no use to anybody after so long. */
const MAIL_LIFE_MS = 3 * 86_400_000;

/** SRV-005: writes each change of state once and tells the account's administrators of what became due. */
export async function watchPlans(ctx: SystemCtx): Promise<void> {
  for (const account of await repository.watchedAccounts(ctx.db)) await watchAccount(ctx, account);
}

/** The changes and their mails in one transaction: a run that is repeated finds nothing left to tell. */
const watchAccount = (outer: SystemCtx, account: Account): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { db, now } = ctx;
    const at = now();
    const today = todayOf(account.time_zone, at);
    const plans = await repository.watchedPlans(db, account.id);
    const unitIds = [...new Set(plans.map(({ unitId }) => unitId))];
    const meters = await metersOf(db, account.id, unitIds, { now: at, today });
    const told: Change[] = [];
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
      });
    }
    await tell(ctx, account, told);
    await tellWebhooks(
      db,
      'service.due',
      told.map(({ planId }) => planId),
      at,
    );
  });

/** One mail for each administrator, with what became due on the units that they may see. */
async function tell({ db, now }: SystemCtx, account: Account, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const unitIds = [...new Set(changes.map(({ unitId }) => unitId))];
  const at = now();
  for (const { email, full_name, language, unit_ids } of await repository.administratorsOf(db, account.id, unitIds))
    await orderMail(db, {
      template: 'service-due',
      params: {
        fullName: full_name,
        items: changes
          .filter(({ unitId }) => unit_ids.includes(unitId))
          .map(({ unitId: _unitId, planId: _planId, ...item }) => item),
      },
      to: email,
      language,
      subsiteId: account.subsite_id,
      accountId: account.id,
      at,
      expiresAt: new Date(at.getTime() + MAIL_LIFE_MS),
    });
}
