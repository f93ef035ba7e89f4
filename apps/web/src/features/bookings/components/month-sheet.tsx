import { monthAfter, monthOf } from '@spora/calendar/days';
import type { Schedule } from '@spora/contract/bookings/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { callFile } from '../../../lib/call.ts';
import { saveAnswer } from '../../../lib/download.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { cx } from '../../../ui/cx.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { monthQuery } from '../queries.ts';
import { dayOf, type Local } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import {
  cellOf,
  dayOfMonth,
  monthDays,
  type MonthDay,
  type MonthItem,
  monthItems,
  oldestMonth,
  outcomeOf,
} from '../week-model.ts';
import { OUTCOME_ICONS } from './booking-chip.tsx';
import type { BookingRights } from './booking-fields.tsx';
import { MonthList } from './month-list.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { type Scale, ScaleSwitch } from './scale-switch.tsx';
import styles from './month.module.css';

/** Two years ahead is the furthest that anybody books. */
const MONTHS_AHEAD = 24;

/** BOOK-010 to BOOK-015, CONST-030, DEC-28: a month of one's own bookings; administrators see all, if they want to. */
export function MonthSheet(props: {
  now: Local;
  can: BookingRights;
  /** It is looked at as a day and a week are: administrators begin with everybody's. */
  isOfAll: boolean;
  /** That is shown first. */
  first: string;
  /** The day that was looked at before. */
  day: string;
  onScale: (scale: Scale, day: string) => void;
  onOpen: (bookingId: number) => void;
  onNew: (day: string) => void;
  onClose: () => void;
}): ReactNode {
  const { now, can } = props;
  const t = useT();
  const format = useFormat();
  const today = dayOf(now);
  const [month, setMonth] = useState(props.first);
  const [isOnlyMine, setOnlyMine] = useState(!props.isOfAll);
  const isWide = useMedia('(min-width: 768px)');
  const query = useQuery(monthQuery(useSend(), month, can.administer && isOnlyMine));
  // What is to come does not end with the month: on a phone, where one reads on, the next one follows.
  const next = !isWide && month === monthOf(today) ? monthAfter(month, 1) : null;
  const following = useQuery({ ...monthQuery(useSend(), next ?? month, can.administer && isOnlyMine), enabled: next !== null });
  const oldest = oldestMonth(query.data?.OldestBooking ?? null, today);
  return (
    <Sheet
      title={t(can.administer && !isOnlyMine ? 'BookingEverybodys' : 'BookingMine')}
      closeLabel={t('Close')}
      isOpen
      isWhole
      onClose={props.onClose}
    >
      <div className={styles['month']}>
        <div className={styles['tools']}>
          {props.isOfAll && isWide && (
            <ScaleSwitch scale="month" onChange={(scale) => props.onScale(scale, dayOfMonth(month, props.day, today))} />
          )}
          <MonthChoice month={month} oldest={oldest} today={today} onMonth={setMonth} />
          {can.administer && <Switch label={t('BookingMonthOnlyMine')} isOn={isOnlyMine} onChange={setOnlyMine} />}
          {/* The list of a phone has its own. */}
          {isWide && month >= monthOf(today) && (
            <Button look="primary" icon="plus" onClick={() => props.onNew(dayOfMonth(month, today, today))}>
              {t('BookingNew')}
            </Button>
          )}
        </div>
        {month <= oldest && query.data && query.data.OldestBooking !== null && query.data.OldestBooking <= today && (
          <p className={styles['oldest']}>{t('BookingNoOlder', { day: format.longDay(query.data.OldestBooking) })}</p>
        )}
        <Loaded query={query} heights={[420]}>
          {(schedule) =>
            isWide ? (
              <MonthGrid {...props} schedule={schedule} month={month} today={today} />
            ) : (
              <MonthList
                {...props}
                schedule={schedule}
                month={month}
                today={today}
                next={next && following.data ? { month: next, schedule: following.data } : null}
              />
            )
          }
        </Loaded>
        <div className={styles['ends']}>
          <MonthFile month={month} isOnlyMine={isOnlyMine} />
          <Button onClick={props.onClose}>{t('Close')}</Button>
        </div>
      </div>
    </Sheet>
  );
}

