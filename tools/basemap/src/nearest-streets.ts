import type { Network } from '@spora/simulator/network';
import { encodePolyline } from '@spora/telemetry/polyline';

/**
 * The server's table of streets for "near Sveavägen, Stockholm": lines of town, name and encoded polylines, tab separated. A street is
 * all roads of one name in one network. The town is the network's: the nearest place of a point may lie across a water from its street.
 */
export function nearestStreetTable(networks: readonly Network[]): string {
  const rows = networks.flatMap(({ town, roads }) => {
    const named = roads.flatMap(({ streetName, points }) =>
      streetName === null ? [] : { streetName, line: encodePolyline(points) },
    );
    return [...Map.groupBy(named, ({ streetName }) => streetName)].map(([name, parts]) =>
      // A road that is driven both ways stands once.
      [town, name, ...new Set(parts.map(({ line }) => line))].join('\t'),
    );
  });
  return rows.toSorted().join('\n') + '\n';
}
