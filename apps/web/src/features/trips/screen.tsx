import type { Trip } from '@spora/contract/trips/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, type ReactNode } from 'react';
import { NotLoaded } from '../../ui/loaded.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { useNow } from '../../lib/age.ts';
import { useUser } from '../../lib/session-context.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useColumns } from './column-state.ts';
import { isUsual, PLAIN_COLUMNS, USUAL_COLUMNS } from './columns.ts';
import { AlteredTrips } from './components/altered-trips.tsx';
import { BulkBar } from './components/bulk-bar.tsx';
import { LogTools } from './components/log-tools.tsx';
import { MatterChips } from './components/matter-chips.tsx';
import { OngoingTrips } from './components/ongoing-trips.tsx';
import { Pager } from './components/pager.tsx';
import { TripDetails } from './components/trip-details.tsx';
import { TripFilters } from './components/trip-filters.tsx';
import { TripList } from './components/trip-list.tsx';
import { TripSkeleton } from './components/trip-skeleton.tsx';
import { TripTotals } from './components/trip-totals.tsx';
import type { TripPage } from './model.ts';
import { tripsQuery, unitsQuery } from './queries.ts';
import styles from './screen.module.css';
import { filterOf, hasFilters, NO_FILTERS, periodOf, tripsInput, type TripSearch } from './public/trip-search.ts';
import { useHeldPage } from './use-held-page.ts';
import { useTickedIds, useTicks } from './use-ticks.ts';
import { useTripEdits } from './use-trip-edits.ts';

export interface TripLogScreenProps {
  readonly search: TripSearch;
  readonly onSearch: (patch: Partial<TripSearch>, options?: { replace?: boolean }) => void;
  /** The map of a trip. */
  readonly renderMap: (trip: Trip) => ReactNode;
  /** TRIP-014: leads to the editor of a place at either end. */
  readonly renderPlaceLinks?: (trip: Trip) => ReactNode;
}

