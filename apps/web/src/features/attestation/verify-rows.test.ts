import { documentOf, type Fields, withhold, type FieldValue, type SealDocument } from '@spora/seal/document';
import { FIRST_PREVIOUS, newSealKeys, seal } from '@spora/seal/seal';
import { expect, test } from 'vitest';
import { verdictOf } from './verify-model.ts';
import { SEALED_HEAD_FIELDS, SEALED_ROW_FIELDS, type SealedField } from '@spora/seal/fields';
import { differencesIn, type RowDifference, TOLD_FIELDS } from './verify-rows.ts';

const sealedTrip = (over: Record<string, FieldValue> = {}): Record<string, FieldValue> => ({
  id: 7,
  merged_into_id: null,
  started_at: '2026-03-02T08:00:00.000Z',
  ended_at: '2026-03-02T08:30:00.000Z',
  start_odometer_m: 50_000_000,
  stop_odometer_m: 50_012_345,
  distance_m: 12_345,
  type: 'business',
  driver_id: 3,
  purpose: 'Besök',
  project: '',
  note: '',
  visited: '',
  ...over,
});
const trip = (over: object = {}) => ({
  id: 7,
  start: { time: '2026-03-02T08:00:00.000Z', odometer_km: 50_000 },
  stop: { time: '2026-03-02T08:30:00.000Z', odometer_km: 50_012.345 },
  distance_m: 12_345,
  type: 'business',
  driver_id: 3,
  purpose: 'Besök',
  project: '',
  note: '',
  visited: '',
  attested_by: 'user',
  is_masked: false,
  ...over,
});
const bytesOf = (file: object): Uint8Array => new TextEncoder().encode(JSON.stringify(file));
const found = (file: object, ...documents: SealDocument[]): RowDifference[] =>
  differencesIn(
    bytesOf(file),
    documents.map((document) => ({ document })),
  );
const changed = (trips: readonly object[], ...documents: SealDocument[]): (number | null)[] => [
  ...new Set(found({ format: 'spora-log-1', trips, periods: [] }, ...documents).map(({ id }) => id)),
];

test('TRIP-029: a trip that was changed in the database after its period was sealed is found in an export made since', () => {
  const document = documentOf({}, [sealedTrip()]);
  expect(changed([trip()], document)).toEqual([]);
  for (const over of [
    { distance_m: 11_345 },
    { start: { time: '2026-03-03T08:00:00.000Z', odometer_km: 50_000 } },
    { stop: { time: '2026-03-02T08:30:00.000Z', odometer_km: 50_013.345 } },
    { type: 'private' },
    { purpose: 'Annat' },
    { driver_id: null },
  ])
    expect(changed([trip(over)], document), JSON.stringify(over)).toEqual([7]);
});

test('TRIP-029: a trip put among attested ones is found; one that is open is nobody’s to judge', () => {
  const document = documentOf({}, [sealedTrip()]);
  expect(changed([trip(), trip({ id: 8 })], document)).toEqual([8]);
  expect(changed([trip(), trip({ id: 9, attested_by: null })], document)).toEqual([]);
  // A filtered export withholds the trips that it leaves out, and none that it shows.
  const filtered = withhold(documentOf({}, [sealedTrip(), sealedTrip({ id: 8 })]), (_, row) => row === 1);
  expect(changed([trip()], filtered)).toEqual([]);
  expect(changed([trip(), trip({ id: 10 })], filtered), '12-A8: with a withheld number it is found too').toEqual([10]);
});

test('UNIT-022: an odometer that became known after the period was sealed is no change of it', () => {
  const document = documentOf({}, [sealedTrip({ start_odometer_m: null, stop_odometer_m: null })]);
  expect(changed([trip()], document)).toEqual([]);
});

