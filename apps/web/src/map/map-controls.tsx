import { type ReactNode, useEffect, useState } from 'react';
import { useFormat, useT } from '../lib/i18n.tsx';
import { useMedia } from '../lib/use-media.ts';
import { Button } from '../ui/button.tsx';
import { Control, type MapTool } from './control-buttons.tsx';
import { useMap } from './map-context.ts';
import styles from './map-controls.module.css';
import type { LayerSwitch } from './layer-choice.ts';
import { LayersButton } from './layers-button.tsx';
import { lengthM, MeasureTool } from './measure-tool.tsx';
import { PinLayer } from './pin-layer.tsx';
import type { MapPin, MapPoint } from './shapes.ts';

export interface MapControlsProps {
  /** The person zooms by the buttons. */
  readonly onZoom?: () => void;
  readonly onFitAll?: () => void;
  /** What that shows, where it is not all units. */
  readonly fitAllText?: string;
  /** Shown only when a filter is on. */
  readonly onFitFiltered?: () => void;
  readonly hasMeasuring?: boolean;
  readonly hasLocation?: boolean;
  readonly hasFullScreen?: boolean;
  /** MAP-026: the map is chosen here, and what lies over it. */
  readonly hasLayers?: boolean;
  /** What the screen itself draws and hides by a switch among the layers. */
  readonly switches?: readonly LayerSwitch[];
  /** While measuring, clicks set points: the screen must not take them as selecting. */
  readonly onMeasuring?: (isOn: boolean) => void;
  /** More buttons of the screen, under these. */
  readonly children?: ReactNode;
}

/** As wide as `.beside` takes it: a column of all buttons lies over a quarter of a small map. */
const NARROW = '(width < 768px)';
const NO_PINS: readonly MapPin[] = [];
const NO_TOOLS: readonly MapTool[] = [];
const ME_ZOOM = 14;

/** Zoom, fit, my location, full screen, measuring; the scale bar belongs to the surface. All by keyboard, with labels. */
export function MapControls(props: MapControlsProps): ReactNode {
  const {
    onZoom,
    onFitAll,
    fitAllText,
    onFitFiltered,
    hasMeasuring = false,
    hasLocation = false,
    hasFullScreen = false,
    hasLayers = false,
    switches,
    onMeasuring,
    children,
  } = props;
  const { map, handle } = useMap();
  const t = useT();
  // What is seldom used stands among the layers there.
  const areFolded = useMedia(NARROW) && hasLayers;
  const [isMeasuring, setMeasuring] = useState(false);
  const [isFull, setFull] = useState(false);
  const [location, setLocation] = useState<{ pins: readonly MapPin[]; error: string | null }>({ pins: NO_PINS, error: null });

  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);

  const measure = (isOn: boolean) => {
    setMeasuring(isOn);
    onMeasuring?.(isOn);
  };
  const zoom = (steps: number) => {
    onZoom?.();
    handle.zoomBy(steps);
  };
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const me = { lat: coords.latitude, lng: coords.longitude };
        setLocation({ pins: [{ ...me, id: 'me', kind: 'me', label: '' }], error: null });
        handle.moveTo(me, { zoom: Math.max(ME_ZOOM, handle.zoom()) });
      },
      (problem) =>
        setLocation({
          pins: NO_PINS,
          error: problem.code === problem.PERMISSION_DENIED ? t('MapMyLocationRefused') : t('MapMyLocationUnavailable'),
        }),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
    );
  const toggleFull = () => void (isFull ? document.exitFullscreen() : map.getContainer().parentElement?.requestFullscreen());
  const canMeasure = hasMeasuring && {
    icon: 'ruler' as const,
    label: isMeasuring ? t('MapMeasureEnd') : t('MapMeasure'),
    isPressed: isMeasuring,
    onPress: () => measure(!isMeasuring),
  };
  const canBeFull = hasFullScreen &&
    document.fullscreenEnabled && {
      icon: isFull ? ('leave' as const) : ('full' as const),
      label: isFull ? t('MapFullScreenEnd') : t('MapFullScreen'),
      isPressed: isFull,
      onPress: toggleFull,
    };
  const seldom = [canMeasure, canBeFull].filter((each) => each !== false);

  return (
    <div className={styles['controls']} role="group" aria-label={t('MapControls')}>
      <div className={styles['group']}>
        <Control icon="plus" label={t('MapZoomIn')} onPress={() => zoom(1)} />
        <Control icon="minus" label={t('MapZoomOut')} onPress={() => zoom(-1)} />
      </div>
      <div className={styles['group']}>
        {onFitAll && <Control icon="fit" label={fitAllText ?? t('MapFitAll')} onPress={onFitAll} />}
        {onFitFiltered && <Control icon="filtered" label={t('MapFitFiltered')} onPress={onFitFiltered} />}
        {hasLocation && 'geolocation' in navigator && <Control icon="me" label={t('MapMyLocation')} onPress={locate} />}
        {!areFolded && seldom.map((each) => <Control key={each.icon} {...each} />)}
      </div>
      {hasLayers && <LayersButton switches={switches} tools={areFolded ? seldom : NO_TOOLS} />}
      {children}
      <div role="status" aria-live="polite">
        {location.error && <p className={styles['note']}>{location.error}</p>}
        {isMeasuring && <Measured onEnd={() => measure(false)} />}
      </div>
      <PinLayer name="me" pins={location.pins} />
    </div>
  );
}

function Measured({ onEnd }: { onEnd: () => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const isTouch = useMedia('(pointer: coarse)');
  const [points, setPoints] = useState<readonly MapPoint[]>([]);
  const metres = lengthM(points);
  return (
    <div className={styles['note']}>
      {metres > 0 && <strong>{metres < 1_000 ? `${format.number(metres)}\u202fm` : format.km(metres)}</strong>}
      {t(isTouch ? 'MapMeasureTouchHint' : 'MapMeasureHint')}
      {/* A telephone has neither Backspace nor Escape. */}
      {isTouch && (
        <div className={styles['noteActions']}>
          <Button isSmall disabled={points.length === 0} onClick={() => setPoints(points.slice(0, -1))}>
            {t('MapMeasureUndo')}
          </Button>
          <Button isSmall look="primary" onClick={onEnd}>
            {t('MapMeasureDone')}
          </Button>
        </div>
      )}
      <MeasureTool points={points} onChange={setPoints} onEnd={onEnd} />
    </div>
  );
}
