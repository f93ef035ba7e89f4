import { setImmediate } from 'node:timers/promises';
import { drawPdf, type Pdf, PDF_MARGIN } from '../../../../platform/pdf.ts';
import { METRES_PER_MILE, countsMiles, type ExportRow, type Words } from '../rules.ts';
import { allRows, type LogExport } from '../log/service.ts';
import { type Section, statementOf } from '../statement/rules.ts';
import { drawRoutes } from './routes/service.ts';
import { PAPER_COLUMNS, type PaperColumn } from './rules.ts';

const INK = '#111820';
const SOFT = '#5b6573';
const RULE = '#c9d0d8';
const SHADE = '#f1f3f6';
const ROW_SIZE = 7.5;
const CELL_PAD = 3;
const NAME_WIDTH = 150;
/** Rows between which others get their turn. */
const TURN = 40;

/** TRIP-016, ATT-016: the log on paper, with what it states of itself before its rows, and the head of the table on every page. */
export async function* writePdf(log: LogExport): AsyncGenerator<Uint8Array> {
  const { words, facts, tally, language } = log;
  const { t } = words;
  const rows = await allRows(log);
  const sections = statementOf(facts, tally, await log.periods(), words);
  const span = t('ExportSpan', { from: facts.query.from, to: facts.query.to });
  const title = `${t('ExportLogTitle')} · ${facts.account} · ${span}`;
  yield await drawPdf(
    {
      title,
      language,
      at: facts.madeAt,
      isLandscape: true,
      foot: (page, pages) => `${title} · ${t('ExportPage', { page, pages })}`,
    },
    async (pdf) => {
      pdf.font('bold').fontSize(18).fillColor(INK).text(t('ExportLogTitle'), PDF_MARGIN);
      pdf.font('regular').fontSize(10).fillColor(SOFT).text(`${facts.account} · ${span}`);
      sections.forEach((section, i) => drawSection(pdf, i === 0 ? { ...section, title: '' } : section));
      pdf.moveDown(0.8);
      pdf
        .font('regular')
        .fontSize(8)
        .fillColor(SOFT)
        .text(t('ExportVerify', { address: facts.verifyAddress }), PDF_MARGIN);
      pdf.moveDown(1);
      await drawTable(pdf, rows, words, countsMiles(facts.country));
      if (facts.query.routes) await drawRoutes(pdf, log, rows);
    },
  );
}

const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * PDF_MARGIN;
const bottomOf = (pdf: Pdf): number => pdf.page.height - pdf.page.margins.bottom;

function drawSection(pdf: Pdf, { title, lines }: Section): void {
  if (pdf.y + 50 > bottomOf(pdf)) pdf.addPage();
  pdf.moveDown(0.8);
  if (title !== '') pdf.font('bold').fontSize(10).fillColor(INK).text(title, PDF_MARGIN);
  for (const [name, value] of lines) {
    pdf.font('regular').fontSize(8.5);
    const width = widthOf(pdf) - NAME_WIDTH;
    const height = Math.max(pdf.heightOfString(value, { width }), pdf.heightOfString(name, { width: NAME_WIDTH - 8 }));
    if (pdf.y + height > bottomOf(pdf)) pdf.addPage();
    const { y } = pdf;
    pdf.fillColor(SOFT).text(name, PDF_MARGIN, y, { width: NAME_WIDTH - 8 });
    pdf.fillColor(INK).text(value, PDF_MARGIN + NAME_WIDTH, y, { width });
    pdf.y = y + height + 1.5;
  }
}

interface Place {
  readonly column: PaperColumn;
  readonly x: number;
  readonly width: number;
}

/** Hand-drawn: a row is measured once and never broken over two pages, unless it is longer than a page. */
async function drawTable(pdf: Pdf, rows: readonly ExportRow[], words: Words, hasMiles: boolean): Promise<void> {
  const parts = PAPER_COLUMNS.reduce((sum, column) => sum + column.parts, 0);
  let x = PDF_MARGIN;
  const places = PAPER_COLUMNS.map((column): Place => {
    const place = { column, x, width: (widthOf(pdf) * column.parts) / parts };
    x += place.width;
    return place;
  });
  const head = places.map(({ column }) => words.t(`ExportColumn-${column.id}`));
  if (pdf.y + 80 > bottomOf(pdf)) pdf.addPage();
  drawRow(pdf, places, head, { isHead: true });
  for (const [i, { trip }] of rows.entries()) {
    if (i % TURN === TURN - 1) await setImmediate();
    const miles = hasMiles ? `\n${words.format.number(trip.distance_m / METRES_PER_MILE, 1)} mi` : '';
    const cells = places.map(({ column }) => column.textOf(trip, words) + (column.id === 'distance' ? miles : ''));
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
  const heights = places.map(({ width }, i) =>
    cells[i] ? pdf.heightOfString(cells[i] ?? '', { width: width - 2 * CELL_PAD }) : 0,
  );
  const height = Math.max(...heights) + 2 * CELL_PAD;
  if (as.head && pdf.y + height > bottomOf(pdf)) {
    pdf.addPage();
    drawRow(pdf, places, as.head, { isHead: true });
    pdf.font('regular').fontSize(ROW_SIZE);
  }
  const { y } = pdf;
  if (as.isHead) pdf.rect(PDF_MARGIN, y, widthOf(pdf), height).fill(SHADE);
  pdf.fillColor(as.isHead ? SOFT : INK);
  for (const [i, { column, x, width }] of places.entries()) {
    const text = cells[i];
    if (text)
      pdf.text(text, x + CELL_PAD, y + CELL_PAD, { width: width - 2 * CELL_PAD, align: column.isRight ? 'right' : 'left' });
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
