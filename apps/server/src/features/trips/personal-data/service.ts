import { strToU8 } from 'fflate';
import { decodeRoute } from '@spora/telemetry/route';
import type { PersonalFiles } from '../../../core/face.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { csvLine } from '../../../platform/documents/csv.ts';
import * as readModel from './read-model.ts';
import { maskedFor } from './rules.ts';

const TRIP_COLUMNS = [
  'id',
  'unit',
  'registration_number',
  'started_at',
  'ended_at',
  'type',
  'start_address',
  'stop_address',
  'start_odometer_m',
  'stop_odometer_m',
  'distance_m',
  'max_speed_kmh',
  'purpose',
  'note',
  'project',
  'visited',
  'passengers',
  'odometer_explanation',
] as const;

/** SEC-015: the trips that a member drove, with their routes. `unitIds`: those that who asks may see; null for whoever asks for their own. */
export async function tripFiles(ctx: MemberCtx, memberId: number, unitIds: readonly number[] | null): Promise<PersonalFiles> {
  const driven = await readModel.tripsDrivenBy(ctx, memberId, unitIds);
  const trips = driven.map((trip) => maskedFor(trip, unitIds === null));
  const lines = trips.map((trip) =>
    csvLine(
      TRIP_COLUMNS.map((column) => {
        const value = trip[column];
        return value instanceof Date ? value.toISOString() : (value ?? '');
      }),
    ),
  );
  const features = trips.flatMap(({ id, route, isMasked }) =>
    route && !isMasked
      ? [
          {
            type: 'Feature',
            properties: { trip: id },
            geometry: {
              type: 'MultiLineString',
              coordinates: decodeRoute(route).map((part) => part.map(({ lat, lon }) => [lon, lat])),
            },
          },
        ]
      : [],
  );
  return {
    files: {
      'trips.csv': strToU8(`\ufeff${csvLine([...TRIP_COLUMNS])}${lines.join('')}`),
      'routes.geojson': strToU8(`${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`),
    },
  };
}
