import { expect, test } from 'vitest';
import { fileNameFor, writeTrack, type ExportPoint } from './export-rules.ts';

const point = (seconds: number, lat: number): ExportPoint => ({
  timeMs: Date.UTC(2026, 10, 2, 8, 0, seconds),
  lat,
  lon: 18.0686,
  altitudeM: 28,
  speedKmh: 36,
  headingDeg: 90,
  satellites: 11,
});
const track = { title: 'Bil <1> & "två"', parts: [[point(0, 59.3293), point(5, 59.3294)], [point(60, 59.34)]] };
const text = (format: 'gpx' | 'kml' | 'csv') => [...writeTrack(format, track)].join('');

test('MAP-030: GPX has a segment per part, times in UTC, speed in metres per second and an escaped name', () => {
  const gpx = text('gpx');
  expect(gpx.match(/<trkseg>/g)).toHaveLength(2);
  expect(gpx.match(/<trkpt /g)).toHaveLength(3);
  expect(gpx).toContain('<trkpt lat="59.3293000" lon="18.0686000"><ele>28</ele><time>2026-11-02T08:00:00.000Z</time>');
  expect(gpx).toContain('<gpxtpx:speed>10.00</gpxtpx:speed>');
  expect(gpx).toContain('<name>Bil &lt;1&gt; &amp; &quot;två&quot;</name>');
});

test('MAP-030: KML has as many times as coordinates, longitude first', () => {
  const kml = text('kml');
  expect(kml.match(/<when>/g)).toHaveLength(3);
  expect(kml.match(/<gx:coord>/g)).toHaveLength(3);
  expect(kml).toContain('<gx:coord>18.0686000 59.3293000 28</gx:coord>');
});

test('MAP-030: CSV has a header and a row per point', () => {
  const lines = text('csv').trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toBe('2026-11-02T08:00:00.000Z,59.3293000,18.0686000,36,90,28,11');
});

test('SEC-010: a hostile name is text in GPX and KML, and no file name', () => {
  const title = '<img src=x onerror=alert(1)>"\'&]]>\u0000\u0007=cmd()';
  for (const format of ['gpx', 'kml'] as const) {
    const file = [...writeTrack(format, { ...track, title })].join('');
    expect(file).toContain('<name>&lt;img src=x onerror=alert(1)&gt;&quot;&apos;&amp;]]&gt;=cmd()</name>');
    expect(file).not.toContain('<img');
  }
  expect(fileNameFor(title, 'gpx')).toMatch(/^[\w-]+\.gpx$/);
});

test('SEC-010: a cell of the CSV is a time or a number, so that no spreadsheet can take one for a formula', () => {
  const southWest = { ...point(0, -33.9), lon: -70.6, altitudeM: -3 };
  const [, ...rows] = [...writeTrack('csv', { title: '=cmd()', parts: [[southWest]] })].join('').trim().split('\r\n');
  for (const cell of rows.flatMap((row) => row.split(','))) expect(cell).toMatch(/^(\d{4}-\d\d-\d\dT[\d:.]+Z|-?\d+(\.\d+)?)$/);
});

test('a file name holds nothing that a system refuses', () => {
  expect(fileNameFor('Åke: ../bil 7', 'gpx')).toBe('Ake-bil-7.gpx');
  expect(fileNameFor('☃', 'csv')).toBe('history.csv');
});
