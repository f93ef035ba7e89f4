import { addDays, monthOf, weekSpan } from '@spora/calendar/days';
import type { Schedule, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import type { Format } from '@spora/messages/format';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { useSettledText } from '../../lib/use-settled-text.ts';
import { EmptyOrBegin } from '../../ui/begin-unit.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { DayButton } from '../../ui/day-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded, rowsOf } from '../../ui/loaded.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { EditBooking } from './components/edit-booking.tsx';
import { FindVehicle } from './components/find-vehicle.tsx';
import { MonthSheet } from './components/month-sheet.tsx';
import { NewBooking } from './components/new-booking.tsx';
import { PastDays } from './components/past-days.tsx';
import { PastWeek, Removed } from './components/past-week.tsx';
import { PhoneDays } from './components/phone-days.tsx';
import { RequestsBanner, RequestsSheet } from './components/requests.tsx';
import { ScreenMenu } from './components/screen-menu.tsx';
import { WeekGrid } from './components/week-grid.tsx';
import styles from './components/booking.module.css';
import type { Place } from './move-model.ts';
import { weekQuery } from './queries.ts';
import type { BookingPatch, BookingSearch } from './search.ts';
import type { Booked } from './use-tell-booked.ts';
import { dayOf, defaultSpan, later, type Local, type Span, spanOf } from './time-model.ts';
import { weekNumber } from './use-booking-texts.ts';
import { useMoves } from './use-moves.ts';
import { useNow } from './use-now.ts';
import { bookable, oldestWeek, partOf, proposedDay, shownVehicles } from './week-model.ts';

/** A machine whose clock is off by more goes by the server's: what is past is judged there. */
const TRUSTED_SKEW_MS = 60_000;

export interface BookingScreenProps {
  readonly search: BookingSearch;
  readonly onSearch: (patch: BookingPatch) => void;
}

/** BOOK-001, with what the address holds. */
export function BookingPage(): ReactNode {
  return <BookingScreen search={usePageSearch(ADDRESSES.carSchedule)} onSearch={useSearchPatch(ADDRESSES.carSchedule)} />;
}

/** BOOK-002 to BOOK-009: a week of the vehicles, and all that is done with it. */
export function BookingScreen(props: BookingScreenProps): ReactNode {
  const [skewMs, setSkewMs] = useState(0);
  const now = useNow(skewMs);
  const monday = props.search.week ?? weekSpan(dayOf(now)).from;
  const query = useQuery(weekQuery(useSend(), monday));
  const { data, dataUpdatedAt, isPlaceholderData } = query;
  useEffect(() => {
    // What stands in for another week was asked at another time.
    if (isPlaceholderData) return;
    const skew = data ? Date.parse(data.server_time) - dataUpdatedAt : 0;
    setSkewMs(Math.abs(skew) < TRUSTED_SKEW_MS ? 0 : skew);
  }, [data, dataUpdatedAt, isPlaceholderData]);
  return (
    <div className={styles['screen']}>
      {/* A week that cannot be had, as without a network, is no dead end. */}
      {data === undefined && query.error && !query.isFetching && (
        <div className={styles['tools']}>
          <WeekChoice monday={monday} oldest={null} first={null} now={now} onSearch={props.onSearch} />
        </div>
      )}
      <Loaded query={query} heights={rowsOf(72)} className={styles['form']}>
        {(schedule) => <Week {...props} schedule={schedule} monday={monday} now={now} />}
      </Loaded>
    </div>
  );
}

interface Opened {
  readonly vehicle: ScheduleVehicle | null;
  readonly span: Span;
  /** What the one before was for, and who drives: it goes on. */
  readonly before?: { readonly purpose: string; readonly driverId: number | null };
}

