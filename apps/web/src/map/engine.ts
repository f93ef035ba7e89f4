import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { Protocol } from 'pmtiles';

/** The parts of MapLibre that the map uses; loaded only when a map is shown. */
export type MapEngine = Pick<
  typeof maplibre,
  'Map' | 'Marker' | 'AttributionControl' | 'ScaleControl' | 'LngLatBounds' | 'GPUInitializationError'
>;

let isStarted = false;

/** Prepares MapLibre once: its worker and the protocol of tile archives, `pmtiles://`. */
export function startEngine(): MapEngine {
  if (!isStarted) {
    maplibre.setWorkerUrl(workerUrl);
    // With its metadata an archive brings the attribution of its own data.
    maplibre.addProtocol('pmtiles', new Protocol({ metadata: true }).tile);
    isStarted = true;
  }
  return maplibre;
}
