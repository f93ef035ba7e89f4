import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF as a reader would copy it: pages in order, a line for each run of glyphs. Reads what our own files are made of
 * (objects in the open, fonts by glyph with a table to Unicode), and is no reader of others'.
 */
export function textOfPdf(file: Buffer): string {
  const objects = objectsOf(file);
  const unicode = new Map<string, ReadonlyMap<string, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', font = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1];
      if (table) unicode.set(name, tableOf(objects.get(table)?.body ?? ''));
    }
  return [...objects.values()]
    .filter(({ body }) => /\bTf\b/.test(body))
    .map(({ body }) => textOf(body, unicode))
    .join('\n');
}

interface PdfObject {
  readonly head: string;
  readonly body: string;
}

function objectsOf(file: Buffer): Map<string, PdfObject> {
  const text = file.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const match of text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)(?:stream\n([\s\S]*?)\nendstream\n)?endobj/gm)) {
    const [, id = '', head = '', stream = ''] = match;
    const bytes = Buffer.from(stream, 'latin1');
    objects.set(id, { head, body: (stream && head.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return objects;
}

/** From a glyph's four digits to its letters. */
function tableOf(cmap: string): Map<string, string> {
  const table = new Map<string, string>();
  for (const [, first = '', , list = ''] of cmap.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g))
    [...list.matchAll(/<([\w ]+)>/g)].forEach(([, hex = ''], i) =>
      table.set(
        (parseInt(first, 16) + i).toString(16).padStart(4, '0'),
        (hex.match(/\w{4}/g) ?? []).map((unit) => String.fromCharCode(parseInt(unit, 16))).join(''),
      ),
    );
  return table;
}

function textOf(content: string, unicode: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let table: ReadonlyMap<string, string> = new Map();
  const lines: string[] = [];
  for (const [, font, run] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(<[^\]]*)\] TJ/g)) {
    if (font) table = unicode.get(font) ?? new Map();
    else lines.push([...(run ?? '').matchAll(/<(\w*)>/g)].map(([, hex = '']) => decode(hex, table)).join(''));
  }
  // Figures keep together by spaces that do not break.
  return lines.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ');
}

const decode = (hex: string, table: ReadonlyMap<string, string>): string =>
  (hex.toLowerCase().match(/\w{4}/g) ?? []).map((glyph) => table.get(glyph) ?? '').join('');
