import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useBookingWrite } from './queries.ts';
import type { Local, Span } from './time-model.ts';
import { useBookingTexts } from './use-booking-texts.ts';

/** What was just booked, and where it stands in the week. */
export interface Booked {
  readonly imei: string;
  readonly day: string;
}

/** Says what was booked and when, with the way back. It outlives the sheet in which it was booked. */
export function useTellBooked() {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const texts = useBookingTexts();
  const remove = useBookingWrite((send, ids: readonly number[]) =>
    call(send, 'bookings.delete', { body: { id: String(ids[0] ?? 0), with_later: ids.length > 1 } }),
  );
  return (made: {
    state: 'requested' | 'booked';
    ids: readonly number[];
    imei: string;
    vehicle: string;
    span: Span;
    now: Local;
  }): void => {
    const more = made.ids.length - 1;
    const undo = (): void =>
      void remove.mutateAsync(made.ids).then(
        () => toasts.show({ text: more > 0 ? t('BookingDeletedCount', { count: more + 1 }) : t('DeleteMsg') }),
        (failure: unknown) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
      );
    const what = texts.row({ name: made.vehicle, span: made.span, count: made.ids.length });
    toasts.show({
      text: `${t(made.state === 'requested' ? 'BookingRequested' : 'NewBookingSuccessMsg')} ${what}`,
      topic: 'booking-change',
      // DEC-22: what has begun is given back, and deleted no more.
      ...(made.span.start > made.now && { action: { label: t('Undo'), run: undo } }),
    });
  };
}
