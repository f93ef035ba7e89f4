import type { TheftReport } from '@spora/contract/object-description/endpoints';
import { CATALOGUES } from '@spora/messages/catalogues';
import type { objectDescription as en } from '@spora/messages/object-description/en';
import { createFormat, type Format } from '@spora/messages/format';
import type { Language } from '@spora/messages/languages';
import { createTranslateFrom } from '@spora/messages/translate';
import { frameOf, scaleBarOf } from '@spora/telemetry/track-drawing';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import { drawPdf, type Pdf, PDF_MARGIN } from '../../../platform/documents/pdf.ts';
import { pointsOf } from '../theft/rules.ts';
import { type Block, blocksOf, decimalDegrees, type ReportTexts } from './rules.ts';

const INK = '#111820';
const SOFT = '#5b6573';
const RULE = '#c9d0d8';
const TRACK = '#0b6478';
const LAND = '#f4f6f8';
const NAME_WIDTH = 150;
const DRAWING_HEIGHT = 320;

export interface ReportOptions {
  readonly language: Language;
  readonly timeZone: string;
  readonly pictureOf: (id: number) => Promise<{ data: Buffer } | undefined>;
}

/** OBJ-008: a version of the report on paper. */
export async function drawReport(report: TheftReport, { language, timeZone, pictureOf }: ReportOptions): Promise<FileAnswer> {
  const t = createTranslateFrom<typeof en>(language, CATALOGUES[language]);
  const format = createFormat(language, timeZone);
  const title = `${t('TheftTitle')} · ${report.unit_name}`;
  const made = t('TheftMadeAt', { time: format.dateTime(report.created_at), zone: timeZone });
  const version = t('TheftVersion', { version: report.version });
  const body = await drawPdf(
    {
      title,
      language,
      at: new Date(report.created_at),
      foot: (page, pages) => `${title} · ${version} · ${t('TheftPage', { page, pages })}`,
    },
    async (pdf) => {
      pdf.font('bold').fontSize(20).fillColor(INK).text(t('TheftTitle'));
      pdf.font('regular').fontSize(10).fillColor(SOFT).text(`${version} · ${made}`);
      for (const block of blocksOf(report, t, format)) drawBlock(pdf, block);
      drawTrack(pdf, report, t, format);
      drawStops(pdf, report, t, format);
      await drawPictures(pdf, report, t, pictureOf);
    },
  );
  return { body, type: 'application/pdf', name: `${t('TheftFileName')} ${report.unit_name} ${report.version}.pdf` };
}

const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * PDF_MARGIN;

/** A new page when less than `height` is left of this one. */
function need(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
}

function heading(pdf: Pdf, text: string, room: number): void {
  need(pdf, 40 + room);
  pdf.moveDown(1.2);
  pdf.font('bold').fontSize(12).fillColor(INK).text(text, PDF_MARGIN);
  const y = pdf.y + 2;
  pdf
    .moveTo(PDF_MARGIN, y)
    .lineTo(PDF_MARGIN + widthOf(pdf), y)
    .lineWidth(0.7)
    .strokeColor(RULE)
    .stroke();
  pdf.y = y + 6;
}

function drawBlock(pdf: Pdf, { title, lines }: Block): void {
  heading(pdf, title, 20);
  for (const [name, value] of lines) {
    pdf.font('regular').fontSize(10);
    const width = widthOf(pdf) - (name === '' ? 0 : NAME_WIDTH);
    const height = Math.max(
      pdf.heightOfString(value, { width }),
      name === '' ? 0 : pdf.heightOfString(name, { width: NAME_WIDTH - 8 }),
    );
    // A text longer than a page flows by itself.
    need(pdf, Math.min(height, 600));
    const y = pdf.y;
    if (name !== '') pdf.fillColor(SOFT).text(name, PDF_MARGIN, y, { width: NAME_WIDTH - 8 });
    pdf.fillColor(INK).text(value, PDF_MARGIN + widthOf(pdf) - width, y, { width });
    pdf.y = Math.max(pdf.y, y + height) + 3;
  }
}

