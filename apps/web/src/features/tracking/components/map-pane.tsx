import type { SearchOptions } from '@spora/contract/tracking/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode, type RefObject } from 'react';
import { useMedia } from '../../../lib/use-media.ts';
import { useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useShownTheme } from '../../../lib/use-theme.ts';
import type { FleetStore } from '../../../map/fleet-store.ts';
import { FollowUnit } from '../../../map/follow-unit.tsx';
import { MapControls } from '../../../map/map-controls.tsx';
import type { MapHandle } from '../../../map/map-context.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { OutsideCount } from '../../../map/outside-count.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import type { MapPoint, MapView } from '../../../map/shapes.ts';
import { TrackLayer } from '../../../map/track-layer.tsx';
import { TripRouteLayer } from '../../../map/trip-route-layer.tsx';
import { UnitsLayer } from '../../../map/units-layer.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { mapConfigQuery } from '../../../lib/map-config.ts';
import type { AlarmMark } from '../../alarms/public/alarms-of-unit.ts';
import { edgesOf, firstView, type FoundPlace, foundView, pinLabel, pointsOf, standing } from '../first-view.ts';
import type { History } from '../use-history.ts';
import { AddressSearch } from './address-search.tsx';
import styles from './map-pane.module.css';
import { compareUnits, type ShownUnit } from '../model.ts';

export interface MapPaneProps {
  readonly handle: RefObject<MapHandle | null>;
  readonly store: FleetStore;
  readonly units: readonly ShownUnit[];
  readonly isReady: boolean;
  readonly options: SearchOptions;
  readonly selectedId: number | null;
  readonly hoveredId: number | null;
  readonly isFollowing: boolean;
  /** A phone's sheet covers most of the map. */
  readonly isCovered: boolean;
  readonly history: History | null;
  /** MAP-029: alarms on the way. */
  readonly marks: readonly AlarmMark[];
  /** What stands under the map, as wide as it. */
  readonly below?: ReactNode;
  /** The pointer is over the history's line at this instant. */
  readonly onPoint?: (timeMs: number | null) => void;
  /** More buttons among the map's own, with what they draw. */
  readonly onMap?: ReactNode;
  /** Over the map, whatever is selected. */
  readonly overMap?: ReactNode;
  /** MAP-011: the way of the selected unit as it goes. */
  readonly trail?: readonly MapPoint[];
  readonly pin: FoundPlace | null;
  readonly onPin: (pin: FoundPlace | null) => void;
  readonly cluster: readonly number[] | null;
  readonly onCluster: (ids: readonly number[] | null) => void;
  readonly onSelect: (id: number | null) => void;
  /** Chosen where it is not seen: the map goes there. */
  readonly onShow: (id: number) => void;
  readonly onHover: (id: number | null) => void;
  readonly onFollow: (isOn: boolean) => void;
  /** What is typed into the search over the map. */
  readonly onType?: (text: string) => void;
  /** MAP-027: how many of the whole fleet the map does not show. */
  readonly onOutside?: (count: number) => void;
  /** The units that pass search and filters, when not all do. */
  readonly filtered: readonly ShownUnit[] | null;
}

const NO_PROVIDERS: never[] = [];
/** What the page draws on the map when they are on. */
const SWITCHES = ['zones', 'places'] as const;
/** How much of the map a raised sheet hides, from below: the sheet's 80 % of the page over the map's 58 %. */
const COVERED_SHARE = 0.65;

