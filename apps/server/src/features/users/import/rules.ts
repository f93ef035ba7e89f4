import { parse } from 'csv-parse/sync';

/** A row of the file by what its columns mean; cells trimmed. */
export interface ImportRow {
  /** As a text editor counts them; the heading is line 1. */
  readonly line: number;
  readonly full_name: string;
  /** Of a file with a column of its own for each; undefined where one column holds both. */
  readonly parts: { readonly first_name: string; readonly last_name: string } | undefined;
  readonly email: string;
  readonly phone: string;
  readonly department: string;
  /** Null: what stands there is no role. */
  readonly is_admin: boolean | null;
  /** Registration numbers or IMEIs, without spaces and hyphens, upper case. */
  readonly units: readonly string[];
}

/** What the columns may be called, in the languages of the product. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  first_name: ['first name', 'first_name', 'firstname', 'given name', 'förnamn', 'fornavn'],
  last_name: ['last name', 'last_name', 'lastname', 'surname', 'family name', 'efternamn', 'etternavn'],
  full_name: ['name', 'full name', 'namn', 'navn'],
  email: ['email', 'e-mail', 'e-post', 'epost', 'mail'],
  phone: ['phone', 'telefon', 'mobil'],
  department: ['department', 'avdelning', 'avdeling'],
  is_admin: ['admin', 'administrator', 'administratör', 'role', 'roll', 'rolle'],
  units: ['units', 'enheter', 'vehicles', 'fordon', 'kjøretøy'],
};
const YES = new Set(['1', 'x', 'yes', 'ja', 'true', 'sant', 'admin', 'administrator', 'administratör']);
const NO = new Set([
  '',
  '0',
  '-',
  'no',
  'nej',
  'nei',
  'false',
  'falskt',
  'usant',
  ...['user', 'användare', 'bruker', 'driver', 'förare', 'sjåfør'],
]);
const isAdmin = (cell: string): boolean | null => (YES.has(cell) ? true : NO.has(cell) ? false : null);

/**
 * Reads a CSV text as people's programs write it: comma or semicolon, quotes, a byte order mark, any order of columns. Null when it
 * cannot be read or lacks a column for name or e-mail. `unread` are headings that mean nothing here, as they stand in the file.
 */
export function readImport(csv: string): { readonly rows: ImportRow[]; readonly unread: string[] } | null {
  const text = csv.replace(/^\ufeff/, '');
  const heading = text.trimStart().split(/\r?\n/, 1)[0] ?? '';
  const delimiter = [';', '\t', ','].find((sign) => heading.includes(sign)) ?? ',';
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
    }) as unknown as typeof records;
  } catch {
    return null;
  }
  const names = records[0]?.record.map((name) => name.toLowerCase()) ?? [];
  const placeOf = (field: string) => names.findIndex((name) => COLUMNS[field]?.includes(name));
  const hasParts = placeOf('first_name') >= 0;
  if ((placeOf('full_name') < 0 && !hasParts) || placeOf('email') < 0) return null;
  const read = new Set(Object.keys(COLUMNS).map(placeOf));
  const unread = (records[0]?.record ?? []).filter((name, place) => name !== '' && !read.has(place));
  const rows = records.slice(1).map(({ record, info }) => {
    const cell = (field: string) => record[placeOf(field)] ?? '';
    const parts = hasParts ? { first_name: cell('first_name'), last_name: cell('last_name') } : undefined;
    return {
      line: info.lines,
      full_name: parts ? `${parts.first_name} ${parts.last_name}`.trim() : cell('full_name'),
      parts,
      email: cell('email').toLowerCase(),
      phone: cell('phone'),
      department: cell('department'),
      is_admin: isAdmin(cell('is_admin').toLowerCase()),
      units: cell('units')
        .split(/[|,/]/)
        .map((unit) => unit.replace(/[\s-]/g, '').toUpperCase())
        .filter(Boolean),
    };
  });
  return { rows, unread };
}
