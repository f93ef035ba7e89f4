import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { advanceCursor, speedFor, stretchAt, type HistoryPoint, type Span, type Stretch } from './history-model.ts';

export interface Playback {
  readonly cursorMs: number | null;
  /** Where playing begins; null: there is nothing to play. */
  readonly startMs: number | null;
  readonly isPlaying: boolean;
  readonly speed: number;
  /** What playing passes quickly just now. */
  readonly skipped: Stretch | null;
  readonly seek: (timeMs: number) => void;
  readonly toggle: () => void;
  /** Something is looked at in rest. */
  readonly pause: () => void;
  readonly setSpeed: (speed: number) => void;
}

/** The clock of playback: advances with the screen's frames, stops at the end, starts over when played again. */
export function usePlayback(
  points: readonly HistoryPoint[],
  stretches: readonly Stretch[],
  /** Where playing begins and ends: nobody waits for the standing before and after the driving. */
  drives: Span | null,
  /** What is looked at first: `namedMs` by the link that was followed, else where the unit stands by now; null: where playing begins. */
  {
    namedMs = null,
    restMs = null,
    told = null,
  }: {
    readonly namedMs?: number | null;
    readonly restMs?: number | null;
    /** What can be looked at, where the history tells more than its positions. */
    readonly told?: Span | null;
  } = {},
): Playback {
  const firstMs = namedMs ?? restMs;
  const [cursorMs, setCursor] = useState<number | null>(firstMs);
  const [isPlaying, setPlaying] = useState(false);
  // Until somebody chooses one: what is right for a month is over at once for a trip.
  const [chosenSpeed, setSpeed] = useState<number | null>(null);
  const preset = useMemo(() => speedFor(stretches, drives), [stretches, drives]);
  const speed = chosenSpeed ?? preset;
  const first = points[0]?.timeMs ?? null;
  const last = points.at(-1)?.timeMs ?? null;
  const start = drives?.fromMs ?? first;
  const end = drives && last !== null ? Math.min(drives.toMs, last) : last;
  const shown = useRef(points);
  useEffect(() => {
    // Another period or unit: back to its beginning, or to what is looked at first.
    if (shown.current === points) return;
    shown.current = points;
    setPlaying(false);
    setCursor(firstMs);
  }, [points, firstMs]);

  useEffect(() => {
    if (!isPlaying || start === null || end === null) return undefined;
    let before = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      const elapsed = now - before;
      before = now;
      setCursor((cursor) => Math.min(end, advanceCursor({ points, stretches }, cursor ?? start, elapsed, speed)));
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, points, stretches, speed, start, end]);
  useEffect(() => {
    if (isPlaying && cursorMs !== null && end !== null && cursorMs >= end) setPlaying(false);
  }, [isPlaying, cursorMs, end]);

  const toggle = useCallback(() => {
    if (!isPlaying && cursorMs !== null && end !== null && (cursorMs >= end || cursorMs === restMs)) setCursor(start);
    setPlaying(!isPlaying);
  }, [isPlaying, cursorMs, start, end, restMs]);
  const pause = useCallback(() => setPlaying(false), []);
  const [leastMs, mostMs] = [told?.fromMs ?? first, told?.toMs ?? last];
  const seek = useCallback(
    (timeMs: number) => setCursor(leastMs === null || mostMs === null ? null : Math.max(leastMs, Math.min(mostMs, timeMs))),
    [leastMs, mostMs],
  );
  const skipped = isPlaying && cursorMs !== null ? stretchAt(stretches, cursorMs) : null;
  return { cursorMs, startMs: start, isPlaying, speed, skipped, seek, toggle, pause, setSpeed };
}
