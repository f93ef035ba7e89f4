import { readAudit } from '@spora/contract/accounts/endpoints';
import { exportPlaces, importPlaces, listPlaces, savePlace } from '@spora/contract/places/endpoints';
import { PLACE_MAX } from '@spora/contract/places/values';
import { lockUnit } from '@spora/contract/units/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp, type TestApp } from '../../../testing/http.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let member: Caller;
let foreign: Caller;
let unit: MadeUnit;

beforeAll(async () => {
  app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
});
afterAll(() => app.close());
beforeEach(async () => {
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  member = await app.signInAs(driver);
  unit = await makeUnit(app.database, { accountId, visibleTo: [driver.id] });
});

type Format = 'csv' | 'kml';
const read = (format: Format, text: string, { commit = false, by = admin } = {}) =>
  by.call(importPlaces, { body: { format, text, commit } });
const rowsOf = async (format: Format, text: string) => {
  const answer = await read(format, text);
  if (!answer.data) throw new Error(JSON.stringify(answer.errors));
  return answer.data.rows;
};
const add = async (label: string, more: Record<string, unknown> = {}, by = admin) => {
  const answer = await by.call(savePlace, { body: { label, lat: 59.3, lng: 18, ...more } });
  if (!answer.data) throw new Error(JSON.stringify(answer.errors));
};
const file = async (format: Format, { by = admin, language = 'sv' } = {}) => {
  const answer = await by.call(exportPlaces, { params: { format } }, { 'accept-language': language });
  expect(answer.status).toBe(200);
  return answer.raw.toString('utf8');
};
const placesOf = async (by = admin) =>
  (await by.call(listPlaces)).data!.places.map(({ label, address, lat, lng, radius, imeis, rules, is_active }) => ({
    label,
    address,
    lat,
    lng,
    radius,
    imeis,
    rules,
    is_active,
  }));
