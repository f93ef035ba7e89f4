import { expect, test } from 'vitest';
import { boundsOf } from './shapes.ts';

test('PLACE-001: the box around the circles of two thousand places is found, and there is none around nothing', () => {
  const points = Array.from({ length: 2000 * 65 }, (_, i) => ({ lat: 55 + (i % 100) / 10, lng: 12 + (i % 50) / 10 }));
  expect(boundsOf(points)).toEqual({ west: 12, south: 55, east: 16.9, north: 64.9 });
  expect(boundsOf([])).toBeNull();
});
