import writeXlsxFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import { cellsOf, REFUELLING_COLUMN_IDS, refuellingHead } from './refuelling-rules.ts';
import { type Cell, type ColumnId, headOf, type Words } from './rules.ts';
import { allRows, type LogExport } from './log.ts';
import { statementOf } from './statement-rules.ts';

const WIDTHS: Partial<Record<ColumnId, number>> = {
  date: 11,
  start: 16,
  stop: 16,
  unit: 22,
  start_address: 36,
  stop_address: 36,
  purpose: 30,
  visited: 26,
  note: 30,
  remarks: 40,
};

/** A workbook: the trips with real numbers, days and times, what was filled and charged, and what the log states of itself. */
export async function* writeWorkbook(log: LogExport): AsyncGenerator<Uint8Array> {
  const { words, columns, facts, tally } = log;
  const rows = await allRows(log);
  const head = columns.map(({ id }): CellObject => ({ value: headOf(id, words), fontWeight: 'bold', wrap: true }));
  const trips: SheetData = [head, ...rows.map(({ trip }) => columns.map(({ cellOf }) => toCell(cellOf(trip, words), words)))];
  const about: SheetData = statementOf(facts, tally, await log.periods(), words).flatMap(({ title, lines }) => [
    [{ value: title, fontWeight: 'bold' as const }],
    ...lines.map(([name, value]) => [name, { value, wrap: true }]),
    [],
  ]);
  const sheets = [
    {
      sheet: words.t('ExportSheetTrips'),
      data: trips,
      stickyRowsCount: 1,
      orientation: 'landscape' as const,
      columns: columns.map(({ id }) => ({ width: WIDTHS[id] ?? 14 })),
    },
    ...refuellingSheet(log),
    { sheet: words.t('ExportSheetAbout'), data: about, columns: [{ width: 34 }, { width: 90 }] },
  ];
  yield await writeXlsxFile(sheets).toBuffer();
}

/** TRIP-035: a sheet of its own, where there is anything to tell. */
function refuellingSheet({ refuellings, words }: LogExport) {
  if (refuellings.length === 0) return [];
  const head = refuellingHead(words).map((value): CellObject => ({ value, fontWeight: 'bold', wrap: true }));
  const data: SheetData = [head, ...refuellings.map((row) => cellsOf(row, words).map((cell) => toCell(cell, words)))];
  return [
    {
      sheet: words.t('ExportSheetRefuelling'),
      data,
      stickyRowsCount: 1,
      orientation: 'landscape' as const,
      columns: REFUELLING_COLUMN_IDS.map((id) => ({ width: id === 'note' || id === 'station' || id === 'remarks' ? 26 : 14 })),
    },
  ];
}

/** A workbook knows no zones: a moment is written as the account's clock showed it. */
function toCell(cell: Cell, { format }: Words): CellObject | string | null {
  if (typeof cell === 'string') return cell === '' ? null : cell;
  if ('number' in cell) return { value: cell.number, format: cell.decimals === 0 ? '0' : `0.${'0'.repeat(cell.decimals)}` };
  if ('day' in cell) return { value: new Date(`${cell.day}T00:00:00Z`), format: 'yyyy-mm-dd' };
  return cell.as === 'day'
    ? { value: new Date(`${format.day(cell.at)}T00:00:00Z`), format: 'yyyy-mm-dd' }
    : { value: new Date(`${format.dateTime(cell.at).replace(' ', 'T')}:00Z`), format: 'yyyy-mm-dd hh:mm' };
}
