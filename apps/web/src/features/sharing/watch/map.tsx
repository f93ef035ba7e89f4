import type { SharedPage, SharedUnit } from '@spora/contract/sharing/endpoints';
import type { Language } from '@spora/messages/languages';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nProvider, useLanguage } from '../../../lib/i18n.tsx';
import { loadCatalogue } from '../../../lib/language.ts';
import { useShownTheme } from '../../../lib/use-theme.ts';
import { createFleetStore } from '../../../map/fleet-store.ts';
import { FollowUnit } from '../../../map/follow-unit.tsx';
import { MapControls } from '../../../map/map-controls.tsx';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import type { MapPin, MapPoint } from '../../../map/shapes.ts';
import { TripRouteLayer } from '../../../map/trip-route-layer.tsx';
import { UnitsLayer } from '../../../map/units-layer.tsx';
import { KeepInView } from './keep-in-view.tsx';
import { EDGES } from './model.ts';

type NamedUnit = SharedUnit & { readonly name: string };
/** What the visitor wants to see; each asking is a new one. `free`: what they moved the map to by hand. */
type Looking = { readonly at: 'all' | 'free' | number; readonly asked: number };
interface Shown {
  readonly units: readonly NamedUnit[];
  readonly destination: SharedPage['destination'];
}

/** The map of the page, from outside React. */
export interface WatchMap {
  show(units: readonly NamedUnit[], destination: SharedPage['destination']): void;
  /** Keeps this unit in the middle until the map is moved by hand. */
  goTo(number: number): void;
  setLanguage(language: Language): void;
  remove(): void;
}

/** Draws the project's map with its embedded tiles; what is shown comes afterwards. */
export async function startMap(
  box: HTMLElement,
  first: Language,
  /** Which unit the map keeps in its middle; null: none any more. */
  onFollowing: (number: number | null) => void,
): Promise<WatchMap> {
  const root = createRoot(box);
  let [language, catalogue] = [first, await loadCatalogue(first)];
  let shown: Shown = { units: [], destination: null };
  let looking: Looking = { at: 'all', asked: 0 };
  let isGone = false;
  const look = (at: Looking['at']): void => {
    looking = { at, asked: looking.asked + 1 };
    draw();
    onFollowing(typeof at === 'number' ? at : null);
  };
  const draw = (): void => {
    if (isGone) return;
    root.render(
      <I18nProvider key={language} language={language} catalogue={catalogue}>
        <SharedMap {...shown} looking={looking} onLook={look} />
      </I18nProvider>,
    );
  };
  return {
    show(units, destination) {
      shown = { units, destination };
      draw();
    },
    goTo: look,
    setLanguage(next) {
      void loadCatalogue(next).then((texts) => {
        [language, catalogue] = [next, texts];
        // The map is drawn anew.
        look('all');
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
function SharedMap(props: Shown & { looking: Looking; onLook: (at: Looking['at']) => void }): ReactNode {
  const { units, destination, looking, onLook } = props;
  const { language } = useLanguage();
  const theme = useShownTheme();
  const [store] = useState(createFleetStore);
  const [opened] = useState(looking);
  const onMoved = useCallback(() => onLook('free'), [onLook]);
  useEffect(() => {
    store.replace(
      units.flatMap(({ number, name, marker_symbol, position }) =>
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
                symbol: marker_symbol ?? 'dot',
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
  const points = useMemo(() => [...units.flatMap(({ position }) => position ?? []), ...pins], [units, pins]);
  return (
    <MapSurface
      providers={NO_PROVIDERS}
      theme={theme}
      language={language}
      initialView={null}
      edges={EDGES}
      label={units.map(({ name }) => name).join(', ')}
    >
      <TripRouteLayer routes={routes} />
      <PinLayer pins={pins} />
      <UnitsLayer
        store={store}
        showTitles
        isClustered={false}
        selectedId={typeof looking.at === 'number' ? looking.at : null}
        onSelect={onLook}
      />
      {looking.at === 'all' && (
        <KeepInView key={looking.asked} points={points} isInstant={looking === opened} onMoved={onMoved} />
      )}
      {typeof looking.at === 'number' && (
        <FollowUnit key={looking.asked} store={store} unitId={looking.at} isPaused={false} onPaused={onMoved} />
      )}
      <MapControls onFitAll={() => onLook('all')} onZoom={() => looking.at === 'all' && onMoved()} />
    </MapSurface>
  );
}

function pointsOf(run: readonly number[]): MapPoint[] {
  const points: MapPoint[] = [];
  for (let i = 0; i + 1 < run.length; i += 2) points.push({ lat: run[i] ?? 0, lng: run[i + 1] ?? 0 });
  return points;
}
