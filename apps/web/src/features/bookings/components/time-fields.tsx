import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { Times } from '../booking-form.ts';
import { dayOf, type Local, TIMES } from '../time-model.ts';
import type { TimesTold } from '../use-times.ts';
import styles from './booking.module.css';

/** A day and its quarter hours. A time between them, as of a vehicle that was given back, stays in the list. */
function Moment(props: {
  dayLabel: string;
  timeLabel: string;
  day: string;
  time: string;
  min: string;
  error: string | null;
  onDay: (day: string) => void;
  onTime: (time: string) => void;
}): ReactNode {
  const t = useT();
  const times = TIMES.includes(props.time) ? TIMES : [...TIMES, props.time].toSorted();
  return (
    <div className={styles['moment']}>
      <DayField
        label={props.dayLabel}
        value={props.day}
        min={props.min}
        onChange={props.onDay}
        error={props.error}
        texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
      />
      <SelectField label={props.timeLabel} value={props.time} onChange={({ target }) => props.onTime(target.value)}>
        {times.map((time) => (
          <option key={time}>{time}</option>
        ))}
      </SelectField>
    </div>
  );
}

/** BOOK-021, CONST-031: from and to. */
export function TimeFields(props: {
  times: Times;
  now: Local;
  errors: { readonly start: string | null; readonly end: string | null };
  /** Which of them had passed and was put right. */
  told: TimesTold | null;
  onChange: (part: Partial<Times>) => void;
}): ReactNode {
  const { times, now, told, onChange } = props;
  const t = useT();
  const today = dayOf(now);
  return (
    <>
      <Moment
        dayLabel={t('BookingFromDay')}
        timeLabel={t('BookingFromTime')}
        day={times.startDay}
        time={times.startTime}
        min={today}
        error={props.errors.start}
        onDay={(startDay) => onChange({ startDay })}
        onTime={(startTime) => onChange({ startTime })}
      />
      <Told>{told === 'SetToCurrentTime' && t(told)}</Told>
      <Moment
        dayLabel={t('BookingToDay')}
        timeLabel={t('BookingToTime')}
        day={times.endDay}
        time={times.endTime}
        min={today}
        error={props.errors.end}
        onDay={(endDay) => onChange({ endDay })}
        onTime={(endTime) => onChange({ endTime })}
      />
      <Told>{told === 'SetToOneHourAhead' && t(told)}</Told>
    </>
  );
}

/** Beside what was put right; there before it speaks, so that it is heard. */
function Told({ children }: { children: ReactNode }): ReactNode {
  return (
    <p className={styles['told']} role="status">
      {children}
    </p>
  );
}
