import { expect, test } from 'vitest';
import { decodePolyline, encodePolyline } from './polyline.ts';

test('an encoded polyline is the points it was made of', () => {
  const points = [59.32934, 18.05534, -33.86882, -151.20929, 0, 0.00001];
  expect(decodePolyline(encodePolyline(points))).toEqual(points);
});
