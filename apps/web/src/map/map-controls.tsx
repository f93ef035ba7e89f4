export interface MapControlsProps {
  readonly onFitAll?: () => void;
  /** Shown only when a filter is on. */
  readonly onFitFiltered?: () => void;
  readonly hasMeasuring?: boolean;
  readonly hasLocation?: boolean;
  readonly hasFullScreen?: boolean;
}

/** Zoom, fit, my location, full screen, measuring; the scale bar belongs to the surface. All by keyboard, with labels. */
export function MapControls(_props: MapControlsProps) {
  return null;
}
