import { nearText } from '@spora/messages/near';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addressQuery } from '../../../lib/address-at.ts';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUnitMeasures } from '../../../lib/unit-measures.tsx';
import { indexAt, stretchAt, type HistoryPoint, type Stretch } from '../history-model.ts';
import { stopIndexAt, toldAt, type ShownStop } from '../stop-model.ts';

export const STRETCH_NAMES = {
  still: 'StretchStill',
  pause: 'StretchPause',
  gap: 'StretchGap',
  private: 'StretchPrivate',
} as const;

interface Of {
  readonly points: readonly HistoryPoint[];
  readonly stretches: readonly Stretch[];
  /** Of the stretches, as `pausesOf` tells. */
  readonly pauses: ReadonlySet<Stretch>;
  readonly stops: readonly ShownStop[];
  readonly hidesSpeed: boolean;
}

/** What a unit does at an instant, in words: one truth for the cursor and for what is pointed at. Empty where nothing is to be told. */
export function useTellAt({ points, stretches, pauses, stops, hidesSpeed }: Of): (timeMs: number) => string {
  const t = useT();
  const format = useFormat();
  const measures = useUnitMeasures();
  const now = useNow();
  return (timeMs) => {
    const told = toldAt({ stretches, stops }, timeMs, now);
    // How long private use lasted is its driver's to know.
    if (told?.kind === 'private') return t('StretchPrivate');
    if (!told) return hidesSpeed ? '' : measures.speed(points[Math.max(0, indexAt(points, timeMs))]?.speedKmh ?? 0);
    const stretch = stretchAt(stretches, timeMs);
    const what = t(STRETCH_NAMES[stretch !== null && pauses.has(stretch) ? 'pause' : told.kind]);
    return t('StretchFor', { what, duration: format.duration(told.lengthMs / 1000) });
  };
}

/** So long a cursor rests before it is asked where that was. */
const RESTS_MS = 300;
/** Some ten metres: the same street, asked once. */
const toStreet = (degrees: number): number => Number(degrees.toFixed(4));

/** Where the unit was at an instant: a stop's place, else the address of the position before it. Null while nobody looks, and where that is not known. */
export function usePlaceAt(
  { points, stretches, stops }: Pick<Of, 'points' | 'stretches' | 'stops'>,
  timeMs: number | null,
): string | null {
  const t = useT();
  const send = useSend();
  const [restsMs, setRests] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRests(timeMs), RESTS_MS);
    return () => clearTimeout(timer);
  }, [timeMs]);
  const stop = timeMs === null ? undefined : stops[stopIndexAt(stops, timeMs)];
  const point = points[indexAt(points, timeMs ?? -1)];
  const kind = timeMs === null ? undefined : stretchAt(stretches, timeMs)?.kind;
  const isAsked = !stop && timeMs !== null && restsMs === timeMs && point !== undefined && kind !== 'private' && kind !== 'gap';
  const at = { lat: toStreet(point?.lat ?? 0), lng: toStreet(point?.lng ?? 0) };
  const { data } = useQuery({ ...addressQuery(send, at), enabled: isAsked });
  if (stop) return stop.where ? nameOf(stop.where, t) : null;
  return isAsked && data?.address ? nameOf({ address: data.address, address_is_approximate: data.is_approximate }, t) : null;
}

const nameOf = (where: NonNullable<ShownStop['where']>, t: Parameters<typeof nearText>[1]): string | null => {
  if (where.place) return where.place;
  if (where.address === null) return null;
  return where.address_is_approximate ? nearText(where.address, t) : where.address;
};
