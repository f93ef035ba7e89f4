import { UNIT_STATES } from '@spora/contract/tracking/values';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { GeoJSONFeatureDiff } from 'maplibre-gl';
import type { MapTheme, MapUnit } from './shapes.ts';
import { iconId } from './unit-icons.ts';

export interface UnitProperties {
  readonly icon: string;
  /** The symbol that stays upright above a turning body; absent when the body holds it. */
  readonly glyph?: string;
  /** Degrees the body is turned; only a pointer turns. */
  readonly turn: number;
  readonly title: string;
  /** The order of the contract's list: the worst state of a cluster is its highest. */
  readonly severity: number;
}

/** The order of the contract's list: the worst state of a cluster is its highest. */
export const severityOf = (state: MapUnit['state']): number => UNIT_STATES.indexOf(state);

/** Which unit is drawn for several, and how many more there are. */
export const stackTitle = (title: string, count: number): string => `${title} +${count - 1}`;

export function unitProperties(unit: MapUnit, theme: MapTheme): UnitProperties {
  const isPointer = unit.state === 'moving';
  return {
    icon: iconId({ kind: 'unit', state: unit.state, symbol: isPointer ? 'dot' : unit.symbol, colour: unit.colour, theme }),
    ...(isPointer && { glyph: iconId({ kind: 'glyph', symbol: unit.symbol, colour: unit.colour }) }),
    turn: isPointer ? unit.headingDeg : 0,
    title: unit.title,
    severity: severityOf(unit.state),
  };
}

export function unitFeature(
  unit: MapUnit,
  theme: MapTheme,
  at: { lat: number; lng: number; headingDeg: number } = unit,
): Feature<Point> {
  const properties = unitProperties({ ...unit, headingDeg: at.headingDeg }, theme);
  return {
    type: 'Feature',
    id: unit.id,
    geometry: { type: 'Point', coordinates: [at.lng, at.lat] },
    properties: { ...properties },
  };
}

export const unitFeatures = (units: readonly MapUnit[], theme: MapTheme): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features: units.map((unit) => unitFeature(unit, theme)),
});

/** The change of one unit for `updateData`. */
export function unitChange(unit: MapUnit, theme: MapTheme): GeoJSONFeatureDiff {
  const properties = unitProperties(unit, theme);
  return {
    id: unit.id,
    newGeometry: { type: 'Point', coordinates: [unit.lng, unit.lat] },
    addOrUpdateProperties: Object.entries(properties).map(([key, value]) => ({ key, value: value as unknown })),
    ...(properties.glyph === undefined && { removeProperties: ['glyph'] }),
  };
}
