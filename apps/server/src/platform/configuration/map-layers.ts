import type { MapProvider } from '@spora/contract/accounts/endpoints';
import type { MapLayer } from '@spora/contract/accounts/map-layers';

type Optional = Exclude<MapLayer, 'street'>;

/** Layers that exist only where the installation names their source, with what their settings begin with and their place in the list. */
export const OPTIONAL_LAYERS = [
  { layer: 'satellite', prefix: 'MAP_SATELLITE', isOverlay: false, text: 'Pictures from above' },
  { layer: 'hybrid', prefix: 'MAP_HYBRID', isOverlay: false, text: 'Pictures from above with names and roads' },
  { layer: 'terrain', prefix: 'MAP_TERRAIN', isOverlay: false, text: 'A map of the terrain' },
  { layer: 'traffic', prefix: 'MAP_TRAFFIC', isOverlay: true, text: 'Traffic, drawn over the chosen map' },
  { layer: 'sea-chart', prefix: 'MAP_SEA_CHART', isOverlay: true, text: 'Sea marks, drawn over the chosen map' },
] as const satisfies readonly { layer: Optional; prefix: string; isOverlay: boolean; text: string }[];

const MAX_ZOOM = 19;

/** What an installation says of one layer's source. */
export interface LayerSource {
  readonly layer: Optional;
  readonly url: string;
  readonly attribution: string;
  readonly maxZoom: number;
}

const isTemplate = (url: string): boolean => /\{z\}/.test(url);

/**
 * Reads the layers that have a source. One whose address asks for a `{key}` that is not set is left out; faults are added for what
 * cannot be drawn, and for pictures without a word of whose they are.
 */
export function layersOf(values: Readonly<Record<string, string | undefined>>, faults: string[]): LayerSource[] {
  return OPTIONAL_LAYERS.flatMap(({ layer, prefix, isOverlay }) => {
    const url = values[`${prefix}_URL`];
    if (url === undefined) return [];
    const [attribution, key] = [values[`${prefix}_ATTRIBUTION`], values[`${prefix}_KEY`]];
    if (isOverlay && !isTemplate(url)) faults.push(`${prefix}_URL must be an address of tiles with {z}, {x} and {y} in it.`);
    if (isTemplate(url) && !(url.includes('{x}') && url.includes('{y}')))
      faults.push(`${prefix}_URL must have {x} and {y} beside {z}.`);
    if (isTemplate(url) && !attribution) faults.push(`${prefix}_ATTRIBUTION is required with ${prefix}_URL: who made the tiles.`);
    if (url.includes('{key}') && !key) return [];
    return [
      {
        layer,
        url: url.replaceAll('{key}', encodeURIComponent(key ?? '')),
        attribution: attribution ?? '',
        maxZoom: Number(values[`${prefix}_MAX_ZOOM`] ?? MAX_ZOOM),
      },
    ];
  });
}

/** Satellite pictures without a hybrid of their own get the names of the project's own map. */
export function layerProviders(sources: readonly LayerSource[], mayAsk: boolean): MapProvider[] {
  const toProvider = ({ layer, url, attribution, maxZoom }: LayerSource): MapProvider =>
    isTemplate(url)
      ? {
          ...{ id: layer, layer, kind: 'raster', url, attribution, max_zoom: maxZoom },
          ...(mayAsk && { probe_url: url.replace('{z}', '0').replace(/\{[xy]\}/g, '0') }),
        }
      : { id: layer, layer, kind: 'style', url, attribution };
  return sources.flatMap((source) => {
    const provider = toProvider(source);
    const isAlone =
      source.layer === 'satellite' && provider.kind === 'raster' && !sources.some(({ layer }) => layer === 'hybrid');
    return isAlone ? [provider, { ...provider, id: 'hybrid', layer: 'hybrid', has_own_names: true }] : [provider];
  });
}
