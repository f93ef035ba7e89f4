import type { MapProvider } from '@spora/contract/accounts/endpoints';
import type { Language } from '@spora/messages/languages';
import type { Map as MapLibreMap, MapOptions } from 'maplibre-gl';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { embeddedStyle } from './base-source.ts';
import { mustPlaceAgain, type Placed } from './detail.ts';
import { drawIcon } from './draw-icon.ts';
import type { MapEngine } from './engine.ts';
import { cornersOf } from './frame.ts';
import { loadEngine } from './load-engine.ts';
import { createHandle } from './map-handle.ts';
import { type MapContext, MapContextValue, type MapHandle } from './map-context.ts';
import styles from './map-surface.module.css';
import { LoadingNote } from './loading-note.tsx';
import { NoStreetsNote } from './no-streets-note.tsx';
import { overlaysOf } from './layer-choice.ts';
import { RasterOverlay } from './raster-overlay.tsx';
import type { MapEdges, MapTheme, MapView } from './shapes.ts';
import { iconOf, PLATE } from './unit-icons.ts';
import { useBase } from './use-base.ts';
import { useLayers } from './use-layers.ts';

export interface MapSurfaceProps {
  /** Of each layer best first, as `accounts.map-config` answers; the embedded map is drawn until a better one answers. */
  readonly providers: readonly MapProvider[];
  readonly theme: MapTheme;
  readonly language: Language;
  /** Applied once: the first that is not null, unless the person has moved the map before. Later changes do nothing. */
  readonly initialView: MapView | null;
  /**
   * What decides the first view is on its way: until it is there, for a second and a half at most, no map is drawn. Without a graphics
   * card each frame of another view would keep the page from showing what has come.
   */
  readonly isWaiting?: boolean;
  /** The share of the map, from below, that something lies on: what is shown or followed stays above it. */
  readonly coveredShare?: number;
  /** What stands along the map's edges: what is shown stays inside of it. A constant. */
  readonly edges?: MapEdges;
  /** What a screen reader calls the map. */
  readonly label: string;
  /** `null` until the map is drawn for the first time. */
  readonly handleRef?: Ref<MapHandle | null>;
  /** After each movement, for remembering the view. */
  readonly onView?: (view: { center: { lat: number; lng: number }; zoom: number }) => void;
  /** Layers and controls of this folder; they are mounted when the map is ready. */
  readonly children?: ReactNode;
  /** What draws; exchanged in tests. A constant. */
  readonly load?: typeof loadEngine;
}

/** The Nordic countries: what is shown before anything is known. */
const FIRST_BOUNDS = { west: 4, south: 54.5, east: 31.5, north: 71.2 };
const MAX_ZOOM = 19;
const MOST_WAIT_MS = 1_500;
/** On a narrower map the scale leaves its line to the sources. */
const SMALL_PX = 480;

