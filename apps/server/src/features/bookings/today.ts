import type { TodayLine } from '@spora/contract/today/endpoints';
import { TODAY_ITEMS_MAX } from '@spora/contract/today/lines';
import { todayOf } from '../../core/people/account-clock.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { mayDecide } from './policy.ts';
import * as readModel from './read-model.ts';
import { daysSpan } from './rules.ts';
import { settingsOf } from './settings-repository.ts';

/** ADM-030: requests that wait for the actor's word, and what is booked today and not over; nothing where the account does not book. */
export async function bookingsToday(ctx: MemberCtx): Promise<TodayLine[]> {
  if (!(await readModel.isEnabled(ctx.db, ctx.actor.accountId))) return [];
  return [...(await requested(ctx)), await ofToday(ctx)];
}

async function requested(ctx: MemberCtx): Promise<TodayLine[]> {
  const settings = await settingsOf(ctx.db, ctx.actor.accountId);
  if (!mayDecide(ctx.actor, { approverId: settings.approver_id })) return [];
  const rows = await readModel.wholeBookings(ctx, 'requested', ctx.now());
  const items = rows.slice(0, TODAY_ITEMS_MAX).map((row) => {
    const { imei, unit_name: name, registration_number } = row;
    return { ...itemOf(row), unit: { id: row.unit_id, imei, name, registration_number } };
  });
  return [{ name: 'bookings-requested', count: rows.length, items }];
}

async function ofToday(ctx: MemberCtx): Promise<TodayLine> {
  const today = todayOf(ctx);
  const units = new Map((await readModel.unitsOf(ctx, { imeis: [], bookable: true })).map((unit) => [unit.id, unit]));
  const held = await readModel.heldWithin(ctx, [...units.keys()], daysSpan(today, today, ctx.actor.timeZone));
  const nowMs = ctx.now().getTime();
  // Nobody needs to keep an eye on what is over.
  const booked = held.filter(({ state, to_ms: toMs }) => state === 'booked' && toMs > nowMs);
  const items = booked.slice(0, TODAY_ITEMS_MAX).flatMap((row) => {
    const unit = units.get(row.unit_id);
    if (!unit) return [];
    const { id, imei, name, registration_number } = unit;
    return [{ ...itemOf(row), unit: { id, imei, name, registration_number } }];
  });
  return { name: 'bookings-today', count: booked.length, items };
}

const itemOf = ({ id, kind, driver_name, from_ms, to_ms }: readModel.BookingRow) => ({
  id,
  kind,
  driver_name,
  starts_at: new Date(from_ms).toISOString(),
  ends_at: new Date(to_ms).toISOString(),
});
