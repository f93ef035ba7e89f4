import type { Trip } from '@spora/contract/trips/endpoints';
import type { Unit } from '@spora/contract/units/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useLookOnly } from '../../ui/look-only.tsx';
import { NotLoaded } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { useNow } from '../../lib/age.ts';
import { mayMakePlaces } from '../../lib/rights.ts';
import { useUser } from '../../lib/session-context.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useColumns } from './column-state.ts';
import { isUsual, PLAIN_COLUMNS, USUAL_COLUMNS } from './columns.ts';
import { AlteredTrips } from './components/altered-trips.tsx';
import { BulkBar } from './components/bulk-bar.tsx';
import { LogTools } from './components/log-tools.tsx';
import { countsOf, MatterChips } from './components/matter-chips.tsx';
import { NoTrips } from './components/no-trips.tsx';
import { OngoingChip, OngoingTrips, useOngoing } from './components/ongoing-trips.tsx';
import { PlaceNaming, type TripEnd } from './components/place-naming.tsx';
import { QuickPeriods } from './components/quick-periods.tsx';
import { StreetAddressesNote } from './components/street-addresses-note.tsx';
import { TripDetails } from './components/trip-details.tsx';
import { TripFilters } from './components/trip-filters.tsx';
import { TripPanel } from './components/trip-panel.tsx';
import { TripList } from './components/trip-list.tsx';
import { TripSkeleton } from './components/trip-skeleton.tsx';
import { narrowed, shownOrder, type TripPage } from './model.ts';
import { tripsQuery, unitsQuery } from './queries.ts';
import styles from './screen.module.css';
import {
  filterOf,
  filterCount,
  hasFilters,
  isOwnLog,
  NO_FILTERS,
  ownTrips,
  withoutFilters,
  type TripSearch,
  type Whose,
} from './public/trip-search.ts';
import { NoLinkedTrip, useLinkedTrip } from './use-linked-trip.tsx';
import { useSavedTrip } from './use-shown-trips.ts';
import { useFullPage } from './use-full-page.ts';
import { useHeldPage } from './use-held-page.ts';
import { WithBoats } from './use-measures.tsx';
import { useTickedIds, useTicks } from './use-ticks.ts';
import { useTripChoice } from './use-trip-choice.ts';
import { useTripEdits } from './use-trip-edits.ts';

export interface TripLogScreenProps {
  readonly search: TripSearch;
  readonly onSearch: (patch: Partial<TripSearch>, options?: { replace?: boolean }) => void;
  /** Takes back the last entry of the history: what opened over the log on a phone. */
  readonly onBack: () => void;
  /** Where an account without units begins; null where somebody may not. */
  readonly begin?: ReactNode;
  /** Where the account names its places. */
  readonly placesLink?: ReactNode;
  /** The map of a trip. */
  readonly renderMap: (trip: Trip) => ReactNode;
  /** TRIP-014: leads to the editor of a place at an end of a trip: as a link beside it, and from its row. */
  readonly renderPlaceLink?: (trip: Trip, which: TripEnd) => ReactNode;
  readonly onNamePlace?: (trip: Trip, which: TripEnd) => void;
  /** UNIT-022: leads to where the odometer of the trip's unit is corrected. */
  readonly renderOdometerLink?: (trip: Trip) => ReactNode;
}

