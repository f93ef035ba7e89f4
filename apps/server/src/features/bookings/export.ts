import { monthSpan } from '@spora/calendar/days';
import { dayIn } from '@spora/calendar/zones';
import type { exportBookings as exportEndpoint } from '@spora/contract/bookings/endpoints';
import type { HandlerInput } from '@spora/contract/endpoint';
import { CATALOGUES } from '@spora/messages/catalogues';
import { createFormat } from '@spora/messages/format';
import type { MessageKey } from '@spora/messages/keys';
import { cellSignOf } from '@spora/messages/languages';
import { createTranslate } from '@spora/messages/translate';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { csvLine } from '../../platform/documents/csv.ts';
import type { FileAnswer } from '../../platform/http/mount.ts';
import type { RequestFacts } from '../../platform/http/request-facts.ts';
import { bookerOf, requireEnabled } from './access.ts';
import { maySeePurpose } from './policy.ts';
import * as readModel from './read-model.ts';
import { daysSpan } from './rules.ts';
import { ownOf } from './schedule.ts';

const HEAD = [
  'BookingVehicle',
  'BookingPlate',
  'BookingFileStart',
  'BookingFileEnd',
  'BookingFileKind',
  'BookingFileState',
  'BookingDriver',
  'BookingFileBookedBy',
  'BookingPurpose',
  'BookingFileId',
] as const satisfies readonly MessageKey[];

/**
 * BOOK-046: what the month's calendar shows of all vehicles that the actor sees, or of one's own bookings alone, by the account's clocks,
 * in the words of the screen: what came of what is over, too.
 */
export async function exportMonth(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof exportEndpoint>,
  { language }: Pick<RequestFacts, 'language'>,
): Promise<FileAnswer> {
  await requireEnabled(ctx);
  const { actor } = ctx;
  const t = createTranslate(language, CATALOGUES[language]);
  const format = createFormat(language, actor.timeZone);
  const units = await readModel.unitsOf(ctx, { imeis: query.Imeis, bookable: true });
  if (new Set(query.Imeis).size > units.length) throw new AppError('UnitNotFound');
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const { from, to } = monthSpan(query.month);
  const own = query.only_mine ? ownOf(ctx) : undefined;
  const rows = await readModel.heldWithin(ctx, [...byId.keys()], daysSpan(from, to, actor.timeZone), { own });
  const nowMs = ctx.now().getTime();
  const booker = await bookerOf(ctx);
  const outcomes = await readModel.outcomesOf(
    ctx,
    rows.map(({ id }) => id),
    ctx.now(),
  );
  const stateOf = (row: readModel.BookingRow): string => {
    if (row.state === 'requested') return t('BookingState-requested');
    if (row.to_ms > nowMs) return t(row.from_ms > nowMs ? 'BookingFileBooked' : 'Ongoing');
    const { was_driven = null, driven_until_ms = null, returned_at = null } = outcomes.get(row.id) ?? {};
    const endedMs = driven_until_ms ?? returned_at?.getTime();
    if (endedMs !== undefined) {
      const isOfItsDay = dayIn(new Date(endedMs), actor.timeZone) === dayIn(new Date(row.to_ms), actor.timeZone);
      const time = isOfItsDay ? format.time(new Date(endedMs)) : format.dateTime(new Date(endedMs));
      return t(driven_until_ms === null ? 'BookingOutcome-returned' : 'BookingOutcome-late', { time });
    }
    return was_driven === null ? t('BookingFileOver') : t(was_driven ? 'BookingOutcome-driven' : 'BookingOutcome-not-driven');
  };
  const between = cellSignOf(language);
  const lines = rows.map((row) => {
    const unit = byId.get(row.unit_id);
    const isTold = maySeePurpose(booker, { driverId: row.driver_id, bookedBy: row.booked_by, kind: row.kind });
    return csvLine(
      [
        unit?.name ?? '',
        unit?.registration_number ?? '',
        format.dateTime(new Date(row.from_ms)),
        format.dateTime(new Date(row.to_ms)),
        t(`BookingKind-${row.kind}`),
        stateOf(row),
        row.driver_name,
        row.booked_by_name,
        isTold ? row.purpose : '',
        row.id,
      ],
      between,
    );
  });
  await audit(ctx, 'bookings-exported', '', { format: 'csv', from, to });
  const head = csvLine(
    HEAD.map((key) => t(key)),
    between,
  );
  return {
    body: `\ufeff${head}${lines.join('')}`,
    type: 'text/csv; charset=utf-8',
    name: `${t('BookingFileName')}-${query.month}.csv`,
  };
}
