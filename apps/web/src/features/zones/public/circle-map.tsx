import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { useMapSetup } from '../../../lib/use-map-setup.ts';
import { ringOf } from '../../../map/circle.ts';
import { CircleHandles } from '../../../map/circle-handles.tsx';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { MapControls } from '../../../map/map-controls.tsx';
import type { MapHandle } from '../../../map/map-context.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import { boundsOf, type MapPin, type MapPoint, type MapView } from '../../../map/shapes.ts';
import { useFitSmaller } from '../../../map/use-fit-smaller.ts';
import { useLookOnly } from '../../../ui/look-only.tsx';
import { centerOf, type Circle, radiusOf } from './use-circle.ts';

const OWN_MAX_ZOOM = 17;
/** On a phone the map's own words stand below, and its buttons at the right: the circle is seen and held between them. */
const PHONE_EDGES = { top: 0, right: 40, bottom: 130, left: 0 };

export interface CircleMapProps {
  readonly circle: Circle;
  /** Others that are there, drawn faintly. */
  readonly others: readonly (MapPoint & { readonly radius: number })[];
  /** What it is drawn for, and where that is now. */
  readonly units?: readonly MapPin[];
  readonly isReadOnly?: boolean;
  /** Where the map looks while there is no circle; null: it is about to be known. */
  readonly start?: MapView | null;
  /** How near it goes by itself to show the circle. */
  readonly maxZoom?: number;
  readonly label: string;
}
/** How a screen shows the map; a test brings one that needs no drawing. */
export type RenderCircleMap = (props: CircleMapProps) => ReactNode;

/** GEO-013, SAFE-009: a circle on the map. A click places it; its centre and its edge are dragged, or moved by the arrow keys. */
export function CircleMap(props: CircleMapProps): ReactNode {
  const { circle, others, start } = props;
  const isLookOnly = useLookOnly() !== null;
  const isReadOnly = props.isReadOnly === true || isLookOnly;
  const t = useT();
  const { setup } = useMapSetup();
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const { lat, lng } = circle.form;
  const typed = radiusOf(circle.form);
  // One that no circle may have is told at its field, and leaves the map where it is.
  const radius = typed !== null && typed <= circle.limits.max ? typed : null;
  const center = useMemo(() => centerOf({ lat, lng }), [lat, lng]);
  const faint = useMemo(() => others.map((each) => ({ points: ringOf(each, each.radius), isFaint: true })), [others]);
  const own = useMemo(() => (center && radius ? ringOf(center, radius) : null), [center, radius]);
  const rings = useMemo(() => (own ? [...faint, { points: own, isFaint: false }] : faint), [faint, own]);
  const view = useMemo<MapView | null>(() => {
    if (!own && start !== undefined) return start;
    const bounds = boundsOf(own ?? faint.flatMap(({ points }) => points));
    return bounds && { bounds };
  }, [own, faint, start]);
  const isPhone = useMedia('(width < 768px)');
  useShown(handle, own, circle.sought, props.maxZoom);
  return (
    <MapSurface
      {...setup}
      initialView={view}
      handleRef={setHandle}
      {...(isPhone ? { edges: PHONE_EDGES } : {})}
      label={props.label}
    >
      <CircleLayer rings={rings} onPick={isReadOnly ? undefined : circle.place} />
      {props.units && <PinLayer pins={props.units} name="zone-units" />}
      {center && !isReadOnly && (
        <CircleHandles
          center={center}
          radiusM={radius}
          limits={circle.limits}
          onCenter={(point) => circle.change({ ...point, isTyped: false })}
          onCenterEnd={circle.place}
          onRadius={(metres) => circle.change({ radius: String(metres) })}
          labels={{ center: t('CircleCenter'), edge: t('CircleEdge') }}
        />
      )}
      <MapControls hasLocation hasLayers />
    </MapSurface>
  );
}

/**
 * All of the circle is in view, also after it was made larger, and it is near enough after it was made smaller; a hand that drags it is not interrupted. `sought` counts how often a field
 * put it somewhere: then it stands in the middle.
 */
export function useShown(
  handle: MapHandle | null,
  own: readonly MapPoint[] | null,
  sought: number,
  maxZoom: number = OWN_MAX_ZOOM,
): void {
  const fitted = useRef<MapHandle | null>(null);
  const found = useRef(sought);
  const isHeld = useRef(false);
  useEffect(() => {
    const hold = () => void (isHeld.current = true);
    const letGo = () => void (isHeld.current = false);
    window.addEventListener('pointerdown', hold, true);
    window.addEventListener('pointerup', letGo, true);
    window.addEventListener('pointercancel', letGo, true);
    return () => {
      window.removeEventListener('pointerdown', hold, true);
      window.removeEventListener('pointerup', letGo, true);
      window.removeEventListener('pointercancel', letGo, true);
    };
  }, []);
  useEffect(() => {
    const isSought = found.current !== sought;
    if (!handle || !own || (isHeld.current && !isSought)) return;
    const { west, south, east, north } = handle.bounds();
    const isOutside = own.some(({ lat, lng }) => lng < west || lng > east || lat < south || lat > north);
    if (isOutside || isSought || fitted.current !== handle) handle.fit(own, { maxZoom, isInstant: fitted.current !== handle });
    fitted.current = handle;
    found.current = sought;
  }, [handle, own, sought, maxZoom]);
  useFitSmaller(handle, own, () => {
    if (own && !isHeld.current) handle?.fit(own, { maxZoom });
  });
}
