import { addDays } from '@spora/calendar/days';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { filterOf, hasFilters, NO_FILTERS, ownTrips, periodOf, type TripSearch, type Whose } from '../public/trip-search.ts';
import { tripsQuery } from '../queries.ts';

/** Of more days somebody looks for a month, of fewer for a day. */
const DAYS_MAX = 7;
/** Farther back nobody looks for the last drive. */
const LOOKED_FOR_DAYS = 180;

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

/** Where the last trips before the period are: of a few days the last day that was driven, of more the month before. */
function useElsewhere({ search, onSearch, whose, filter, hasUnits }: NoTripsProps): ReactNode {
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const user = useUser();
  const today = format.day(useNow());
  const bodyOf = (of: TripSearch) => ({
    ...filterOf(whose === 'mine' ? ownTrips(of, user.ID) : of, today),
    page: 1,
    page_size: 1,
  });
  const isOfDays = addDays(filter.from, DAYS_MAX) > filter.to;
  const isAsked = hasUnits && !hasFilters(search);
  const earlier = { period: 'custom', from: addDays(filter.from, -LOOKED_FOR_DAYS), to: addDays(filter.from, -1) } as const;
  const latest = useQuery({
    ...tripsQuery(send, { body: { ...bodyOf(earlier), descending: true } }),
    enabled: isAsked && isOfDays,
  });
  const lastMonth = useQuery({
    ...tripsQuery(send, { body: bodyOf({ period: 'last-month' }) }),
    enabled: isAsked && !isOfDays && periodOf(search) !== 'last-month',
  });
  const day = isOfDays && isAsked ? latest.data?.trips[0]?.day : undefined;
  if (day !== undefined)
    return (
      <Button onClick={() => onSearch({ period: 'custom', from: day, to: day, page: undefined })}>
        {t('ShowDay', { day: format.longDay(day, today) })}
      </Button>
    );
  const hasLastMonth = isAsked && !isOfDays && periodOf(search) !== 'last-month' && (lastMonth.data?.totals.count ?? 0) > 0;
  return (
    hasLastMonth && (
      <Button onClick={() => onSearch({ period: 'last-month', from: undefined, to: undefined, page: undefined })}>
        {t('ShowLastMonth')}
      </Button>
    )
  );
}
