import { isWatercraft } from '@spora/contract/units/values';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNow } from '../../lib/age.ts';
import { useFormat, useLanguage, useT } from '../../lib/i18n.tsx';
import { AboutUnit } from '../../lib/unit-measures.tsx';
import { useAlarmsOfUnit } from '../alarms/public/alarms-of-unit.ts';
import { isAlarming } from '../alarms/public/alarm-urgency.ts';
import { useOpenOfUnits } from '../alarms/public/open-alarms.ts';
import type { Step } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useMedia } from '../../lib/use-media.ts';
import type { MapHandle } from '../../map/map-context.ts';
import { HistoryPanel, HistorySkeleton } from './components/history-panel.tsx';
import { HistoryTimeline } from './components/history-timeline.tsx';
import { MapPane } from './components/map-pane.tsx';
import { Sidebar } from './components/sidebar.tsx';
import { UnitCard } from './components/unit-card.tsx';
import { UnitPanel } from './components/unit-panel.tsx';
import { FIRST_OPTIONS, type FilterSearch } from './filter-search.ts';
import { type FoundPlace, pointsOf, UNIT_ZOOM } from './first-view.ts';
import { limitedRange } from './history-model.ts';
import { dayToOpen } from './driven-day.ts';
import { groupUnits, lastDrivenDay, matches, type ShownUnit, type TrackingSearch } from './model.ts';
import styles from './screen.module.css';
import { useHistory } from './use-history.ts';
import { useLive } from './use-live.ts';
import { useAreas } from './use-areas.ts';
import { useTrail } from './use-trail.ts';
import { useSearchOptions } from './use-search-options.ts';

export interface TrackingScreenProps {
  readonly search: TrackingSearch;
  /** Card and history are opened over what was shown, and closed again; another unit or day changes what is. */
  readonly onSearch: (search: TrackingSearch, step?: Step) => void;
  /** NAV-037: filters, order and groups changed; each that is as usual is absent. */
  readonly onFilters?: (filters: FilterSearch) => void;
  /** Opens the dialog that adds a phone; null for those who may not. */
  readonly onAddPhone: (() => void) | null;
  /** MAP-012: guards the unit of the card where it is. */
  readonly renderArming?: (unit: { imei: string; at: { readonly lat: number; readonly lng: number } }) => ReactNode;
  /** MAP-008 to MAP-011: how the unit of the card reports; tells from when on its way is to be drawn. */
  readonly renderReporting?: (unit: ReportingUnit) => ReactNode;
  /** MAP-021: what other rooms know of the unit of the card. */
  readonly renderFacts?: (imei: string) => ReactNode;
  /** MAP-022: switches what is connected to the unit of the card. */
  readonly renderOutputs?: (imei: string) => ReactNode;
  /** Over the map, whatever is selected (MODE-010). */
  readonly overMap?: ReactNode;
  /** More buttons among those of the map, with what they draw; told what of the units stands there. */
  readonly renderOnMap?: (drawn: DrawnUnits) => ReactNode;
  /** MAP-035: shows the unit of the card to others by a link. */
  readonly renderSharing?: (imei: string) => ReactNode;
  /** DRV-001: who is checked in on the unit of the card; the trip log's to tell. */
  readonly renderCheckIn?: (unit: { id: number; imei: string; name: string }) => ReactNode;
}

/** The units that the map draws, and whether a history lies over them. */
export interface DrawnUnits {
  readonly units: readonly ShownUnit[];
  readonly isPast: boolean;
}

/** A unit whose card is open, and how its way since an instant is asked for; null: it is no longer. */
export interface ReportingUnit {
  readonly imei: string;
  readonly name: string;
  readonly onTrail: (sinceMs: number | null) => void;
}

const ignore = (): void => undefined;

