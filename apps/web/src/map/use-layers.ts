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
  const seen = useRef<string | undefined>(undefined);
  /** Told to the address, which takes a moment to say it. */
  const told = useRef<(string | undefined)[]>([]);
  useEffect(() => {
    if (named !== seen.current) {
      seen.current = named;
      const echo = told.current.indexOf(named);
      if (echo >= 0) told.current.splice(0, echo + 1);
      else if (named !== undefined && named !== layerText(currentLayers())) linkLayers(named);
    }
    const now = layerText(currentLayers());
    const wanted = now === FIRST_LAYERS ? undefined : now;
    // A link to the first view is one to it also for whoever has chosen another.
    const is = told.current.length > 0 ? told.current.at(-1) : named;
    if (wanted === is || (is === FIRST_LAYERS && now === FIRST_LAYERS)) return;
    told.current.push(wanted);
    onName(wanted);
  }, [named, text, onName]);
  useEffect(() => () => linkLayers(null), []);
}
