import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFormat, useT } from '../lib/i18n.tsx';
import { useMap } from './map-context.ts';
import { cx } from '../ui/cx.ts';
import styles from './map-controls.module.css';
import { MeasureTool } from './measure-tool.tsx';
import { PinLayer } from './pin-layer.tsx';
import type { MapPin } from './shapes.ts';

export interface MapControlsProps {
  readonly onFitAll?: () => void;
  /** Shown only when a filter is on. */
  readonly onFitFiltered?: () => void;
  readonly hasMeasuring?: boolean;
  readonly hasLocation?: boolean;
  readonly hasFullScreen?: boolean;
  /** While measuring, clicks set points: the screen must not take them as selecting. */
  readonly onMeasuring?: (isOn: boolean) => void;
  /** More buttons of the screen, under these. */
  readonly children?: ReactNode;
}

const PATHS = {
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  fit: 'M3.5 7V3.500H7M13 3.500h3.500V7M16.5 13v3.500H13M7 16.500H3.500V13M7.5 10h5M10 7.500v5',
  filtered: 'M3.5 7V3.500H7M13 3.500h3.500V7M16.5 13v3.500H13M7 16.500H3.500V13M6.5 8h7M8 10.500h4M9.3 13h1.4',
  me: 'M10 5.500a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9ZM10 2v3M10 15v3M2 10h3M15 10h3',
  ruler: 'M2.5 13.5 13.5 2.500l4 4-11 11ZM6 10l1.7 1.700M8.5 7.500l2.5 2.500M11 5l1.7 1.7',
  full: 'M3.5 8V3.500H8M12 3.500h4.500V8M16.5 12v4.500H12M8 16.500H3.500V12',
  zones: 'M10 3.500a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13ZM10 9a1 1 0 1 0 0 2a1 1 0 1 0 0-2Z',
  tags: 'M3.5 9.5v-6h6l7 7-6 6ZM6.7 6.700v.01',
  leave: 'M8 3.500V8H3.500M16.5 8H12V3.500M12 16.500V12h4.500M3.5 12H8v4.5',
} as const;
const NO_PINS: readonly MapPin[] = [];
const ME_ZOOM = 14;

/** Zoom, fit, my location, full screen, measuring; the scale bar belongs to the surface. All by keyboard, with labels. */
export function MapControls(props: MapControlsProps): ReactNode {
  const {
    onFitAll,
    onFitFiltered,
    hasMeasuring = false,
    hasLocation = false,
    hasFullScreen = false,
    onMeasuring,
    children,
  } = props;
  const { map, handle } = useMap();
  const t = useT();
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

  return (
    <div className={styles['controls']} role="group" aria-label={t('MapControls')}>
      <div className={styles['group']}>
        <Control icon="plus" label={t('MapZoomIn')} onPress={() => handle.zoomBy(1)} />
        <Control icon="minus" label={t('MapZoomOut')} onPress={() => handle.zoomBy(-1)} />
      </div>
      <div className={styles['group']}>
        {onFitAll && <Control icon="fit" label={t('MapFitAll')} onPress={onFitAll} />}
        {onFitFiltered && <Control icon="filtered" label={t('MapFitFiltered')} onPress={onFitFiltered} />}
        {hasLocation && 'geolocation' in navigator && <Control icon="me" label={t('MapMyLocation')} onPress={locate} />}
        {hasMeasuring && (
          <Control
            icon="ruler"
            label={isMeasuring ? t('MapMeasureEnd') : t('MapMeasure')}
            isPressed={isMeasuring}
            onPress={() => measure(!isMeasuring)}
          />
        )}
        {hasFullScreen && document.fullscreenEnabled && (
          <Control
            icon={isFull ? 'leave' : 'full'}
            label={isFull ? t('MapFullScreenEnd') : t('MapFullScreen')}
            isPressed={isFull}
            onPress={toggleFull}
          />
        )}
      </div>
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
  const [metres, setMetres] = useState(0);
  return (
    <div className={styles['note']}>
      {metres > 0 && <strong>{metres < 1_000 ? `${format.number(metres)}\u202fm` : format.km(metres)}</strong>}
      {t('MapMeasureHint')}
      <MeasureTool onMeasure={setMetres} onEnd={onEnd} />
    </div>
  );
}

/** A group of one more button of a screen, among the map's own. */
export function MapToggle(props: {
  icon: keyof typeof PATHS;
  label: string;
  isPressed: boolean;
  onPress: () => void;
}): ReactNode {
  return (
    <div className={cx(styles['group'], styles['beside'])}>
      <Control {...props} />
    </div>
  );
}

/** The same, with a panel beside it, which Escape closes too. It stays within the map, so that it is there in full screen. */
export function MapPanelButton(props: {
  icon: keyof typeof PATHS;
  label: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}): ReactNode {
  const { icon, label, isOpen, onOpenChange, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    onOpenChange(false);
    button.current?.focus();
  };
  return (
    <div className={cx(styles['beside'], styles['host'])} onKeyDown={onKeyDown}>
      <div className={styles['group']}>
        <button
          ref={button}
          type="button"
          aria-label={label}
          title={label}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => onOpenChange(!isOpen)}
        >
          <Picture icon={icon} />
        </button>
      </div>
      {isOpen && (
        <div id={id} role="group" aria-label={label} className={styles['panel']}>
          {children}
        </div>
      )}
    </div>
  );
}

const Picture = ({ icon }: { icon: keyof typeof PATHS }): ReactNode => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={PATHS[icon]} />
  </svg>
);

function Control({
  icon,
  label,
  isPressed,
  onPress,
}: {
  icon: keyof typeof PATHS;
  label: string;
  isPressed?: boolean;
  onPress: () => void;
}): ReactNode {
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={isPressed} onClick={onPress}>
      <Picture icon={icon} />
    </button>
  );
}
