import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { type BookingForm, bodyOf, formFaults, formSpan, newForm } from '../booking-form.ts';
import { useBookingWrite } from '../queries.ts';
import type { Local, Span } from '../time-model.ts';
import { knownRefusal, useCheck } from '../use-check.ts';
import { useAndThen } from '../use-and-then.ts';
import { type Booked, useTellBooked } from '../use-tell-booked.ts';
import { BookingFields, type BookingRights } from './booking-fields.tsx';
import styles from './booking.module.css';
import { Submit, submitKnowing } from './submit.tsx';

/** BOOK-014, BOOK-017: a new booking, of a vehicle that was pressed or that is chosen here. */
export function NewBooking(props: {
  vehicle: ScheduleVehicle | null;
  vehicles: readonly ScheduleVehicle[];
  span: Span;
  /** Of the booking that this one goes on from. */
  before?: { readonly purpose: string; readonly driverId: number | null };
  can: BookingRights;
  needsApproval: boolean;
  now: Local;
  /** What was booked, to be shown. */
  onBooked: (booked: Booked) => void;
  onClose: () => void;
}): ReactNode {
  const { vehicle, vehicles, can, needsApproval, now, onClose } = props;
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const toasts = useToasts();
  const tell = useTellBooked();
  const andThen = useAndThen();
  // DEC-31: the only one there is, is chosen.
  const only = vehicles.length === 1 ? vehicles[0] : undefined;
  const [first] = useState(() =>
    newForm({
      imei: (vehicle ?? only)?.Imei ?? '',
      driverId: props.before?.driverId ?? user.ID,
      span: props.span,
      purpose: props.before?.purpose ?? '',
    }),
  );
  const write = useBookingWrite((send, form: BookingForm) =>
    call(send, 'bookings.save', {
      body: { ...bodyOf(form), weeks: form.weeks, every_weeks: form.everyWeeks, skip_taken: form.weeks > 1 && form.skipTaken },
    }),
  );
  const store = (form: BookingForm): void =>
    andThen(write, form, {
      tell: ({ state, skipped, ids }) => {
        const days = skipped.map((each) => format.longDay(each.slice(0, 10))).join(', ');
        const booked = vehicles.find(({ Imei }) => Imei === form.imei);
        const span = formSpan(form);
        if (skipped.length > 0 || !booked || !span)
          toasts.show({ text: skipped.length > 0 ? t('BookingSkipped', { days }) : t('NewBookingSuccessMsg') });
        else tell({ state, ids, imei: form.imei, vehicle: booked.Name, span, now: props.now });
      },
      close: () => props.onBooked({ imei: form.imei, day: form.startDay }),
    });
  const draft = useDraftForm<BookingForm>({ first, faultsOf: (form) => formFaults(form, now), write, send: store });
  const close = useCarefulClose(draft.isUnsaved, onClose);
  const check = useCheck(draft.form, null);
  const why = knownRefusal(check, draft.form, true);
  return (
    <Sheet title={t('BookingNew')} closeLabel={t('Close')} isOpen onClose={close}>
      <form
        ref={draft.place}
        className={styles['form']}
        noValidate
        onSubmit={submitKnowing({ draft, check, why, faults: formFaults(draft.form, now) })}
      >
        {needsApproval && draft.form.kind === 'drive' && <Banner tone="information">{t('BookingNeedsApproval')}</Banner>}
        <BookingFields
          draft={draft}
          check={check}
          all={vehicles}
          can={can}
          now={now}
          vehicles={vehicle || only ? null : vehicles}
          vehicleName={[...vehicles, ...(vehicle ? [vehicle] : [])].find(({ Imei }) => Imei === draft.form.imei)?.Name ?? ''}
          exceptId={null}
          failure={write.error}
          sent={write.variables}
          onRetry={() => store(draft.form)}
        />
        <div className={styles['foot']}>
          <Button onClick={close}>{t('BookingCancel')}</Button>
          <Submit isBusy={write.isPending} why={why}>
            {t(needsApproval && draft.form.kind === 'drive' ? 'BookingAsk' : 'BookingBook')}
          </Submit>
        </div>
      </form>
    </Sheet>
  );
}
