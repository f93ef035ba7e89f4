import { render } from '@testing-library/react';
import type { Feature } from 'geojson';
import type { LayerSpecification, MapGeoJSONFeature, Map as MapLibreMap } from 'maplibre-gl';
import type { ReactNode } from 'react';
import { type MapContext, MapContextValue } from './map-context.ts';
import type { MapBounds, MapEdges, MapPoint } from './shapes.ts';

type Listener = (event: object) => void;

/** A cluster as the fake's source answers for it. */
export interface FakeCluster {
  readonly at: readonly [lng: number, lat: number];
  readonly expansionZoom: number;
  /** The zoom at which all of it fits on the map. */
  readonly fitZoom?: number;
  /** Of what is no cluster. */
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly leaves: readonly { readonly id: number; readonly at: readonly [lng: number, lat: number] }[];
  /** Of a unit in its place. */
  readonly id?: number;
}

export interface FakeMap {
  readonly layers: Map<string, LayerSpecification>;
  readonly sourceOptions: Map<string, Record<string, unknown>>;
  readonly features: Map<string, readonly Feature[]>;
  readonly eases: { readonly zoom?: number }[];
  /** What was kept clear as the map was asked how near all of a cluster is seen. */
  readonly paddings: MapEdges[];
  /** Where screens sent the map. */
  readonly moves: MapPoint[];
  /** For layers that are mounted together with what else they need. */
  readonly context: MapContext;
  /** From now on no change of a source is answered; tells how many wait. */
  readonly holdUpdates: () => void;
  readonly heldUpdates: () => number;
  /** What a click at any place meets in this layer. */
  hit(layer: string, cluster: FakeCluster): void;
  click(at?: MapPoint): void;
  /** The person moves the map; without an event of theirs it moves by itself. */
  move(originalEvent?: Event): void;
  /** It has come to where it shows these bounds. */
  arrive(bounds: MapBounds): void;
  /** Mounts layers, or what became of them. */
  render(layers: ReactNode): void;
}

/** What its screen keeps clear. */
const CLEAR: MapEdges = { top: 80, right: 152, bottom: 100, left: 28 };

/** Stands in for MapLibre where there is no WebGL: keeps what layers put on the map, and answers what they ask of it. */
export function fakeMap(zoom = 5): FakeMap {
  const layers = new Map<string, LayerSpecification>();
  const sourceOptions = new Map<string, Record<string, unknown>>();
  const features = new Map<string, readonly Feature[]>();
  const listeners = new Map<string, Set<Listener>>();
  const eases: { zoom?: number }[] = [];
  const moves: MapPoint[] = [];
  const paddings: MapEdges[] = [];
  const canvas = document.createElement('canvas');
  let held: number | null = null;
  let target: { layer: string; cluster: FakeCluster } | null = null;

  const pointOf = ([lng, lat]: readonly [number, number]) => ({ type: 'Point' as const, coordinates: [lng, lat] });
  const sourceOf = (id: string) => ({
    setData: (data: { features: Feature[] }) => (features.set(id, data.features), Promise.resolve()),
    updateData: () => {
      if (held === null) return Promise.resolve();
      held += 1;
      return new Promise(() => undefined);
    },
    setClusterOptions: (options: object) => void sourceOptions.set(id, { ...sourceOptions.get(id), ...options }),
    getClusterExpansionZoom: () => Promise.resolve(target?.cluster.expansionZoom),
    getClusterLeaves: () => Promise.resolve(target?.cluster.leaves.map(({ id, at }) => ({ id, geometry: pointOf(at) }))),
  });
  const map = {
    style: {},
    addSource: (id: string, options: Record<string, unknown>) => void sourceOptions.set(id, options),
    getSource: (id: string) => (sourceOptions.has(id) ? sourceOf(id) : undefined),
    removeSource: (id: string) => void sourceOptions.delete(id),
    addLayer: (layer: LayerSpecification, before?: string) => {
      const all = [...layers.entries()];
      const at = before === undefined ? -1 : all.findIndex(([id]) => id === before);
      layers.clear();
      for (const [id, each] of all.toSpliced(at < 0 ? all.length : at, 0, [layer.id, layer])) layers.set(id, each);
    },
    getLayer: (id: string) => layers.get(id),
    removeLayer: (id: string) => void layers.delete(id),
    setLayoutProperty: (id: string, name: string, value: unknown) => {
      const layer = layers.get(id);
      if (layer) layers.set(id, { ...layer, layout: { ...layer.layout, [name]: value } });
    },
    setFilter: (id: string, filter: unknown) => {
      const layer = layers.get(id);
      if (layer) layers.set(id, { ...layer, filter } as LayerSpecification);
    },
    setFeatureState: () => undefined,
    getStyle: () => ({ layers: [...layers.values()] }),
    setLayerZoomRange: (id: string, minzoom: number, maxzoom: number) => {
      const layer = layers.get(id);
      if (layer) layers.set(id, { ...layer, minzoom, maxzoom });
    },
    cameraForBounds: (_: unknown, { maxZoom, padding }: { maxZoom: number; padding: MapEdges }) => {
      paddings.push(padding);
      return { center: [0, 0], zoom: Math.min(maxZoom, target?.cluster.fitZoom ?? maxZoom) };
    },
    getZoom: () => zoom,
    getBounds: () => ({ contains: () => true }),
    getCanvas: () => canvas,
    doubleClickZoom: { enable: () => undefined, disable: () => undefined },
    easeTo: (options: { zoom?: number }) => void eases.push(options),
    on: (name: string, listener: Listener) => void listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
    off: (name: string, listener: Listener) => void listeners.get(name)?.delete(listener),
    queryRenderedFeatures: (_: unknown, options: { layers: string[] }): Partial<MapGeoJSONFeature>[] =>
      target && options.layers.includes(target.layer)
        ? [
            {
              id: target.cluster.id,
              layer: { id: target.layer } as MapGeoJSONFeature['layer'],
              geometry: pointOf(target.cluster.at),
              properties: target.cluster.properties ?? { cluster_id: 1 },
            },
          ]
        : [],
  };
  let shown: MapBounds = { west: -180, south: -90, east: 180, north: 90 };
  const handle = {
    moveTo: (point: MapPoint) => void moves.push(point),
    zoom: () => 5,
    bounds: () => shown,
    padding: () => CLEAR,
  };
  const context = { map: map as unknown as MapLibreMap, handle, theme: 'light', fonts: [] } as unknown as MapContext;
  let mounted: ReturnType<typeof render> | null = null;
  return {
    layers,
    sourceOptions,
    features,
    eases,
    moves,
    paddings,
    context,
    holdUpdates: () => void (held = 0),
    heldUpdates: () => held ?? 0,
    hit: (layer, cluster) => (target = { layer, cluster }),
    click: (at = { lat: 0, lng: 0 }) => {
      for (const listener of listeners.get('click') ?? []) listener({ point: { x: 0, y: 0 }, lngLat: at });
    },
    move: (originalEvent) => {
      for (const listener of listeners.get('movestart') ?? []) listener({ originalEvent });
    },
    arrive: (bounds) => {
      shown = bounds;
      for (const listener of listeners.get('moveend') ?? []) listener({});
    },
    render: (children) => {
      const tree = <MapContextValue value={context}>{children}</MapContextValue>;
      if (mounted) mounted.rerender(tree);
      else mounted = render(tree);
    },
  };
}
