import type { FieldValue, SealDocument } from '@spora/seal/document';

/** A trip of a file that says something else than the seal of its period. */
export interface ChangedRow {
  readonly id: number;
  /** When the file says that it began; empty when it does not. */
  readonly at: string;
}

type SealedRow = SealDocument['rows'][number];
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The value that a seal vouches for; undefined where it is withheld or not there. */
function disclosed(row: SealedRow, name: string): FieldValue | undefined {
  const field: unknown = row[name];
  return isObject(field) && 'value' in field ? (field['value'] as FieldValue) : undefined;
}

/**
 * TRIP-029: the attested trips that a file tells beside its seals, held against them. Such a file may well be ours: it tells what
 * stood in the database when it was made, and that may have been changed behind the program's back. What is withheld is not judged.
 */
export function changedRows(bytes: Uint8Array, documents: readonly unknown[]): ChangedRow[] {
  const file: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const trips: unknown[] = isObject(file) && Array.isArray(file['trips']) ? file['trips'] : [];
  const sealed = documents.flatMap((document) => {
    const rows: unknown = isObject(document) ? document['rows'] : null;
    return Array.isArray(rows) ? rows.filter(isObject) : [];
  }) as SealedRow[];
  const isComplete = sealed.every((row) => disclosed(row, 'id') !== undefined);
  // Found by number: looking through all rows for each trip would take minutes for a large fleet. A row of the log is one sealed or two;
  // a third is enough to know that something is wrong.
  const byTrip = new Map<unknown, SealedRow[]>();
  for (const row of sealed)
    for (const id of new Set([disclosed(row, 'id'), disclosed(row, 'merged_into_id')])) {
      const rows = byTrip.get(id) ?? [];
      if (typeof id === 'number' && rows.length < 3) byTrip.set(id, [...rows, row]);
    }
  return trips.filter(isObject).flatMap((trip) => {
    const rows = byTrip.get(trip['id']) ?? [];
    const isChanged = rows.length === 0 ? isComplete && isStray(trip) : !saysTheSame(trip, rows);
    return isChanged ? [{ id: Number(trip['id']), at: startOf(trip) }] : [];
  });
}

/** Said to be attested, and not in any period. The periods of masked trips are not told to others; a row without a number may be it. */
const isStray = (trip: Record<string, unknown>): boolean => Boolean(trip['attested_by']) && trip['is_masked'] !== true;

const TEXTS = ['purpose', 'project', 'note', 'visited'] as const;
const part = (trip: Record<string, unknown>, name: string): Record<string, unknown> => {
  const end = trip[name];
  return isObject(end) ? end : {};
};
const startOf = (trip: Record<string, unknown>): string => {
  const { time } = part(trip, 'start');
  return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? time : '';
};
const metres = (km: unknown): FieldValue => (typeof km === 'number' ? Math.round(km * 1000) : null);
const instant = (time: unknown): FieldValue =>
  typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : null;

/** Of two merged trips the sealed rows are two, the file's one: it begins as the first, ends as the last and is as long as both. */
function saysTheSame(trip: Record<string, unknown>, rows: readonly SealedRow[]): boolean {
  const inOrder = rows.toSorted((a, b) => String(disclosed(a, 'started_at')).localeCompare(String(disclosed(b, 'started_at'))));
  const [first, last] = [inOrder[0] as SealedRow, inOrder.at(-1) as SealedRow];
  const lengths = rows.map((row) => disclosed(row, 'distance_m'));
  const pairs: [sealed: FieldValue | undefined, told: unknown][] = [
    [
      lengths.includes(undefined) ? undefined : lengths.reduce<number>((sum, length) => sum + Number(length), 0),
      trip['distance_m'],
    ],
    [disclosed(first, 'type'), trip['type']],
    [disclosed(first, 'driver_id'), trip['driver_id']],
    [disclosed(first, 'started_at'), instant(part(trip, 'start')['time'])],
    [disclosed(last, 'ended_at'), instant(part(trip, 'stop')['time'])],
    // An odometer that nobody knew yet may be known by now.
    [disclosed(first, 'start_odometer_m') ?? undefined, metres(part(trip, 'start')['odometer_km'])],
    [disclosed(last, 'stop_odometer_m') ?? undefined, metres(part(trip, 'stop')['odometer_km'])],
    // What was said of two is put together in the log.
    ...(rows.length > 1 ? [] : TEXTS.map((name): [FieldValue | undefined, unknown] => [disclosed(first, name), trip[name]])),
  ];
  return pairs.every(([was, told]) => was === undefined || was === told);
}