/** The map and everything on it; what it shows comes from the screen (MAP-024, MAP-027, MAP-028). */
export function MapPane(props: MapPaneProps): ReactNode {
  const { handle, store, units, history, pin, onPin } = props;
  const t = useT();
  const send = useSend();
  const theme = useShownTheme();
  const { language } = useLanguage();
  const config = useQuery(mapConfigQuery(send));
  const providers = config.data?.providers ?? NO_PROVIDERS;
  const isReady = props.isReady && !config.isPending;
  // A link to a history opens where that was, one to a unit where that is, not where the fleet is.
  const isLoading = history?.isLoading ?? false;
  const track = history?.points;
  // Looked for once: the map goes there only when it is first drawn.
  const [view, setView] = useState<MapView | null>(null);
  if (view === null && isReady && !isLoading) {
    const first = firstView(units, props.selectedId, track);
    if (first) setView(first);
  }
  const isPhone = useMedia('(width < 768px)');
  const pins = useMemo(
    () => (pin ? [{ id: 'address', label: pinLabel(pin), lat: pin.lat, lng: pin.lng, kind: 'address' as const }] : []),
    [pin],
  );
  const format = useFormat();
  // On a way the chart and the list tell what they are, and on a phone the list below; of a unit at rest nothing else stands there.
  const isAtRest = history !== null && history.driving === null && !isPhone;
  const marks = useMemo(
    () =>
      props.marks.map(({ timeMs, what }) => ({
        timeMs,
        kind: 'alarm' as const,
        ...(isAtRest && { label: `${format.time(timeMs)} ${what}` }),
      })),
    [props.marks, isAtRest, format],
  );
  const countText = useCallback((count: number) => t('HistoryAlarms', { count }), [t]);
  const { trail } = props;
  const trailRoutes = useMemo(() => (trail ? [{ parts: [trail], isOngoing: true }] : []), [trail]);
  const [isMeasuring, setMeasuring] = useState(false);
  const points = useMemo(() => pointsOf(units), [units]);
  // Not where somebody looks at one unit or at some, nor where a link led to one.
  const isWholeFleet =
    !history && props.selectedId === null && !props.filtered && !isMeasuring && view !== null && 'bounds' in view;
  const fit = (shown: readonly ShownUnit[]) => () => handle.current?.fit(pointsOf(shown));
  return (
    <div className={styles['pane']}>
      <div className={styles['map']}>
        {/* Before the map it lies on: it stands at its beginning for Tab as for the eye. */}
        <div className={styles['search']}>
          <AddressSearch
            pin={pin}
            onPin={(place) => {
              onPin(place);
              if (!place || !handle.current) return;
              const { points, zoom } = foundView(place, units, handle.current.detailZoom(place));
              const edges = edgesOf(isPhone ? 'phone' : 'wide', 'found');
              handle.current.fit(points, { maxZoom: zoom, edges });
            }}
            center={() => handle.current?.center() ?? null}
            units={units}
            findsUnits={isPhone}
            onSelectUnit={props.onShow}
            {...(props.onType ? { onType: props.onType } : {})}
          />
        </div>
        <MapSurface
          providers={providers}
          theme={theme}
          language={language}
          initialView={view}
          isWaiting={!isReady || isLoading}
          edges={edgesOf(isPhone ? 'phone' : 'wide', standing({ isPast: history !== null, hasPin: pin !== null }))}
          coveredShare={isPhone && props.isCovered ? COVERED_SHARE : 0}
          label={t('MapLabel')}
          handleRef={handle}
        >
          {!history && (
            <UnitsLayer
              store={store}
              selectedId={props.selectedId}
              hoveredId={props.hoveredId}
              showTitles={props.options.show_titles}
              isClustered={props.options.cluster}
              isInert={isMeasuring}
              onSelect={props.onSelect}
              onHover={props.onHover}
              onOpenCluster={props.onCluster}
            />
          )}
          {history && (
            <TrackLayer
              points={history.points}
              gaps={history.gaps}
              stops={history.signs}
              isStill={history.driving === null && history.signs.length > 0}
              isUnderWay={history.isUnderWay}
              hereLabel={history.hereLabel}
              marks={marks}
              chosen={history.chosen}
              colours={history.colours}
              countText={countText}
              cursorMs={onTrack(history)}
              onSeek={history.playback.seek}
              {...(props.onPoint ? { onHover: props.onPoint } : {})}
            />
          )}
          {isWholeFleet && props.onOutside && <OutsideCount points={points} onCount={props.onOutside} />}
          {trail && trail.length > 1 && <TripRouteLayer routes={trailRoutes} />}
          {/* Below: the number of a group in the middle of a town is read. */}
          <PinLayer pins={pins} isBelow />
          {props.isFollowing && props.selectedId !== null && (
            <Following key={props.selectedId} store={store} unitId={props.selectedId} onStop={() => props.onFollow(false)} />
          )}
          <MapControls
            hasMeasuring
            hasLocation
            hasFullScreen
            hasLayers
            switches={SWITCHES}
            onMeasuring={setMeasuring}
            {...(history && history.points.length > 0
              ? { onFitAll: history.onShowWhole, fitAllText: t('ShowWholeWay') }
              : units.length > 0 && { onFitAll: fit(units) })}
            {...(props.filtered ? { onFitFiltered: fit(props.filtered) } : {})}
          >
            {props.onMap}
          </MapControls>
        </MapSurface>
        <div className={styles['over']}>{props.overMap}</div>
      </div>
      {props.below}
      <ClusterDialog {...props} />
    </div>
  );
}

/** Where the playback stands on the way: before and after its positions, where it stood. */
function onTrack({ playback: { cursorMs }, points }: History): number | null {
  const [first, last] = [points[0], points.at(-1)];
  return cursorMs === null || !first || !last ? cursorMs : Math.max(first.timeMs, Math.min(last.timeMs, cursorMs));
}

/** Mounted while following is on, so that each start is a start and not the pause of the last one. */
function Following({ store, unitId, onStop }: { store: FleetStore; unitId: number; onStop: () => void }): ReactNode {
  const t = useT();
  const [isPaused, setPaused] = useState(false);
  const pause = useCallback(() => setPaused(true), []);
  return (
    <>
      <FollowUnit store={store} unitId={unitId} isPaused={isPaused} onPaused={pause} />
      {isPaused && (
        <div className={styles['paused']} role="status">
          {t('FollowPaused')}
          <Button isSmall look="primary" onClick={() => setPaused(false)}>
            {t('ResumeFollowing')}
          </Button>
          <Button isSmall onClick={onStop}>
            {t('StopFollowing')}
          </Button>
        </div>
      )}
    </>
  );
}

/** MAP-024: units that stand on one spot are chosen from a list. */
function ClusterDialog({ cluster, onCluster, onSelect, units }: MapPaneProps): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const byName = compareUnits({ sort: 'name', descending: false }, language, 0);
  const inside = units.filter((unit) => cluster?.includes(unit.id)).toSorted(byName);
  return (
    <Dialog title={t('ClusterTitle')} closeLabel={t('Close')} isOpen={cluster !== null} onClose={() => onCluster(null)}>
      <ul className={styles['cluster']}>
        {inside.map((unit) => (
          <li key={unit.id}>
            <button type="button" className={styles['choice']} onClick={() => onSelect(unit.id)}>
              {unit.name}
              <span>{unit.registration_number}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
