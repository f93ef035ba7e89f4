/** MAP-026: what a person may look at; of these one is drawn. Beside them there is always the embedded map. */
export const MAP_BASES = ['street', 'satellite', 'hybrid', 'terrain'] as const;
export type MapBase = (typeof MAP_BASES)[number];
/** Drawn over the one that was chosen. */
export const MAP_OVERLAYS = ['traffic', 'sea-chart'] as const;
export type MapOverlay = (typeof MAP_OVERLAYS)[number];
export type MapLayer = MapBase | MapOverlay;
