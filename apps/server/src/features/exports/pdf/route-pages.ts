import { decodeRoute } from '@spora/telemetry/route';
import { frameOf, scaleBarOf } from '@spora/telemetry/track-drawing';
import { inTransaction } from '../../../platform/ctx.ts';
import { type Pdf, PDF_MARGIN } from '../../../platform/documents/pdf.ts';
import { routesOfTrip } from '../../trips/api.ts';
import type { ExportRow } from '../rules.ts';
import type { LogExport } from '../log.ts';

const BOX = { width: 236, height: 130, margin: 14 };
const GAP = 18;
const CAPTION = 24;
const INK = '#111820';
const SOFT = '#5b6573';
const RULE = '#c9d0d8';
const LAND = '#f4f6f8';
const TRACK = '#0b6478';

/**
 * TRIP-011: each business trip's route as a plain drawing, three beside each other. Private ones have none, not even one's own: the
 * document is handed on.
 */
export async function drawRoutes(pdf: Pdf, { ctx, words }: LogExport, rows: readonly ExportRow[]): Promise<void> {
  const drawn = rows.filter(({ trip }) => trip.can.route && trip.type === 'business');
  if (drawn.length === 0) return;
  pdf.addPage();
  pdf.font('bold').fontSize(12).fillColor(INK).text(words.t('ExportRoutes'), PDF_MARGIN);
  let top = pdf.y + 8;
  for (const [i, { trip }] of drawn.entries()) {
    if (i > 0 && i % 3 === 0) top += BOX.height + CAPTION + GAP;
    if (top + BOX.height + CAPTION > pdf.page.height - pdf.page.margins.bottom) {
      pdf.addPage();
      top = PDF_MARGIN;
    }
    const packed = await inTransaction(ctx, (short) => routesOfTrip(short, trip.id));
    const left = PDF_MARGIN + (i % 3) * (BOX.width + GAP);
    const { format } = words;
    drawRoute(pdf, packed.flatMap(decodeRoute), { left, top }, format);
    const caption = `${trip.start.time === null ? trip.day : format.dateTime(trip.start.time)} · ${format.km(trip.distance_m)} · ${trip.unit_name}`;
    pdf
      .font('regular')
      .fontSize(7.5)
      .fillColor(SOFT)
      .text(caption, left, top + BOX.height + 3, { width: BOX.width, height: CAPTION - 4, ellipsis: true });
  }
}

function drawRoute(
  pdf: Pdf,
  parts: ReturnType<typeof decodeRoute>,
  { left, top }: { left: number; top: number },
  format: LogExport['words']['format'],
): void {
  pdf.save().translate(left, top);
  pdf.lineWidth(0.6).rect(0, 0, BOX.width, BOX.height).fillAndStroke(LAND, RULE);
  const points = parts.flat();
  const frame = frameOf(points, BOX);
  const [first, last] = [points[0], points.at(-1)];
  if (frame && first && last) {
    pdf.lineWidth(1.3).lineJoin('round').strokeColor(TRACK);
    for (const part of parts) {
      part.forEach(({ lat, lon }, i) =>
        i === 0 ? pdf.moveTo(frame.x(lon), frame.y(lat)) : pdf.lineTo(frame.x(lon), frame.y(lat)),
      );
      pdf.stroke();
    }
    pdf.circle(frame.x(first.lon), frame.y(first.lat), 3).fillAndStroke('#ffffff', TRACK);
    pdf.circle(frame.x(last.lon), frame.y(last.lat), 3).fill(TRACK);
    const bar = scaleBarOf(frame, 70);
    pdf
      .lineWidth(1)
      .strokeColor(INK)
      .moveTo(8, BOX.height - 7)
      .lineTo(8 + bar.units, BOX.height - 7)
      .stroke();
    const length = bar.metres >= 1000 ? `${format.number(bar.metres / 1000)} km` : `${format.number(bar.metres)} m`;
    pdf
      .font('regular')
      .fontSize(6.5)
      .fillColor(INK)
      .text(length, 8, BOX.height - 17, { lineBreak: false });
  }
  pdf.restore();
}
