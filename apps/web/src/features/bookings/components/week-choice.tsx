import { addDays, monthOf, weekNumber, weekSpan } from '@spora/calendar/days';
import type { Format } from '@spora/messages/format';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { DayButton } from '../../../ui/day-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import type { BookingPatch } from '../search.ts';
import { dayOf, type Local } from '../time-model.ts';
import styles from './booking.module.css';

/** `nov` before another month of the year, else `nov 2026`: two months are to take no more room than one. */
const shortMonth = (format: Format, month: string, before?: string): string =>
  [format.month(month).slice(0, 3), before?.slice(0, 4) === month.slice(0, 4) ? '' : month.slice(0, 4)].filter(Boolean).join(' ');

/** The week that is shown, or the day of it, and the way to others; `oldest` is null where nobody knows it. */
export function WeekChoice(props: {
  monday: string;
  /** Null: a week is shown. */
  day: string | null;
  oldest: string | null;
  /** The day of the first booking; null before there is one. */
  first: string | null;
  now: Local;
  onSearch: (patch: BookingPatch) => void;
}): ReactNode {
  const { monday, day, oldest, now, onSearch } = props;
  const t = useT();
  const format = useFormat();
  const today = dayOf(now);
  const current = weekSpan(today).from;
  const go = (to: string): void => {
    const week = weekSpan(to).from;
    onSearch({ week: week === current ? undefined : week, day: day === null ? undefined : to });
  };
  const [shown, step] = day === null ? [monday, 7] : [day, 1];
  const sunday = addDays(monday, 6);
  const [first, last] = [monthOf(monday), monthOf(sunday)];
  const isWide = useMedia('(min-width: 768px)');
  // A phone has one line for it; the year goes without saying while it is this one.
  const only = isWide ? format.month(first) : shortMonth(format, first, dayOf(now));
  const month =
    first === last ? only : `${shortMonth(format, first, last)}–${shortMonth(format, last, isWide ? undefined : dayOf(now))}`;
  const isFirst = oldest !== null && shown <= oldest;
  // A finger does not find out from its tip why a button is shut: it is told when it is pressed.
  const whyShut = useWhyShut(props.first, today);
  const toasts = useToasts();
  return (
    <>
      <IconButton
        icon="chevron-left"
        look="plain"
        label={t(day === null ? 'BookingPreviousWeek' : 'BookingPreviousDay')}
        {...(isFirst && {
          title: whyShut,
          ...(isWide ? { disabled: true } : { 'aria-disabled': true, className: styles['shut'] }),
        })}
        onClick={() => (isFirst ? toasts.show({ text: whyShut, topic: 'first-booking' }) : go(addDays(shown, -step)))}
      />
      <IconButton
        icon="chevron-right"
        look="plain"
        label={t(day === null ? 'BookingNextWeek' : 'BookingNextDay')}
        onClick={() => go(addDays(shown, step))}
      />
      <Button className={styles['today']} disabled={shown === (day === null ? current : today)} onClick={() => go(today)}>
        {t('BookingToday')}
      </Button>
      <DayButton
        label={t(day === null ? 'BookingChooseWeek' : 'BookingChooseDay')}
        value={shown}
        {...(oldest !== null && { min: oldest })}
        onChange={go}
        isOfWeeks={day === null}
        texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
      >
        <span className={styles['title']} aria-live="polite">
          {day === null ? t('BookingWeekOf', { week: weekNumber(monday), month }) : format.longDay(day)}
        </span>
      </DayButton>
    </>
  );
}

/** Why there is no week before this one. */
function useWhyShut(first: string | null, today: string): string {
  const t = useT();
  const format = useFormat();
  return first !== null && first <= today ? t('BookingNoOlder', { day: format.longDay(first) }) : t('BookingNoneYet');
}
