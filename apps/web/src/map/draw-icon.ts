import {
  ALARM_COLOUR,
  type Badge,
  BADGE_COLOURS,
  BADGE_GLYPHS,
  badgeOf,
  bodyPath,
  CLUSTER_SHARES,
  DRIVES_RIM,
  GLYPHS,
  type Glyph,
  ICON_SIZE,
  type IconName,
  inkOn,
  PLATE,
  SHARES,
  type SignKind,
  STATE_LOOKS,
} from './unit-icons.ts';
import { PIN_LOOKS } from './pin-signs.ts';
import type { MapTheme, PinSign } from './shapes.ts';

type Canvas = CanvasRenderingContext2D;
const MIDDLE = ICON_SIZE / 2;
const BODY_RADIUS = 12;
const GLYPH_SIZE = 15.5;
const GHOST = { light: '#eef1f1', dark: '#2a3438' } as const;
const RIM = { light: '#ffffff', dark: '#f2f6f6' } as const;

/** Draws an icon at the screen's own resolution. Null where there is no canvas. */
export function drawIcon(icon: IconName, pixelRatio: number): ImageData | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.round(ICON_SIZE * pixelRatio);
  // It is read back at once, which from a graphics card takes longer than drawing it.
  const g = canvas.getContext('2d', { willReadFrequently: true });
  if (!g) return null;
  g.scale(pixelRatio, pixelRatio);
  g.lineJoin = 'round';
  g.lineCap = 'round';
  switch (icon.kind) {
    case 'unit':
      drawUnit(g, icon);
      break;
    case 'glyph':
      drawGlyph(g, GLYPHS[icon.symbol], inkOn(icon.colour), MIDDLE, GLYPH_SIZE, 24);
      break;
    case 'badge': {
      const badge = STATE_LOOKS[icon.state].badge ?? 'exclamation';
      drawBadge(g, badge, MIDDLE, MIDDLE, 7.5);
      break;
    }
    case 'signed-pin':
      drawSignedPin(g, icon.sign);
      break;
    case 'shares':
      drawShares(g, icon.parts);
      break;
    default:
      drawSign(g, icon.kind, icon.theme);
  }
  return g.getImageData(0, 0, canvas.width, canvas.height);
}

function drawUnit(g: Canvas, { state, symbol, colour, theme }: Extract<IconName, { kind: 'unit' }>): void {
  const { body } = STATE_LOOKS[state];
  const badge = badgeOf(state, symbol);
  const isGhost = body === 'ghost';
  const fill = isGhost ? GHOST[theme] : state === 'alarm' || state === 'theft' ? ALARM_COLOUR : colour;
  const path = new Path2D(bodyPath(body, BODY_RADIUS));
  g.save();
  g.shadowColor = 'rgb(6 20 24 / 0.35)';
  g.shadowBlur = 3;
  g.shadowOffsetY = 1;
  g.lineWidth = body === 'pointer' ? 5 : 4;
  g.strokeStyle = body === 'pointer' ? DRIVES_RIM[theme] : RIM[theme];
  g.stroke(path);
  g.restore();
  g.fillStyle = fill;
  g.fill(path);
  if (isGhost) {
    g.lineWidth = 2;
    g.setLineDash([3, 3]);
    g.strokeStyle = colour;
    g.stroke(path);
    g.setLineDash([]);
  }
  if (state === 'alarm') {
    g.lineWidth = 2.8;
    g.strokeStyle = '#ffffff';
    g.stroke(new Path2D(`M${MIDDLE} ${MIDDLE - 6}v8M${MIDDLE} ${MIDDLE + 6.4}v.1`));
    return;
  }
  const ink = isGhost ? (theme === 'dark' ? '#c3cfd1' : '#47595a') : inkOn(fill);
  if (body !== 'pointer') drawGlyph(g, GLYPHS[symbol], ink, MIDDLE, GLYPH_SIZE, 24);
  if (badge) drawBadge(g, badge, MIDDLE + 10, MIDDLE + 9.5, 6.5);
}

