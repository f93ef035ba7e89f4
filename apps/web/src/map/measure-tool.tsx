export interface MeasureToolProps {
  /** Told in metres as points are set; the screen writes it. */
  readonly onMeasure: (metres: number, pointCount: number) => void;
  /** Escape or a double click ends measuring. */
  readonly onEnd: () => void;
}

/** Distance measuring by clicks (MAP-027); mount it to measure, unmount it to clear. */
export function MeasureTool(_props: MeasureToolProps) {
  return null;
}