function Week(props: BookingScreenProps & { schedule: Schedule; monday: string; now: Local }): ReactNode {
  const { schedule, monday, now, search, onSearch } = props;
  const t = useT();
  const toasts = useToasts();
  const isWide = useMedia('(min-width: 768px)');
  const [started, setStarted] = useState<Opened | null>(null);
  const [wanted, setWanted] = useState<Place | null>(null);
  const all = bookable(schedule.BookingSchedules);
  const vehicles = shownVehicles(schedule.BookingSchedules, search);
  const open = (booking: number, place: Place | null = null): void => {
    setWanted(place);
    onSearch({ booking });
  };
  const start = (vehicle: ScheduleVehicle | null, day: string): void => {
    if (day < dayOf(now)) toasts.show({ text: t('ErrSavePastDateMsg'), tone: 'danger' });
    else setStarted({ vehicle, span: defaultSpan(day, now, vehicle?.Schedule.map(partOf) ?? []) });
  };
  const [made, setMade] = useState<Booked | null>(null);
  /** The week, and on a phone the day, of what was booked, with its vehicle in view. */
  const show = (shownNow: Booked): void => {
    const week = weekSpan(shownNow.day).from;
    const isFound = vehicles.some(({ Imei }) => Imei === shownNow.imei);
    setMade(shownNow);
    onSearch({
      view: undefined,
      week: week === weekSpan(dayOf(now)).from ? undefined : week,
      ...(!isWide && { day: shownNow.day }),
      ...(!isFound && { q: undefined }),
    });
  };
  const [showsUnbooked, setShowsUnbooked] = useState(false);
  const isOver = addDays(monday, 6) < dayOf(now);
  const isFirst = monday <= oldestWeek(schedule.OldestBooking, dayOf(now));
  // Of what is over one asks who had what: the rest is out of the way.
  const booked = vehicles.filter(({ Schedule }) => Schedule.length > 0);
  const isShort = isOver && !showsUnbooked && booked.length > 0 && booked.length < vehicles.length;
  const shown = isShort ? booked : vehicles;
  const isBookingShown = useAfter(search.view);
  const moves = useMoves({ vehicles: shown, now, onTaken: open });
  const list = { booked: made, vehicles: shown, monday, now, onOpen: open, onNew: start };
  const proposed = proposedDay({ monday, today: dayOf(now), chosen: isWide ? null : (search.day ?? null) });
  return (
    <>
      <Tools {...props} all={all} isOver={isOver} onNew={() => start(null, proposed)} />
      <RequestsBanner onShow={() => onSearch({ view: 'requests' })} />
      {isOver && vehicles.length > 0 && (
        <PastWeek
          vehicles={vehicles}
          hidden={isShort ? vehicles.length - booked.length : null}
          onShowAll={() => setShowsUnbooked(true)}
          removed={schedule.removed}
          first={isFirst ? schedule.OldestBooking : null}
        />
      )}
      {!isOver && !isWide && <Removed removed={schedule.removed} />}
      {all.length === 0 ? (
        <EmptyOrBegin text={t('BookingNoneText')}>
          <EmptyState icon="truck" title={t('BookingNone')}>
            {t('BookingNoneText')}
          </EmptyState>
        </EmptyOrBegin>
      ) : vehicles.length === 0 ? (
        <EmptyState
          icon="search"
          title={t('BookingNoMatch')}
          action={<Button onClick={() => onSearch({ q: undefined })}>{t('ClearSearch')}</Button>}
        />
      ) : isWide ? (
        <WeekGrid
          {...list}
          order={search.sort ?? 'name'}
          moves={moves}
          removed={schedule.removed}
          onSort={(sort) => onSearch({ sort: sort === 'name' ? undefined : sort })}
          onChoose={(vehicle, span) => setStarted({ vehicle, span })}
        />
      ) : isShort ? (
        <PastDays vehicles={booked} monday={monday} onOpen={open} />
      ) : (
        <PhoneDays {...list} day={search.day ?? null} onDay={(day) => onSearch({ day })} />
      )}
      {started && (
        <NewBooking
          {...started}
          vehicles={all}
          can={schedule.can}
          needsApproval={schedule.needs_approval}
          now={now}
          onBooked={(one) => {
            setStarted(null);
            // Who booked from the month of their own goes on in it.
            if (search.view !== 'mine') show(one);
          }}
          onClose={() => setStarted(null)}
        />
      )}
      {search.view === 'mine' && (
        <MonthSheet
          now={now}
          can={schedule.can}
          onOpen={open}
          onNew={(day) => start(all.length === 1 ? (all[0] ?? null) : null, day)}
          onClose={() => onSearch({ view: undefined })}
        />
      )}
      {search.view === 'find' && (
        <FindVehicle
          vehicles={all}
          day={proposed}
          now={now}
          needsApproval={schedule.needs_approval}
          onBooked={show}
          onClose={() => onSearch({ view: undefined })}
        />
      )}
      {search.view === 'requests' && <RequestsSheet onClose={() => onSearch({ view: undefined })} />}
      {isBookingShown && search.booking !== undefined && (
        <EditBooking
          key={search.booking}
          id={search.booking}
          wanted={wanted}
          can={schedule.can}
          now={now}
          vehicles={all}
          onBookOn={(booking) => {
            const { end } = spanOf(booking);
            const { purpose, driver_id: driverId } = booking;
            onSearch({ booking: undefined });
            setStarted({
              vehicle: all.find(({ Imei }) => Imei === booking.imei) ?? null,
              span: { start: end, end: later(end, 60) },
              before: { purpose: purpose ?? '', driverId },
            });
          }}
          onClose={() => {
            setWanted(null);
            onSearch({ booking: undefined });
          }}
        />
      )}
    </>
  );
}

/**
 * Whether what lies over the sheet of a view may open. An address opens both at once, and two sheets that open together each shut the other
 * out: neither could be used.
 */
function useAfter(view: BookingSearch['view']): boolean {
  const [opened, setOpened] = useState<BookingSearch['view']>();
  useEffect(() => setOpened(view), [view]);
  return view === undefined || opened === view;
}

