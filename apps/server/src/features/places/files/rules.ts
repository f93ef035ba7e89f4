import { CsvError, parse } from 'csv-parse/sync';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { MessageKey } from '@spora/messages/keys';
import { cellSignOf, type Language, LANGUAGE_FACTS } from '@spora/messages/languages';
import { AppError } from '../../../platform/app-error.ts';

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
  /** What is wrong with the row as such, whatever its values; null when nothing is. */
  readonly fault: MessageKey | null;
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

/** Characters that belong in no name, NUL among them, become spaces; letters are composed, as people type them. */
const cleaned = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .normalize('NFC')
    .trim();

/** The first line that Excel writes and reads to tell the delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/**
 * Reads a CSV text as people's programs write it: comma, semicolon or tab, quotes, a byte order mark, any order of columns. Throws
 * `PlaceColumns` without columns for name, latitude and longitude, `CsvQuoteOpen` with the line when a quotation mark is never closed.
 */
export function readCsv(csv: string): FilePlace[] {
  const text = csv.replace(/^\ufeff/, '');
  const told = SEPARATOR_LINE.exec(text)?.[1];
  const heading = text.split(/\r\n|\r|\n/, 2)[told === undefined ? 0 : 1] ?? '';
  const delimiter = told ?? [';', '\t', ','].find((sign) => heading.includes(sign)) ?? ',';
  const [first, ...records] = recordsOf(text, { delimiter, from_line: told === undefined ? 1 : 2 });
  const names = first?.record.map((name) => name.toLowerCase()) ?? [];
  const columnOf = (field: string) => names.findIndex((name) => COLUMNS[field]?.includes(name));
  if (['label', 'lat', 'lng'].some((field) => columnOf(field) < 0)) throw new AppError('PlaceColumns', { status: 422 });
  return records.map(({ record, info }) => {
    const cell = (field: string) => record[columnOf(field)] ?? '';
    return {
      line: info.lines,
      label: cleaned(unguarded(cell('label'))),
      address: cleaned(unguarded(cell('address'))),
      lat: numberOf(cell('lat')),
      lng: numberOf(cell('lng')),
      radius: cell('radius') === '' ? null : numberOf(cell('radius')),
      // A decimal comma between commas would make other numbers of them.
      fault: record.slice(names.length).some((each) => each !== '') ? 'PlaceRowColumns' : null,
    };
  });
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function recordsOf(text: string, how: { delimiter: string; from_line: number }): CsvRecord[] {
  const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true };
  const found: CsvRecord[] = [];
  let last = how.from_line - 1;
  try {
    parse(text, {
      ...options,
      ...how,
      on_record: (record: string[], info: { readonly lines: number }) => {
        last = info.lines;
        found.push({ record, info });
        return null;
      },
    });
    return found;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('CsvQuoteOpen', { status: 422, params: { count: last + 1 }, cause: error });
  }
}

/** Entities of a document type are not followed: a file cannot unfold into a huge one, nor name another. */
const parser = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: true,
  // Characters by their number, as some programs write letters beyond ASCII.
  htmlEntities: true,
  isArray: (name) => ['Placemark', 'Folder', 'Document', 'Data'].includes(name),
});

/**
 * KML 2.2: the placemarks, in folders or not; ours hold the radius too. Throws `PlaceFileUnreadable` for anything else, and
 * `PlaceFileBroken` with the line for one that was cut off or damaged, so that nobody takes a part for the whole.
 */
export function readKml(kml: string): FilePlace[] {
  const text = kml.replace(/^\ufeff/, '').trimStart();
  const top = /<!DOCTYPE/i.test(text) ? undefined : asNode(parsed(text))['kml'];
  if (top === undefined) throw new AppError('PlaceFileUnreadable', { status: 422 });
  return placemarksOf(asNode(top)).map((mark, index) => placeOf(mark, index + 1));
}

function parsed(text: string): unknown {
  try {
    const root = asNode(parser.parse(text));
    const verdict = root['kml'] === undefined ? true : XMLValidator.validate(text);
    if (verdict === true) return root;
    // What is never closed is told of the first line, though the file ends at its last.
    const line = verdict.err.code === 'InvalidXml' ? text.split('\n').length : verdict.err.line;
    throw new AppError('PlaceFileBroken', { status: 422, params: { count: line } });
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The library throws plain errors, of nesting beyond its bound among others.
    return null;
  }
}

/** A placemark with lines or areas only has no point; it is told rather than dropped. */
function placeOf(mark: Node, line: number): FilePlace {
  const at = textOf(asNode(mark['Point'])['coordinates']);
  const [lng = '', lat = ''] = at.split(',').map((part) => part.trim());
  const data = asList(asNode(mark['ExtendedData'])['Data']).map(asNode);
  const radius = textOf(asNode(data.find((each) => each['@_name'] === 'radius_m'))['value']);
  return {
    line,
    label: cleaned(textOf(mark['name'])),
    address: cleaned(textOf(mark['address']) || addressIn(textOf(mark['description']))),
    lat: numberOf(lat),
    lng: numberOf(lng),
    radius: radius === '' ? null : numberOf(radius),
    fault: at === '' ? 'PlaceHasNoPoint' : null,
  };
}

const DESCRIPTION_MAX = 300;
/** A description is taken for an address as long as it is one line of words: map programs keep whole pages there. */
const addressIn = (description: string): string =>
  /[<\n]/.test(description) || description.length > DESCRIPTION_MAX ? '' : description;

type Node = Readonly<Record<string, unknown>>;
const asNode = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
/** The text of an element: with attributes it is a node, and said twice the first counts. */
function textOf(value: unknown): string {
  const [first] = asList(value);
  const text = typeof first === 'string' ? first : asNode(first)['#text'];
  return typeof text === 'string' ? text.trim() : '';
}

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

/** A cell that a spreadsheet would take for a formula gets an apostrophe, which reading takes off again; so do those that have one. */
const guarded = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const unguarded = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * With a header row and a byte order mark, so that spreadsheets read it as UTF-8. Swedish and Norwegian files have a decimal comma
 * and semicolons between the cells, as their spreadsheets want them (decision 0029).
 */
export function writeCsv(places: readonly WrittenPlace[], language: Language): string {
  const between = cellSignOf(language);
  const degrees = (value: number): string => value.toFixed(7).replace('.', LANGUAGE_FACTS[language].decimalSign);
  const rows = places.map(({ label, address, lat, lng, radius }) => [
    quoted(guarded(label)),
    quoted(guarded(address)),
    degrees(lat),
    degrees(lng),
    String(radius),
  ]);
  const heading = ['name', 'address', 'latitude', 'longitude', 'radius_m'];
  return `\ufeff${[heading, ...rows].map((cells) => `${cells.join(between)}\r\n`).join('')}`;
}

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