test('TRIP-010, TRIP-032: two merged trips are held together against their one row, and what is withheld is not judged', () => {
  const first = sealedTrip({ note: 'fram' });
  const second = sealedTrip({
    id: 8,
    merged_into_id: 7,
    started_at: '2026-03-02T08:35:00.000Z',
    ended_at: '2026-03-02T09:00:00.000Z',
    distance_m: 1000,
    stop_odometer_m: 50_013_345,
  });
  const merged = {
    stop: { time: '2026-03-02T09:00:00.000Z', odometer_km: 50_013.345 },
    distance_m: 13_345,
    note: 'fram; åter',
  };
  const both = documentOf({}, [first, second]);
  expect(changed([trip(merged)], both)).toEqual([]);
  expect(changed([trip({ ...merged, distance_m: 13_346 })], both)).toEqual([7]);

  const masked = trip({
    start: { time: '2026-03-01T23:00:00.000Z', odometer_km: 50_000 },
    stop: { time: '2026-03-01T23:00:00.000Z', odometer_km: 50_012.345 },
    type: 'private',
    purpose: '',
    driver_id: null,
    is_masked: true,
  });
  const open = ['id', 'distance_m', 'type', 'start_odometer_m', 'stop_odometer_m'];
  const document = withhold(documentOf({}, [sealedTrip({ type: 'private' })]), (name) => !open.includes(name));
  expect(changed([masked], document)).toEqual([]);
  expect(changed([{ ...masked, distance_m: 1 }], document)).toEqual([7]);
});

const ROW: Readonly<Record<(typeof SEALED_ROW_FIELDS)[number], FieldValue>> = {
  ...(sealedTrip() as { [K in 'id' | 'started_at' | 'ended_at' | 'type']: FieldValue }),
  merged_into_id: null,
  start_odometer_m: 50_000_000,
  stop_odometer_m: 50_012_345,
  distance_m: 12_345,
  driver: 'Dag Driver',
  driver_id: 3,
  purpose: 'Besök',
  project: '',
  note: '',
  visited: '',
  start_address: 'Hornsgatan 84',
  stop_address: 'Sveavägen 1',
  passengers: '["Pia"]',
  is_manual: false,
  edits: '[]',
};
const HEAD: Readonly<Record<(typeof SEALED_HEAD_FIELDS)[number], FieldValue>> = {
  account: 'Åkeriet AB',
  unit: 'Volvo',
  registration_number: 'ABC12D',
  driver: 'Dag Driver',
  driver_id: 3,
  from_day: '2026-03-01',
  to_day: '2026-03-31',
  time_zone: 'Europe/Stockholm',
  note: '',
  user_attested_at: '2026-04-03T08:00:00.000Z',
  user_attested_by: 'Dag Driver',
  user_attested_by_id: 3,
  admin_attested_at: null,
  admin_attested_by: null,
  admin_attested_by_id: null,
  trips: 1,
  business_m: 12_345,
  private_m: 0,
  other_m: 0,
  start_odometer_m: 50_000_000,
  stop_odometer_m: 50_012_345,
};
const TOLD_TRIP = trip({
  unit_name: 'Volvo',
  registration_number: 'ABC12D',
  driver: 'Dag Driver',
  start: { time: '2026-03-02T08:00:00.000Z', odometer_km: 50_000, address: 'Hornsgatan 84' },
  stop: { time: '2026-03-02T08:30:00.000Z', odometer_km: 50_012.345, address: 'Sveavägen 1' },
  passengers: [{ member_id: null, name: 'Pia' }],
  is_manual: false,
  parts: [],
});
const file = {
  format: 'spora-log-1',
  account: 'Åkeriet AB',
  time_zone: 'Europe/Stockholm',
  trips: [TOLD_TRIP],
  totals: { trips: 1, distance_m: 12_345, by_type: { business: 12_345, private: 0, other: 0 } },
};
const another = (value: FieldValue): FieldValue => {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return value === null || !/^20\d\d-/.test(value) ? `${value ?? ''}x` : value.replace('-0', '-1');
};

test('12-A8: each sealed field that the file tells is named with what was sealed and what is said, one by one', () => {
  expect(found(file, documentOf(HEAD, [ROW]))).toEqual([]);
  for (const name of TOLD_FIELDS.row) {
    const differences = found(file, documentOf(HEAD, [{ ...ROW, [name]: another(ROW[name]) }]));
    const expected =
      name === 'id'
        ? [
            { what: 'added', id: 7 },
            { what: 'missing', id: 8 },
          ]
        : [{ what: name, id: 7 }];
    expect(differences, name).toEqual(expected.map((one) => expect.objectContaining(one) as RowDifference));
  }
  for (const name of TOLD_FIELDS.head)
    expect(found(file, documentOf({ ...HEAD, [name]: another(HEAD[name]) }, [ROW])), name).toEqual([
      expect.objectContaining({ what: name, sealed: another(HEAD[name]), found: HEAD[name] }),
    ]);
  // What the file tells nowhere beside its seals, the program holds against the log when it makes the file.
  const untold = [...SEALED_ROW_FIELDS, ...SEALED_HEAD_FIELDS].filter(
    (name) => ![...TOLD_FIELDS.row, ...TOLD_FIELDS.head].includes(name as 'id'),
  );
  for (const field of new Set<SealedField>(untold)) {
    const altered = [{ row: 0, trip_id: 7, field, sealed: 'was', found: 'is', is_name: false }];
    expect(differencesIn(bytesOf(file), [{ document: documentOf(HEAD, [ROW]), altered }]), field).toEqual([
      { id: 7, at: '2026-03-02T08:00:00.000Z', of: 'trip', what: field, sealed: 'was', found: 'is', isName: false },
    ]);
  }
});

