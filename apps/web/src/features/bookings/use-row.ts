import type { Booking } from '@spora/contract/bookings/endpoints';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import type { Send } from '../../lib/send.ts';
import { useToasts } from '../../ui/toast.tsx';
import { type BookingForm, bodyOf, bodyOfBooking, wasOf } from './booking-form.ts';
import { rowQuery, useBookingWrite } from './queries.ts';
import { bodyOfRow, type RowChange, rowAfter } from './row-model.ts';
import type { Span } from './time-model.ts';
import { useBookingTexts } from './use-booking-texts.ts';

const listRow = (send: Send, id: number) => call(send, 'bookings.row', { params: { id: String(id) } });

/** A booking and those after it in its row; undefined where it stands alone, or they are not known yet. */
export function useRow(booking: Booking) {
  const isRow = booking.in_row > 1 && booking.can.edit;
  return useQuery({ ...rowQuery(useSend(), booking.id), enabled: isRow }).data;
}

interface Edit {
  /** As it was when the form began. */
  readonly began: Booking;
  readonly form: BookingForm;
  /** Over what somebody else has changed meanwhile. */
  readonly isBlind: boolean;
}

/** Saves one booking, or with it those after it in its row: `form.weeks` says how many. */
export const useChange = () =>
  useBookingWrite(async (send, { began, form, isBlind }: Edit): Promise<{ before: RowChange[]; kept: string[] }> => {
    const known = isBlind ? {} : { was: wasOf(began) };
    if (form.weeks === 1) {
      await call(send, 'bookings.update', { body: { id: String(began.id), ...bodyOf(form), ...known } });
      return { before: [{ id: String(began.id), ...bodyOfBooking(began) }], kept: [] };
    }
    const row = await listRow(send, began.id);
    const { changed, kept } = await call(send, 'bookings.update-row', {
      params: { id: String(began.id) },
      body: { bookings: rowAfter(began, form, row), skip_taken: form.skipTaken, ...known },
    });
    return {
      before: row.filter(({ id }) => changed.includes(id)).map(bodyOfRow),
      kept: row.filter(({ id }) => kept.includes(id)).map(({ start_date }) => start_date.slice(0, 10)),
    };
  });

/** Says how many were changed, and which were not, with the way back. It outlives the form. */
export function useTellChanged() {
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const texts = useBookingTexts();
  const restore = useBookingWrite(async (send, bookings: readonly RowChange[]): Promise<void> => {
    const [first, ...more] = bookings;
    if (!first) return;
    if (more.length === 0) await call(send, 'bookings.update', { body: first });
    else await call(send, 'bookings.update-row', { params: { id: first.id }, body: { bookings: [...bookings] } });
  });
  return (told: { before: readonly RowChange[]; kept: readonly string[]; name: string; span: Span | null }): void => {
    const { before, kept, name, span } = told;
    const isRow = before.length > 1;
    const undo = (): void =>
      void restore.mutateAsync(before).then(
        () => toasts.show({ text: t(isRow ? 'BookingRowMovedBack' : 'BookingMovedBack') }),
        (failure: unknown) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
      );
    const days = kept.map((day) => format.longDay(day)).join(', ');
    toasts.show({
      text: [
        isRow || kept.length > 0 ? t('BookingChangedCount', { count: before.length }) : t('UpdateSuccessMsg'),
        ...(span && kept.length === 0 ? [texts.row({ name, span, count: before.length })] : []),
        ...(kept.length > 0 ? [t('BookingRowKept', { days })] : []),
      ].join(' '),
      topic: 'booking-change',
      action: { label: t('Undo'), run: undo },
    });
  };
}

/** Cancels a booking, or with it those after it in its row; answers what books them again. */
export const useCancel = () =>
  useBookingWrite(async (send, { booking, isWhole }: { booking: Booking; isWhole: boolean }) => {
    const row = isWhole ? await listRow(send, booking.id) : [];
    const { deleted, in_row_with } = await call(send, 'bookings.delete', {
      body: { id: String(booking.id), with_later: isWhole },
    });
    const gone = isWhole
      ? row.map(bodyOfRow).map(({ id: _gone, ...rest }) => rest)
      : booking.purpose === null
        ? []
        : [bodyOfBooking(booking)];
    return { deleted, before: gone, inRowWith: in_row_with };
  });

type Cancelled = Awaited<ReturnType<ReturnType<typeof useCancel>['mutateAsync']>>;

/** Says how many were cancelled, with the way back for whoever may book them again (BOOK-037). It outlives the dialog. */
export function useTellCancelled() {
  const t = useT();
  const user = useUser();
  const errors = useErrorText();
  const toasts = useToasts();
  const restore = useBookingWrite(async (send, { before, inRowWith }: Cancelled): Promise<void> => {
    const [first, ...more] = before;
    if (!first) return;
    if (more.length === 0 && inRowWith === null) await call(send, 'bookings.save', { body: first });
    else
      await call(send, 'bookings.save-row', {
        body: { bookings: before, ...(inRowWith !== null && { in_row_with: String(inRowWith) }) },
      });
  });
  return (cancelled: Cancelled): void => {
    const { deleted, before } = cancelled;
    const isOwn = user.IsAdmin || before.every(({ driver_id }) => driver_id === user.ID);
    const undo = (): void =>
      void restore.mutateAsync(cancelled).then(
        () => toasts.show({ text: t(before.length > 1 ? 'BookingRowRestored' : 'BookingRestored'), topic: 'booking-change' }),
        (failure: unknown) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
      );
    toasts.show({
      // In place of what is offered of the same booking as it was made.
      topic: 'booking-change',
      text: deleted > 1 ? t('BookingDeletedCount', { count: deleted }) : t('DeleteMsg'),
      // What else went was somebody else's to see.
      ...(isOwn && before.length === deleted && { action: { label: t('Undo'), run: undo } }),
    });
  };
}
