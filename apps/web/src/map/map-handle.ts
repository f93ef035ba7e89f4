import type { LngLatBounds, Map as MapLibreMap } from 'maplibre-gl';
import { type BaseKind, detailZoom } from './detail.ts';
import type { MapEngine } from './engine.ts';
import { paddingAround } from './frame.ts';
import type { MapHandle } from './map-context.ts';
import { boundsOf, type MapEdges, type MapPoint } from './shapes.ts';

/** One unit or a small yard: closer would show nothing but a symbol. */
const FIT_MAX_ZOOM = 14;

export interface HandleParts {
  readonly base: () => BaseKind;
  /** What stands on the map along its edges; null: nothing does. */
  readonly edges: () => MapEdges | null;
}

/** The handle, and what only the surface asks of it. */
export interface SurfaceHandle extends MapHandle {
  /** Something lies on the map from below: what is shown stays above it, also where the map is on its way to it. */
  cover(bottom: number): void;
}

export function createHandle(map: MapLibreMap, engine: MapEngine, parts: HandleParts): SurfaceHandle {
  const detail: MapHandle['detailZoom'] = (at) => detailZoom(parts.base(), at);
  /** The movement that is under way, if it is one of ours. */
  let moving: (() => void) | null = null;
  map.on('moveend', () => (moving = null));
  const go = (move: () => void): void => {
    move();
    if (map.isMoving()) moving = move;
  };
  const sizeOf = () => {
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    return { width, height: height - (map.getPadding().bottom ?? 0) };
  };
  return {
    cover(bottom) {
      if ((map.getPadding().bottom ?? 0) === bottom) return;
      // Another padding ends a movement half-way.
      const again = moving;
      map.setPadding({ top: 0, left: 0, right: 0, bottom });
      again?.();
    },
    fit(points, { maxZoom = FIT_MAX_ZOOM, isInstant = false, isLabelled = false, edges: own, others = [] } = {}) {
      const box = boundsOf(points);
      if (!box) return;
      const bounds: LngLatBounds = new engine.LngLatBounds([box.west, box.south], [box.east, box.north]);
      go(() => {
        // What has come beside or below the map since it was drawn is noticed by MapLibre a moment later.
        if (map.getCanvas().clientHeight !== map.getContainer().clientHeight) map.resize();
        const size = sizeOf();
        const edges = own ?? parts.edges();
        const padding = paddingOf(size, edges, isLabelled ? LABEL_PX : 0);
        const around = others.length > 0 ? box : null;
        map.fitBounds(bounds, {
          padding: edges && around ? paddingAround(around, others, { ...size, padding, edges, maxZoom }) : padding,
          // A route or a circle is something to see by itself, a single symbol is not.
          maxZoom: isOnePlace(points) ? Math.min(maxZoom, detail(bounds.getCenter())) : maxZoom,
          animate: !isInstant,
        });
      });
    },
    padding: () => paddingOf(sizeOf(), parts.edges()),
    moveTo(point, { zoom, isInstant = false } = {}) {
      const target = {
        center: [point.lng, point.lat] as [number, number],
        ...(zoom !== undefined && { zoom: Math.min(zoom, detail(point)) }),
      };
      go(() => void (isInstant ? map.jumpTo(target) : map.easeTo({ ...target, duration: 400 })));
    },
    zoomBy: (steps) => void map.zoomTo(map.getZoom() + steps, { duration: 200 }),
    bounds() {
      const bounds = map.getBounds();
      return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
    },
    isInView({ lat, lng }) {
      const { x, y } = map.project([lng, lat]);
      const { width, height } = sizeOf();
      const { top, right, bottom, left } = parts.edges() ?? NO_EDGES;
      return x >= left && x <= width - right && y >= top && y <= height - bottom;
    },
    zoom: () => map.getZoom(),
    detailZoom: detail,
    center: () => ({ lat: map.getCenter().lat, lng: map.getCenter().lng }),
  };
}

const NO_EDGES: MapEdges = { top: 0, right: 0, bottom: 0, left: 0 };
/** Degrees; some 100 m. */
const ONE_PLACE = 0.001;
const isOnePlace = (points: readonly MapPoint[]): boolean =>
  points.every(({ lat, lng }) => Math.abs(lat - (points[0]?.lat ?? lat)) + Math.abs(lng - (points[0]?.lng ?? lng)) < ONE_PLACE);

/** Half a symbol with its name. */
const CLEAR_PX = 24;
/** "9 h 10 min", as far as it reaches beyond that. */
const LABEL_PX = 52;
/** The line of the map's makers, and above it what is written under a symbol. */
const BELOW_PX = 48;
/** What is shown gets at least this share of a map's width and height, however much stands on it. */
const LEAST_SHARE = 0.4;

/** Symbols stand clear of the edge and of what lies along it, also on a phone. */
export function paddingOf(
  size: { readonly width: number; readonly height: number },
  edges: MapEdges | null,
  labelPx = 0,
): MapEdges {
  if (!edges) {
    const all = Math.max(16, Math.min(64, Math.floor(Math.min(size.width, size.height) / 6)));
    const right = Math.min(all + labelPx, Math.max(all, Math.floor((size.width * (1 - LEAST_SHARE)) / 2)));
    return { top: all, right, bottom: Math.max(all, Math.min(BELOW_PX, Math.floor(size.height / 4))), left: all };
  }
  const fitted = (before: number, after: number, room: number) => {
    const wanted = before + after + 2 * CLEAR_PX;
    const scale = Math.min(1, (room * (1 - LEAST_SHARE)) / wanted);
    return [Math.floor((before + CLEAR_PX) * scale), Math.floor((after + CLEAR_PX) * scale)] as const;
  };
  const [top, bottom] = fitted(edges.top, edges.bottom, size.height);
  const [left, right] = fitted(edges.left, edges.right + (edges.townNames ?? 0) + labelPx, size.width);
  return { top, right, bottom, left };
}