test('12-A8: each field of a sealed document, altered or taken out once in the file, breaks its seal', async () => {
  const pair = await newSealKeys();
  const keys = new Map([['k1', pair.publicKey]]);
  const place = { unit: 7, number: 1, previous: FIRST_PREVIOUS, at: '2026-04-03T08:00:00.000Z' };
  const period = await seal(documentOf(HEAD, [ROW, { ...ROW, id: 8 }]), place, { id: 'k1', privateKey: pair.privateKey });
  expect((await verdictOf(period, keys)).faults).toEqual([]);
  const { head, rows } = period.document;
  const altered = (fields: Fields): Fields[] =>
    Object.entries(fields).flatMap(([name, field]) => [
      { ...fields, [name]: { salt: 'salt' in field ? field.salt : '', value: 'altered' } },
      Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name)),
    ]);
  const documents = [
    ...altered(head).map((one) => ({ ...period.document, head: one })),
    ...rows.flatMap((row, i) => altered(row).map((one) => ({ ...period.document, rows: rows.toSpliced(i, 1, one) }))),
    ...rows.map((_row, i) => ({ ...period.document, rows: rows.toSpliced(i, 1) })),
    { ...period.document, rows: [...rows, rows[0]!] },
  ];
  expect(documents).toHaveLength(2 * (SEALED_HEAD_FIELDS.length + 2 * SEALED_ROW_FIELDS.length) + 3);
  for (const document of documents)
    expect((await verdictOf({ ...period, document }, keys)).faults, JSON.stringify(document)).toEqual(['changed']);
});

test('12-A8: a removed row, totals, and who attested are held against the seal; a name beside the same number is told as a name', () => {
  const document = documentOf(HEAD, [ROW]);
  const without = { ...file, trips: [], totals: { trips: 0, distance_m: 0, by_type: { business: 0, private: 0, other: 0 } } };
  expect(found(without, document)).toMatchObject([{ what: 'missing', id: 7, at: '2026-03-02T08:00:00.000Z' }]);
  expect(found({ ...file, totals: { ...file.totals, distance_m: 1 } }, document)).toMatchObject([{ what: 'totals', of: 'file' }]);
  expect(found({ ...file, trips: [{ ...TOLD_TRIP, attested_by: 'admin' }] }, document)).toMatchObject([
    { what: 'admin_attested_at', sealed: null, found: 'admin' },
  ]);
  expect(found({ ...file, trips: [{ ...TOLD_TRIP, attested_by: null }] }, document)).toMatchObject([
    { what: 'user_attested_at', found: null },
  ]);
  const renamed = { ...file, trips: [{ ...TOLD_TRIP, driver: 'Dag Gift' }] };
  expect(found(renamed, document)).toMatchObject([{ what: 'driver', sealed: 'Dag Driver', found: 'Dag Gift', isName: true }]);
  const other = { ...file, trips: [{ ...TOLD_TRIP, driver: 'Eva Ek', driver_id: 4 }] };
  expect(found(other, document)).toMatchObject([
    { what: 'driver', isName: false },
    { what: 'driver_id', isName: false },
  ]);
  const altered = [{ row: null, trip_id: null, field: null, is_name: false }];
  expect(differencesIn(bytesOf(file), [{ document, altered }])).toMatchObject([{ what: 'added', of: 'trip', id: null }]);
});

test('12-A8: what is no difference of ours in a file changes nothing but the answer', () => {
  const document = documentOf(HEAD, [ROW]);
  for (const altered of [1, [null], [{ row: 'x', field: 7, trip_id: {}, sealed: {} }], [{ row: 99, field: 'constructor' }]])
    expect(() => differencesIn(bytesOf(file), [{ document, altered }])).not.toThrow();
  expect(() =>
    differencesIn(bytesOf({ ...file, totals: { by_type: 1 }, trips: [1, { id: 7, parts: [null] }] }), [{ document }]),
  ).not.toThrow();
});