/** The trip log: filters, sums, ongoing trips, and the trips of the period with their details beside them. */
export function TripLogScreen(props: TripLogScreenProps): ReactNode {
  const { search } = props;
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const user = useUser();
  const edits = useTripEdits();
  const scroller = useRef<HTMLDivElement>(null);
  const isWide = useMedia('(min-width: 1024px)');
  const today = format.day(useNow());
  const isPlain = user.userHasOnlyBasSubscription;
  const whose: Whose | null = user.IsAdmin || isPlain ? null : isOwnLog(search) ? 'mine' : 'all';
  // Once somebody has looked at it, a driver's log stays whose it was: a unit or a trip that is chosen must not turn it.
  const onSearch: TripLogScreenProps['onSearch'] = (patch, options) =>
    props.onSearch(whose === null ? patch : { whose, ...patch }, options);
  const ofWhom = (of: TripSearch): TripSearch => (whose === 'mine' ? ownTrips(of, user.ID) : of);
  const filter = filterOf(ofWhom(search), today);
  const hasRuns = !isPlain && !search.matter && !search.q;
  const { trips, input, isOld } = useFullPage(ofWhom(search), today, hasRuns);
  const units = useQuery(unitsQuery(send));
  const asked =
    units.data?.units.filter(({ imei }) => imei !== null && (!input.body.imeis?.length || input.body.imeis.includes(imei))) ?? [];
  const isAtSea = asked.length > 0 && asked.every(({ kind }) => isWatercraft(kind));
  const isNarrowed = hasFilters(search);
  const whole = useQuery({
    ...tripsQuery(send, { body: { ...filterOf(ofWhom(withoutFilters(search)), today), page: 1, page_size: 1 } }),
    enabled: isNarrowed && !isPlain,
  });

  const chosen = useColumns();
  const hasTable = useMedia('(min-width: 768px)');
  const columns = isPlain ? PLAIN_COLUMNS : hasTable ? chosen : USUAL_COLUMNS;

  const ticked = useTickedIds();
  const hasTicked = ticked[0].size > 0;
  const held = useHeldPage(isOld ? undefined : trips.data, hasTicked, JSON.stringify(input));
  const newest = held.page ?? trips.data;
  const { drivers: lookedFor } = ofWhom(search);
  const page = useMemo(() => {
    const read = isPlain && newest ? asPlain(newest) : newest;
    return read && { ...read, ongoing: narrowed(read.ongoing, { words: search.q, drivers: lookedFor }) };
  }, [isPlain, newest, search.q, lookedFor]);
  const order = useMemo(() => (page ? shownOrder(page, hasRuns) : []), [page, hasRuns]);
  const ticks = useTicks(order, trips.data?.trips, ticked, held.left);
  const isLookOnly = useLookOnly() !== null;
  // What was put right leaves a list of what is to be done; its details stay until they are closed.
  const saved = useSavedTrip(search.trip);
  const listed = [...(page?.ongoing ?? []), ...(page?.trips ?? [])].find((trip) => trip.id === search.trip);
  const kept = listed ?? (search.matter ? saved : undefined);
  const linked = useLinkedTrip({ id: search.trip, isListed: page && kept !== undefined });
  const selected = kept ?? (linked.trip && isPlain ? plain(linked.trip) : linked.trip);
  const counted = (isNarrowed ? (whole.data ?? page) : page)?.totals ?? null;
  const isDone = search.matter !== undefined && counted !== null && countsOf(counted)[search.matter] === 0;
  // What a search or a filter leaves nothing of is there all the same: that, and not the period, is what to change.
  const inPeriod = isNarrowed && !isPlain ? (whole.data?.totals.count ?? 0) : 0;
  // Of whoever does not see everybody's trips nobody can say that a unit has none.
  const seesAll = user.IsAdmin && whose !== 'mine';
  const onlyUnit = seesAll && search.unit && filterCount(search) === 1 && asked.length === 1 ? asked[0] : undefined;
  const nothing = onlyUnit ? t('NoTripsOfUnit', { name: onlyUnit.name }) : t('NothingFiltered');
  const hidden =
    inPeriod === 0
      ? null
      : {
          title: search.q ? t('NothingFound', { text: search.q }) : nothing,
          text: t(search.q ? 'NothingFoundText' : onlyUnit ? 'NoTripsOfUnitText' : 'NothingFilteredText', { count: inPeriod }),
        };
  const ongoing = useOngoing(page?.ongoing ?? NO_TRIPS, search);
  const [hasActions, setActions] = useState(false);
  const choice = useTripChoice({ id: search.trip, order, isWide, onSearch, onBack: props.onBack });
  return (
    <WithBoats units={units.data?.units ?? NO_UNITS}>
      <div className={styles['screen']} data-split={Boolean(selected && isWide)}>
        <div className={styles['list']} data-free={hasTable && !isUsual(columns)} ref={scroller}>
          <div className={styles['sheetOfRows']}>
            <TripFilters
              search={search}
              today={today}
              units={units.data?.units ?? []}
              isPlain={isPlain}
              whose={whose}
              count={page?.totals.count ?? null}
              actions={isPlain ? null : { isShown: hasActions, onTurn: () => setActions(!hasActions) }}
              onChange={onSearch}
            />
            {!isPlain && (
              <LogTools
                units={units.data?.units ?? []}
                today={today}
                edits={edits}
                hasColumns={hasTable}
                hasActions={hasTable || hasActions}
                filter={filter}
              >
                <div className={styles['chips']}>
                  {!hasTable && <QuickPeriods search={search} onChange={onSearch} />}
                  <OngoingChip count={page?.ongoing.length ?? 0} ongoing={ongoing} />
                  <MatterChips
                    totals={counted}
                    own={isNarrowed && !isOld ? (page?.totals ?? null) : null}
                    search={search}
                    onChange={onSearch}
                  />
                </div>
              </LogTools>
            )}
            {trips.isError && !page ? (
              <NotLoaded query={{ ...trips, isFetching: false }} />
            ) : (
              <div aria-busy={isOld} className={styles['results']} data-old={isOld}>
                {!page && <TripSkeleton />}
                <NoLinkedTrip failed={linked.failed} onClose={choice.close} />
                {page && <AlteredTrips trips={page.trips} />}
                {page && isPlain && page.ongoing.length > 0 && (
                  <div className={styles['alone']}>
                    <OngoingChip count={page.ongoing.length} ongoing={ongoing} />
                  </div>
                )}
                {page && (
                  <OngoingTrips trips={page.ongoing} ongoing={ongoing} selectedId={search.trip} onSelect={choice.select} />
                )}
                {page && page.trips.length === 0 && isDone && search.matter && (
                  <MatterDone matter={search.matter} onSearch={onSearch} />
                )}
                {page && page.trips.length === 0 && !isDone && (
                  <NoTrips
                    search={search}
                    onSearch={onSearch}
                    whose={whose}
                    filter={filter}
                    ongoing={page.ongoing.length}
                    hidden={hidden}
                    title={onlyUnit ? nothing : t('NoTripsTitle')}
                    isOld={isOld}
                    hasUnits={units.data?.units.length !== 0}
                    begin={props.begin}
                  />
                )}
                {page && page.trips.length > 0 && (
                  <PlaceNaming value={mayMakePlaces(user) ? (props.onNamePlace ?? null) : null}>
                    <TripList
                      page={page}
                      today={today}
                      edits={edits}
                      columns={columns}
                      isFree={hasTable && !isUsual(columns)}
                      ticks={isPlain || isLookOnly ? null : ticks}
                      hasRuns={hasRuns}
                      asksDriver={search.matter === 'driver'}
                      hasFoot={!hasTicked}
                      isAtSea={isAtSea}
                      days={filter}
                      selectedId={search.trip}
                      onSelect={choice.select}
                      scroller={scroller}
                    />
                  </PlaceNaming>
                )}
                {/* Also where the last one has left the list: what is ticked is said, and a dialog stays open. */}
                {page && hasTicked && <BulkBar page={page} filter={filter} ticks={ticks} edits={edits} />}
                {page && page.trips.length > 0 && (
                  <>
                    {!isPlain && <StreetAddressesNote trips={page.trips} placesLink={props.placesLink} />}
                    <Pager
                      label={t('Trips')}
                      page={page.page}
                      shown={page.trips.length}
                      total={page.totals.count}
                      onPage={(number) => {
                        onSearch({ page: number === 1 ? undefined : number, trip: undefined });
                        scroller.current?.scrollTo({ top: 0 });
                      }}
                    />
                  </>
                )}
              </div>
            )}
          </div>
        </div>
        <TripPanel trip={selected} today={today} isPlain={isPlain} isWide={isWide} choice={choice}>
          {(trip) => (
            <TripDetails
              key={trip.id}
              trip={trip}
              edits={edits}
              map={props.renderMap(trip)}
              renderPlaceLink={mayMakePlaces(user) ? props.renderPlaceLink : undefined}
              odometerLink={props.renderOdometerLink?.(trip)}
              isPlain={isPlain}
            />
          )}
        </TripPanel>
      </div>
    </WithBoats>
  );
}

