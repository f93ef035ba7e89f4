import { type Pdf, PDF_MARGIN } from '../../../platform/documents/pdf.ts';
import type { LogExport } from '../log.ts';
import { cellsOf, REFUELLING_COLUMN_IDS, type RefuellingColumnId, refuellingHead } from '../refuelling-rules.ts';
import type { Cell, Words } from '../rules.ts';
import { bottomOf, drawTable, INK, type TableColumn } from '../../../platform/documents/pdf-table.ts';

const WIDTHS: Readonly<Record<RefuellingColumnId, number>> = {
  date: 10,
  time: 7,
  unit: 12,
  plate: 11,
  fuel_type: 9,
  amount: 9,
  measure: 6,
  price: 10,
  currency: 7,
  odometer: 12,
  station: 15,
  recorded_by: 13,
  receipt: 8,
  note: 17,
  remarks: 17,
};
const RIGHT: readonly RefuellingColumnId[] = ['amount', 'price', 'odometer'];
const COLUMNS: readonly TableColumn[] = REFUELLING_COLUMN_IDS.map((id) => ({ parts: WIDTHS[id], isRight: RIGHT.includes(id) }));

/** TRIP-035: what was filled and charged, after the trips. */
export async function drawRefuellings(pdf: Pdf, { refuellings, words }: LogExport): Promise<void> {
  if (refuellings.length === 0) return;
  if (pdf.y + 120 > bottomOf(pdf)) pdf.addPage();
  pdf.moveDown(1.2);
  pdf.font('bold').fontSize(10).fillColor(INK).text(words.t('ExportRefuelling'), PDF_MARGIN);
  pdf.moveDown(0.4);
  const rows = refuellings.map((row) => cellsOf(row, words).map((cell) => textOf(cell, words)));
  await drawTable(pdf, COLUMNS, refuellingHead(words), rows);
}

function textOf(cell: Cell, { format }: Words): string {
  if (typeof cell === 'string') return cell;
  if ('day' in cell) return cell.day;
  if ('at' in cell) return cell.as === 'day' ? format.day(cell.at) : format.dateTime(cell.at);
  return format.number(cell.number, cell.decimals);
}
