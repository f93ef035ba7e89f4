import { expect, test } from 'vitest';
import { paddingAround } from './frame.ts';
import { paddingOf } from './map-handle.ts';
import { boundsOf, type MapBounds, type MapEdges, type MapPoint } from './shapes.ts';

/** A phone's map with its search and buttons. */
const size = { width: 390, height: 459 };
const edges = { top: 56, right: 56, bottom: 76, left: 4, townNames: 72 };
const padding = paddingOf(size, edges);
const room = { ...size, padding, edges, maxZoom: 14 };
/** From Bergen to Stockholm and down to Malmö. */
const FLEET = boundsOf([
  { lat: 60.4, lng: 5.3 },
  { lat: 59.3, lng: 18.1 },
  { lat: 55.6, lng: 13 },
])!;

/** Where the map draws a point when it shows the bounds inside of these edges, and at what scale. */
function drawn({ west, south, east, north }: MapBounds, edges: MapEdges, point: MapPoint = { lat: south, lng: west }) {
  const up = (lat: number) => Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
  const inside = [size.width - edges.left - edges.right, size.height - edges.top - edges.bottom] as const;
  const scale = Math.min(inside[0] / ((east - west) / 360), inside[1] / (up(north) - up(south)), 512 * 2 ** room.maxZoom);
  return {
    scale,
    x: edges.left + inside[0] / 2 + ((point.lng - (west + east) / 2) / 360) * scale,
    y: edges.top + inside[1] / 2 - (up(point.lat) - (up(north) + up(south)) / 2) * scale,
  };
}

test('MAP-027: a unit that is no part of a first view does not lie under the buttons over it, which then moves down', () => {
  const umea = { lat: 63.8, lng: 20.3 };
  expect(drawn(FLEET, padding, umea).y, 'with all in the middle').toBeLessThan(56);
  const moved = paddingAround(FLEET, [umea], room);
  const { x, y, scale } = drawn(FLEET, moved, umea);
  expect(y).toBeGreaterThanOrEqual(56 + 14);
  // Its name is as long on either side.
  expect(x).toBeLessThanOrEqual(size.width - 56 - 56);
  expect(scale).toBeGreaterThanOrEqual(0.9 * drawn(FLEET, padding).scale);
  // What was to be seen is where it was: inside of what is kept clear.
  for (const side of ['top', 'right', 'bottom', 'left'] as const) expect(moved[side]).toBeGreaterThanOrEqual(padding[side]);
});

test('MAP-027: one that lies out of sight moves nothing, and one whose name alone hangs into the map is moved out of it', () => {
  const kiruna = { lat: 67.8, lng: 20.2 };
  const middle = drawn(FLEET, padding);
  const still = drawn(FLEET, paddingAround(FLEET, [kiruna], room));
  expect([still.scale, still.x, still.y].map(Math.round)).toEqual([middle.scale, middle.x, middle.y].map(Math.round));
  // So far to the right it could be shown nowhere but under the buttons.
  const hanging = { lat: 65.2, lng: 26 };
  expect(drawn(FLEET, padding, hanging).y).toBeGreaterThan(-36);
  const { y, scale } = drawn(FLEET, paddingAround(FLEET, [hanging], room), hanging);
  expect(y).toBeLessThanOrEqual(-36);
  expect(scale).toBeCloseTo(middle.scale);
  // How fast it drives stands one line lower.
  const driving = paddingAround(FLEET, [{ ...hanging, isMoving: true }], room);
  expect(drawn(FLEET, driving, hanging).y).toBeLessThanOrEqual(-50);
});

test('MAP-027: a map of one spot keeps its zoom and has room around it', () => {
  const spot = boundsOf([{ lat: 59.3, lng: 18 }])!;
  const moved = paddingAround(spot, [{ lat: 59.3, lng: 18.012 }], room);
  expect(size.width - moved.left - moved.right).toBeGreaterThan(40);
  expect(size.height - moved.top - moved.bottom).toBeGreaterThan(40);
});
