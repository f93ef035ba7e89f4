import { addDays, monthOf, weekSpan } from '@spora/calendar/days';
import type { Schedule, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useT } from '../../lib/i18n.tsx';
import { usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { useSettledText } from '../../lib/use-settled-text.ts';
import { EmptyOrBegin } from '../../ui/begin-unit.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded, rowsOf } from '../../ui/loaded.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { DayGrid } from './components/day-grid.tsx';
import { EditBooking } from './components/edit-booking.tsx';
import { FindVehicle } from './components/find-vehicle.tsx';
import { MonthSheet } from './components/month-sheet.tsx';
import { NewBooking } from './components/new-booking.tsx';
import { NothingToBook } from './components/nothing-to-book.tsx';
import { PastDays } from './components/past-days.tsx';
import { PastWeek, Removed } from './components/past-week.tsx';
import { PhoneDays } from './components/phone-days.tsx';
import { RequestsBanner, RequestsSheet } from './components/requests.tsx';
import { ScreenMenu } from './components/screen-menu.tsx';
import { type Scale, ScaleSwitch } from './components/scale-switch.tsx';
import { WeekChoice } from './components/week-choice.tsx';
import { WeekGrid } from './components/week-grid.tsx';
import styles from './components/booking.module.css';
import type { Place } from './move-model.ts';
import { weekQuery } from './queries.ts';
import type { BookingPatch, BookingSearch, VehicleOrder } from './search.ts';
import type { Booked } from './use-tell-booked.ts';
import { dayOf, defaultSpan, later, type Local, type Span, spanOf } from './time-model.ts';
import { useMoves } from './use-moves.ts';
import { useNow } from './use-now.ts';
import { bookable, lookedMonth, oldestWeek, partOf, proposedDay, shownDay, shownVehicles } from './week-model.ts';

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
          <WeekChoice monday={monday} day={null} oldest={null} first={null} now={now} onSearch={props.onSearch} />
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
  /** A phone always shows a day. */
  const isOfDay = !isWide || search.scale === 'day';
  /** What the address holds of the week of a day: nothing of this one. */
  const weekSearch = (of: string): BookingPatch => {
    const week = weekSpan(of).from;
    return { week: week === weekSpan(dayOf(now)).from ? undefined : week };
  };
  const [made, setMade] = useState<Booked | null>(null);
  /** The week, and on a phone the day, of what was booked, with its vehicle in view. */
  const show = (shownNow: Booked): void => {
    const isFound = vehicles.some(({ Imei }) => Imei === shownNow.imei);
    setMade(shownNow);
    onSearch({
      view: undefined,
      ...weekSearch(shownNow.day),
      ...(isOfDay && { day: shownNow.day }),
      ...(!isFound && { q: undefined }),
    });
  };
  /** The day whose head in the week was pressed. */
  const [fromHead, setFromHead] = useState<string | null>(null);
  const [showsUnbooked, setShowsUnbooked] = useState(false);
  const isOver = addDays(monday, 6) < dayOf(now);
  const isFirst = monday <= oldestWeek(schedule.OldestBooking, dayOf(now));
  // Of what is over one asks who had what: the rest is out of the way.
  const booked = vehicles.filter(({ Schedule }) => Schedule.length > 0);
  const isShort = isOver && !showsUnbooked && booked.length > 0 && booked.length < vehicles.length;
  const shown = isShort ? booked : vehicles;
  const isMonth = search.view === 'mine' || search.view === 'month';
  const isBookingShown = useAfter(search.view);
  const moves = useMoves({ vehicles: shown, now, onRefused: open });
  const list = { booked: made, vehicles: shown, monday, now, onOpen: open, onNew: start };
  const proposed = proposedDay({ monday, today: dayOf(now), chosen: isOfDay ? (search.day ?? null) : null });
  const day = shownDay({ monday, today: dayOf(now), chosen: search.day ?? null });
  const looked = lookedMonth({ monday, today: dayOf(now), chosen: isOfDay ? day : null });
  const order = search.sort ?? 'name';
  const sort = (next: VehicleOrder): void => onSearch({ sort: next === 'name' ? undefined : next });
  const choose = (vehicle: ScheduleVehicle, span: Span): void => setStarted({ vehicle, span });
  return (
    <>
      <Tools
        {...props}
        day={isWide && isOfDay ? day : null}
        proposed={proposed}
        all={all}
        isOver={isOver}
        onNew={() => start(null, proposed)}
      />
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
          <NothingToBook />
        </EmptyOrBegin>
      ) : vehicles.length === 0 ? (
        <EmptyState
          icon="search"
          title={t('BookingNoMatch')}
          action={<Button onClick={() => onSearch({ q: undefined })}>{t('ClearSearch')}</Button>}
        />
      ) : isWide && isOfDay ? (
        <DayGrid
          key={day}
          {...list}
          day={day}
          takesFocus={fromHead === day}
          order={order}
          moves={moves}
          onSort={sort}
          onChoose={choose}
        />
      ) : isWide ? (
        <WeekGrid
          {...list}
          order={order}
          moves={moves}
          removed={schedule.removed}
          onSort={sort}
          onDay={(of) => {
            setFromHead(of);
            onSearch({ scale: 'day', day: of });
          }}
          onChoose={choose}
        />
      ) : isShort ? (
        <PastDays vehicles={booked} monday={monday} onOpen={open} />
      ) : (
        <PhoneDays {...list} day={day} onDay={(of) => onSearch({ day: of })} />
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
            // Who booked from a month goes on in it.
            if (!isMonth) show(one);
          }}
          onClose={() => setStarted(null)}
        />
      )}
      {isMonth && (
        <MonthSheet
          key={search.view}
          isOfAll={search.view === 'month'}
          first={search.view === 'month' ? looked : monthOf(dayOf(now))}
          day={day}
          onScale={(scale, of) => onSearch({ view: undefined, ...weekSearch(of), ...scaleSearch(scale, of) })}
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

/** What the address holds of a day by hours, or of a week. */
const scaleSearch = (scale: Scale, day: string): BookingPatch =>
  scale === 'day' ? { scale: 'day', day } : { scale: undefined, day: undefined };

/** BOOK-003 to BOOK-005: which week, and which vehicles of it. A phone has one line for each, and what is seldom done in the menu. */
function Tools(
  props: BookingScreenProps & {
    schedule: Schedule;
    all: readonly ScheduleVehicle[];
    monday: string;
    /** That is shown hour by hour; null: a week is shown. */
    day: string | null;
    /** The day that is shown where the scale is changed. */
    proposed: string;
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
        day={props.day}
        oldest={oldestWeek(schedule.OldestBooking, dayOf(now))}
        first={schedule.OldestBooking}
        now={now}
        onSearch={onSearch}
      />
      {isWide && (
        <ScaleSwitch
          scale={props.day === null ? 'week' : 'day'}
          onChange={(scale) => onSearch(scale === 'month' ? { view: 'month' } : scaleSearch(scale, props.proposed))}
        />
      )}
      <div className={styles['search']} role="search" aria-label={t('CarSchedule')}>
        <SearchField
          label={t('BookingSearch')}
          hint={t('BookingSearchShort')}
          clearLabel={t('ClearSearch')}
          value={text}
          onChange={setText}
          isPageSearch
        />
      </div>
      <div className={styles['toolsEnd']}>
        {props.all.length > 0 &&
          (isWide ? (
            <>
              <Button onClick={showMine}>{t('BookingMine')}</Button>
              <Button onClick={find}>{t('BookingFind')}</Button>
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
