import { strToU8, zipSync } from 'fflate';

/** A text, a number, or what a clock showed: `yyyy-mm-dd`, or with ` hh:mm`. Null leaves the cell empty. */
export type BookCell = string | number | { readonly clock: string } | null;

export interface Sheet {
  readonly name: string;
  readonly head: readonly string[];
  readonly lines: readonly (readonly BookCell[])[];
  /** Of the columns, in characters. */
  readonly widths: readonly number[];
}

const DAY_MS = 86_400_000;
/** The days from 1899-12-30, by which workbooks count, to 1970-01-01. */
const EPOCH_DAY = 25_569;
const STYLE = { plain: 0, bold: 1, day: 2, moment: 3 } as const;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML has no place for is left out. */
const escaped = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '').replace(/[&<>"]/g, (sign) => NAMED[sign] ?? '');

const textCell = (at: string, text: string, style: number): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

function cellXml(at: string, cell: BookCell): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textCell(at, cell, STYLE.plain);
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  const isDay = cell.clock.length === 10;
  const serial = Date.parse(`${cell.clock.slice(0, 10)}T${isDay ? '00:00' : cell.clock.slice(11, 16)}:00Z`) / DAY_MS + EPOCH_DAY;
  return `<c r="${at}" s="${isDay ? STYLE.day : STYLE.moment}"><v>${serial}</v></c>`;
}

/** `A` of 0; of 26 columns and no more. */
const letter = (column: number): string => String.fromCharCode(65 + column);

function sheetXml({ head, lines, widths }: Sheet): string {
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('');
  const row = (cells: readonly string[], number: number): string => `<row r="${number}">${cells.join('')}</row>`;
  const rows = [
    row(
      head.map((text, i) => textCell(`${letter(i)}1`, text, STYLE.bold)),
      1,
    ),
    ...lines.map((line, n) =>
      row(
        line.map((cell, i) => cellXml(`${letter(i)}${n + 2}`, cell)),
        n + 2,
      ),
    ),
  ];
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${columns}</cols><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/**
 * A workbook of one sheet (ECMA-376, Office Open XML), its head bold and in sight. Written and packed here: what writes workbooks on the
 * server packs long ones in a worker of its own making, which the content security policy forbids in a browser.
 */
export function workbookOf(sheet: Sheet): Blob {
  const name = escaped(sheet.name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31));
  const part = (path: string, kind: string): string => `<Override PartName="/${path}" ContentType="${TYPE}.${kind}+xml"/>`;
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${DOCUMENT}/${kind}" Target="${target}"/>`;
  const files = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/worksheets/sheet1.xml', 'worksheet')}${part('xl/styles.xml', 'styles')}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': sheetXml(sheet),
  };
  const packed = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
  return new Blob([packed], { type: `${TYPE}.sheet` });
}
