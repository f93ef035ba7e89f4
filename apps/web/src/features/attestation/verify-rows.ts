import type { Field, FieldValue, SealDocument } from '@spora/seal/document';
import {
  disclosed,
  type FieldDifference,
  fieldDifferences,
  isSealedField,
  SEALED_HEAD_FIELDS,
  SEALED_ROW_FIELDS,
  type SealedField,
  type SealedHeadField,
  type SealedRowField,
} from '@spora/seal/fields';

/** Something of a file that is not as it was sealed. */
export interface RowDifference {
  /** The trip's number; null of the period itself, of the file as a whole, and of a trip that is withheld. */
  readonly id: number | null;
  /** When the trip began; empty when nothing says so. */
  readonly at: string;
  readonly what: SealedField | 'missing' | 'added' | 'totals';
  /** Of which something differs. */
  readonly of: 'trip' | 'period' | 'file';
  /** Both are missing where they are withheld. */
  readonly sealed?: FieldValue;
  readonly found?: FieldValue;
  /** Called otherwise since, with who or what it is unchanged. */
  readonly isName: boolean;
}

type Json = Record<string, unknown>;
type SealedRow = SealDocument['rows'][number];
interface SealedPlace {
  readonly row: SealedRow;
  readonly head: SealDocument['head'];
}
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is FieldValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
const scalar = (value: unknown): FieldValue => (isScalar(value) ? value : null);
const part = (trip: Json, name: string): Json => {
  const end = trip[name];
  return isObject(end) ? end : {};
};
const metres = (km: unknown): FieldValue => (typeof km === 'number' ? Math.round(km * 1000) : null);
const instant = (time: unknown): FieldValue =>
  typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : null;
const listed = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * Where the file tells beside its seals what a row was sealed with; null of what it tells nowhere else: the log itself was held against
 * that when the file was made.
 */
const TOLD: Readonly<Record<SealedRowField, ((trip: Json) => FieldValue) | null>> = {
  id: ({ id }) => scalar(id),
  started_at: (trip) => instant(part(trip, 'start')['time']),
  ended_at: (trip) => instant(part(trip, 'stop')['time']),
  start_address: (trip) => scalar(part(trip, 'start')['address']),
  stop_address: (trip) => scalar(part(trip, 'stop')['address']),
  start_odometer_m: (trip) => metres(part(trip, 'start')['odometer_km']),
  stop_odometer_m: (trip) => metres(part(trip, 'stop')['odometer_km']),
  distance_m: ({ distance_m: told }) => scalar(told),
  type: ({ type }) => scalar(type),
  driver: ({ driver }) => scalar(driver),
  driver_id: ({ driver_id: told }) => scalar(told),
  purpose: ({ purpose }) => scalar(purpose),
  project: ({ project }) => scalar(project),
  note: ({ note }) => scalar(note),
  visited: ({ visited }) => scalar(visited),
  passengers: ({ passengers }) => (Array.isArray(passengers) ? JSON.stringify(listed(passengers).map(({ name }) => name)) : null),
  is_manual: ({ is_manual: told }) => scalar(told),
  // Of which rows a trip is made is compared by their numbers.
  merged_into_id: null,
  edits: null,
};

/** The same of the period's head. */
const TOLD_OF_HEAD: Readonly<Record<SealedHeadField, ((trip: Json, file: Json) => FieldValue) | null>> = {
  account: (_trip, { account }) => scalar(account),
  unit: ({ unit_name: told }) => scalar(told),
  registration_number: ({ registration_number: told }) => scalar(told),
  time_zone: (_trip, { time_zone: told }) => scalar(told),
  driver: null,
  driver_id: null,
  from_day: null,
  to_day: null,
  note: null,
  user_attested_at: null,
  user_attested_by: null,
  user_attested_by_id: null,
  admin_attested_at: null,
  admin_attested_by: null,
  admin_attested_by_id: null,
  trips: null,
  business_m: null,
  private_m: null,
  other_m: null,
  start_odometer_m: null,
  stop_odometer_m: null,
};

/** Fields that a file tells beside its seals, so that the page can name them. */
export const TOLD_FIELDS = {
  row: SEALED_ROW_FIELDS.filter((name) => TOLD[name] !== null),
  head: SEALED_HEAD_FIELDS.filter((name) => TOLD_OF_HEAD[name] !== null),
};

/**
 * TRIP-029: what a file tells beside its seals, held against them: every field of every attested trip, trips that are missing and trips
 * that came. Such a file may well be ours: it tells what stood in the database when it was made, and that may have been changed behind the
 * program's back; what the program found then stands beside each period. What is withheld is not judged here.
 */
