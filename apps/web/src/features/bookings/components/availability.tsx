import { useEffect, useRef, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { BookingForm } from '../booking-form.ts';
import { type Span, spanOf } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import { type Check, isOpen, type Occurrence } from '../use-check.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { BookedElsewhere } from './booked-elsewhere.tsx';
import styles from './booking.module.css';

/** BOOK-040, BOOK-050, DEC-26: whether the vehicle is free, who has it, and the nearest free times, each a tap away. */
export function Availability(props: {
  form: BookingForm;
  check: Check;
  /** It is what was saved: free for nobody else. */
  isAsSaved: boolean;
  /** It was sent, and refused for that. */
  isRefused: boolean;
  onTake: (span: Span) => void;
  onSkip: (skip: boolean) => void;
  /** What becomes of those of several that are not to be had. */
  skipLabel: string;
  /** What else there is, below the free times of this one. */
  others: ReactNode;
}): ReactNode {
  const { form, isRefused, onTake } = props;
  const t = useT();
  const user = useUser();
  const format = useFormat();
  const texts = useBookingTexts();
  const { data, isChecking } = props.check;
  // What was free a moment ago is not called free; who has it is told until it is known otherwise.
  if (isChecking && (data?.occurrences.every(isOpen) ?? true))
    // Of what was saved there is nothing to find out, and a line that comes and goes would move the buttons from under a finger.
    return props.isAsSaved ? null : (
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
        <Noticed key={`${takenKey} ${isRefused}`} className={styles['taken']} isTaken>
          <h3>{form.weeks > 1 ? t('BookingConflicts', { taken: taken.length, count: form.weeks }) : titleOf(first)}</h3>
          <ul>
            {taken.flatMap(({ start_date, taken_by, closed }) =>
              form.weeks > 1
                ? [
                    <li key={start_date}>
                      {t('BookingConflictWeek', {
                        day: format.longDay(start_date.slice(0, 10)),
                        names: [
                          ...taken_by.map((each) => `${who(each)} ${texts.clock(spanOf(each), start_date.slice(0, 10))}`),
                          ...(closed ? [t(`${closed}Short`)] : []),
                        ].join(', '),
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
            <CheckBox label={props.skipLabel} checked={form.skipTaken} onChange={props.onSkip} />
          )}
          {first && !isOpen(first) && <FreeTimes free={data.free.map(spanOf)} onTake={onTake} />}
          {first && !isOpen(first) && props.others}
        </Noticed>
      )}
      {first && isOpen(first) && data.overdue.length > 0 && (
        <div>
          {data.overdue.map((plan) => (
            <p key={plan} className={styles['overdue']}>
              <Icon name="alert" size={14} />
              {t(`BookingOverdue-${plan}`)}
            </p>
          ))}
        </div>
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
function Noticed(props: { className: string | undefined; isTaken?: boolean; children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className={cx(styles['noticed'], props.className)} data-taken={props.isTaken}>
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
