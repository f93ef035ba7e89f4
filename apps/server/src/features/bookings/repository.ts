import type { BookingKind, BookingState } from '@spora/contract/bookings/limits';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { violates } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { Span } from './rules.ts';

export interface NewBooking {
  readonly unitId: number;
  readonly kind: BookingKind;
  readonly state: BookingState;
  readonly driverId: number | null;
  readonly bookedBy: number;
  readonly purpose: string;
  readonly span: Span;
}

const range = ({ fromMs, toMs }: Span): RawBuilder<string> =>
  sql<string>`tstzrange(${new Date(fromMs)}::timestamptz, ${new Date(toMs)}::timestamptz)`;

/** BOOK-040: of two that race for a time one wins, and the other is told so. */
const judged = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (violates(error, 'booking_no_overlap')) throw new AppError('AlreadyBooked', { cause: error });
    throw error;
  }
};

/** Answers their ids, in their order; those of a row carry the id of its first. `joins`: a booking whose row they come into. */
export async function insertBookings(
  db: Kysely<Db>,
  accountId: AccountId,
  bookings: readonly NewBooking[],
  at: Date,
  joins: { readonly id: number; readonly row_id: number | null } | null = null,
): Promise<number[]> {
  const rows = await judged(
    db
      .insertInto('booking')
      .values(
        bookings.map(({ unitId, kind, state, driverId, bookedBy, purpose, span }) => ({
          account_id: accountId,
          unit_id: unitId,
          kind,
          state,
          driver_id: driverId,
          booked_by: bookedBy,
          purpose,
          during: range(span),
          created_at: at,
          changed_at: at,
        })),
      )
      .returning('id')
      .execute(),
  );
  const ids = rows.map(({ id }) => id);
  const row = joins ? [joins.id, ...ids] : ids;
  if (row.length > 1)
    await db
      .updateTable('booking')
      .set({ row_id: joins?.row_id ?? row[0]! })
      .where('account_id', '=', accountId)
      .where('id', 'in', row)
      .execute();
  return ids;
}

export interface BookingChange {
  readonly unit_id?: number;
  readonly kind?: BookingKind;
  readonly state?: BookingState;
  readonly driver_id?: number | null;
  readonly purpose?: string;
  readonly span?: Span;
  readonly returned_at?: Date;
  readonly decided_by?: number;
  readonly decided_at?: Date;
  readonly reason?: string | null;
}

/** A new time is reminded of anew. */
export async function changeBooking(
  db: Kysely<Db>,
  accountId: AccountId,
  id: number,
  { span, ...change }: BookingChange,
  at: Date,
): Promise<void> {
  await judged(
    db
      .updateTable('booking')
      .set({
        ...change,
        ...(span && { during: range(span), late_told_at: null }),
        ...(span && change.returned_at === undefined && { start_reminded_at: null, end_reminded_at: null }),
        changed_at: at,
      })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute(),
  );
}

/** Takes the time of bookings off them: of several that move at once, one may go to where another still is. The caller gives each a new state. */
export const setAside = (db: Kysely<Db>, accountId: AccountId, ids: readonly number[]) =>
  db.updateTable('booking').set({ state: 'refused' }).where('account_id', '=', accountId).where('id', 'in', ids).execute();

export const deleteBookings = (db: Kysely<Db>, accountId: AccountId, ids: readonly number[]) =>
  db.deleteFrom('booking').where('account_id', '=', accountId).where('id', 'in', ids).execute();

/** Holds the booking until the transaction ends, so that two changes of it are made one after the other. */
export const holdBooking = (db: Kysely<Db>, accountId: AccountId, id: number) =>
  db.selectFrom('booking').where('account_id', '=', accountId).where('id', '=', id).select('id').forUpdate().executeTakeFirst();

export interface HandOver {
  readonly note: string;
  readonly odometer_km: number | null;
  readonly fuel_pct: number | null;
}

export async function saveHandOver(
  db: Kysely<Db>,
  { accountId, memberId }: { readonly accountId: AccountId; readonly memberId: number },
  bookingId: number,
  handOver: HandOver,
  at: Date,
): Promise<void> {
  const row = { ...handOver, member_id: memberId, at };
  await db
    .insertInto('booking_hand_over')
    .values({ account_id: accountId, booking_id: bookingId, ...row })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(row))
    .execute();
}
