import { dayIn } from '@spora/calendar/zones';
import type { HISTORY_FORMATS } from '@spora/contract/tracking/endpoints';

export type HistoryFormat = (typeof HISTORY_FORMATS)[number];

export interface ExportPoint {
  readonly timeMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly altitudeM: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
  readonly satellites: number;
}

export interface TrackExport {
  /** Shown as the track's name. */
  readonly title: string;
  /** Stretches without a gap; each becomes a segment of its own. */
  readonly parts: readonly (readonly ExportPoint[])[];
  /** UNIT-018: the file tells no speed. */
  readonly hidesSpeed?: boolean;
}

export const CONTENT_TYPES: Readonly<Record<HistoryFormat, string>> = {
  gpx: 'application/gpx+xml; charset=utf-8',
  kml: 'application/vnd.google-earth.kml+xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

/** MAP-030: yields the file in pieces, so that a long history is never held as one text. */
export function* writeTrack(format: HistoryFormat, track: TrackExport): Generator<string> {
  if (format === 'gpx') yield* writeGpx(track);
  else if (format === 'kml') yield* writeKml(track);
  else yield* writeCsv(track);
}

/** GPX 1.1 (topografix.com/GPX/1/1); speed in m/s as an extension that common programs read. */
function* writeGpx({ title, parts, hidesSpeed }: TrackExport): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Spora" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">\n';
  yield `<trk><name>${escapeXml(title)}</name>\n`;
  for (const part of parts) {
    yield '<trkseg>\n';
    for (const p of part) {
      yield (
        `<trkpt lat="${p.lat.toFixed(7)}" lon="${p.lon.toFixed(7)}"><ele>${p.altitudeM}</ele><time>${iso(p)}</time><sat>${p.satellites}</sat>` +
        `<extensions><gpxtpx:TrackPointExtension>${hidesSpeed ? '' : `<gpxtpx:speed>${(p.speedKmh / 3.6).toFixed(2)}</gpxtpx:speed>`}<gpxtpx:course>${p.headingDeg}</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>\n`
      );
    }
    yield '</trkseg>\n';
  }
  yield '</trk>\n</gpx>\n';
}

/** KML 2.3 (OGC 12-007r2): one `Track` per part, times and coordinates in step. */
function* writeKml({ title, parts }: TrackExport): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">\n<Document>';
  yield `<name>${escapeXml(title)}</name><Placemark><name>${escapeXml(title)}</name><gx:MultiTrack>\n`;
  for (const part of parts) {
    yield '<gx:Track>\n';
    for (const p of part) yield `<when>${iso(p)}</when>\n`;
    for (const p of part) yield `<gx:coord>${p.lon.toFixed(7)} ${p.lat.toFixed(7)} ${p.altitudeM}</gx:coord>\n`;
    yield '</gx:Track>\n';
  }
  yield '</gx:MultiTrack></Placemark></Document>\n</kml>\n';
}

/** Comma-separated with a header row and a byte order mark, so that spreadsheets read it as UTF-8. */
function* writeCsv({ parts, hidesSpeed }: TrackExport): Generator<string> {
  yield `\ufefftime_utc,latitude,longitude,${hidesSpeed ? '' : 'speed_kmh,'}heading_deg,altitude_m,satellites\r\n`;
  for (const part of parts) {
    for (const p of part) {
      yield `${iso(p)},${p.lat.toFixed(7)},${p.lon.toFixed(7)},${hidesSpeed ? '' : `${p.speedKmh},`}${p.headingDeg},${p.altitudeM},${p.satellites}\r\n`;
    }
  }
}

const iso = (point: ExportPoint): string => new Date(point.timeMs).toISOString();

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escaped for XML text and attributes; characters that XML 1.0 cannot hold are dropped. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
}

/** A file name that every system takes: letters, digits and dashes. */
export function fileNameFor(title: string, format: HistoryFormat): string {
  const plain = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'history'}.${format}`;
}

/** As asked: to the millisecond, its end excluded. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The first and the last day that a period touches, on the account's clock; `yyyy-MM-dd`. */
export const daysOf = ({ from, to }: Period, timeZone: string): { readonly from: string; readonly to: string } => ({
  from: dayIn(new Date(from), timeZone),
  to: dayIn(new Date(Math.max(Date.parse(from), Date.parse(to) - 1)), timeZone),
});

/** The same for a title or the name of a file. */
export function daysText(period: Period, timeZone: string): string {
  const { from, to } = daysOf(period, timeZone);
  return from === to ? from : `${from} – ${to}`;
}

const PIECE_CHARACTERS = 64 * 1024;

/** Joins the small texts of the writer, so that a stream does not carry one chunk per point. */
export async function* inPieces(texts: Iterable<string>): AsyncGenerator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length >= PIECE_CHARACTERS) {
      yield piece;
      piece = '';
    }
  }
  if (piece) yield piece;
}