export function differencesIn(bytes: Uint8Array, periods: readonly unknown[]): RowDifference[] {
  const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const file = isObject(parsed) ? parsed : {};
  const trips = listed(file['trips']);
  const places = periods.filter(isObject).flatMap(placesOf);
  // Found by number: looking through all rows for each trip would take minutes for a large fleet.
  const byTrip = new Map<unknown, SealedPlace[]>();
  for (const place of places) {
    const first = firstIdOf(place.row);
    if (typeof first === 'number') byTrip.set(first, [...(byTrip.get(first) ?? []).slice(0, MOST_PARTS), place]);
  }
  const starts = new Map(trips.map((trip) => [trip['id'], startOf(trip)]));
  const missing = places.flatMap(({ row }): RowDifference[] => {
    const id = disclosed(row, 'id');
    const isTold = id === undefined || starts.has(firstIdOf(row));
    return isTold ? [] : [{ ...tripAt(id, disclosed(row, 'started_at')), what: 'missing', isName: false }];
  });
  const told = trips.flatMap((trip): RowDifference[] => {
    const rows = byTrip.get(trip['id']);
    if (rows) return ofTrip(trip, file, rows);
    return isStray(trip) ? [{ ...tripAt(trip['id'], startOf(trip)), what: 'added', isName: false }] : [];
  });
  return once([...told, ...missing, ...ofTotals(file, trips), ...periods.filter(isObject).flatMap((one) => ofLog(one, starts))]);
}

/** A row of the log is one that was sealed or two; a third is enough to know that something is wrong. */
const MOST_PARTS = 2;

function placesOf({ document }: Json): SealedPlace[] {
  if (!isObject(document)) return [];
  const head = isObject(document['head']) ? document['head'] : {};
  return listed(document['rows']).map((row) => ({ row: fieldsIn(row), head: fieldsIn(head) }));
}

/** Nothing is taken for granted of what stands in a file. */
const fieldsIn = (fields: Json): SealedRow =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, Field] => isObject(entry[1]) && ('hash' in entry[1] || isScalar(entry[1]['value'])),
    ),
  );

/** The trip of the log in which a row is shown: its own, or the one that it was merged into. */
const firstIdOf = (row: SealedRow): FieldValue | undefined => disclosed(row, 'merged_into_id') ?? disclosed(row, 'id');

const tripAt = (id: unknown, at: unknown): Pick<RowDifference, 'id' | 'at' | 'of'> => ({
  id: typeof id === 'number' ? id : null,
  at: String(instant(at) ?? ''),
  of: 'trip',
});

const startOf = (trip: Json): unknown => part(trip, 'start')['time'];

/**
 * Said to be attested, and not in any period: every such trip that the reader sees is disclosed in its own. The periods of masked trips
 * are not told to others.
 */
const isStray = (trip: Json): boolean => Boolean(trip['attested_by']) && trip['is_masked'] !== true;

function ofTrip(trip: Json, file: Json, places: readonly SealedPlace[]): RowDifference[] {
  const rows = places
    .map(({ row }) => row)
    .toSorted((a, b) => String(disclosed(a, 'started_at')).localeCompare(String(disclosed(b, 'started_at'))));
  const head = places[0]?.head ?? {};
  const sealed = asShown(rows);
  const started = disclosed(sealed, 'started_at');
  const told = Object.fromEntries(SEALED_ROW_FIELDS.map((name) => [name, toldOf(name, trip, sealed, rows.length > 1)]));
  const toldOfHead = Object.fromEntries(SEALED_HEAD_FIELDS.map((name) => [name, TOLD_OF_HEAD[name]?.(trip, file)]));
  const found: FieldDifference[] = [
    ...fieldDifferences(sealed, told),
    ...ofParts(trip, rows),
    ...fieldDifferences(head, toldOfHead),
    ...ofAttestation(trip, head),
  ];
  return found.map(({ field, ...one }) => ({ ...tripAt(trip['id'], started ?? startOf(trip)), what: field, ...one }));
}

const TEXTS: ReadonlySet<string> = new Set(['purpose', 'project', 'note', 'visited']);

function toldOf(name: SealedRowField, trip: Json, sealed: SealedRow, isMerged: boolean): FieldValue | undefined {
  const told = TOLD[name]?.(trip);
  const was = disclosed(sealed, name);
  // An odometer that nobody knew yet may be known by now.
  if (was === null && name.endsWith('_odometer_m')) return undefined;
  // What was said of two may be put together in the log.
  if (isMerged && TEXTS.has(name) && typeof told === 'string' && typeof was === 'string' && told.includes(was)) return was;
  return told;
}

