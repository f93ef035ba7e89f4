import type { MapMark, MapTheme, MarkerSymbol, PinSign, UnitState } from './shapes.ts';

export type BodyShape = 'pointer' | 'disc' | 'square' | 'ghost' | 'octagon' | 'triangle';
export type Badge = 'pause' | 'parking' | 'anchor' | 'question' | 'clock' | 'lock' | 'exclamation';

/** Each state has a shape of its own, beside its colour (MAP-019). */
export const STATE_LOOKS: Readonly<Record<UnitState, { readonly body: BodyShape; readonly badge?: Badge }>> = {
  moving: { body: 'pointer' },
  stopped: { body: 'disc', badge: 'pause' },
  parked: { body: 'square', badge: 'parking' },
  'no-contact': { body: 'ghost', badge: 'question' },
  pending: { body: 'disc', badge: 'clock' },
  locked: { body: 'square', badge: 'lock' },
  theft: { body: 'octagon', badge: 'exclamation' },
  alarm: { body: 'triangle' },
};

/** The sign of a state beside a symbol: what lies in the water is not parked. */
export const badgeOf = (state: UnitState, symbol: MarkerSymbol): Badge | undefined => {
  const { badge } = STATE_LOOKS[state];
  return badge === 'parking' && (symbol === 'boat' || symbol === 'jet') ? 'anchor' : badge;
};

export const BADGE_COLOURS: Readonly<Record<Badge, string>> = {
  pause: '#b45d09',
  parking: '#2961c4',
  anchor: '#2961c4',
  question: '#5c6d6e',
  clock: '#7a3fb0',
  lock: '#10201f',
  exclamation: '#c2293a',
};
export const ALARM_COLOUR = '#c2293a';
export const STATE_COLOURS: Readonly<Record<UnitState, string>> = {
  moving: '#1a7f4b',
  stopped: '#b45d09',
  parked: '#2961c4',
  'no-contact': '#5c6d6e',
  pending: '#7a3fb0',
  locked: '#33464a',
  theft: '#c2293a',
  alarm: '#c2293a',
};

/** Around what drives, so that it is told from what stands by the colour of its state too; lighter where the map is dark. */
export const DRIVES_RIM: Readonly<Record<MapTheme, string>> = { light: STATE_COLOURS.moving, dark: '#4cc38a' };

/** What a cluster's ring tells apart, clockwise from the top, in the states' own colours: less than eight, so that a share can be seen. */
export const CLUSTER_SHARES = [
  { name: 'moving', states: ['moving'], colour: STATE_COLOURS.moving },
  { name: 'stopped', states: ['stopped'], colour: STATE_COLOURS.stopped },
  { name: 'parked', states: ['parked'], colour: STATE_COLOURS.parked },
  { name: 'silent', states: ['no-contact'], colour: STATE_COLOURS['no-contact'] },
  { name: 'urgent', states: ['pending', 'locked', 'theft', 'alarm'], colour: ALARM_COLOUR },
] as const satisfies readonly { name: string; states: readonly UnitState[]; colour: string }[];
/** Shares are told in so many parts of the ring: few images, and whoever is there has at least one. */
export const SHARE_PARTS = 12;
/** The ring in its image, logical pixels. */
export const SHARES = { radius: 16, width: 4 } as const;

/** Logical pixels of an icon's image; the body takes about 26 of them. */
export const ICON_SIZE = 40;

/** What stands on the map beside the units. */
export type SignKind =
  | 'arrow'
  | 'start'
  | 'end'
  | 'here'
  | 'stop'
  | 'berth'
  | 'ring'
  | 'pin'
  | 'me'
  | 'count'
  | 'plate'
  | 'mark-alarm'
  | 'mark-note'
  | MapMark['kind'];

