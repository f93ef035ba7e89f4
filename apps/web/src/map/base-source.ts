import type { MapProvider } from '@spora/contract/accounts/endpoints';
import type { Language } from '@spora/messages/languages';
import type { RasterSourceSpecification, StyleSpecification } from 'maplibre-gl';
import { type BaseSource, buildBaseStyle, buildRasterStyle } from './base-style.ts';
import type { MapTheme } from './shapes.ts';

export interface BaseChoice {
  readonly theme: MapTheme;
  readonly language: Language;
}

/**
 * `npm run basemap` writes them: the north closely, the rest of the world coarsely, the waters around some towns, the main roads of the
 * north, and the roads of the project's own street network.
 */
const EMBEDDED = ['world', 'north', 'towns', 'roads', 'streets'] as const;
const HOLDS: Partial<Record<(typeof EMBEDDED)[number], BaseSource['only']>> = {
  towns: 'waters',
  roads: 'main-roads',
  streets: 'roads',
};
const EMBEDDED_FOLDER = '/map';
const EMBEDDED_ATTRIBUTION =
  '<a href="https://www.openmaptiles.org/" target="_blank" rel="noopener">© OpenMapTiles</a> <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>, <a href="https://www.geonames.org/" target="_blank" rel="noopener">GeoNames</a>';

const absolute = (path: string) => new URL(path, location.href).href;

function embeddedSources(folder: string, maxZoom?: number): BaseSource[] {
  return EMBEDDED.map((name) => ({
    id: `embedded-${name}`,
    isCoarse: true,
    ...(HOLDS[name] && { only: HOLDS[name] }),
    spec: { type: 'vector', url: `pmtiles://${absolute(`${folder}/${name}.pmtiles`)}`, attribution: EMBEDDED_ATTRIBUTION },
    ...(maxZoom !== undefined && { maxZoom }),
  }));
}

/** Drawn at once, with nothing but our own files. */
export const embeddedStyle = (choice: BaseChoice, folder: string = EMBEDDED_FOLDER): StyleSpecification =>
  buildBaseStyle({ ...choice, sources: embeddedSources(folder) });

export interface Archive {
  readonly minZoom: number;
}

/** What a provider draws; `archive` is the header of a `pmtiles` provider. A style address is handed to MapLibre as it is. */
export function styleOf(provider: MapProvider, choice: BaseChoice, archive?: Archive): StyleSpecification | string {
  switch (provider.kind) {
    case 'embedded':
      return embeddedStyle(choice, provider.url || EMBEDDED_FOLDER);
    case 'style':
      return (choice.theme === 'dark' && provider.dark_url) || provider.url;
    case 'vector':
      return buildBaseStyle({
        ...choice,
        sources: [{ id: 'online', spec: { type: 'vector', url: provider.url, ...attributed(provider) } }],
      });
    case 'pmtiles': {
      // A file of streets only begins at a zoom where the embedded map still has to draw what is above.
      const below = archive && archive.minZoom > 0 ? embeddedSources(EMBEDDED_FOLDER, archive.minZoom) : [];
      const own: BaseSource = {
        id: 'archive',
        spec: { type: 'vector', url: `pmtiles://${absolute(provider.url)}`, ...attributed(provider) },
      };
      return buildBaseStyle({ ...choice, sources: [...below, own] });
    }
    case 'raster': {
      const names = provider.has_own_names ? embeddedSources(EMBEDDED_FOLDER) : [];
      return buildRasterStyle(rasterSource(provider), { language: choice.language, names });
    }
  }
}

/** Pictures, as a base map or laid over one. */
export const rasterSource = (provider: MapProvider): RasterSourceSpecification => ({
  type: 'raster',
  tiles: [provider.url],
  tileSize: 256,
  ...(provider.max_zoom !== undefined && { maxzoom: provider.max_zoom }),
  ...attributed(provider),
});

/** Left out when empty: the attribution that the tiles themselves carry is shown then. */
const attributed = (provider: MapProvider) => (provider.attribution ? { attribution: provider.attribution } : {});
