import { render } from '@testing-library/react';
import type { Feature } from 'geojson';
import type { LayerSpecification, MapGeoJSONFeature, Map as MapLibreMap } from 'maplibre-gl';
import type { ReactNode } from 'react';
import { type MapContext, MapContextValue } from './map-context.ts';
import type { MapBounds, MapEdges, MapPoint } from './shapes.ts';

type Listener = (event: object) => void;

/** What a click meets. */
export interface FakeHit {
  readonly at: readonly [lng: number, lat: number];
  readonly properties: Readonly<Record<string, unknown>>;
  /** The zoom at which all of it fits on the map, where it is a circle of many. */
  readonly fitZoom?: number;
  /** The zoom at which a source that makes its own clusters parts it. */
  readonly expansionZoom?: number;
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
  readonly moves: (MapPoint & { readonly isInstant?: boolean })[];
  /** Elements that stand over the map, and where. */
  readonly markers: Map<HTMLElement, MapPoint>;
  /** For layers that are mounted together with what else they need. */
  readonly context: MapContext;
  /** From now on no change of this source is answered; tells how many wait. */
  readonly holdUpdates: (source: string) => void;
  readonly heldUpdates: () => number;
  /** What a click at any place meets in this layer. */
  hit(layer: string, met: FakeHit): void;
  click(at?: MapPoint): void;
  /** The person moves the map; without an event of theirs it moves by itself. */
  move(originalEvent?: Event): void;
  /** The person takes hold of it. */
  drag(): void;
  /** It has come to where it shows these bounds, at this zoom. */
  arrive(bounds: MapBounds, zoom?: number): void;
  /** Mounts layers, or what became of them. */
  render(layers: ReactNode): void;
}

/** What its screen keeps clear. */
const CLEAR: MapEdges = { top: 80, right: 152, bottom: 100, left: 28 };

/** Stands in for MapLibre where there is no WebGL: keeps what layers put on the map, and answers what they ask of it. */
export function fakeMap(firstZoom = 5): FakeMap {
  const layers = new Map<string, LayerSpecification>();
  const sourceOptions = new Map<string, Record<string, unknown>>();
  const features = new Map<string, readonly Feature[]>();
  const listeners = new Map<string, Set<Listener>>();
  const eases: { zoom?: number }[] = [];
  const moves: FakeMap['moves'] = [];
  const markers: FakeMap['markers'] = new Map();
  let isMoving = false;
  const paddings: MapEdges[] = [];
  const canvas = document.createElement('canvas');
  let zoom = firstZoom;
  let held: { readonly source: string; count: number } | null = null;
  let target: { layer: string; met: FakeHit } | null = null;

  const pointOf = ([lng, lat]: readonly [number, number]) => ({ type: 'Point' as const, coordinates: [lng, lat] });
  const answer = (id: string): Promise<void> => {
    if (held?.source !== id) return Promise.resolve();
    held.count += 1;
    return new Promise(() => undefined);
  };
  const sourceOf = (id: string) => ({
    setData: (data: { features: Feature[] }) => (features.set(id, data.features), answer(id)),
    updateData: () => answer(id),
    getClusterExpansionZoom: () => Promise.resolve(target?.met.expansionZoom),
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
      return { center: [0, 0], zoom: Math.min(maxZoom, target?.met.fitZoom ?? maxZoom) };
    },
    getZoom: () => zoom,
    isMoving: () => isMoving,
    getBounds: () => ({
      contains: () => true,
      getNorthWest: () => ({ lat: shown.north, lng: shown.west }),
      getSouthEast: () => ({ lat: shown.south, lng: shown.east }),
    }),
    getCanvas: () => canvas,
    doubleClickZoom: { enable: () => undefined, disable: () => undefined },
    easeTo: (options: { zoom?: number }) => void eases.push(options),
    on: (name: string, listener: Listener) => void listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
    off: (name: string, listener: Listener) => void listeners.get(name)?.delete(listener),
    queryRenderedFeatures: (_: unknown, options: { layers: string[] }): Partial<MapGeoJSONFeature>[] =>
      target && options.layers.includes(target.layer)
        ? [
            {
              id: target.met.id,
              layer: { id: target.layer } as MapGeoJSONFeature['layer'],
              geometry: pointOf(target.met.at),
              properties: target.met.properties,
            },
          ]
        : [],
  };
  let shown: MapBounds = { west: -180, south: -85, east: 180, north: 85 };
  const handle = {
    moveTo: (point: MapPoint, { isInstant }: { isInstant?: boolean } = {}) => {
      moves.push({ ...point, ...(isInstant === undefined ? {} : { isInstant }) });
      isMoving = isInstant !== true;
    },
    zoom: () => zoom,
    bounds: () => shown,
    isInView: ({ lat, lng }: MapPoint) => lng >= shown.west && lng <= shown.east && lat >= shown.south && lat <= shown.north,
    padding: () => CLEAR,
  };
  class Marker {
    readonly element: HTMLElement;
    at: MapPoint = { lat: 0, lng: 0 };
    constructor(options: { element: HTMLElement }) {
      this.element = options.element;
    }
    getElement = () => this.element;
    setLngLat = ({ lat, lng }: MapPoint) => {
      this.at = { lat, lng };
      if (markers.has(this.element)) markers.set(this.element, this.at);
      return this;
    };
    setRotation = () => this;
    addTo = () => (markers.set(this.element, this.at), this);
    remove = () => void markers.delete(this.element);
  }
  const engine = { Marker };
  const context = { map: map as unknown as MapLibreMap, engine, handle, theme: 'light', fonts: [] } as unknown as MapContext;
  let mounted: ReturnType<typeof render> | null = null;
  return {
    layers,
    sourceOptions,
    features,
    eases,
    moves,
    markers,
    paddings,
    context,
    holdUpdates: (source) => void (held = { source, count: 0 }),
    heldUpdates: () => held?.count ?? 0,
    hit: (layer, met) => (target = { layer, met }),
    click: (at = { lat: 0, lng: 0 }) => {
      for (const listener of listeners.get('click') ?? []) listener({ point: { x: 0, y: 0 }, lngLat: at });
    },
    move: (originalEvent) => {
      for (const listener of listeners.get('movestart') ?? []) listener({ originalEvent });
    },
    drag: () => {
      for (const listener of listeners.get('dragstart') ?? []) listener({});
    },
    arrive: (bounds, at = zoom) => {
      shown = bounds;
      zoom = at;
      isMoving = false;
      for (const listener of listeners.get('move') ?? []) listener({});
      for (const listener of listeners.get('moveend') ?? []) listener({});
    },
    render: (children) => {
      const tree = <MapContextValue value={context}>{children}</MapContextValue>;
      if (mounted) mounted.rerender(tree);
      else mounted = render(tree);
    },
  };
}
