import type { HandlerInput } from '@spora/contract/endpoint';
import type { Booking, decideBooking as decideEndpoint } from '@spora/contract/bookings/endpoints';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { requireEnabled } from './access.ts';
import { tellDriver } from './letters.ts';
import { mayDecide } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { getBooking, shown, tellChanged } from './service.ts';
import { settingsOf } from './settings-repository.ts';

/** What waits for the actor's word; nothing for somebody who has none. */
export async function listRequests(ctx: MemberCtx): Promise<Booking[]> {
  await requireEnabled(ctx);
  const settings = await settingsOf(ctx.db, ctx.actor.accountId);
  if (!mayDecide(ctx.actor, { approverId: settings.approver_id })) return [];
  const rows = await readModel.wholeBookings(ctx, 'requested', ctx.now());
  const requests: Booking[] = [];
  for (const row of rows) requests.push(await shown(ctx, row));
  return requests;
}

/** A request holds its time until somebody decides; one that is refused frees it. */
export async function decideBooking(ctx: MemberCtx, { params, body }: HandlerInput<typeof decideEndpoint>): Promise<Booking> {
  await requireEnabled(ctx);
  const { db, actor, now } = ctx;
  const settings = await settingsOf(db, actor.accountId);
  await repository.holdBooking(db, actor.accountId, params.id);
  const [row] = await readModel.wholeBookings(ctx, { id: params.id }, now());
  if (!row) throw new AppError('BookingNotFound', { status: 404 });
  if (!mayDecide(actor, { approverId: settings.approver_id })) throw new AppError('Forbidden');
  if (row.state !== 'requested') throw new AppError('BookingNotRequested', { status: 422 });
  const change = body.approve ? ({ state: 'booked' } as const) : ({ state: 'refused', reason: body.reason } as const);
  await repository.changeBooking(
    db,
    actor.accountId,
    row.id,
    { ...change, decided_by: actor.memberId, decided_at: now() },
    now(),
  );
  await audit(ctx, body.approve ? 'booking-approved' : 'booking-refused', row.unit_name);
  await tellChanged(ctx, row.id);
  await tellDriver(ctx, [row.id], body.approve ? 'approved' : 'refused');
  return getBooking(ctx, row.id);
}
