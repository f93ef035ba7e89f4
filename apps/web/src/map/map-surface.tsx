import type { MapProvider } from '@spora/contract/accounts';
import type { ReactNode, Ref } from 'react';
import type { MapHandle } from './map-context.ts';
import type { MapTheme, MapView } from './shapes.ts';

export interface MapSurfaceProps {
  /** Best first, as `accounts.map-config` answers; the embedded map is drawn until a better one answers. */
  readonly providers: readonly MapProvider[];
  readonly theme: MapTheme;
  readonly language: 'en' | 'sv' | 'no';
  /** Applied once: the first that is not null, unless the person has moved the map before. Later changes do nothing. */
  readonly initialView: MapView | null;
  /** What a screen reader calls the map. */
  readonly label: string;
  /** `null` until the map is drawn for the first time. */
  readonly handleRef?: Ref<MapHandle | null>;
  /** After each movement, for remembering the view. */
  readonly onView?: (view: { center: { lat: number; lng: number }; zoom: number }) => void;
  /** Layers and controls of this folder; they are mounted when the map is ready. */
  readonly children?: ReactNode;
}

/** The map. Loads MapLibre by itself (lazily); without WebGL it explains what is missing. */
export function MapSurface(_props: MapSurfaceProps) {
  return null;
}
