import type { MapProvider } from '@spora/contract/accounts/endpoints';
import { type LayerSource, layerProviders } from './map-layers.ts';

export interface MapOptions {
  readonly mode: 'auto' | 'embedded' | 'online';
  readonly styleUrl: string | undefined;
  readonly darkStyleUrl: string | undefined;
  /** The path of the operator's own PMTiles file; it is served under `OWN_PMTILES_URL`. */
  readonly pmtiles: string | undefined;
  readonly layers: readonly LayerSource[];
}

/** The folder of the embedded map's files, among those of the web application. */
export const EMBEDDED_MAP_URL = '/map';
export const OWN_PMTILES_URL = '/map/installation.pmtiles';

const OPEN_FREE_MAP = 'https://tiles.openfreemap.org';
/** Natural Earth is in the public domain, the others ask to be named (maps.md section 2.3). */
const EMBEDDED_ATTRIBUTION = '© OpenMapTiles © OpenStreetMap contributors · Natural Earth · GeoNames';

/**
 * The map sources of an installation, of each layer best first: the operator's own file, a style, what else is configured, and last
 * the embedded map, which is always there. `embedded` names nothing that lies outside this server.
 */
export function mapProvidersOf({ mode, styleUrl, darkStyleUrl, pmtiles, layers }: MapOptions): MapProvider[] {
  const providers: MapProvider[] = [];
  if (pmtiles)
    providers.push({ id: 'installation', kind: 'pmtiles', url: OWN_PMTILES_URL, attribution: '© OpenStreetMap contributors' });
  if (mode !== 'embedded') {
    if (styleUrl)
      providers.push({
        id: 'style',
        kind: 'style',
        url: styleUrl,
        dark_url: darkStyleUrl,
        probe_url: probeOf(mode, styleUrl),
        attribution: '',
      });
    else if (!pmtiles)
      providers.push({
        id: 'openfreemap',
        kind: 'vector',
        url: `${OPEN_FREE_MAP}/planet`,
        probe_url: probeOf(mode, `${OPEN_FREE_MAP}/planet`),
        attribution: 'OpenFreeMap © OpenMapTiles © OpenStreetMap contributors',
      });
  }
  if (mode !== 'embedded') providers.push(...layerProviders(layers, mode === 'auto'));
  providers.push({ id: 'embedded', kind: 'embedded', url: EMBEDDED_MAP_URL, attribution: EMBEDDED_ATTRIBUTION });
  return providers;
}

/** `online` trusts the source; `auto` asks it first. */
const probeOf = (mode: MapOptions['mode'], url: string): string | undefined => (mode === 'auto' ? url : undefined);
