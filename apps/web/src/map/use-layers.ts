import { useEffect, useRef, useSyncExternalStore } from 'react';
import { currentLayers, FIRST_LAYERS, layerText, linkLayers, type LayerChoice, subscribeToLayers } from './layer-choice.ts';

/** What maps show now; drawn again when the person chooses otherwise. */
export const useLayers = (): LayerChoice => useSyncExternalStore(subscribeToLayers, currentLayers);

/**
 * NAV-037: keeps the layers in an address. What the address names is shown, without becoming the person's choice; what is shown
 * otherwise than at first is told to the address.
 */
export function useLayerAddress(named: string | undefined, onName: (layers: string | undefined) => void): void {
  const text = layerText(useLayers());
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (named !== last.current) {
      last.current = named;
      if (named !== undefined && named !== layerText(currentLayers())) linkLayers(named);
    }
    const now = layerText(currentLayers());
    const wanted = now === FIRST_LAYERS ? undefined : now;
    // A link to the first view is a link to it also for whoever has chosen another.
    if (wanted === named || (named === FIRST_LAYERS && now === FIRST_LAYERS)) return;
    last.current = wanted;
    onName(wanted);
  }, [named, text, onName]);
  useEffect(() => () => linkLayers(null), []);
}
