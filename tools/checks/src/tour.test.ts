import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sv } from '@spora/messages/sv';
import { expect, test } from 'vitest';
import { ADDRESSES } from '../../../apps/web/src/lib/addresses.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const PICTURE_MAX_KB = 120;
const PICTURES_MAX_KB = 1024;
const tour = readFileSync(join(DOCS, 'tour.md'), 'utf8');
const stops = tour.split(/^## /m).slice(1);

test('the tour has ten stops, each with a picture that exists and is small; no picture is left over', () => {
  expect(stops.map((stop) => Number(stop.split('.')[0]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const pictures = stops.map((stop) => /!\[[^\]]+\]\(tour\/([a-z-]+\.png)\)/.exec(stop)?.[1] ?? stop);
  expect(readdirSync(join(DOCS, 'tour')).toSorted()).toEqual(pictures.toSorted());
  const sizes = pictures.map((name) => statSync(join(DOCS, 'tour', name)).size / 1024);
  for (const [i, size] of sizes.entries()) expect(size, pictures[i]).toBeLessThanOrEqual(PICTURE_MAX_KB);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(PICTURES_MAX_KB);
});

test('every stop names pages of the application by their addresses, and what they are called in the menu', () => {
  const addresses: readonly string[] = Object.values(ADDRESSES);
  const texts: readonly string[] = Object.values(sv);
  for (const stop of stops) {
    const named = [...stop.matchAll(/\*\*([^*]+)\*\*\s+\(`(\/[^`]+)`\)/g)];
    expect(named.length, stop).toBeGreaterThan(0);
    for (const [, label, address] of named) {
      expect(addresses, stop).toContain(address);
      expect(texts, stop).toContain(label);
    }
  }
});