/** The ring around a cluster, a hair's breadth between the shares. */
function drawShares(g: Canvas, parts: readonly number[]): void {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const isOne = parts.filter((part) => part > 0).length === 1;
  let from = -Math.PI / 2;
  g.lineCap = 'butt';
  g.lineWidth = SHARES.width;
  for (const [i, { colour }] of CLUSTER_SHARES.entries()) {
    const angle = (2 * Math.PI * (parts[i] ?? 0)) / Math.max(1, whole);
    if (angle > 0) {
      g.beginPath();
      g.arc(MIDDLE, MIDDLE, SHARES.radius, from, from + angle - (isOne ? 0 : 0.1));
      g.strokeStyle = colour;
      g.stroke();
    }
    from += angle;
  }
}

function drawSignedPin(g: Canvas, sign: PinSign): void {
  const { colour, glyph } = PIN_LOOKS[sign];
  drawPin(g, colour);
  g.save();
  g.translate(MIDDLE - PIN_GLYPH / 2, PIN_HEAD - PIN_GLYPH / 2);
  g.scale(PIN_GLYPH / 24, PIN_GLYPH / 24);
  paint(g, glyph, '#ffffff', 3);
  g.restore();
}

function drawPin(g: Canvas, colour: string): void {
  g.shadowColor = 'rgb(6 20 24 / 0.4)';
  g.shadowBlur = 3;
  g.lineWidth = 3.5;
  g.strokeStyle = '#ffffff';
  g.fillStyle = colour;
  g.stroke(new Path2D(PIN));
  g.shadowBlur = 0;
  g.fill(new Path2D(PIN));
}

function drawGlyph(g: Canvas, glyph: Glyph, ink: string, at: number, size: number, box: number): void {
  g.save();
  g.translate(at - size / 2, at - size / 2);
  g.scale(size / box, size / box);
  paint(g, glyph, ink, 2);
  g.restore();
}

function drawBadge(g: Canvas, badge: Badge, x: number, y: number, radius: number): void {
  g.save();
  g.beginPath();
  g.arc(x, y, radius, 0, 2 * Math.PI);
  g.fillStyle = BADGE_COLOURS[badge];
  g.fill();
  g.lineWidth = 1.4;
  g.strokeStyle = '#ffffff';
  g.stroke();
  g.translate(x - radius, y - radius);
  g.scale((2 * radius) / 12, (2 * radius) / 12);
  paint(g, BADGE_GLYPHS[badge], '#ffffff', badge === 'anchor' ? 1.1 : 1.4);
  g.restore();
}

function paint(g: Canvas, { fill, stroke }: Glyph, ink: string, width: number): void {
  g.fillStyle = g.strokeStyle = ink;
  g.lineWidth = width;
  if (fill) g.fill(new Path2D(fill), 'evenodd');
  if (stroke) g.stroke(new Path2D(stroke));
}

