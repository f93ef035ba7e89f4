import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

/** A document in the making; `regular` and `bold` are registered fonts with every European letter. */
export type Pdf = PDFKit.PDFDocument;

const require = createRequire(import.meta.url);
const fontFile = (name: string): Buffer => readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
let fonts: { readonly regular: Buffer; readonly bold: Buffer } | undefined;

/** Points. */
export const PDF_MARGIN = 48;

export interface PdfFacts {
  readonly title: string;
  readonly language: string;
  readonly at: Date;
  /** Lying, for wide tables. */
  readonly isLandscape?: boolean;
  /** For the foot of page `page` of `pages`. */
  readonly foot: (page: number, pages: number) => string;
}

/** Draws a document of A4 pages and answers its bytes; the feet are written when the number of pages is known. */
export async function drawPdf(
  { title, language, at, isLandscape, foot }: PdfFacts,
  draw: (pdf: Pdf) => Promise<void>,
): Promise<Buffer> {
  fonts ??= { regular: fontFile('DejaVuSans'), bold: fontFile('DejaVuSans-Bold') };
  const pdf = new PDFDocument({
    size: 'A4',
    layout: isLandscape ? 'landscape' : 'portrait',
    margins: { top: PDF_MARGIN, left: PDF_MARGIN, right: PDF_MARGIN, bottom: PDF_MARGIN + 16 },
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, CreationDate: at, ModDate: at },
  });
  pdf.registerFont('regular', fonts.regular);
  pdf.registerFont('bold', fonts.bold);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  pdf.font('regular').fontSize(10);
  await draw(pdf);
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    // Below the margin, where text would begin a new page.
    pdf.page.margins.bottom = 0;
    pdf
      .font('regular')
      .fontSize(8)
      .fillColor('#5b6573')
      .text(foot(page + 1, count), PDF_MARGIN, pdf.page.height - PDF_MARGIN, { lineBreak: false });
  }
  pdf.end();
  return done;
}
