import type { LiveUnit, SearchOptions } from '@spora/contract/tracking';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode, type RefObject } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useShownTheme } from '../../../lib/use-theme.ts';
import type { FleetStore } from '../../../map/fleet-store.ts';
import { FollowUnit } from '../../../map/follow-unit.tsx';
import { MapControls } from '../../../map/map-controls.tsx';
import type { MapHandle } from '../../../map/map-context.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import type { MapPoint, MapView, TrackGap, TrackPoint, TrackStop } from '../../../map/shapes.ts';
import { TrackLayer } from '../../../map/track-layer.tsx';
import { UnitsLayer } from '../../../map/units-layer.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { mapConfigQuery } from '../queries.ts';
import { AddressSearch, type FoundPlace } from './address-search.tsx';
import styles from './map-pane.module.css';

export interface MapPaneProps {
  readonly handle: RefObject<MapHandle | null>;
  readonly store: FleetStore;
  readonly units: readonly LiveUnit[];
  readonly isReady: boolean;
  readonly options: SearchOptions;
  readonly selectedId: number | null;
  readonly hoveredId: number | null;
  readonly isFollowing: boolean;
  readonly history: {
    readonly isLoading: boolean;
    readonly points: readonly TrackPoint[];
    readonly gaps: readonly TrackGap[];
    readonly stops: readonly TrackStop[];
    readonly cursorMs: number | null;
    readonly onSeek: (timeMs: number) => void;
  } | null;
  readonly pin: FoundPlace | null;
  readonly onPin: (pin: FoundPlace | null) => void;
  readonly cluster: readonly number[] | null;
  readonly onCluster: (ids: readonly number[] | null) => void;
  readonly onSelect: (id: number | null) => void;
  readonly onHover: (id: number | null) => void;
  readonly onFollow: (isOn: boolean) => void;
  /** The filtered units, when the filter applies to the map. */
  readonly filtered: readonly LiveUnit[] | null;
  readonly onAddPhone: (() => void) | null;
}

const NO_PROVIDERS: never[] = [];

/** The map and everything on it; what it shows comes from the screen (MAP-024, MAP-027, MAP-028). */
export function MapPane(props: MapPaneProps): ReactNode {
  const { handle, store, units, history, pin, onPin } = props;
  const t = useT();
  const send = useSend();
  const theme = useShownTheme();
  const { language } = useLanguage();
  const providers = useQuery(mapConfigQuery(send)).data?.providers ?? NO_PROVIDERS;
  // A link to a history opens where that was, not where the fleet is.
  const view = useMemo<MapView | null>(() => {
    if (!props.isReady || history?.isLoading) return null;
    return viewOf(history && history.points.length > 0 ? history.points : pointsOf(units));
  }, [props.isReady, units, history]);
  const pins = useMemo(
    () => (pin ? [{ id: 'address', label: pin.label, lat: pin.lat, lng: pin.lng, kind: 'address' as const }] : []),
    [pin],
  );
  const fit = (shown: readonly LiveUnit[]) => () => handle.current?.fit(pointsOf(shown));
  return (
    <div className={styles['pane']}>
      <MapSurface
        providers={providers}
        theme={theme}
        language={language}
        initialView={view}
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
            onSelect={props.onSelect}
            onHover={props.onHover}
            onOpenCluster={(ids) => props.onCluster(ids)}
          />
        )}
        {history && (
          <TrackLayer
            points={history.points}
            gaps={history.gaps}
            stops={history.stops}
            cursorMs={history.cursorMs}
            onSeek={history.onSeek}
          />
        )}
        <PinLayer pins={pins} />
        <Following {...props} />
        <MapControls
          hasMeasuring
          hasLocation
          hasFullScreen
          {...(units.length > 0 ? { onFitAll: fit(units) } : {})}
          {...(props.filtered ? { onFitFiltered: fit(props.filtered) } : {})}
        />
      </MapSurface>
      <div className={styles['search']}>
        <AddressSearch
          pin={pin}
          onPin={(place) => {
            onPin(place);
            if (place) handle.current?.moveTo(place, { zoom: 14 });
          }}
          center={() => handle.current?.center() ?? null}
          units={units}
          onSelectUnit={props.onSelect}
        />
      </div>
      <ClusterDialog {...props} />
    </div>
  );
}

function Following({ store, selectedId, isFollowing, onFollow }: MapPaneProps): ReactNode {
  const t = useT();
  const [isPaused, setPaused] = useState(false);
  if (!isFollowing || selectedId === null) return null;
  return (
    <>
      <FollowUnit store={store} unitId={selectedId} isPaused={isPaused} onPaused={() => setPaused(true)} />
      {isPaused && (
        <div className={styles['paused']} role="status">
          {t('FollowPaused')}
          <Button isSmall look="primary" onClick={() => setPaused(false)}>
            {t('ResumeFollowing')}
          </Button>
          <Button isSmall onClick={() => onFollow(false)}>
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
  const inside = units.filter((unit) => cluster?.includes(unit.id));
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

const pointsOf = (units: readonly LiveUnit[]): MapPoint[] =>
  units.flatMap(({ position }) => (position ? { lat: position.lat, lng: position.lng } : []));

function viewOf(points: readonly MapPoint[]): MapView | null {
  if (points.length === 0) return null;
  const lats = points.map((point) => point.lat);
  const lngs = points.map((point) => point.lng);
  return { bounds: { west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs), north: Math.max(...lats) } };
}
