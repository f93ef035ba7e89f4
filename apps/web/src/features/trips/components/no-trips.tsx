import { addDays, monthAfter, monthOf, monthSpan } from '@spora/calendar/days';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  earliestStart,
  filterCount,
  filterOf,
  hasFilters,
  NO_FILTERS,
  ownTrips,
  type TripSearch,
  type Whose,
} from '../public/trip-search.ts';
import { tripsQuery } from '../queries.ts';

/** Of more days somebody looks for a month, of fewer for a day. */
const DAYS_MAX = 7;

export interface NoTripsProps {
  readonly search: TripSearch;
  readonly onSearch: (patch: Partial<TripSearch>) => void;
  readonly whose: Whose | null;
  /** What was asked. */
  readonly filter: Pick<ReturnType<typeof filterOf>, 'from' | 'to'>;
  /** How many trips are under way. */
  readonly ongoing: number;
  /** What a search or a filter leaves out; null: the period has no trips at all. */
  readonly hidden: { readonly title: string; readonly text: string } | null;
  readonly title: string;
  /** What is shown is still that of another search: of this one nobody knows yet whether it has trips. */
  readonly isOld: boolean;
  /** One may see units. */
  readonly hasUnits: boolean;
  /** Where an account without units begins; null where somebody may not. */
  readonly begin: ReactNode;
}

/** A log without trips: why, and the way to those that there are (NFR-010, TRIP-015). */
export function NoTrips(props: NoTripsProps): ReactNode {
  const { search, onSearch, whose, hidden, begin } = props;
  const t = useT();
  const user = useUser();
  const noTrips = useNoTripsText(props);
  const elsewhere = useElsewhere(props);
  // Who has been given no unit has no trips of anybody to see either.
  if (!props.hasUnits)
    return (
      <EmptyState icon="plus" title={t('NoUnitsTitle')} action={begin}>
        {user.IsAdmin ? t('NoUnitsText') : t('EmptyMapUser', { account: user.AccountName })}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="log"
      title={hidden?.title ?? props.title}
      action={
        <>
          {elsewhere}
          {whose === 'mine' && <Button onClick={() => onSearch({ whose: 'all' })}>{t('ShowEveryones')}</Button>}
          {search.q && <Button onClick={() => onSearch({ q: undefined, page: undefined })}>{t('ClearSearch')}</Button>}
          {hasFilters({ ...search, q: undefined }) && <Button onClick={() => onSearch(NO_FILTERS)}>{t('ClearFilters')}</Button>}
        </>
      }
    >
      {hidden?.text ?? noTrips}
    </EmptyState>
  );
}

function useNoTripsText({ search, whose, filter, ongoing }: NoTripsProps): string {
  const t = useT();
  const today = useFormat().day(useNow());
  if (hasFilters(search)) return t('NoTripsText');
  if (ongoing > 0 && filter.to >= today) return t('NoTripsOngoing', { count: ongoing });
  return t(whose === 'mine' ? 'NoTripsOwn' : 'NoTripsAtAll');
}

/** Where the last trips before the period are, of one unit too: of a few days the last day that was driven, of more its month. */
function useElsewhere({ search, onSearch, whose, filter, hasUnits, isOld }: NoTripsProps): ReactNode {
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const user = useUser();
  const today = format.day(useNow());
  // What else narrows the log may be what leaves its trips out.
  const isAsked = hasUnits && filterCount(search) === Number(search.unit !== undefined);
  const before = addDays(filter.from, -1);
  // A boat that was laid up in autumn is asked about until spring.
  const earlier: TripSearch = {
    period: 'custom',
    from: earliestStart(before),
    to: before,
    ...(search.unit !== undefined && { unit: search.unit }),
  };
  const body = filterOf(whose === 'mine' ? ownTrips(earlier, user.ID) : earlier, today);
  const latest = useQuery({
    ...tripsQuery(send, { body: { ...body, page: 1, page_size: 1, descending: true } }),
    enabled: isAsked && !isOld,
  });
  const day = isAsked ? latest.data?.trips[0]?.day : undefined;
  if (day === undefined) return null;
  if (addDays(filter.from, DAYS_MAX) > filter.to)
    return (
      <Button onClick={() => onSearch({ period: 'custom', from: day, to: day, page: undefined })}>
        {t('ShowDay', { day: format.longDay(day, today) })}
      </Button>
    );
  const month = monthOf(day);
  return month === monthAfter(monthOf(today), -1) ? (
    <Button onClick={() => onSearch({ period: 'last-month', from: undefined, to: undefined, page: undefined })}>
      {t('ShowLastMonth')}
    </Button>
  ) : (
    <Button onClick={() => onSearch({ period: 'custom', ...monthSpan(month), page: undefined })}>
      {t('ShowDay', { day: format.month(month) })}
    </Button>
  );
}