function MonthChoice(props: { month: string; oldest: string; today: string; onMonth: (month: string) => void }): ReactNode {
  const { month, oldest, onMonth } = props;
  const t = useT();
  const format = useFormat();
  const furthest = monthAfter(monthOf(props.today), MONTHS_AHEAD);
  const last = furthest < month ? month : furthest;
  const months: string[] = [];
  for (let each = oldest < month ? oldest : month; each <= last; each = monthAfter(each, 1)) months.push(each);
  return (
    <div className={styles['choice']}>
      <IconButton
        icon="chevron-left"
        look="plain"
        label={t('PreviousMonth')}
        disabled={month <= oldest}
        onClick={() => onMonth(monthAfter(month, -1))}
      />
      <IconButton icon="chevron-right" look="plain" label={t('NextMonth')} onClick={() => onMonth(monthAfter(month, 1))} />
      <SelectField label={t('BookingMonth')} value={month} onChange={({ target }) => onMonth(target.value)}>
        {months.map((each) => (
          <option key={each} value={each}>
            {format.month(each)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function MonthGrid(props: {
  schedule: Schedule;
  month: string;
  today: string;
  onOpen: (bookingId: number) => void;
  onNew: (day: string) => void;
}): ReactNode {
  const { month, today } = props;
  const t = useT();
  const format = useFormat();
  const table = useRef<HTMLTableElement>(null);
  const days = monthDays(month, today);
  const items = monthItems(props.schedule.BookingSchedules);
  const start = days.findIndex(({ day }) => day === (monthOf(today) === month ? today : `${month}-01`));
  const [active, setActive] = useState<number | null>(null);
  const held = active ?? start;
  // What is to come is what most look for: this week is in sight with the one after it, where both fit.
  const weekOfToday = days.findIndex(({ isToday, isInMonth }) => isToday && isInMonth);
  useEffect(() => {
    const row = weekOfToday < 0 ? null : table.current?.querySelector('[data-today="true"]')?.closest('tr');
    for (const shown of [row?.nextElementSibling, row]) shown?.scrollIntoView({ block: 'nearest' });
  }, [weekOfToday]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 }[event.key];
    const cell = (event.target as Element).closest('[data-day]');
    if (step === undefined || !cell || !table.current?.contains(cell)) return;
    const to = Math.max(0, Math.min(days.length - 1, Number(cell.getAttribute('data-day')) + step));
    event.preventDefault();
    setActive(to);
    table.current.querySelector<HTMLElement>(`[data-day="${to}"] [data-new]`)?.focus();
  };
  return (
    <table
      ref={table}
      className={styles['grid']}
      aria-label={t('BookingMonthGrid', { month: format.month(month) })}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          {days.slice(0, 7).map(({ day }) => (
            <th key={day} scope="col">
              {format.weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: 6 }, (_, week) => (
          <tr key={week} data-bare={days.slice(week * 7, week * 7 + 7).every(({ day, isPast }) => isPast && !items.has(day))}>
            {days.slice(week * 7, week * 7 + 7).map((day, column) => (
              <Day
                key={day.day}
                index={week * 7 + column}
                day={day}
                items={items.get(day.day) ?? []}
                isHeld={held === week * 7 + column}
                onOpen={props.onOpen}
                onNew={props.onNew}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** BOOK-011, BOOK-014: a day and its first two bookings; pressed anywhere else it starts a new one. */
function Day(props: {
  index: number;
  day: MonthDay;
  items: readonly MonthItem[];
  isHeld: boolean;
  onOpen: (bookingId: number) => void;
  onNew: (day: string) => void;
}): ReactNode {
  const { day, items } = props;
  const t = useT();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const { shown, more } = cellOf(items);
  const listed = (isWhole ? items : shown) as readonly MonthItem[];
  return (
    <td
      className={cx(styles['day'], !day.isInMonth && styles['outside'])}
      data-day={props.index}
      data-weekend={day.isWeekend}
      data-past={day.isPast}
      data-today={day.isToday}
      onClick={(event) => !(event.target as Element).closest('[data-inner]') && props.onNew(day.day)}
    >
      <button
        type="button"
        className={styles['number']}
        data-new=""
        tabIndex={props.isHeld ? 0 : -1}
        aria-current={day.isToday ? 'date' : undefined}
        aria-label={t('BookingMonthDay', { day: format.longDay(day.day), count: items.length })}
      >
        {Number(day.day.slice(8))}
      </button>
      <div className={cx(styles['items'], isWhole && styles['whole'])}>
        {listed.map((item) => (
          <MonthChip key={`${item.booking_id} ${item.imei}`} item={item} onOpen={props.onOpen} />
        ))}
      </div>
      {more > 0 && !isWhole && (
        <button
          type="button"
          data-inner=""
          className={styles['more']}
          onClick={() => setWhole(true)}
          onPointerEnter={(event) => event.pointerType === 'mouse' && setWhole(true)}
        >
          {t('BookingMoreOf', { count: more })}
        </button>
      )}
    </td>
  );
}

function MonthChip(props: { item: MonthItem; onOpen: (bookingId: number) => void }): ReactNode {
  const { item } = props;
  const t = useT();
  const texts = useBookingTexts();
  const outcome = outcomeOf(item);
  const what = texts.isOwn(item) ? item.purpose : texts.who(item);
  return (
    <button
      type="button"
      data-inner=""
      className={styles['chip']}
      data-own={texts.isOwn(item)}
      data-state={item.state}
      data-kind={item.kind}
      title={[item.vehicle, texts.who(item), item.is_repeated ? t('BookingRepeats') : ''].filter(Boolean).join('\n')}
      onClick={() => props.onOpen(item.booking_id)}
    >
      <strong className={styles['chipMore']}>{item.vehicle || item.plate}</strong> <Unbroken>{texts.part(item)}</Unbroken>
      {item.is_repeated && (
        <>
          {' '}
          <Icon name="repeat" size={12} />
          <span className="visually-hidden">{t('BookingRepeats')}</span>
        </>
      )}
      {item.vehicle !== '' && (
        <>
          {' '}
          <span className="unbroken">{item.plate}</span>
        </>
      )}
      {/* As its description says. */}
      {what && (
        <span className={styles['chipMore']} aria-hidden="true">
          {what}
        </span>
      )}
      {outcome && (
        <span className={styles['chipMore']}>
          {' '}
          <Icon name={OUTCOME_ICONS[outcome]} size={12} /> {texts.outcome(item)}
        </span>
      )}
      {item.state === 'requested' && <span className="visually-hidden">{t('BookingState-requested')}</span>}
    </button>
  );
}

/** BOOK-046: what is shown of the month. */
function MonthFile({ month, isOnlyMine }: { month: string; isOnlyMine: boolean }): ReactNode {
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const errors = useErrorText();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const save = (): void => {
    setBusy(true);
    callFile(send, 'bookings.export', { query: { month, Imeis: '', ...(isOnlyMine ? { only_mine: 'true' } : {}) } })
      .then((answer) => saveAnswer(answer, `${t('BookingFileName')}-${month}.csv`))
      .catch((failure: unknown) => toasts.show({ text: errors.text(failure), tone: 'danger' }))
      .finally(() => setBusy(false));
  };
  return (
    <Button icon="download" isBusy={isBusy} onClick={save}>
      {t('BookingMonthFile', { month: format.month(month) })}
    </Button>
  );
}