/** The live map (MAP-001): list and map in step, unit card, history with playback. */
export function TrackingScreen(props: TrackingScreenProps): ReactNode {
  const { search, onSearch, onAddPhone } = props;
  const t = useT();
  const now = useNow();
  const send = useSend();
  const client = useQueryClient();
  const format = useFormat();
  const { language } = useLanguage();
  const open = useOpenOfUnits();
  const alarmed = useMemo(
    () => new Set([...open.values()].filter((unit) => isAlarming(unit.urgency)).map(({ id }) => id)),
    [open],
  );
  const { state, store, need } = useLive(now, alarmed);
  const { options, change } = useSearchOptions(search, props.onFilters ?? ignore);
  const handle = useRef<MapHandle | null>(null);
  const lastId = useRef<number | null>(null);
  const [hoveredId, setHovered] = useState<number | null>(null);
  const [isFollowing, setFollowing] = useState(false);
  const [isRaised, setRaised] = useState(false);
  const [pin, setPin] = useState<FoundPlace | null>(null);
  const [pointedMs, setPointed] = useState<number | null>(null);
  const [cluster, setCluster] = useState<readonly number[] | null>(null);
  const [outside, setOutside] = useState(0);
  const [trailSinceMs, setTrailSince] = useState<number | null>(null);

  const units = useMemo(() => [...state.units.values()], [state.units]);
  const areas = useAreas(options.areas.length > 0);
  // A phone's one search finds addresses too: only what names a unit narrows the list below it.
  const isPhone = useMedia('(width < 768px)');
  const [typed, setTyped] = useState('');
  const isNaming = isPhone && typed !== '' && units.some((unit) => matches(unit, { ...FIRST_OPTIONS, search: typed }, now));
  const wanted = isNaming ? typed : options.search;
  const groups = useMemo(
    () => groupUnits(units, { ...options, search: wanted }, { language, nowMs: now, areas }),
    [units, options, wanted, language, now, areas],
  );
  const selected = useMemo(
    () => units.find((unit) => unit.imei !== null && unit.imei === search.unit) ?? null,
    [units, search.unit],
  );
  useEffect(() => {
    if (selected?.isBrief) need([selected.id]);
  }, [selected, need]);
  // The same units in another order are the same for the map.
  const onMap = groups.onMap.map((unit) => unit.id).toSorted((a, b) => a - b);
  const shownIds = options.filter_map ? onMap.join() : null;
  useEffect(() => {
    store.showOnly(shownIds === null ? null : new Set(shownIds === '' ? [] : shownIds.split(',').map(Number)));
  }, [store, shownIds]);

  const isNarrowed = groups.onMap.length + groups.withoutPosition.length < units.length;

  const { unit: imei, from, to } = search;
  const isPast = from !== undefined;
  const known = useRef({ units: state.units, imei, isPast });
  useEffect(() => {
    known.current = { units: state.units, imei, isPast };
  }, [state.units, imei, isPast]);
  // Also Back and Forward lead to another unit, or to none.
  const [settled, setSettled] = useState(imei);
  if (settled !== imei) {
    setSettled(imei);
    setFollowing(false);
    setTrailSince(null);
    setHovered(null);
    setRaised(false);
  }
  const select = useCallback(
    (id: number | null) => {
      const shown = known.current;
      const unit = id === null ? undefined : shown.units.get(id);
      setCluster(null);
      if (id !== null) {
        lastId.current = id;
        // What was searched for has led to a unit, and would lie over where it is.
        setPin(null);
      }
      if (!unit?.imei) onSearch({}, 'close');
      else if (unit.imei === shown.imei && shown.isPast) onSearch({ unit: unit.imei }, 'close');
      else onSearch({ unit: unit.imei }, shown.imei === undefined ? 'open' : 'change');
    },
    [onSearch],
  );
  const show = useCallback((id: number) => {
    const position = known.current.units.get(id)?.position;
    if (position) handle.current?.moveTo(position, { zoom: Math.max(handle.current.zoom(), UNIT_ZOOM) });
  }, []);
  const selectAndShow = useCallback(
    (id: number) => {
      select(id);
      show(id);
    },
    [select, show],
  );

  // A unit that the address names and nobody chose here (a link from another page) is gone to, too.
  const chosen = useRef<string | undefined>(search.unit);
  useEffect(() => {
    if (search.unit === chosen.current) return;
    chosen.current = search.unit;
    if (selected && selected.id !== lastId.current && !search.from) show(selected.id);
  }, [search.unit, search.from, selected, show]);

  const today = format.day(now);
  const range = useMemo(() => (from ? limitedRange(from, to ?? from, today) : null), [from, to, today]);
  // A link to a unit that is not ours shows the fleet, not an empty map.
  const isUnitKnown = selected !== null || !state.hasLoaded;
  const history = useHistory(imei ?? '', isUnitKnown ? range : null, handle, {
    isBoat: isWatercraft(selected?.kind),
    at: search.at,
  });
  const marks = useAlarmsOfUnit(imei ?? '', isUnitKnown && state.hasLoaded ? range : null);
  const onRange = useCallback((next: { from: string; to: string }) => onSearch({ unit: imei, ...next }), [onSearch, imei]);
  const closeHistory = useCallback(() => onSearch({ unit: imei }, 'close'), [onSearch, imei]);
  const openHistory = (): void => {
    const open = (day: string): void => {
      const shown = known.current;
      if (shown.imei === imei && !shown.isPast) onSearch({ unit: imei, from: day, to: day }, 'open');
    };
    const stoodSince = lastDrivenDay(selected, format.day) ?? today;
    if (imei === undefined || stoodSince === today) open(today);
    else void dayToOpen(client, send, { imei, stoodSince, today }).then(open);
  };
  const isOpening = range !== null && imei !== undefined && !state.hasLoaded && state.connection !== 'offline';
  const shown = isOpening ? 'opening' : selected && range ? 'history' : selected ? 'card' : 'list';

  // MAP-011, MODE-010: whose way is drawn as it goes is followed, unless somebody looks elsewhere.
  const showTrail = useCallback((sinceMs: number | null) => {
    setTrailSince(sinceMs);
    if (sinceMs !== null) setFollowing(true);
  }, []);
  const trail = useTrail(shown === 'card' ? selected : null, trailSinceMs);

  // Escape goes back one step, unless a dialog, a menu or a field has had it (NAV-038).
  useEffect(() => {
    if (shown === 'list') return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (event.target instanceof HTMLElement && event.target.closest('input[type=search], [role=dialog], [role=menu]')) return;
      if (shown === 'history') closeHistory();
      else select(null);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shown, closeHistory, select]);

  const timeline = shown === 'history' && range && history.data && history.driving && (
    <AboutUnit kind={selected?.kind ?? null}>
      <HistoryTimeline
        {...history}
        marks={marks}
        data={history.data}
        driving={history.driving}
        isOneDay={range.from === range.to}
        pointedMs={pointedMs}
      />
    </AboutUnit>
  );
  return (
    <div className={styles['screen']}>
      <Sidebar title={selected?.name ?? t('UnitList')} isRaised={isRaised} onRaise={setRaised}>
        {shown === 'opening' && <HistorySkeleton />}
        {shown === 'history' && selected && range && (
          <AboutUnit kind={selected.kind}>
            <HistoryPanel
              {...history}
              unitName={selected.name}
              imei={imei ?? ''}
              range={range}
              today={today}
              onRange={onRange}
              onClose={closeHistory}
              alarms={marks}
              timeline={isPhone && timeline}
            />
          </AboutUnit>
        )}
        {shown === 'card' && selected && (
          <UnitCard
            key={selected.id}
            unit={selected}
            nowMs={now}
            openAlarms={open.get(selected.id) ?? null}
            isFollowed={isFollowing}
            onFollow={setFollowing}
            onHistory={openHistory}
            onClose={() => select(null)}
            moreFacts={selected.imei && props.renderFacts?.(selected.imei)}
            outputs={selected.imei && props.renderOutputs?.(selected.imei)}
            sharing={selected.imei && props.renderSharing?.(selected.imei)}
            arming={selected.imei && selected.position && props.renderArming?.({ imei: selected.imei, at: selected.position })}
            reporting={selected.imei && props.renderReporting?.({ imei: selected.imei, name: selected.name, onTrail: showTrail })}
            checkIn={selected.imei && props.renderCheckIn?.({ id: selected.id, imei: selected.imei, name: selected.name })}
          />
        )}
        {shown === 'list' && (
          <UnitPanel
            state={state}
            units={units}
            groups={groups}
            nowMs={now}
            openAlarms={open}
            options={options}
            search={wanted}
            onChange={change}
            lastId={lastId.current}
            onSelect={selectAndShow}
            onHover={setHovered}
            onNeed={need}
            onFitFiltered={() => handle.current?.fit(groups.onMap.flatMap(({ position }) => position ?? []))}
            outside={outside}
            onFitAll={() => handle.current?.fit(pointsOf(units))}
            onAddPhone={onAddPhone}
          />
        )}
      </Sidebar>
      <MapPane
        onMap={props.renderOnMap?.({ units: options.filter_map ? groups.onMap : units, isPast: range !== null && isUnitKnown })}
        overMap={props.overMap}
        trail={trail}
        handle={handle}
        store={store}
        units={units}
        isReady={state.hasLoaded}
        options={options}
        selectedId={selected?.id ?? null}
        hoveredId={hoveredId}
        // What is past is looked at without the map running after the present (MAP-028), and then it goes on.
        isFollowing={isFollowing && shown === 'card'}
        isCovered={isRaised}
        history={range && isUnitKnown ? history : null}
        below={isPhone ? null : timeline}
        marks={marks}
        onPoint={setPointed}
        pin={pin}
        onPin={setPin}
        cluster={cluster}
        onCluster={setCluster}
        onSelect={select}
        onShow={selectAndShow}
        onHover={setHovered}
        onFollow={setFollowing}
        onType={setTyped}
        onOutside={setOutside}
        filtered={isNarrowed ? groups.onMap : null}
      />
    </div>
  );
}
