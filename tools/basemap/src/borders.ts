import type { Feature, LineString, Position } from 'geojson';
import { type Box, isInside } from './rings.ts';

/** The part of TopoJSON that world-atlas uses. */
export interface Topology {
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly objects: { readonly countries: { readonly geometries: readonly Country[] } };
}
export interface Country {
  readonly type: 'Polygon' | 'MultiPolygon';
  readonly arcs: readonly (readonly number[])[] | readonly (readonly (readonly number[])[])[];
  readonly properties: { readonly name: string };
}

/** Borders between countries: the arcs that two countries share, so no coast. Only stretches that `isWanted`. */
export function borders(topology: Topology, isWanted: (p: Position) => boolean): Feature<LineString>[] {
  const users = new Map<number, number>();
  for (const country of topology.objects.countries.geometries) {
    const own = new Set(
      (country.arcs as readonly unknown[])
        .flat(3)
        .map(Number)
        .map((arc) => (arc < 0 ? ~arc : arc)),
    );
    for (const arc of own) users.set(arc, (users.get(arc) ?? 0) + 1);
  }
  return [...users].flatMap(([arc, count]) => (count < 2 ? [] : stretches(positions(topology, arc), isWanted)));
}

export const insideOf = (box: Box) => (p: Position) => isInside(box, p);

/** The outer rings of a country; a ring that crosses the antimeridian is unwrapped, or it would span the world. */
export function countryRings(topology: Topology, country: Country): Position[][] {
  const polygons = (country.type === 'Polygon' ? [country.arcs] : country.arcs) as readonly (readonly (readonly number[])[])[];
  return polygons.map(([outer = []]) => {
    const ring = outer.flatMap((arc, i) => {
      const part = arc < 0 ? positions(topology, ~arc).toReversed() : positions(topology, arc);
      return i === 0 ? part : part.slice(1);
    });
    return ring.map(([lng = 0, lat = 0]) => [
      (ring[0]?.[0] ?? 0) - lng > 180 ? lng + 360 : lng - (ring[0]?.[0] ?? 0) > 180 ? lng - 360 : lng,
      lat,
    ]);
  });
}

function positions(topology: Topology, arc: number): Position[] {
  const { scale, translate } = topology.transform;
  let [x, y] = [0, 0];
  return (topology.arcs[arc] ?? []).map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

function stretches(line: readonly Position[], isWanted: (p: Position) => boolean): Feature<LineString>[] {
  const found: Position[][] = [];
  let open: Position[] | null = null;
  for (const [i, p] of line.entries()) {
    const isNear = isWanted(p) || isWanted(line[i - 1] ?? p) || isWanted(line[i + 1] ?? p);
    if (isNear && open) open.push(p);
    else if (isNear) found.push((open = [p]));
    else open = null;
  }
  return found
    .filter((part) => part.length > 1)
    .map((coordinates) => ({ type: 'Feature', properties: { admin_level: 2 }, geometry: { type: 'LineString', coordinates } }));
}
