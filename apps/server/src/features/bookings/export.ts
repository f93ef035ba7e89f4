import { monthSpan } from '@spora/calendar/days';
import type { HandlerInput } from '@spora/contract/endpoint';
import type { exportBookings as exportEndpoint } from '@spora/contract/bookings/endpoints';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { csvLine } from '../../platform/documents/csv.ts';
import type { FileAnswer } from '../../platform/http/mount.ts';
import { requireEnabled } from './access.ts';
import { maySeePurpose } from './policy.ts';
import * as readModel from './read-model.ts';
import { daysSpan, wallClock } from './rules.ts';
import { ownOf } from './schedule.ts';

const HEAD = ['booking_id', 'vehicle', 'registration_number', 'start', 'end', 'kind', 'state', 'driver', 'booked_by', 'purpose'];

/** BOOK-046: what the month's calendar shows of all vehicles that the actor sees, or of one's own bookings alone, by the account's clocks. */
export async function exportMonth(ctx: MemberCtx, { query }: HandlerInput<typeof exportEndpoint>): Promise<FileAnswer> {
  await requireEnabled(ctx);
  const { actor } = ctx;
  const units = await readModel.unitsOf(ctx, { imeis: query.Imeis, bookable: true });
  if (new Set(query.Imeis).size > units.length) throw new AppError('UnitNotFound');
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const { from, to } = monthSpan(query.month);
  const own = query.only_mine ? ownOf(ctx) : undefined;
  const rows = await readModel.heldWithin(ctx, [...byId.keys()], daysSpan(from, to, actor.timeZone), { own });
  const lines = rows.map((row) => {
    const unit = byId.get(row.unit_id);
    const isTold = maySeePurpose(actor, { driverId: row.driver_id, bookedBy: row.booked_by, kind: row.kind });
    return csvLine([
      row.id,
      unit?.name ?? '',
      unit?.registration_number ?? '',
      wallClock(row.from_ms, actor.timeZone),
      wallClock(row.to_ms, actor.timeZone),
      row.kind,
      row.state,
      row.driver_name,
      row.booked_by_name,
      isTold ? row.purpose : '',
    ]);
  });
  return {
    body: `\ufeff${csvLine(HEAD)}${lines.join('')}`,
    type: 'text/csv; charset=utf-8',
    name: `bookings-${query.month}.csv`,
  };
}
