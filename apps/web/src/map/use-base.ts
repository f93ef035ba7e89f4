import type { MapProvider } from '@spora/contract/accounts/endpoints';
import type { Language } from '@spora/messages/languages';
import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { embeddedStyle } from './base-source.ts';
import { FONTS } from './base-style.ts';
import { type ChosenBase, chooseBase } from './choose-base.ts';
import type { BaseKind } from './detail.ts';
import { basesFor } from './layer-choice.ts';
import { fontsOf, hasNames, keepOverlays, withoutNames } from './overlays.ts';
import type { MapTheme } from './shapes.ts';
import { useLayers } from './use-layers.ts';

export interface DrawnBase {
  readonly kind: BaseKind;
  /** What is drawn over pictures from above is light with a dark edge, whatever the theme. */
  readonly isPicture: boolean;
  /** A font stack that the style in force can draw. */
  readonly fonts: string[];
  /** It has names that can be switched off. */
  readonly hasNames: boolean;
}

interface Answer {
  readonly from: readonly MapProvider[];
  readonly chosen: ChosenBase | null;
}

/** Draws the map that the person chose under our layers: the embedded one is there first, the best provider that answers replaces it. */
export function useBase(
  map: MapLibreMap | null,
  providers: readonly MapProvider[],
  { theme, language }: { readonly theme: MapTheme; readonly language: Language },
): DrawnBase {
  const layers = useLayers();
  const showsNames = layers.shown.includes('labels');
  const bases = useMemo(() => basesFor(providers, layers.base), [providers, layers.base]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [facts, setFacts] = useState({ fonts: FONTS.medium, hasNames: true });
  /** What a map is made with. */
  const made = useRef({ theme, language });
  /** What the map has now, and for what. */
  const put = useRef<{ readonly style: StyleSpecification; readonly key: string } | null>(null);
  const shownNames = useRef(showsNames);

  useEffect(() => {
    if (!map) return undefined;
    const search = new AbortController();
    const draw = (style: StyleSpecification, key: string) => {
      put.current = { style, key };
      map.setStyle(shownNames.current ? style : withoutNames(style), { transformStyle: keepOverlays });
      setFacts({ fonts: fontsOf(style), hasNames: hasNames(style) });
    };
    const drawEmbedded = () => {
      const key = `embedded ${theme} ${language}`;
      if (put.current?.key !== key) draw(embeddedStyle({ theme, language }), key);
    };
    if (!put.current) {
      const style = embeddedStyle(made.current);
      put.current = { style, key: `embedded ${made.current.theme} ${made.current.language}` };
      if (!shownNames.current) map.setStyle(withoutNames(style), { transformStyle: keepOverlays });
    }
    // Another theme is not waited for; one map gives way to another when that is there.
    if (!put.current.key.endsWith(` ${theme} ${language}`)) drawEmbedded();
    void chooseBase(bases, { theme, language }, search.signal).then((chosen) => {
      if (search.signal.aborted) return;
      if (chosen) draw(chosen.style, `${chosen.provider.id} ${theme} ${language}`);
      else drawEmbedded();
      setAnswer({ from: bases, chosen });
    });
    return () => search.abort();
  }, [map, theme, language, bases]);

  useEffect(() => {
    if (shownNames.current === showsNames) return;
    shownNames.current = showsNames;
    if (map && put.current)
      map.setStyle(showsNames ? put.current.style : withoutNames(put.current.style), { transformStyle: keepOverlays });
  }, [map, showsNames]);

  useEffect(() => {
    if (!map) put.current = null;
  }, [map]);

  const [first] = bases;
  // Until it has answered, a provider is taken at its word: the map is not kept from what it will show.
  const kind: BaseKind =
    answer?.from === bases
      ? answer.chosen
        ? 'provider'
        : 'embedded'
      : first && first.kind !== 'embedded'
        ? 'provider'
        : 'embedded';
  const layer = answer?.chosen?.provider.layer;
  const isPicture = layer === 'satellite' || layer === 'hybrid';
  return useMemo(() => ({ kind, isPicture, ...facts }), [kind, isPicture, facts]);
}