/** The trip log: filters, sums, ongoing trips, and the trips of the period with their details beside them. */
export function TripLogScreen(props: TripLogScreenProps): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const edits = useTripEdits();
  const scroller = useRef<HTMLDivElement>(null);
  const isWide = useMedia('(min-width: 1024px)');
  const today = format.day(useNow());
  const input = tripsInput(search, today);
  const trips = useQuery(tripsQuery(send, input));
  const units = useQuery(unitsQuery(send));

  const chosen = useColumns();
  const hasTable = useMedia('(min-width: 768px)');
  const isPlain = useUser().userHasOnlyBasSubscription;
  const columns = isPlain ? PLAIN_COLUMNS : hasTable ? chosen : USUAL_COLUMNS;

  const ticked = useTickedIds();
  const newest =
    useHeldPage(trips.isPlaceholderData ? undefined : trips.data, ticked[0].size > 0, JSON.stringify(input)) ?? trips.data;
  const page = useMemo(() => (isPlain && newest ? asPlain(newest) : newest), [isPlain, newest]);
  const order = useMemo(() => page?.trips.map(({ id }) => id) ?? [], [page]);
  const ticks = useTicks(order, ticked);
  const selected = [...(page?.ongoing ?? []), ...(page?.trips ?? [])].find((trip) => trip.id === search.trip);
  const select = (id: number): void => onSearch({ trip: id === search.trip ? undefined : id }, { replace: true });
  const close = (): void => {
    onSearch({ trip: undefined }, { replace: true });
    document.querySelector<HTMLElement>(`[data-row="${search.trip}"] [data-column="time"]`)?.focus();
  };
  const title = selected
    ? [format.longDay(selected.day, today), selected.start.time && format.time(selected.start.time)].filter(Boolean).join(', ')
    : '';
  const details = selected && (
    <TripDetails
      key={selected.id}
      trip={selected}
      edits={edits}
      map={props.renderMap(selected)}
      placeLinks={props.renderPlaceLinks?.(selected)}
      isPlain={isPlain}
    />
  );

  return (
    <div className={styles['screen']} data-split={Boolean(selected && isWide)}>
      <div className={styles['list']} data-free={hasTable && !isUsual(columns)} ref={scroller}>
        <div className={styles['sheetOfRows']}>
          <TripFilters search={search} today={today} units={units.data?.units ?? []} isPlain={isPlain} onChange={onSearch} />
          {!isPlain && (
            <LogTools
              units={units.data?.units ?? []}
              today={today}
              edits={edits}
              hasColumns={hasTable}
              filter={filterOf(search, today)}
            >
              <MatterChips totals={page?.totals ?? null} search={search} onChange={onSearch} />
            </LogTools>
          )}
          {trips.isError && !page ? (
            <NotLoaded query={{ ...trips, isFetching: false }} />
          ) : (
            <>
              {!isPlain && <TripTotals totals={page?.totals ?? null} />}
              {page && !isPlain && <BulkBar page={page} filter={filterOf(search, today)} ticks={ticks} edits={edits} />}
              <div aria-busy={trips.isPlaceholderData} className={styles['results']} data-old={trips.isPlaceholderData}>
                {!page && <TripSkeleton />}
                {page && <AlteredTrips trips={page.trips} />}
                {page && <OngoingTrips trips={page.ongoing} selectedId={search.trip} onSelect={select} />}
                {page && page.trips.length === 0 && (
                  <EmptyState
                    icon={units.data?.units.length === 0 ? 'plus' : 'log'}
                    title={units.data?.units.length === 0 ? t('NoUnitsTitle') : t('NoTripsTitle')}
                    action={
                      <>
                        {hasFilters(search) && <Button onClick={() => onSearch(NO_FILTERS)}>{t('ClearFilters')}</Button>}
                        {!hasFilters(search) && periodOf(search) !== 'last-month' && units.data?.units.length !== 0 && (
                          <Button
                            onClick={() => onSearch({ period: 'last-month', from: undefined, to: undefined, page: undefined })}
                          >
                            {t('ShowLastMonth')}
                          </Button>
                        )}
                      </>
                    }
                  >
                    {units.data?.units.length === 0 ? t('NoUnitsText') : t('NoTripsText')}
                  </EmptyState>
                )}
                {page && page.trips.length > 0 && (
                  <>
                    <TripList
                      page={page}
                      today={today}
                      edits={edits}
                      columns={columns}
                      isFree={hasTable && !isUsual(columns)}
                      ticks={isPlain ? null : ticks}
                      selectedId={search.trip}
                      onSelect={select}
                      scroller={scroller}
                    />
                    <Pager
                      page={page}
                      onPage={(number) => {
                        onSearch({ page: number === 1 ? undefined : number, trip: undefined });
                        scroller.current?.scrollTo({ top: 0 });
                      }}
                    />
                  </>
                )}
              </div>
            </>
          )}
        </div>
      </div>
      {isWide && selected && (
        <aside className={styles['panel']} aria-label={t('TripDetails')} onKeyDown={(event) => event.key === 'Escape' && close()}>
          <header className={styles['panelTop']}>
            <h2>{title}</h2>
            <IconButton icon="close" label={t('Close')} onClick={close} />
          </header>
          {details}
        </aside>
      )}
      {!isWide && (
        <Sheet title={title} closeLabel={t('Close')} isOpen={Boolean(selected)} onClose={close} isBare>
          <div className={styles['sheet']}>
            <header className={styles['panelTop']}>
              <h2>{title}</h2>
              <IconButton icon="close" label={t('Close')} onClick={close} />
            </header>
            {details}
          </div>
        </Sheet>
      )}
    </div>
  );
}

/** DEC-73, TRIP-033: with basic subscriptions alone there is a log to read, without types, purposes and what follows from them. */
const asPlain = (page: TripPage): TripPage => {
  const plain = (trip: Trip): Trip => ({ ...trip, attested_by: null, suggests_merge: false, can: { ...trip.can, edit: false } });
  return { ...page, ongoing: page.ongoing.map(plain), trips: page.trips.map(plain) };
};
