import { MINUTE_MS } from '@spora/calendar/durations';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useNow } from '../../lib/age.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { measuresOf } from '../../lib/measures.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { MapHandle } from '../../map/map-context.ts';
import { speedSteps, type SpeedStep } from '../../map/speed-colours.ts';
import type { MapPoint, TrackStop } from '../../map/shapes.ts';
import { useToasts } from '../../ui/toast.tsx';
import { useZoneAt } from '../zones/public/zone-at.ts';
import { downloadHistory } from './download.ts';
import { drivesBetween, type Drive } from './drive-model.ts';
import {
  isWithin,
  lengthMs,
  periodOf,
  pointsOf,
  stopWithin,
  stretchesOf,
  type HistoryData,
  type HistoryPoint,
  type Stretch,
} from './history-model.ts';
import { historyQuery } from './queries.ts';
import {
  isUnderWayAt,
  pausesOf,
  restingSince,
  stopIndexAt,
  stopSigns,
  toldSpan,
  withEnds,
  type ShownStop,
} from './stop-model.ts';
import { drivesOf, drivingOf, type Window } from './timeline-model.ts';
import { useLookedAt, type LookedAt } from './use-looked-at.ts';
import { usePlayback, type Playback } from './use-playback.ts';

type Gap = { readonly fromMs: number; readonly toMs: number; readonly isWithheld?: boolean };
export type ExportFormat = 'gpx' | 'kml' | 'csv';

export type HistoryDrive = Drive<HistoryData['stops'][number]>;

/** A unit's history, fetched and in the forms that the panel and the map draw. */
export interface History extends LookedAt {
  readonly data: HistoryData | undefined;
  readonly points: readonly HistoryPoint[];
  readonly gaps: readonly Gap[];
  readonly stops: readonly ShownStop[];
  /** The stops as the map draws them. */
  readonly signs: readonly TrackStop[];
  /** Where it is not driving: stood, was silent, or is withheld. */
  readonly stretches: readonly Stretch[];
  /** Those of them in which it stood within a trip. */
  readonly pauses: ReadonlySet<Stretch>;
  /** From leaving to coming back, with a little beside it; null: it stood all the time. */
  readonly driving: Window | null;
  /** It was still on its way at the last position: its way has no end yet. */
  readonly isUnderWay: boolean;
  /** What stands on the map where it came to on its way, of a period that is not over; empty: nothing. */
  readonly hereLabel: string;
  readonly playback: Playback;
  /** From when until when it tells anything: its positions, and the standing beside them that the log knows. */
  readonly told: Window | null;
  readonly fastestKmh: number;
  /** Of its speeds, on map and chart. */
  readonly colours: readonly SpeedStep[];
  /** What lies between the stops. */
  readonly drives: readonly HistoryDrive[];
  /** The drive that was pressed: alone strong on the map, and what is played. */
  readonly chosen: HistoryDrive | null;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onShowImplausible: () => void;
  readonly onExport: (format: ExportFormat) => void;
}

const NO_GAPS: readonly Gap[] = [];
const NO_STOPS: readonly ShownStop[] = [];
const NO_POINTS: readonly HistoryPoint[] = [];
const NO_DRIVES: readonly HistoryDrive[] = [];

