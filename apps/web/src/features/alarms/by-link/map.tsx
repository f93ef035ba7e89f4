import type { Language } from '@spora/messages/languages';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nProvider, useLanguage, useT } from '../../../lib/i18n.tsx';
import { loadCatalogue } from '../../../lib/language.ts';
import { useShownTheme } from '../../../lib/use-theme.ts';
import type { MapHandle } from '../../../map/map-context.ts';
import { MapControls } from '../../../map/map-controls.tsx';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import type { MapPin, MapPoint, MapView } from '../../../map/shapes.ts';

interface NamedPoint extends MapPoint {
  /** Empty where the place has no name. */
  readonly label: string;
}

/** The map of the page, from outside React. */
export interface PlaceMap {
  show(at: NamedPoint, language: Language): void;
  remove(): void;
}

/** Draws the project's map with its embedded tiles; what is shown comes afterwards. */
export async function startMap(box: HTMLElement, first: Language): Promise<PlaceMap> {
  const root = createRoot(box);
  let [language, catalogue] = [first, await loadCatalogue(first)];
  let isGone = false;
  const draw = (at: NamedPoint): void => {
    if (isGone) return;
    root.render(
      <I18nProvider key={language} language={language} catalogue={catalogue}>
        <AlarmPlace {...at} />
      </I18nProvider>,
    );
  };
  return {
    show(at, next) {
      if (next === language) return draw(at);
      void loadCatalogue(next).then((texts) => {
        [language, catalogue] = [next, texts];
        draw(at);
      });
    },
    remove() {
      if (!isGone) root.unmount();
      isGone = true;
    },
  };
}

const NO_PROVIDERS: never[] = [];
const STREETS_ZOOM = 14;

function AlarmPlace({ lat, lng, label }: NamedPoint): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const theme = useShownTheme();
  const handle = useRef<MapHandle | null>(null);
  const [view] = useState((): MapView => ({ center: { lat, lng }, zoom: STREETS_ZOOM }));
  const pins = useMemo((): MapPin[] => [{ id: 'alarm', kind: 'alarm', lat, lng, label }], [lat, lng, label]);
  return (
    <MapSurface
      providers={NO_PROVIDERS}
      theme={theme}
      language={language}
      initialView={view}
      handleRef={handle}
      label={t('AlarmLinkMap')}
    >
      <PinLayer pins={pins} />
      <MapControls fitAllText={t('AlarmLinkBack')} onFitAll={() => handle.current?.fit([{ lat, lng }])} />
    </MapSurface>
  );
}
