import { setImmediate } from 'node:timers/promises';
import type { ReportFormat } from '@spora/contract/reports/files';
import { cellSignOf } from '@spora/messages/languages';
import writeXlsxFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import { csvCell } from '../platform/documents/csv.ts';
import { drawPdf, PDF_MARGIN } from '../platform/documents/pdf.ts';
import { drawTable, INK, SOFT } from '../platform/documents/pdf-table.ts';
import { cellText, headOf, isNumber, numberIn, plainText, type ReportWords, sayText } from './report-cells.ts';
import type { ReportCell, ReportNarrowed, ReportTable } from './reports.ts';

export const REPORT_FILE_TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** What a file says of itself beside its table. */
export interface ReportFacts {
  readonly words: ReportWords;
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly narrowed: ReportNarrowed;
  readonly madeAt: Date;
  readonly madeBy: string;
}

type Write = (table: ReportTable, facts: ReportFacts) => Promise<Buffer>;

/** REP-015: a report as a file; the account's zone is printed in it (REP-018), and its notes: formulas, inputs, what is uncertain. */
export const writeReport = (format: ReportFormat, table: ReportTable, facts: ReportFacts): Promise<Buffer> =>
  WRITERS[format](table, facts);

/** The rows at the foot, which are none of what was asked for but add it up. */
const sumsOf = ({ sums = [], totals }: ReportTable): (readonly ReportCell[])[] => [...sums, ...(totals ? [totals] : [])];

/** Rows with an empty one before them, if there are any: what a spreadsheet takes for one table ends there. */
const apart = <Row>(rows: readonly Row[], empty: Row): readonly Row[] => (rows.length > 0 ? [empty, ...rows] : []);

/** What the file is and what it was narrowed to, when and by whom it was made, in which zone. */
function statementOf(
  { words, account, from, to, narrowed, madeAt, madeBy }: ReportFacts,
  { currency }: ReportTable,
): [string, string][] {
  const { t, format } = words;
  const only = (name: string, values: readonly string[]): [string, string][] =>
    values.length > 0 ? [[name, values.join(', ')]] : [];
  return [
    [t('ExportAccount'), account],
    [t('ExportPeriod'), t('ExportSpan', { from, to })],
    ...only(t('ExportUnits'), narrowed.units),
    ...only(t('ExportDrivers'), narrowed.drivers),
    ...only(t('ExportFilter-departments'), narrowed.departments),
    [t('ExportZone'), format.timeZone],
    ...(currency === null ? [] : [[t('ReportCurrency'), currency] satisfies [string, string]]),
    [t('ExportMade'), t('ExportMadeBy', { time: format.dateTime(madeAt), name: madeBy })],
  ];
}

/**
 * UTF-8 with the mark that spreadsheets look for; the header row first, so that every program reads the table. Sums follow after an empty
 * line, so that whoever adds up the table counts nothing twice, and what the file says of itself after another.
 */
const writeCsv: Write = async (table, facts) => {
  const { words } = facts;
  const between = cellSignOf(words.format.language);
  const written = (cells: readonly string[]): string => `${cells.join(between)}\r\n`;
  const line = (cells: readonly string[]): string => written(cells.map(csvCell));
  const row = (cells: readonly ReportCell[]): string =>
    written(
      table.columns.map(({ kind }, i) => {
        const text = plainText(cells[i] ?? null, kind, words);
        return isNumber(kind) ? text : csvCell(text);
      }),
    );
  const pieces = [
    '\ufeff',
    line(table.columns.map((column) => headOf(column, table, words))),
    ...table.rows.map(row),
    ...apart(sumsOf(table).map(row), '\r\n'),
    '\r\n',
    line([sayText(table.title, words)]),
    ...statementOf(facts, table).map(line),
    ...table.notes.map((note) => line([sayText(note, words)])),
  ];
  return Buffer.from(pieces.join(''));
};

const WIDE = 26;
const NARROW = 14;