/** Of two merged trips the sealed rows are two, the file's one: it begins as the first, ends as the last and is as long as both. */
function asShown(rows: readonly SealedRow[]): SealedRow {
  const [first = {}, last = {}] = [rows[0], rows.at(-1)];
  if (rows.length < 2) return first;
  const field = (value: FieldValue | undefined): Field => (value === undefined ? { hash: '' } : { salt: '', value });
  const lengths = rows.map((row) => disclosed(row, 'distance_m'));
  const said = (name: string, nothing: string): [string, Field] => {
    const values = rows.map((row) => disclosed(row, name));
    return [name, field(values.includes(undefined) ? undefined : (values.find((value) => value !== nothing) ?? nothing))];
  };
  const ends = ['ended_at', 'stop_address', 'stop_odometer_m'].map((name): [string, Field] => [
    name,
    field(disclosed(last, name)),
  ]);
  return {
    ...first,
    distance_m: field(lengths.includes(undefined) ? undefined : lengths.reduce<number>((sum, length) => sum + Number(length), 0)),
    ...Object.fromEntries([...ends, ...[...TEXTS].map((name) => said(name, '')), said('passengers', '[]')]),
  };
}

/** Of which sealed rows the trip is said to be made. */
function ofParts(trip: Json, rows: readonly SealedRow[]): FieldDifference[] {
  if (!Array.isArray(trip['parts']) || trip['is_masked'] === true) return [];
  const parts = listed(trip['parts']).map(({ id }) => Number(id));
  const found = (parts.length > 0 ? parts : [Number(trip['id'])]).join(', ');
  const sealed = rows.map((row) => Number(disclosed(row, 'id'))).join(', ');
  return sealed === found ? [] : [{ field: 'merged_into_id', sealed, found, isName: false }];
}

/** The file says of each trip who has attested it, the highest; the seal says when. */
function ofAttestation(trip: Json, head: SealDocument['head']): FieldDifference[] {
  return (['user', 'admin'] as const).flatMap((who): FieldDifference[] => {
    const field = `${who}_attested_at` as const;
    const sealed = disclosed(head, field);
    if (sealed === undefined || (who === 'user' && trip['attested_by'] === 'admin')) return [];
    const isSaid = trip['attested_by'] === who;
    return isSaid === (sealed !== null) ? [] : [{ field, sealed, found: isSaid ? who : null, isName: false }];
  });
}

/** The sums of a file are those of its trips. */
function ofTotals(file: Json, trips: readonly Json[]): RowDifference[] {
  const { totals } = file;
  if (!isObject(totals)) return [];
  const length = (of: readonly Json[]): number => of.reduce((sum, trip) => sum + Number(trip['distance_m']), 0);
  const byType = part(totals, 'by_type');
  const pairs = [
    [totals['trips'], trips.length],
    [totals['distance_m'], length(trips)],
    ...['business', 'private', 'other'].map((type) => [byType[type], length(trips.filter((trip) => trip['type'] === type))]),
  ];
  const isSame = pairs.every(([told, sum]) => Math.abs(Number(told) - Number(sum)) < 1);
  return isSame ? [] : [{ id: null, at: '', of: 'file', what: 'totals', isName: false }];
}

/** What the program found when it made the file: there it could hold all that is sealed against the log, also what is withheld here. */
function ofLog({ altered, document }: Json, starts: ReadonlyMap<unknown, unknown>): RowDifference[] {
  const rows = isObject(document) && Array.isArray(document['rows']) ? (document['rows'] as unknown[]) : [];
  return listed(altered).map((one) => {
    const { row, trip_id: id, field, sealed, found } = one;
    const isOfRow = typeof row === 'number';
    const fields = isOfRow ? rows[row] : null;
    const started = isObject(fields) ? disclosed(fieldsIn(fields), 'started_at') : undefined;
    const isOfPeriod = !isOfRow && isSealedField(field);
    return {
      ...tripAt(id, started ?? starts.get(id)),
      of: isOfPeriod ? 'period' : 'trip',
      what: isSealedField(field) ? field : isOfRow ? 'missing' : 'added',
      ...('sealed' in one ? { sealed: scalar(sealed), found: scalar(found) } : {}),
      isName: one['is_name'] === true,
    };
  });
}

/** The same may be told by the file's own list and by what was found when it was made. What is withheld is each its own. */
function once(differences: readonly RowDifference[]): RowDifference[] {
  const seen = new Set<string>();
  return differences.filter(({ id, of, what, sealed, found }) => {
    if (of === 'trip' && id === null) return true;
    const key = JSON.stringify([id, of, what, ...(of === 'trip' ? [] : [sealed, found])]);
    return seen.has(key) ? false : seen.add(key);
  });
}
