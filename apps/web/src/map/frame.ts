import type { MapBounds, MapEdges, MapPoint, OtherPoint } from './shapes.ts';

/** A map, and what of it is kept clear along its edges. */
export interface Room {
  readonly width: number;
  readonly height: number;
  readonly padding: MapEdges;
  /** What stands along the edges: beside it a unit with its name has room where a group with that of its town has not. */
  readonly edges: MapEdges;
  readonly maxZoom: number;
}

/** A symbol and the name that is written below it, as far as they reach from where it is. */
const SYMBOL_PX = 14;
const NAME_PX = { across: 56, below: 36, speed: 14 } as const;
/** So much smaller may everything become for the sake of those outside. */
const SCALES = [1, 0.95, 0.9, 0.85, 0.8, 0.75] as const;
/** Shares of the room that is left: in the middle first, then farther and farther from it. */
const PLACES = [8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15, 0, 16].map((sixteenths) => sixteenths / 16);
/** A map of one spot has no size of its own. */
const LEAST_PX = 64;
const TILE_PX = 512;

/** The whole world is 1 by 1, with north at the top. */
const worldOf = ({ lat, lng }: MapPoint) => ({
  x: (lng + 180) / 360,
  y: 0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI),
});

/** What hides nothing is best. Rather than pushed out of sight one is shown, where all become but little smaller for it. */
const COSTS = { hiddenSymbol: 20, hiddenName: 10, outOfSight: 0, clear: -0.5, smaller: 2.4 } as const;

/** What it costs that a unit is at these pixels: its name, which hangs into the map from above, is less than its symbol. */
function costAt({ x, y, hangs }: { x: number; y: number; hangs: number }, { width, height, padding, edges }: Room): number {
  const right = width - Math.min(padding.right, edges.right + NAME_PX.across);
  const top = Math.min(padding.top, edges.top + SYMBOL_PX);
  const isClear = x >= padding.left && x <= right && y >= top && y <= height - padding.bottom;
  if (isClear) return COSTS.clear;
  if (x > -SYMBOL_PX && x < width + SYMBOL_PX && y > -SYMBOL_PX && y < height + SYMBOL_PX) return COSTS.hiddenSymbol;
  return x > 0 && x < width && y > -hangs && y < 0 ? COSTS.hiddenName : COSTS.outOfSight;
}

/**
 * The padding with which a map of these bounds hides as little as can be of the points outside of them under what stands along its
 * edges: it is moved within the room that it leaves, and made a little smaller where that helps. Otherwise it is in the middle.
 */
export function paddingAround(bounds: MapBounds, others: readonly OtherPoint[], room: Room): MapEdges {
  const { width, height, padding, maxZoom } = room;
  const [from, to] = [worldOf({ lat: bounds.north, lng: bounds.west }), worldOf({ lat: bounds.south, lng: bounds.east })];
  const [across, down] = [width - padding.left - padding.right, height - padding.top - padding.bottom];
  const largest = Math.min(across / (to.x - from.x), down / (to.y - from.y), TILE_PX * 2 ** maxZoom);
  const outside = others.map((other) => ({
    ...worldOf(other),
    hangs: NAME_PX.below + (other.isMoving ? NAME_PX.speed : 0),
  }));
  let best = { cost: Infinity, padding };
  for (const share of SCALES) {
    const scale = largest * share;
    const [leftOver, leftDown] = [
      Math.max(0, across - Math.max(LEAST_PX, (to.x - from.x) * scale)),
      Math.max(0, down - Math.max(LEAST_PX, (to.y - from.y) * scale)),
    ];
    for (const placeY of PLACES)
      for (const placeX of PLACES) {
        const edges = {
          left: padding.left + leftOver * placeX,
          right: padding.right + leftOver * (1 - placeX),
          top: padding.top + leftDown * placeY,
          bottom: padding.bottom + leftDown * (1 - placeY),
        };
        const [middleX, middleY] = [(edges.left + width - edges.right) / 2, (edges.top + height - edges.bottom) / 2];
        let cost = (1 - share) * COSTS.smaller;
        for (const { x, y, hangs } of outside)
          cost += costAt(
            {
              x: middleX + (x - (from.x + to.x) / 2) * scale,
              y: middleY + (y - (from.y + to.y) / 2) * scale,
              hangs,
            },
            room,
          );
        // Where nothing is hidden as it is, nothing moves.
        if (best.cost === Infinity && cost <= 0) return edges;
        if (cost < best.cost) best = { cost, padding: edges };
      }
  }
  return best.padding;
}

export const cornersOf = ({ west, south, east, north }: MapBounds): MapPoint[] => [
  { lat: south, lng: west },
  { lat: north, lng: east },
];
