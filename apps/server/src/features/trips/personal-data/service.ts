import { decodeRoute } from '@spora/telemetry/route';
import type { TripType } from '@spora/contract/units/endpoints';
import type { PersonalFiles } from '../../../core/face.ts';
import { type PersonalCell, personalCsv, personalJson, type PersonalWords } from '../../../core/personal-csv.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import * as readModel from './read-model.ts';
import { maskedFor, reasonOf } from './rules.ts';

/** What programs read of a trip. */
const TRIP_FIELDS = [
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

type Told = readModel.DrivenTrip & { readonly isMasked: boolean };

const km = (metres: number | null): PersonalCell => ({ number: metres === null ? null : metres / 1000, decimals: 1 });

/** What people read of it, in the order of the log's own files. */
const COLUMNS: readonly {
  readonly head: (words: PersonalWords) => string;
  readonly cellOf: (trip: Told, words: PersonalWords) => PersonalCell;
}[] = [
  // TRIP-032: of a masked trip only the day is told.
  {
    head: ({ t }) => t('ExportColumn-start'),
    cellOf: ({ started_at: at, isMasked }) => ({ at, as: isMasked ? 'day' : 'minute' }),
  },
  {
    head: ({ t }) => t('ExportColumn-stop'),
    cellOf: ({ ended_at: at, isMasked }) => (isMasked ? null : { at, as: 'minute' }),
  },
  { head: ({ t }) => t('ExportColumn-unit'), cellOf: ({ unit }) => unit },
  { head: ({ t }) => t('ExportColumn-plate'), cellOf: (trip) => trip.registration_number },
  { head: ({ t }) => t('ExportColumn-passengers'), cellOf: ({ passengers }) => passengers },
  { head: ({ t }) => t('ExportColumn-start_address'), cellOf: (trip) => trip.start_address },
  { head: ({ t }) => t('ExportColumn-stop_address'), cellOf: (trip) => trip.stop_address },
  { head: ({ t }) => t('ExportColumn-start_odometer'), cellOf: (trip) => km(trip.start_odometer_m) },
  { head: ({ t }) => t('ExportColumn-stop_odometer'), cellOf: (trip) => km(trip.stop_odometer_m) },
  { head: ({ t }) => t('ExportColumn-distance'), cellOf: (trip) => km(trip.distance_m) },
  { head: ({ own }) => own('PersonalColumn-top_speed'), cellOf: (trip) => ({ number: trip.max_speed_kmh, decimals: 0 }) },
  { head: ({ t }) => t('ExportColumn-type'), cellOf: ({ type }, { typeName }) => typeName(type as TripType) },
  { head: ({ t }) => t('ExportColumn-purpose'), cellOf: ({ purpose }) => purpose },
  { head: ({ t }) => t('ExportColumn-visited'), cellOf: ({ visited }) => visited },
  { head: ({ t }) => t('ExportColumn-project'), cellOf: ({ project }) => project },
  { head: ({ t }) => t('ExportColumn-note'), cellOf: ({ note }) => note },
  {
    head: ({ own }) => own('PersonalColumn-odometer'),
    cellOf: (trip, { t }) => {
      const { reason, note } = reasonOf(trip.odometer_explanation);
      return [reason && t(`OdometerReason-${reason}`), note].filter(Boolean).join(': ');
    },
  },
];

/**
 * SEC-015: the trips that a member drove, with their routes, for their own spreadsheet and for programs. `unitIds`: those that who asks may
 * see; null for whoever asks for their own.
 */
export async function tripFiles(
  ctx: MemberCtx,
  memberId: number,
  unitIds: readonly number[] | null,
  words: PersonalWords,
): Promise<PersonalFiles> {
  const driven = await readModel.tripsDrivenBy(ctx, memberId, unitIds);
  const trips: Told[] = driven.map((trip) => maskedFor(trip, unitIds === null));
  const features = trips.flatMap(({ id, unit, started_at, routes, isMasked }) =>
    routes.length > 0 && !isMasked
      ? [
          {
            type: 'Feature',
            properties: { trip: id, unit, started_at },
            geometry: {
              type: 'MultiLineString',
              coordinates: routes.flatMap(decodeRoute).map((part) => part.map(({ lat, lon }) => [lon, lat])),
            },
          },
        ]
      : [],
  );
  return {
    files: {
      'trips.csv': personalCsv(
        COLUMNS.map(({ head }) => head(words)),
        trips.map((trip) => COLUMNS.map(({ cellOf }) => cellOf(trip, words))),
        words,
      ),
      'trips.json': personalJson(trips.map((trip) => Object.fromEntries(TRIP_FIELDS.map((field) => [field, trip[field]])))),
      'routes.geojson': personalJson({ type: 'FeatureCollection', features }),
    },
  };
}
