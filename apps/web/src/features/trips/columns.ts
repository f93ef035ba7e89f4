/** TRIP-019: what a row of the log can show, in the order in which it is offered. */
export const COLUMNS = [
  'time',
  'route',
  'distance',
  'unit',
  'type',
  'purpose',
  'note',
  'driver',
  'passengers',
  'project',
  'visited',
  'duration',
  'start-time',
  'start-address',
  'start-odometer',
  'stop-time',
  'stop-address',
  'stop-odometer',
  'speed',
  'average-speed',
  'fuel',
  'co2',
  'tolls',
  'rule',
] as const;
export type Column = (typeof COLUMNS)[number];

/** A column as somebody wants it; null is as wide as it needs. */
export interface ColumnChoice {
  readonly id: Column;
  readonly widthPx: number | null;
}

const asIs = (id: Column): ColumnChoice => ({ id, widthPx: null });
export const USUAL_COLUMNS: readonly ColumnChoice[] = (
  ['time', 'route', 'distance', 'unit', 'type', 'purpose', 'note'] as const
).map(asIs);
/** DEC-73: a log without trip types has these. */
export const PLAIN_COLUMNS: readonly ColumnChoice[] = (['time', 'route', 'distance', 'unit', 'speed'] as const).map(asIs);

/** The least pixels, and the share of what is left over. */
const ROOM: Record<Column, readonly [leastPx: number, share: number]> = {
  time: [104, 0],
  route: [180, 1.5],
  distance: [84, 0],
  unit: [110, 0.7],
  type: [112, 0],
  purpose: [140, 1],
  note: [120, 0.8],
  driver: [130, 0.7],
  passengers: [130, 0.7],
  project: [120, 0.7],
  visited: [120, 0.7],
  duration: [76, 0],
  'start-time': [56, 0],
  'start-address': [140, 1],
  'start-odometer': [96, 0],
  'stop-time': [56, 0],
  'stop-address': [140, 1],
  'stop-odometer': [96, 0],
  speed: [84, 0],
  'average-speed': [104, 0],
  fuel: [96, 0],
  co2: [96, 0],
  tolls: [96, 0],
  rule: [150, 0.5],
};
const GAP_PX = 16;
const TICK_PX = 24;
export const WIDTH_PX = { min: 48, max: 640 } as const;

export const leastWidth = ({ id, widthPx }: ColumnChoice): number => widthPx ?? ROOM[id][0];
const clamp = (px: number): number => Math.round(Math.min(WIDTH_PX.max, Math.max(WIDTH_PX.min, px)));

/** What a preference holds: `time,route:240,distance`. What is not understood is left out; the time always stands first. */
export function readColumns(text: unknown): readonly ColumnChoice[] | null {
  if (typeof text !== 'string') return null;
  const read = text.split(',').flatMap((part): ColumnChoice[] => {
    const [name, width] = part.split(':');
    const id = COLUMNS.find((column) => column === name);
    return id ? [{ id, widthPx: Number(width) > 0 ? clamp(Number(width)) : null }] : [];
  });
  const once = read.filter((each, index) => read.findIndex((other) => other.id === each.id) === index);
  if (once.length === 0) return null;
  const time = once.find(({ id }) => id === 'time') ?? asIs('time');
  return [time, ...once.filter(({ id }) => id !== 'time')];
}

export const writeColumns = (columns: readonly ColumnChoice[]): string =>
  columns.map(({ id, widthPx }) => (widthPx === null ? id : `${id}:${widthPx}`)).join(',');

export const isUsual = (columns: readonly ColumnChoice[]): boolean => writeColumns(columns) === writeColumns(USUAL_COLUMNS);

/** Of a CSS grid, with a narrow column for the ticks before. */
export const templateOf = (columns: readonly ColumnChoice[]): string =>
  [
    `${TICK_PX}px`,
    ...columns.map(({ id, widthPx }) => {
      const [least, share] = ROOM[id];
      if (widthPx !== null) return `${widthPx}px`;
      return share === 0 ? `${least}px` : `minmax(${least}px, ${share}fr)`;
    }),
  ].join(' ');
/** Below this the table is moved sideways within its own frame. */
export const leastTableWidth = (columns: readonly ColumnChoice[]): number =>
  columns.reduce((sum, column) => sum + leastWidth(column) + GAP_PX, TICK_PX);

export const withWidth = (columns: readonly ColumnChoice[], id: Column, px: number | null): readonly ColumnChoice[] =>
  columns.map((column) => (column.id === id ? { id, widthPx: px === null ? null : clamp(px) } : column));
export const toggled = (columns: readonly ColumnChoice[], id: Column): readonly ColumnChoice[] =>
  columns.some((column) => column.id === id)
    ? columns.filter((column) => column.id !== id || id === 'time')
    : [...columns, asIs(id)];
/** One place to the left (-1) or right (1); the time stays first. */
export function moved(columns: readonly ColumnChoice[], id: Column, step: -1 | 1): readonly ColumnChoice[] {
  const from = columns.findIndex((column) => column.id === id);
  const to = from + step;
  const [column, other] = [columns[from], columns[to]];
  if (!column || !other || column.id === 'time' || other.id === 'time') return columns;
  return columns.map((each, index) => (index === from ? other : index === to ? column : each));
}
