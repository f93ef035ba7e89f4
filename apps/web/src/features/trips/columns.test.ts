// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { tripColumns } from './column-state.ts';
import { leastTableWidth, moved, readColumns, templateOf, toggled, USUAL_COLUMNS, withWidth, writeColumns } from './columns.ts';

test('TRIP-019: columns that were chosen, ordered and resized are read as they were written', () => {
  const chosen = withWidth(moved(toggled(USUAL_COLUMNS, 'driver'), 'driver', -1), 'route', 240);
  expect(writeColumns(chosen)).toBe('time,route:240,distance,unit,type,purpose,driver,note');
  expect(readColumns(writeColumns(chosen))).toEqual(chosen);
});

test('TRIP-019: what another version wrote is left out, and the time always stands first', () => {
  expect(readColumns('distance,horoscope,time,distance:9999')?.map(({ id }) => id)).toEqual(['time', 'distance']);
  expect(readColumns('route:9999,unit:1')?.map(({ widthPx }) => widthPx)).toEqual([null, 640, 48]);
  expect([readColumns(''), readColumns('horoscope'), readColumns(null)]).toEqual([null, null, null]);
  expect(moved(USUAL_COLUMNS, 'route', -1)).toBe(USUAL_COLUMNS);
  expect(toggled(USUAL_COLUMNS, 'time')).toEqual(USUAL_COLUMNS);
});

test('TRIP-019: a width that was dragged is kept to the pixel, the others share what is left', () => {
  const columns = withWidth(USUAL_COLUMNS, 'unit', 200.4);
  expect(templateOf(columns)).toBe('24px 104px minmax(180px, 1.5fr) 84px 200px 112px minmax(140px, 1fr) minmax(120px, 0.8fr)');
  expect(leastTableWidth(columns)).toBe(24 + 104 + 180 + 84 + 200 + 112 + 140 + 120 + 7 * 16);
});

test('STORE-010, TRIP-019: the choice of another browser is taken over, a broken one is not', () => {
  tripColumns.take('time,distance');
  expect(tripColumns.read()).toBe('time,distance');
  tripColumns.take('horoscope');
  expect(tripColumns.read()).toBe('time,distance');
  tripColumns.take('');
  expect(tripColumns.read()).toBe('');
});
