import type { SharedPage, SharedUnit } from '@spora/contract/sharing/endpoints';
import type { Language } from '@spora/messages/languages';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nProvider, useLanguage } from '../../../lib/i18n.tsx';
import { loadCatalogue } from '../../../lib/language.ts';
import { useShownTheme } from '../../../lib/use-theme.ts';
import { createFleetStore } from '../../../map/fleet-store.ts';
import type { MapHandle } from '../../../map/map-context.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import type { MapPin, MapPoint } from '../../../map/shapes.ts';
import { TripRouteLayer } from '../../../map/trip-route-layer.tsx';
import { UnitsLayer } from '../../../map/units-layer.tsx';

type NamedUnit = SharedUnit & { readonly name: string };
interface Shown {
  readonly units: readonly NamedUnit[];
  readonly destination: SharedPage['destination'];
}

/** The map of the page, from outside React. */
export interface WatchMap {
  show(units: readonly NamedUnit[], destination: SharedPage['destination']): void;
  setLanguage(language: Language): void;
  remove(): void;
}

/** Draws the project's map with its embedded tiles; what is shown comes afterwards. */
export async function startMap(box: HTMLElement, first: Language): Promise<WatchMap> {
  const root = createRoot(box);
  let [language, catalogue] = [first, await loadCatalogue(first)];
  let shown: Shown = { units: [], destination: null };
  let isGone = false;
  const draw = (): void => {
    if (isGone) return;
    root.render(
      <I18nProvider key={language} language={language} catalogue={catalogue}>
        <SharedMap {...shown} />
      </I18nProvider>,
    );
  };
  return {
    show(units, destination) {
      shown = { units, destination };
      draw();
    },
    setLanguage(next) {
      void loadCatalogue(next).then((texts) => {
        [language, catalogue] = [next, texts];
        draw();
      });
    },
    remove() {
      if (!isGone) root.unmount();
      isGone = true;
    },
  };
}

const NO_PROVIDERS: never[] = [];
const COLOUR = '#0b6478';

function SharedMap({ units, destination }: Shown): ReactNode {
  const { language } = useLanguage();
  const theme = useShownTheme();
  const [store] = useState(createFleetStore);
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const hasFitted = useRef(false);
  useEffect(() => {
    store.replace(
      units.flatMap(({ number, name, position }) =>
        position
          ? [
              {
                id: number,
                timeMs: Date.parse(position.at),
                lat: position.lat,
                lng: position.lng,
                headingDeg: position.heading_deg,
                speedKmh: position.speed_kmh ?? 0,
                state: position.state,
                colour: COLOUR,
                symbol: 'dot' as const,
                title: name,
              },
            ]
          : [],
      ),
    );
  }, [store, units]);
  const routes = useMemo(
    () => units.flatMap(({ trail }) => (trail && trail.length > 0 ? [{ parts: trail.map(pointsOf), isOngoing: true }] : [])),
    [units],
  );
  const pins = useMemo(
    (): MapPin[] => (destination ? [{ id: 'destination', kind: 'address', ...destination }] : []),
    [destination],
  );
  useEffect(() => {
    const points = [...units.flatMap(({ position }) => position ?? []), ...pins];
    if (!handle || hasFitted.current || points.length === 0) return;
    hasFitted.current = true;
    handle.fit(points, { isInstant: true });
  }, [handle, units, pins]);
  return (
    <MapSurface
      providers={NO_PROVIDERS}
      theme={theme}
      language={language}
      initialView={null}
      handleRef={setHandle}
      label={units.map(({ name }) => name).join(', ')}
    >
      <TripRouteLayer routes={routes} />
      <PinLayer pins={pins} />
      <UnitsLayer store={store} showTitles isClustered={false} />
    </MapSurface>
  );
}

function pointsOf(run: readonly number[]): MapPoint[] {
  const points: MapPoint[] = [];
  for (let i = 0; i + 1 < run.length; i += 2) points.push({ lat: run[i] ?? 0, lng: run[i + 1] ?? 0 });
  return points;
}