const kml = (...marks: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('\n')}</Document></kml>`;
const mark = (name: string, at = '18.0686,59.3293,0', more = '') =>
  `<Placemark><name>${name}</name>${more}<Point><coordinates>${at}</coordinates></Point></Placemark>`;

describe('both ways', () => {
  const AWKWARD = [
    ['Ängö, "norra"; porten', 'Gatan 1; våning 2, "B"', 55.1234567, 12.7654321, 50],
    ['=HYPERLINK("http://x")', '+46 8 123', -33.5, -70.25, 9999],
    ["'=1+1", '@home', 0, -0.0000001, 100],
    ['-5 graders rummet', "''-x", 90, 180, 250],
    ['<Förråd> & Ö’s', '&amp; &#229;', 59.3, 18, 101],
    ['🚚 Lager', '', -90, -180, 100],
  ] as const;
  test.each([
    ['csv', 'sv'],
    ['csv', 'no'],
    ['csv', 'en'],
    ['kml', 'sv'],
  ] as const)('PLACE-013: what one account exports as %s (%s) another imports to the letter', async (format, language) => {
    for (const [label, address, lat, lng, radius] of AWKWARD) await add(label, { address, lat, lng, radius });
    const answer = await read(format, await file(format, { language }), { commit: true, by: foreign });
    expect(answer.data?.rows.flatMap(({ errors }) => errors)).toEqual([]);
    expect(await placesOf(foreign)).toEqual(await placesOf());
    // Again, each is there already and nothing is added.
    const again = await read(format, await file(format, { language }), { commit: true });
    expect(again.data?.rows.map(({ errors, added }) => [errors, added])).toEqual(AWKWARD.map(() => [['PlaceNameTaken'], false]));
    expect(await placesOf()).toHaveLength(AWKWARD.length);
  });

  test('PLACE-013, SEC-013: no cell of an exported CSV begins as a formula, and the file opens in columns in the reader’s spreadsheet', async () => {
    for (const [index, label] of ['=1+1', '+1', '-1', '@SUM(A1)'].entries()) await add(label, { address: `=A${index}` });
    const swedish = await file('csv');
    expect(swedish.startsWith('\ufeffname;address;latitude;longitude;radius_m\r\n')).toBe(true);
    expect(swedish).toContain(`\r\n'=1+1;'=A0;59,3000000;18,0000000;100\r\n`);
    const cells = swedish
      .slice(1)
      .split('\r\n')
      .flatMap((line) => line.split(';'));
    expect(cells.filter((cell) => /^"?[=+\-@\t]/.test(cell))).toEqual([]);
    expect(await file('csv', { language: 'en' })).toContain(`\r\n'@SUM(A1),'=A3,59.3000000,18.0000000,100\r\n`);
  });

  test('PLACE-013, SEC-008, LOCK-005: a file holds the places that its reader sees, never another account’s or those of a locked unit', async () => {
    const other = await makeUnit(app.database, { accountId });
    await add('Alla');
    await add('Förarens', { imeis: [unit.imei] });
    await add('Dold', { imeis: [other.imei] });
    const names = async (by: Caller) =>
      (await file('csv', { by }))
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(';')[0]);
    expect(await names(admin)).toEqual(['Alla', 'Dold', 'Förarens']);
    expect(await names(member)).toEqual(['Alla', 'Förarens']);
    expect(await names(foreign)).toEqual([]);
    await admin.call(lockUnit, { params: { imei: other.imei }, body: { reason: 'x' } });
    const second = await app.signInAs(await makeMember(app.database, { accountId }));
    expect(await names(second)).toEqual(['Alla', 'Förarens']);
  });
});

describe('CSV as people’s programs write it', () => {
  const KONTORET = { label: 'Kontoret i Växjö', address: 'Storgatan 1', lat: 59.3293, lng: 18.0686, radius: 150, errors: [] };
  test.each([
    ['Excel in Swedish', '\ufeffNamn;Adress;Latitud;Longitud;Radie\r\nKontoret i Växjö;Storgatan 1;59,3293;18,0686;150\r\n'],
    ['Excel in English', '\ufeffName,Address,Latitude,Longitude,Radius\r\nKontoret i Växjö,Storgatan 1,59.3293,18.0686,150\r\n'],
    [
      'Excel with its line',
      'sep=;\r\nnavn;adresse;breddegrad;lengdegrad;radius\r\nKontoret i Växjö;Storgatan 1;59,3293;18,0686;150',
    ],
    ['tabs', 'name\taddress\tlat\tlng\tradius\nKontoret i Växjö\tStorgatan 1\t59.3293\t18.0686\t150\n'],
    ['decimal commas between commas', 'name,address,lat,lng,radius\n"Kontoret i Växjö","Storgatan 1","59,3293","18,0686",150'],
    [
      'other columns, another order',
      'id;LNG;lat;radius;owner;Place;address\n7;18,0686;59,3293;150;x;Kontoret i Växjö;Storgatan 1;;',
    ],
    ['an old Macintosh', 'name;address;lat;lng;radius\rKontoret i Växjö;Storgatan 1;59.3293;18.0686;150'],
    [
      'letters in two parts',
      `name;address;lat;lng;radius\n${'Kontoret i Växjö'.normalize('NFD')};Storgatan 1;59.3293;18.0686;150`,
    ],
    [
      'characters that no name has',
      'name;address;lat;lng;radius\nKontoret\u0001i\u0007Växjö;"Storgatan\r\n1";59.3293;18.0686;150',
    ],
  ])('PLACE-013: a file from %s is read', async (_from, text) => {
    expect(await rowsOf('csv', text)).toMatchObject([KONTORET]);
    expect((await read('csv', text, { commit: true })).data?.rows).toMatchObject([{ added: true }]);
    const { errors: _errors, ...place } = KONTORET;
    expect(await placesOf()).toMatchObject([{ ...place, imeis: null, is_active: true }]);
  });

  test('PLACE-013, PLACE-006: each wrong row is told with its line and the reason, and stays out; the others come in', async () => {
    await add('Lagret');
    const text = [
      'name;lat;lng;radius',
      'Bra;59,1;18,1;',
      ';59;18;100',
      `${'x'.repeat(51)};59;18;100`,
      'lagret;59;18;100',
      'Tokig;norr;18;100',
      '',
      'Utanför;91;18;100',
      'Liten;59;18;49',
      'Stor;59;18;10000',
      'Halv;59;18;100,5',
      'Utan tal;59;18;stor',
      'Kort;59',
      'BRA;59;18;100',
      'Liten;59;18;50',
      'Två fel;59;200;1',
    ].join('\r\n');
    const expected = [
      [2, []],
      [3, ['SpecifyPlaceName']],
      [4, ['PlaceNameLength']],
      [5, ['PlaceNameTaken']],
      [6, ['InvalidCoordinate']],
      [8, ['InvalidCoordinate']],
      [9, ['PlaceRadiusBetween']],
      [10, ['PlaceRadiusBetween']],
      [11, ['PlaceRadiusBetween']],
      [12, ['PlaceRadiusBetween']],
      [13, ['InvalidCoordinate']],
      [14, ['PlaceNameTaken']],
      // The first of that name stays out, so it is free.
      [15, []],
      [16, ['InvalidCoordinate', 'PlaceRadiusBetween']],
    ];
    expect((await rowsOf('csv', text)).map(({ line, errors }) => [line, errors])).toEqual(expected);
    expect(await placesOf()).toHaveLength(1);
    const { data } = await read('csv', text, { commit: true });
    expect(data?.rows.map(({ line, errors }) => [line, errors])).toEqual(expected);
    expect(data?.rows.filter(({ added }) => added).map(({ label }) => label)).toEqual(['Bra', 'Liten']);
    expect((await placesOf()).map(({ label, radius }) => [label, radius])).toEqual([
      ['Bra', 100],
      ['Lagret', 100],
      ['Liten', 50],
    ]);
  });

  test('PLACE-013: a decimal comma without quotation marks between commas is told, never taken for other numbers', async () => {
    const text = 'name,lat,lng,radius\nKontoret,59,3293,18,0686,100\nLagret,59.1,18.1,100';
    expect(await rowsOf('csv', text)).toMatchObject([
      { line: 2, errors: ['PlaceRowColumns'] },
      { line: 3, errors: [] },
    ]);
  });

  test('PLACE-013: a quotation mark within a cell is a character; one that is never closed is told with its line', async () => {
    const inner = 'name;lat;lng\nPorten "norra";59;18\n"Porten ""södra""";59;18';
    expect((await rowsOf('csv', inner)).map(({ label }) => label)).toEqual(['Porten "norra"', 'Porten "södra"']);
    const open = 'name;lat;lng\nA;59;18\n"B;59;18\nC;59;18\n';
    expect(await read('csv', open, { commit: true })).toMatchObject({ status: 422, errors: { msg: 'CsvQuoteOpen', count: 3 } });
    expect(await placesOf()).toEqual([]);
  });

  test.each(['hello', 'name;lat\nA;59', '\u0001', ';;;\n', 'namn,lat,lång\nA,59,18'])(
    'PLACE-013: a file that names no columns is refused as such (%j)',
    async (text) => {
      expect(await read('csv', text)).toMatchObject({ status: 422, errors: 'PlaceColumns' });
    },
  );
});

describe('KML', () => {
  test('PLACE-013: placemarks come from any folder, with prefixes, attributes, numbered characters and blanks around the numbers', async () => {
    const text = `\ufeff<?xml version="1.0"?><k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Folder><k:Folder><k:Placemark id="p1">
      <k:name xml:lang="sv">V&#228;xj&#xF6;<![CDATA[ & <b>]]></k:name><k:description>Storgatan 1</k:description>
      <k:Point><k:altitudeMode>clampToGround</k:altitudeMode><k:coordinates>
        14.8059 , 56.8777 , 0 </k:coordinates></k:Point></k:Placemark></k:Folder></k:Folder>
      <k:Placemark><k:name>B</k:name><k:description><![CDATA[<table><tr><td>A page</td></tr></table>]]></k:description>
      <k:Point><k:coordinates>14,56</k:coordinates></k:Point></k:Placemark></k:kml>`;
    expect(await rowsOf('kml', text)).toMatchObject([
      { line: 1, label: 'B', address: '', errors: [] },
      { line: 2, label: 'Växjö & <b>', address: 'Storgatan 1', lat: 56.8777, lng: 14.8059, radius: 100, errors: [] },
    ]);
  });

  test('PLACE-013: coordinates in the wrong order are told where they cannot be, and shown before anything is added where they can', async () => {
    const text = kml(mark('Omöjlig', '59.3,118'), mark('Möjlig', '59.3,18.0'));
    expect(await rowsOf('kml', text)).toMatchObject([
      { line: 1, lat: 118, lng: 59.3, errors: ['InvalidCoordinate'] },
      { line: 2, lat: 18, lng: 59.3, errors: [] },
    ]);
  });

  test('PLACE-013: a line or an area is no place, and is told rather than dropped', async () => {
    const line = '<Placemark><name>Väg</name><LineString><coordinates>18,59 18.1,59.1</coordinates></LineString></Placemark>';
    expect(await rowsOf('kml', kml(line, mark('A')))).toMatchObject([
      { line: 1, label: 'Väg', lat: null, lng: null, errors: ['PlaceHasNoPoint'] },
      { line: 2, errors: [] },
    ]);
  });

  test('PLACE-013: a file that was cut off is refused with the line, and nothing of it is added', async () => {
    const whole = kml(mark('A'), mark('B'));
    const cut = whole.slice(0, whole.indexOf('<name>B') + 7);
    expect(await read('kml', cut, { commit: true })).toMatchObject({ status: 422, errors: { msg: 'PlaceFileBroken', count: 3 } });
    expect(await placesOf()).toEqual([]);
  });

  const BOMB = `<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
    .split('')
    .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghij'[i]!};`.repeat(10)}">`)
    .join('')}]>`;
  test.each([
    ['a bomb of entities', `${BOMB}<kml>${mark('&j;')}</kml>`],
    ['an external entity', `<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml>${mark('&x;')}</kml>`],
    ['an external document type', `<!doctype kml SYSTEM "http://127.0.0.1/x.dtd"><kml>${mark('A')}</kml>`],
    ['nesting without end', `<kml>${'<Folder>'.repeat(50_000)}`],
    ['deep nesting', `<kml>${'<Folder>'.repeat(25_000)}${'</Folder>'.repeat(25_000)}</kml>`],
    ['names of the language', `<kml><__proto__><Placemark/></__proto__>${mark('A')}</kml>`],
    ['something else', '{"type":"FeatureCollection"}'],
    ['a web page', '<html><body>Sign in</body></html>'],
    ['angle brackets', '<kml>'.padEnd(400_000, '<')],
  ])('PLACE-013: %s is refused, quickly and whole', async (_what, text) => {
    const answer = await read('kml', text, { commit: true });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.errors)).toMatch(/PlaceFileUnreadable|PlaceFileBroken/);
    expect(await placesOf()).toEqual([]);
  });

  test('PLACE-013: an entity that nobody declared stays the text it is', async () => {
    expect(await rowsOf('kml', kml(mark('&x; A')))).toMatchObject([{ label: '&x; A', errors: [] }]);
  });
});

describe('all or nothing, within limits', () => {
  const many = (n: number, first = 1) =>
    `name;lat;lng\n${Array.from({ length: n }, (_, i) => `Plats ${first + i};59;18`).join('\n')}`;

  test('PLACE-013: an account’s most places come in at once, and go out and in again as KML; one more is refused and nothing half done', async () => {
    await add('Den första');
    expect(await read('csv', many(PLACE_MAX.perAccount), { commit: true })).toMatchObject({ errors: 'TooManyPlaces' });
    expect(await placesOf()).toHaveLength(1);
    const { data } = await read('csv', many(PLACE_MAX.perAccount - 1), { commit: true });
    expect(data?.rows.every(({ added }) => added)).toBe(true);
    expect(await read('csv', many(1, 5000))).toMatchObject({ errors: 'TooManyPlaces' });
    // A row that would stay out does not count.
    expect(await rowsOf('csv', many(1))).toMatchObject([{ errors: ['PlaceNameTaken'] }]);
    const text = await file('kml');
    expect(text.length).toBeGreaterThan(256 * 1024);
    expect((await read('kml', text, { by: foreign })).data?.rows).toHaveLength(PLACE_MAX.perAccount);
  });

  test('PLACE-013: a file with more rows than an account can have places is refused as too large, as is one beyond the bound', async () => {
    expect(await read('csv', many(PLACE_MAX.perAccount + 1))).toMatchObject({ status: 422, errors: 'CsvTooLong' });
    expect(await read('csv', 'å'.repeat(500_001))).toMatchObject({ status: 422, errors: { text: ['CsvTooLong'] } });
    expect(await read('csv', '')).toMatchObject({ errors: { text: ['CsvEmpty'] } });
  });

  test('PLACE-013: when the database refuses one row, none is added and nothing is told as done', async () => {
    await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.label = 'Sist' THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$`.execute(
      app.database.owner,
    );
    await sql`CREATE TRIGGER refuse BEFORE INSERT ON place FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(app.database.owner);
    expect((await read('csv', 'name;lat;lng\nA;59;18\nSist;59;18', { commit: true })).status).toBe(500);
    await sql`DROP TRIGGER refuse ON place`.execute(app.database.owner);
    expect(await placesOf()).toEqual([]);
    const { rows } = await sql`SELECT 1 FROM audit_entry WHERE account_id = ${accountId} AND action = 'places-imported'`.execute(
      app.database.owner,
    );
    expect(rows).toEqual([]);
  });

  test('PLACE-013, ADM-018: who took the places out as a file is on record', async () => {
    await file('kml');
    const { rows } = (await admin.call(readAudit, { query: { action: 'places-exported' } })).data!;
    expect(rows[0]).toMatchObject({ actor_kind: 'member', details: { format: 'kml' } });
  });

  test('PLACE-013, DEC-69: places for all units come from administrators; one account’s names are free in another', async () => {
    const text = 'name;lat;lng\nKontoret;59;18';
    expect(await read('csv', text, { by: member, commit: true })).toMatchObject({ status: 403 });
    await read('csv', text, { by: foreign, commit: true });
    expect((await read('csv', text, { commit: true })).data?.rows).toMatchObject([{ errors: [], added: true }]);
    expect(await placesOf(foreign)).toHaveLength(1);
  });

  test('PLACE-003, PLACE-013: who has basic subscriptions only imports nothing', async () => {
    await sql`UPDATE unit SET subscription_type = 'Bas' WHERE account_id = ${accountId}`.execute(app.database.owner);
    expect(await read('csv', 'name;lat;lng\nA;59;18', { commit: true })).toMatchObject({ status: 403, errors: 'Forbidden' });
  });
});

test('PLACE-013: a KML that names halves of characters, NUL or none at all by their numbers is read or refused, and never fails', async () => {
  const odd = kml(mark('Halv &#xD800; bokstav'), mark('Noll &#0;&#x1; tecken'));
  const { status, data } = await read('kml', odd, { commit: true });
  expect([status, data?.rows.map(({ added }) => added)]).toEqual([200, [true, true]]);
  expect((await placesOf()).map(({ label }) => label)).toEqual(['Halv  bokstav', 'Noll  tecken']);
  expect((await read('kml', kml(mark('Utanför &#x110000;')))).status).toBeLessThan(500);
});
