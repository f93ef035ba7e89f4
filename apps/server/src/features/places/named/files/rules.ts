import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';

/** A place in a file, as far as it can be read: numbers that are none are NaN. */
export interface FilePlace {
  /** Of a CSV as a text editor counts lines, the heading being 1; of a KML the how manieth place it is. */
  readonly line: number;
  readonly label: string;
  readonly address: string;
  readonly lat: number;
  readonly lng: number;
  /** Null: the file says none. */
  readonly radius: number | null;
}

/** What the columns may be called, in the languages of the product. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  label: ['name', 'label', 'place', 'namn', 'plats', 'navn', 'sted'],
  address: ['address', 'adress', 'adresse'],
  lat: ['lat', 'latitude', 'latitud', 'breddegrad'],
  lng: ['lng', 'lon', 'long', 'longitude', 'longitud', 'lengdegrad'],
  radius: ['radius', 'radius_m', 'radie'],
};

/** A number with a decimal point or comma; NaN for anything else. */
const numberOf = (text: string): number => (/^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : NaN);

/**
 * Reads a CSV text as people's programs write it: comma, semicolon or tab, quotes, a byte order mark, any order of columns. Null
 * when it cannot be read or lacks a column for name, latitude or longitude.
 */
export function readCsv(csv: string): FilePlace[] | null {
  const text = csv.replace(/^\ufeff/, '');
  const heading = text.split(/\r?\n/, 1)[0] ?? '';
  const delimiter = [';', '\t', ','].find((sign) => heading.includes(sign)) ?? ',';
  let records: { record: string[]; info: { lines: number } }[];
  try {
    const options = { delimiter, relax_column_count: true, skip_empty_lines: true, trim: true, info: true };
    records = parse(text, options) as unknown as typeof records;
  } catch {
    return null;
  }
  const names = records[0]?.record.map((name) => name.toLowerCase()) ?? [];
  const placeOf = (field: string) => names.findIndex((name) => COLUMNS[field]?.includes(name));
  if (['label', 'lat', 'lng'].some((field) => placeOf(field) < 0)) return null;
  return records.slice(1).map(({ record, info }) => {
    const cell = (field: string) => record[placeOf(field)] ?? '';
    return {
      line: info.lines,
      label: unguarded(cell('label')),
      address: unguarded(cell('address')),
      lat: numberOf(cell('lat')),
      lng: numberOf(cell('lng')),
      radius: cell('radius') === '' ? null : numberOf(cell('radius')),
    };
  });
}

/** Entities of a document type are not followed: a file cannot unfold into a huge one, nor name another. */
const parser = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: true,
  isArray: (name) => ['Placemark', 'Folder', 'Document', 'Data'].includes(name),
});

/** KML 2.2: the placemarks with a point, in folders or not; null when it is no KML. Our own files hold the radius too. */
export function readKml(kml: string): FilePlace[] | null {
  if (/<!DOCTYPE/i.test(kml)) return null;
  let root: unknown;
  try {
    root = parser.parse(kml.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  const top = asNode(root)['kml'];
  if (top === undefined) return null;
  return placemarksOf(asNode(top)).flatMap((mark, index): FilePlace[] => {
    const at = textOf(asNode(mark['Point'])['coordinates']);
    if (at === '') return [];
    const [lng = '', lat = ''] = at.split(',').map((part) => part.trim());
    const data = asList(asNode(mark['ExtendedData'])['Data']).map(asNode);
    const radius = textOf(asNode(data.find((each) => each['@_name'] === 'radius_m'))['value']);
    return [
      {
        line: index + 1,
        label: textOf(mark['name']),
        address: textOf(mark['address']) || textOf(mark['description']),
        lat: numberOf(lat),
        lng: numberOf(lng),
        radius: radius === '' ? null : numberOf(radius),
      },
    ];
  });
}

type Node = Readonly<Record<string, unknown>>;
const asNode = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function placemarksOf(node: Node): Node[] {
  const own = asList(node['Placemark']).map(asNode);
  const within = [...asList(node['Document']), ...asList(node['Folder'])].flatMap((each) => placemarksOf(asNode(each)));
  return [...own, ...within];
}

export interface WrittenPlace {
  readonly label: string;
  readonly address: string;
  readonly lat: number;
  readonly lng: number;
  readonly radius: number;
}

/** A cell that a spreadsheet would take for a formula gets an apostrophe, which reading takes off again. */
const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const unguarded = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** With a header row and a byte order mark, so that spreadsheets read it as UTF-8. */
export const writeCsv = (places: readonly WrittenPlace[]): string =>
  [
    '\ufeffname,address,latitude,longitude,radius_m',
    ...places.map(({ label, address, lat, lng, radius }) =>
      [quoted(guarded(label)), quoted(guarded(address)), lat.toFixed(7), lng.toFixed(7), radius].join(','),
    ),
    '',
  ].join('\r\n');

/** KML 2.2 (OGC 07-147r2): a point for each place, the radius as data of ours. */
export const writeKml = (places: readonly WrittenPlace[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
    ...places.map(
      ({ label, address, lat, lng, radius }) =>
        `<Placemark><name>${escapeXml(label)}</name><address>${escapeXml(address)}</address>` +
        `<ExtendedData><Data name="radius_m"><value>${radius}</value></Data></ExtendedData>` +
        `<Point><coordinates>${lng.toFixed(7)},${lat.toFixed(7)}</coordinates></Point></Placemark>`,
    ),
    '</Document></kml>',
    '',
  ].join('\n');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escaped for XML text; characters that XML 1.0 cannot hold are dropped. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
