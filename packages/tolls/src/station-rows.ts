import type { ControlPoint, Station, TollArea } from './types.ts';

interface SharedFacts {
  readonly area: TollArea;
  readonly withinM: number;
  readonly isApproximate: boolean;
  readonly asOfYear?: number;
}

/** The price tables of an area's points: of a plain one, and of one with a star behind its number. */
interface PointTariffs {
  readonly plain: string;
  readonly starred: string;
}

const e7 = (degrees: string | undefined): number => Math.round(Number(degrees) * 1e7);

function pointOf(text: string, tariffs: PointTariffs | undefined): ControlPoint {
  const [id = '', lat, lon] = text.split(' ');
  const place = { latE7: e7(lat), lonE7: e7(lon), id: id.replace('*', '') };
  return tariffs ? { ...place, tariff: id.endsWith('*') ? tariffs.starred : tariffs.plain } : place;
}

/**
 * Stations from a table of text: a line each, `key|name|number latitude longitude|…`, the key unique within the area. A line `# name` begins
 * the stations of a ring.
 */
export function stationsOfRows(table: string, shared: SharedFacts, tariffs?: PointTariffs): Station[] {
  const stations: Station[] = [];
  let ring = '';
  for (const row of table.trim().split('\n')) {
    if (row.startsWith('#')) {
      ring = row.slice(1).trim();
      continue;
    }
    const [key = '', name = '', ...points] = row.split('|');
    const station = { ...shared, id: `${shared.area}/${key}`, name, points: points.map((point) => pointOf(point, tariffs)) };
    stations.push(ring ? { ...station, ring } : station);
  }
  return stations;
}