/** The map. Loads MapLibre by itself (lazily); without WebGL it explains what is missing. */
export function MapSurface(props: MapSurfaceProps): ReactNode {
  const {
    theme,
    language,
    label,
    providers,
    initialView,
    handleRef,
    onView,
    children,
    coveredShare = 0,
    edges = null,
    load = loadEngine,
  } = props;
  const t = useT();
  const container = useRef<HTMLDivElement>(null);
  const [canDraw, setCanDraw] = useState('WebGL2RenderingContext' in globalThis);
  const [isHeld, setHeld] = useState(props.isWaiting ?? false);
  if (isHeld && !props.isWaiting) setHeld(false);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const [drawn, setDrawn] = useState<{ map: MapLibreMap; engine: MapEngine } | null>(null);
  const layers = useLayers();
  const surface = useBase(drawn?.map ?? null, providers, { theme, language });
  const base = surface.kind;
  const current = useRef({ base, edges, initialView });
  useEffect(() => {
    current.current = { base, edges, initialView };
  }, [base, edges, initialView]);
  const first = useRef({ theme, language, label, isPlaced: false });

  useEffect(() => {
    if (!isHeld) return undefined;
    const timer = setTimeout(() => setHeld(false), MOST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);

  useEffect(() => {
    const element = container.current;
    if (!canDraw || !element || isHeld) return;
    let isGone = false;
    let map: MapLibreMap | undefined;
    void load()
      .then(({ startEngine }) => {
        if (isGone) return;
        const engine = startEngine();
        try {
          map = createMap(engine, element, { ...first.current, view: current.current.initialView });
        } catch (error) {
          if (!(error instanceof engine.GPUInitializationError)) throw error;
          // Known only here: to ask a context of its own beforehand takes longer than all else where no graphics card makes it.
          setCanDraw(false);
          return;
        }
        const ready = map;
        ready.once('style.load', () => !isGone && setDrawn({ map: ready, engine }));
      })
      .catch(() => !isGone && setHasFailed(true));
    return () => {
      isGone = true;
      setDrawn(null);
      map?.remove();
    };
  }, [canDraw, attempt, isHeld, load]);

  useEffect(() => {
    if (!drawn) return;
    const { map } = drawn;
    const onMove = (event: { originalEvent?: unknown }) => {
      if (event.originalEvent) first.current.isPlaced = true;
    };
    const onEnd = () => onView?.({ center: map.getCenter(), zoom: map.getZoom() });
    map.on('movestart', onMove);
    map.on('moveend', onEnd);
    return () => {
      map.off('movestart', onMove);
      map.off('moveend', onEnd);
    };
  }, [drawn, onView]);

  useEffect(() => {
    drawn?.map.getCanvas().setAttribute('aria-label', label);
  }, [drawn, label]);

  const handle = useMemo(
    () =>
      drawn
        ? createHandle(drawn.map, drawn.engine, { base: () => current.current.base, edges: () => current.current.edges })
        : null,
    [drawn],
  );
  useImperativeHandle<MapHandle | null, MapHandle | null>(handleRef, () => handle, [handle]);
  const context = useMemo<MapContext | null>(
    () =>
      drawn && handle
        ? {
            ...{ ...drawn, handle, providers, fonts: surface.fonts, hasNames: surface.hasNames },
            theme: surface.isPicture ? 'dark' : theme,
          }
        : null,
    [drawn, handle, theme, surface, providers],
  );
  const overlays = useMemo(
    () => overlaysOf(providers).filter(({ layer }) => layers.shown.includes(layer)),
    [providers, layers.shown],
  );

  useEffect(() => {
    if (drawn && handle) handle.cover(Math.round(drawn.map.getContainer().clientHeight * coveredShare));
  }, [drawn, handle, coveredShare]);

  // The first view is framed like every later one; once more where a provider that was to show more does not answer.
  const placed = useRef<(Placed & { readonly view: MapView }) | null>(null);
  useEffect(() => {
    if (!drawn || !handle || !initialView) return;
    const before = placed.current;
    if (before ? !mustPlaceAgain(before, base) : first.current.isPlaced) return;
    const view = before?.view ?? initialView;
    first.current.isPlaced = true;
    if ('bounds' in view) {
      const { bounds, isLabelled = false, others = [] } = view;
      handle.fit(cornersOf(bounds), { isInstant: true, isLabelled, others });
    } else handle.moveTo(view.center, { zoom: view.zoom, isInstant: true });
    placed.current = { view, base, hasMoved: before !== null };
    if (!before) drawn.map.once('movestart', () => (placed.current = { view, base, hasMoved: true }));
  }, [drawn, handle, initialView, base]);

  if (!canDraw) return <Note title={t('MapNeedsWebGl')} text={t('MapNeedsWebGlText')} />;
  return (
    <div className={styles['surface']} data-map={drawn ? 'ready' : 'loading'}>
      <div ref={container} className={styles['canvas']} />
      {context && (
        <MapContextValue value={context}>
          {overlays.map((provider) => (
            <RasterOverlay key={provider.id} provider={provider} />
          ))}
          {children}
          <NoStreetsNote base={base} />
        </MapContextValue>
      )}
      {!hasFailed && <LoadingNote map={drawn?.map ?? null} />}
      {hasFailed && (
        <Note title={t('MapFailed')} text={t('MapFailedText')}>
          <Button
            onClick={() => {
              setHasFailed(false);
              setAttempt(attempt + 1);
            }}
          >
            {t('MapTryAgain')}
          </Button>
        </Note>
      )}
    </div>
  );
}

function createMap(
  engine: MapEngine,
  container: HTMLElement,
  first: { theme: MapTheme; language: MapSurfaceProps['language']; label: string; view: MapView | null },
): MapLibreMap {
  const map = new engine.Map({
    container,
    style: embeddedStyle(first),
    // Roughly: what stands along the edges is known when it is there.
    ...placeOf(first.view),
    maxZoom: MAX_ZOOM,
    minZoom: 1.5,
    // North stays up: headings of symbols are read against it.
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    // A fade explains nothing, and draws the whole map a dozen times more with each position that comes.
    fadeDuration: 0,
    locale: { 'Map.Title': first.label },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  // Also on a small map: who made a map is read without asking for it.
  map.addControl(new engine.AttributionControl({ compact: false }), 'bottom-right');
  map.addControl(new engine.ScaleControl({ maxWidth: container.clientWidth < SMALL_PX ? 72 : 110 }), 'bottom-left');
  // Tiles and styles that cannot be fetched are no fault of ours: what is drawn stays, the rest is tried again on moving.
  map.on('error', () => undefined);
  map.setMissingStyleImageResolver((id) => {
    const icon = iconOf(id);
    const pixelRatio = Math.max(2, Math.ceil(window.devicePixelRatio || 1));
    const image = icon && drawIcon(icon, pixelRatio);
    if (image && !map.hasImage(id))
      map.addImage(id, image, { pixelRatio, ...(icon.kind === 'plate' ? stretched(pixelRatio) : {}) });
    return Promise.resolve();
  });
  return map;
}

/** How the plate under a label grows, in the pixels of its image. */
function stretched(pixelRatio: number) {
  const [from, to] = PLATE.stretch;
  const [left, top, right, bottom] = PLATE.content;
  const scaled: [number, number] = [from * pixelRatio, to * pixelRatio];
  const content: [number, number, number, number] = [
    left * pixelRatio,
    top * pixelRatio,
    right * pixelRatio,
    bottom * pixelRatio,
  ];
  return { stretchX: [scaled], stretchY: [scaled], content };
}

function placeOf(view: MapView | null): Pick<MapOptions, 'bounds' | 'center' | 'zoom'> {
  if (view && 'center' in view) return { center: view.center, zoom: view.zoom };
  const { west, south, east, north } = view?.bounds ?? FIRST_BOUNDS;
  return { bounds: [west, south, east, north] };
}

function Note({ title, text, children }: { title: string; text: string; children?: ReactNode }): ReactNode {
  return (
    <div className={styles['surface']}>
      <div className={styles['note']} role="status">
        <h2>{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}
