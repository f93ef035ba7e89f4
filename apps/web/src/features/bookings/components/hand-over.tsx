import type { Booking } from '@spora/contract/bookings/endpoints';
import { HAND_OVER_NOTE_MAX } from '@spora/contract/bookings/limits';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { oddityOf } from '../../../lib/odometer-oddity.ts';
import { type DraftForm, useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useBookingWrite } from '../queries.ts';
import { Settled } from './booking-fields.tsx';
import styles from './booking.module.css';
import { ReturnPicture } from './return-picture.tsx';

interface HandOverForm {
  readonly note: string;
  readonly odometer: string;
  readonly fuel: string;
  /** An odd odometer was read off once more. */
  readonly isSure: boolean;
}
const numberOf = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.replaceAll(/\s/g, '').replace(',', '.'));
const isWrong = (text: string, max: number): boolean => {
  const number = numberOf(text);
  return number !== null && (Number.isNaN(number) || number < 0 || number > max);
};

/** What is odd about what was read off. Where it may not be told what it should show, it is not below what the one before wrote. */
const oddityIn = (text: string, { known_odometer_km: knownKm, hand_over_before: before }: Booking) =>
  oddityOf(numberOf(text), knownKm, before?.odometer_km ?? null);

interface HandOverDraft {
  readonly draft: DraftForm<HandOverForm>;
  /** Nothing is written, and nothing was: saved, it would tell nobody anything. */
  readonly isEmpty: boolean;
  /** Something is written that is not saved. */
  readonly hasNews: boolean;
  /** Why it was not saved. */
  readonly failure: Error | null;
  readonly isSaving: boolean;
  /** Why the vehicle was not given back. */
  readonly returnFailure: Error | null;
  readonly isReturning: boolean;
  readonly save: (event: FormEvent) => void;
  /** Whether to give the vehicle back is asked once what is written can be saved. */
  readonly askReturn: (event: FormEvent) => void;
  readonly isAsked: boolean;
  readonly forgetReturn: () => void;
  /** Gives the vehicle back, with what is written of how it was left. */
  readonly giveBack: () => void;
}

/** What is written of how the vehicle was left: saved by itself, or with giving it back, after which nothing is left to do. */
export function useHandOver(booking: Booking, onAllDone: () => void): HandOverDraft {
  const t = useT();
  const toasts = useToasts();
  const told = booking.hand_over;
  const params = { id: String(booking.id) };
  const givesBack = useRef(false);
  const [isAsked, setAsked] = useState(false);
  const write = useBookingWrite((send, { form }: { form: HandOverForm; givesBack: boolean }) =>
    call(send, 'bookings.save-hand-over', {
      params,
      body: { note: form.note.trim(), odometer_km: numberOf(form.odometer), fuel_pct: numberOf(form.fuel) },
    }),
  );
  const back = useBookingWrite((send, _: { withHandOver: boolean }) => call(send, 'bookings.return', { params }));
  const leave = (withHandOver: boolean): void =>
    back.mutate(
      { withHandOver },
      {
        onSuccess: () => {
          toasts.show({ text: t(withHandOver ? 'BookingReturnedAndSaved' : 'BookingReturnedNow') });
          if (withHandOver) onAllDone();
        },
      },
    );
  const store = (form: HandOverForm, isLeaving: boolean): void =>
    write.mutate(
      { form, givesBack: isLeaving },
      {
        onSuccess: () => (isLeaving ? leave(true) : void toasts.show({ text: t('BookingHandOverSaved') })),
      },
    );
  const draft = useDraftForm<HandOverForm>({
    first: {
      note: told?.note ?? '',
      odometer: String(told?.odometer_km ?? ''),
      fuel: String(told?.fuel_pct ?? ''),
      isSure: false,
    },
    faultsOf: ({ note, odometer, fuel, isSure }) => ({
      note: note.length > HAND_OVER_NOTE_MAX ? 'NoteLength' : null,
      odometer_km: isWrong(odometer, 9_999_999)
        ? 'InvalidOdometer'
        : isSure || odometer === String(told?.odometer_km ?? '')
          ? null
          : oddityIn(odometer, booking),
      fuel_pct: isWrong(fuel, 100) || !Number.isInteger(numberOf(fuel) ?? 0) ? 'PercentLimits' : null,
    }),
    write,
    send: (form) => (givesBack.current ? setAsked(true) : store(form, false)),
  });
  const { note, odometer, fuel } = draft.form;
  const isEmpty = told === null && [note, odometer, fuel].every((text) => text.trim() === '');
  const hasNews = draft.isUnsaved && !isEmpty;
  return {
    draft,
    isEmpty,
    hasNews,
    failure: write.error,
    isSaving: write.isPending && !write.variables.givesBack,
    returnFailure: back.error,
    isReturning: back.isPending || (write.isPending && write.variables.givesBack),
    save: (event) => {
      givesBack.current = false;
      // Enter in a field sends a form whose button is off.
      if (isEmpty) event.preventDefault();
      else draft.submit(event);
    },
    askReturn: (event) => {
      givesBack.current = true;
      if (hasNews) draft.submit(event);
      else setAsked(true);
    },
    isAsked,
    forgetReturn: () => setAsked(false),
    giveBack: () => {
      setAsked(false);
      if (hasNews) store(draft.form, true);
      else leave(false);
    },
  };
}

