import type { LngLatBoundsLike, MapGeoJSONFeature, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { CLUSTER_MAX_ZOOM, partingZoom } from './clusters.ts';
import type { FleetStore } from './fleet-store.ts';
import { useMap } from './map-context.ts';
import { isAlive, removeOverlays } from './overlays.ts';
import type { MapPoint, MapUnit } from './shapes.ts';
import { startUnitsFlow, type UnitsFlow } from './units-flow.ts';
import { ACTIVE, activeSource, FLEET, fleetSource, TITLES_MAX_ZOOM, titlesFrom, UNIT_LAYERS, unitLayers } from './units-style.ts';

export interface UnitsLayerProps {
  readonly store: FleetStore;
  /** Drawn apart from the clusters, above all others. */
  readonly selectedId?: number | null;
  readonly hoveredId?: number | null;
  /** More units that are never hidden in a cluster (followed, compared); at most 200. */
  readonly pinnedIds?: ReadonlySet<number>;
  readonly showTitles: boolean;
  readonly isClustered: boolean;
  /** Clicks and the pointer belong to a tool (measuring): they choose and mark nothing here. */
  readonly isInert?: boolean;
  readonly onSelect?: (id: number) => void;
  /** `null` when the pointer leaves. */
  readonly onHover?: (id: number | null) => void;
  /** A cluster that no zoom can split was chosen, or units that lie on each other (MAP-024). */
  readonly onOpenCluster?: (ids: readonly number[], at: MapPoint) => void;
  /** A click beside every unit. */
  readonly onClickEmpty?: (at: MapPoint) => void;
}

const ALL_LAYERS = Object.values(UNIT_LAYERS);
const UNIT_HITS = [UNIT_LAYERS.chosenBody, UNIT_LAYERS.activeBody, UNIT_LAYERS.body];
/** Fingers and small symbols: what is this near is meant. */
const REACH_PX = 6;
/** From here what lies on each other is listed, however far apart in the yard it is. */
const STACK_MAX_ZOOM = 17;
/** Just past the last zoom with clusters. */
const CLOSEST_ZOOM = CLUSTER_MAX_ZOOM + 1.2;
/** So near no zoom splits them. */
const isOnePlace = (places: readonly MapPoint[], { lat, lng }: MapPoint): boolean =>
  places.every((place) => Math.abs(place.lng - lng) < 0.0004 && Math.abs(place.lat - lat) < 0.0002);

const middleOf = (places: readonly MapPoint[]): MapPoint => ({
  lat: places.reduce((sum, { lat }) => sum + lat, 0) / places.length,
  lng: places.reduce((sum, { lng }) => sum + lng, 0) / places.length,
});
const boundsOf = (places: readonly MapPoint[]): LngLatBoundsLike => {
  const [lngs, lats] = [places.map(({ lng }) => lng), places.map(({ lat }) => lat)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
};

/** All units: clustered, with state, heading and titles; what is near glides. Renders nothing. */
export function UnitsLayer(props: UnitsLayerProps) {
  const { store, selectedId = null, hoveredId = null, pinnedIds, showTitles, isClustered } = props;
  const { map, handle, theme, fonts } = useMap();
  const flow = useRef<UnitsFlow | null>(null);
  const callbacks = useRef(props);
  const firstOptions = useRef({ theme, isClustered });
  useEffect(() => {
    callbacks.current = props;
  });

  useEffect(() => {
    map.addSource(FLEET, fleetSource);
    map.addSource(ACTIVE, activeSource);
    const running = startUnitsFlow(map, store, firstOptions.current);
    flow.current = running;
    map.on('style.load', running.resend);
    return () => {
      running.stop();
      flow.current = null;
      if (isAlive(map)) map.off('style.load', running.resend);
      removeOverlays(map, ALL_LAYERS, [FLEET, ACTIVE]);
    };
  }, [map, store]);

  useEffect(() => {
    for (const layer of unitLayers({ theme, fonts, showTitles, isClustered })) map.addLayer(layer);
    flow.current?.restyle(theme);
    return () => removeOverlays(map, ALL_LAYERS);
    // Titles and clusters are switched below without building the layers anew.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [map, store, theme, fonts]);

  useEffect(() => {
    for (const id of [UNIT_LAYERS.title, UNIT_LAYERS.activeTitle, UNIT_LAYERS.chosenTitle])
      map.setLayoutProperty(id, 'visibility', showTitles ? 'visible' : 'none');
  }, [map, showTitles]);

  useEffect(() => {
    flow.current?.cluster(isClustered);
    map.setLayerZoomRange(UNIT_LAYERS.title, titlesFrom(isClustered), TITLES_MAX_ZOOM);
  }, [map, store, isClustered]);

  useEffect(() => {
    flow.current?.keepApart([...new Set([...(selectedId === null ? [] : [selectedId]), ...(pinnedIds ?? [])])]);
  }, [map, store, selectedId, pinnedIds]);

  useEffect(() => {
    flow.current?.point(hoveredId);
  }, [map, store, hoveredId]);

  useEffect(() => {
    const marks = [
      [selectedId, 'selected'],
      [hoveredId, 'hover'],
    ] as const;
    const mark = (isOn: boolean) => {
      if (!isAlive(map)) return;
      for (const [id, state] of marks)
        if (id !== null)
          for (const source of [FLEET, ACTIVE]) if (map.getSource(source)) map.setFeatureState({ source, id }, { [state]: isOn });
    };
    const again = () => mark(true);
    mark(true);
    map.on('style.load', again);
    return () => {
      mark(false);
      if (isAlive(map)) map.off('style.load', again);
    };
  }, [map, store, selectedId, hoveredId]);

  useEffect(() => {
    const hit = (event: MapMouseEvent, layers: readonly string[], reach: number): MapGeoJSONFeature | undefined => {
      const { x, y } = event.point;
      return map.queryRenderedFeatures(
        [
          [x - reach, y - reach],
          [x + reach, y + reach],
        ],
        { layers: layers.filter((id) => map.getLayer(id)) },
      )[0];
    };
    const onClick = (event: MapMouseEvent) => {
      if (callbacks.current.isInert) return;
      const unit = hit(event, UNIT_HITS, REACH_PX);
      const stack = unit && callbacks.current.onOpenCluster && flow.current?.stackAt(Number(unit.id));
      if (stack) return openStack(stack);
      if (unit) return callbacks.current.onSelect?.(Number(unit.id));
      const cluster = hit(event, [UNIT_LAYERS.cluster], 0);
      if (cluster) return openCluster(cluster);
      callbacks.current.onClickEmpty?.({ lat: event.lngLat.lat, lng: event.lngLat.lng });
    };
    const openStack = (stack: readonly MapUnit[]) => {
      const [at] = stack;
      if (!at) return;
      if (isOnePlace(stack, at) || map.getZoom() >= STACK_MAX_ZOOM)
        callbacks.current.onOpenCluster?.(
          stack.map(({ id }) => id),
          at,
        );
      else spread(stack, at, { least: Math.min(STACK_MAX_ZOOM, map.getZoom() + 1), most: STACK_MAX_ZOOM });
    };
    /** As near as all of them are still seen, and at least where they begin to part. */
    const spread = (places: readonly MapPoint[], at: MapPoint, { least, most }: { least: number; most: number }) => {
      const camera = map.cameraForBounds(boundsOf(places), { padding: { ...handle.padding() }, maxZoom: most });
      const fits = camera?.zoom !== undefined && camera.center !== undefined && camera.zoom > least;
      map.easeTo({ center: fits ? camera.center : [at.lng, at.lat], zoom: fits ? camera.zoom : least, duration: 350 });
    };
    const openCluster = (cluster: MapGeoJSONFeature) => {
      const units = flow.current?.clusterOf(Number(cluster.properties['cluster_id']));
      if (!units) return;
      const at = middleOf(units);
      const zoom = partingZoom(units, Math.floor(map.getZoom()));
      if (zoom > CLUSTER_MAX_ZOOM && isOnePlace(units, at))
        callbacks.current.onOpenCluster?.(
          units.map(({ id }) => id),
          at,
        );
      else spread(units, at, { least: Math.min(zoom + 0.3, CLOSEST_ZOOM), most: CLOSEST_ZOOM });
    };
    let hovered: number | null = null;
    const onMove = (event: MapMouseEvent) => {
      if (callbacks.current.isInert) return;
      const unit = hit(event, UNIT_HITS, 2);
      map.getCanvas().style.cursor = unit || hit(event, [UNIT_LAYERS.cluster], 0) ? 'pointer' : '';
      const id = unit ? Number(unit.id) : null;
      if (id === hovered) return;
      hovered = id;
      callbacks.current.onHover?.(id);
    };
    const onLeave = () => {
      if (hovered !== null) callbacks.current.onHover?.(null);
      hovered = null;
    };
    map.on('click', onClick);
    map.on('mousemove', onMove);
    map.on('mouseout', onLeave);
    return () => {
      if (!isAlive(map)) return;
      map.off('click', onClick);
      map.off('mousemove', onMove);
      map.off('mouseout', onLeave);
      map.getCanvas().style.cursor = '';
    };
  }, [map, handle]);

  return null;
}
