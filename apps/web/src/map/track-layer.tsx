import type { TrackGap, TrackMark, TrackPoint, TrackStop } from './shapes.ts';

export interface TrackLayerProps {
  /** In time order. */
  readonly points: readonly TrackPoint[];
  readonly gaps: readonly TrackGap[];
  readonly stops: readonly TrackStop[];
  readonly marks?: readonly TrackMark[];
  /** The instant of playback; the cursor stands between the points around it. `null`: no cursor. */
  readonly cursorMs?: number | null;
  /** The pointer is over the line at this instant; `null` when it leaves. For the details and the chart. */
  readonly onHover?: (timeMs: number | null) => void;
  /** The line was clicked: move the playback there. */
  readonly onSeek?: (timeMs: number) => void;
}

/** A unit's history: coloured by speed (`speed-colours.ts`), gaps dashed, direction arrows, stops with duration (MAP-029). */
export function TrackLayer(_props: TrackLayerProps) {
  return null;
}
