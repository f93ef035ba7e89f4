import { dayNumberOf, dayOfNumber } from '@spora/calendar/holidays';
import type { listAccountDrivers as listEndpoint } from '@spora/contract/drivers/endpoints';
import type { HandlerData } from '@spora/contract/endpoint';
import { visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { todayOf } from '../../core/people/account-clock.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import * as readModel from './read-model.ts';

/** Trips are counted of so many days, today among them. */
const COUNTED_DAYS = 30;

/** DRV-010: the people who may drive, with what tells who they are to the units. */
export async function listAccountDrivers(ctx: MemberCtx): Promise<HandlerData<typeof listEndpoint>> {
  const to = todayOf(ctx);
  const from = dayOfNumber(dayNumberOf(to) - COUNTED_DAYS + 1);
  return { from_day: from, to_day: to, drivers: await readModel.driversOf(ctx, await visibleUnitIds(ctx), { from, to }) };
}
