import { MARKS, type MarkShape, TILES } from './marks.ts';

const pathOf = ({ tone, d, stroke }: MarkShape, colours: { track: string; point: string }): string => {
  const colour = tone === 'point' ? colours.point : colours.track;
  const faint = tone === 'faint' ? ' opacity=".36"' : '';
  return stroke === undefined
    ? `<path fill="${colour}"${faint} d="${d}"/>`
    : `<path stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"${faint} d="${d}"/>`;
};

/** The mark alone, for light grounds. */
export function markSvg(subsiteId: number, colours: { track: string; point: string }): string {
  const paths = (MARKS[subsiteId] ?? []).map((shape) => pathOf(shape, colours)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">${paths}</svg>\n`;
}

/**
 * The icon: the mark on a tile. `edge` is the share of the tile's side left free on each side; a system that cuts icons to a
 * shape of its own (maskable) wants 0.2 and square corners.
 */
export function iconSvg(subsiteId: number, { edge = 0.15, isSquare = false } = {}): string {
  const tile = TILES[subsiteId];
  if (!tile) throw new Error(`no icon for subsite ${subsiteId}`);
  const paths = (MARKS[subsiteId] ?? []).map((shape) => pathOf(shape, tile)).join('');
  const scale = 1 - 2 * edge;
  const ground = `<rect width="32" height="32"${isSquare ? '' : ' rx="7"'} fill="${tile.ground}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">${ground}<g transform="translate(${(32 * edge).toFixed(2)} ${(32 * edge).toFixed(2)}) scale(${scale.toFixed(3)})">${paths}</g></svg>\n`;
}

/** A token of a brand's file in the light theme, resolved one step. */
export function lightToken(css: string, name: string): string | undefined {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1];
  const other = /^var\(--([\w-]+)\)$/.exec(value ?? '')?.[1];
  return other === undefined ? value : lightToken(css, other);
}
