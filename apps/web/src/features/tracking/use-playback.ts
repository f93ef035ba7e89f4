import { useCallback, useEffect, useRef, useState } from 'react';
import { advanceCursor, stretchAt, type HistoryPoint, type Stretch } from './history-model.ts';

export interface Playback {
  readonly cursorMs: number | null;
  readonly isPlaying: boolean;
  readonly speed: number;
  /** What playing passes quickly just now. */
  readonly skipped: Stretch | null;
  readonly seek: (timeMs: number) => void;
  readonly toggle: () => void;
  readonly setSpeed: (speed: number) => void;
}

/** The clock of playback: advances with the screen's frames, stops at the end, starts over when played again. */
export function usePlayback(points: readonly HistoryPoint[], stretches: readonly Stretch[]): Playback {
  const [cursorMs, setCursor] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(4);
  const first = points[0]?.timeMs ?? null;
  const last = points.at(-1)?.timeMs ?? null;
  const shown = useRef(points);
  useEffect(() => {
    // Another period or unit: back to its beginning.
    if (shown.current === points) return;
    shown.current = points;
    setPlaying(false);
    setCursor(null);
  }, [points]);

  useEffect(() => {
    if (!isPlaying || first === null || last === null) return undefined;
    let before = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      setCursor((cursor) => advanceCursor({ points, stretches }, cursor ?? first, now - before, speed));
      before = now;
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, points, stretches, speed, first, last]);
  useEffect(() => {
    if (isPlaying && cursorMs !== null && cursorMs === last) setPlaying(false);
  }, [isPlaying, cursorMs, last]);

  const toggle = useCallback(() => {
    if (!isPlaying && cursorMs === last) setCursor(first);
    setPlaying(!isPlaying);
  }, [isPlaying, cursorMs, first, last]);
  const seek = useCallback(
    (timeMs: number) => setCursor(first === null || last === null ? null : Math.max(first, Math.min(last, timeMs))),
    [first, last],
  );
  const skipped = isPlaying && cursorMs !== null ? stretchAt(stretches, cursorMs) : null;
  return { cursorMs, isPlaying, speed, skipped, seek, toggle, setSpeed };
}
