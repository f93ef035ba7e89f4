import { useEffect, useSyncExternalStore } from 'react';
import { useInStep } from '../lib/use-in-step.ts';
import { currentLayers, FIRST_LAYERS, layerText, linkLayers, type LayerChoice, subscribeToLayers } from './layer-choice.ts';

/** What maps show now; drawn again when the person chooses otherwise. */
export const useLayers = (): LayerChoice => useSyncExternalStore(subscribeToLayers, currentLayers);

/**
 * NAV-037: keeps the layers in an address. What the address names is shown, without becoming the person's choice; what is shown
 * otherwise than at first is told to the address.
 */
export function useLayerAddress(named: string | undefined, onName: (layers: string | undefined) => void): void {
  const now = layerText(useLayers());
  // A link to the first view is one to it also for whoever has chosen another.
  const state = now === FIRST_LAYERS && named !== FIRST_LAYERS ? '' : now;
  useInStep(named ?? '', state, { take: linkLayers, tell: (layers) => onName(layers === '' ? undefined : layers) });
  useEffect(() => () => linkLayers(null), []);
}
