import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLanguage, useT } from '../lib/i18n.tsx';
import { Switch } from '../ui/switch.tsx';
import { isReachable } from './choose-base.ts';
import { ControlLine, MapPanelButton, type MapTool } from './control-buttons.tsx';
import { BASES, type Base, basesOf, chooseLayers, type LayerSwitch, overlaysOf, toggled } from './layer-choice.ts';
import styles from './layers-button.module.css';
import { useMap } from './map-context.ts';
import { useLayers } from './use-layers.ts';

const NO_SWITCHES: readonly LayerSwitch[] = [];

const NO_TOOLS: readonly MapTool[] = [];

/** MAP-026: which map is drawn, and what lies over it. What the installation has no source for, or cannot reach now, is not offered. On a small map its tools are here too. */
export function LayersButton(props: { switches?: readonly LayerSwitch[] | undefined; tools?: readonly MapTool[] }): ReactNode {
  const { switches = NO_SWITCHES, tools = NO_TOOLS } = props;
  const t = useT();
  const { hasNames } = useMap();
  const [isOpen, setOpen] = useState(false);
  const layers = useLayers();
  const offered = useOffered(isOpen);
  const name = useId();
  const shown: readonly LayerSwitch[] = [...(hasNames ? (['labels'] as const) : []), ...switches, ...offered.overlays];
  return (
    <MapPanelButton icon="layers" label={t('MapLayers')} isOpen={isOpen} onOpenChange={setOpen}>
      {offered.bases.length > 1 && (
        <fieldset className={styles['group']}>
          <legend>{t('MapBase')}</legend>
          {offered.bases.map((base) => (
            <label key={base} className={styles['choice']}>
              <input type="radio" name={name} checked={layers.base === base} onChange={() => chooseLayers({ base })} />
              {t(`MapBase-${base}`)}
            </label>
          ))}
        </fieldset>
      )}
      {shown.length > 0 && (
        <fieldset className={styles['group']}>
          <legend>{t('MapShow')}</legend>
          {shown.map((each) => (
            <Switch
              key={each}
              label={t(`MapSwitch-${each}`)}
              isOn={layers.shown.includes(each)}
              onChange={() => chooseLayers({ shown: toggled(layers, each) })}
            />
          ))}
        </fieldset>
      )}
      {tools.length > 0 && (
        <div className={styles['tools']}>
          {tools.map((tool) => (
            <ControlLine
              key={tool.icon}
              {...tool}
              onPress={() => {
                setOpen(false);
                tool.onPress();
              }}
            />
          ))}
        </div>
      )}
    </MapPanelButton>
  );
}

/** What answers, as it answers; asked each time that somebody looks, since a network comes and goes. */
function useOffered(isOpen: boolean): { bases: readonly Base[]; overlays: readonly LayerSwitch[] } {
  const { providers, theme } = useMap();
  const { language } = useLanguage();
  const { base } = useLayers();
  const choice = useRef({ theme, language });
  const [answering, setAnswering] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!isOpen) return undefined;
    const search = new AbortController();
    setAnswering(new Set());
    for (const provider of providers)
      void isReachable(provider, choice.current, search.signal).then(
        (isThere) => isThere && !search.signal.aborted && setAnswering((before) => new Set([...before, provider.id])),
      );
    return () => search.abort();
  }, [isOpen, providers]);
  const found = providers.filter(({ id }) => answering.has(id));
  const bases = basesOf(found);
  return {
    // What somebody has chosen stays to be seen, although it does not answer.
    bases: BASES.filter((one) => one === base || bases.includes(one)),
    overlays: overlaysOf(found).map(({ layer }) => layer),
  };
}
