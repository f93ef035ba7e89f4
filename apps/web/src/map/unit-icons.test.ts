import { UNIT_STATES } from '@spora/contract/tracking/values';
import { MARKER_SYMBOLS } from '@spora/contract/units/values';
import { expect, test } from 'vitest';
import { PIN_LOOKS } from './pin-signs.ts';
import { PIN_SIGNS } from './shapes.ts';
import { badgeOf, bodyPath, GLYPHS, iconId, iconOf, ICON_SIZE, inkOn, STATE_LOOKS } from './unit-icons.ts';

test('MAP-019: no two states look alike without their colour', () => {
  const looks = UNIT_STATES.map((state) => `${STATE_LOOKS[state].body} ${STATE_LOOKS[state].badge ?? ''}`);
  expect(new Set(looks).size).toBe(UNIT_STATES.length);
});

test('13-A2: what lies in the water has an anchor where a car has the sign of a parking place, and no other state differs', () => {
  expect([badgeOf('parked', 'boat'), badgeOf('parked', 'jet'), badgeOf('parked', 'car')]).toEqual([
    'anchor',
    'anchor',
    'parking',
  ]);
  for (const state of UNIT_STATES.filter((each) => each !== 'parked'))
    expect(badgeOf(state, 'boat'), state).toBe(badgeOf(state, 'car'));
});

test('MAP-006: no two marker symbols, and no two colours, are drawn alike', () => {
  const drawings = MARKER_SYMBOLS.map((symbol) => `${GLYPHS[symbol].fill ?? ''}|${GLYPHS[symbol].stroke ?? ''}`);
  expect(new Set(drawings).size).toBe(MARKER_SYMBOLS.length);
  // Each holds a path that draws something: it goes to a second point.
  for (const drawing of drawings) expect(drawing).toMatch(/M[^|]*[LHVCSQTAlhvcsqtaz]/);
  const images = ['#ff8800', '#0b6478'].flatMap((colour) =>
    MARKER_SYMBOLS.map((symbol) => iconId({ kind: 'unit', state: 'moving', symbol, colour, theme: 'light' })),
  );
  expect(new Set(images).size).toBe(2 * MARKER_SYMBOLS.length);
});

test('REP-013: no two signs of pins are drawn alike, also without their colour, and white is read on each', () => {
  const drawings = PIN_SIGNS.map((sign) => `${PIN_LOOKS[sign].glyph.fill ?? ''}|${PIN_LOOKS[sign].glyph.stroke ?? ''}`);
  expect(new Set(drawings).size).toBe(PIN_SIGNS.length);
  expect(new Set(PIN_SIGNS.map((sign) => PIN_LOOKS[sign].colour)).size).toBe(PIN_SIGNS.length);
  for (const sign of PIN_SIGNS) expect(inkOn(PIN_LOOKS[sign].colour), sign).toBe('#ffffff');
  const images = PIN_SIGNS.map((sign) => iconId({ kind: 'signed-pin', sign }));
  expect(new Set(images).size).toBe(PIN_SIGNS.length);
  expect(iconOf(images[0]!)).toEqual({ kind: 'signed-pin', sign: PIN_SIGNS[0] });
});

test('a name of an image gives back what it shows; foreign names are left alone', () => {
  const icon = { kind: 'unit', state: 'no-contact', symbol: 'excavator', colour: '#ff8800', theme: 'dark' } as const;
  expect(iconOf(iconId(icon))).toEqual(icon);
  expect(iconOf('airport_11')).toBeNull();
});

test('a colour that is no hex colour never reaches the canvas', () => {
  expect(iconId({ kind: 'glyph', symbol: 'car', colour: 'red|x' })).not.toContain('red');
});

test('symbols are dark on light colours and light on dark ones', () => {
  expect(inkOn('#ffffff')).toBe('#10201f');
  expect(inkOn('#e0a800')).toBe('#10201f');
  expect(inkOn('#0b6478')).toBe('#ffffff');
});

test('bodies stay inside their image', () => {
  for (const shape of ['pointer', 'disc', 'square', 'ghost', 'octagon', 'triangle'] as const) {
    const starts = [...bodyPath(shape, 12).matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    for (const value of starts) {
      expect(value).toBeGreaterThanOrEqual(1);
      expect(value).toBeLessThanOrEqual(ICON_SIZE - 1);
    }
  }
});