/** The signs of tracks, routes and pins. */
function drawSign(g: Canvas, kind: SignKind, theme: MapTheme): void {
  const disc = (radius: number, fill: string, rim: string, width: number) => {
    g.beginPath();
    g.arc(MIDDLE, MIDDLE, radius, 0, 2 * Math.PI);
    g.lineWidth = width * 2;
    g.strokeStyle = rim;
    g.stroke();
    g.fillStyle = fill;
    g.fill();
  };
  const sign = (path: string, ink: string, width = 2.4) => {
    g.lineWidth = width;
    g.strokeStyle = ink;
    g.stroke(new Path2D(path));
  };
  const dark = '#10201f';
  switch (kind) {
    case 'arrow':
      sign(`M${MIDDLE - 4} ${MIDDLE + 2.5}L${MIDDLE} ${MIDDLE - 2.5}L${MIDDLE + 4} ${MIDDLE + 2.5}`, '#ffffff', 2.2);
      break;
    case 'start':
      disc(8, '#1a7f4b', '#ffffff', 2);
      g.fillStyle = '#ffffff';
      g.fill(new Path2D(`M${MIDDLE - 2.5} ${MIDDLE - 4}L${MIDDLE + 4} ${MIDDLE}L${MIDDLE - 2.5} ${MIDDLE + 4}Z`));
      break;
    case 'end':
      disc(8, dark, '#ffffff', 2);
      g.fillStyle = '#ffffff';
      g.fillRect(MIDDLE - 3, MIDDLE - 3, 6, 6);
      break;
    case 'here':
      disc(8, dark, '#ffffff', 2);
      g.beginPath();
      g.arc(MIDDLE, MIDDLE, 3.5, 0, 2 * Math.PI);
      g.fillStyle = '#ffffff';
      g.fill();
      break;
    case 'stop':
    case 'berth':
      disc(7, '#2961c4', '#ffffff', 2);
      g.save();
      g.translate(MIDDLE - 7, MIDDLE - 7);
      g.scale(14 / 12, 14 / 12);
      paint(g, BADGE_GLYPHS[kind === 'berth' ? 'anchor' : 'parking'], '#ffffff', kind === 'berth' ? 1.1 : 1.4);
      g.restore();
      break;
    case 'ring':
      g.beginPath();
      g.arc(MIDDLE, MIDDLE, 17.5, 0, 2 * Math.PI);
      g.lineWidth = 3;
      g.strokeStyle = theme === 'dark' ? '#58bdd6' : '#0b6478';
      g.stroke();
      break;
    case 'pin':
      drawPin(g, theme === 'dark' ? '#58bdd6' : '#0b6478');
      g.fillStyle = '#ffffff';
      g.fill(new Path2D('M20 8.500a4 4 0 1 0 0 8a4 4 0 1 0 0-8Z'));
      break;
    case 'me':
      disc(13, 'rgb(41 97 196 / 0.18)', 'rgb(41 97 196 / 0)', 0.1);
      disc(6.5, '#2961c4', '#ffffff', 2.5);
      break;
    case 'count':
      disc(9.5, theme === 'dark' ? '#e8eeee' : dark, theme === 'dark' ? dark : '#ffffff', 1.5);
      break;
    case 'plate': {
      const side = ICON_SIZE - 2 * PLATE.inset;
      g.beginPath();
      g.roundRect(PLATE.inset, PLATE.inset, side, side, PLATE.radius);
      g.fillStyle = theme === 'dark' ? 'rgb(27 36 39 / 0.92)' : 'rgb(255 255 255 / 0.92)';
      g.fill();
      g.lineWidth = 1;
      g.strokeStyle = theme === 'dark' ? 'rgb(232 238 238 / 0.35)' : 'rgb(16 32 31 / 0.3)';
      g.stroke();
      break;
    }
    case 'area-leave':
    case 'area-enter':
    case 'area-both':
    case 'area-off':
      disc(10, kind === 'area-off' ? '#5c6d6e' : '#0b6478', '#ffffff', 2);
      sign(AREA_SIGNS[kind], '#ffffff', 2);
      break;
    case 'mark-alarm':
      drawBadge(g, 'exclamation', MIDDLE, MIDDLE, 8);
      break;
    case 'mark-note':
      disc(5, '#7a3fb0', '#ffffff', 2);
      break;
  }
}

/** Out of an area, into it, both, and switched off. */
const AREA_SIGNS = {
  'area-leave': 'M16.500 23.500L23.500 16.500M17.800 16.500h5.700v5.700',
  'area-enter': 'M23.500 16.500L16.500 23.500M22.200 23.500h-5.700v-5.700',
  'area-both': 'M16 24L24 16M19.800 16H24v4.200M20.200 24H16v-4.200',
  'area-off': 'M18 16.500v7M22 16.500v7',
} as const;

/** Its point is the middle of the image's lower edge. */
const PIN = 'M20 38C14 30 9.5 24 9.5 16.500a10.5 10.5 0 0 1 21 0C30.5 24 26 30 20 38Z';
/** The middle of its head, and what a sign in it takes. */
const PIN_HEAD = 16.5;
const PIN_GLYPH = 14;