/** The history that the address asks for; nothing is fetched without a range. */
export function useHistory(
  imei: string,
  range: { readonly from: string; readonly to: string } | null,
  handle: RefObject<MapHandle | null>,
  { isBoat = false, at }: { readonly isBoat?: boolean; readonly at?: string | undefined } = {},
): History {
  const t = useT();
  const send = useSend();
  const toasts = useToasts();
  const now = useNow();
  const format = useFormat();
  const [withImplausible, setWithImplausible] = useState(false);
  const from = range?.from ?? '2000-01-01';
  const to = range?.to ?? from;
  const request = useMemo(() => ({ imei, from, to, withImplausible }), [imei, from, to, withImplausible]);
  const query = useQuery({ ...historyQuery(send, request, format.timeZone), enabled: range !== null && imei !== '' });
  const { data: answer, refetch } = query;
  const zoneAt = useZoneAt(range === null ? '' : imei);
  // Without a place of its own a stop is called by the zone that it lies in: the one that the alarms of that day name.
  const data = useMemo(
    () =>
      answer && {
        ...answer,
        stops: answer.stops.map((stop) => {
          const zone = stop.place === undefined ? zoneAt(stop) : null;
          return zone === null ? stop : { ...stop, place: zone };
        }),
      },
    [answer, zoneAt],
  );
  const points = useMemo(() => (data ? pointsOf(data) : NO_POINTS), [data]);
  const gaps = useMemo(
    () =>
      data
        ? [...data.gaps, ...data.breaks.map((gap) => ({ ...gap, isWithheld: true }))].map(
            ({ from: since, to: until, ...gap }) => ({
              ...gap,
              fromMs: Date.parse(since),
              toMs: Date.parse(until),
            }),
          )
        : NO_GAPS,
    [data],
  );
  const shown = useMemo(() => periodOf({ from, to }, format.timeZone), [from, to, format]);
  const stops = useMemo(
    () =>
      data?.stops
        .filter((stop) => isWithin(stop, shown))
        .map(({ lat, lng, from: since, to: until, ...where }): ShownStop => {
          if (until === null) return { lat, lng, fromMs: Date.parse(since), toMs: null, where };
          const { fromMs, toMs } = stopWithin({ from: since, to: until }, shown);
          return { lat, lng, fromMs, toMs, where };
        }) ?? NO_STOPS,
    [data, shown],
  );
  const untilMs = Math.min(shown.toMs, Math.floor(now / MINUTE_MS) * MINUTE_MS);
  const told = useMemo(() => toldSpan(points, stops, untilMs), [points, stops, untilMs]);
  const within = useMemo(() => stretchesOf(points, gaps, stops), [points, gaps, stops]);
  // As the day goes on only its end moves.
  const stretches = useMemo(() => withEnds(within, points, told), [within, points, told]);
  const pauses = useMemo(() => pausesOf(stretches, stops), [stretches, stops]);
  const driving = useMemo(() => drivingOf(points, stretches, told), [points, stretches, told]);
  const way = useMemo(() => drivesOf(points, stretches, stops), [points, stretches, stops]);
  const drives = useMemo(() => drivesOfData(data, points), [data, points]);
  const fastestKmh = useMemo(() => fastestOf(points), [points]);
  const { speedPerKmh } = useMemo(() => measuresOf(isBoat ? 'boat' : null, format), [isBoat, format]);
  const colours = useMemo(() => speedSteps(fastestKmh, speedPerKmh), [fastestKmh, speedPerKmh]);
  const [chosenMs, setChosen] = useState<number | null>(null);
  const chosen = useMemo(() => drives.find(({ fromMs }) => fromMs === chosenMs) ?? null, [drives, chosenMs]);
  const isUnderWay = useMemo(() => {
    const withheld = data?.private_blocks.map(({ to: until }) => ({ toMs: until === null ? Infinity : Date.parse(until) })) ?? [];
    return driving !== null && stops.length > 0 && isUnderWayAt(points.at(-1)?.timeMs, stops, withheld);
  }, [data, driving, points, stops]);
  const lastMs = points.at(-1)?.timeMs;
  const hereLabel = isUnderWay && lastMs !== undefined && now < shown.toMs ? t('WayUntil', { time: format.time(lastMs) }) : '';
  const restMs = useMemo(
    () => (from === to && driving !== null ? restingSince(points, stops) : null),
    [from, to, driving, points, stops],
  );
  const playback = usePlayback(points, stretches, chosen ?? way, {
    namedMs: at === undefined ? null : Date.parse(at),
    restMs,
    told,
  });
  const lookedAt = useLookedAt({ points, playback, chosen, setChosen, handle });
  const chosenStop = playback.cursorMs === null ? -1 : stopIndexAt(stops, playback.cursorMs);
  const nowMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const signs = useMemo(() => {
    // Of another day than today a time alone would be taken for today's, and the map has no room for both.
    const untilNow = (fromMs: number): string => {
      const time = format.day(fromMs) === format.day(nowMinute) ? format.time(fromMs) : format.shortDay(format.day(fromMs));
      const duration = format.duration(lengthMs({ fromMs, toMs: nowMinute }) / 1000);
      return t('StopUntilNowFor', { since: t('StopUntilNow', { time }), duration });
    };
    const lengthOf = ({ fromMs, toMs }: ShownStop): string =>
      toMs === null ? untilNow(fromMs) : format.duration(lengthMs({ fromMs, toMs }) / 1000);
    // Where no trip is known to have ended: it stood there all the same.
    const last = driving === null && stops.length === 0 ? points.findLast((point) => !point.isImplausible) : undefined;
    if (last) return [{ lat: last.lat, lng: last.lng, label: '', isChosen: false, isBerth: isBoat }];
    return stopSigns(stops, chosenStop).map(({ stop, isChosen, nth, count }): TrackStop => {
      const label =
        count === 1 || (isChosen && stop.toMs === null)
          ? lengthOf(stop)
          : isChosen
            ? t('StopOfSeveral', { nth, count, duration: lengthOf(stop) })
            : t('StopsCount', { count });
      return { lat: stop.lat, lng: stop.lng, label, isChosen, isBerth: isBoat };
    });
  }, [stops, chosenStop, driving, points, isBoat, format, t, nowMinute]);
  const isOpen = range !== null;
  useViewBefore(isOpen, imei, handle);
  // Each day is framed when it comes, and not again for the points that are shown in it later.
  const framed = useRef('');
  const period = [imei, from, to].join();
  useEffect(() => {
    if (!isOpen) framed.current = '';
  }, [isOpen]);
  useEffect(() => {
    if (points.length === 0 || framed.current === period) return;
    framed.current = period;
    handle.current?.fit(
      points.filter((point) => !point.isImplausible),
      { isLabelled: true },
    );
  }, [points, period, handle]);
  const onRetry = useCallback(() => void refetch(), [refetch]);
  const onShowImplausible = useCallback(() => setWithImplausible(true), []);
  const onExport = useCallback(
    (kind: ExportFormat) =>
      void downloadHistory(send, kind, request, format.timeZone).catch(() =>
        toasts.show({ text: t('ExportFailed'), tone: 'danger' }),
      ),
    [send, request, format, toasts, t],
  );
  return {
    data,
    points,
    gaps,
    stops,
    signs,
    stretches,
    pauses,
    driving,
    isUnderWay,
    hereLabel,
    playback,
    told,
    fastestKmh,
    colours,
    drives,
    chosen,
    ...lookedAt,
    isLoading: query.isLoading,
    error: query.error,
    onRetry,
    onShowImplausible,
    onExport,
  };
}

