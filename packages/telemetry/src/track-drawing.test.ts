import { expect, test } from 'vitest';
import { frameOf, scaleBarOf } from './track-drawing.ts';

const BOX = { width: 400, height: 300, margin: 20 };

test('OBJ-008: a drawing holds every point inside its margin, north up and with one scale both ways', () => {
  const points = [
    { lat: 59.3, lon: 18 },
    { lat: 59.4, lon: 18.1 },
    { lat: 59.35, lon: 17.9 },
  ];
  const frame = frameOf(points, BOX)!;
  for (const { lat, lon } of points) {
    expect(frame.x(lon)).toBeGreaterThanOrEqual(19.999);
    expect(frame.x(lon)).toBeLessThanOrEqual(380.001);
    expect(frame.y(lat)).toBeGreaterThanOrEqual(19.999);
    expect(frame.y(lat)).toBeLessThanOrEqual(280.001);
  }
  expect(frame.y(59.4)).toBeLessThan(frame.y(59.3));
  expect((frame.y(59.3) - frame.y(59.4)) * frame.metresPerUnit).toBeCloseTo(11_119, -2);
});

test('OBJ-008: an object that stood still is drawn in the middle of some land, and nothing at all is not drawn', () => {
  const frame = frameOf([{ lat: 59.3, lon: 18 }], BOX)!;
  expect([frame.x(18), frame.y(59.3)]).toEqual([200, 150]);
  expect(frame.metresPerUnit * 260).toBeCloseTo(500, 0);
  expect(frameOf([], BOX)).toBeNull();
});

test('a scale bar has a round length that fits', () => {
  expect(scaleBarOf({ metresPerUnit: 10 }, 100)).toEqual({ metres: 1000, units: 100 });
  expect(scaleBarOf({ metresPerUnit: 9 }, 100)).toMatchObject({ metres: 500 });
  expect(scaleBarOf({ metresPerUnit: 0.5 }, 90)).toMatchObject({ metres: 20 });
});
