import { drawPdf, type Pdf, PDF_MARGIN } from '../../../platform/documents/pdf.ts';
import { METRES_PER_MILE, countsMiles, type ExportRow, headOf, type RowWords } from '../rules.ts';
import { allRows, type LogExport } from '../log.ts';
import { namesItsUnits, type Section, statementOf } from '../statement-rules.ts';
import { drawRefuellings } from './refuelling.ts';
import { drawRoutes } from './route-pages.ts';
import { type PaperColumn, paperColumns } from './rules.ts';
import { bottomOf, drawTable, INK, SOFT, widthOf } from '../../../platform/documents/pdf-table.ts';

const NAME_WIDTH = 150;

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
      const columns = paperColumns(
        rows.map(({ trip }) => trip),
        namesItsUnits(facts) && facts.units.length === 1,
      );
      const head = columns.map(({ id }) => headOf(id, words));
      await drawTable(pdf, columns, head, paperRows(rows, columns, words, countsMiles(facts.country) && !words.isAtSea));
      await drawRefuellings(pdf, log);
      if (facts.query.routes) await drawRoutes(pdf, log, rows);
    },
  );
}

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

function* paperRows(
  rows: readonly ExportRow[],
  columns: readonly PaperColumn[],
  words: RowWords,
  hasMiles: boolean,
): Generator<string[]> {
  for (const { trip } of rows) {
    const miles = hasMiles ? `\n${words.format.number(trip.distance_m / METRES_PER_MILE, 1)} mi` : '';
    yield columns.map(({ id, textOf }) => textOf(trip, words) + (id === 'distance' ? miles : ''));
  }
}
