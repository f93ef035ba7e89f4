import type { MapUnit } from './shapes.ts';
import { cellKey, worldPx } from './world-px.ts';

/** Units that are drawn as one, the first of them for all. */
export type Stack = readonly [head: MapUnit, ...rest: MapUnit[]];

/** Nearer than this to each other, of two symbols only the upper one is seen. */
const STACK_PX = 12;
/**
 * MAP-024: of units that are near enough to be drawn one by one, those that lie on each other at this zoom. What drives is elsewhere in a
 * moment and lies on nothing. The head is one of `preferred` (chosen, pointed at), else the one in the worst state; one look at each.
 */
export function stacksOf(units: readonly MapUnit[], zoom: number, parts: StackParts): Stack[] {
  const cells = new Map<number, { readonly x: number; readonly y: number; readonly units: MapUnit[] }[]>();
  const found: MapUnit[][] = [];
  for (const unit of units) {
    if (unit.state === 'moving') continue;
    const [x, y] = worldPx(unit, zoom);
    const [column, row] = [Math.floor(x / STACK_PX), Math.floor(y / STACK_PX)];
    let mine: MapUnit[] | undefined;
    for (let at = 0; at < 9 && !mine; at += 1) {
      const near = cells.get(cellKey(column + (at % 3) - 1, row + Math.floor(at / 3) - 1));
      mine = near?.find((each) => Math.hypot(each.x - x, each.y - y) < STACK_PX)?.units;
    }
    if (mine) {
      mine.push(unit);
      continue;
    }
    const begun = { x, y, units: [unit] };
    const key = cellKey(column, row);
    const cell = cells.get(key);
    if (cell) cell.push(begun);
    else cells.set(key, [begun]);
    found.push(begun.units);
  }
  const rankOf = ({ id, state }: MapUnit): number =>
    parts.preferred.includes(id) ? -1 - parts.preferred.length + parts.preferred.indexOf(id) : -parts.severityOf(state) / 100;
  return found.flatMap((each): Stack[] => {
    const [head, ...rest] = each.toSorted((a, b) => rankOf(a) - rankOf(b) || a.id - b.id);
    return head && rest.length > 0 ? [[head, ...rest]] : [];
  });
}

export interface StackParts {
  /** Most wanted first. */
  readonly preferred: readonly number[];
  /** Below 100. */
  readonly severityOf: (state: MapUnit['state']) => number;
}