const writeXlsx: Write = async (table, facts) => {
  const { words } = facts;
  const bold = (value: string): CellObject => ({ value, fontWeight: 'bold', wrap: true });
  const row = (cells: readonly ReportCell[], isTotal = false) =>
    table.columns.map(({ kind }, i): CellObject | null => {
      const cell = cells[i] ?? null;
      const weight = isTotal ? { fontWeight: 'bold' as const } : {};
      const number = numberIn(cell, kind);
      if (number) {
        const format = number.decimals === 0 ? '0' : `0.${'0'.repeat(number.decimals)}`;
        return { value: number.value, format, ...weight };
      }
      if (kind === 'day' && typeof cell === 'string')
        return { value: new Date(`${cell}T00:00:00Z`), format: 'yyyy-mm-dd', ...weight };
      // A workbook knows no zones: a moment is written as the account's clock showed it.
      if (kind === 'moment' && typeof cell === 'string')
        return { value: new Date(`${words.format.dateTime(cell).replace(' ', 'T')}:00Z`), format: 'yyyy-mm-dd hh:mm', ...weight };
      const text = cellText(cell, kind, words);
      return text === '' ? null : { value: text, ...weight };
    });
  const data: SheetData = [
    table.columns.map((column) => bold(headOf(column, table, words))),
    ...table.rows.map((cells) => row(cells)),
    ...apart(
      sumsOf(table).map((cells) => row(cells, true)),
      [],
    ),
  ];
  const about: SheetData = [
    ...statementOf(facts, table).map(([name, value]) => [{ value: name }, { value, wrap: true }]),
    [],
    ...table.notes.map((note) => [null, { value: sayText(note, words), wrap: true }]),
  ];
  return writeXlsxFile([
    {
      sheet: sheetName(sayText(table.title, words)),
      data,
      stickyRowsCount: 1,
      orientation: 'landscape' as const,
      columns: table.columns.map(({ kind }) => ({ width: kind === 'text' ? WIDE : NARROW })),
    },
    { sheet: words.t('ExportSheetAbout'), data: about, columns: [{ width: 24 }, { width: 90 }] },
  ]).toBuffer();
};

/** What a workbook allows as the name of a sheet. */
const sheetName = (title: string): string => title.replaceAll(/[\\/*?:[\]]/g, ' ').slice(0, 31);

/** Letters that a column's width follows, at least and at most: the longest of its first rows. */
const [LEAST, MOST, MEASURED] = [6, 30, 200];

const writePdf: Write = async (table, facts) => {
  const { words } = facts;
  const { t } = words;
  const name = sayText(table.title, words);
  const span = t('ExportSpan', { from: facts.from, to: facts.to });
  const title = `${name} · ${facts.account} · ${span}`;
  const head = table.columns.map((column) => headOf(column, table, words));
  const texts = (cells: readonly ReportCell[]): string[] =>
    table.columns.map(({ kind }, i) => cellText(cells[i] ?? null, kind, words));
  const rows = [...table.rows, ...sumsOf(table)].map(texts);
  const columns = table.columns.map(({ kind }, i) => {
    const longest = Math.max(
      // A head may break between its words.
      ...(head[i] ?? '').split(' ').map(({ length }) => length),
      ...rows.slice(0, MEASURED).map((cells) => cells[i]?.length ?? 0),
      rows.at(-1)?.[i]?.length ?? 0,
    );
    return { parts: Math.min(MOST, Math.max(LEAST, longest)) + 1, isRight: isNumber(kind), isShort: kind !== 'text' };
  });
  return drawPdf(
    {
      title,
      language: words.format.language,
      at: facts.madeAt,
      isLandscape: true,
      foot: (page, pages) => `${title} · ${t('ExportPage', { page, pages })}`,
    },
    async (pdf) => {
      pdf.font('bold').fontSize(18).fillColor(INK).text(name, PDF_MARGIN);
      pdf.font('regular').fontSize(10).fillColor(SOFT).text(`${facts.account} · ${span}`);
      pdf.moveDown(0.3);
      for (const [label, value] of statementOf(facts, table).slice(2))
        pdf.fontSize(8).fillColor(SOFT).text(`${label}: ${value}`, PDF_MARGIN);
      pdf.moveDown(0.8);
      await drawTable(pdf, columns, head, rows);
      pdf.moveDown(1);
      for (const note of table.notes)
        pdf.font('regular').fontSize(8).fillColor(SOFT).text(sayText(note, words), PDF_MARGIN).moveDown(0.3);
      await setImmediate();
    },
  );
};

const WRITERS: Readonly<Record<ReportFormat, Write>> = { csv: writeCsv, xlsx: writeXlsx, pdf: writePdf };
