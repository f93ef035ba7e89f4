import type { DataOf } from '@spora/contract/endpoint-map';
import type { TrackGap, TrackPoint } from '../../map/shapes.ts';

export type RawPage = DataOf<'tracking.raw-positions'>;
export type RawColumns = RawPage['columns'];

/** Where to begin a table of so many rows' worth of days: the newest one. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Pages as one table of columns; rows stay indexes, so that ten thousand of them are ten arrays. */
export function joinPages(pages: readonly RawPage[]): RawColumns {
  const [first] = pages;
  if (first && pages.length === 1) return first.columns;
  const joined = <K extends keyof RawColumns>(key: K): RawColumns[K] =>
    pages.flatMap(({ columns }) => columns[key] as unknown[]) as RawColumns[K];
  return {
    time: joined('time'),
    lat: joined('lat'),
    lng: joined('lng'),
    speed_kmh: joined('speed_kmh'),
    heading_deg: joined('heading_deg'),
    satellites: joined('satellites'),
    ignition: joined('ignition'),
    voltage_v: joined('voltage_v'),
    inputs: joined('inputs'),
    quality: joined('quality'),
  };
}

/** A silence so long is drawn dashed (MAP-029). */
const SILENT_MS = 150_000;

/** What the map draws of them: sound positions; a silence, or a private stretch left out, is a gap. */
export function trackOfRaw(columns: RawColumns): { readonly points: TrackPoint[]; readonly gaps: TrackGap[] } {
  const points: TrackPoint[] = [];
  const gaps: TrackGap[] = [];
  columns.time.forEach((timeMs, i) => {
    if (columns.quality[i] !== 'good') return;
    const before = points.at(-1);
    if (before && timeMs - before.timeMs > SILENT_MS) gaps.push({ fromMs: before.timeMs, toMs: timeMs });
    points.push({
      timeMs,
      lat: columns.lat[i] ?? 0,
      lng: columns.lng[i] ?? 0,
      speedKmh: columns.speed_kmh[i] ?? 0,
      headingDeg: columns.heading_deg[i] ?? 0,
    });
  });
  return { points, gaps };
}

/** Which inputs are on, and whether the tracker tells of any: of `10--` the first is on. */
export function inputsOf(inputs: string): { readonly on: readonly number[]; readonly isKnown: boolean } {
  const on = [...inputs].flatMap((input, i) => (input === '1' ? [i + 1] : []));
  return { on, isKnown: /[01]/.test(inputs) };
}
