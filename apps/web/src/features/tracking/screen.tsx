import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNow } from '../../lib/age.ts';
import { reportLiveConnection } from '../../lib/connection.ts';
import { useFormat, useLanguage, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { cx } from '../../ui/cx.ts';
import { useToasts } from '../../ui/toast.tsx';
import type { MapHandle } from '../../map/map-context.ts';
import { ListFilters } from './components/list-filters.tsx';
import { HistoryPanel } from './components/history-panel.tsx';
import { MapPane } from './components/map-pane.tsx';
import { NoUnits, NothingMatches, Sidebar, UnitsSkeleton } from './components/sidebar.tsx';
import { UnitCard } from './components/unit-card.tsx';
import { UnitList } from './components/unit-list.tsx';
import type { FoundPlace } from './components/address-search.tsx';
import { downloadHistory } from './download.ts';
import { limitedRange, pointsOf } from './history-model.ts';
import { groupUnits, type TrackingSearch } from './model.ts';
import { historyQuery } from './queries.ts';
import styles from './screen.module.css';
import { useLive } from './use-live.ts';
import { usePlayback } from './use-playback.ts';
import { useSearchOptions } from './use-search-options.ts';

export interface TrackingScreenProps {
  readonly search: TrackingSearch;
  readonly onSearch: (search: TrackingSearch) => void;
  readonly tripLogHref: (imei: string) => string;
  /** Opens the dialog that adds a phone; null for those who may not. */
  readonly onAddPhone: (() => void) | null;
}

/** The live map (MAP-001): list and map in step, unit card, history with playback. */
export function TrackingScreen({ search, onSearch, tripLogHref, onAddPhone }: TrackingScreenProps): ReactNode {
  const t = useT();
  const user = useUser();
  const now = useNow();
  const format = useFormat();
  const { language } = useLanguage();
  const { state, store } = useLive(now);
  const { options, change } = useSearchOptions();
  const handle = useRef<MapHandle | null>(null);
  const [hoveredId, setHovered] = useState<number | null>(null);
  const [isFollowing, setFollowing] = useState(false);
  const [pin, setPin] = useState<FoundPlace | null>(null);
  const [cluster, setCluster] = useState<readonly number[] | null>(null);

  const units = useMemo(() => [...state.units.values()], [state.units]);
  const groups = useMemo(() => groupUnits(units, options, language, now), [units, options, language, now]);
  const selected = useMemo(
    () => units.find((unit) => unit.imei !== null && unit.imei === search.unit) ?? null,
    [units, search.unit],
  );

  useEffect(() => {
    reportLiveConnection({
      isBroken: state.connection === 'polling' || state.connection === 'offline',
      lastGoodMs: state.lastGoodMs,
    });
  }, [state.connection, state.lastGoodMs]);
  useEffect(() => {
    store.showOnly(options.filter_map ? new Set(groups.onMap.map((unit) => unit.id)) : null);
  }, [store, options.filter_map, groups]);

  const select = useCallback(
    (id: number | null) => {
      const unit = id === null ? undefined : state.units.get(id);
      setFollowing(false);
      setCluster(null);
      onSearch(unit?.imei ? { unit: unit.imei } : {});
    },
    [state.units, onSearch],
  );
  const selectFromList = useCallback(
    (id: number) => {
      select(id);
      const position = state.units.get(id)?.position;
      if (position) handle.current?.moveTo(position, { zoom: Math.max(handle.current.zoom(), 13) });
    },
    [select, state.units],
  );

  const today = format.day(now);
  const range = search.from ? limitedRange(search.from, search.to ?? search.from, today) : null;
  const history = useHistory(search.unit ?? '', range, handle);
  const filters = <ListFilters units={units} nowMs={now} options={options} onChange={change} />;
  const isNarrowed = groups.onMap.length + groups.withoutPosition.length < units.length;

  const sidebar = (): ReactNode => {
    if (selected && range) {
      return (
        <HistoryPanel
          {...history.panel}
          unitName={selected.name}
          range={range}
          today={today}
          onRange={(next) => onSearch({ unit: search.unit, ...next })}
          onClose={() => onSearch({ unit: search.unit })}
          onShowStop={(stop) => {
            history.panel.playback.seek(Date.parse(stop.from));
            handle.current?.moveTo(stop, { zoom: 15 });
          }}
        />
      );
    }
    if (selected) {
      return (
        <UnitCard
          unit={selected}
          nowMs={now}
          isFollowed={isFollowing}
          onFollow={setFollowing}
          onHistory={() => onSearch({ unit: search.unit, from: today, to: today })}
          onClose={() => select(null)}
          tripLogHref={selected.imei ? tripLogHref(selected.imei) : null}
        />
      );
    }
    if (!state.hasLoaded) return <UnitsSkeleton connection={state.connection} />;
    if (units.length === 0) return <NoUnits isAdmin={user.IsAdmin} accountName={user.AccountName} onAddPhone={onAddPhone} />;
    return (
      <>
        {filters}
        <p className={styles['count']} aria-live="polite">
          {isNarrowed
            ? t('UnitsOf', { shown: groups.onMap.length + groups.withoutPosition.length, count: units.length })
            : t('UnitsShown', { count: units.length })}
        </p>
        {isNarrowed && groups.onMap.length + groups.withoutPosition.length === 0 ? (
          <NothingMatches
            onShowAll={() => change({ search: '', states: [], kinds: [], departments: [], projects: [], tags: [] })}
          />
        ) : (
          <UnitList groups={groups} nowMs={now} selectedId={null} onSelect={selectFromList} onHover={setHovered} />
        )}
      </>
    );
  };

  return (
    <div className={cx(styles['screen'])}>
      <Sidebar key={selected ? 'one' : 'all'} title={selected?.name ?? t('UnitList')} startsOpen={selected !== null}>
        {sidebar()}
      </Sidebar>
      <MapPane
        handle={handle}
        store={store}
        units={units}
        isReady={state.hasLoaded}
        options={options}
        selectedId={selected?.id ?? null}
        hoveredId={hoveredId}
        isFollowing={isFollowing}
        history={range ? history.map : null}
        pin={pin}
        onPin={setPin}
        cluster={cluster}
        onCluster={setCluster}
        onSelect={select}
        onHover={setHovered}
        onFollow={setFollowing}
        filtered={options.filter_map && isNarrowed ? groups.onMap : null}
        onAddPhone={onAddPhone}
      />
    </div>
  );
}

const NO_GAPS: readonly { fromMs: number; toMs: number }[] = [];

/** The history that the address asks for, as the panel and the map want it. */
function useHistory(imei: string, range: { from: string; to: string } | null, handle: { current: MapHandle | null }) {
  const t = useT();
  const send = useSend();
  const toasts = useToasts();
  const format = useFormat();
  const [withImplausible, setWithImplausible] = useState(false);
  const request = { imei, from: range?.from ?? '', to: range?.to ?? '', withImplausible };
  const query = useQuery({
    ...historyQuery(send, range ? request : { ...request, from: '2000-01-01', to: '2000-01-01' }, format.timeZone),
    enabled: range !== null && imei !== '',
  });
  const { data } = query;
  const points = useMemo(() => (data ? pointsOf(data) : []), [data]);
  const gaps = useMemo(
    () => data?.gaps.map((gap) => ({ fromMs: Date.parse(gap.from), toMs: Date.parse(gap.to) })) ?? NO_GAPS,
    [data],
  );
  const stops = useMemo(
    () =>
      data?.stops.map((stop) => ({
        lat: stop.lat,
        lng: stop.lng,
        fromMs: Date.parse(stop.from),
        toMs: stop.to ? Date.parse(stop.to) : null,
        label: stop.to
          ? format.duration((Date.parse(stop.to) - Date.parse(stop.from)) / 1000)
          : t('StopUntilNow', { time: format.time(stop.from) }),
      })) ?? [],
    [data, format, t],
  );
  const playback = usePlayback(points);
  useEffect(() => {
    if (points.length > 0) handle.current?.fit(points);
  }, [points, handle]);
  return {
    map: { isLoading: query.isLoading, points, gaps, stops, cursorMs: playback.cursorMs, onSeek: playback.seek },
    panel: {
      data,
      points,
      gaps,
      playback,
      isLoading: query.isLoading,
      error: query.error,
      onRetry: () => void query.refetch(),
      onShowImplausible: () => setWithImplausible(true),
      onExport: (format_: 'gpx' | 'kml' | 'csv') =>
        void downloadHistory(send, format_, request, format.timeZone).catch(() =>
          toasts.show({ text: t('ExportFailed'), tone: 'danger' }),
        ),
    },
  };
}
