import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { registerArchiveProtocol } from './archive-protocol.ts';

/** The parts of MapLibre that the map uses; loaded only when a map is shown. */
export type MapEngine = Pick<typeof maplibre, 'Map' | 'Marker' | 'AttributionControl' | 'ScaleControl' | 'LngLatBounds'>;

/** Prepares MapLibre once: its worker and the protocol of tile archives. */
export function startEngine(): MapEngine {
  maplibre.setWorkerUrl(workerUrl);
  registerArchiveProtocol(maplibre.addProtocol);
  return maplibre;
}