/** Plain drawing: the track, the towns around it and a scale, so that no map of somebody else's is needed. */
function drawTrack(pdf: Pdf, report: TheftReport, t: ReportTexts, format: Format): void {
  const title = t('TheftTrack', { from: format.day(report.track_from), to: format.day(report.track_to) });
  const { last_position: last } = report;
  const points = [...pointsOf(report.track), ...(last ? [{ lat: last.lat, lon: last.lng }] : [])];
  const box = { width: widthOf(pdf), height: DRAWING_HEIGHT, margin: 28 };
  const frame = frameOf(points, box);
  if (!frame) {
    drawBlock(pdf, { title, lines: [['', t('TheftTrackNone')]] });
    return;
  }
  heading(pdf, title, DRAWING_HEIGHT + 30);
  const top = pdf.y;
  pdf.save().translate(PDF_MARGIN, top);
  pdf.rect(0, 0, box.width, box.height).fillAndStroke(LAND, RULE);
  pdf.rect(0, 0, box.width, box.height).clip();
  for (const { name, lat, lng } of report.places) {
    const [x, y] = [frame.x(lng), frame.y(lat)];
    pdf.rect(x - 1.5, y - 1.5, 3, 3).fill('#8a94a3');
    pdf
      .font('regular')
      .fontSize(8)
      .fillColor(SOFT)
      .text(name, x + 4, y - 4, { lineBreak: false });
  }
  pdf.lineWidth(1.4).lineJoin('round').strokeColor(TRACK);
  for (const part of report.track) {
    for (let i = 0; i + 1 < part.length; i += 2) {
      const [x, y] = [frame.x(part[i + 1] ?? 0), frame.y(part[i] ?? 0)];
      if (i === 0) pdf.moveTo(x, y);
      else pdf.lineTo(x, y);
    }
    pdf.stroke();
  }
  for (const stop of report.stops) pdf.circle(frame.x(stop.lng), frame.y(stop.lat), 2.4).fillAndStroke('#ffffff', TRACK);
  if (last) pdf.lineWidth(2).circle(frame.x(last.lng), frame.y(last.lat), 6).stroke('#c92a2a');
  drawScale(pdf, scaleBarOf(frame, 140), box, format);
  pdf.restore();
  pdf.y = top + DRAWING_HEIGHT + 4;
  pdf
    .font('regular')
    .fontSize(8)
    .fillColor(SOFT)
    .text(t('TheftTrackLegend'), PDF_MARGIN, pdf.y, { width: widthOf(pdf) });
}

function drawScale(pdf: Pdf, bar: { metres: number; units: number }, box: { height: number }, format: Format): void {
  const y = box.height - 12;
  pdf
    .lineWidth(1.2)
    .strokeColor(INK)
    .moveTo(12, y - 4)
    .lineTo(12, y)
    .lineTo(12 + bar.units, y)
    .lineTo(12 + bar.units, y - 4)
    .stroke();
  const length = bar.metres >= 1000 ? `${format.number(bar.metres / 1000)} km` : `${format.number(bar.metres)} m`;
  pdf
    .font('regular')
    .fontSize(8)
    .fillColor(INK)
    .text(length, 18, y - 12, { lineBreak: false });
}

function drawStops(pdf: Pdf, report: TheftReport, t: ReportTexts, format: Format): void {
  if (report.stops.length === 0) return;
  heading(pdf, t('TheftStops'), 40);
  const columns = [PDF_MARGIN, PDF_MARGIN + 105, PDF_MARGIN + 210];
  const width = PDF_MARGIN + widthOf(pdf) - (columns[2] ?? 0);
  const row = (cells: readonly string[], font: string, colour: string): void => {
    pdf.font(font).fontSize(9).fillColor(colour);
    const height = pdf.heightOfString(cells[2] ?? '', { width });
    need(pdf, height);
    const y = pdf.y;
    cells.forEach((cell, i) => pdf.text(cell, columns[i], y, { width: i === 2 ? width : 100 }));
    pdf.y = y + height + 3;
  };
  row([t('TheftStopFrom'), t('TheftStopTo'), t('TheftStopWhere')], 'bold', SOFT);
  for (const stop of report.stops)
    row(
      [
        format.dateTime(stop.from),
        stop.to === null ? t('TheftStopStill') : format.dateTime(stop.to),
        [stop.address, decimalDegrees(stop.lat, stop.lng)].filter(Boolean).join('\n'),
      ],
      'regular',
      INK,
    );
}

async function drawPictures(pdf: Pdf, report: TheftReport, t: ReportTexts, pictureOf: ReportOptions['pictureOf']): Promise<void> {
  const most = { width: widthOf(pdf), height: 290 };
  for (const [index, picture] of report.pictures.entries()) {
    const found = await pictureOf(picture.id);
    if (!found) continue;
    const scale = Math.min(most.width / picture.width, most.height / picture.height);
    const height = picture.height * scale;
    if (index === 0) heading(pdf, t('PicturesTitle'), height + 24);
    else need(pdf, height + 30);
    const y = pdf.y;
    pdf.image(found.data, PDF_MARGIN, y, { width: picture.width * scale, height });
    pdf.y = y + height + 4;
    const caption = picture.caption || t('PictureNumber', { number: index + 1 });
    pdf.font('regular').fontSize(9).fillColor(SOFT).text(caption, PDF_MARGIN, pdf.y, { width: most.width });
    pdf.moveDown(0.8);
  }
}
