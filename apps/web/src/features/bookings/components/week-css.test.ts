import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('week.module.css', import.meta.url), 'utf8');

test('BOOK-043: what a booking is for has a line below a long name in the week, whatever else is booked that day', () => {
  const clamp = (chip: string) =>
    new RegExp(`\\n${chip.replaceAll(/[[\]()]/g, '\\$&')} \\.chipWho \\{[^}]*-webkit-line-clamp: (\\d)`).exec(css)?.[1];
  expect(clamp('.chip:not([data-before], [data-after])')).toBe('2');
  expect(clamp(".chip[data-alone='true']:not([data-before], [data-after])")).toBe('3');
});

test('BOOK-007, BOOK-008: "more" is as tall as a finger needs, and takes no more of its row than for a mouse', () => {
  const room = [...css.matchAll(/\.more \{\s+(?:[^}]*min-height: (\d+)px;)?[^}]*margin-block: -(\d+)px/g)].map(([, , margin]) =>
    Number(margin),
  );
  const heights = [24, 36];
  expect(room.map((margin, at) => heights[at]! - 2 * margin)).toEqual([14, 14]);
});

test('BOOK-004: the removed bookings of a week that runs open in a small block, and the schedule stays', () => {
  // In the column of the page a basis of all is all of its height.
  expect(css).not.toMatch(/(^|\n)\.told\[open\]/);
  expect(css).toMatch(/\.told ul \{[^}]*max-height:[^}]*overflow: auto/);
});