/** Nothing of what was to be done is left. */
function MatterDone(props: { matter: NonNullable<TripSearch['matter']>; onSearch: TripLogScreenProps['onSearch'] }): ReactNode {
  const { matter, onSearch } = props;
  const t = useT();
  return (
    <EmptyState
      icon="check"
      title={t('MatterDone')}
      action={
        <>
          {matter === 'odometer' && (
            <Button onClick={() => onSearch({ matter: undefined, odometer: 'explained', trip: undefined })}>
              {t('OdometerShowExplained')}
            </Button>
          )}
          <Button onClick={() => onSearch(NO_FILTERS)}>{t('ClearFilters')}</Button>
        </>
      }
    >
      {t(`MatterDone-${matter}`)}
    </EmptyState>
  );
}

const NO_UNITS: readonly Unit[] = [];
const NO_TRIPS: readonly Trip[] = [];

/** DEC-73, TRIP-033: with basic subscriptions alone there is a log to read, without types, purposes and what follows from them. */
const asPlain = (page: TripPage): TripPage => ({ ...page, ongoing: page.ongoing.map(plain), trips: page.trips.map(plain) });
const plain = (trip: Trip): Trip => ({
  ...trip,
  attested_by: null,
  suggests_merge: false,
  can: { ...trip.can, edit: false },
});
