import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { MapPoint } from '../../map/shapes.ts';
import type { ShownUnit } from './model.ts';

interface TrailPoint extends MapPoint {
  readonly timeMs: number;
}
const NO_WAY: readonly MapPoint[] = [];
/** History holds no longer. */
const LONGEST_MS = 30 * 86_400_000;

/** MAP-011, MODE-010: the way of a unit since an instant: what was driven before it was looked at, and each position as it comes. */
export function useTrail(unit: Pick<ShownUnit, 'imei' | 'position'> | null, sinceMs: number | null): readonly MapPoint[] {
  const [openedMs] = useState(() => Date.now());
  const [live, setLive] = useState<{ readonly of: string; readonly points: readonly TrailPoint[] }>({ of: '', points: [] });
  const imei = unit?.imei ?? '';
  const isOn = imei !== '' && sinceMs !== null;
  const fromMs = Math.max(sinceMs ?? 0, openedMs - LONGEST_MS);
  const before = useQuery({
    ...endpointQuery(useSend(), 'tracking.history', {
      query: { imei, from: new Date(fromMs).toISOString(), to: new Date(Math.max(openedMs, fromMs + 1)).toISOString() },
    }),
    enabled: isOn && fromMs < openedMs,
    staleTime: Infinity,
  });
  const position = unit?.position;
  useEffect(() => {
    if (!isOn || !position) return;
    const point = { lat: position.lat, lng: position.lng, timeMs: Date.parse(position.time) };
    const now = `${imei} ${sinceMs}`;
    setLive(({ of, points }) => {
      if (of !== now) return { of: now, points: [point] };
      return (points.at(-1)?.timeMs ?? 0) < point.timeMs ? { of, points: [...points, point] } : { of, points };
    });
  }, [isOn, imei, sinceMs, position]);
  const key = `${imei} ${sinceMs}`;
  return useMemo(() => {
    if (!isOn) return NO_WAY;
    const driven = before.data?.points.map(({ lat, lng, time }) => ({ lat, lng, timeMs: Date.parse(time) })) ?? [];
    const lastMs = driven.at(-1)?.timeMs ?? 0;
    return [...driven, ...(live.of === key ? live.points.filter(({ timeMs }) => timeMs > lastMs) : [])];
  }, [isOn, key, before.data, live]);
}
