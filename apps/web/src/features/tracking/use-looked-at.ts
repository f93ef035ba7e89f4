import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { MapHandle } from '../../map/map-context.ts';
import type { Drive } from './drive-model.ts';
import { indexAt, type HistoryData, type HistoryPoint, type Span } from './history-model.ts';
import type { Playback } from './use-playback.ts';

type Stop = HistoryData['stops'][number];

export interface LookedAt {
  readonly onShowStop: (stop: Stop) => void;
  readonly onShowDrive: (drive: Drive<Stop>) => void;
  /** All of the way again, on map and chart. */
  readonly onShowWhole: () => void;
}

/** As close as a stop is looked at: its street and the next ones. */
const STOP_ZOOM = 15;

/** A stop or a drive of the list is shown on the map, and all of the way again once it is pressed another time. */
export function useLookedAt(parts: {
  readonly points: readonly HistoryPoint[];
  readonly playback: Playback;
  readonly chosen: Drive<Stop> | null;
  readonly setChosen: (fromMs: number | null) => void;
  readonly handle: RefObject<MapHandle | null>;
}): LookedAt {
  const { points, playback, chosen, setChosen, handle } = parts;
  const { cursorMs, isPlaying, pause, seek } = playback;
  /** The stop that the map is close at. */
  const near = useRef<string | null>(null);
  const fit = useCallback(
    ({ fromMs, toMs }: Span) => {
      const of = points.slice(Math.max(0, indexAt(points, fromMs)), indexAt(points, toMs) + 1);
      handle.current?.fit(
        of.filter((point) => !point.isImplausible),
        { isLabelled: true },
      );
    },
    [points, handle],
  );
  const fitWhole = useCallback(() => {
    near.current = null;
    fit({ fromMs: -Infinity, toMs: Infinity });
  }, [fit]);
  const onShowWhole = useCallback(() => {
    setChosen(null);
    fitWhole();
  }, [setChosen, fitWhole]);
  const onShowStop = useCallback(
    (stop: Stop) => {
      pause();
      setChosen(null);
      seek(Date.parse(stop.from));
      if (near.current === stop.from) return fitWhole();
      near.current = stop.from;
      handle.current?.moveTo(stop, { zoom: STOP_ZOOM });
    },
    [pause, seek, setChosen, fitWhole, handle],
  );
  const onShowDrive = useCallback(
    (drive: Drive<Stop>) => {
      pause();
      if (chosen?.fromMs === drive.fromMs) return onShowWhole();
      near.current = null;
      setChosen(drive.fromMs);
      seek(drive.fromMs);
      fit(drive);
    },
    [chosen, pause, seek, setChosen, fit, onShowWhole],
  );
  // What is played is seen: the street of one stop is no place to watch a day from.
  useEffect(() => {
    if (isPlaying && near.current !== null) fitWhole();
  }, [isPlaying, fitWhole]);
  // The cursor leads: whoever goes on to another time has done with the drive.
  useEffect(() => {
    if (chosen && (cursorMs === null || cursorMs < chosen.fromMs || cursorMs > chosen.toMs)) setChosen(null);
  }, [chosen, cursorMs, setChosen]);
  return { onShowStop, onShowDrive, onShowWhole };
}
