import type { Booking, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { mayLeave, useCarefulClose } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, differences, isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { type BookingForm, formFaults, formOf, formSpan, wasOf } from '../booking-form.ts';
import type { Place } from '../move-model.ts';
import { bookingQuery } from '../queries.ts';
import { rowAfter } from '../row-model.ts';
import { type Local, spanOf } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import { useAndThen } from '../use-and-then.ts';
import { countOf, knownRefusal, useCheck, useRowCheck } from '../use-check.ts';
import { useChange, useRow, useTellChanged } from '../use-row.ts';
import { BookingFields, type BookingRights } from './booking-fields.tsx';
import { BookingFacts } from './booking-facts.tsx';
import styles from './booking.module.css';
import { Decision } from './decision.tsx';
import { DeleteBooking } from './delete-booking.tsx';
import { HandOverBefore } from './hand-over-before.tsx';
import { Repeated } from './repeated.tsx';
import { RowChoice } from './row-choice.tsx';
import { StandsAt } from './stands-at.tsx';
import { Submit, submitKnowing } from './submit.tsx';

interface EditProps {
  readonly id: number;
  /** Where it was to be moved to, and could not. */
  readonly wanted: Place | null;
  readonly can: BookingRights;
  readonly now: Local;
  /** Those it can be moved to. */
  readonly vehicles: readonly ScheduleVehicle[];
  /** Books the time after one that goes on, which is not changed any more. */
  readonly onBookOn: (booking: Booking) => void;
  readonly onClose: () => void;
}

/** BOOK-016, BOOK-041: a booking with its whole time; one that has begun, or is somebody else's, is for reading. */
export function EditBooking(props: EditProps): ReactNode {
  const t = useT();
  const query = useQuery(bookingQuery(useSend(), props.id));
  const [isDirty, setDirty] = useState(false);
  // With what was chosen of its row; null: it is not asked about.
  const [deleting, setDeleting] = useState<'one' | 'row' | null>(null);
  const close = useCarefulClose(isDirty, props.onClose);
  const andThen = useAndThen();
  const isEditable = query.data?.can.edit === true;
  const done = (): void => {
    setDirty(false);
    props.onClose();
  };
  return (
    <>
      <Sheet title={t(isEditable ? 'BookingEdit' : 'BookingShow')} closeLabel={t('Close')} isOpen onClose={close}>
        <Loaded query={query} heights={rowsOf(60, 6)} className={styles['form']}>
          {(booking) => (
            <>
              {booking.can.decide && <Decision booking={booking} onDecided={props.onClose} />}
              {booking.can.edit ? (
                <EditForm {...props} booking={booking} onDirty={setDirty} onDelete={setDeleting} onCancel={close} />
              ) : (
                <BookingFacts
                  booking={booking}
                  now={props.now}
                  onDirty={setDirty}
                  onBookOn={() => void mayLeave().then((isYes) => isYes && props.onBookOn(booking))}
                  onDelete={() => setDeleting('one')}
                  onAllDone={done}
                  onClose={close}
                />
              )}
            </>
          )}
        </Loaded>
      </Sheet>
      {deleting && query.data && (
        <DeleteBooking
          booking={query.data}
          beginsWhole={deleting === 'row'}
          andThen={andThen}
          onClose={() => setDeleting(null)}
          onDeleted={done}
        />
      )}
    </>
  );
}

function EditForm(
  props: EditProps & {
    booking: Booking;
    onDirty: (isDirty: boolean) => void;
    onDelete: (what: 'one' | 'row') => void;
    onCancel: () => void;
  },
): ReactNode {
  const { booking, can, now, wanted, onClose } = props;
  const t = useT();
  const [began, setBegan] = useState(booking);
  const [first] = useState(() => formOf(booking, wanted));
  const row = useRow(booking);
  const write = useChange();
  const tell = useTellChanged();
  const andThen = useAndThen();
  const store = (form: BookingForm, isBlind = false): void =>
    andThen(
      write,
      { began, form, isBlind },
      {
        tell: (changed) => {
          const name = props.vehicles.find(({ Imei }) => Imei === form.imei)?.Name ?? booking.unit_name;
          tell({ ...changed, name, span: formSpan(form) });
        },
        close: onClose,
      },
    );
  const draft = useDraftForm<BookingForm>({ first, faultsOf: (form) => formFaults(form, now), write, send: store });
  const isOther = isChangedMeanwhile(write.error);
  const isWhole = draft.form.weeks > 1;
  const isTimed = formSpan(draft.form) !== null;
  const check = useRowCheck(
    useCheck(draft.form, booking.id),
    isWhole && isTimed && row ? rowAfter(began, draft.form, row) : null,
  );
  const why = knownRefusal(check, draft.form, false);
  const { onDirty } = props;
  useEffect(() => onDirty(draft.isUnsaved), [onDirty, draft.isUnsaved]);
  return (
    <form
      ref={draft.place}
      className={styles['form']}
      noValidate
      onSubmit={submitKnowing({ draft, check, why, faults: formFaults(draft.form, now) })}
    >
      <StateLine booking={booking} />
      {/* Of another vehicle that it is moved to the fields say how it was left. */}
      {draft.form.imei === booking.imei && (
        <>
          <StandsAt booking={booking} />
          <HandOverBefore before={booking.hand_over_before} unitName={booking.unit_name} />
        </>
      )}
      <BookingFields
        draft={draft}
        check={check}
        all={props.vehicles}
        can={can}
        now={now}
        vehicles={props.vehicles}
        vehicleName={booking.unit_name}
        driverName={booking.driver_name}
        exceptId={booking.id}
        saved={{ imei: booking.imei, span: spanOf(booking) }}
        failure={isOther ? null : write.error}
        sent={write.variables?.form}
        onRetry={() => store(draft.form)}
      />
      {isOther && (
        <Theirs
          began={began}
          now={booking}
          onTakeTheirs={() => {
            setBegan(booking);
            draft.rebase(formOf(booking, null));
            write.reset();
          }}
          onOverwrite={() => store(draft.form, true)}
        />
      )}
      {/* Asked once there is something to change: of a cancellation it is asked as it is confirmed, and once is enough. */}
      {draft.isDirty && (
        <RowChoice
          legend={t('BookingRowChanged')}
          row={row}
          isWhole={isWhole}
          onChoose={(all) => draft.change({ weeks: all ? (row?.length ?? 1) : 1 })}
        />
      )}
      <div className={styles['foot']}>
        {booking.can.delete && (
          <Button look="quiet" className={styles['remove']} onClick={() => props.onDelete(isWhole ? 'row' : 'one')}>
            {t('BookingDelete')}
          </Button>
        )}
        <Button onClick={props.onCancel}>{t('Close')}</Button>
        <Submit isBusy={write.isPending} why={why}>
          {isWhole ? t('BookingSaveCount', { count: countOf(check, draft.form) }) : t('BookingSave')}
        </Submit>
      </div>
    </form>
  );
}

/** That it waits, and that others follow it. */
function StateLine({ booking }: { booking: Booking }): ReactNode {
  const t = useT();
  return (
    (booking.state === 'requested' || booking.is_repeated) && (
      <div className={styles['line']}>
        {booking.state === 'requested' && <Badge tone="warning">{t('BookingState-requested')}</Badge>}
        {booking.is_repeated && <Repeated text={t('BookingWholeRow', { count: booking.in_row })} />}
      </div>
    )
  );
}

/** ERR-041. */
function Theirs(props: { began: Booking; now: Booking; onTakeTheirs: () => void; onOverwrite: () => void }): ReactNode {
  const { began, now } = props;
  const t = useT();
  const texts = useBookingTexts();
  const { start, end } = spanOf(now);
  const told = {
    imei: [t('BookingVehicle'), now.unit_name],
    start_date: [t('BookingFrom'), texts.span({ start, end: start })],
    end_date: [t('BookingTo'), texts.span({ start: end, end })],
    purpose: [t('BookingPurpose'), now.purpose ?? ''],
    driver_id: [t('BookingDriver'), now.driver_name],
    kind: [t('BookingKind'), t(`BookingKind-${now.kind}`)],
  } as const;
  const changed = differences<object>(wasOf(began), now) as (keyof typeof told)[];
  return (
    <ChangedMeanwhile
      changes={changed.map((field) => ({ label: told[field][0], value: told[field][1] }))}
      onTakeTheirs={props.onTakeTheirs}
      onOverwrite={props.onOverwrite}
    />
  );
}
