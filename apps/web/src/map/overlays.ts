import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { FONTS } from './base-style.ts';

/** Sources of our layers begin with this; a change of base map keeps them and what they draw. */
export const OVERLAY = 'spora-';

type Layer = StyleSpecification['layers'][number];
const isOverlay = (layer: Layer): boolean => 'source' in layer && layer.source.startsWith(OVERLAY);
const isName = (layer: Layer): boolean => layer.type === 'symbol' && layer.layout?.['text-field'] !== undefined;
const isBaseName = (layer: Layer): boolean => isName(layer) && !isOverlay(layer);

/**
 * MapLibre's `transformStyle`: the layers of units, tracks and pins go on top of the new base map, and those that lay under the names of
 * the old one under the names of the new one.
 */
export function keepOverlays(before: StyleSpecification | undefined, next: StyleSpecification): StyleSpecification {
  if (!before) return next;
  const kept = Object.entries(before.sources).filter(([id]) => id.startsWith(OVERLAY));
  const names = before.layers.findIndex(isBaseName);
  const isUnder = (layer: Layer): boolean => before.layers.indexOf(layer) < names;
  const layers = before.layers.filter(isOverlay);
  const at = next.layers.findIndex(isBaseName);
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(kept) },
    layers: [
      ...next.layers.toSpliced(at < 0 ? next.layers.length : at, 0, ...layers.filter(isUnder)),
      ...layers.filter((layer) => !isUnder(layer)),
    ],
  };
}

/** Whether a map has names that can be left out; those within pictures cannot. */
export const hasNames = (style: StyleSpecification): boolean => style.layers.some(isName);

/** The map without the names of streets and places. */
export const withoutNames = (style: StyleSpecification): StyleSpecification => ({
  ...style,
  layers: style.layers.filter((layer) => !isName(layer)),
});

/** The lowest of our layers, for what is to lie under all of them. */
export const firstOverlay = (map: MapLibreMap): string | undefined => map.getStyle().layers.find(isOverlay)?.id;

/** The lowest of the base map's names, for a line that would cover them; undefined where there are none. */
export const firstName = (map: MapLibreMap): string | undefined => map.getStyle().layers.find(isBaseName)?.id;

/** A foreign style with glyph files has only its own fonts: take what its labels use. */
export function fontsOf(style: StyleSpecification): string[] {
  if (!style.glyphs) return FONTS.medium;
  for (const layer of style.layers) {
    const fonts = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined;
    if (!Array.isArray(fonts)) continue;
    const names = (fonts as unknown[]).filter((font): font is string => typeof font === 'string');
    // An expression begins with its operator and may hold anything; a plain list holds names only.
    if (names.length === fonts.length && names[0] !== 'literal' && names.length > 0) return names;
  }
  return ['Noto Sans Regular'];
}

/** A map that is being taken down with its page has no style any more, and its layers nothing left to remove. */
export const isAlive = (map: MapLibreMap): boolean => (map.style as unknown) !== undefined;

/** Takes what exists of these layers and sources off the map. */
export function removeOverlays(map: MapLibreMap, layerIds: readonly string[], sourceIds: readonly string[] = []): void {
  if (!isAlive(map)) return;
  for (const id of layerIds) if (map.getLayer(id)) map.removeLayer(id);
  for (const id of sourceIds) if (map.getSource(id)) map.removeSource(id);
}
