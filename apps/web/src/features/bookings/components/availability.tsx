import type { Booking } from '@spora/contract/bookings/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type BookingForm, formSpan } from '../booking-form.ts';
import { type Span, spanOf, toCall } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { BookedElsewhere } from './booked-elsewhere.tsx';
import styles from './booking.module.css';

const WAIT_MS = 250;

type Occurrence = DataOf<'bookings.check'>['occurrences'][number];
/** Nobody has the vehicle, and one may drive then. */
export const isOpen = ({ taken_by, closed }: Occurrence): boolean => taken_by.length === 0 && closed === null;

/** Asked once somebody has stopped choosing. */
function useSettled<Value>(value: Value, key: string): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT_MS);
    return () => clearTimeout(timer);
    // The key says what the value holds; the value itself is a new one on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason above
  }, [key]);
  return settled;
}

/**
 * What stands in the way of what the form says; no data where it says no time yet. `isChecking`: the answer to just that is not there yet.
 * `before`: how its vehicle was left last.
 */
export function useCheck(form: BookingForm, exceptId: number | null) {
  const send = useSend();
  const span = formSpan(form);
  const isAskable = form.imei !== '' && span !== null && span.start < span.end;
  const asked = isAskable
    ? {
        imei: form.imei,
        start_date: toCall(span.start),
        end_date: toCall(span.end),
        driver_id: form.kind === 'drive' ? form.driverId : null,
        kind: form.kind,
        weeks: form.weeks,
        except_id: exceptId === null ? null : String(exceptId),
      }
    : null;
  const settled = useSettled(asked, JSON.stringify(asked));
  const { data, isFetching } = useQuery({
    ...endpointQuery(send, 'bookings.check', {
      body: settled ?? { imei: '', start_date: '', end_date: '' },
    }),
    enabled: settled !== null && asked !== null,
    staleTime: 0,
    retry: false,
  });
  const [told, setTold] = useState<{ imei: string; before: Booking['hand_over_before'] } | null>(null);
  if (data && settled && told?.before !== data.hand_over_before) setTold({ imei: settled.imei, before: data.hand_over_before });
  // How the vehicle was left stays in sight while another time of it is asked about.
  const before = told?.imei === form.imei ? told.before : null;
  if (asked === null) return { data: undefined, before, isChecking: false };
  const isSettled = JSON.stringify(settled) === JSON.stringify(asked);
  return isSettled ? { data, before, isChecking: isFetching } : { data: undefined, before, isChecking: true };
}

/** BOOK-040, BOOK-050, DEC-26: whether the vehicle is free, who has it, and the nearest free times, each a tap away. */
export function Availability(props: {
  form: BookingForm;
  check: ReturnType<typeof useCheck>;
  /** It is what was saved: free for nobody else. */
  isAsSaved: boolean;
  /** It was sent, and refused for that. */
  isRefused: boolean;
  onTake: (span: Span) => void;
  onSkip: (skip: boolean) => void;
}): ReactNode {
  const { form, isRefused, onTake } = props;
  const t = useT();
  const user = useUser();
  const format = useFormat();
  const texts = useBookingTexts();
  const { data, isChecking } = props.check;
  // What was free a moment ago is not called free; who has it is told until it is known otherwise.
  if (isChecking && (data?.occurrences.every(isOpen) ?? true))
    return (
      <div className={styles['availability']} aria-live="polite">
        <p className={styles['checking']}>{t('BookingChecking')}</p>
      </div>
    );
  if (!data) return null;
  const taken = data.occurrences.filter((each) => !isOpen(each));
  const first = data.occurrences[0];
  const takenKey = taken.map(({ start_date }) => start_date).join(' ');
  const who = ({ driver_name, is_own, kind }: Occurrence['taken_by'][number]): string =>
    is_own ? t('BookingTakenByYou') : kind === 'drive' ? driver_name : t(`BookingKind-${kind}`);
  const titleOf = (only: Occurrence | undefined): string =>
    only?.closed ? t(only.closed) : t(isRefused ? 'AlreadyBooked' : 'BookingTakenTitle');
  const elsewhere = data.driver_elsewhere;
  const well = taken.length === 0 && !props.isAsSaved && (
    <Free weeks={form.weeks} isInUse={data.in_use_now && form.kind === 'drive'} />
  );
  return (
    <div className={styles['availability']} aria-live="polite">
      {taken.length > 0 && (
        <Noticed key={`${takenKey} ${isRefused}`} className={styles['taken']}>
          <h3>{form.weeks > 1 ? t('BookingConflicts', { taken: taken.length, count: form.weeks }) : titleOf(first)}</h3>
          <ul>
            {taken.flatMap(({ start_date, taken_by, closed }) =>
              form.weeks > 1
                ? [
                    <li key={start_date}>
                      {t('BookingConflictWeek', {
                        day: format.longDay(start_date.slice(0, 10)),
                        names: [...taken_by.map(who), ...(closed ? [t(`${closed}Short`)] : [])].join(', '),
                      })}
                    </li>,
                  ]
                : taken_by.map((each) => (
                    <li key={each.start_date}>
                      <Unbroken>{t('BookingTakenBy', { name: who(each), time: texts.span(spanOf(each)) })}</Unbroken>
                    </li>
                  )),
            )}
          </ul>
          {form.weeks > 1 && taken.length < form.weeks && (
            <CheckBox label={t('BookingSkipTaken')} checked={form.skipTaken} onChange={props.onSkip} />
          )}
          {first && !isOpen(first) && <FreeTimes free={data.free.map(spanOf)} onTake={onTake} />}
        </Noticed>
      )}
      {/* What warns stands before what is well, and both come into view. */}
      {elsewhere.length > 0 ? (
        <Noticed
          key={elsewhere.map(({ unit_name, start_date }) => unit_name + start_date).join(' ')}
          className={styles['availability']}
        >
          <BookedElsewhere
            text={t(form.driverId === user.ID ? 'BookingYouElsewhere' : 'BookingDriverElsewhere')}
            bookings={elsewhere}
          />
          {well}
        </Noticed>
      ) : (
        well
      )}
    </div>
  );
}

/** What is to be thought of comes into view: on a phone it stands below the fold, and the form looks as if nothing were wrong. */
function Noticed(props: { className: string | undefined; children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className={cx(styles['noticed'], props.className)}>
      {props.children}
    </div>
  );
}

/** Nobody has booked it; what somebody uses just now is not called free. */
function Free({ weeks, isInUse }: { weeks: number; isInUse: boolean }): ReactNode {
  const t = useT();
  if (isInUse)
    return (
      <Noticed className={styles['inUse']}>
        <Icon name="alert" size={16} />
        <p>{t('BookingFreeInUse', { count: weeks })}</p>
      </Noticed>
    );
  return <p className={styles['free']}>{weeks > 1 ? t('BookingAllFree', { count: weeks }) : t('BookingIsFree')}</p>;
}

function FreeTimes({ free, onTake }: { free: readonly Span[]; onTake: (span: Span) => void }): ReactNode {
  const t = useT();
  const texts = useBookingTexts();
  if (free.length === 0) return <p>{t('BookingFreeNone')}</p>;
  return (
    <div className={styles['freeTimes']} role="group" aria-label={t('BookingFreeTitle')}>
      <span>{t('BookingFreeTitle')}</span>
      {free.map((span) => (
        <Button key={span.start} isSmall onClick={() => onTake(span)}>
          {texts.span(span)}
        </Button>
      ))}
    </div>
  );
}