/** An image is named by what it shows, so that MapLibre can ask for one that it misses. */
export type IconName =
  | {
      readonly kind: 'unit';
      readonly state: UnitState;
      readonly symbol: MarkerSymbol;
      readonly colour: string;
      readonly theme: MapTheme;
    }
  /** The symbol alone: above a pointer, which turns with the heading while its symbol stays upright. */
  | { readonly kind: 'glyph'; readonly symbol: MarkerSymbol; readonly colour: string }
  | { readonly kind: 'badge'; readonly state: UnitState }
  /** A pin with a sign in its head. */
  | { readonly kind: 'signed-pin'; readonly sign: PinSign }
  /** The ring of a cluster: parts for each of `CLUSTER_SHARES`. */
  | { readonly kind: 'shares'; readonly parts: readonly number[] }
  | {
      readonly kind: SignKind;
      readonly theme: MapTheme;
    };

/** What lies under a label and grows with it: the parts of its image that stretch, and where the label stands. Logical pixels. */
export const PLATE = { stretch: [14, 26], content: [7, 7, 33, 33], inset: 6, radius: 7 } as const;

const PREFIX = 'spora';
/** Colours of units are free text of the account; what is no hex colour gets this one. */
const FALLBACK_COLOUR = '#0b6478';
/** A unit's colour as it is drawn, `#0b6478`. */
export const shownColour = (text: string): string => (/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : FALLBACK_COLOUR);

export function iconId(icon: IconName): string {
  switch (icon.kind) {
    case 'unit':
      return [PREFIX, icon.kind, icon.state, icon.symbol, shownColour(icon.colour), icon.theme].join('|');
    case 'glyph':
      return [PREFIX, icon.kind, icon.symbol, shownColour(icon.colour)].join('|');
    case 'badge':
      return [PREFIX, icon.kind, icon.state].join('|');
    case 'signed-pin':
      return [PREFIX, icon.kind, icon.sign].join('|');
    case 'shares':
      return [PREFIX, icon.kind, ...icon.parts].join('|');
    default:
      return [PREFIX, icon.kind, icon.theme].join('|');
  }
}

/** The reverse of `iconId`; null for an image that is not ours. */
export function iconOf(id: string): IconName | null {
  const [prefix, kind, ...rest] = id.split('|');
  if (prefix !== PREFIX || kind === undefined) return null;
  const [a = '', b = '', c = '', d = ''] = rest;
  if (kind === 'unit') return { kind, state: a as UnitState, symbol: b as MarkerSymbol, colour: c, theme: d as MapTheme };
  if (kind === 'glyph') return { kind, symbol: a as MarkerSymbol, colour: b };
  if (kind === 'badge') return { kind, state: a as UnitState };
  if (kind === 'signed-pin') return { kind, sign: a as PinSign };
  if (kind === 'shares') return { kind, parts: rest.map(Number) };
  return { kind: kind as 'arrow', theme: a as MapTheme };
}

/** Black or white, whichever is read better on the colour (relative luminance of WCAG 2). */
export function inkOn(colour: string): '#ffffff' | '#10201f' {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.42 ? '#10201f' : '#ffffff';
}