const fastestOf = (points: readonly HistoryPoint[]): number =>
  points.reduce((most, point) => (point.isImplausible ? most : Math.max(most, point.speedKmh)), 0);

const spanOf = ({ from, to }: { readonly from: string; readonly to: string | null }) => ({
  fromMs: Date.parse(from),
  toMs: to === null ? Infinity : Date.parse(to),
});

const drivesOfData = (data: HistoryData | undefined, points: readonly HistoryPoint[]): readonly HistoryDrive[] =>
  data
    ? drivesBetween(points, {
        stops: data.stops,
        breaks: data.breaks.map(spanOf),
        withheld: data.private_blocks.map(spanOf),
        hidesSpeed: data.hides_speed ?? false,
      })
    : NO_DRIVES;

/** Whoever leaves a unit's history finds the map as it was before it; one that a link opened had none before. */
function useViewBefore(isOpen: boolean, imei: string, handle: RefObject<MapHandle | null>): void {
  const wasOpen = useRef(isOpen);
  const before = useRef<{ readonly imei: string; readonly center: MapPoint; readonly zoom: number } | null>(null);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const map = handle.current;
    const view = before.current;
    before.current = isOpen && map ? { imei, center: map.center(), zoom: map.zoom() } : null;
    // Another unit is looked at where it is.
    if (!isOpen && map && view?.imei === imei) map.moveTo(view.center, { zoom: view.zoom });
  }, [isOpen, imei, handle]);
}
