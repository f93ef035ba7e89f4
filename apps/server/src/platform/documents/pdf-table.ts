import { setImmediate } from 'node:timers/promises';
import { type Pdf, PDF_MARGIN } from './pdf.ts';

export const INK = '#111820';
export const SOFT = '#5b6573';
const RULE = '#c9d0d8';
const SHADE = '#f1f3f6';
const ROW_SIZE = 7.5;
const CELL_PAD = 3;
/** Rows between which others get their turn. */
const TURN = 40;

/** What the margins leave of a page, in points. */
export const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * PDF_MARGIN;
/** Where a page ends, in points. */
export const bottomOf = (pdf: Pdf): number => pdf.page.height - pdf.page.margins.bottom;

/** A column on paper, of the width of the page in parts. */
export interface TableColumn {
  readonly parts: number;
  readonly isRight?: boolean | undefined;
  /** Never longer than its width: it is not measured. */
  readonly isShort?: boolean | undefined;
}

interface Place extends TableColumn {
  readonly x: number;
  readonly width: number;
}

/** Hand-drawn: a row is measured once and never broken over two pages, unless it is longer than a page. */
export async function drawTable(
  pdf: Pdf,
  columns: readonly TableColumn[],
  head: readonly string[],
  rows: Iterable<readonly string[]>,
): Promise<void> {
  const parts = columns.reduce((sum, column) => sum + column.parts, 0);
  let x = PDF_MARGIN;
  const places = columns.map((column): Place => {
    const place = { ...column, x, width: (widthOf(pdf) * column.parts) / parts };
    x += place.width;
    return place;
  });
  if (pdf.y + 80 > bottomOf(pdf)) pdf.addPage();
  drawRow(pdf, places, head, { isHead: true });
  let drawn = 0;
  for (const cells of rows) {
    drawn += 1;
    if (drawn % TURN === 0) await setImmediate();
    drawRow(pdf, places, cells, { head });
  }
}

/** Measured by lines of text: `heightOfString` for each of the cells, and nothing drawn before the row is known to fit. */
function drawRow(
  pdf: Pdf,
  places: readonly Place[],
  cells: readonly string[],
  as: { isHead?: boolean; head?: readonly string[] },
): void {
  pdf.font(as.isHead ? 'bold' : 'regular').fontSize(ROW_SIZE);
  const line = pdf.currentLineHeight(true);
  const heights = places.map(({ width, isShort }, i) => {
    if (!cells[i]) return 0;
    return isShort && !as.isHead ? line : pdf.heightOfString(cells[i] ?? '', { width: width - 2 * CELL_PAD });
  });
  const height = Math.max(...heights) + 2 * CELL_PAD;
  if (as.head && pdf.y + height > bottomOf(pdf)) {
    pdf.addPage();
    drawRow(pdf, places, as.head, { isHead: true });
    pdf.font('regular').fontSize(ROW_SIZE);
  }
  const { y } = pdf;
  if (as.isHead) pdf.rect(PDF_MARGIN, y, widthOf(pdf), height).fill(SHADE);
  pdf.fillColor(as.isHead ? SOFT : INK);
  for (const [i, { isRight, isShort, x, width }] of places.entries()) {
    const text = cells[i];
    if (!text) continue;
    const room = width - 2 * CELL_PAD;
    if (isShort && !as.isHead) {
      // What is one line is placed, and not wrapped.
      const indent = isRight ? Math.max(0, room - pdf.widthOfString(text)) : 0;
      pdf.text(text, x + CELL_PAD + indent, y + CELL_PAD, { lineBreak: false });
    } else pdf.text(text, x + CELL_PAD, y + CELL_PAD, { width: room, align: isRight ? 'right' : 'left' });
  }
  pdf
    .moveTo(PDF_MARGIN, y + height)
    .lineTo(PDF_MARGIN + widthOf(pdf), y + height)
    .lineWidth(0.4)
    .strokeColor(RULE)
    .stroke();
  pdf.x = PDF_MARGIN;
  pdf.y = y + height;
}
