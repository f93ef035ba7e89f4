import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';

/** Rows of cells by the heads of their columns. */
export type Table = Record<string, string>[];

/** The first table of a Swedish CSV of the log, and whatever stands after the empty line behind it. */
export function readCsv(file: Buffer): { rows: Table; rest: string } {
  const text = file.toString('utf8');
  const [table = '', ...rest] = text.split('\r\n\r\n');
  return { rows: parse(table, { bom: true, columns: true, delimiter: ';' }), rest: rest.join('\r\n\r\n') };
}

/** The first sheet of a workbook; numbers with a point, days and times as the numbers that they are. */
export function readWorkbook(file: Buffer): Table {
  const files = unzipSync(file);
  const xml = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
  const shared = [...xml('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = '']) =>
    [...item.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join(''),
  );
  const rows = [...xml('xl/worksheets/sheet1.xml').matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    Object.fromEntries(
      [...row.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, column = '', kind = '', cell = '']) => {
        const value = /<v>(.*?)<\/v>/s.exec(cell)?.[1] ?? /<t[^>]*>(.*?)<\/t>/s.exec(cell)?.[1] ?? '';
        return [column, kind.includes('t="s"') ? (shared[Number(value)] ?? '') : value];
      }),
    ),
  );
  const [head = {}, ...body] = rows;
  return body.map((row) => Object.fromEntries(Object.entries(head).map(([column, name]) => [name, row[column] ?? ''])));
}
