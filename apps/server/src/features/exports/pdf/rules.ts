import type { Trip } from '@spora/contract/trips/endpoints';
import { addressOf, lengthOf, remarksOf, type RowWords, type Words } from '../rules.ts';

/** A column on paper: several of a spreadsheet's in one, so that a row fits a page that lies. */
export interface PaperColumn {
  readonly id: 'date' | 'unit' | 'route' | 'odometer' | 'distance' | 'type' | 'driver' | 'errand';
  /** Of the width of the page, in parts. */
  readonly parts: number;
  readonly isRight?: boolean;
  readonly textOf: (trip: Trip, words: RowWords) => string;
}

const lines = (...texts: readonly (string | null | undefined)[]): string => texts.filter(Boolean).join('\n');

/**
 * TRIP-017, TRIP-031, TRIP-035: everything that a spreadsheet's row has, stacked by what belongs together. What the heading says of all
 * rows alike, as their only unit or who attested them, stands in none of them.
 */
export function paperColumns(trips: readonly Trip[], hasOneNamedUnit: boolean): readonly PaperColumn[] {
  const isAttestedAlike = trips.every(({ attested_by }) => attested_by !== null && attested_by === trips[0]?.attested_by);
  return COLUMNS.filter(({ id }) => !(id === 'unit' && hasOneNamedUnit)).map((column) =>
    column.id === 'type' && isAttestedAlike ? { ...column, textOf: ({ type }, { typeName }) => typeName(type) } : column,
  );
}

const COLUMNS: readonly PaperColumn[] = [
  { id: 'date', parts: 11, textOf: (trip, words) => lines(trip.day, timesOf(trip, words)) },
  {
    id: 'unit',
    parts: 13,
    textOf: (trip) => lines(trip.unit_name, trip.registration_number === trip.unit_name ? '' : trip.registration_number),
  },
  {
    id: 'route',
    parts: 28,
    textOf: (trip, words) => lines(addressOf(trip.start, words), trip.stop && addressOf(trip.stop, words)),
  },
  {
    id: 'odometer',
    parts: 11,
    isRight: true,
    textOf: ({ start, stop }, words) =>
      lines(
        ...[start.odometer_km, stop?.odometer_km].map((km) =>
          km === null || km === undefined ? '' : words.format.number((km * 1000) / lengthOf(words).metres, 1),
        ),
      ),
  },
  {
    id: 'distance',
    parts: 11,
    isRight: true,
    textOf: ({ distance_m, average_kmh, fuel, fuel_unit, co2_kg }, words) => {
      const { format } = words;
      return lines(
        format.number(distance_m / lengthOf(words).metres, 1),
        average_kmh === null ? '' : format.speed(average_kmh),
        fuel === null ? '' : `${format.number(fuel, 1)}\u00a0${fuel_unit}`,
        co2_kg === null ? '' : `${format.number(co2_kg, 1)}\u00a0kg\u00a0CO2`,
      );
    },
  },
  {
    id: 'type',
    parts: 12,
    textOf: (trip, { t, typeName }) =>
      lines(typeName(trip.type), trip.attested_by && `${t('ExportColumn-attested')}: ${t(`ExportAttested-${trip.attested_by}`)}`),
  },
  {
    id: 'driver',
    parts: 13,
    textOf: (trip, { supplementOf, format }) => {
      const supplement = supplementOf(trip);
      const names = trip.passengers.map(({ name }) => name).join(', ');
      return lines(trip.driver, names, supplement && format.money(supplement.amount, supplement.currency));
    },
  },
  {
    id: 'errand',
    parts: 23,
    textOf: (trip, words) =>
      lines(trip.purpose, trip.visited, trip.project, trip.note, tollsOf(trip, words), ...remarksOf(trip, words)),
  },
];

/** What it cost in tolls, in each currency; empty for nothing. */
function tollsOf(trip: Trip, words: RowWords): string {
  const sums = words.tollsOf(trip).map(({ amount, currency }) => words.format.money(amount, currency));
  return sums.length === 0 ? '' : `${words.t('ExportColumn-tolls')}: ${sums.join(' + ')}`;
}

/** `08:00–08:42`; with the day when it ended on another. Nothing of a masked trip. */
function timesOf({ start, stop }: Trip, { format }: Words): string {
  if (start.time === null || !stop?.time) return '';
  const end = format.day(stop.time) === format.day(start.time) ? format.time(stop.time) : format.dateTime(stop.time);
  return `${format.time(start.time)}–${end}`;
}