/** BOOK-003 to BOOK-005: which week, and which vehicles of it. A phone has one line for each, and what is seldom done in the menu. */
function Tools(
  props: BookingScreenProps & {
    schedule: Schedule;
    all: readonly ScheduleVehicle[];
    monday: string;
    /** Nothing can be booked in that week any more. */
    isOver: boolean;
    now: Local;
    onNew: () => void;
  },
): ReactNode {
  const { schedule, monday, now, search, onSearch } = props;
  const t = useT();
  const isWide = useMedia('(min-width: 768px)');
  const [text, setText] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  const showMine = (): void => onSearch({ view: 'mine' });
  const find = (): void => onSearch({ view: 'find' });
  return (
    <div className={styles['tools']}>
      <WeekChoice
        monday={monday}
        oldest={oldestWeek(schedule.OldestBooking, dayOf(now))}
        first={schedule.OldestBooking}
        now={now}
        onSearch={onSearch}
      />
      <div className={styles['search']} role="search" aria-label={t('CarSchedule')}>
        <SearchField label={t('BookingSearch')} clearLabel={t('ClearSearch')} value={text} onChange={setText} isPageSearch />
      </div>
      <div className={styles['toolsEnd']}>
        {props.all.length > 0 &&
          (isWide ? (
            <>
              <Button onClick={showMine} icon="calendar">
                {t('BookingMine')}
              </Button>
              <Button onClick={find} icon="search">
                {t('BookingFind')}
              </Button>
              <Button look="primary" icon="plus" onClick={props.onNew}>
                {t('BookingNew')}
              </Button>
            </>
          ) : (
            <IconButton look="primary" icon="plus" isWrite label={t('BookingNew')} onClick={props.onNew} />
          ))}
        <ScreenMenu can={schedule.can} vehicles={props.all} onRequests={() => onSearch({ view: 'requests' })} />
      </div>
      {!isWide && props.all.length > 0 && (
        <div className={styles['find']}>
          <Button onClick={showMine} icon="calendar">
            {t('BookingMine')}
          </Button>
          {!props.isOver && (
            <Button onClick={find} icon="truck">
              {t('BookingFind')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** `nov` before another month of the year, else `nov 2026`: two months are to take no more room than one. */
const shortMonth = (format: Format, month: string, before?: string): string =>
  [format.month(month).slice(0, 3), before?.slice(0, 4) === month.slice(0, 4) ? '' : month.slice(0, 4)].filter(Boolean).join(' ');

/** The week that is shown, and the way to others; `oldest` is null where nobody knows it. */
function WeekChoice(props: {
  monday: string;
  oldest: string | null;
  /** The day of the first booking; null before there is one. */
  first: string | null;
  now: Local;
  onSearch: (patch: BookingPatch) => void;
}): ReactNode {
  const { monday, oldest, now, onSearch } = props;
  const t = useT();
  const format = useFormat();
  const current = weekSpan(dayOf(now)).from;
  const go = (week: string): void => onSearch({ week: week === current ? undefined : week, day: undefined });
  const sunday = addDays(monday, 6);
  const [first, last] = [monthOf(monday), monthOf(sunday)];
  const isWide = useMedia('(min-width: 768px)');
  // A phone has one line for it; the year goes without saying while it is this one.
  const only = isWide ? format.month(first) : shortMonth(format, first, dayOf(now));
  const month =
    first === last ? only : `${shortMonth(format, first, last)}–${shortMonth(format, last, isWide ? undefined : dayOf(now))}`;
  const isFirst = oldest !== null && monday <= oldest;
  // A finger does not find out from its tip why a button is shut: it is told when it is pressed.
  const whyShut = useWhyShut(props.first, dayOf(now));
  const toasts = useToasts();
  return (
    <>
      <IconButton
        icon="chevron-left"
        look="plain"
        label={t('BookingPreviousWeek')}
        {...(isFirst && {
          title: whyShut,
          ...(isWide ? { disabled: true } : { 'aria-disabled': true, className: styles['shut'] }),
        })}
        onClick={() => (isFirst ? toasts.show({ text: whyShut, topic: 'first-booking' }) : go(addDays(monday, -7)))}
      />
      <IconButton icon="chevron-right" look="plain" label={t('BookingNextWeek')} onClick={() => go(addDays(monday, 7))} />
      <Button className={styles['today']} disabled={monday === current} onClick={() => go(current)}>
        {t('BookingToday')}
      </Button>
      <DayButton
        label={t('BookingChooseWeek')}
        value={monday}
        {...(oldest !== null && { min: oldest })}
        onChange={(day) => go(weekSpan(day).from)}
        texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
      >
        <span className={styles['title']} aria-live="polite">
          {t('BookingWeekOf', { week: weekNumber(monday), month })}
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
