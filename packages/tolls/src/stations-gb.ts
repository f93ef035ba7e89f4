import { stationsOfRows } from './station-rows.ts';
import type { Station, Zone } from './types.ts';

/** Tolled crossings; the number is how near counts, m, for the positions are rounded ones of one source. */
const CROSSINGS: readonly (readonly [withinM: number, row: string])[] = [
  [800, 'dart-charge|Dartford Crossing|crossing 51.46472 0.25861'],
  [300, 'blackwall|Blackwall Tunnel|crossing 51.50444 -0.00306'],
  [300, 'silvertown|Silvertown Tunnel|crossing 51.50472 0.00806'],
  [300, 'mersey-gateway|Mersey Gateway|crossing 53.3528 -2.713'],
  [300, 'silver-jubilee|Silver Jubilee Bridge|crossing 53.3466 -2.7377'],
  [500, 'tyne|Tyne Tunnels|crossing 54.986 -1.4847'],
  [500, 'humber|Humber Bridge|crossing 53.7064 -0.45'],
  [200, 'warburton|Warburton Bridge|crossing 53.4074 -2.45881'],
];

/** The crossings of Great Britain. */
export const BRITISH_STATIONS: readonly Station[] = CROSSINGS.flatMap(([withinM, row]) =>
  stationsOfRows(row, { area: 'gb-crossings', withinM, isApproximate: true }),
);

/** London's congestion charging zone: inside the Inner Ring Road, drawn here to 100 to 200 m. Corners as latitude and longitude. */
const CONGESTION_ZONE = `
51.5203 -0.168
51.5225 -0.157
51.524 -0.144
51.527 -0.1325
51.5305 -0.1235
51.532 -0.106
51.5256 -0.0877
51.5235 -0.0775
51.5145 -0.0725
51.5085 -0.0745
51.501 -0.0775
51.4945 -0.082
51.495 -0.1005
51.4885 -0.111
51.486 -0.124
51.489 -0.13
51.4965 -0.1445
51.5027 -0.1527
51.5131 -0.1589
`;

/** The zones of Great Britain. The ultra low emission zone is not among them: it is by emission class, and no border of it is known here. */
export const BRITISH_ZONES: readonly Zone[] = [
  {
    id: 'gb-london/congestion-charge',
    area: 'gb-london',
    name: 'London Congestion Charge',
    polygon: CONGESTION_ZONE.trim()
      .split('\n')
      .map((corner) => {
        const [lat, lon] = corner.split(' ');
        return [Math.round(Number(lat) * 1e7), Math.round(Number(lon) * 1e7)] as const;
      }),
    isApproximate: true,
    timeZone: 'Europe/London',
    countedAnewAt: ['07:00', '12:00'],
  },
];
