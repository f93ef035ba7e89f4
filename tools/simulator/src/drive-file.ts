import { readFileSync } from 'node:fs';
import { bearingDeg, haversineM } from '@spora/telemetry/geometry';

/** One fix of a recorded drive; what the file does not hold is computed from its neighbours. */
export interface Fix {
  readonly timeMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
  readonly altitudeM: number;
  readonly hdop: number | undefined;
  readonly satellites: number | undefined;
}

type RawFix = Omit<Fix, 'speedKmh' | 'headingDeg'> & {
  readonly speedKmh: number | undefined;
  readonly headingDeg: number | undefined;
};

const FILE_MAX_BYTES = 200 * 1024 * 1024;

/** Reads a recorded drive, in order of time; `.gpx` or CSV by the name. Throws when it holds no fix. */
export function loadDrive(file: string): Fix[] {
  const text = readFileSync(file, 'utf8');
  if (text.length > FILE_MAX_BYTES) throw new Error(`${file} is too large to replay`);
  const fixes = file.toLowerCase().endsWith('.gpx') ? parseGpx(text) : parseCsv(text);
  if (fixes.length === 0) throw new Error(`${file} holds no positions`);
  return fixes;
}

/**
 * A CSV with a header. Columns: `lat`, `lon` and one of `t_utc` (ISO 8601) and `t_rel_s`; `speed_kmh`, `course`, `ele`,
 * `hdop` and `sat` when known. A row without a position or a time is left out.
 */
export function parseCsv(text: string): Fix[] {
  const [head = '', ...lines] = text.split(/\r?\n/);
  const columns = head.split(',').map((name) => name.trim());
  const raw: RawFix[] = [];
  for (const line of lines) {
    const cells = line.split(',');
    const numberAt = (name: string): number | undefined => numeric(cells[columns.indexOf(name)]);
    const stamp = cells[columns.indexOf('t_utc')]?.trim();
    const relative = numberAt('t_rel_s');
    const timeMs = stamp ? Date.parse(stamp) : relative === undefined ? Number.NaN : relative * 1000;
    const [lat, lon] = [numberAt('lat'), numberAt('lon')];
    if (lat === undefined || lon === undefined || Number.isNaN(timeMs)) continue;
    raw.push({
      timeMs,
      lat,
      lon,
      speedKmh: numberAt('speed_kmh'),
      headingDeg: numberAt('course'),
      altitudeM: numberAt('ele') ?? 0,
      hdop: numberAt('hdop'),
      satellites: numberAt('sat'),
    });
  }
  return completed(raw);
}

/** The track points of a GPX file (1.0 and 1.1). Speed is metres a second there. */
export function parseGpx(text: string): Fix[] {
  const raw: RawFix[] = [];
  for (const [, attributes = '', body = ''] of text.matchAll(/<trkpt\b([^>]*)>([\s\S]*?)<\/trkpt>/g)) {
    const attribute = (name: string): number | undefined =>
      numeric(new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1]);
    const element = (name: string): string | undefined => new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`).exec(body)?.[1];
    const [lat, lon] = [attribute('lat'), attribute('lon')];
    const timeMs = Date.parse(element('time')?.trim() ?? '');
    if (lat === undefined || lon === undefined || Number.isNaN(timeMs)) continue;
    const speed = numeric(element('speed'));
    raw.push({
      timeMs,
      lat,
      lon,
      speedKmh: speed === undefined ? undefined : speed * 3.6,
      headingDeg: numeric(element('course')),
      altitudeM: numeric(element('ele')) ?? 0,
      hdop: numeric(element('hdop')),
      satellites: numeric(element('sat')),
    });
  }
  return completed(raw);
}

/** In order of time, each instant once, with speed and course filled in. */
function completed(raw: readonly RawFix[]): Fix[] {
  const sorted = [...raw].sort((a, b) => a.timeMs - b.timeMs).filter((fix, i, all) => i === 0 || fix.timeMs > all[i - 1]!.timeMs);
  return sorted.map((fix, i) => {
    const before = sorted[i - 1] ?? fix;
    const after = sorted[i + 1] ?? fix;
    const seconds = (after.timeMs - before.timeMs) / 1000;
    const metres = haversineM(before.lat, before.lon, after.lat, after.lon);
    return {
      ...fix,
      speedKmh: fix.speedKmh ?? (seconds > 0 ? (metres / seconds) * 3.6 : 0),
      headingDeg: fix.headingDeg ?? (metres > 1 ? bearingDeg(before.lat, before.lon, after.lat, after.lon) : 0),
    };
  });
}

function numeric(cell: string | undefined): number | undefined {
  const trimmed = cell?.trim();
  if (!trimmed) return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
}