/** Outline of a body around the middle of the image, as SVG path data; `radius` in logical pixels. */
export function bodyPath(shape: BodyShape, radius: number): string {
  const c = ICON_SIZE / 2;
  const r = radius;
  switch (shape) {
    case 'disc':
    case 'ghost':
      return `M${c - r} ${c}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    case 'pointer': {
      // A disc whose tangents meet in a nose to the north.
      const nose = r * 1.5;
      const x = r * Math.sqrt(1 - (r / nose) ** 2);
      const y = (r * r) / nose;
      return `M${c} ${c - nose}L${fixed(c + x)} ${fixed(c - y)}A${r} ${r} 0 1 1 ${fixed(c - x)} ${fixed(c - y)}Z`;
    }
    case 'square': {
      const s = r * 0.92;
      const k = r * 0.42;
      return `M${fixed(c - s + k)} ${fixed(c - s)}h${fixed(2 * (s - k))}a${k} ${k} 0 0 1 ${k} ${k}v${fixed(2 * (s - k))}a${k} ${k} 0 0 1 ${-k} ${k}h${fixed(-2 * (s - k))}a${k} ${k} 0 0 1 ${-k} ${-k}v${fixed(-2 * (s - k))}a${k} ${k} 0 0 1 ${k} ${-k}Z`;
    }
    case 'octagon':
      return polygon(
        c,
        Array.from({ length: 8 }, (_, i) => [r * 1.05, 22.5 + i * 45]),
      );
    case 'triangle':
      return polygon(c + 2, [
        [r * 1.3, 0],
        [r * 1.3, 120],
        [r * 1.3, 240],
      ]);
  }
}

const fixed = (value: number) => Number(value.toFixed(2));
function polygon(center: number, corners: readonly (readonly number[])[]): string {
  const points = corners.map(([r = 0, degrees = 0]) => {
    const angle = (degrees * Math.PI) / 180;
    return `${fixed(ICON_SIZE / 2 + r * Math.sin(angle))} ${fixed(center - r * Math.cos(angle))}`;
  });
  return `M${points.join('L')}Z`;
}

export interface Glyph {
  /** Filled by the even-odd rule, in a box of 24. */
  readonly fill?: string;
  readonly stroke?: string;
}

const wheel = (x: number, y = 16, r = 1.75) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** Side views, drawn for 15 logical pixels: large shapes, few details. */
export const GLYPHS: Readonly<Record<MarkerSymbol, Glyph>> = {
  car: {
    fill: `M1.8 15.6v-3.1c0-.9.6-1.6 1.5-1.8l2.5-.6 2.4-3.2c.5-.7 1.3-1.1 2.1-1.1h4.5c.8 0 1.5.3 2 .9l2.8 3.4 1.2.3c.8.2 1.4.9 1.4 1.8v3.4h-2.1a2.7 2.7 0 0 0-5.4 0H9.3a2.7 2.7 0 0 0-5.4 0ZM8.2 10h3.5V7.4h-1.4c-.3 0-.6.2-.8.4Zm5 0h4.2l-1.9-2.3a1 1 0 0 0-.7-.3h-1.6Z${wheel(6.6)}${wheel(17.4)}`,
  },
  van: {
    fill: `M1.8 15.6V7.4C1.8 6.6 2.4 6 3.2 6h10.9c.5 0 1 .2 1.3.6l3.4 4.1 2.2.7c.7.2 1.2.9 1.2 1.6v2.6h-2.1a2.7 2.7 0 0 0-5.4 0H9.3a2.7 2.7 0 0 0-5.4 0ZM12.6 10.4h4l-2-2.4a.8.8 0 0 0-.6-.3h-1.4Z${wheel(6.6)}${wheel(17.4)}`,
  },
  truck: {
    fill: `M1 15.6V6.2C1 5.5 1.5 5 2.2 5h11.2v10.6H8.9a2.7 2.7 0 0 0-5.4 0ZM14.6 8h3.2c.4 0 .8.2 1.1.5l3.2 3.3c.3.3.4.6.4 1v2.8h-1.1a2.7 2.7 0 0 0-5.4 0h-1.4Zm1.3 1.4v2.4h4.2l-2.2-2.4Z${wheel(6.2)}${wheel(18.7)}`,
  },
  bus: {
    fill: `M1.5 15.6V6.8c0-1 .8-1.8 1.8-1.8h17.2c1 0 1.8.7 2 1.7v8.9h-2.4a2.7 2.7 0 0 0-5.4 0H9.3a2.7 2.7 0 0 0-5.4 0ZM3.4 7v3.6h3.8V7Zm5.2 0v3.6h3.8V7Zm5.2 0v3.6h3.8V7Zm5.2 0v3.6h2V7Z${wheel(6.6)}${wheel(17.4)}`,
  },
  motorcycle: {
    stroke:
      'M5.5 12.6a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4ZM18.5 12.6a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4ZM5.5 15.8l4-5h5.4l3.6 5M14.9 10.8l-1.6-3.6h-2.4M9.5 10.8l2.4 4h3.2l1.4-2M6.5 9.6h3',
  },
  trailer: { fill: `M1.6 15.2V6.6h15.2v8.6h-3.9a2.7 2.7 0 0 0-5.4 0ZM16.8 13.4h5.6v1.8h-5.6Z${wheel(10.2)}` },
  excavator: {
    fill: 'M3.8 16h10.4a2 2 0 0 1 0 4H3.8a2 2 0 0 1 0-4ZM4 14.8V10h3.4V6.4h4.4l1.6 4v4.4ZM8.8 7.8V10h2.6l-.8-2.2Z',
    stroke: 'M13 10.4l3.4-6 4.4 5.2v3.6l-3 .8',
  },
  boat: { fill: 'M2 15.4h20l-2.4 3.8c-.3.5-.8.8-1.4.8H6.2c-.6 0-1.2-.3-1.5-.8ZM11.4 3.4v10.8H4.6ZM13 6v8.2h5.8Z' },
  jet: {
    fill: 'M1.8 15.6c2.4-.2 3.8-1 5-2.4l1.8-2.4h5l1.6-3h3v1.8h-1.8l-1 2.2c3 .6 5.2 1.6 6.8 3.8ZM2.6 17.4c1.6 0 1.6 1.4 3.2 1.4s1.6-1.4 3.2-1.4 1.6 1.4 3.2 1.4 1.6-1.4 3.2-1.4 1.6 1.4 3.2 1.4 1.6-1.4 2.8-1.4v1.8c-1.2 0-1.2 1.4-2.8 1.4s-1.6-1.4-3.2-1.4-1.6 1.4-3.2 1.4-1.6-1.4-3.2-1.4-1.6 1.4-3.2 1.4-1.6-1.4-3.2-1.4Z',
  },
  tag: {
    fill: 'M3.2 4.6c0-.8.6-1.4 1.4-1.4h7.2c.5 0 1 .2 1.4.6l7.4 7.4c.8.8.8 2 0 2.8l-6.6 6.6c-.8.8-2 .8-2.8 0l-7.4-7.4c-.4-.4-.6-.9-.6-1.4ZM7.6 5.8a1.9 1.9 0 1 0 0 3.8a1.9 1.9 0 1 0 0-3.8Z',
  },
  phone: {
    fill: 'M8 2.4h8c1.1 0 2 .9 2 2v15.2a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4.400c0-1.1.9-2 2-2ZM8 5v11.600h8V5ZM12 17.800a1.2 1.2 0 1 0 0 2.400a1.2 1.2 0 1 0 0-2.400Z',
  },
  dot: { fill: 'M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10Z' },
};

/** Badge signs in a box of 12. */
export const BADGE_GLYPHS: Readonly<Record<Badge, Glyph>> = {
  pause: { fill: 'M3.6 3h1.8v6H3.6ZM6.6 3h1.8v6H6.6Z' },
  parking: { fill: 'M4 2.600h2.700a2.2 2.2 0 0 1 0 4.400H5.500v2.600H4ZM5.5 4v1.600h1.100a.8.8 0 0 0 0-1.600Z' },
  anchor: {
    stroke:
      'M6 4.200v5.400M4.700 5.600h2.600M3 7.100c.2 1.500 1.400 2.500 3 2.500s2.800-1 3-2.500M6 2.300a.95.95 0 1 0 0 1.900a.95.95 0 1 0 0-1.900Z',
  },
  question: { stroke: 'M4.3 4.500a1.7 1.7 0 1 1 2.6 1.500c-.6.4-.9.6-.9 1.200M6 9v.1' },
  clock: { stroke: 'M6 3.200V6l1.8 1.2' },
  lock: { fill: 'M3.6 5.600h4.800v3.600H3.600Z', stroke: 'M4.6 5.400V4.300a1.4 1.4 0 0 1 2.8 0v1.1' },
  exclamation: { stroke: 'M6 2.800v3.600M6 8.900v.1' },
};