/** How the vehicle was left, for whoever drives next. */
export function HandOver({ booking, handOver }: { booking: Booking; handOver: HandOverDraft }): ReactNode {
  const t = useT();
  const format = useFormat();
  const told = booking.hand_over;
  // Days after it is over hardly anybody has come to write one: what is asked for then is what came of it.
  const [isOpen, setOpen] = useState(booking.phase === 'ongoing' || told !== null || booking.has_picture);
  const { form, set, change, errorOf } = handOver.draft;
  const known = booking.known_odometer_km;
  const isOdd = oddityIn(form.odometer, booking) !== null;
  if (!isOpen)
    return (
      <div>
        <Button icon="plus" onClick={() => setOpen(true)}>
          {t('BookingHandOverWrite')}
        </Button>
      </div>
    );
  return (
    <section className={styles['handOver']} aria-labelledby="hand-over">
      <h3 id="hand-over">{t('BookingHandOver')}</h3>
      {told && <p className={styles['soft']}>{t('BookingHandOverBy', { name: told.by_name, time: format.dateTime(told.at) })}</p>}
      {booking.can.hand_over ? (
        <form ref={handOver.draft.place} className={styles['form']} noValidate onSubmit={handOver.save}>
          <p className={styles['soft']}>{t('BookingHandOverText')}</p>
          <TextArea
            label={t('BookingHandOverNote')}
            value={form.note}
            error={errorOf('note')}
            onChange={({ target }) => set('note', target.value)}
          />
          <div className={styles['pair']}>
            <TextField
              label={t('BookingHandOverOdometer')}
              inputMode="decimal"
              value={form.odometer}
              {...(known !== null && {
                help: t(booking.phase === 'past' ? 'BookingOdometerThen' : 'BookingOdometerKnown', {
                  expected: format.km(known * 1000),
                }),
              })}
              error={errorOf('odometer_km')}
              isQuestion={isOdd}
              onChange={({ target }) => change({ odometer: target.value, isSure: false })}
            />
            <TextField
              label={t('BookingHandOverFuel')}
              inputMode="numeric"
              value={form.fuel}
              error={errorOf('fuel_pct')}
              onChange={({ target }) => set('fuel', target.value)}
            />
          </div>
          {isOdd && (form.isSure || errorOf('odometer_km')) && (
            <SureBox isSure={form.isSure} onChange={(isSure) => set('isSure', isSure)} />
          )}
          <FailureBanner failure={handOver.failure} ownFields={['note', 'odometer_km', 'fuel_pct']} onRetry="submit" />
          <Button type="submit" isBusy={handOver.isSaving} disabled={handOver.isEmpty}>
            {t(booking.can.return ? 'BookingHandOverSaveOnly' : 'BookingHandOverSave')}
          </Button>
        </form>
      ) : (
        told && (
          <>
            {told.note !== '' && <p>{told.note}</p>}
            {told.odometer_km !== null && (
              <Settled label={t('BookingHandOverOdometer')} value={format.number(told.odometer_km)} />
            )}
            {told.fuel_pct !== null && <Settled label={t('BookingHandOverFuel')} value={format.number(told.fuel_pct)} />}
          </>
        )
      )}
      <ReturnPicture booking={booking} />
    </section>
  );
}

/** Comes into view when it is asked: on a phone the buttons at the foot would lie over it. */
function SureBox(props: { isSure: boolean; onChange: (isSure: boolean) => void }): ReactNode {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={box}>
      <CheckBox label={t('BookingOdometerSure')} checked={props.isSure} onChange={props.onChange} />
    </div>
  );
}
