/** One stroke or area of a mark, on a square of 32. */
export interface MarkShape {
  /** `track`: the main colour; `faint`: the same, thinner to the eye; `point`: the second colour. */
  readonly tone: 'track' | 'faint' | 'point';
  readonly d: string;
  /** The width of the stroke; an area without one. */
  readonly stroke?: number;
}

/** The marks by subsite. Colours come from the brand's token file. */
export const MARKS: readonly (readonly MarkShape[])[] = [
  // Spora: a track that ends where the unit is now.
  [
    {
      tone: 'track',
      stroke: 3.6,
      d: 'M5 26.5c6.2 0 8.6-2.6 8.6-6.4 0-4.2-4.9-4.6-4.9-8.5C8.7 8.2 11.5 6 15.5 6c3 0 5.2.9 6.9 2.4',
    },
    { tone: 'faint', stroke: 3.6, d: 'M16.6 26.5h4.2c3.6 0 6.2-1.7 6.2-4.7' },
    { tone: 'point', d: 'M25.2 8.5a4.3 4.3 0 1 1 0 8.6 4.3 4.3 0 1 1 0-8.6Z' },
  ],
  // Vagvis: a signpost with an arm each way.
  [
    { tone: 'track', stroke: 3.2, d: 'M16 3.8V28.4' },
    {
      tone: 'track',
      d: 'M8.6 5.4H21a2 2 0 0 1 1.4.6l4 3.5a1.5 1.5 0 0 1 0 2.2l-4 3.5a2 2 0 0 1-1.4.6H8.6a1.6 1.6 0 0 1-1.6-1.6V7a1.6 1.6 0 0 1 1.6-1.6Z',
    },
    {
      tone: 'point',
      d: 'M24.2 17.4H12.8a2 2 0 0 0-1.3.5l-3.6 3a1.5 1.5 0 0 0 0 2.3l3.6 3a2 2 0 0 0 1.3.5H24.2a1.6 1.6 0 0 0 1.6-1.6V19a1.6 1.6 0 0 0-1.6-1.6Z',
    },
  ],
  // Nordfara: the star that stands north, half in light, and the way around it.
  [
    {
      tone: 'faint',
      stroke: 2.6,
      d: 'M20.9 7.1a10.2 10.2 0 0 1 4 4M24.9 20.9a10.2 10.2 0 0 1-4 4M11.1 24.9a10.2 10.2 0 0 1-4-4M7.1 11.1a10.2 10.2 0 0 1 4-4',
    },
    { tone: 'track', d: 'M16 1.5V30.5L12.9 19.1 4 16l8.9-3.1Z' },
    { tone: 'point', d: 'M16 1.5V30.5L19.1 19.1 28 16l-8.9-3.1Z' },
  ],
  // Kustlys: a lighthouse and its beam.
  [
    { tone: 'track', d: 'M12.7 14.2h6.6l.6 4.6h-7.8ZM11.8 21.2h8.4L21.2 29H10.8Z' },
    { tone: 'track', d: 'M16 2.2l4.4 3.9h-8.8ZM10.4 11h11.2v1.8H10.4Z' },
    { tone: 'point', d: 'M13.4 6.8h5.2V10h-5.2Z' },
    { tone: 'point', d: 'M20.7 7.3 30.5 4v8.8L20.7 9.5ZM11.3 7.3 1.5 4v8.8l9.8-3.3Z' },
  ],
  // Maskinro: a nut, and in it the sign for a pause.
  [
    {
      tone: 'track',
      stroke: 3.4,
      d: 'M13.9 3.9a4.2 4.2 0 0 1 4.2 0l6.6 3.8a4.2 4.2 0 0 1 2.1 3.6v7.6a4.2 4.2 0 0 1-2.1 3.6l-6.6 3.8a4.2 4.2 0 0 1-4.2 0l-6.6-3.8a4.2 4.2 0 0 1-2.1-3.6v-7.6a4.2 4.2 0 0 1 2.1-3.6Z',
    },
    { tone: 'point', stroke: 3.6, d: 'M12.9 11.8v6.6M19.1 11.8v6.6' },
  ],
  // Fjordspor: two mountainsides, and a wake between them.
  [
    {
      tone: 'track',
      d: 'M4.1 21.5h9.3c1.1 0 1.8-1.1 1.4-2.1L9.1 6.1c-.5-1.1-2-1.3-2.7-.3L2.8 10.6c-.2.3-.3.6-.3.9v8.4c0 .9.7 1.6 1.6 1.6Z',
    },
    {
      tone: 'faint',
      d: 'M27.9 21.5h-8.5c-1.1 0-1.9-1.2-1.4-2.2L24.3 4.2c.5-1.1 2-1.2 2.7-.2l2.2 3.3c.2.3.3.6.3.9v11.7c0 .9-.7 1.6-1.6 1.6Z',
    },
    { tone: 'point', stroke: 2.8, d: 'M3.9 27.4c2-1.9 4-1.9 6.1 0s4 1.9 6 0 4-1.9 6.1 0 4 1.9 6 0' },
  ],
  // Hemväg: a roof that runs out into the road, and a lit window.
  [
    { tone: 'track', stroke: 3.4, d: 'M3.4 16.8 14.7 6.1a1.9 1.9 0 0 1 2.6 0l8.7 8.1c3 2.8 1.9 6-1.9 7-4.7 1.2-8.3 2.6-8.7 7.4' },
    { tone: 'faint', stroke: 3.4, d: 'M7 18.4v10.2' },
    { tone: 'point', d: 'M13 13.2h6a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1Z' },
  ],
  // Ravnlei: a raven in flight.
  [
    {
      tone: 'track',
      d: 'M1.8 8.2C8.6 8 13 10.4 15.2 15c1.3-5.2 4.6-9 9.8-10.6l-1 3.2 6.2 1.6-5.8 1.7C25.7 19 20.4 25 12.6 25.2L4.2 28.6l3.2-5.4c-1.5-2.2-1.7-4.6-.6-7.2C3.6 14.6 2 12 1.8 8.2Z',
    },
  ],
];

/** The colours of an application icon: the ground and the mark on it. */
export interface Tile {
  readonly ground: string;
  readonly track: string;
  readonly point: string;
}

/** The icons by subsite; only the program that writes the files under `public/brands` reads them. */
export const TILES: readonly Tile[] = [
  { ground: '#0b6478', track: '#ffffff', point: '#ffb84d' },
  { ground: '#4a40c0', track: '#ffffff', point: '#ff8a5c' },
  { ground: '#155e45', track: '#ffffff', point: '#8fe0c8' },
  { ground: '#123f73', track: '#ffffff', point: '#ffcf5c' },
  { ground: '#f0bd3d', track: '#26241f', point: '#26241f' },
  { ground: '#86287a', track: '#ffffff', point: '#9fd3ff' },
  { ground: '#a03f22', track: '#ffffff', point: '#ffd67a' },
  { ground: '#000000', track: '#ffffff', point: '#ffffff' },
];
