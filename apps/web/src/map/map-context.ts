import type { MapProvider } from '@spora/contract/accounts/endpoints';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { createContext, use } from 'react';
import type { MapEngine } from './engine.ts';
import type { MapBounds, MapEdges, MapPoint, MapTheme, OtherPoint } from './shapes.ts';

export interface FitOptions {
  readonly maxZoom?: number;
  readonly isInstant?: boolean;
  readonly isLabelled?: boolean;
  /** In place of what otherwise stands along the edges. */
  readonly edges?: MapEdges;
  /** Need not be shown, but neither lie half under what stands along the edges. */
  readonly others?: readonly OtherPoint[];
}

/** What a screen may ask of the map from outside; the map never moves without being asked. */
export interface MapHandle {
  /** Shows all the points, and what is written to the right of them; one point is shown at street level. Nothing happens for none. */
  fit(points: readonly MapPoint[], options?: FitOptions): void;
  /** What `fit` keeps clear along the edges. */
  padding(): MapEdges;
  /** Without `zoom` the map stays as close as it is. */
  moveTo(point: MapPoint, options?: { zoom?: number; isInstant?: boolean }): void;
  zoomBy(steps: number): void;
  bounds(): MapBounds;
  /** Whether a place is on the map and clear of what stands along its edges. */
  isInView(point: MapPoint): boolean;
  zoom(): number;
  /** How close the map has something to show of a place; `moveTo`, and `fit` of one place, go no closer. */
  detailZoom(at: MapPoint): number;
  center(): MapPoint;
}

export interface MapContext {
  readonly map: MapLibreMap;
  readonly engine: MapEngine;
  readonly handle: MapHandle;
  /** Light or dark as the application, and dark over pictures from above. */
  readonly theme: MapTheme;
  /** What the installation has to show. */
  readonly providers: readonly MapProvider[];
  /** The map has names of its own that can be switched off. */
  readonly hasNames: boolean;
  /** A font stack that the style in force can draw. */
  readonly fonts: string[];
}

export const MapContextValue = createContext<MapContext | null>(null);

/** For components inside `MapSurface`; they are mounted only while there is a map with a style. */
export function useMap(): MapContext {
  const context = use(MapContextValue);
  if (!context) throw new Error('A map layer belongs inside MapSurface');
  return context;
}
