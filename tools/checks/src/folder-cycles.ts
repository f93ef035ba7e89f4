import { isTest, type Finding } from './tree.ts';

/** Who imports whom, types included: a file and the files that it names. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The folders below each of these are rooms, and no two rooms may need each other, however long the way round. */
export const FLOORS: readonly string[] = [
  'apps/server/src',
  'apps/server/src/core',
  'apps/server/src/features',
  'apps/server/src/platform',
  'apps/web/src',
  'apps/web/src/features',
  'packages',
];

const isScaffold = (path: string): boolean =>
  isTest(path) || /\.testing\.tsx?$|\/testing[a-z-]*\.tsx?$|\/testing\/|\/contract-suite\.ts$/.test(path);

/** The circles of rooms on a floor, each with an import that makes every arrow of it. */
export function folderCycles(graph: ImportGraph, floors: readonly string[] = FLOORS): Finding[] {
  return floors.flatMap((floor) => {
    const roomOf = (path: string): string | null => {
      const rest = path.startsWith(`${floor}/`) ? path.slice(floor.length + 1) : '';
      return rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : null;
    };
    const arrows = new Map<string, Map<string, string>>();
    for (const [from, targets] of graph) {
      const room = isScaffold(from) ? null : roomOf(from);
      if (room === null) continue;
      const own = arrows.get(room) ?? new Map<string, string>();
      arrows.set(room, own);
      for (const to of targets) {
        const other = isScaffold(to) ? null : roomOf(to);
        if (other !== null && other !== room && !own.has(other)) own.set(other, `${from} -> ${to}`);
      }
    }
    return circlesOf(arrows).map((rooms) => ({
      path: floor,
      message: `rooms need each other: ${rooms.join(', ')}\n${rooms
        .flatMap((room) => [...(arrows.get(room) ?? [])].filter(([to]) => rooms.includes(to)).map(([, by]) => `       ${by}`))
        .join('\n')}`,
    }));
  });
}

/** Groups of two or more that all reach each other (Tarjan's strongly connected components). */
function circlesOf(arrows: ReadonlyMap<string, ReadonlyMap<string, string>>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (room: string): number => {
    const own = index.size;
    index.set(room, own);
    low.set(room, own);
    stack.push(room);
    for (const next of arrows.get(room)?.keys() ?? []) {
      const reached = index.has(next) ? (stack.includes(next) ? (index.get(next) ?? own) : own) : visit(next);
      low.set(room, Math.min(low.get(room) ?? own, reached));
    }
    const lowest = low.get(room) ?? own;
    if (lowest === own) {
      const circle = stack.splice(stack.indexOf(room));
      if (circle.length > 1) found.push(circle.toSorted());
    }
    return lowest;
  };
  for (const room of arrows.keys()) if (!index.has(room)) visit(room);
  return found;
}
