import type { MapProvider } from '@spora/contract/accounts/endpoints';
import { MAP_BASES, MAP_OVERLAYS, type MapOverlay } from '@spora/contract/accounts/map-layers';
import type { PreferenceBinding } from '../lib/preferences.ts';
import { isText, storedItem } from '../lib/storage.ts';

/** `simple` is the embedded map, which needs nobody else. */
export const BASES = [...MAP_BASES, 'simple'] as const;
export type Base = (typeof BASES)[number];
/** What is switched on and off over the chosen map; `labels` are the names that the map itself has. */
export const SWITCHES = ['labels', 'zones', 'places', ...MAP_OVERLAYS] as const;
export type LayerSwitch = (typeof SWITCHES)[number];

export interface LayerChoice {
  readonly base: Base;
  readonly shown: readonly LayerSwitch[];
}

const FIRST: LayerChoice = { base: 'street', shown: ['labels'] };
const NO_LABELS = 'no-labels';

/** A choice as the address and the server keep it: `satellite.sea-chart`; only what differs from the first view is told after the map. */
export const layerText = ({ base, shown }: LayerChoice): string =>
  [
    base,
    ...SWITCHES.filter((each) => each !== 'labels' && shown.includes(each)),
    ...(shown.includes('labels') ? [] : [NO_LABELS]),
  ].join('.');

/** Null for what names no map; what it names besides and nobody knows is dropped. */
export function readLayers(text: unknown): LayerChoice | null {
  if (typeof text !== 'string') return null;
  const [first, ...rest] = text.split('.');
  const base = BASES.find((known) => known === first);
  if (!base) return null;
  return { base, shown: SWITCHES.filter((each) => (each === 'labels' ? !rest.includes(NO_LABELS) : rest.includes(each))) };
}

export const FIRST_LAYERS = layerText(FIRST);

const stored = storedItem('view.map-layer', 1, isText);
const listeners = new Set<() => void>();
let chosen: LayerChoice | null = null;
/** What a link shows, for as long as its page is open: it is nobody's choice. */
let linked: LayerChoice | null = null;

const tell = (): void => {
  for (const listener of listeners) listener();
};
const readChosen = (): LayerChoice => (chosen ??= readLayers(stored.read()) ?? FIRST);

/** What every map shows. */
export const currentLayers = (): LayerChoice => linked ?? readChosen();

/** The person chooses: on every map, and on whatever machine (STORE-010). */
export function chooseLayers(change: Partial<LayerChoice>): void {
  chosen = { ...currentLayers(), ...change };
  linked = null;
  stored.write(layerText(chosen));
  tell();
}

/** Shows what an address asks for (NAV-037); null: what the person chose. */
export function linkLayers(text: string | null): void {
  linked = readLayers(text);
  tell();
}

export const toggled = ({ shown }: LayerChoice, one: LayerSwitch): readonly LayerSwitch[] =>
  shown.includes(one) ? shown.filter((each) => each !== one) : [...shown, one];

export function subscribeToLayers(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** STORE-010: the chosen map and what lies over it, kept by the server. */
export const mapLayer: PreferenceBinding = {
  name: 'map-layer',
  read: () => stored.read(),
  take: (value) => {
    const choice = readLayers(value);
    if (!choice) return;
    chosen = choice;
    stored.write(layerText(choice));
    tell();
  },
  subscribe: subscribeToLayers,
};

/** What may be drawn for a choice, best first; the embedded map is the last resort of all. */
export const basesFor = (providers: readonly MapProvider[], base: Base): MapProvider[] =>
  providers.filter(({ kind, layer = 'street' }) => kind === 'embedded' || (base !== 'simple' && layer === base));

const isOverlay = (layer: MapProvider['layer']): layer is MapOverlay => MAP_OVERLAYS.some((known) => known === layer);

export const overlaysOf = (providers: readonly MapProvider[]): (MapProvider & { readonly layer: MapOverlay })[] =>
  providers.flatMap((provider) => (isOverlay(provider.layer) ? [{ ...provider, layer: provider.layer }] : []));

/** The maps that the installation has a source for. */
export const basesOf = (providers: readonly MapProvider[]): Base[] =>
  BASES.filter((base) => base === 'simple' || basesFor(providers, base).some(({ kind }) => kind !== 'embedded'));
